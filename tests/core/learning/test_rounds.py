"""Rounds and endings."""

import copy
import pickle

import pytest

from core import AdaBoost, Ending, Outcome, Round, example, train


def test_a_rounds_curves_are_its_attributes():
    for number, round_ in enumerate(
        train(example("xor", validation_share=0), AdaBoost(rounds=3)), 1
    ):
        assert round_.number == number
        assert {curve.name for curve in AdaBoost.curves} == set(round_.curves)
        assert all(getattr(round_, name) is not None for name in round_.curves)


def test_a_curve_that_an_algorithm_has_not_is_no_attribute():
    with pytest.raises(AttributeError, match="this algorithm's rounds have no 'loss'"):
        _ = Round(1, {"vote": 0.5}).loss


def test_a_round_can_be_copied_and_sent():
    round_ = Round(1, {"vote": 0.5})
    assert copy.copy(round_) == copy.deepcopy(round_) == round_
    assert pickle.loads(pickle.dumps(round_)).vote == 0.5


@pytest.mark.parametrize("ending", Ending)
def test_only_a_training_that_was_not_at_its_end_can_go_on(ending):
    expected = ending in (Ending.ALL_ROUNDS, Ending.STOPPED)
    assert Outcome(ending, "").can_go_on is expected
