"""The nearest changes of one or two values of a row that would turn its prediction.

Only values that occur in the data are tried, and of texts none. How far a number moves is counted
by the share of the rows that lie between; another category, or a value for a missing one, counts
half the way and more the rarer it is. One value is changed if that turns the prediction, else two.
(A counterfactual: Wachter, Mittelstadt & Russell 2018.)
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers, Mask
from core.base.progress import Progress, Watch, unwatched
from core.base.wording import count, readable
from core.data.table import Table
from core.judging.why.explain import background_rows
from core.judging.why.few_rows import joined, mixed
from core.judging.why.values import short_value
from core.learning.model import Data, Model

_ROWS = 2000
"""From so many rows values are taken."""
_MOST_VALUES, _NEAREST = 64, 24
"""How many values of a column are tried first, and how many of them are the nearest ones."""
_PAIRED_COLUMNS, _PAIRED_VALUES = 8, 12
_MOST_FOUND = 3


@dataclass(frozen=True)
class OtherValue:
    """Another value in a column."""

    column: str
    before: str
    after: str

    def __str__(self) -> str:
        before, after = (short_value(text) or "empty" for text in (self.before, self.after))
        return f"{self.column} been {after} instead of {before}"


@dataclass(frozen=True)
class Turn:
    """Changes of a row, and what would be predicted then."""

    changes: tuple[OtherValue, ...]
    becomes: str
    away: float
    """How far the values move, as the share of rows between: 0 is near, 1 a column's whole way."""

    @property
    def sentence(self) -> str:
        """In words.

        >>> Turn((OtherValue("discount", "0.3", "0.1"),), "kept", 0.2).sentence
        'Had discount been 0.1 instead of 0.3, the prediction would be kept.'
        """
        return (
            f"Had {' and '.join(map(str, self.changes))}, the prediction would be {self.becomes}."
        )


@dataclass(frozen=True)
class NearestTurns:
    """The nearest changes, the nearest first, and how many were tried."""

    found: tuple[Turn, ...]
    tried: int
    is_class: bool = True

    @property
    def sentences(self) -> tuple[str, ...]:
        """In words."""
        if self.found:
            return tuple(turn.sentence for turn in self.found)
        what = "turns the prediction" if self.is_class else "brings the prediction there"
        return (
            f"No change of one value, nor of two, among {count(self.tried, 'change')} that were "
            f"tried {what}.",
        )


@dataclass(frozen=True, eq=False)
class _Values:
    """The values of a column that are tried: the rows they come from, and how far they are."""

    rows: Integers
    away: Floats
    is_higher: Mask | None
    """Of a number: which values are above the row's."""

    def some(self, which: npt.NDArray[np.bool_] | Integers) -> "_Values":
        return _Values(
            self.rows[which],
            self.away[which],
            None if self.is_higher is None else self.is_higher[which],
        )

    @property
    def first_tried(self) -> "_Values":
        """The nearest ones, and the others evenly."""
        if len(self.rows) <= _MOST_VALUES:
            return self
        rest = np.linspace(_NEAREST, len(self.rows) - 1, _MOST_VALUES - _NEAREST).astype(np.int64)
        return self.some(np.unique(np.concatenate([np.arange(_NEAREST), rest])))


def nearest_turns(
    model: Model,
    row: Table,
    data: Data,
    *,
    goal: float | None = None,
    seed: int = 0,
    watch: Watch = unwatched,
) -> NearestTurns:
    """The nearest changes of one row, in raw columns, with values from these data.

    Of a number, changes that bring the prediction to `goal`, or to its other side.

    >>> import core
    >>> from core.judging.why.few_rows import few_rows
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> row = few_rows(run.model, run.dataset, np.array([4]))
    >>> nearest_turns(run.model, row, run.dataset).sentences[0]
    'Had x1 been 9 instead of 8, the prediction would be -.'
    """
    search = _Search(model, row, background_rows(model, data, _ROWS, seed), goal)
    watch(Progress(0, 3, "changing one value"))
    found = search.of_one()
    if not found:
        watch(Progress(1, 3, "changing two values"))
        found = search.of_two()
    found = sorted(found, key=lambda turn: turn.away)[:_MOST_FOUND]
    return NearestTurns(tuple(found), search.tried, bool(model.classes))


class _Search:
    """Tries values of other rows in one row."""

    def __init__(self, model: Model, row: Table, donors: Table, goal: float | None) -> None:
        self._model, self._goal = model, goal
        self._table = joined([row, donors])
        texts = {each.source for each in model.derivations if each.is_text}
        self._names = [name for name in model.raw_names if name not in texts]
        self._values = {name: values_of(self._table, name) for name in self._names}
        self._now = self._decided(self._mixed({}, 1))[0][0]
        self.tried = 0
        self._margins: dict[str, Floats] = {}

    def of_one(self) -> list[Turn]:
        """The nearest value of every column that turns the prediction."""
        first = {name: values.first_tried for name, values in self._values.items()}
        turned = self._turned(first, self._margins)
        found: list[tuple[str, _Values]] = []
        for name, values in first.items():
            if not turned[name].any():
                continue
            nearest = values.some(turned[name]).some(np.array([0]))
            found.append((name, nearest))
        # Values between the row's own and the one that turns: one of them may do it already.
        between = {
            name: self._values[name].some(_is_nearer(self._values[name], nearest))
            for name, nearest in found
        }
        turned = self._turned(between, {})
        turns = []
        for name, nearest in found:
            nearer = between[name].some(turned[name])
            turns.append(self._turn({name: nearer if len(nearer.rows) else nearest}))
        return turns

    def of_two(self) -> list[Turn]:
        """The nearest values of two columns, among those that move the prediction most."""
        first = {name: values.first_tried for name, values in self._values.items()}
        names = sorted(
            (name for name in first if len(first[name].rows)),
            key=lambda name: float(self._margins[name].min()),
        )[:_PAIRED_COLUMNS]
        half = _PAIRED_VALUES // 2
        chosen = {
            name: first[name].some(
                np.unique(
                    np.concatenate(
                        [
                            np.arange(min(half, len(first[name].rows))),
                            np.argsort(self._margins[name], kind="stable")[:half],
                        ]
                    )
                )
            )
            for name in names
        }
        turns = []
        for place, one in enumerate(names):
            for two in names[:place]:
                left, right = chosen[one], chosen[two]
                pairs = np.indices((len(left.rows), len(right.rows))).reshape(2, -1)
                places = {one: left.rows[pairs[0]], two: right.rows[pairs[1]]}
                turned, _ = self._asked(places, pairs.shape[1])
                if not turned.any():
                    continue
                away = left.away[pairs[0]] + right.away[pairs[1]]
                best = int(np.where(turned, away, np.inf).argmin())
                ends = pairs[:, best]
                turns.append(self._turn({one: left.some(ends[:1]), two: right.some(ends[1:])}))
        return turns

    def _turned(self, values: Mapping[str, _Values], margins: dict[str, Floats]) -> dict[str, Mask]:
        """Which values turn the prediction, column by column, all asked at once."""
        if not values:
            return {}
        counts = [len(own.rows) for own in values.values()]
        total, start = sum(counts), 0
        places = {}
        for (name, own), size in zip(values.items(), counts, strict=True):
            places[name] = np.zeros(total, np.int64)
            places[name][start : start + size] = own.rows
            start += size
        turned, leads = self._asked(places, total)
        cuts = np.cumsum(counts)[:-1]
        margins.update(zip(values, np.split(leads, cuts), strict=True))
        return dict(zip(values, np.split(turned, cuts), strict=True))

    def _asked(self, places: Mapping[str, Integers], rows: int) -> tuple[Mask, Floats]:
        """Which of the changed rows are predicted otherwise, and how far the others are from it."""
        if not rows:
            return np.zeros(0, bool), np.zeros(0)
        self.tried += rows
        decided, outputs = self._decided(self._mixed(places, rows))
        if self._model.classes:
            own = outputs[:, int(self._now)]
            return decided != self._now, own - np.delete(outputs, int(self._now), 1).max(axis=1)
        goal = float(self._goal if self._goal is not None else self._now)
        before = np.sign(float(self._now) - goal)
        return np.sign(decided - goal) != before, np.abs(decided - goal)

    def _decided(self, table: Table) -> tuple[npt.NDArray[np.float64], Floats]:
        return self._model.predicted(table)

    def _mixed(self, places: Mapping[str, Integers], rows: int) -> Table:
        own = np.zeros(rows, np.int64)
        return mixed(self._table, {name: places.get(name, own) for name in self._table.names})

    def _turn(self, values: Mapping[str, _Values]) -> Turn:
        rows = {name: own.rows[:1] for name, own in values.items()}
        decided, _ = self._decided(self._mixed(rows, 1))
        classes = self._model.classes
        becomes = classes[int(decided[0])] if classes else readable(float(decided[0]))
        changes = tuple(
            OtherValue(
                name,
                self._table.column(name).text(0),
                self._table.column(name).text(int(places[0])),
            )
            for name, places in rows.items()
        )
        return Turn(changes, becomes, sum(float(own.away[0]) for own in values.values()))


def _is_nearer(values: _Values, nearest: _Values) -> Mask:
    """Which numbers lie between the row's own and the nearest that turns; none of categories."""
    if values.is_higher is None or nearest.is_higher is None:
        return np.zeros(len(values.rows), bool)
    return np.asarray((values.away < nearest.away[0]) & (values.is_higher == nearest.is_higher[0]))


def values_of(table: Table, name: str) -> _Values:
    """The other values of a column, the nearest to that of row 0 first, each from one row."""
    column = table.column(name)
    rows = np.flatnonzero(~column.missing)
    rows = rows[rows > 0]
    values, first, counts = np.unique(column.values[rows], return_index=True, return_counts=True)
    rows, share = rows[first], counts / max(1, counts.sum())
    is_missing, own = bool(column.missing[0]), column.values[0]
    if column.is_number:
        below = np.cumsum(share) - share / 2
        is_higher = values > own
        away = np.full(len(values), 0.5)
        if not is_missing:
            here = float(share[values < own].sum() + share[values == own].sum() / 2)
            away = np.abs(below - here)
        found = _Values(rows, away, None if is_missing else is_higher)
    else:
        found = _Values(rows, 0.5 + 0.5 * (1 - share), None)
    if not is_missing:
        found = found.some(values != own)
    return found.some(np.argsort(found.away, kind="stable"))
