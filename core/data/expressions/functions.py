"""The vocabulary of expressions: every function and operator, declared once."""

import itertools
import math
import operator
from collections.abc import Callable, Iterator
from typing import Any

from core.data.expressions import arithmetic, calendar, logic, texts
from core.data.expressions.calendar import seconds_of
from core.data.expressions.kinds import DATE, NUMBER, TEXT, YES_NO, ValueKind
from core.data.expressions.parsing import MINUS
from core.data.expressions.values import Values
from core.data.expressions.vocabulary import Function, Signature

_TOO_LARGE = "a number that is too large"
_EMPTY = "a text of which nothing is left"
_ORDERED = (NUMBER, DATE)


def _numbers(
    name: str, compute: Callable[..., Values], usage: str, told: str, loses: str = ""
) -> Function:
    """A function of one number."""
    return Function(name, usage, told, (Signature((NUMBER,), NUMBER, compute),), loses)


def _operator(sign: str, told: str, *forms: Signature, loses: str = "") -> Function:
    usage = f"{sign} value" if len(forms[0].takes) == 1 else f"value {sign} value"
    if sign == MINUS:
        usage = "-number"
    return Function(sign, usage, told, forms, loses, is_operator=True)


def _arithmetic(sign: str, told: str, compute: Callable[..., Values], loses: str) -> Function:
    return _operator(sign, told, Signature((NUMBER, NUMBER), NUMBER, compute), loses=loses)


def _compares(sign: str, told: str, comparison: logic.Comparison, *kinds: ValueKind) -> Function:
    compute = logic.compared(comparison)
    return _operator(sign, told, *(Signature((kind, kind), YES_NO, compute) for kind in kinds))


def _of_dates(name: str, compute: Callable[..., Values], told: str) -> Function:
    return Function(name, f"{name}(date)", told, (Signature((DATE,), NUMBER, compute),))


def _of_text(
    name: str, compute: Callable[..., Values], told: str, gives: ValueKind, *more: ValueKind
) -> Function:
    words = {TEXT: "part", NUMBER: "letters"}
    usage = f"{name}({', '.join(['text', *(words[kind] for kind in more)])})"
    loses = _EMPTY if gives is TEXT else ""
    return Function(name, usage, told, (Signature((TEXT, *more), gives, compute),), loses)


def _each(
    takes: Callable[[ValueKind], tuple[ValueKind, ...]],
    compute: Callable[..., Values],
    gives: ValueKind | None = None,
    repeats: bool = False,
) -> tuple[Signature, ...]:
    """A form for every kind of value."""
    return tuple(Signature(takes(kind), gives or kind, compute, repeats) for kind in ValueKind)


def _rising(edges: list[Any]) -> str:
    is_rising = all(low < high for low, high in itertools.pairwise(edges))
    return "" if is_rising else "The edges of bins() must grow, as in bins(age, 18, 40, 65)."


def _is_date(written: list[Any]) -> str:
    text = written[0]
    if not isinstance(text, str) or not math.isnan(seconds_of(text)):
        return ""
    return f'{text!r} is no date. Write it as year-month-day: date("2024-01-31").'


def _operators() -> Iterator[Function]:
    yield _operator(
        "or", "Yes if one of the two is.", Signature((YES_NO, YES_NO), YES_NO, logic.either)
    )
    yield _operator("and", "Yes if both are.", Signature((YES_NO, YES_NO), YES_NO, logic.both))
    yield _operator("not", "No for yes, yes for no.", Signature((YES_NO,), YES_NO, logic.opposite))
    yield _compares("=", "Whether two values are the same.", operator.eq, *ValueKind)
    yield _compares("!=", "Whether two values differ.", operator.ne, *ValueKind)
    yield _compares("<", "Whether the first is less, or earlier.", operator.lt, *_ORDERED)
    yield _compares("<=", "Whether the first is less or the same.", operator.le, *_ORDERED)
    yield _compares(">", "Whether the first is more, or later.", operator.gt, *_ORDERED)
    yield _compares(">=", "Whether the first is more or the same.", operator.ge, *_ORDERED)
    yield _arithmetic("+", "The sum.", arithmetic.plus, _TOO_LARGE)
    yield _operator(
        "-",
        "The difference; of two dates in days.",
        Signature((NUMBER, NUMBER), NUMBER, arithmetic.minus),
        Signature((DATE, DATE), NUMBER, calendar.days_since),
        loses=_TOO_LARGE,
    )
    yield _arithmetic("*", "The product.", arithmetic.times, _TOO_LARGE)
    yield _arithmetic("/", "The quotient.", arithmetic.over, "a division by 0")
    yield _arithmetic("%", "What is left of a division.", arithmetic.remainder, "a division by 0")
    yield _operator(
        MINUS, "The number with the other sign.", Signature((NUMBER,), NUMBER, arithmetic.negative)
    )
    yield _arithmetic("^", "The power.", arithmetic.power, "a power that is no number")


def _choices() -> Iterator[Function]:
    yield Function(
        "if",
        "if(condition, then, otherwise)",
        "One value where the condition holds, the other where it does not.",
        _each(lambda kind: (YES_NO, kind, kind), logic.chosen),
    )
    yield Function(
        "one_of",
        "one_of(value, first, second, …)",
        "Whether a value is one of several.",
        _each(lambda kind: (kind, kind), logic.one_of, YES_NO, repeats=True),
    )
    yield Function(
        "is_missing",
        "is_missing(value)",
        "Whether there is no value.",
        _each(lambda kind: (kind,), logic.is_missing, YES_NO),
    )
    yield Function(
        "coalesce",
        "coalesce(value, otherwise, …)",
        "The first of several that is not missing.",
        _each(lambda kind: (kind, kind), logic.first_known, repeats=True),
    )


def _of_numbers() -> Iterator[Function]:
    yield _numbers("abs", arithmetic.absolute, "abs(number)", "The number without its sign.")
    yield _numbers(
        "sqrt", arithmetic.sqrt, "sqrt(number)", "The square root.", "the root of a number below 0"
    )
    yield _numbers(
        "log", arithmetic.log, "log(number)", "The natural logarithm.", "the logarithm of 0 or less"
    )
    yield _numbers(
        "log10",
        arithmetic.log10,
        "log10(number)",
        "The logarithm to the base 10.",
        "the logarithm of 0 or less",
    )
    yield _numbers("exp", arithmetic.exp, "exp(number)", "The power of e.", _TOO_LARGE)
    yield _numbers("floor", arithmetic.floor, "floor(number)", "The next whole number below.")
    yield _numbers("ceil", arithmetic.ceiling, "ceil(number)", "The next whole number above.")
    yield Function(
        "round",
        "round(number, digits)",
        "The number rounded, to whole ones if no digits are told; a half goes to the even one.",
        (
            Signature((NUMBER,), NUMBER, arithmetic.rounded),
            Signature((NUMBER, NUMBER), NUMBER, arithmetic.rounded_to),
        ),
    )
    for name, compute, told in (
        ("min", arithmetic.least, "The least of several, or the earliest."),
        ("max", arithmetic.most, "The largest of several, or the latest."),
    ):
        forms = tuple(Signature((kind, kind), kind, compute, repeats=True) for kind in _ORDERED)
        yield Function(name, f"{name}(value, value, …)", told, forms)
    yield Function(
        "bins",
        "bins(number, edge, edge, …)",
        "The range between two edges that a number lies in, as a category.",
        (Signature((NUMBER, NUMBER), TEXT, arithmetic.bins, repeats=True),),
        written_from=1,
        check=_rising,
    )


def _of_the_calendar() -> Iterator[Function]:
    yield _of_dates("year", calendar.year, "The year of a date.")
    yield _of_dates("month", calendar.month, "The month of a date, from 1 to 12.")
    yield _of_dates("day", calendar.day, "The day of the month of a date.")
    yield _of_dates("weekday", calendar.weekday, "The weekday of a date, from 1 for Monday to 7.")
    yield _of_dates("hour", calendar.hour, "The hour of a date with a time, from 0 to 23.")
    yield Function(
        "days_between",
        "days_between(start, end)",
        "How many days pass from one date to another.",
        (Signature((DATE, DATE), NUMBER, calendar.days_between),),
    )
    yield Function(
        "date",
        'date("2024-01-31")',
        "A date that is written year-month-day.",
        (Signature((TEXT,), DATE, calendar.date),),
        "a text that is no date",
        check=_is_date,
        written_from=0,
    )


def _of_texts() -> Iterator[Function]:
    yield _of_text("lower", texts.lower, "The text in small letters.", TEXT)
    yield _of_text("upper", texts.upper, "The text in capitals.", TEXT)
    yield _of_text("trim", texts.trim, "The text without blanks around it.", TEXT)
    yield _of_text("length", texts.length, "How many letters a text has.", NUMBER)
    yield _of_text(
        "contains",
        texts.contains,
        "Whether a part stands in a text, whatever the case.",
        YES_NO,
        TEXT,
    )
    yield _of_text(
        "starts_with",
        texts.starts_with,
        "Whether a text begins so, whatever the case.",
        YES_NO,
        TEXT,
    )
    yield _of_text(
        "ends_with", texts.ends_with, "Whether a text ends so, whatever the case.", YES_NO, TEXT
    )
    yield _of_text("left", texts.left, "The first letters of a text.", TEXT, NUMBER)
    yield _of_text("right", texts.right, "The last letters of a text.", TEXT, NUMBER)
    yield Function(
        "replace",
        "replace(text, part, other)",
        "The text with another one in place of a part.",
        (Signature((TEXT, TEXT, TEXT), TEXT, texts.replace),),
        _EMPTY,
    )
    yield Function(
        "join",
        "join(text, text, …)",
        "Texts one behind the other.",
        (Signature((TEXT, TEXT), TEXT, texts.join, repeats=True),),
    )
    yield Function(
        "number",
        "number(text)",
        "The number that a text reads as.",
        (Signature((TEXT,), NUMBER, arithmetic.number),),
        "a text that is no number",
    )
    yield Function(
        "text", "text(number)", "A number as a text.", (Signature((NUMBER,), TEXT, texts.text),)
    )


VOCABULARY: dict[str, Function] = {
    function.name: function
    for group in (_operators, _choices, _of_numbers, _of_the_calendar, _of_texts)
    for function in group()
}


def help_lines() -> list[str]:
    """A line of Markdown for each function, as the page of help has them."""
    return [f"- `{function.usage}` {function.help}" for function in functions()]


def functions() -> list[Function]:
    """Those that are called by a name, for a list or a page of help."""
    return [function for function in VOCABULARY.values() if not function.is_operator]
