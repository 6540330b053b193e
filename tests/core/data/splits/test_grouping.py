"""Groups: no fold, sample or held-back part has rows of one group on both sides."""

import numpy as np
import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from core.data.column import Column
from core.data.splits.grouping import (
    group_numbers,
    grouped_folds,
    kept_back,
    most_folds,
    rarest_stratum,
    usable,
)
from core.learning.sampling import bootstrap

grouped = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 2)), min_size=4, max_size=80)


def sides(groups, mark):
    return {(group, value) for group, value in zip(groups.tolist(), mark.tolist(), strict=True)}


def parts(rows):
    groups, strata = (np.array(part) for part in zip(*rows, strict=True))
    return usable(groups), strata


@given(grouped, st.integers(2, 6), st.integers(0, 5), st.booleans())
def test_a_group_is_in_one_fold_and_no_fold_is_empty(rows, folds, seed, are_numbers):
    groups, strata = parts(rows)
    if groups is None:
        return
    fold = grouped_folds(groups, strata.astype(float) if are_numbers else strata, folds, seed)
    assert len(sides(groups, fold)) == groups.max() + 1
    count = most_folds(folds, len(groups), groups)
    assert set(fold.tolist()) == set(range(count))


@given(grouped, st.floats(0.05, 0.5), st.integers(0, 5))
def test_a_group_is_kept_back_whole(rows, share, seed):
    groups, _ = parts(rows)
    if groups is None:
        return
    chosen = kept_back(groups, share, len(groups), seed)
    assert len(sides(groups, chosen)) == groups.max() + 1
    assert not chosen.all()
    assert abs(chosen.sum() - share * len(groups)) <= np.bincount(groups).max()


@given(grouped, st.integers(0, 5))
def test_a_sample_draws_whole_groups(rows, seed):
    groups, _ = parts(rows)
    if groups is None:
        return
    drawn = bootstrap(len(groups), len(groups), seed, groups)
    assert len(sides(groups, drawn)) == groups.max() + 1


def test_equal_groups_and_classes_are_dealt_out_evenly():
    groups = np.repeat(np.arange(60), 5)
    strata = (groups % 3 == 0).astype(int)
    fold = grouped_folds(groups, strata, 5, seed=3)
    assert np.bincount(fold).tolist() == [60] * 5
    assert np.bincount(fold[strata == 1]).tolist() == [20] * 5


def test_numbers_are_a_group_like_words_and_gaps_are_none():
    numbers = Column.from_series("g", pd.Series([7.0, np.nan, 7.0, 3.0, np.nan]))
    assert group_numbers(numbers).tolist() == [0, 1, 0, 2, 3]


def test_a_group_counts_to_its_rarest_class():
    groups = np.array([0, 0, 0, 1, 1, 2])
    assert rarest_stratum(groups, np.array([2, 0, 0, 0, 0, 1])).tolist() == [2, 0, 1]


def test_one_group_or_as_many_as_rows_are_none():
    assert usable(np.zeros(5, int)) is None
    assert usable(np.arange(5)) is None
    assert usable(np.array([4, 4, 9])).tolist() == [0, 0, 1]
