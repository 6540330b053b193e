"""Runs, and the guess that every error is held against."""

import dataclasses

import pytest

from core.learning.run import Guess
from tests.core.helpers import dataset, noisy, run_of


def test_a_run_keeps_what_was_trained_on_which_data():
    data = noisy(100)
    run = run_of(data, 5)
    assert run.dataset is data
    assert (run.rounds, run.settings.rounds, run.seed) == (5, 5, 0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        run.seed = 1


def test_the_guess_is_the_commonest_class_of_the_training_rows():
    guess = Guess.of(dataset({"x": range(5)}, "abbba"))
    assert (guess.label, guess.error) == ("b", 2 / 5)


def test_the_guess_of_a_tie_is_the_first_class():
    assert Guess.of(dataset({"x": range(4)}, "baab")).label == "a"


def test_the_guess_counts_weights():
    data = dataset({"x": range(3), "w": [5, 1, 2]}, "abb", weight="w")
    assert Guess.of(data) == Guess("a", 3 / 8)


def test_the_guess_is_judged_on_validation_rows():
    data = dataset({"x": range(40)}, "aaab" * 10, 0.25)
    wrong = (data.labels[data.validation] == 1).mean()
    assert Guess.of(data) == Guess("a", wrong)
    flipped = data.relabelled({int(line): "b" for line in data.lines[data.validation]})
    assert Guess.of(flipped) == Guess("a", wrong)  # judged by the labels of the file


def test_the_guess_gets_wrong_what_no_rounds_get_wrong():
    run = run_of(dataset({"x": range(7)}, "aabbbab"), 3)
    assert run.history.error(0) == pytest.approx(Guess.of(run.dataset).error)
