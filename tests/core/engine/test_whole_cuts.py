"""Cuts by tallies, against those by histograms of numbers: the same to the last bit."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine.codes import BINS, MISSING
from core.engine.growing.grower import Criterion, Growth
from core.engine.kernels.growing.cuts import best_cut
from core.engine.kernels.growing.whole_cuts import (
    are_whole,
    best_whole_cut,
    room_for_tallies,
    tally,
    weights_of,
)

SIZES = [1, 2, 3, 7, 8, 9, 16, 31, 47, 48, 49, 63, 127, 128, 129, 300, 2000]
"""Around every number of rows where another way is taken."""


def by_histogram(column, rows, pairs, top, min_rows):
    sums = np.zeros((BINS, 3))
    np.add.at(sums[:, :2], column[rows], pairs[rows])
    np.add.at(sums[:, 2], column[rows], 1.0)
    rules = Growth(Criterion.GINI, min_rows=min_rows).rules
    total = pairs[rows].sum(axis=0)
    return best_cut(sums, top, total, len(rows), rules, np.empty(2), np.empty(2))


@given(
    size=st.sampled_from(SIZES),
    values=st.integers(1, MISSING),
    missing=st.sampled_from([0.0, 0.0, 0.2, 1.0]),
    heaviest=st.sampled_from([1, 3, 1000]),
    min_rows=st.sampled_from([1, 1, 2, 5]),
    seed=st.integers(0, 2**32 - 1),
)
@settings(max_examples=300, deadline=None)
def test_tallies_find_what_a_histogram_finds(size, values, missing, heaviest, min_rows, seed):
    rng = np.random.default_rng(seed)
    every = size + 5
    column = rng.integers(0, values, every).astype(np.uint8)
    column[rng.random(every) < missing] = MISSING
    pairs = np.zeros((every, 2))
    pairs[np.arange(every), rng.integers(0, 2, every)] = rng.integers(1, heaviest + 1, every)
    rows = rng.permutation(every)[:size].astype(np.uint32)
    room = room_for_tallies(size)

    assert are_whole(rows, pairs)
    total = tally(rows, pairs, room)
    assert weights_of(total) == tuple(pairs[rows].sum(axis=0))
    found = best_whole_cut(column, rows, total, values, min_rows, room)
    wanted = by_histogram(column, rows, pairs, values, min_rows)

    assert found[0] == wanted[0]
    if wanted[0] > -np.inf:
        assert found == wanted
    assert not room[:BINS].any()  # for the next column


@pytest.mark.parametrize("weight", [0.5, -1.0, 0.0, np.nan, np.inf, 2.0**22])
def test_other_weights_have_no_tallies(weight):
    pairs = np.array([[1.0, 0.0], [weight, 0.0]])
    assert are_whole(np.array([0], np.uint32), pairs)
    assert not are_whole(np.array([0, 1], np.uint32), pairs)
