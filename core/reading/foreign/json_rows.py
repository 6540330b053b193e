"""JSON: an object a line, or a list of objects. What is nested becomes columns of its own."""

import json
from collections.abc import Iterator
from typing import Any

from core.base.errors import DataError
from core.base.wording import count, grouped
from core.reading.foreign.found import Found, ReadAsk
from core.reading.foreign.values import cells
from core.sources.layout import unique_names
from core.sources.source import Source

_BLOCK = 1 << 20
_MOST_COLUMNS = 16_384
_MOST_PROBLEMS = 1000
_DEEPEST = 8
_REMEDY = "Write one object a line, or a list of objects."

_Numbered = tuple[int, Any]


def read(ask: ReadAsk) -> Found:
    """Every object is a row: by its line, or its place in the list."""
    import numpy as np

    columns: dict[str, list[Any]] = {}
    numbers: list[int] = []
    problems: list[tuple[int, str]] = []
    for number, value in _values(ask):
        if not isinstance(value, dict):
            what = value if isinstance(value, _Broken) else "no object with names and values"
            problems.append((number, f"{what}: it was set aside"))
            continue
        for name, cell in _flat(value):
            column = columns.get(name)
            if column is None:
                if len(columns) == _MOST_COLUMNS:
                    raise DataError(
                        f"{ask.name} has more than {grouped(_MOST_COLUMNS)} different names, which "
                        f"is no table. {_REMEDY}"
                    )
                column = columns[name] = []
            # Whoever lacked the name has nothing there.
            column.extend([None] * (len(numbers) - len(column)))
            column.append(cell)
        numbers.append(number)
        if len(numbers) % 10_000 == 0:
            ask.tell(0, 0, f"{grouped(len(numbers))} rows")
    if not numbers or not columns:
        raise DataError(f"{ask.name} holds no rows. {_REMEDY}")
    if len(problems) > len(numbers):
        number, what = problems[0]
        raise DataError(f"Line {grouped(number)} of {ask.name} is {what}. {_REMEDY}")
    for column in columns.values():
        column.extend([None] * (len(numbers) - len(column)))
    names, notes = unique_names(columns)
    if problems:
        rows = count(len(problems), "line is", "lines are")
        notes = (*notes, f"{rows} not what the others are: set aside, and listed.")
    return Found(
        names,
        tuple(cells(column) for column in columns.values()),
        np.array(numbers, np.int64),
        ask.excerpt,
        notes=notes,
        problems=tuple(problems[:_MOST_PROBLEMS]),
    )


class _Broken(str):
    """What is wrong with a line."""

    __slots__ = ()


def _values(ask: ReadAsk) -> Iterator[_Numbered]:
    """What stands on each line, or in the list, with its number."""
    try:
        with Source.from_path(ask.path).open() as stream:
            lines = _lines(stream)
            number, first = next(((n, line) for n, line in lines if line.strip()), (0, b""))
            if _is_object(first):
                yield number, _parsed(first)
                for number, line in lines:
                    if line.strip():
                        yield number, _parsed(line)
                return
            rest = b"\n".join([first, *(line for _, line in lines)])
        whole = json.loads(rest.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise DataError(f"{ask.name} is no whole JSON file ({error}). {_REMEDY}") from error
    yield from enumerate(_listed(whole, ask.name), 1)


def _lines(stream: Any) -> Iterator[tuple[int, bytes]]:
    number, rest = 0, b""
    while block := stream.read(_BLOCK):
        *whole, rest = (rest + block).split(b"\n")
        for line in whole:
            number += 1
            yield number, line
    if rest:
        yield number + 1, rest


def _is_object(line: bytes) -> bool:
    return isinstance(_parsed(line), dict)


def _parsed(line: bytes) -> Any:
    try:
        return json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return _Broken("no whole JSON object")


def _listed(whole: Any, name: str) -> list[Any]:
    """The list of rows: the whole, or the only list that an object holds."""
    if isinstance(whole, dict):
        lists = [part for part in whole.values() if isinstance(part, list)]
        whole = lists[0] if len(lists) == 1 else [whole]
    if not isinstance(whole, list):
        raise DataError(f"{name} holds a single value, and no rows. {_REMEDY}")
    return whole


def _flat(value: dict[str, Any], before: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Names and plain values: what is within another one is called by both names."""
    for key, inner in value.items():
        name = f"{before}{key}"
        if isinstance(inner, dict) and inner and depth < _DEEPEST:
            yield from _flat(inner, f"{name}.", depth + 1)
        elif isinstance(inner, dict | list):
            yield name, json.dumps(inner, ensure_ascii=False) if inner else None
        else:
            yield name, inner
