"""Which two columns a plane shows until a person chooses."""

from collections.abc import Sequence

import numpy as np

from core import Dataset
from core.base.arrays import Floats, Integers
from core.data.column import Column

_SAMPLE = 2000
_MOSTLY = 0.8
_MOST_COLUMNS = 200


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


def telling_columns(dataset: Dataset) -> tuple[str, ...]:
    """The columns of numbers, those first that tell most about the target.

    By the correlation ratio (Pearson 1905) of a sample's ranks: the share of their variance that
    lies between the classes. A target of numbers is cut into ten classes of equal size. Columns of
    which most rows have the same value come last.
    """
    columns = [column for column in dataset.features if column.is_number]
    if len(columns) < 3 or len(columns) > _MOST_COLUMNS:
        return tuple(column.name for column in columns)
    rows = np.linspace(0, len(dataset) - 1, min(len(dataset), _SAMPLE)).astype(np.int64)
    given = dataset.labels[rows]
    if not dataset.classes:
        given = _ranks(given) * 10 // max(1, len(rows))
    classes = given.astype(np.int64)
    told = [_ratio(np.asarray(column.values, np.float64)[rows], classes) for column in columns]
    order = np.argsort(-np.array(told), kind="stable").tolist()
    order.sort(key=lambda place: not is_spread(columns[place]))
    return tuple(columns[place].name for place in order)


def is_spread(column: Column) -> bool:
    """Whether no single value makes up most of a column: else a plane shows little."""
    sample = column.values[np.linspace(0, len(column) - 1, _SAMPLE).astype(np.int64)]
    _, counts = np.unique(sample, return_counts=True)
    return bool(counts.max() < _MOSTLY * len(sample))


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
