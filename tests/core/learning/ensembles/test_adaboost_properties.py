"""What holds for AdaBoost on any data, and the same bits however the work is cut up."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import AdaBoost, Ending, fit
from core.base import pool
from tests.core.helpers import (
    least_error,
    noisy,
    noisy_frame,
    raw_columns,
    run_of,
    scores_of,
    signs,
    small_data,
    small_runs,
    stump_votes,
)


@settings(max_examples=40)
@given(small_data())
def test_every_round_takes_a_stump_of_the_least_weighted_error(data):
    run = run_of(data, 4)
    history, training = run.history, np.flatnonzero(~data.validation)
    columns, labels = raw_columns(data, training), signs(data)[training]
    for t in range(1, run.rounds + 1):
        weights = history.weights(t - 1)[training]
        error = history.curve("weighted_error")[t - 1]
        assert error == pytest.approx(least_error(columns, labels, weights), abs=1e-9)
        votes = stump_votes(run, t)[training]
        assert weights[votes != labels].sum() == pytest.approx(error, abs=1e-9)
        assert len(set(votes)) == 2  # never the same answer for all rows


@settings(max_examples=40)
@given(small_data())
def test_a_training_ends_early_only_for_the_reason_that_it_names(data):
    run = run_of(data, 4)
    training = np.flatnonzero(~data.validation)
    labels, weights = signs(data)[training], run.history.weights(run.rounds)[training]
    least = least_error(raw_columns(data, training), labels, weights)
    if len(set(labels)) == 1:
        expected = Ending.SINGLE_CLASS
    elif least is None:
        expected = Ending.NO_USABLE_FEATURE
    elif run.rounds and run.history.curve("weighted_error")[-1] == 0:
        expected = Ending.PERFECT_LEARNER
    elif run.rounds < 4:
        expected = Ending.NO_BETTER_THAN_CHANCE
        assert least == pytest.approx(0.5, abs=1e-9)
    else:
        expected = Ending.ALL_ROUNDS
    assert run.outcome.ending is expected


@settings(max_examples=40)
@given(small_runs())
def test_after_its_update_a_stump_has_weighted_error_one_half(run):
    training = ~run.dataset.validation
    for t in range(1, run.rounds + 1):
        if run.history.curve("weighted_error")[t - 1] > 0:
            wrong = stump_votes(run, t) != signs(run.dataset)
            weights = run.history.weights(t)
            assert weights[wrong & training].sum() == pytest.approx(0.5, abs=1e-9)


@settings(max_examples=40)
@given(small_runs())
def test_the_weights_of_the_training_rows_sum_to_one(run):
    for t in range(run.rounds + 1):
        assert run.history.weights(t)[~run.dataset.validation].sum() == pytest.approx(1, abs=1e-12)
        signed, _ = run.history.state(t)
        assert np.abs(signed[: run.history.training]).sum() == pytest.approx(1, abs=1e-9)


@settings(max_examples=40)
@given(small_runs())
def test_the_training_error_never_exceeds_the_bound(run):
    errors, bound = run.history.curve("training_error"), run.history.curve("bound")
    assert (errors <= bound + 1e-12).all()


def assert_same_bits(run, other):
    assert run.rounds == other.rounds
    for curve in run.settings.curves:
        ours, theirs = run.history.curve(curve.name), other.history.curve(curve.name)
        np.testing.assert_array_equal(ours, theirs, err_msg=curve.name)
    for t in {0, run.rounds // 2, run.rounds}:
        np.testing.assert_array_equal(run.history.weights(t), other.history.weights(t))
    np.testing.assert_array_equal(run.history.suspicion(), other.history.suspicion())
    new = noisy_frame(500, seed=9)
    np.testing.assert_array_equal(scores_of(run.model, new), scores_of(other.model, new))


@pytest.mark.parametrize("cuts", [(100,), (1,), (63,), (64,), (65,), (130,), (1, 64, 129, 199)])
def test_going_on_gives_the_same_bits_as_training_at_once(cuts):
    data = noisy(400)
    run = None
    for rounds in (*cuts, 200):
        run = fit(data, AdaBoost(rounds=rounds), after=run)
    assert_same_bits(run, run_of(data, 200))


@settings(max_examples=40)
@given(small_data(), st.integers(1, 11))
def test_going_on_gives_the_same_bits_on_any_data(data, cut):
    whole = run_of(data, 12)
    parts = fit(data, AdaBoost(rounds=12), after=run_of(data, cut))
    assert parts.outcome == whole.outcome
    for curve in ("weighted_error", "vote", "training_error", "validation_error", "bound"):
        np.testing.assert_array_equal(parts.history.curve(curve), whole.history.curve(curve))
    np.testing.assert_array_equal(scores_of(parts.model, data), scores_of(whole.model, data))


@pytest.mark.parametrize("threads", [2, 3])
def test_any_number_of_threads_gives_the_same_bits(threads, set_threads):
    rows = 20_000
    assert pool.chunk_count(rows) > 4
    set_threads(1)
    alone = run_of(noisy(rows), 70)  # past the round at which the sums are refreshed
    set_threads(threads)
    assert_same_bits(run_of(noisy(rows), 70), alone)
