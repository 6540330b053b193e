"""How long a training takes is said beforehand, and slow learners are taught side by side."""

import numpy as np
import pandas as pd
import pytest

import core
from core.base import pool
from core.learning.members import Extent


@pytest.fixture(scope="module")
def many():
    numbers = np.random.default_rng(0).normal(size=(200_000, 20))
    frame = pd.DataFrame(numbers, columns=[f"x{place}" for place in range(20)])
    return core.Dataset.from_frame(frame.assign(y=np.where(numbers[:, 0] > 0, "a", "b")), "y")


def test_a_vote_of_slow_learners_is_announced_and_one_of_trees_is_not(many):
    slow = core.Voting(learners=(core.Logistic(), core.SupportVectors(), core.NearestNeighbours()))
    assert slow.announced(many).startswith("Training takes about")
    assert core.RandomForest().announced(many) == ""
    assert slow.announced(core.example("moons")) == ""


def test_time_grows_with_what_is_trained():
    extent = Extent(30_000, 40_000, 20, 2)
    once = core.SupportVectors().core_seconds(extent)
    assert once > 0
    assert core.Bagging(rounds=7, base=core.SupportVectors()).core_seconds(extent) == pytest.approx(
        7 * once
    )
    stacked = core.Stacking(learners=(core.SupportVectors(),), folds=4)
    assert stacked.core_seconds(extent) > 4 * once
    assert core.SupportVectors().core_seconds(extent._replace(classes=5)) == pytest.approx(5 * once)


@pytest.mark.parametrize(
    "ensemble",
    [
        core.Voting(learners=(core.Logistic(), core.SupportVectors(), core.NearestNeighbours())),
        core.Stacking(learners=(core.Logistic(), core.SupportVectors()), folds=3),
    ],
)
def test_learners_taught_side_by_side_are_the_same(ensemble):
    data, before = core.example("moons"), pool.threads()
    said = []
    try:
        for threads in (1, 3):
            pool.set_threads(threads)
            said.append(core.fit(data, ensemble).model.probabilities(data))
    finally:
        pool.set_threads(before)
    np.testing.assert_array_equal(*said)
