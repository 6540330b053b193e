"""Another way to compute an expression: row by row, in plain Python, with None for missing."""

import calendar
import datetime
import math

from core.data.expressions.syntax import Call, Name, NoValue, Number, Text


def value(expression, row):
    """The value of one row, a dict of numbers, texts, datetimes, truth values and None."""
    if isinstance(expression, Number | Text):
        return expression.value
    if isinstance(expression, NoValue):
        return None
    if isinstance(expression, Name):
        return row[expression.name]
    assert isinstance(expression, Call)
    given = [value(part, row) for part in expression.arguments]
    name = expression.function
    if name == "if":
        return None if given[0] is None else given[1] if given[0] else given[2]
    if name == "is_missing":
        return given[0] is None
    if name == "coalesce":
        return next((each for each in given if each is not None), None)
    if name == "and":
        return False if False in _only(given) else None if None in given else True
    if name == "or":
        return True if True in _only(given) else None if None in given else False
    if name == "one_of":
        if given[0] is None:
            return None
        known = [each for each in given[1:] if each is not None]
        return given[0] in known or (None if len(known) < len(given) - 1 else False)
    if None in given:
        return None
    try:
        found = _KNOWN[name](*given)
    except (ZeroDivisionError, ValueError, OverflowError):
        return None
    if isinstance(found, complex) or found == "":
        return None
    if isinstance(found, float) and not math.isfinite(found):
        return None
    return found


def _only(given):
    return [each for each in given if each is not None]


def _round(number, digits=0.0):
    scale = 10.0 ** max(-15, min(15, math.trunc(digits)))
    scaled = number * scale
    return number if not math.isfinite(scaled) else float(round(scaled)) / scale


def _bins(number, *edges):
    shown = [str(int(edge)) if edge == int(edge) else repr(edge) for edge in edges]
    if number < edges[0]:
        return f"below {shown[0]}"
    for low, high, end in zip(shown, shown[1:], edges[1:], strict=False):
        if number < end:
            return f"{low} to {high}"
    return f"{shown[-1]} and above"


def _log(number):
    return math.log(number) if number > 0 else None


def _days(start, end):
    return (end - start).total_seconds() / 86_400


def _minus(a, b):
    return _days(b, a) if isinstance(a, datetime.datetime) else a - b


_KNOWN = {
    "+": lambda a, b: a + b,
    "-": _minus,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "%": lambda a, b: a % b,
    "^": lambda a, b: float(a) ** b,
    "negative": lambda a: -a,
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "not": lambda a: not a,
    "abs": abs,
    "sqrt": math.sqrt,
    "log": _log,
    "log10": lambda a: math.log10(a) if a > 0 else None,
    "exp": math.exp,
    "floor": lambda a: float(math.floor(a)),
    "ceil": lambda a: float(math.ceil(a)),
    "round": _round,
    "min": min,
    "max": max,
    "bins": _bins,
    "year": lambda d: float(d.year),
    "month": lambda d: float(d.month),
    "day": lambda d: float(d.day),
    "weekday": lambda d: float(calendar.weekday(d.year, d.month, d.day) + 1),
    "hour": lambda d: float(d.hour),
    "days_between": _days,
    "date": datetime.datetime.fromisoformat,
    "lower": str.lower,
    "upper": str.upper,
    "trim": lambda t: " ".join(t.split()),
    "length": lambda t: float(len(t)),
    "contains": lambda t, part: part.casefold() in t.casefold(),
    "starts_with": lambda t, part: t.casefold().startswith(part.casefold()),
    "ends_with": lambda t, part: t.casefold().endswith(part.casefold()),
    "left": lambda t, n: t[: max(0, int(min(n, 10_000)))],
    "right": lambda t, n: t[max(0, len(t) - max(0, int(min(n, 10_000)))) :],
    "replace": lambda t, part, other: t.replace(part, other),
    "join": lambda *parts: "".join(parts),
    "number": float,
    "text": lambda n: str(int(n)) if n == int(n) and abs(n) < 1e15 else repr(n),
}
