"""Exercises have another answer by each seed, and are right about it."""

from math import comb

import numpy as np
import pytest

from core.teaching.exercises import EXERCISES, exercise


@pytest.mark.parametrize("name", EXERCISES)
def test_the_answer_is_right_can_be_given_and_cannot_be_remembered(name):
    drawn = [exercise(name, seed) for seed in range(40)]
    for own in drawn:
        assert own.is_right(own.ask.check(own.answer))
        assert own.reason
    assert len({str(own.answer) for own in drawn}) >= 2
    assert len({own.text for own in drawn}) >= 3


def test_a_wrong_answer_is_wrong():
    own = exercise("vote of three", 3)
    assert not own.is_right(float(own.answer) + 0.05)


@pytest.mark.parametrize("seed", range(5))
def test_a_vote_of_three_by_counting_all_outcomes(seed):
    own = exercise("vote of three", seed)
    error = int(own.text.split("wrong in ")[1].split(" %")[0]) / 100
    wrong = sum(comb(3, k) * error**k * (1 - error) ** (3 - k) for k in (2, 3))
    assert own.answer == pytest.approx(wrong)


@pytest.mark.parametrize("seed", range(5))
def test_the_first_question_by_counting(seed):
    own = exercise("first question", seed)
    rows = [line.split("|")[2:-1] for line in own.text.splitlines()[4:]]
    table = np.array([[cell.strip() == "yes" for cell in row] for row in rows])

    def left(column):
        total = 0.0
        for value in (True, False):
            labels = table[table[:, column] == value, 3]
            for share in (labels.mean(), 1 - labels.mean()) if len(labels) else ():
                total -= len(labels) / 8 * share * np.log2(share) if share > 0 else 0
        return total

    assert own.answer == ("rain", "weekend", "booked")[int(np.argmin([left(k) for k in range(3)]))]
