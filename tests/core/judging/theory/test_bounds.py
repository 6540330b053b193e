import itertools
import math

import numpy as np
import pytest

from core import AdaBoost, RandomForest, Tree, fit
from core.base.lacking import Lacking
from core.judging.theory.bounds import (
    hoeffding_bound,
    majority_error,
    margin_bound,
    margin_bound_of,
    product_of_z,
    stump_dimension,
    training_error_bound,
    vc_bound,
    vote_dimension,
)
from tests.core.judging.diagnostics.data import three_classes, two_classes


@pytest.mark.parametrize("base", [{}, {"base": Tree(depth=2)}, {"shrinkage": 0.5}])
def test_the_product_of_z_is_never_below_the_training_error(base):
    run = fit(two_classes(), AdaBoost(rounds=30, **base))
    bound = training_error_bound(run)
    assert (bound >= run.history.curve("training_error")).all()
    errors, votes = run.history.curve("weighted_error"), run.history.curve("vote")
    np.testing.assert_allclose(bound, product_of_z(errors, votes), rtol=1e-9)
    if "shrinkage" not in base:
        np.testing.assert_allclose(bound, product_of_z(errors), rtol=1e-9)
        gamma = 0.5 - errors.max()
        assert bound[-1] <= math.exp(-2 * gamma**2 * len(errors))


def test_who_has_no_product_of_z():
    for data, settings in (
        (two_classes(), RandomForest(rounds=2)),
        (three_classes(), AdaBoost(rounds=2)),
    ):
        found = training_error_bound(fit(data, settings))
        assert isinstance(found, Lacking)
        assert "hard votes" in found.why
    with pytest.raises(ValueError, match="between 0 and 1"):
        product_of_z([0.2, 1.2])


def test_three_learners_by_hand():
    # All three wrong, or one of the three pairs: ε³ + 3 ε² (1-ε).
    assert majority_error(3, 0.3) == pytest.approx(0.3**3 + 3 * 0.3**2 * 0.7)
    assert hoeffding_bound(3, 0.3) == pytest.approx(math.exp(-2 * 3 * 0.2**2))


def test_a_tie_is_no_majority():
    # Both wrong, or one of the two: the textbook's sum starts at k = T/2.
    assert majority_error(2, 0.3) == pytest.approx(0.3**2 + 2 * 0.3 * 0.7)
    assert majority_error(2, 0.3) > majority_error(1, 0.3)
    assert majority_error(4, 0.5) == pytest.approx((6 + 4 + 1) / 16)


@pytest.mark.parametrize("learners", [1, 2, 5, 50, 4001])
def test_hoeffding_is_above_the_exact_majority(learners):
    from scipy.stats import binom

    for error in (0.0, 0.1, 0.4, 0.49):
        exact = majority_error(learners, error)
        theirs = binom.sf((learners - 1) // 2, learners, error)  # P(k >= T/2)
        assert exact == pytest.approx(theirs, rel=1e-8, abs=1e-300)
        assert exact <= hoeffding_bound(learners, error)
    tie = binom.pmf(learners // 2, learners, 0.5) if learners % 2 == 0 else 0.0
    assert majority_error(learners, 0.5) == pytest.approx(0.5 + tie / 2)
    assert majority_error(learners, 1.0) == 1.0
    assert hoeffding_bound(learners, 0.6) == 1.0


def test_simulated_independent_learners_keep_the_promise():
    random = np.random.default_rng(0)
    wrong = random.random((20_000, 11)) < 0.35
    seen = (wrong.sum(axis=1) > 5).mean()
    assert seen == pytest.approx(majority_error(11, 0.35), abs=0.01)
    assert seen <= hoeffding_bound(11, 0.35)


@pytest.mark.parametrize("features", [1, 2, 3])
def test_the_dimension_of_stumps_by_trying_all_orders(features):
    def can_shatter(points):
        orders = list(itertools.permutations(range(points)))
        wanted = 2**points
        for chosen in itertools.combinations_with_replacement(orders, features):
            cuts = {frozenset(order[:k]) for order in chosen for k in range(points + 1)}
            cuts |= {frozenset(order[k:]) for order in chosen for k in range(points + 1)}
            if len(cuts) == wanted:
                return True
        return False

    found = stump_dimension(features)
    assert can_shatter(found)
    if found < 4:
        assert not can_shatter(found + 1)


def test_the_vc_bound_in_closed_form():
    expected = 0.1 + math.sqrt((20 * (math.log(2 * 1000 / 20) + 1) + math.log(4 / 0.05)) / 1000)
    assert vc_bound(0.1, 1000, 20) == pytest.approx(expected)
    assert vc_bound(0.1, 10, 1e9) > 1
    assert vote_dimension(3, 4) == pytest.approx(2 * 4 * 5 * math.log2(5 * math.e))
    more = [vc_bound(0, 10**6, vote_dimension(3, t)) for t in (1, 10, 100)]
    assert more == sorted(more)


def test_the_margin_bound_in_closed_form_and_its_best_number():
    def at(number):
        unions = math.log(number * (number + 1) ** 2) + number * math.log(50) + math.log(1 / 0.1)
        return 0.03 + 2 * math.exp(-number * 0.4**2 / 8) + math.sqrt(unions / (2 * 10**6))

    best = min(at(number) for number in range(1, 3000))
    found = margin_bound(0.03, 0.4, 10**6, hypotheses=50, delta=0.1)
    assert best - 1e-12 <= found <= best + 1e-4

    def at_dimension(n):
        inner = math.log(n * (n + 1) ** 2) + 3 * n * math.log(math.e * 1e8 / 3) + math.log(8 / 0.1)
        return 0.03 + 2 * math.exp(-n * 0.4**2 / 8) + math.sqrt(32 * inner / 1e8)

    best = min(at_dimension(n) for n in range(1, 3000))
    found = margin_bound(0.03, 0.4, 10**8, dimension=3, delta=0.1)
    assert best - 1e-12 <= found <= best + 1e-3


def test_the_margin_bound_of_a_run_is_true_and_loose():
    run = fit(two_classes(), AdaBoost(rounds=40))
    bound = margin_bound_of(run, 0.2, dimension=4)
    assert bound > 1 > run.history.validation_error(40)
    wider = margin_bound_of(run, 0.4, 40, hypotheses=500)
    assert wider > run.history.validation_error(40)
    none = margin_bound_of(fit(two_classes(), RandomForest(rounds=2)), 0.1, dimension=3)
    assert isinstance(none, Lacking)
    assert "hard votes" in none.why


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: margin_bound(0.1, 0.0, 10, dimension=2),
        lambda: margin_bound(0.1, 0.1, 10),
        lambda: margin_bound(0.1, 0.1, 10, dimension=2, hypotheses=2),
        lambda: margin_bound(0.1, 0.1, 10, dimension=2, delta=0),
        lambda: margin_bound(0.1, 0.1, 10, hypotheses=0),
        lambda: vc_bound(1.1, 10, 2),
        lambda: vc_bound(0.1, 10, 0),
        lambda: majority_error(0, 0.2),
        lambda: hoeffding_bound(3, -0.2),
    ],
)
def test_what_cannot_be(wrong):
    with pytest.raises(ValueError, match="."):
        wrong()
