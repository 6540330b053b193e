"""From an expression back to text, with no more brackets than it needs."""

import re

from core.base.wording import number_text
from core.data.expressions.parsing import COMPARISONS, KEYWORDS, MINUS
from core.data.expressions.syntax import Call, Expression, Name, NoValue, Number, Text

_STRENGTH = {
    "or": 1,
    "and": 2,
    "not": 3,
    **dict.fromkeys(COMPARISONS, 4),
    "+": 5,
    "-": 5,
    "*": 6,
    "/": 6,
    "%": 6,
    MINUS: 7,
    "^": 8,
}
"""How tightly an operator holds its values."""
_TIGHTEST = 9
_PLAIN = re.compile(r"[^\W\d]\w*(?:\.\w+)*")


def printed(expression: Expression) -> str:
    """The text of an expression: read again, it is the same.

    >>> from core.data.expressions.parsing import parse
    >>> printed(parse("((a+b))*-'unit price'"))
    '(a + b) * -[unit price]'
    """
    return _printed(expression)[0]


def name_text(name: str) -> str:
    """A column as it is written in an expression.

    >>> name_text("rooms"), name_text("unit price")
    ('rooms', '[unit price]')
    """
    is_plain = _PLAIN.fullmatch(name) is not None and name.lower() not in KEYWORDS
    return name if is_plain else f"[{name.replace(']', ']]')}]"


def value_text(value: str) -> str:
    """A text as it is written in an expression."""
    return f'"{value.replace(chr(34), 2 * chr(34))}"'


def _printed(expression: Expression) -> tuple[str, int]:
    """The text, and how tightly it holds together."""
    if isinstance(expression, Number):
        return number_text(expression.value), _TIGHTEST
    if isinstance(expression, Text):
        return value_text(expression.value), _TIGHTEST
    if isinstance(expression, Name):
        return name_text(expression.name), _TIGHTEST
    if isinstance(expression, NoValue):
        return "missing", _TIGHTEST
    assert isinstance(expression, Call)
    return _called(expression.function, expression.arguments)


def _called(function: str, arguments: tuple[Expression, ...]) -> tuple[str, int]:
    strength = _STRENGTH.get(function)
    if strength is None:
        return f"{function}({', '.join(printed(part) for part in arguments)})", _TIGHTEST
    if function in ("not", MINUS):
        sign = "-" if function == MINUS else "not "
        return sign + _held(arguments[0], strength), strength
    left, right = arguments
    # Those of one strength are read from the left; a power from the right, and no two comparisons.
    is_power, is_compared = function == "^", function in COMPARISONS
    before = _held(left, strength + (is_power or is_compared))
    after = _held(right, _STRENGTH[MINUS] if is_power else strength + 1)
    sign = function if is_power else f" {function} "
    return before + sign + after, strength


def _held(expression: Expression, strength: int) -> str:
    text, own = _printed(expression)
    return text if own >= strength else f"({text})"
