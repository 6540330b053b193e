"""A column that is computed from others by an expression."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.base.errors import DataError
from core.data.column import Column
from core.data.derived.date_texts import ORDERS
from core.data.derived.derivation import Derivation
from core.data.expressions.checking import Checked, checked
from core.data.expressions.evaluating import Computed, computed
from core.data.expressions.kinds import DATE, NUMBER, ValueKind
from core.data.expressions.values import Values, column_of, values_of


@dataclass(frozen=True)
class Input:
    """A column that an expression uses, and how its values are read."""

    name: str
    value_kind: str
    """A `ValueKind`, by its name."""
    date_order: str = ""
    """How dates are written, see `core.data.derived.dates`."""

    @property
    def reads(self) -> ValueKind:
        """What the values are."""
        return ValueKind(self.value_kind)


@dataclass(frozen=True)
class ComputedColumn(Derivation):
    """An expression, and how the columns are read that it uses; `source` is its own name.

    >>> from core.data.column import Kind
    >>> inputs = (Input("price", "number"), Input("rooms", "number"))
    >>> made = ComputedColumn("each", "price / rooms", inputs)
    >>> columns = {"price": Column("price", Kind.NUMBER, np.array([6.0, 4.0]))}
    >>> columns["rooms"] = Column("rooms", Kind.NUMBER, np.array([3.0, 0.0]))
    >>> made.made(columns)[0].values.tolist()
    [2.0, nan]
    """

    kind: ClassVar[str] = "expression"

    expression: str
    inputs: tuple[Input, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Its own name."""
        return (self.source,)

    @property
    def needs(self) -> tuple[str, ...]:
        """The columns that the expression uses."""
        return tuple(used.name for used in self.inputs)

    @property
    def needs_as_written(self) -> tuple[str, ...]:
        """Those that are no numbers."""
        return tuple(used.name for used in self.inputs if used.reads is not NUMBER)

    @property
    def checked(self) -> Checked:
        """The expression, checked; raise ExpressionError if it does not fit the columns."""
        return checked(self.expression, {used.name: used.reads for used in self.inputs})

    def check(self) -> None:
        """Raise ValueError for an expression that cannot be computed from these columns."""
        names = [used.name for used in self.inputs]
        known = {kind.value for kind in ValueKind}
        if len(set(names)) < len(names) or self.source in names:
            raise ValueError("a computed column that uses itself")
        if any(used.value_kind not in known for used in self.inputs):
            raise ValueError("a computed column that reads an unknown kind of values")
        if any((used.reads is DATE) != (used.date_order in ORDERS) for used in self.inputs):
            raise ValueError("a computed column that reads dates in an unknown order")
        try:
            used_names = self.checked.expression.names
        except DataError as error:
            raise ValueError(str(error)) from error
        if set(used_names) != set(names) or not names:
            raise ValueError("a computed column that names other columns than it uses")

    def evaluated(self, columns: Mapping[str, Column]) -> Computed:
        """The values, and how many of them are missing that need not be; raise DataError."""
        values = {used.name: _values(used, columns[used.name]) for used in self.inputs}
        rows = len(next(iter(values.values())))
        return computed(self.checked, values, rows)

    def made(self, columns: Mapping[str, Column]) -> tuple[Column, ...]:
        """The one column."""
        return (self.column(self.evaluated(columns).values),)

    def column(self, values: Values) -> Column:
        """The values as the column that it gives."""
        return column_of(self.source, values, self.checked.kind)


def _values(used: Input, column: Column) -> Values:
    try:
        return values_of(column, used.reads, used.date_order)
    except ValueError:
        numbers = column.numbers_in()
        row = int((np.isnan(numbers) & ~column.missing).argmax())
        raise DataError(
            f"{used.name!r} is computed with as {NUMBER.plural}, and one value is "
            f"{column.text(row)!r}. Correct it, leave it empty, or read the column as categories."
        ) from None
