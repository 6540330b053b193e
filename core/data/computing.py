"""Columns that are computed by an expression: what a plan says of them, and their values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from core.base.errors import DataError
from core.data.column import Column
from core.data.column_plan import ColumnPlan
from core.data.derived.computed_column import ComputedColumn, Input
from core.data.derived.dates import settled_order
from core.data.expressions.checking import checked
from core.data.expressions.kinds import DATE, NUMBER, TEXT, ValueKind
from core.data.expressions.parsing import parse
from core.data.expressions.values import WRITTEN_DATES
from core.data.roles import Meaning, Role
from core.data.table import Table

LONGEST_NAME = 200
_KINDS = {Meaning.NUMBER: NUMBER, Meaning.DATE: DATE}
_MEANINGS = {NUMBER: Meaning.NUMBER, DATE: Meaning.DATE}

_WHY_IN_TARGET = "the target is computed from it"
_WHY_SHARED = "it uses what the target is computed from"
_WHY_USES_TARGET = "it uses the target"
_WHYS_OF_TARGET = (_WHY_IN_TARGET, _WHY_SHARED, _WHY_USES_TARGET)

Expressions = Mapping[str, str]
"""By the name of a computed column, the text of its expression."""


# What a plan says


def kinds_of(columns: Mapping[str, ColumnPlan]) -> dict[str, ValueKind]:
    """What the values of columns are to an expression: as they are understood."""
    return {name: _KINDS.get(planned.meaning, TEXT) for name, planned in columns.items()}


def checked_name(name: str, columns: Iterable[str]) -> str:
    """The name for a new column, stripped; raise DataError for one that cannot be."""
    name = name.strip()
    if not name:
        raise DataError("The new column has no name. Give it one.")
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise DataError(
            f"{name[:40]!r} cannot be the name of a column. Choose a shorter one, in one line."
        )
    if name in columns:
        raise DataError(f"There is a column {name!r} already. Choose another name.")
    return name


def understood_as(name: str, text: str, columns: Mapping[str, ColumnPlan]) -> ColumnPlan:
    """What a computed column means, and is used for; raise DataError if it cannot be computed."""
    kinds = kinds_of(columns)
    kinds.pop(name, None)
    found = checked(text, kinds)
    if not found.expression.names:
        raise DataError(
            f"The expression {text!r} uses no column, so every row would have the same value."
        )
    order = WRITTEN_DATES if found.kind is DATE else ""
    return ColumnPlan(_MEANINGS.get(found.kind, Meaning.CATEGORY), Role.FEATURE, "", order)


def in_order(expressions: Expressions) -> list[str]:
    """The computed columns, each behind those that it uses; raise DataError for a circle.

    >>> in_order({"b": "a + 1", "a": "x + 1"})
    ['a', 'b']
    """
    found: dict[str, None] = {}
    for name in expressions:
        _put(name, expressions, found, ())
    return list(found)


def _put(name: str, expressions: Expressions, found: dict[str, None], way: tuple[str, ...]) -> None:
    if name in way:
        circle = [repr(each) for each in way[way.index(name) :]]
        what = (
            f"{circle[0]} uses itself"
            if len(circle) == 1
            else f"{' and '.join(circle)} use one another"
        )
        raise DataError(f"{what}, and so cannot be computed. Change the expression.")
    if name in found:
        return
    for used in parse(expressions[name]).names:
        if used in expressions:
            _put(used, expressions, found, (*way, name))
    found[name] = None


def used_by(name: str, expressions: Expressions) -> set[str]:
    """All columns that a computed column uses, directly or by others; none for another column."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        text = expressions.get(waiting.pop())
        new = set(parse(text).names) - found if text is not None else set()
        found |= new
        waiting += new
    return found


def users_of(name: str, expressions: Expressions) -> list[str]:
    """The computed columns that use a column, directly or by others."""
    return [each for each in expressions if name in used_by(each, expressions)]


def check_expressions(
    columns: Mapping[str, ColumnPlan], expressions: Expressions, target: str | None
) -> None:
    """Raise DataError for expressions that cannot be computed, or that tell the target."""
    in_order(expressions)
    for name, text in expressions.items():
        if name not in columns:
            raise DataError(f"The computed column {name!r} is not among the columns.")
        understood_as(name, text, columns)
        is_used = columns[name].role in (Role.FEATURE, Role.WEIGHT)
        if is_used and target is not None and target in used_by(name, expressions):
            raise DataError(
                f"{name!r} uses {target!r}, which is the target: a model would be told what it is "
                f"to predict. Leave {target!r} out of the expression, or predict {name!r} itself."
            )


def keeping_secret(
    columns: Mapping[str, ColumnPlan], expressions: Expressions, target: str
) -> dict[str, ColumnPlan]:
    """The columns with those ignored that would tell a new target, and no others for that."""
    made_of = used_by(target, expressions)
    told = dict.fromkeys(made_of, _WHY_IN_TARGET)
    for name in expressions:
        used = used_by(name, expressions)
        if target in used:
            told[name] = _WHY_USES_TARGET
        elif used & made_of:
            told.setdefault(name, _WHY_SHARED)
    found = {}
    for name, planned in columns.items():
        told_before = planned.role is Role.IGNORED and planned.why in _WHYS_OF_TARGET
        own = replace(planned, role=planned.meaning.usual_role, why="") if told_before else planned
        tells = name in told and name != target and own.role is Role.FEATURE
        found[name] = replace(own, role=Role.IGNORED, why=told[name]) if tells else own
    return found


# The values


@dataclass(frozen=True, eq=False)
class ComputedTable:
    """A table with its computed columns behind the others."""

    table: Table
    derivations: tuple[ComputedColumn, ...]
    """How they are computed, each behind those that it uses."""
    notes: tuple[str, ...] = ()
    """In sentences, where values are missing that need not be."""


def with_computed(
    table: Table, columns: Mapping[str, ColumnPlan], expressions: Expressions
) -> ComputedTable:
    """The table with the columns that are computed; raise DataError where one cannot be."""
    if not expressions:
        return ComputedTable(table, ())
    kinds = kinds_of(columns)
    missing = {name: planned.missing for name, planned in columns.items()}
    known = {column.name: column for column in table.columns}
    derivations, notes = [], []
    for name in in_order(expressions):
        inputs = []
        for used in parse(expressions[name]).names:
            if used not in known:
                raise DataError(
                    f"{table.name} has no column {used!r}, which {name!r} is computed from. Change "
                    "the expression, or add the column."
                )
            is_date = kinds[used] is DATE
            order = settled_order(known[used], columns[used].date_order) if is_date else ""
            inputs.append(Input(used, kinds[used].value, order))
        derivation = ComputedColumn(name, expressions[name], tuple(inputs))
        known[name], told = _made(derivation, known, missing)
        notes += [f"{name!r}: {told[0].lower()}{told[1:]}"] if told else []
        derivations.append(derivation)
    made = replace(
        table,
        columns=(*table.columns, *(known[name] for name in expressions)),
        computed=tuple(expressions),
        unedited=table.as_read,
    )
    return ComputedTable(made, tuple(derivations), tuple(notes))


@dataclass(frozen=True)
class Trial:
    """What an expression gives, before anybody decides to have it as a column."""

    kind: ValueKind
    used: tuple[str, ...]
    """The columns that it uses."""
    rows: tuple[tuple[str, ...], ...]
    """The first rows: what they have in these columns, and what is computed."""
    missing: int
    """How many rows have no value."""
    of: int
    told: str
    """In a sentence, where values are missing that need not be; empty if nowhere."""


_MOST_TRIED = 8


def tried(
    table: Table,
    columns: Mapping[str, ColumnPlan],
    expressions: Expressions,
    name: str,
    most: int | None = None,
) -> Trial:
    """What one of the computed columns has in the table, or in its first rows alone."""
    wanted = {name, *used_by(name, expressions)}
    if most is not None and most < len(table):
        first = np.arange(most)
        kept = tuple(each.take(first).trimmed() for each in table.columns if each.name in wanted)
        table = replace(table, columns=kept, lines=table.lines[:most])
    made = with_computed(
        table, columns, {each: expressions[each] for each in expressions if each in wanted}
    )
    column = made.table.column(name)
    used = parse(expressions[name]).names
    shown = [*(made.table.column(each) for each in used), column]
    rows = range(min(_MOST_TRIED, len(table)))
    told = next((note for note in made.notes if note.startswith(f"{name!r}: ")), "")
    told = told.removeprefix(f"{name!r}: ").capitalize()
    return Trial(
        made.derivations[-1].checked.kind,
        used,
        tuple(tuple(each.text(row) for each in shown) for row in rows),
        int(np.count_nonzero(column.missing)),
        len(column),
        told,
    )


def computed_anew(
    table: Table,
    derivations: Iterable[ComputedColumn],
    columns: Mapping[str, ColumnPlan] | None,
    changed: Iterable[str],
) -> Table:
    """The table with those of its computed columns made again that use a column that changed."""
    missing = {name: planned.missing for name, planned in (columns or {}).items()}
    known = {column.name: column for column in table.columns}
    stale = set(changed)
    for derivation in derivations:
        if stale & set(derivation.needs):
            known[derivation.source] = _made(derivation, known, missing)[0]
            stale.add(derivation.source)
    return replace(table, columns=tuple(known[column.name] for column in table.columns))


def _made(
    derivation: ComputedColumn,
    known: Mapping[str, Column],
    missing: Mapping[str, tuple[str, ...]],
) -> tuple[Column, str]:
    given = {name: known[name].without(missing.get(name, ())) for name in derivation.needs}
    found = derivation.evaluated(given)
    return derivation.column(found.values), found.told


def needed_for(
    names: Iterable[str], derivations: Iterable[ComputedColumn]
) -> tuple[ComputedColumn, ...]:
    """Those by which these columns are computed, directly or by others, in their order."""
    wanted, found = set(names), []
    for derivation in reversed(tuple(derivations)):
        if derivation.source in wanted:
            wanted |= set(derivation.needs)
            found.append(derivation)
    return tuple(reversed(found))
