"""Computed columns in a graph: numbers with NaN, and texts with an empty one, for missing values.

Answers (yes or no) flow as 1 and 0. What ONNX cannot do (dates, the letters of texts) is refused,
with the name of the column.
"""

import functools
import itertools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from core.base.errors import ExportError
from core.base.wording import number_text
from core.data.derived.computed_column import ComputedColumn
from core.data.expressions.checking import Checked
from core.data.expressions.kinds import DATE, TEXT, YES_NO
from core.data.expressions.parsing import MINUS
from core.data.expressions.syntax import Call, Name, NoValue, Number, Text
from core.data.expressions.values import ANSWERS
from core.learning.graph import Name as Value
from core.sharing.onnx.graph import Graph

_COMPARED = {
    "=": "Equal",
    "<": "Less",
    "<=": "LessOrEqual",
    ">": "Greater",
    ">=": "GreaterOrEqual",
}
_ARITHMETIC = {"+": "Add", "-": "Sub", "*": "Mul", "/": "Div"}
_OF_ONE = {
    MINUS: "Neg",
    "abs": "Abs",
    "sqrt": "Sqrt",
    "log": "Log",
    "exp": "Exp",
    "floor": "Floor",
    "ceil": "Ceil",
}


@dataclass(frozen=True, eq=False)
class Formula:
    """The expression of one computed column, written into a graph."""

    graph: Graph
    column: ComputedColumn
    given: Mapping[str, Value]
    """The values of the columns that it uses."""

    @functools.cached_property
    def _nan(self) -> Value:
        return self.graph.constant([[math.nan]])

    @functools.cached_property
    def _empty(self) -> Value:
        return self.graph.texts([""])

    def value(self) -> Value:
        """What it gives, answers as texts; raise ExportError for what ONNX cannot do."""
        checked = self.column.checked
        value = self._part(checked)
        if checked.kind is not YES_NO:
            return value
        no, yes = (self.graph.texts([answer]) for answer in ANSWERS)
        answer = self._where(self._is(value, 1.0), yes, no)
        return self._where(self._add("IsNaN", value), self._empty, answer)

    # Parts

    def _part(self, part: Checked) -> Value:
        own = part.expression
        if isinstance(own, Name):
            value = self.given[own.name]
            return value if part.kind is TEXT else self._finite(value)
        if isinstance(own, Number):
            return self.graph.constant([[own.value]])
        if isinstance(own, Text):
            return self.graph.texts([own.value])
        if isinstance(own, NoValue):
            return self._empty if part.kind is TEXT else self._nan
        assert isinstance(own, Call)
        return self._call(own.function, part)

    def _call(self, function: str, part: Checked) -> Value:
        kinds = [each.kind for each in part.given]
        if DATE in (*kinds, part.kind):
            raise self._refused("computes with dates")
        if function in _SPECIAL:
            return _SPECIAL[function](self, part)
        values = [self._part(each) for each in part.given]
        if function in _ARITHMETIC and kinds == [part.kind, part.kind]:
            return self._finite(self._add(_ARITHMETIC[function], *values))
        if function in _OF_ONE:
            return self._finite(self._add(_OF_ONE[function], *values))
        if function in _COMPARED or function == "!=":
            return self._compared(function, values, part.given[0].kind is TEXT)
        raise self._refused(f"uses {function}()")

    def _compared(self, sign: str, values: list[Value], are_texts: bool) -> Value:
        answer = self._add(_COMPARED.get(sign, "Equal"), *values)
        if sign == "!=":
            answer = self._add("Not", answer)
        missing = self._any([self._missing(value, are_texts) for value in values])
        return self._where(missing, self._nan, self.graph.number(answer))

    def _both(self, part: Checked) -> Value:
        return self._known_by(part, 0.0)

    def _either(self, part: Checked) -> Value:
        return self._known_by(part, 1.0)

    def _known_by(self, part: Checked, decisive: float) -> Value:
        """What one answer of two decides, whatever the other is."""
        values = [self._part(each) for each in part.given]
        decided = self._any([self._is(value, decisive) for value in values])
        is_open = self._any([self._add("IsNaN", value) for value in values])
        rest = self._where(is_open, self._nan, self.graph.constant([[1.0 - decisive]]))
        return self._where(decided, self.graph.constant([[decisive]]), rest)

    def _opposite(self, part: Checked) -> Value:
        return self._add("Sub", self.graph.constant([[1.0]]), self._part(part.given[0]))

    def _chosen(self, part: Checked) -> Value:
        condition, then, otherwise = (self._part(each) for each in part.given)
        nothing = self._empty if part.kind is TEXT else self._nan
        value = self._where(self._is(condition, 1.0), then, otherwise)
        return self._where(self._add("IsNaN", condition), nothing, value)

    def _is_missing(self, part: Checked) -> Value:
        own = part.given[0]
        return self.graph.number(self._missing(self._part(own), own.kind is TEXT))

    def _first_known(self, part: Checked) -> Value:
        values = [self._part(each) for each in part.given]
        found = values[0]
        for value in values[1:]:
            found = self._where(self._missing(found, part.kind is TEXT), value, found)
        return found

    def _one_of(self, part: Checked) -> Value:
        are_texts = part.given[0].kind is TEXT
        value, *others = (self._part(each) for each in part.given)
        found = [self._compared("=", [value, other], are_texts) for other in others]
        decided = self._any([self._is(each, 1.0) for each in found])
        is_open = self._any([self._add("IsNaN", each) for each in found])
        rest = self._where(is_open, self._nan, self.graph.constant([[0.0]]))
        return self._where(decided, self.graph.constant([[1.0]]), rest)

    def _remainder(self, part: Checked) -> Value:
        """C's fmod, with the sign of the divisor, as NumPy has it."""
        a, b = (self._part(each) for each in part.given)
        zero = self.graph.constant([[0.0]])
        left = self._add("Mod", a, b, fmod=1)
        turns = self._add("Xor", self._add("Less", left, zero), self._add("Less", b, zero))
        turns = self._add("And", turns, self._add("Not", self._add("Equal", left, zero)))
        found = self._where(turns, self._add("Add", left, b), left)
        return self._where(self._add("Equal", b, zero), self._nan, found)

    def _power(self, part: Checked) -> Value:
        base, exponent = (self._part(each) for each in part.given)
        missing = self._any([self._add("IsNaN", each) for each in (base, exponent)])
        power = self._finite(self._add("Pow", base, exponent))
        return self._where(missing, self._nan, power)

    def _log10(self, part: Checked) -> Value:
        value = self._finite(self._add("Log", self._part(part.given[0])))
        return self._add("Div", value, self.graph.constant([[math.log(10)]]))

    def _rounded(self, part: Checked) -> Value:
        value = self._part(part.given[0])
        if len(part.given) == 1:
            return self._add("Round", value)
        digits = part.given[1].expression
        if not isinstance(digits, Number):
            raise self._refused("rounds to digits that are not written as a number")
        scale = self.graph.constant([[10.0 ** min(math.trunc(digits.value), 15)]])
        scaled = self._add("Round", self._add("Mul", value, scale))
        is_endless = self._add("IsInf", scaled)
        return self._where(is_endless, value, self._add("Div", scaled, scale))

    def _extreme(self, part: Checked) -> Value:
        assert isinstance(part.expression, Call)
        values = [self._part(each) for each in part.given]
        missing = self._any([self._add("IsNaN", value) for value in values])
        found = self._add(part.expression.function.title(), *values)
        return self._where(missing, self._nan, found)

    def _bins(self, part: Checked) -> Value:
        value = self._part(part.given[0])
        ends = [float(self._written(each)) for each in part.given[1:]]
        shown = [number_text(end) for end in ends]
        between = [f"{low} to {high}" for low, high in itertools.pairwise(shown)]
        found = self.graph.texts([f"{shown[-1]} and above"])
        for end, text in zip(ends[::-1], [f"below {shown[0]}", *between][::-1], strict=True):
            is_below = self._add("Less", value, self.graph.constant([[end]]))
            found = self._where(is_below, self.graph.texts([text]), found)
        return self._where(self._add("IsNaN", value), self._empty, found)

    # Steps

    @staticmethod
    def _written(part: Checked) -> float:
        own = part.expression
        sign = 1.0
        if isinstance(own, Call):
            own, sign = own.arguments[0], -1.0
        assert isinstance(own, Number)
        return sign * own.value

    def _add(self, operator: str, *inputs: Value, **attributes: Any) -> Value:
        return self.graph.add(operator, *inputs, **attributes)

    def _finite(self, value: Value) -> Value:
        """What is infinite is missing: from it, itself cannot be taken."""
        return self._add("Add", value, self._add("Sub", value, value))

    def _where(self, condition: Value, then: Value, otherwise: Value) -> Value:
        return self._add("Where", condition, then, otherwise)

    def _is(self, value: Value, what: float) -> Value:
        return self._add("Equal", value, self.graph.constant([[what]]))

    def _missing(self, value: Value, is_text: bool) -> Value:
        return self._add("Equal", value, self._empty) if is_text else self._add("IsNaN", value)

    def _any(self, conditions: list[Value]) -> Value:
        found = conditions[0]
        for condition in conditions[1:]:
            found = self._add("Or", found, condition)
        return found

    def _refused(self, what: str) -> ExportError:
        return ExportError(
            f"The computed column {self.column.source!r} {what}, and ONNX cannot. Leave it out, or "
            "write its values into a column of the file, and train again."
        )


_SPECIAL: dict[str, Callable[[Formula, Checked], Value]] = {
    "and": Formula._both,
    "or": Formula._either,
    "not": Formula._opposite,
    "if": Formula._chosen,
    "is_missing": Formula._is_missing,
    "coalesce": Formula._first_known,
    "one_of": Formula._one_of,
    "%": Formula._remainder,
    "^": Formula._power,
    "log10": Formula._log10,
    "round": Formula._rounded,
    "min": Formula._extreme,
    "max": Formula._extreme,
    "bins": Formula._bins,
}
