"""When rows of several files were: by a column of dates or numbers, or by the files' order."""

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.errors import DataError
from core.data.derived.dates import guessed_order
from core.data.plan import Plan
from core.data.split import FILE_ORDER
from core.data.splits.splitting import times_in
from core.data.table import Table

_A_FILE = 2.0**40
"""No file has so many lines: rows in the order of the files have numbers that grow."""


def time_order(plan: Plan, table: Table) -> str:
    """How dates are written, as the plan says or the rows that were looked at suggest."""
    name = plan.split.time
    if name is None or name == FILE_ORDER:
        return ""
    planned, column = plan[name].date_order, table.column(name)
    if planned or column.is_number:
        return planned
    known = column.without(plan[name].missing)
    if (np.isnan(known.numbers_in()) == known.missing).all():
        return ""
    guess = guessed_order(known.trimmed().categories)
    if guess is None:
        raise DataError(
            f"{name!r} cannot tell which rows are the latest: its values are neither numbers nor "
            f"dates. Choose a column of dates or numbers, or {FILE_ORDER!r} for the last lines of "
            "the files."
        )
    return guess.order


def times_of(plan: Plan, order: str, file: int, table: Table, rows: Integers) -> Floats:
    """When some rows of a file were, as numbers that grow; NaN where nobody knows."""
    name = plan.split.time
    assert name is not None
    if name == FILE_ORDER:
        return np.asarray(_A_FILE * file + table.lines[rows], np.float64)
    column = table.column(name).without(plan[name].missing).take(rows)
    return times_in(column.trimmed(), order)
