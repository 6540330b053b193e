"""Values as Python source: short ones on one line, long ones a part a line."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from core.learning.settings import Settings
from core.sources.dialect import Dialect
from core.sources.excerpt import Excerpt

_WIDTH = 88
_INDENT = "    "


def literal(value: Any, depth: int = 0, before: int = 0) -> str:
    """The source of plain data, of settings, a dialect or an excerpt; `before` columns are taken.

    >>> print(literal({"a": [1, 2], "b": "x"}))
    {'a': [1, 2], 'b': 'x'}
    >>> from core import AdaBoost
    >>> print(literal(AdaBoost(rounds=5)).splitlines()[:2])
    ['AdaBoost(', '    rounds=5,']
    """
    opening, parts, closing = _parts(value, depth + 1)
    if not closing:
        return opening
    one_line = f"{opening}{', '.join(parts)}{closing}"
    if isinstance(value, tuple) and len(parts) == 1:
        one_line = f"{opening}{parts[0]},{closing}"
    is_short = before + len(depth * _INDENT + one_line) <= _WIDTH and "\n" not in one_line
    # Every setting has a line of its own: that is what people look at.
    if is_short and not (isinstance(value, Settings) and len(parts) > 1):
        return one_line
    inner, end = "\n" + (depth + 1) * _INDENT, "\n" + depth * _INDENT
    lines = _filled(parts, depth + 1) if _are_words(value) else parts
    return f"{opening}{''.join(f'{inner}{line},' for line in lines)}{end}{closing}"


def comment(text: str) -> str:
    r"""Any text as a comment of one line.

    >>> comment("first\nsecond")
    '# first second'
    """
    return "# " + " ".join("".join(c if c.isprintable() else " " for c in text).split())


def kinds_in(settings: Settings) -> set[type[Settings]]:
    """The classes that the source of these settings names."""
    found: set[type[Settings]] = {type(settings)}
    for declared in settings.declared():
        value = getattr(settings, declared.name)
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Settings):
                found |= kinds_in(each)
    return found


def _parts(value: Any, depth: int) -> tuple[str, list[str], str]:
    """What opens the source, its parts, and what closes it: nothing if it has no parts."""
    if isinstance(value, Settings):
        named = {declared.name: getattr(value, declared.name) for declared in value.declared()}
        return f"{type(value).__name__}(", _named(named, depth), ")"
    if isinstance(value, Dialect | Excerpt):
        named = {field.name: getattr(value, field.name) for field in fields(value)}
        return f"{type(value).__name__}(", _named(named, depth), ")"
    if isinstance(value, Mapping):
        parts = []
        for key, part in value.items():
            start = f"{key!r}: "
            parts.append(start + literal(part, depth, len(start)))
        return "{", parts, "}"
    if isinstance(value, tuple):
        return "(", [literal(part, depth) for part in value], ")"
    if isinstance(value, list):
        return "[", [literal(part, depth) for part in value], "]"
    return repr(value), [], ""


def _named(values: Mapping[str, Any], depth: int) -> list[str]:
    return [f"{name}={literal(part, depth, len(name) + 1)}" for name, part in values.items()]


def _are_words(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(part, int | str) for part in value)


def _filled(parts: list[str], depth: int) -> Iterator[str]:
    """As many parts a line as fit."""
    room = _WIDTH - depth * len(_INDENT)
    line = parts[0]
    for part in parts[1:]:
        if len(line) + len(part) + 3 > room:
            yield line
            line = part
        else:
            line += f", {part}"
    yield line
