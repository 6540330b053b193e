"""What two runs are compared by, and the verdict in words."""

from dataclasses import dataclass

import numpy as np

from core.base.errors import DataError
from core.base.wording import fixed, grouped, percent, readable
from core.judging.comparing import Difference, counting_of, differences, votes_note
from core.judging.reviewing.paired_rows import PairedRows
from core.judging.reviewing.proof import Proof, ProofVerdict, p_text, proof
from core.learning.counting import Counting
from core.learning.run import Run

_SURE = 0.05


@dataclass(frozen=True, eq=False)
class Comparison:
    """What two runs are compared by."""

    differences: list[Difference]
    proof: Proof | None
    pairs: PairedRows | None
    """The rows that both are judged by; None where they cannot be compared row by row."""
    why_not: str
    """Why there is no proof, in a sentence."""
    errors: tuple[np.ndarray, np.ndarray]
    margins: tuple[np.ndarray, np.ndarray]
    """Those of the validation rows, ascending."""
    rows: str
    """What one must know about the rows that are drawn; empty if there is nothing to know."""
    votes: str
    """That rules are left aside, if there are any."""

    @classmethod
    def of(cls, first: Run, second: Run) -> "Comparison":
        """Compare two finished runs."""
        pairs, found, why_not = None, None, ""
        try:
            pairs = PairedRows.of(first, second)
            found = proof(first, second, pairs)
        except DataError as error:
            why_not = str(error)
        both = counting_of(first, second)
        one, other = both or Counting.of(first.dataset), both or Counting.of(second.dataset)
        errors = one.errors(first.history), other.errors(second.history)
        margins = _margins(first, one), _margins(second, other)
        about = both.sentence if both is not None else ""
        votes = votes_note([first, second])
        return cls(differences(first, second), found, pairs, why_not, errors, margins, about, votes)

    def verdict(self, first: str, second: str) -> str:
        """Which of two runs of these names is better, if that is more than chance."""
        found = self.proof
        if found is None:
            return self.why_not
        if found.rows == 0:
            return "There are no validation rows, so nothing can be said about new rows."
        return {
            ProofVerdict.BETTER: f"{second} errs less than {first}, beyond chance.",
            ProofVerdict.WORSE: f"{first} errs less than {second}, beyond chance.",
            ProofVerdict.NO_DIFFERENCE: (
                "Close, but no difference beyond chance."
                if found.is_close
                else "No difference that these rows can show."
            ),
            ProofVerdict.TOO_FEW: "Too few rows to tell the runs apart.",
        }[found.verdict]

    def figures(self, first: str, second: str) -> str:
        """Both errors, their difference with its interval, and how likely chance alone is."""
        found = self.proof
        if found is None or found.rows == 0:
            return ""
        written = readable if found.is_number else percent
        sides = "; ".join(
            f"{name}: {written(side.error.share)} "
            f"({_between(side.error.low, side.error.high, found.is_number)})"
            for name, side in ((first, found.before), (second, found.after))
        )
        what = "Root mean squared error" if found.is_number else "Wrong"
        said = f"{what} on the same {grouped(found.rows)} validation rows, {sides}."
        return f"{said} {_difference(found)}, {p_text(found.p)} by {self._test()}."

    def notes(self) -> tuple[str, ...]:
        """What one must know to read the verdict."""
        found = self.proof
        if found is None or found.rows == 0:
            return ()
        power = found.power.sentence if found.p >= _SURE else ""
        about = f"Curves: {self.rows}" if self.rows else ""
        return tuple(filter(None, (self.votes, *found.warnings, power, about)))

    def _test(self) -> str:
        assert self.pairs is not None
        if self.pairs.is_number:
            return "the signed ranks of the changes"
        return "McNemar's test" if self.pairs.groups is None else "flipping the signs of groups"


def _difference(found: Proof) -> str:
    """The second error minus the first, with its interval."""
    own = found.difference
    if found.is_number:
        change, low, high = (
            readable(end).replace("-", "\N{MINUS SIGN}") for end in (own.share, own.low, own.high)
        )
        return f"The mean squared error changes by {change} (95 % interval {low} to {high})"
    share, low, high = (_points(end) for end in (own.share, own.low, own.high))
    return f"Difference {share} points (95 % interval {low} to {high})"


def _points(share: float) -> str:
    """A difference of shares in points, with its sign.

    >>> _points(-0.0123), _points(0.004), _points(-0.0001)
    ('−1.2', '+0.4', '0.0')
    """
    text = fixed(abs(100 * share), 1)
    return text if float(text) == 0 else f"{'−' if share < 0 else '+'}{text}"


def _between(low: float, high: float, is_number: bool) -> str:
    if is_number:
        return f"{readable(low)} to {readable(high)}"
    return f"{fixed(100 * low, 1)} to {percent(high)}"


def _margins(run: Run, counting: Counting) -> np.ndarray:
    margins = run.history.margins(run.rounds)
    return np.sort(margins[run.dataset.rows_of(counting.lines)] if len(counting) else margins)
