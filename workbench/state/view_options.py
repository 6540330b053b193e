"""A view's options as plain data, ready for JSON, and back. No Qt here."""

import dataclasses
from collections.abc import Mapping
from typing import Any, TypeVar

Kind = TypeVar("Kind")


def plain_options(options: Any) -> dict[str, Any]:
    """The fields of some options; those of a view that nobody has seen yet are plain already."""
    return dict(options) if isinstance(options, Mapping) else dataclasses.asdict(options)


def options_from(kind: type[Kind], plain: Mapping[str, Any]) -> Kind:
    """The options that plain data stand for; what does not fit a field leaves its default.

    >>> @dataclasses.dataclass(frozen=True)
    ... class Drawn:
    ...     rounds: tuple[int, ...] = (5, 20)
    ...     is_log: bool = False
    >>> options_from(Drawn, {"rounds": [7], "is_log": "perhaps", "other": 1})
    Drawn(rounds=(7,), is_log=False)
    """
    values = {}
    if dataclasses.is_dataclass(kind):
        for field in dataclasses.fields(kind):
            value = plain.get(field.name)
            if isinstance(field.default, tuple) and isinstance(value, list):
                kinds = {type(part) for part in field.default} or {str}
                value = tuple(value) if {type(part) for part in value} <= kinds else None
            if type(value) is type(field.default):
                values[field.name] = value
    return kind(**values)
