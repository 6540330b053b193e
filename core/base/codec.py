"""Taking learned things apart into plain data and arrays, and putting them together again.

A learned thing is a frozen dataclass. The types of its arrays are marked with `Stored`; its other
fields are numbers, texts, truth values, tuples of texts, or learned things again. What is put
together has been checked against these declarations; nothing is ever run.
"""

import dataclasses
import functools
import math
import typing
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

Arrays = dict[str, npt.NDArray[Any]]
_DEEPEST = 40
"""How far learned things may nest: beyond it, asking them could exhaust the stack."""
ReadArray = Callable[[str, str, int], npt.NDArray[Any]]
"""Gives the array of a name, of a kind (such as "<f8") and with so many dimensions."""


@dataclasses.dataclass(frozen=True)
class Stored:
    """Marks a field's type as an array: its kind, as in a .npy file, and its dimensions.

    Used as `votes: Annotated[Floats, Stored("<f8")]`.
    """

    kind: str
    dimensions: int = 1
    is_optional: bool = False
    """Whether it is left out where it is empty; files of before it was kept have none."""


def take_apart(thing: Any, path: str, arrays: Arrays) -> Any:
    """The plain part of a learned thing; its arrays are put into `arrays` by their paths."""
    if isinstance(thing, tuple):
        return [take_apart(part, f"{path}.{place}", arrays) for place, part in enumerate(thing)]
    if not dataclasses.is_dataclass(thing):
        return thing
    plain: dict[str, Any] = {}
    if hasattr(thing, "kind"):
        plain["kind"] = thing.kind
    kinds: dict[str, Any] = _fields(type(thing))  # type: ignore[arg-type]  # classes are hashable
    for name, kind in kinds.items():
        value, here = getattr(thing, name), f"{path}.{name}"
        if isinstance(kind, Stored):
            if len(value) or not kind.is_optional:
                arrays[here] = np.ascontiguousarray(value, kind.kind)
        else:
            plain[name] = take_apart(value, here, arrays)
    return plain


def put_together(kind: Any, plain: Any, path: str, read: ReadArray) -> Any:
    """A thing of this type from its plain part; raise ValueError or KeyError if it does not fit."""
    require(path.count(".") <= _DEEPEST)
    origin = typing.get_origin(kind)
    if origin is tuple:
        inner = typing.get_args(kind)[0]
        require(isinstance(plain, list))
        return tuple(
            put_together(inner, part, f"{path}.{place}", read) for place, part in enumerate(plain)
        )
    if kind is float:
        require(isinstance(plain, int | float) and not isinstance(plain, bool))
        require(math.isfinite(plain))
        return float(plain)
    if kind in (int, str, bool):
        require(type(plain) is kind)
        return plain
    require(isinstance(plain, dict))
    family = getattr(kind, "kinds", None)
    if family is not None:
        kind = family()[plain["kind"]]
    values = {}
    for name, inner in _fields(kind).items():
        here = f"{path}.{name}"
        if isinstance(inner, Stored):
            try:
                values[name] = read(here, inner.kind, inner.dimensions)
            except KeyError:
                if not inner.is_optional:  # else the field's default says what its absence means
                    raise
        else:
            values[name] = put_together(inner, plain[name], here, read)
    return kind(**values)


@functools.cache
def _fields(kind: Any) -> dict[str, Any]:
    """The fields of a learned thing: the mark of an array, or else the field's type."""
    hints = typing.get_type_hints(kind, include_extras=True)
    found = {}
    for field in dataclasses.fields(kind):
        hint = hints[field.name]
        marks = [mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Stored)]
        found[field.name] = marks[0] if marks else hint
    return found


def require(holds: bool) -> None:
    """Raise ValueError if something that must hold does not."""
    if not holds:
        raise ValueError("its parts do not fit together")
