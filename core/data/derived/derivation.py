"""Columns made of others: of a date or a text that no learner can take as it is, or computed.

A derivation is part of the model: applied to the raw columns of another file it gives the same
columns, bit by bit.
"""

import abc
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from core.data.column import Column


@dataclass(frozen=True)
class Derivation(abc.ABC):
    """From one column or several to the columns to learn from."""

    kind: ClassVar[str]
    is_text: ClassVar[bool] = False
    """Whether the raw column is prose: one row's text is no value that another row could have."""

    source: str
    """The column of the table that they belong to, as a person sees it."""

    @staticmethod
    def kinds() -> "dict[str, type[Derivation]]":
        """Every way to derive columns, by the name that a model file has for it."""
        from core.data.derived.bag_of_words import Words
        from core.data.derived.computed_column import ComputedColumn
        from core.data.derived.dates import DateParts

        return {known.kind: known for known in (DateParts, Words, ComputedColumn)}

    @property
    @abc.abstractmethod
    def names(self) -> tuple[str, ...]:
        """The names of the derived columns."""

    @property
    def needs(self) -> tuple[str, ...]:
        """The columns that they are made of."""
        return (self.source,)

    @property
    def needs_as_written(self) -> tuple[str, ...]:
        """Those of them whose texts are looked at as they are written: $5 is not 5 there."""
        return self.needs

    @abc.abstractmethod
    def check(self) -> None:
        """Raise ValueError if the parts do not fit together: they may come from a file."""

    @abc.abstractmethod
    def made(self, columns: Mapping[str, Column]) -> tuple[Column, ...]:
        """The derived columns, one value a row, of the columns that are needed."""

    def readable(self, source: Column) -> Column:
        """The source of a few rows, missing where `made` would take none of it for what it is."""
        return source


@dataclass(frozen=True)
class OfOneColumn(Derivation):
    """From one raw column, called `source`, to the columns to learn from."""

    @abc.abstractmethod
    def columns(self, source: Column) -> tuple[Column, ...]:
        """The derived columns, one value for each of the raw column's."""

    def made(self, columns: Mapping[str, Column]) -> tuple[Column, ...]:
        """Those of the one column."""
        return self.columns(columns[self.source])


def raw_sources(names: Iterable[str], derivations: Iterable[Derivation]) -> list[str]:
    """The raw columns that these columns come from in the end, each once, in their order."""
    maker = {name: derivation for derivation in derivations for name in derivation.names}
    found: dict[str, None] = {}
    waiting = list(names)[::-1]
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        if (derivation := maker.get(name)) is None:
            found[name] = None
        else:
            waiting += derivation.needs[::-1]
    return list(found)
