"""Computing with numbers. What has no result is missing: n/0, the root of -1, what is too large."""

import itertools

import numpy as np

from core.base.arrays import Floats
from core.base.wording import number_text
from core.data.expressions.values import Texts, Values, finite, floats_by

_quiet = np.errstate(all="ignore")


@_quiet
def plus(a: Floats, b: Floats) -> Floats:
    """The sum."""
    return finite(a + b)


@_quiet
def minus(a: Floats, b: Floats) -> Floats:
    """The difference."""
    return finite(a - b)


@_quiet
def times(a: Floats, b: Floats) -> Floats:
    """The product."""
    return finite(a * b)


@_quiet
def over(a: Floats, b: Floats) -> Floats:
    """The quotient."""
    return finite(a / b)


@_quiet
def remainder(a: Floats, b: Floats) -> Floats:
    """What is left of a division, with the sign of the divisor: a - b * floor(a / b)."""
    return np.asarray(np.where(b == 0, np.nan, np.mod(a, b)))


@_quiet
def power(a: Floats, b: Floats) -> Floats:
    """The power; that of a missing number is missing, whatever the exponent."""
    return np.where(np.isnan(a) | np.isnan(b), np.nan, finite(np.power(a, b)))


def negative(a: Floats) -> Floats:
    """The number with the other sign."""
    return -a


@_quiet
def log(a: Floats) -> Floats:
    """The natural logarithm."""
    return finite(np.log(a))


@_quiet
def log10(a: Floats) -> Floats:
    """The logarithm to the base 10."""
    return finite(np.log10(a))


@_quiet
def exp(a: Floats) -> Floats:
    """The power of e."""
    return finite(np.exp(a))


@_quiet
def sqrt(a: Floats) -> Floats:
    """The square root."""
    return np.asarray(np.sqrt(a))


def absolute(a: Floats) -> Floats:
    """The distance from 0."""
    return np.abs(a)


def floor(a: Floats) -> Floats:
    """The next whole number below."""
    return np.floor(a)


def ceiling(a: Floats) -> Floats:
    """The next whole number above."""
    return np.ceil(a)


def rounded(a: Floats) -> Floats:
    """The nearest whole number; a half goes to the even one."""
    return np.asarray(np.rint(a))


@_quiet
def rounded_to(a: Floats, digits: Floats) -> Floats:
    """Rounded to so many digits behind the point, as 10^-d * round(a * 10^d)."""
    scale = np.power(10.0, np.clip(np.trunc(digits), -15, 15))
    scaled = np.rint(a * scale)
    return np.asarray(
        np.where(np.isfinite(scaled), scaled / scale, np.where(np.isnan(digits), np.nan, a))
    )


def least(first: Floats, *more: Floats) -> Floats:
    """The least of several; missing if one is."""
    for each in more:
        first = np.minimum(first, each)
    return first


def most(first: Floats, *more: Floats) -> Floats:
    """The largest of several; missing if one is."""
    for each in more:
        first = np.maximum(first, each)
    return first


def bins(values: Floats, *edges: Floats) -> Texts:
    """The range between two edges that a number lies in; an edge belongs to the range above it."""
    ends = [float(edge[0]) for edge in edges] if len(values) else []
    shown = [number_text(end) for end in ends]
    between = [f"{low} to {high}" for low, high in itertools.pairwise(shown)]
    texts = (f"below {shown[0]}", *between, f"{shown[-1]} and above") if ends else ()
    places = np.searchsorted(ends, values, side="right").astype(np.int64)
    return Texts(np.where(np.isnan(values), -1, places), texts)


def number(texts: Values) -> Floats:
    """A text as the number that it reads as."""
    return floats_by(_number, texts)


def _number(text: str) -> float:
    try:
        return float(text.replace("_", "x"))  # 1_000 is Python's, not a person's
    except ValueError:
        return float("nan")
