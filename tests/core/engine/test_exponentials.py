"""exp and log1p of whole arrays, against the mathematics library in more digits."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.kernels.exponentials import exp_all, log1p_all

_TWO_UNITS = 2 * np.finfo(float).eps


def _exp(values):
    out = np.empty(len(values))
    exp_all(np.array(values, float), len(values), np.empty(len(values)), out)
    return out


def _log1p(values):
    out = np.empty(len(values))
    log1p_all(np.array(values, float), len(values), out)
    return out


@given(st.lists(st.floats(-708, 0), min_size=1, max_size=40))
def test_exp_is_right_to_two_units_in_the_last_place(values):
    expected = [math.exp(value) for value in values]
    assert _exp(values) == pytest.approx(expected, rel=_TWO_UNITS, abs=0)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_log1p_is_right_to_two_units_in_the_last_place(values):
    expected = [math.log1p(value) for value in values]
    assert _log1p(values) == pytest.approx(expected, rel=_TWO_UNITS, abs=5e-324)


def test_the_ends_of_the_ranges():
    assert _exp([0.0, -0.0, -1e9, -math.inf]).tolist() == [1.0, 1.0, *2 * [_exp([-708.0])[0]]]
    assert _log1p([0.0, 1.0]).tolist() == [0.0, pytest.approx(math.log(2), rel=_TWO_UNITS)]
