"""The split by chance: a share of every class, drawn by a seed."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data.column import Column
from core.data.sameness import groups, row_hashes
from core.data.splitting import draw_split


def columns(*values):
    return tuple(
        Column.from_series(str(place), pd.Series(value)) for place, value in enumerate(values)
    )


@given(
    st.lists(st.integers(0, 3), min_size=1, max_size=80),
    st.floats(0.01, 0.99),
    st.integers(0, 2**32),
)
def test_every_class_gives_its_share(strata, share, seed):
    strata = np.array(strata)
    chosen = draw_split(columns(np.arange(len(strata))), strata, share, seed)
    for stratum in np.unique(strata):
        rows = strata == stratum
        assert abs(chosen[rows].sum() - share * rows.sum()) <= 0.5


def test_different_rows_are_drawn_apart():
    # A grid of small whole numbers: a weak hash would take many of its rows for duplicates.
    grid = np.indices((40, 40, 3)).reshape(3, -1).astype(float)
    chosen = draw_split(columns(*grid), np.zeros(grid.shape[1], int), 0.25, seed=0)
    assert chosen.sum() == grid.shape[1] / 4
    for values in grid:
        assert 0.15 < chosen[values == 0].mean() < 0.35


@pytest.mark.parametrize("share", [0, 0.0])
def test_a_share_of_zero_draws_nothing(share):
    assert not draw_split(columns(np.arange(9)), np.zeros(9, int), share, seed=0).any()


def test_the_seed_decides_and_nothing_else():
    features, strata = columns(np.arange(60)), np.arange(60) % 2
    one, again, other = (draw_split(features, strata, 0.3, seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one, again)
    assert (one != other).any()


def test_rows_of_few_codes_are_not_mistaken_for_one_another():
    """Small codes cancel one another out where their bits are not spread."""
    codes = np.arange(64)
    parts = columns(*[pd.Series(codes >> place & 1).map("ab".__getitem__) for place in range(6)])
    assert groups(row_hashes(parts, codes & 3)) is None
