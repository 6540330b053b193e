"""Training as an iterator: whoever drives it stops, looks and goes on."""

import numpy as np
import pytest

from core import AdaBoost, DataError, Ending, RandomForest, SettingsError, example, fit, train
from tests.core.helpers import dataset, noisy, run_of, scores_of


def test_a_round_is_done_only_when_it_is_asked_for():
    training = train(noisy(100), AdaBoost(rounds=50))
    assert training.history.rounds == 0
    assert [next(training).number for _ in range(3)] == [1, 2, 3]
    assert training.history.rounds == 3


def test_a_training_that_is_left_counts_as_stopped():
    data = noisy(100)
    training = train(data, AdaBoost(rounds=50))
    for round_ in training:
        if round_.number == 7:
            break
    run = training.run()
    assert run.outcome.ending is Ending.STOPPED
    assert run.outcome.sentence == "Stopped after 7 rounds."
    np.testing.assert_array_equal(
        scores_of(run.model, data), scores_of(run_of(data, 7).model, data)
    )


def test_a_stopped_training_can_go_on_to_the_same_end():
    data = noisy(100)
    training = train(data, AdaBoost(rounds=50))
    for _ in range(7):
        next(training)
    run = fit(data, AdaBoost(rounds=50), after=training.run())
    np.testing.assert_array_equal(run.history.votes, run_of(data, 50).history.votes)
    assert run.outcome.ending is Ending.ALL_ROUNDS


def test_train_and_fit_give_the_same():
    data = noisy(100)
    votes = [round_.vote for round_ in train(data, AdaBoost(rounds=20))]
    assert fit(data, AdaBoost(rounds=20)).history.votes.tolist() == votes


def test_a_finished_training_stays_finished():
    training = train(noisy(100), AdaBoost(rounds=3))
    assert len(list(training)) == 3
    outcome = training.outcome
    assert list(training) == []
    assert training.outcome is outcome
    assert outcome.sentence == "All 3 rounds are done."


def test_the_seconds_are_those_of_all_parts():
    data = noisy(100)
    first = run_of(data, 20)
    second = fit(data, AdaBoost(rounds=40), after=first)
    assert 0 < first.seconds < second.seconds


def test_going_on_to_fewer_rounds_than_there_are_does_nothing():
    data = noisy(100)
    run = fit(data, AdaBoost(rounds=10), after=run_of(data, 20))
    assert run.rounds == len(run.model.predictor.trees) == 20


@pytest.mark.parametrize(
    "data",
    [
        dataset({"x": [1, 1, 2, 2]}, "aabb"),
        dataset({"x": [0, 0, 0, 1]}, "+--+"),
        dataset({"x": [1, 2]}, "aa"),
        dataset({"x": [1, 1]}, "ab"),
    ],
    ids=["perfect", "chance", "one class", "no feature"],
)
def test_after_a_run_that_cannot_go_on_nothing_follows(data):
    first = run_of(data, 10)
    assert not first.outcome.can_go_on
    second = fit(data, AdaBoost(rounds=20), after=first)
    assert (second.outcome, second.rounds) == (first.outcome, first.rounds)
    np.testing.assert_array_equal(scores_of(second.model, data), scores_of(first.model, data))


@pytest.mark.parametrize("change", [lambda data: data.excluding([2]), lambda data: noisy(100)])
def test_going_on_with_other_data_is_refused_in_a_sentence(change):
    data = noisy(100)
    with pytest.raises(DataError, match="can only go on with the very data of the run"):
        train(change(data), AdaBoost(rounds=20), after=run_of(data, 10))


def test_what_cannot_be_trained_is_refused_before_the_first_round():
    with pytest.raises(SettingsError, match="AdaBoost is for two classes or many classes"):
        train(dataset({"x": [1, 2, 3]}, [0.5, 1.5, 2.5]), AdaBoost())


def test_a_run_goes_on_with_its_own_seed():
    data = example("moons")
    at_once = fit(data, RandomForest(rounds=12), seed=5)
    some = fit(data, RandomForest(rounds=5), seed=5)
    went_on = fit(data, RandomForest(rounds=12), after=some)
    assert went_on.seed == 5
    # What was out of bag in the earlier rounds is found out again by the seed.
    for name in ("out_of_bag_error", "validation_error"):
        np.testing.assert_array_equal(went_on.history.curve(name), at_once.history.curve(name))
    np.testing.assert_array_equal(
        went_on.model.predicted(data)[1], at_once.model.predicted(data)[1]
    )
    np.testing.assert_array_equal(went_on.history.suspicion(), at_once.history.suspicion())


def test_another_seed_for_a_run_that_goes_on_is_refused():
    data = example("moons")
    some = fit(data, RandomForest(rounds=2), seed=5)
    with pytest.raises(SettingsError, match="the seed of the run that it follows, 5, and not"):
        train(data, RandomForest(rounds=4), seed=0, after=some)
    assert train(data, RandomForest(rounds=4), seed=5, after=some).seed == 5
