"""Packed numbers come back, each off by half a step at most."""

import json

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from core.sharing.report.packing import MOST_STEPS, packed
from tests.core.sharing.report.unpacking import unpacked

NUMBERS = st.floats(-300, 300) | st.just(np.nan)


@given(arrays.arrays(float, st.tuples(st.integers(1, 6), st.integers(1, 5)), elements=NUMBERS))
def test_whatever_fits_comes_back_within_half_a_step(values):
    found = unpacked(json.loads(json.dumps(packed(values, 0.01))))
    assert np.array_equal(np.isnan(found), np.isnan(values))
    there = ~np.isnan(values)
    assert np.all(np.abs(found - values)[there] <= 0.005 + 1e-9)


def test_what_is_too_far_away_is_at_the_end_and_what_is_no_number_is_none():
    found = unpacked(packed(np.array([[1e9, -1e9, -np.inf, 0.0]]), 1.0))
    assert found[0, 0] == MOST_STEPS
    assert np.isnan(found[0, 1:3]).all()
    assert found[0, 3] == 0


def test_votes_take_little_more_than_a_bit_each():
    """Rows that are right or wrong by chance: 1,000 rows and 200 rounds."""
    rng = np.random.default_rng(0)
    steps = np.where(rng.random((200, 1000)) < 0.6, -0.05, 0.08)
    size = len(packed(np.cumsum(steps, axis=0), 0.01)["data"])
    assert size < 60_000
