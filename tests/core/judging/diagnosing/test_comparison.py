"""The numbers in the sentence about a run."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Dataset, diagnosis
from core.base.intervals import wilson
from core.judging.diagnosing.diagnosis import comparison
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
