"""How a command is told about its data, and what it says about them once they are read."""

import os
import shlex
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from core.base.errors import DataError
from core.base.freed_memory import keep_freed_memory
from core.base.progress import Watch, unwatched
from core.base.wording import count, grouped
from core.checks import group_checks
from core.checks.findings import about_columns
from core.cluster.address import ClusterAddress
from core.data.dataset import Dataset
from core.data.expressions.error import ExpressionError
from core.data.expressions.printing import name_text
from core.data.guessing import understood
from core.data.plan import Plan
from core.data.roles import Meaning, Role
from core.data.split import SplitWords
from core.data.split_words import split_sentence
from core.data.table import Table
from core.data.targets.guess import likeliest_target
from core.learning.holders import is_held
from core.parts.large import look_in_parts
from core.parts.opening import open_parts
from core.reading.tables import read_table
from core.sources.known_dialect import NOTHING_KNOWN, Known

_AS_WRITTEN = (Meaning.CATEGORY, Meaning.TEXT)
"""Numbers that are meant so are read as texts: 1.50 stays 1.50."""
_TEXT, _GROUP, _TIME, _VALIDATION = "text", "group", "time", "validation"
_WORDS: dict[str, Literal["group", "time", "validation_column"]] = {
    _GROUP: "group",
    _TIME: "time",
    _VALIDATION: "validation_column",
}
ROLES = (*(role.value for role in Role), _TEXT, _GROUP, _TIME, _VALIDATION)
TYPES = tuple(meaning.value for meaning in Meaning)
_MOST_NAMED = 12
_MOST_WARNINGS = 6


@dataclass(frozen=True)
class DataOptions:
    """What a person says about a file: how it is written, what its columns are, and the split."""

    target: str | None = None
    weight: str | None = None
    roles: tuple[str, ...] = ()
    """Texts as `column=role`, one of ROLES: the last = parts them."""
    types: tuple[str, ...] = ()
    """Texts as `column=type`, one of TYPES."""
    known: Known = NOTHING_KNOWN
    split: SplitWords = field(default_factory=SplitWords)
    columns: tuple[str, ...] = ()
    """Columns to compute, as `name = expression`: the first = parts them."""
    on_disk: bool = False
    """Whether codes of the rows are kept on the disk even if all of them fit into memory."""
    cluster: ClusterAddress | None = None
    """Where the workers are that hold the rows; None: this machine does."""


def read_data(
    path: str | os.PathLike[str], options: DataOptions, watch: Watch = unwatched
) -> Dataset:
    """Read a file, a folder or a pattern of files as told; what is not told is guessed."""
    types = {name: Meaning(kind) for name, kind in _pairs("type", options.types, TYPES)}
    roles = _pairs("role", options.roles, ROLES)
    types |= {name: Meaning.TEXT for name, role in roles if role == _TEXT}
    computed = _computed(options.columns)
    as_text = [
        name for name, meaning in types.items() if meaning in _AS_WRITTEN and name not in computed
    ]
    is_asked = options.on_disk or options.cluster is not None
    look = look_in_parts(path, options.known, as_text, watch, is_asked)
    if look is not None:
        plan = _planned(look.table, options, types, roles, computed)
        if options.cluster is not None:
            from core.cluster.opening import open_at  # slow to load, and rarely asked for

            return open_at(look, plan, options.cluster, watch)
        return open_parts(look, plan, watch, options.on_disk)
    keep_freed_memory()
    table = read_table(path, as_text=as_text, known=options.known)
    return Dataset.from_table(table, plan=_planned(table, options, types, roles, computed))


def _planned(
    table: Table,
    options: DataOptions,
    types: dict[str, Meaning],
    roles: list[tuple[str, str]],
    computed: dict[str, str],
) -> Plan:
    for name in (*types, *(name for name, _ in roles)):
        if name not in computed:
            table.column(name)
    if options.target is not None and options.target not in computed:
        table.column(options.target)
    plan = Plan(understood(table))
    for name in types.keys() - computed.keys():
        plan = plan.with_meaning(name, types[name])
    target = options.target or likeliest_target(table, dict(plan.columns))[0]
    try:
        plan = plan.predicting(target, computed)
    except ExpressionError as error:
        raise DataError(f"{error}\n{textwrap.indent(error.pointed, '    ')}") from error
    for name in types.keys() & computed.keys():
        plan = plan.with_meaning(name, types[name])
    words = SplitWords(**options.split)
    for role, word in _WORDS.items():
        if (told := _only(role, roles, words.get(word))) is not None:
            words[word] = told
    weight = _only(Role.WEIGHT.value, roles, options.weight)
    for name, role in roles:
        if role == _TEXT:
            plan = plan.with_role(name, Role.FEATURE)
        elif role not in _WORDS:
            plan = plan.with_role(name, Role(role))
    if weight is not None:
        if weight not in computed:
            table.column(weight)
        plan = plan.with_weight(weight)
    if words.get("validation_column") is not None and "validation_share" in words:
        raise DataError(
            f"{words['validation_column']!r} says which rows are for validation, so there is no "
            "share to choose. Give one of the two."
        )
    split = plan.split.changed(**words)
    for name in split.names:
        if name not in computed:
            table.column(name)
    return plan.with_split(split)


def _computed(texts: Iterable[str]) -> dict[str, str]:
    """The columns to compute, by name."""
    found: dict[str, str] = {}
    for text in texts:
        name, is_parted, expression = (part.strip() for part in text.partition("="))
        if name[:1] + name[-1:] in ("[]", "''") and len(name) > 2:
            name = name[1:-1]
        if not is_parted or not name or expression.startswith("="):
            raise DataError(
                f"The column {text!r} is not understood. Write NAME = EXPRESSION, such as "
                "'each = price / rooms'."
            )
        if name in found:
            raise DataError(f"Two columns are to be called {name!r}. Call one otherwise.")
        found[name] = expression
    return found


def _only(role: str, roles: list[tuple[str, str]], told: str | None) -> str | None:
    """The one column of a role, by whichever word it was told; raise DataError for two."""
    names = [name for name, own in roles if own == role]
    names = list(dict.fromkeys(names if told is None else [told, *names]))
    if len(names) > 1:
        raise DataError(f"Both {names[0]!r} and {names[1]!r} are the {role}. Choose one of them.")
    return names[0] if names else None


def _pairs(what: str, texts: Iterable[str], known: tuple[str, ...]) -> list[tuple[str, str]]:
    """The columns and what is said about each, in their order."""
    found = []
    for text in texts:
        name, is_parted, value = text.rpartition("=")
        if not is_parted or value not in known:
            raise DataError(
                f"The {what} {text!r} is not understood. Write COLUMN={what}, where the {what} is "
                f"one of: {', '.join(known)}."
            )
        found.append((name, value))
    return found


def how_read(data: Dataset) -> list[str]:
    """In sentences: how the file was read, what its columns are, and how the rows are split."""
    return list(_told(data))


def _told(data: Dataset) -> Iterator[str]:
    origin = data.table.origin
    columns = count(len(data.table.as_read.columns), "column")
    size = f"{data.name}: {grouped(len(data.table))} rows of {columns}"
    said = origin.described() if origin is not None else {}
    if origin is not None and origin.dialect is not None:
        size += (
            f"; separator {said['separator']}, decimal mark {said['decimal mark']}, "
            f"{said['encoding']}"
        )
    elif said:
        size += "; " + ", ".join(f"{term} {told}" for term, told in said.items())
    yield f"{size}."
    if data.sample is not None:
        yield (
            "The rows are on the disk, as codes of one byte a value; what is said about columns is "
            f"of a fair sample of {grouped(len(data.sample))} of them."
        )
    yield from data.table.notes
    yield f"Target {data.target!r}, {data.task.value}" + _classes(data)
    assert data.plan is not None
    for meaning in Meaning:
        names = [
            name
            for name, column in data.plan.columns.items()
            if column.role is Role.FEATURE and column.meaning is meaning
        ]
        if names:
            yield f"{_TITLES[meaning]}: {_listed(names)}."
    for name, text in data.plan.computed.items():
        yield f"Computed: {name_text(name)} = {text}"
    if data.plan.weight is not None:
        yield f"Weights of the rows: {data.plan.weight!r}."
    yield from _left_out(data)
    yield f"Of the sample: {split_sentence(data)}" if is_held(data) else split_sentence(data)
    warnings = about_columns(data)
    for finding in warnings[:_MOST_WARNINGS]:
        gone = shlex.quote(f"{finding.columns[-1]}={Role.IGNORED.value}")
        yield f"{finding.sentence} Leave it out by --role {gone}."
    if len(warnings) > _MOST_WARNINGS:
        more = f"{grouped(len(warnings) - _MOST_WARNINGS)} more warnings"
        yield f"There are {more} like these: the report and the window list them all."
    for finding in group_checks.found(data.in_memory):
        yield f"{finding.sentence} Keep them together by --group {shlex.quote(finding.columns[0])}."


def _classes(data: Dataset) -> str:
    if not data.classes:
        return "."
    return f": {_listed(data.classes)}."


def _left_out(data: Dataset) -> Iterator[str]:
    """Columns that a person left out; the notes have those with a reason."""
    assert data.plan is not None
    yield from data.notes
    names = [
        name
        for name, column in data.plan.columns.items()
        if column.role is Role.IGNORED and not column.why
    ]
    if names:
        yield f"Left out as told: {_listed(names)}."


_TITLES = {
    Meaning.NUMBER: "Numbers",
    Meaning.CATEGORY: "Categories",
    Meaning.DATE: "Dates",
    Meaning.TEXT: "Texts",
    Meaning.IDENTIFIER: "Identifiers",
}


def _listed(names: Iterable[str]) -> str:
    names = list(names)
    more = f" and {grouped(len(names) - _MOST_NAMED)} more" if len(names) > _MOST_NAMED else ""
    return ", ".join(names[:_MOST_NAMED]) + more
