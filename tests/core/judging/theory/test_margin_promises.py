"""The bounds on margins hold at every round, and say when they say nothing."""

import numpy as np
import pytest

from core import AdaBoost, RandomForest, Tree, example, fit, small_margin_bound
from core.base.lacking import Lacking
from core.judging.theory.margin_promises import MarginPromises, margin_promises


@pytest.mark.parametrize(
    "settings", [AdaBoost(rounds=25), AdaBoost(rounds=25, base=Tree(depth=2), shrinkage=0.5)]
)
def test_no_larger_a_share_has_a_small_margin(settings):
    run = fit(example("moons"), settings)
    training = ~run.dataset.validation
    for t in (1, 7, 25):
        found = margin_promises(run, t)
        margins = run.history.margins(t)[training]
        seen = [(margins <= margin).mean() for margin in found.margins]
        assert (found.small >= np.array(seen) - 1e-9).all()
        assert found.seen == pytest.approx((margins <= 0).mean())


def test_with_adaboosts_own_votes_it_is_the_bound_of_the_paper():
    run = fit(example("moons"), AdaBoost(rounds=20))
    found = margin_promises(run, 20)
    errors = run.history.curve("weighted_error")
    for place in (0, 4, 12):
        expected = small_margin_bound(errors, found.margins[place])[-1]
        assert found.small[place] == pytest.approx(expected)


def test_new_rows_are_bounded_for_stumps_on_numbers_alone():
    assert margin_promises(fit(example("moons"), AdaBoost(rounds=5))).error >= 1
    assert margin_promises(fit(example("orders"), AdaBoost(rounds=5))).error is None
    trees = AdaBoost(rounds=5, base=Tree(depth=2))
    assert margin_promises(fit(example("moons"), trees)).error is None


def test_without_hard_votes_or_rounds_there_is_a_reason_instead():
    forest = fit(example("moons"), RandomForest(rounds=3))
    assert isinstance(margin_promises(forest), Lacking)
    assert isinstance(margin_promises(fit(example("moons"), AdaBoost(rounds=3)), 0), Lacking)


@pytest.mark.parametrize(
    ("small", "seen", "error", "words"),
    [
        (1.2, 0.3, 4.0, "∏Z is 100 % or more: it says nothing. For new rows the margin bound is"),
        (0.5, 0.1, None, "10.0 % have, so it is loose. For new rows the margin bound is known"),
        (0.15, 0.1, 0.4, "10.0 % have. Of new rows at most 40.0 % are wrong"),
        (0.01, 0.0, 2.0, "or less (∏Z), and none has."),
    ],
)
def test_the_words(small, seen, error, words):
    found = MarginPromises(np.array([0.0, 1.0]), np.array([small, 2.0]), seen, error)
    assert words in found.sentences
