"""The columns that add most to each prediction of a whole table."""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.progress import Progress, Watch, unwatched
from core.data.table import Table
from core.judging.why.explain import explain, told_columns
from core.learning.model import Data, Model

_BLOCK = 4096
_ORDERS = 16
"""Of models that are sampled, so many background rows a row: there are many rows."""


@dataclass(frozen=True, eq=False)
class Strongest:
    """For every row the columns that add most to its prediction, the largest first."""

    names: tuple[str, ...]
    columns: Integers
    """Places among the names: a row a row, as many as were asked for."""
    adds: Floats


def most_reasons(model: Model) -> int:
    """How many columns can be told of each row, whether they are sampled or not."""
    return min(len(told_columns(model)), len(model.raw_names))


def strongest(
    model: Model,
    table: Table,
    count: int,
    *,
    background: Data | None = None,
    watch: Watch = unwatched,
) -> Strongest:
    """What speaks most for, or against, the predicted class of every row, or moves its number.

    >>> import core
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> found = strongest(run.model, run.dataset.table, 1)
    >>> [found.names[place] for place in found.columns[:3, 0]]
    ['x2', 'x2', 'x2']
    """
    count, names = min(count, most_reasons(model)), tuple(model.raw_names)
    places, adds = np.empty((len(table), count), np.int64), np.empty((len(table), count))
    for start in range(0, len(table), _BLOCK):
        rows = np.arange(start, min(start + _BLOCK, len(table)))

        def told(progress: Progress, start: int = start, size: int = len(rows)) -> None:
            watch(Progress(start + size * progress.share, len(table)))

        found = explain(model, table, rows, background=background, orders=_ORDERS, watch=told)
        names = tuple(column.name for column in found.columns)
        about = found.decided.astype(np.int64) if model.classes else np.zeros(len(rows), np.int64)
        own = found.values[np.arange(len(rows)), :, about]
        order = np.argsort(-np.abs(own), axis=1, kind="stable")[:, :count]
        places[rows], adds[rows] = order, np.take_along_axis(own, order, axis=1)
    return Strongest(names, places, adds)
