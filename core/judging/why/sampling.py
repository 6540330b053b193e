"""What each column adds, estimated: for models that cannot tell it themselves.

A row is put together of another row, the background, column by column in a random order; what the
output changes by when a column takes the explained row's value is what it adds (Castro, Gómez &
Tejada 2009; Štrumbelj & Kononenko 2010). Every order is also walked from its end (Mitchell et al.
2022): what is drawn by chance cancels in part, and for a sum of single columns wholly. The mean
over the orders is told, with its standard error.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats
from core.base.progress import Progress, Watch, unwatched
from core.data.table import Table
from core.judging.why.few_rows import joined, mixed

BACKGROUND = 100
"""How many rows a row is compared with, an order of the columns each."""
_LEAST_ORDERS, _MOST_ANSWERS = 16, 40_000
"""With many columns there are fewer orders, so that no more answers are needed for one row."""
_BLOCK = 20_000

Asked = Callable[[Table], Floats]


@dataclass(frozen=True, eq=False)
class Sampled:
    """What each column adds to each output of one row, how uncertain that is, and the start."""

    base: Floats
    values: Floats
    """A row a column, an entry an output; they sum to the row's output less the base."""
    errors: Floats
    """The standard error of each."""


def orders_for(columns: int, most: int = BACKGROUND) -> int:
    """How many orders of so many columns are walked for one row."""
    return max(2, min(most, max(_LEAST_ORDERS, _MOST_ANSWERS // max(1, 2 * columns))))


def sampled(
    asked: Asked, row: Table, background: Table, *, seed: int = 0, watch: Watch = unwatched
) -> Sampled:
    """Explain one row by as many orders as there are background rows.

    `asked` gives the outputs of rows of raw columns.

    >>> import pandas as pd
    >>> def asked(table):
    ...     one, two = (column.values for column in table.columns)
    ...     return (one * two)[:, None]
    >>> row = Table.from_frame(pd.DataFrame({"a": [2.0], "b": [3.0]}))
    >>> found = sampled(asked, row, Table.from_frame(pd.DataFrame({"a": [0.0], "b": [0.0]})))
    >>> found.base, found.values[:, 0]
    (array([0.]), array([3., 3.]))
    """
    names, count = row.names, len(background)
    columns = len(names)
    random = np.random.default_rng(seed)
    orders = np.array([random.permutation(columns) for _ in range(count)]).reshape(count, columns)
    table = joined([row, background])
    adds: list[Floats] = []
    starts: list[Floats] = []
    together = max(1, _BLOCK // (2 * columns + 2))
    for first in range(0, count, together):
        watch(Progress(first, count))
        own = orders[first : first + together]
        told = _walked(asked, table, names, own, first)
        # Steps of the walk there, and of the walk back, each for the column that changed.
        steps = np.diff(told, axis=2)
        found = np.empty((len(own), columns, told.shape[-1]))
        for place in range(len(own)):
            found[place, own[place]] = steps[place, 0]
            found[place, own[place, ::-1]] += steps[place, 1]
        adds.append(found / 2)
        starts.append(told[:, 0, 0])
    every = np.concatenate(adds)
    errors = every.std(axis=0, ddof=1) / np.sqrt(count) if count > 1 else np.zeros_like(every[0])
    return Sampled(np.concatenate(starts).mean(axis=0), every.mean(axis=0), errors)


def _walked(asked: Asked, table: Table, names: list[str], orders: Floats, first: int) -> Floats:
    """The outputs on the way from background rows to row 0: order, direction, step, output."""
    count, columns = orders.shape
    taken_at = np.empty((count, 2, columns), np.int64)  # after which step a column is the row's
    every = np.arange(count)[:, None]
    taken_at[every, 0, orders] = np.arange(columns)
    taken_at[:, 1] = columns - 1 - taken_at[:, 0]
    step = np.arange(columns + 1)
    other = first + 1 + np.arange(count)[:, None, None]
    places = {
        name: np.where(taken_at[:, :, column, None] < step, 0, other).ravel()
        for column, name in enumerate(names)
    }
    told = asked(mixed(table, places))
    return told.reshape(count, 2, columns + 1, -1)
