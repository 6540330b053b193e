"""The sentence about a run: its numbers, and each thing that may limit a run."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import AdaBoost, Dataset, Ending, Outcome, diagnosis
from core.diagnosing import comparison, wilson
from tests.core.helpers import dataset, noisy, noisy_frame, run_of


@given(st.integers(0, 50), st.integers(1, 1000))
def test_the_interval_ends_where_the_score_test_does(wrong, more):
    rows = wrong + more
    share = wrong / rows
    found = wilson(share, rows)
    assert 0 <= found.low <= share <= found.high <= 1
    # Wilson's ends are the shares p with |share - p| = 1.96 √(p (1 - p) / n).
    for end in (found.low, found.high):
        reach = 1.959963984540054 * math.sqrt(end * (1 - end) / rows)
        assert abs(share - end) == pytest.approx(reach, abs=1e-9)


def test_the_interval_of_a_tenth_of_a_hundred_rows_is_the_textbooks():
    found = wilson(0.1, 100)
    assert (found.low, found.high) == pytest.approx((0.0552, 0.1744), abs=1e-4)


def test_no_rows_say_nothing():
    found = wilson(0.5, 0)
    assert (found.low, found.high) == (0, 1)


def test_a_run_is_compared_with_guessing_on_validation_rows():
    run = run_of(noisy(400), 30)
    error = run.history.validation_error(30)
    assert comparison(run).startswith(f"{100 * error:.1f} % of 100 validation rows wrong (95 % int")
    assert "always guessing 'no' gets 50.0 % wrong." in comparison(run)


def test_a_run_without_validation_rows_is_compared_on_training_rows():
    assert " % of 400 training rows wrong" in comparison(run_of(noisy(400, validation_share=0), 30))


def test_validation_rows_that_weigh_nothing_are_not_judged_by():
    frame = noisy_frame(400)
    where = Dataset.from_frame(frame, "y").validation
    run = run_of(Dataset.from_frame(frame.assign(w=~where * 1.0), "y", weight="w"), 30)
    assert " % of 300 training rows wrong" in diagnosis(run)
    assert "nan" not in diagnosis(run)


def test_a_run_without_rounds_is_told_by_its_ending():
    run = run_of(dataset({"x": [1, 2]}, "aa"), 5)
    assert diagnosis(run) == run.outcome.sentence


def flat(error):
    return [error] * 100


def run_with(training, curve=None, rows=2000, is_noisy=False, ending=Ending.ALL_ROUNDS):
    """A run with a training error and a curve of validation errors; guessing gets half wrong."""
    data = dataset({"x": range(rows)}, "ab" * (rows // 2), 0 if curve is None else 0.5)
    weights = np.ones(rows)
    weights[np.flatnonzero(~data.validation)[: rows // 25]] = 20.0 if is_noisy else 1.0
    history = SimpleNamespace(
        error=lambda t: training,
        validation_error=lambda t: curve[t - 1],
        curve=lambda name: np.array(curve),
        suspicion=lambda: weights,
        why_no_weights="",
        curves=AdaBoost.curves,
    )
    outcome = Outcome(ending, "")
    return SimpleNamespace(
        settings=AdaBoost(),
        dataset=data,
        history=history,
        rounds=len(curve or flat(0)),
        outcome=outcome,
    )


@pytest.mark.parametrize(
    ("run", "sentence"),
    [
        (run_with(0.0, flat(0.2), rows=90), "There are too few rows to say more."),
        (run_with(0.1, flat(0.49)), "That is no better than guessing"),
        (run_with(0.1, flat(0.6)), "That is no better than guessing"),
        (run_with(0.1), "Without validation rows nothing can be said about rows that are new."),
        (
            run_with(0.05, [*np.linspace(0.4, 0.1, 20), *np.linspace(0.1, 0.2, 80)]),
            "The ensemble looks too strong: it was at its best around round 20 ",
        ),
        (run_with(0.05, flat(0.2)), "too strong for so few rows: only 5.0 % of the training rows"),
        (run_with(0.05, flat(0.2), is_noisy=True), "The labels look noisy"),
        (run_with(0.2, flat(0.2), is_noisy=True), "The labels look noisy"),
        (run_with(0.2, list(np.linspace(0.4, 0.2, 100))), "The error is still falling: train more"),
        (
            run_with(0.2, list(np.linspace(0.4, 0.2, 100)), ending=Ending.PERFECT_LEARNER),
            "Training and validation rows agree: nothing looks wrong.",
        ),
        (run_with(0.3, flat(0.3)), "The learner looks too weak: it also gets 30.0 % of the train"),
        (run_with(0.1, flat(0.1)), "Training and validation rows agree: nothing looks wrong."),
    ],
)
def test_what_limits_a_run_is_told(run, sentence):
    assert sentence in diagnosis(run)


@pytest.mark.parametrize("rows", range(100, 140, 4))
def test_a_run_without_any_wrong_row_is_not_called_too_strong(rows):
    found = diagnosis(run_with(0.0, flat(0.0), rows=rows))
    assert found.endswith("Training and validation rows agree: nothing looks wrong.")
