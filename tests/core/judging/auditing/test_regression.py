"""Numbers whose residual no judge can explain."""

import numpy as np
import pytest

from core.judging.auditing.regression import average, doubted_numbers, unexplained


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
