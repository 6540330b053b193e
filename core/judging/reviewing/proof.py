"""Before and after: two runs judged on the same validation rows, by the labels of the file.

What was decided about a validation row has no say: `core.learning.counting` tells why. Rows count
one each, whatever their weight.
"""

import enum
import math
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.intervals import Interval, effective_rows, standard_error, wilson
from core.base.wording import fixed, grouped, readable
from core.data.changes import differing_rows
from core.data.dataset import Dataset
from core.judging.comparing import Difference, setting_differences
from core.judging.reviewing.paired import mean_interval, paired_test
from core.judging.reviewing.paired_rows import PairedRows
from core.judging.reviewing.power import MeanPower, Power, share_power
from core.learning.histories.quantities import Quantity
from core.learning.run import Run

_SURE = 0.05
_FEW_ROWS = 50
_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class ProofVerdict(enum.Enum):
    """What the comparison shows."""

    BETTER = "better beyond chance"
    WORSE = "worse beyond chance"
    NO_DIFFERENCE = "no difference that these rows can show"
    TOO_FEW = "too few rows to tell"


@dataclass(frozen=True)
class ProofSide:
    """One of the two runs, on the rows that judge."""

    error: Interval
    """The share of wrong rows (Wilson 1927), or the root mean squared error, with 95 %."""
    margins: tuple[float, ...]
    """The 5, 25, 50, 75 and 95 % quantiles of the margins; of the residuals for numbers."""
    share_negative: float
    """The share of margins below 0."""
    heaviest_tenth: float | None
    """What share of the weight the heaviest tenth of the training rows holds, over all rounds."""
    effective_rows: float | None
    """(Σ w)² / Σ w²: how many equal training rows would be as spread out (Kish 1965)."""


@dataclass(frozen=True)
class Proof:
    """What became of the errors, and whether that is more than chance."""

    rows: int
    """How many validation rows judge."""
    decided: int
    """How many of them were relabelled or excluded: they count with the label of the file."""
    improved: int
    """Rows that are now right and were wrong; of numbers, nearer than before."""
    worsened: int
    """The other way round."""
    before: ProofSide
    after: ProofSide
    difference: Interval
    """The error after minus before, with 95 %; of numbers, of the mean squared error."""
    p: float
    """How often chance alone would do this or more, were both runs as good."""
    verdict: ProofVerdict
    excluded: int
    """Training rows that the later run has no more."""
    relabelled: int
    """Training rows that it has with another label, or another value in a cell."""
    settings: tuple[Difference, ...]
    """The settings that differ too."""
    power: Power
    """How small a difference these rows would show."""
    is_number: bool = False

    @property
    def sentence(self) -> str:
        """What the comparison shows, in words."""
        if self.rows == 0:
            return (
                "There are no validation rows, so nothing can be said about new rows. Open the "
                "data with a validation share."
            )
        said = [f"{self._seen()}: {self.verdict.value} ({p_text(self.p)})."]
        if self.p >= _SURE and self.power.sentence:
            said.append(self.power.sentence)
        return " ".join([*said, *self.warnings])

    @property
    def is_close(self) -> bool:
        """Whether the interval leaves 0 out though the exact test calls nothing sure."""
        low, high = self.difference.low, self.difference.high
        return not self.is_number and self.p >= _SURE and (low > 0 or high < 0)

    @property
    def is_by_few(self) -> bool:
        """Whether the mean of numbers changes beyond chance, though the ranks find nothing."""
        low, high = self.difference.low, self.difference.high
        return self.is_number and self.p >= _SURE and (low > 0 or high < 0)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What one must know to read the verdict."""
        found = []
        if self.is_close:
            found.append(
                "This is a close call: the interval leaves 0 out, but by the exact test chance "
                "alone does as much in 5 of 100 cases or more."
            )
        if self.is_by_few:
            found.append(
                "A few rows with large errors make up the change of the mean: the interval leaves "
                "0 out, but about as many rows came nearer as went farther."
            )
        changed = self.excluded + self.relabelled
        if self.settings and changed:
            names = ", ".join(each.title.lower() for each in self.settings[:3])
            more = " and more" if len(self.settings) > 3 else ""
            found.append(f"The settings differ too ({names}{more}), so it is not the data alone.")
        elif self.settings:
            found.append("The training data are the same: only the settings differ.")
        elif not changed:
            found.append("Training data and settings are the same.")
        if self.decided:
            rows = "row that was" if self.decided == 1 else "rows that were"
            found.append(
                f"{grouped(self.decided)} validation {rows} relabelled or excluded "
                f"{'counts' if self.decided == 1 else 'count'} as the file has "
                f"{'it' if self.decided == 1 else 'them'}: a decision cannot prove itself."
            )
        return tuple(found)

    @property
    def details(self) -> tuple[str, ...]:
        """Errors, margins and weights before and after, a sentence each."""
        if self.rows == 0:
            return ()
        found = [self._errors(), self._margins()]
        before, after = self.before, self.after
        if before.heaviest_tenth is not None and after.heaviest_tenth is not None:
            found.append(
                f"The heaviest tenth of the training rows held {_percent(before.heaviest_tenth)} % "
                f"of the weight, over all rounds, and now holds {_percent(after.heaviest_tenth)} %."
            )
        return tuple(found)

    def _seen(self) -> str:
        if self.is_number:
            before, after = (readable(side.error.share) for side in (self.before, self.after))
            return (
                f"{grouped(self.improved)} of {grouped(self.rows)} validation rows are "
                "predicted nearer than "
                f"before, {grouped(self.worsened)} farther off (root mean squared error "
                f"{after}, was "
                f"{before})"
            )
        if not self.improved and not self.worsened:
            return f"Of {grouped(self.rows)} validation rows each is as right or wrong as before"
        verbs = ("is", "was") if self.improved == 1 else ("are", "were")
        return (
            f"{grouped(self.improved)} of {grouped(self.rows)} validation rows {verbs[0]} "
            "now right that "
            f"{verbs[1]} wrong, {grouped(self.worsened)} the other way"
        )

    def _errors(self) -> str:
        before, after = self.before.error, self.after.error
        if self.is_number:
            return (
                f"The root mean squared error was {readable(before.share)} (95 % interval "
                f"{readable(before.low)} to {readable(before.high)}) and is "
                f"{readable(after.share)} ({readable(after.low)} to {readable(after.high)})."
            )
        return (
            f"{_percent(before.share)} % were wrong (95 % interval {_percent(before.low)} to "
            f"{_percent(before.high)} %), {_percent(after.share)} % are now "
            f"({_percent(after.low)} to {_percent(after.high)} %)."
        )

    def _margins(self) -> str:
        kind = "residual" if self.is_number else "margin"
        return (
            f"The median {kind} was {readable(self.before.margins[2], 3)} and is "
            f"{readable(self.after.margins[2], 3)}; half of them lay between "
            f"{readable(self.before.margins[1], 3)} and {readable(self.before.margins[3], 3)}, now "
            f"between {readable(self.after.margins[1], 3)} and "
            f"{readable(self.after.margins[3], 3)}."
        )


def proof(before: Run, after: Run, pairs: PairedRows | None = None) -> Proof:
    """Judge two runs on all validation rows, by the labels of the file.

    `pairs` are these rows with what both runs make of them, if somebody has them already.

    Whether that is more than chance is what `paired_test` tells. Rows that one of the runs does not
    have, because they were excluded, are asked of its model.

    >>> import core
    >>> data = core.example("moons")
    >>> before = core.fit(data, core.AdaBoost(rounds=50))
    >>> found = proof(before, before)
    >>> found.verdict.value, found.p
    ('no difference that these rows can show', 1.0)
    """
    pairs = PairedRows.of(before, after) if pairs is None else pairs
    counting, groups, is_number = pairs.counting, pairs.groups, pairs.is_number
    first, second, lines = pairs.first, pairs.second, pairs.lines
    excluded, relabelled = training_changes(before.dataset, after.dataset)
    improved, worsened = int((second < first).sum()), int((second > first).sum())
    power: Power = share_power(second - first, groups)
    if is_number:
        power = _mean_power(first, second, groups)
    tested = paired_test(first, second, groups, is_number)
    return Proof(
        len(lines),
        counting.relabelled + len(counting.absent),
        improved,
        worsened,
        _side(before, counting.lines, first, groups),
        _side(after, counting.lines, second, groups),
        tested.difference,
        tested.p,
        _verdict(tested.shift, tested.p, len(lines)),
        excluded,
        relabelled,
        tuple(setting_differences(before, after)),
        power,
        is_number,
    )


def training_changes(before: Dataset, after: Dataset) -> tuple[int, int]:
    """How many training rows are in one of them only; how many have another label or value."""
    first, second = (data.lines[~data.validation] for data in (before, after))
    both = np.intersect1d(first, second, assume_unique=True)
    labels = [data.labels[data.rows_of(both)] for data in (before, after)]
    differs = (labels[0] != labels[1]) | np.isin(both, _edited_lines(before, after))
    return len(first) + len(second) - 2 * len(both), int(differs.sum())


def _edited_lines(before: Dataset, after: Dataset) -> Integers:
    """The lines that have another value in a cell."""
    tables = before.table, after.table
    if tables[0] is tables[1] or tables[0].as_read is not tables[1].as_read:
        return np.empty(0, np.int64)
    rows = [
        differing_rows(one, other)
        for one, other in zip(tables[0].columns, tables[1].columns, strict=True)
        if one is not other
    ]
    return np.unique(
        np.concatenate([np.empty(0, np.int64), *(tables[0].lines[own] for own in rows)])
    )


def p_text(p: float) -> str:
    """A p-value as a person reads it.

    One that is as good as the limit is told so closely that it is seen on which side it lies.

    >>> p_text(0.0213), p_text(0.00001), p_text(1.0), p_text(0.0503)
    ('p = 0.021', 'p < 0.001', 'p = 1', 'p = 0.0503')
    """
    if p < 0.001:
        return "p < 0.001"
    is_at_limit = round(p, 3) == _SURE and p != _SURE
    return f"p = {p:.3g}" if is_at_limit else f"p = {p:.2g}"


def _verdict(shift: float, p: float, rows: int) -> ProofVerdict:
    """What a p-value says; a shift below 0 is for the better."""
    if rows and p < _SURE:
        return ProofVerdict.BETTER if shift < 0 else ProofVerdict.WORSE
    return ProofVerdict.TOO_FEW if rows < _FEW_ROWS else ProofVerdict.NO_DIFFERENCE


def _mean_power(first: Floats, second: Floats, groups: Integers | None) -> MeanPower:
    if len(first) == 0:
        return MeanPower(math.nan, math.inf)
    return MeanPower(float(first.mean()), standard_error(second - first, groups))


def _side(run: Run, lines: Integers, misses: Floats, groups: Integers | None) -> ProofSide:
    error = _error(misses, bool(run.dataset.classes), groups)
    concentration = _concentration(run)
    margins = run.history.margins(run.rounds)[run.dataset.rows_of(lines)]
    if len(margins) == 0:
        return ProofSide(error, (math.nan,) * len(_QUANTILES), math.nan, *concentration)
    quantiles = np.quantile(margins, _QUANTILES).tolist()
    return ProofSide(error, tuple(quantiles), float((margins < 0).mean()), *concentration)


def _error(misses: Floats, are_classes: bool, groups: Integers | None) -> Interval:
    if are_classes:
        rows = effective_rows(misses, np.ones(len(misses)), groups)
        return wilson(float(misses.mean()) if len(misses) else math.nan, rows)
    square = mean_interval(misses, groups)
    share, low, high = (math.sqrt(max(0.0, end)) for end in (square.share, square.low, square.high))
    return Interval(share if len(misses) else math.nan, low, high)


def _concentration(run: Run) -> tuple[float | None, float | None]:
    """The share of the heaviest tenth, and the effective number of rows; None without weights."""
    if not run.history.has(Quantity.WEIGHTS):
        return None, None
    # Where rows have weights, their suspicion is the mean weight.
    weights = np.sort(run.history.suspicion()[~run.dataset.validation])[::-1]
    tenth = weights[: max(1, len(weights) // 10)].sum() / weights.sum()
    return float(tenth), float(weights.sum() ** 2 / (weights**2).sum())


def _percent(share: float) -> str:
    return fixed(100 * share, 1)
