"""Why a row is suspected: what the judges say, since when, its neighbours, and its odd values."""

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers, Mask
from core.data.column import Column
from core.data.dataset import Dataset
from core.judging.auditing.jury import Opinion
from core.judging.auditing.sentences import sentences
from core.judging.auditing.twins import Twins
from core.judging.auditing.verdict import KINDS, SuspicionKind
from core.learning.run import Run

_NEIGHBOURS = 3
_UNUSUAL = 0.025
"""A value is unusual if no more than this share of the class's rows has one as extreme, or as rare.
"""
_RARE = 0.25
"""A category is rare if it is less than so many times as frequent as that of a usual row."""
_MOST_UNUSUAL = 5
_LEAST_ROWS = 10
_LEAST_OFTEN, _OFTEN = 3.0, 1.5
"""A confusion is frequent from so many rows on, and so many times what is usual of a pair."""
_MOST_NUMBERS = 20_000_000
"""Neighbours are looked for among a sample of rows where there would be more numbers."""


@dataclass(frozen=True)
class JudgeSays:
    """One judge on one row. Numbers: `share` and `other_share` are NaN, `other` the number."""

    judge: str
    disagrees: bool
    share: float
    other: str
    other_share: float
    weight: float = 0.0
    """Its share in what the judges say together; 0 where that is not known."""


@dataclass(frozen=True)
class Neighbour:
    """Another row, its label, and how far it is in standard deviations."""

    line: int
    label: str
    distance: float
    where: str
    """The line as a person reads it, with its file where there are several."""


@dataclass(frozen=True)
class UnusualValue:
    """A value that few rows of the class have, or none as extreme."""

    column: str
    value: str
    share: float
    """The share of the class's other rows with a number as extreme, or a category as rare."""
    usual: str
    """The class's middle half of the numbers, or its commonest category."""


@dataclass(frozen=True)
class Reasons:
    """Everything that speaks for or against one row, in numbers and in sentences."""

    line: int
    label: str
    kind: SuspicionKind
    suggested: str
    probability: float
    wrong: float
    judges: tuple[JudgeSays, ...]
    wrong_since: int | None
    """The boosted run gets the row wrong from this round on to its last; None if right there."""
    rounds: int
    twins: tuple[Neighbour, ...]
    """Rows with the same values and another label."""
    like: tuple[Neighbour, ...]
    """The nearest rows with the same label; for numbers the nearest rows."""
    unlike: tuple[Neighbour, ...]
    """The nearest rows with another label."""
    unusual: tuple[UnusualValue, ...]
    """The row's most unusual values, for its class."""
    often: int = 0
    """About so many labels are wrong in the same way; 0 where this is nothing special."""
    is_judged: bool = True
    """Whether anybody was heard on it."""
    is_outside: bool = False
    """Whether the sample that was audited is without it; else there were too few rows before it."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """The same in plain words."""
        return sentences(self)

    @property
    def brief_sentences(self) -> tuple[str, ...]:
        """The same where judges and values are shown beside it: unusual ones are only named."""
        return sentences(self, briefly=True)


class RowEvidence:
    """What reasons are made of; each part is made when it is first asked for."""

    def __init__(
        self,
        dataset: Dataset,
        kinds: Integers,
        suggested: npt.NDArray[Any],
        probability: Floats,
        wrong: Floats,
        opinions: tuple[Opinion, ...],
        twins: Twins,
        run: Run | None,
        judged: Mask | None = None,
    ) -> None:
        self._data, self._kinds, self._suggested = dataset, kinds, suggested
        self._probability, self._wrong, self._opinions = probability, wrong, opinions
        self._twins, self._run, self._judged = twins, run, judged

    def reasons(self, row: int) -> Reasons:
        """The reasons of one row."""
        data = self._data
        if not 0 <= row < len(data):
            raise IndexError(f"row {row} is not among the {len(data)} rows")
        like, unlike = self._neighbours(row)
        is_judged = self._judged is None or bool(self._judged[row])
        return Reasons(
            int(data.lines[row]),
            data.label_text(row),
            KINDS[self._kinds[row]],
            self._name(self._suggested[row]),
            float(self._probability[row]),
            float(self._wrong[row]),
            tuple(self._says(opinion, row) for opinion in self._opinions if is_judged),
            self._wrong_since(row),
            self._run.rounds if self._run else 0,
            self._unlike_twins(row),
            like,
            unlike,
            self._unusual(row),
            self._often(row) if is_judged else 0,
            is_judged,
            not is_judged and not data.split.past_only,
        )

    def _name(self, label: float) -> str:
        from core.base.wording import readable

        return self._data.classes[int(label)] if self._data.classes else readable(float(label))

    def _says(self, opinion: Opinion, row: int) -> JudgeSays:
        own = float(opinion.own[row])
        if not self._data.classes:
            number = self._name(own)
            return JudgeSays(opinion.title, True, np.nan, number, np.nan, opinion.weight)
        share, other = float(opinion.share[row]), self._name(opinion.other[row])
        return JudgeSays(opinion.title, share > own, own, other, share, opinion.weight)

    def _wrong_since(self, row: int) -> int | None:
        """The first round of the last stretch of rounds in which the row is wrong.

        Asked of this row alone: all rows at every round would take seconds where there are many. A
        row without a weight counts in no error, and is never said to be wrong.
        """
        run = self._run
        if run is None or not self._data.classes or not run.rounds:
            return None
        place = run.history.places_of(np.array([row]))
        right = np.flatnonzero(run.history.misses(place) == 0)
        since = int(right[-1]) + 2 if len(right) else 1
        return since if since <= run.rounds else None

    def _unlike_twins(self, row: int) -> tuple[Neighbour, ...]:
        if not self._data.classes:
            return ()
        same = self._twins.of_row(row)
        labels = self._data.labels
        return tuple(
            self._neighbour(other, 0.0) for other in same.tolist() if labels[other] != labels[row]
        )

    def _often(self, row: int) -> int:
        """How many rows have the same label instead of the same suggested one, if these are many.

        By estimate: the sum of how likely they are wrong.
        """
        if not self._data.classes:
            return 0
        count = float(self._mistaken[int(self._suggested[row]), int(self._data.labels[row])])
        pairs = len(self._data.classes) * (len(self._data.classes) - 1)
        is_often = count >= _LEAST_OFTEN and count * pairs >= _OFTEN * self._mistaken.sum()
        return round(count) if is_often else 0

    @functools.cached_property
    def _mistaken(self) -> Floats:
        """How many labels (a column) stand for each other suggested class (a row), by estimate."""
        classes = len(self._data.classes)
        found = np.zeros((classes, classes))
        pair = (self._suggested.astype(np.int64), self._data.labels.astype(np.int64))
        np.add.at(found, pair, self._wrong)
        np.fill_diagonal(found, 0.0)
        return found

    def _neighbour(self, row: int, distance: float) -> Neighbour:
        data = self._data
        return Neighbour(int(data.lines[row]), data.label_text(row), distance, data.where(row))

    def _neighbours(self, row: int) -> tuple[tuple[Neighbour, ...], tuple[Neighbour, ...]]:
        rows, layout, inputs, matrix = self._space
        if not layout.width:
            return (), ()
        here = layout.matrix(inputs, np.array([row]))[0]
        away = np.sqrt(((matrix - here) ** 2).sum(axis=1))
        away[rows == row] = np.inf
        if not self._data.classes:
            return self._nearest(rows, away, np.ones(len(rows), bool)), ()
        is_like = self._data.labels[rows] == self._data.labels[row]
        return self._nearest(rows, away, is_like), self._nearest(rows, away, ~is_like)

    def _nearest(self, rows: Integers, away: Floats, among: Any) -> tuple[Neighbour, ...]:
        places = np.flatnonzero(among & np.isfinite(away))
        nearest = places[np.argsort(away[places], kind="stable")[:_NEIGHBOURS]]
        return tuple(self._neighbour(int(rows[place]), float(away[place])) for place in nearest)

    @functools.cached_property
    def _space(self) -> Any:
        """Rows as points: which rows, their layout, all rows' inputs, and the points."""
        from core.engine.binning import binned
        from core.engine.inputs import Inputs
        from core.engine.matrix import MatrixLayout

        data = self._data
        everyone = np.arange(len(data))
        inputs = Inputs(binned(data).encoder, data.features, everyone)
        layout = MatrixLayout.of(inputs, everyone, np.ones(len(data)))
        most = max(1000, _MOST_NUMBERS // max(1, layout.width))
        rows = everyone
        if len(data) > most:
            rows = np.sort(np.random.default_rng(0).choice(len(data), most, replace=False))
        return rows, layout, inputs, layout.matrix(inputs, rows)

    def _unusual(self, row: int) -> tuple[UnusualValue, ...]:
        data = self._data
        own = np.arange(len(data)) != row
        if data.classes:
            own &= data.labels == data.labels[row]
        if int(own.sum()) < _LEAST_ROWS:
            return ()
        found = [
            value
            for column in data.features
            if (value := unusual_value(column, row, np.flatnonzero(own))) is not None
        ]
        return tuple(sorted(found, key=lambda value: value.share)[:_MOST_UNUSUAL])


def unusual_value(column: Column, row: int, others: Integers) -> UnusualValue | None:
    """A row's value, if few of the other rows have one as extreme, or have it."""
    text = column.text(row) or "missing"
    if column.missing[row]:
        share = float(column.missing[others].mean())
        usual = "a value"
    elif column.is_number:
        values = column.values[others]
        values = values[~np.isnan(values)]
        if len(values) < _LEAST_ROWS:
            return None
        value = column.values[row]
        share = 2 * min(float((values <= value).mean()), float((values >= value).mean()))
        low, high = np.quantile(values, [0.25, 0.75], method="lower")  # infinities have no middle
        usual = f"{_short(low)} to {_short(high)}"
    else:
        codes = column.values[others].astype(np.int64)
        codes = codes[codes >= 0]
        if not len(codes):
            return None
        share = _as_rare(codes, int(column.values[row]), len(others))
        usual = column.categories[int(np.bincount(codes).argmax())]
    return UnusualValue(column.name, text, share, usual) if share <= _UNUSUAL else None


def _as_rare(codes: Integers, own: int, rows: int) -> float:
    """The share of rows whose category is as rare as this one; 1 where it is no rarer than usual.

    Of 51 categories that are all about as frequent each is rare, and none of them is unusual.

    >>> _as_rare(np.repeat(np.arange(50), 2), 7, 100), _as_rare(np.array([0] * 99 + [1]), 1, 100)
    (1.0, 0.01)
    """
    counts = np.bincount(codes, minlength=own + 1)
    usual = float(np.median(counts[codes] - 1))  # how many others have it, as for this row
    if counts[own] >= _RARE * usual:
        return 1.0
    return float(counts[counts <= counts[own]].sum() / rows)


def _short(value: float) -> str:
    from core.base.wording import readable

    return readable(float(value))
