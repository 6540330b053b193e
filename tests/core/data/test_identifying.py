"""Identifiers are told by their names and by numbers that never come twice."""

import numpy as np
import pandas as pd
import pytest

from core.data.column import Column
from core.data.identifying import counts_up, nearly_all_differ, sounds_like_identifier


def column(values):
    return Column.from_series("x", pd.Series(values))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("id", True),
        ("ID", True),
        ("user-id", True),
        ("PassengerId", True),
        ("orderNo", True),
        ("", True),
        ("Unnamed: 0", True),
        ("row", True),
        ("Unnamed", False),
        ("valid", False),
        ("grid", False),
        ("monkey", False),
        ("arrow", False),
        ("idea", False),
        ("123", False),
    ],
)
def test_a_name_says_that_it_is_an_identifiers(name, expected):
    assert sounds_like_identifier(name) is expected


@pytest.mark.parametrize(
    ("values", "differ", "up"),
    [
        (np.arange(100), True, True),
        (np.arange(100) + 1e6, True, True),
        (np.arange(100)[::-1], True, False),
        (np.arange(100) * 3, True, False),
        ([*range(99), 5], False, False),
        ([*range(1000), 5, 6, 7], True, False),
        ([*range(99), np.nan], False, False),
        ([*range(99), np.inf], False, False),
        (np.arange(100) + 0.5, False, True),
        (np.arange(10), False, False),
        (["a"] * 100, False, False),
    ],
)
def test_numbers_that_never_come_twice_and_numbers_that_count(values, differ, up):
    assert (nearly_all_differ(column(values)), counts_up(column(values))) == (differ, up)
