"""What an expression is made of. Operators are calls too: `a + b` calls "+"."""

from collections.abc import Iterator
from dataclasses import dataclass, field

Place = tuple[int, int]
"""Where something stands in the text: from a letter up to another."""


@dataclass(frozen=True)
class Expression:
    """A part of an expression; two that say the same are equal, wherever they stand."""

    at: Place = field(default=(0, 0), compare=False, kw_only=True)

    @property
    def names(self) -> tuple[str, ...]:
        """The columns that it uses, each once, in their order."""
        return tuple(dict.fromkeys(part.name for part in self.parts() if isinstance(part, Name)))

    def parts(self) -> "Iterator[Expression]":
        """All parts, itself the first."""
        yield self


@dataclass(frozen=True)
class Number(Expression):
    """A number as written; none is below 0, for `-` is an operator."""

    value: float


@dataclass(frozen=True)
class Text(Expression):
    """A text as written."""

    value: str


@dataclass(frozen=True)
class NoValue(Expression):
    """No value, of whatever kind is wanted."""


@dataclass(frozen=True)
class Name(Expression):
    """The values of a column."""

    name: str


@dataclass(frozen=True)
class Call(Expression):
    """A function, or an operator, and what it is given."""

    function: str
    arguments: tuple[Expression, ...]
    word: Place = field(default=(0, 0), compare=False, kw_only=True)
    """Where the name of the function, or the sign of the operator, stands."""

    def parts(self) -> Iterator[Expression]:
        """All parts, itself the first."""
        yield self
        for part in self.arguments:
            yield from part.parts()
