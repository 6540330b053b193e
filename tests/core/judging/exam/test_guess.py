"""Kinds of errors: which labels are made wrong, and how many."""

import numpy as np
import pytest

from core.base.errors import SettingsError
from core.judging.exam.guess import MOST_FLIPPED, ErrorGuess, ErrorKind, flip_rates, planted

CLASSES = ("a", "b", "c")
NOTHING_SEEN = np.zeros((3, 3))
TRUTH = np.repeat([0, 1, 2], [60, 30, 10])


def plant(guess, wanted, seen=NOTHING_SEEN, seed=0):
    rates = flip_rates(guess.checked(CLASSES), CLASSES, seen)
    return planted(TRUTH, rates, wanted, np.random.default_rng(seed))


def flips(made):
    return np.bincount(3 * TRUTH + made, minlength=9).reshape(3, 3)


def test_any_label_for_any_other():
    found = flips(plant(ErrorGuess(ErrorKind.UNIFORM), 15))
    assert found.sum() - np.trace(found) == 15
    assert (found.sum(axis=1) == [60, 30, 10]).all()


def test_one_class_for_any_other():
    found = flips(plant(ErrorGuess(ErrorKind.CLASS, first="b"), 10))
    assert found[1].tolist()[1] == 20
    assert np.trace(found) == 90
    assert found[1, 0] > 0
    assert found[1, 2] > 0


def test_two_classes_for_one_another():
    found = flips(plant(ErrorGuess(ErrorKind.PAIR, first="a", second="c"), 8))
    np.fill_diagonal(found, 0)
    assert found[0, 2] + found[2, 0] == found.sum() == 8
    assert found[2, 0] == 1


def test_as_estimated_follows_what_was_seen():
    seen = np.zeros((3, 3))
    seen[0, 1] = 0.1
    found = flips(plant(ErrorGuess(), 20, seen))
    assert found[0, 1] == 20


def test_most_labels_of_a_class_stay_right():
    found = flips(plant(ErrorGuess(ErrorKind.CLASS, first="c"), 50))
    assert found[2, 2] == 10 - int(MOST_FLIPPED * 10)
    assert np.trace(found) == 96


def test_what_one_class_cannot_take_the_others_make_up():
    found = flips(plant(ErrorGuess(ErrorKind.PAIR, first="a", second="b"), 40))
    assert found[1, 0] == 13
    assert found[0, 1] == 27
    found = flips(plant(ErrorGuess(ErrorKind.PAIR, first="b", second="c"), 40))
    assert (found[1, 2], found[2, 1]) == (13, 4)


@pytest.mark.parametrize(
    ("guess", "said"),
    [
        (ErrorGuess(ErrorKind.CLASS, first="z"), "no class 'z'"),
        (ErrorGuess(ErrorKind.PAIR, first="a", second="a"), "mistaken for itself"),
    ],
)
def test_classes_that_cannot_be_are_refused(guess, said):
    with pytest.raises(SettingsError, match=said):
        guess.checked(CLASSES)


@pytest.mark.parametrize("share", [0.0, 0.6, -0.1])
def test_shares_that_cannot_be_are_refused(share):
    with pytest.raises(SettingsError, match="cannot be planted"):
        ErrorGuess(share=share)
