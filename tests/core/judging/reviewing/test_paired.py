"""The tests on pairs against scipy, exact enumeration, and their own levels."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from core.judging.reviewing import paired
from core.judging.reviewing.paired import mcnemar, mean_interval, paired_difference, sign_flips


@given(st.integers(0, 300), st.integers(0, 300))
def test_mcnemar_is_the_two_sided_binomial_test(one, other):
    if one + other:
        expected = stats.binomtest(one, one + other).pvalue
        assert mcnemar(one, other) == pytest.approx(expected, rel=1e-9)
    assert mcnemar(one, other) == mcnemar(other, one)
    assert 0 < mcnemar(one, other) <= 1


@pytest.mark.parametrize("fewer", [0, 300, 480, 500, 4_700, 49_600])
@pytest.mark.parametrize("more", [501, 50_000])
def test_mcnemar_of_many_rows_is_the_same_test(fewer, more):
    expected = stats.binomtest(fewer, fewer + more).pvalue
    assert mcnemar(fewer, more) == pytest.approx(expected, rel=1e-6, abs=1e-300)


def test_mcnemar_by_hand():
    # Of five tosses none heads: 2 / 32. Of six, 2 / 64. One of five: 2 (1 + 5) / 32.
    assert [mcnemar(0, 5), mcnemar(6, 0), mcnemar(1, 4)] == [1 / 16, 1 / 32, 3 / 8]


def test_sign_flips_are_those_of_all_signs():
    values = np.array([3.0, 1.5, -0.5, 2.0, 0.7, -1.1, 4.0, 0.2, 1.9, 0.0])
    told = values[values != 0]
    sums = np.array([np.dot(s, told) for s in itertools.product([-1, 1], repeat=len(told))])
    exact = np.mean(np.abs(sums) >= abs(told.sum()) - 1e-12)
    assert sign_flips(values) == pytest.approx(exact, abs=0.01)
    assert sign_flips(values) == sign_flips(-values) == sign_flips(values)


def test_of_very_many_rows_the_normal_distribution_gives_the_same(monkeypatch):
    values = np.random.default_rng(0).exponential(size=3000) - 0.97
    drawn = sign_flips(values)
    monkeypatch.setattr(paired, "_MOST_FLIPPED", 100)
    assert sign_flips(values) == pytest.approx(drawn, abs=0.02)


def test_without_a_difference_one_in_twenty_is_below_five_percent():
    random = np.random.default_rng(1)
    found = [sign_flips(random.normal(size=12) ** 3) for _ in range(150)]
    assert 0.01 <= np.mean(np.array(found) < 0.05) <= 0.1


def test_the_interval_of_a_difference_holds_the_truth_as_often_as_it_says():
    random = np.random.default_rng(2)
    truth, hits = 0.05 - 0.09, 0
    for _ in range(400):
        more, fewer, _ = random.multinomial(200, [0.05, 0.09, 0.86])
        found = paired_difference(fewer, more, 200)
        assert found.low <= found.share <= found.high
        hits += found.low <= truth <= found.high
    assert 0.92 <= hits / 400 <= 0.98


def test_without_rows_nothing_is_known():
    assert np.isnan(paired_difference(0, 0, 0).share)
    assert np.isnan(mean_interval(np.empty(0)).share)
    assert mean_interval(np.array([3.0])).high == np.inf
