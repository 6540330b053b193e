"""How good predictions are where the file has the target itself: the error beside guessing."""

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Mask
from core.base.intervals import Z95, Interval, standard_error, wilson
from core.base.wording import count, percent, readable, shortened
from core.data.column import Column
from core.learning.model import Model

_TAUGHT = "If the model was taught with some of these rows, new rows will do worse than this."
IN_FILE, COMPUTED = "is in the file", "is computed from the file"


@dataclass(frozen=True)
class Score:
    """The error of predictions, by what the file says."""

    target: str
    rows: int
    """How many rows have a value of the target."""
    error: Interval
    """The share of wrong rows, or the root mean squared error, with its 95 % interval."""
    guess: str
    """What would be guessed always."""
    guess_error: float
    is_number: bool
    unknown: dict[str, int]
    """Classes of the file that the model does not know: it is wrong there, whatever it says."""
    cost: Interval | None = None
    """What a row costs by the model's rule, of those whose class it knows; None without costs."""
    known: str = IN_FILE
    """How the target is known, in words."""

    def sentences(self) -> list[str]:
        """The score in words, and what must be known to read it."""
        text = _size if self.is_number else percent
        low, high = text(self.error.low), text(self.error.high)
        between = f"95 % interval {low} to {high}"
        if self.is_number:
            told = [
                f"{self.target!r} {self.known}: the predictions of {count(self.rows, 'row')} are "
                f"off by {text(self.error.share)} ({between}); guessing {self.guess} always would "
                f"be off by {text(self.guess_error)}."
            ]
        else:
            told = [
                f"{self.target!r} {self.known}: {text(self.error.share)} of "
                f"{count(self.rows, 'row')} are predicted wrong ({between}); guessing "
                f"{self.guess!r} always would be wrong in {text(self.guess_error)}."
            ]
        if self.unknown:
            first = shortened(next(iter(self.unknown)), 40)
            rows = sum(self.unknown.values())
            have = "has a class" if rows == 1 else "have classes"
            told.append(
                f"{count(rows, 'row')} of them {have} that the model does not know, such as "
                f"{first!r}."
            )
        if self.cost is not None:
            ends = f"{readable(self.cost.low, 3)} to {readable(self.cost.high, 3)}"
            told.append(f"A row costs {readable(self.cost.share, 3)} (95 % interval {ends}).")
        return [*told, _TAUGHT]


class Scorer:
    """Adds up the rows of a file, part by part."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.known = IN_FILE
        """How the target is known."""
        self._misses: list[Floats] = []
        self._truths: list[Floats] = []
        self._guessed = 0
        self._unknown: Counter[str] = Counter()
        self._paid: list[Floats] = []

    def take(self, target: Column, predicted: npt.NDArray[np.generic]) -> Mask:
        """Count these rows; tells which of them are wrong, where there is anything to tell."""
        target = target.respelled(self._model.spellings.get(target.name, {}))
        there = ~target.missing
        if self._model.classes:
            return self._take_classes(target, predicted, there)
        truth = target.numbers_in()
        there &= np.isfinite(truth)
        self._misses.append((truth[there] - np.asarray(predicted, np.float64)[there]) ** 2)
        self._truths.append(truth[there])
        return np.zeros(len(target), bool)

    def _take_classes(
        self, target: Column, predicted: npt.NDArray[np.generic], there: Mask
    ) -> Mask:
        names = target.as_categories()
        place = {name: code for code, name in enumerate(self._model.classes)}
        lookup = np.array([*(place.get(name, -1) for name in names.categories), -1], np.int64)
        truth = lookup[names.values]
        is_wrong = np.asarray((truth != predicted) & there)
        self._misses.append(is_wrong[there].astype(np.float64))
        self._guessed += int((truth[there] != self._model.commonest).sum())
        if self._model.rule is not None:
            is_known = there & (truth >= 0)
            said = np.asarray(predicted, np.int64)[is_known]
            self._paid.append(self._model.rule.paid(truth[is_known], said))
        for name, rows in zip(names.categories, names.counts.tolist(), strict=True):
            if rows and name not in place:
                self._unknown[name] += rows
        return is_wrong

    def score(self) -> Score | None:
        """The score of all rows; None if no row has a value of the target."""
        misses = np.concatenate([np.empty(0), *self._misses])
        rows, model = len(misses), self._model
        if not rows:
            return None
        if model.classes:
            guess, guessed = model.classes[model.commonest], self._guessed / rows
            error = wilson(float(misses.mean()), rows)
            unknown = dict(self._unknown.most_common())
            return Score(
                model.target, rows, error, guess, guessed, False, unknown, self._cost(), self.known
            )
        truth = np.concatenate(self._truths)
        mean = float(truth.mean())
        guessed = float(np.sqrt(((truth - mean) ** 2).mean()))
        return Score(
            model.target,
            rows,
            _rooted(misses),
            readable(mean),
            guessed,
            True,
            {},
            known=self.known,
        )

    def _cost(self) -> Interval | None:
        """What a row costs, where errors cost unlike and some class is known."""
        rule = self._model.rule
        paid = np.concatenate([np.empty(0), *self._paid])
        if rule is None or rule.has_equal_costs or not len(paid):
            return None
        mean, off = float(paid.mean()), Z95 * standard_error(paid)
        off = off if math.isfinite(off) else mean
        return Interval(mean, max(0.0, mean - off), mean + off)


def _rooted(squares: Floats) -> Interval:
    """The root of a mean of squares, and of the ends of its interval."""
    mean, off = float(squares.mean()), Z95 * standard_error(squares)
    high = math.sqrt(mean + off) if math.isfinite(off) else math.inf
    low = math.sqrt(max(0.0, mean - off)) if math.isfinite(off) else 0.0
    return Interval(math.sqrt(mean), low, high)


def _size(value: float) -> str:
    return readable(value) if math.isfinite(value) else "any size"
