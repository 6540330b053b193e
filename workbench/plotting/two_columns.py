"""Which two columns a plane shows until a person chooses."""

import itertools
from collections.abc import Sequence

import numpy as np

from core import Dataset
from core.base.arrays import Floats, Integers
from core.data.column import Column

_SAMPLE = 2000
_MOSTLY = 0.8
_MOST_COLUMNS = 2000
_CANDIDATES = 8
_PARTS, _MOST_CATEGORIES = 8, 12
_AS_GOOD = 0.9
"""Of pairs that tell nearly as much as the best one, the one of most values shows most."""


def chosen_columns(
    known: Sequence[str], likely: Sequence[str], x: str = "", y: str = ""
) -> tuple[str, str]:
    """The chosen columns where they are there, else the likely ones, else the first.

    Of two that nobody chose, the one that stands first among the known ones lies across.

    >>> chosen_columns(["a", "b", "c"], ["c", "b"]), chosen_columns(["a", "b", "c"], ["b"], "c")
    (('b', 'c'), ('c', 'b'))
    """
    known = list(known)
    ordered = list(dict.fromkeys([*likely, *known]))
    if x not in known and y not in known:
        ordered[:2] = sorted(ordered[:2], key=known.index)
    x = x if x in known else next((name for name in ordered if name != y), y)
    y = y if y in known and y != x else next((name for name in ordered if name != x), x)
    return x, y


def telling_pair(dataset: Dataset) -> tuple[str, ...]:
    """The two columns that together tell the classes apart best, then the others.

    Each column of a sample is cut into a few parts of equal size, or is its categories; a row's
    cell is judged by the other rows of that cell, so that small cells do not win by chance. What
    counts is how much more of the rows' own class there is in their cells than in all of them.
    """
    ranked = telling_columns(dataset)
    names = {column.name: column for column in dataset.features}
    few = [
        column
        for column in dataset.features
        if not column.is_number and 2 <= len(column.categories) <= _MOST_CATEGORIES
    ]
    numbers = [names[name] for name in ranked[:_CANDIDATES]]
    if len(numbers) + len(few) < 3:
        return ranked
    rows = _sampled(len(dataset))
    classes = _classes(dataset, rows)
    parts = {column.name: _parts(column, rows) for column in (*numbers, *few[:_CANDIDATES])}
    values = {name: len(np.unique(names[name].values[rows])) for name in parts}
    told: dict[tuple[str, str], float] = {}
    for one, other in itertools.combinations(parts, 2):
        if names[one].is_number or names[other].is_number or not numbers:
            told[one, other] = _gain(parts[one] * 64 + parts[other], classes)
    best = max(told.values())
    good = [pair for pair in told if told[pair] >= _AS_GOOD * best]
    pair = max(good, key=lambda own: min(values[own[0]], _SAMPLE) * min(values[own[1]], _SAMPLE))
    return tuple(dict.fromkeys([*pair, *ranked]))


def telling_columns(dataset: Dataset) -> tuple[str, ...]:
    """The columns of numbers, those first that tell most about the target.

    By the correlation ratio (Pearson 1905) of a sample's ranks: the share of their variance that
    lies between the classes. A target of numbers is cut into ten classes of equal size. Columns of
    which most rows have the same value come last.
    """
    columns = [column for column in dataset.features if column.is_number]
    if len(columns) < 3 or len(columns) > _MOST_COLUMNS:
        return tuple(column.name for column in columns)
    rows = _sampled(len(dataset))
    classes = _classes(dataset, rows)
    told = [_ratio(np.asarray(column.values, np.float64)[rows], classes) for column in columns]
    order = np.argsort(-np.array(told), kind="stable").tolist()
    order.sort(key=lambda place: not is_spread(columns[place]))
    return tuple(columns[place].name for place in order)


def is_spread(column: Column) -> bool:
    """Whether no single value makes up most of a column: else a plane shows little."""
    sample = column.values[np.linspace(0, len(column) - 1, _SAMPLE).astype(np.int64)]
    _, counts = np.unique(sample, return_counts=True)
    return bool(counts.max() < _MOSTLY * len(sample))


def _sampled(rows: int) -> Integers:
    return np.linspace(0, rows - 1, min(rows, _SAMPLE)).astype(np.int64)


def _classes(dataset: Dataset, rows: Integers) -> Integers:
    """The classes of some rows; of numbers ten of equal size."""
    given = dataset.labels[rows]
    if not dataset.classes:
        given = _ranks(given) * 10 // max(1, len(rows))
    return given.astype(np.int64)


def _parts(column: Column, rows: Integers) -> Integers:
    """Which part of a column each row is in; missing values have their own."""
    values = column.values[rows]
    if not column.is_number:
        return values.astype(np.int64) + 1
    found = np.full(len(rows), _PARTS)
    is_there = np.isfinite(values)
    ranks = _ranks(np.asarray(values[is_there], np.float64))
    found[is_there] = ranks * _PARTS // max(1, len(ranks))
    return found


def _gain(cells: Integers, classes: Integers) -> float:
    """How much more of a row's class its cell's other rows are than all other rows are."""
    return _own_share(cells, classes) - _own_share(np.zeros_like(cells), classes)


def _own_share(cells: Integers, classes: Integers) -> float:
    _, cell = np.unique(cells, return_inverse=True)
    counts = np.zeros((int(cell.max()) + 1, int(classes.max()) + 1))
    np.add.at(counts, (cell, classes), 1)
    own, all_ = counts[cell, classes] - 1, counts.sum(axis=1)[cell] - 1
    # A row alone in its cell is told nothing.
    return float(np.divide(own, all_, out=np.zeros_like(own), where=all_ > 0).mean())


def _ratio(values: Floats, classes: np.ndarray) -> float:
    is_there = np.isfinite(values)
    ranks, classes = _ranks(values[is_there]), classes[is_there]
    if len(ranks) < 2 or ranks.min() == ranks.max():
        return 0.0
    counts = np.bincount(classes)
    sums = np.bincount(classes, ranks - ranks.mean())
    between = float((sums[counts > 0] ** 2 / counts[counts > 0]).sum())
    # A column that is mostly missing tells little of the rows.
    return between / float(ranks.var() * len(ranks)) * float(is_there.mean())


def _ranks(values: Floats | Integers) -> Floats:
    """Ranks; equal values share the lowest."""
    return np.searchsorted(np.sort(values), values).astype(np.float64)
