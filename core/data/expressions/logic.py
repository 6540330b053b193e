"""Comparing, choosing, and what is to be done about missing values.

A comparison with a missing value is missing; `and` and `or` know what they can (Kleene 1938):
no and missing is no, yes or missing is yes.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.data.expressions.values import Texts, Values, missing_in

Comparison = Callable[[Any, Any], Any]


def compared(comparison: Comparison) -> Callable[[Values, Values], Floats]:
    """A comparison of floats, or of texts, as an answer a row."""

    def answer(a: Values, b: Values) -> Floats:
        left, right = _together(a, b)
        is_missing = missing_in(a) | missing_in(b)
        return np.where(is_missing, np.nan, comparison(left, right))

    return answer


def _together(a: Values, b: Values) -> tuple[Any, Any]:
    """What can be held against one another: floats, or places in one list of texts."""
    if not isinstance(a, Texts) or not isinstance(b, Texts):
        return a, b
    left, right = _in_one_list(a, b)
    return left.codes, right.codes


def _in_one_list(*given: Texts) -> list[Texts]:
    """The same texts by places in one list."""
    place: dict[str, int] = {}
    found = []
    for each in given:
        lookup = np.array([*(place.setdefault(t, len(place)) for t in each.texts), -1], np.int64)
        found.append(lookup[each.codes])
    return [Texts(codes, tuple(place)) for codes in found]


def both(a: Floats, b: Floats) -> Floats:
    """Whether both are so."""
    is_no = (a == 0) | (b == 0)
    return np.where(is_no, 0.0, np.where(np.isnan(a) | np.isnan(b), np.nan, 1.0))


def either(a: Floats, b: Floats) -> Floats:
    """Whether one of them is so, or both."""
    is_yes = (a == 1) | (b == 1)
    return np.where(is_yes, 1.0, np.where(np.isnan(a) | np.isnan(b), np.nan, 0.0))


def opposite(a: Floats) -> Floats:
    """Whether it is not so."""
    return 1.0 - a


def chosen(condition: Floats, then: Values, otherwise: Values) -> Values:
    """One value where the condition is so, another where it is not, none where nobody knows."""
    is_open = np.isnan(condition)
    return _where(is_open, None, _where(condition == 1, then, otherwise))


def is_missing(values: Values) -> Floats:
    """Whether there is no value."""
    return missing_in(values).astype(np.float64)


def first_known(first: Values, *more: Values) -> Values:
    """The first that has a value."""
    for each in more:
        first = _where(missing_in(first), each, first)
    return first


def one_of(value: Values, *others: Values) -> Floats:
    """Whether it is one of the others."""
    equal = compared(np.equal)
    found = equal(value, others[0])
    for other in others[1:]:
        found = either(found, equal(value, other))
    return found


def _where(is_so: Mask, then: Values | None, otherwise: Values) -> Values:
    if isinstance(otherwise, Texts):
        if then is None:
            return Texts(np.where(is_so, -1, otherwise.codes), otherwise.texts)
        assert isinstance(then, Texts)
        then, otherwise = _in_one_list(then, otherwise)
        codes: Integers = np.where(is_so, then.codes, otherwise.codes)
        return Texts(codes, otherwise.texts)
    assert not isinstance(then, Texts)
    return np.where(is_so, np.nan if then is None else then, otherwise)
