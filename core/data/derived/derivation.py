"""Columns made of a raw column that no learner can take as it is: a date, a text.

A derivation is part of the model: applied to the raw column of another file it gives the same
columns, bit by bit.
"""

import abc
from dataclasses import dataclass
from typing import ClassVar

from core.data.column import Column


@dataclass(frozen=True)
class Derivation(abc.ABC):
    """From one raw column, called `source`, to the columns to learn from."""

    kind: ClassVar[str]

    source: str

    @staticmethod
    def kinds() -> "dict[str, type[Derivation]]":
        """Every way to derive columns, by the name that a model file has for it."""
        from core.data.derived.bag_of_words import Words
        from core.data.derived.dates import DateParts

        return {known.kind: known for known in (DateParts, Words)}

    @property
    @abc.abstractmethod
    def names(self) -> tuple[str, ...]:
        """The names of the derived columns."""

    @abc.abstractmethod
    def check(self) -> None:
        """Raise ValueError if the parts do not fit together: they may come from a file."""

    @abc.abstractmethod
    def columns(self, source: Column) -> tuple[Column, ...]:
        """The derived columns, one value for each of the raw column's."""
