"""From the columns of a table to what a learner takes: converted, or derived."""

from collections.abc import Iterator

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.errors import DataError
from core.data.column import Column
from core.data.column_plan import ColumnPlan
from core.data.derived.bag_of_words import Words
from core.data.derived.dates import DateParts, settled_order
from core.data.derived.derivation import OfOneColumn
from core.data.labels import Labels
from core.data.plan import Plan
from core.data.roles import Meaning, Role
from core.data.table import Table


def as_meant(column: Column, planned: ColumnPlan | None, lines: Integers) -> Column:
    """A column as numbers or as categories; raise DataError, with a line, for a text."""
    column = column.without(planned.missing if planned else ())
    meaning = planned.meaning if planned else None
    if meaning is Meaning.CATEGORY:
        return column.as_categories()
    if meaning is not Meaning.NUMBER or column.is_number:
        return column
    try:
        return column.as_numbers()
    except ValueError:
        row = first_text(column)
        raise DataError(
            f"{column.name!r} cannot be read as numbers: line {lines[row]} has "
            f"{column.text(row)!r}. Exclude the line, or read the column as categories."
        ) from None


def first_text(column: Column) -> int:
    """The first row whose category reads as no number."""
    is_text = np.array([not _is_number(text) for text in column.categories] + [False], bool)
    return int(is_text[column.values].argmax())


def derivations_of(
    table: Table, plan: Plan, rows: Integers, validation: Mask, labels: Labels
) -> tuple[OfOneColumn, ...]:
    """How the dates and texts among the features become columns, learned from training rows."""
    meanings = (planned.meaning for planned in plan.columns.values())
    if not any(meaning in (Meaning.DATE, Meaning.TEXT) for meaning in meanings):
        return ()
    every = _derivations(table, plan, rows[~validation], labels.values[~validation], labels.classes)
    found = tuple(derivation for derivation in every if derivation.names)
    known = set(table.names)
    for derivation in found:
        for name in derivation.names:
            if name in known:
                raise DataError(
                    f"{table.name} has a column {name!r} already, and {derivation.source!r} would "
                    "give another. Ignore one of them, or rename it in the file."
                )
            known.add(name)
    return found


def _derivations(
    table: Table,
    plan: Plan,
    rows: Integers,
    labels: Floats | Integers,
    classes: tuple[str, ...],
) -> Iterator[OfOneColumn]:
    for column in table.columns:
        planned = plan[column.name]
        if planned.role is not Role.FEATURE:
            continue
        if planned.meaning is Meaning.DATE:
            order = settled_order(column, planned.date_order)
            yield DateParts.that_vary(column, order, rows)
        elif planned.meaning is Meaning.TEXT:
            yield Words.most_telling(column, rows, labels, len(classes))


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
