"""Numbers whose residual no judge can explain."""

import numpy as np
import pytest

from core.judging.auditing.regression import (
    LocalScale,
    average,
    doubted_numbers,
    unexplained,
)


def test_sure_judges_weigh_more():
    targets = np.zeros(3)
    said = np.array([[1.0, 4.0], [-1.0, 4.0], [1.0, -4.0]])
    # Usual sizes of 1 and 4 times 1.4826: weights of 16/17 and 1/17.
    expected = [20 / 17, -12 / 17, 12 / 17]
    np.testing.assert_allclose(average(said, targets), expected)
    np.testing.assert_allclose(unexplained(said, targets), np.abs(expected) / (1.4826 * 12 / 17))


def test_judges_that_are_always_right_leave_nothing():
    targets = np.arange(10.0)
    assert not unexplained(np.column_stack([targets, targets]), targets).any()


@pytest.mark.parametrize("freedom", [4, 1000])
def test_errors_of_usual_size_are_not_wrong_and_others_are(freedom):
    random = np.random.default_rng(0)
    sizes = np.abs(random.standard_t(freedom, 2000))
    assert doubted_numbers(sizes, 0).noise.estimate < 0.01
    sizes[:60] = random.uniform(40, 60, 60)
    doubt = doubted_numbers(sizes, 0)
    assert doubt.noise.estimate == pytest.approx(0.03, abs=0.01)
    assert doubt.noise.low <= doubt.noise.estimate <= doubt.noise.high
    assert doubt.wrong[:60].min() > 0.5
    assert (doubt.wrong[60:] > 0.5).mean() < 0.01


def test_larger_is_never_less_likely_wrong():
    sizes = np.sort(np.abs(np.random.default_rng(1).standard_cauchy(500)))
    assert np.all(np.diff(doubted_numbers(sizes, 0).wrong) >= 0)


def test_where_numbers_are_usually_missed_by_more_a_miss_counts_less():
    """Residuals grow with the number: one scale for all hides what is odd among small ones."""
    random = np.random.default_rng(0)
    targets = np.sort(random.uniform(1, 100, 1000))
    said = (targets * (1 + 0.1 * random.normal(size=1000)))[:, None]
    said[[100, 900]] = targets[[100, 900], None] * [[1.6], [1.6]]
    alike = unexplained(said, targets, how=LocalScale(0.0))
    local = unexplained(said, targets)
    assert local[900] / local[100] < 0.5 * alike[900] / alike[100]
    assert (local > local[100]).sum() < (alike > alike[100]).sum()
    assert np.median(local) == pytest.approx(1 / 1.4826)


def test_a_scale_for_all_is_the_plain_residual_and_few_rows_have_no_other():
    random = np.random.default_rng(1)
    targets, said = random.normal(size=(2, 30))
    plain = np.abs(said - targets)
    plain /= 1.4826 * np.median(plain)
    np.testing.assert_allclose(unexplained(said[:, None], targets), plain)
    many = random.normal(size=(2, 400))
    plain = np.abs(many[0] - many[1])
    plain /= 1.4826 * np.median(plain)
    np.testing.assert_allclose(unexplained(many[:1].T, many[1], how=LocalScale(0.0)), plain)


@pytest.mark.parametrize("size", [1e-30, 1.0, 1e30])
def test_the_unit_of_the_numbers_does_not_matter(size):
    random = np.random.default_rng(2)
    targets = random.lognormal(size=300)
    said = (targets + 0.2 * random.normal(size=300))[:, None]
    np.testing.assert_allclose(
        unexplained(size * said, size * targets), unexplained(said, targets), rtol=1e-9
    )
