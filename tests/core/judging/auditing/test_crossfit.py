"""No row is judged by what was learned from it, and nothing else changes on the way."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.judging.auditing.crossfit import Fold, dealt
from core.learning.problem import Problem
from tests.core.helpers import noisy


def test_a_row_that_learns_cannot_be_judged():
    problem = Problem.of(noisy(20, validation_share=0))
    with pytest.raises(ValueError, match="cannot be judged"):
        Fold.of(problem, np.ones(20, bool), np.array([3]), problem.row_weights)


def test_a_part_holds_its_rows_as_they_are_in_the_whole():
    whole = Problem.of(noisy(60))
    judged = np.array([50, 3, 7])
    learns = np.ones(60, bool)
    learns[[*judged, 11]] = False
    weights = np.arange(60) + 1.0
    part = Fold.of(whole, learns, judged, weights)
    places = np.concatenate([np.flatnonzero(learns), judged])
    own = part.problem
    assert (own.training, len(own)) == (56, 59)
    np.testing.assert_array_equal(own.labels, whole.labels[places])
    np.testing.assert_array_equal(own.row_weights, weights[places])
    np.testing.assert_array_equal(own.data.codes, whole.data.codes[:, places])
    np.testing.assert_array_equal(part.unseen.codes, whole.data.codes[:, judged])
    assert own.data.counts.sum(axis=1).tolist() == [56] * 4
    # Raw columns and codes tell of the same rows.
    encoded = own.inputs.encoder.encode(own.inputs.columns, own.inputs.rows)
    np.testing.assert_array_equal(encoded, own.data.codes)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=60), st.integers(1, 7))
def test_folds_have_equal_shares_of_everything(strata, folds):
    strata = np.array(strata)
    fold = dealt(strata, folds, seed=1)
    assert set(fold) <= set(range(folds))
    sizes = np.bincount(fold, minlength=folds)
    assert sizes.max() - sizes.min() <= 1
    for stratum in set(strata):
        counts = np.bincount(fold[strata == stratum], minlength=folds)
        assert counts.max() - counts.min() <= 2  # its first and last run may be shared


def test_every_fold_has_small_and_large_numbers():
    numbers = np.random.default_rng(0).normal(size=100)
    fold = dealt(numbers, 5, seed=0)
    means = [numbers[fold == number].mean() for number in range(5)]
    assert np.ptp(means) < 0.1
