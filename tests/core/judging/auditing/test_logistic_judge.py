"""The logistic regression that chooses its ridge."""

import numpy as np
import pytest

from core.judging.auditing.crossfit import Fold
from core.judging.auditing.regressions.logistic_judge import ChosenRidge
from core.learning.learners.logistic import Logistic
from core.learning.problem import Problem
from tests.core.helpers import dataset

RIDGES = (0.1, 1000.0)


def part_of(labels, columns, rows=120):
    problem = Problem.of(dataset(columns, labels))
    learns = np.arange(rows) >= 20
    return Fold.of(problem, learns, np.arange(20), np.ones(rows))


@pytest.fixture(scope="module")
def columns():
    return {f"x{number}": column for number, column in enumerate(normal(8))}


def normal(count, rows=120):
    return np.random.default_rng(0).normal(size=(count, rows))


def expected(part, ridge):
    return Logistic(ridge=ridge).fit(part.problem, part.weights, 0).outputs(part.unseen)


@pytest.mark.parametrize("classes", [2, 3])
def test_where_the_columns_tell_the_classes_little_is_held_back(columns, classes):
    told = normal(8)[0] + normal(8)[1]
    labels = np.searchsorted(np.quantile(told, np.arange(1, classes) / classes), told).astype(str)
    part = part_of(labels, columns)
    said = ChosenRidge(RIDGES).outputs(part, 0)
    np.testing.assert_allclose(said, expected(part, RIDGES[0]))


def test_where_they_tell_nothing_much_is_held_back(columns):
    labels = np.random.default_rng(1).integers(0, 2, 120).astype(str)
    part = part_of(labels, columns)
    np.testing.assert_allclose(ChosenRidge(RIDGES).outputs(part, 0), expected(part, RIDGES[1]))


def test_with_more_columns_than_rows_ten_times_as_much_is_held_back():
    wide = {f"x{number}": column for number, column in enumerate(normal(150))}
    part = part_of(np.where(normal(150)[0] > 0, "a", "b"), wide)
    np.testing.assert_allclose(ChosenRidge((30.0,)).outputs(part, 0), expected(part, 300.0))


def test_with_many_rows_and_with_a_class_of_one_row_the_usual_one_is_taken(columns):
    labels = np.where(normal(8)[0] > 0, "a", "b")
    part = part_of(labels, columns)
    said = ChosenRidge(RIDGES, most_rows=50).outputs(part, 0)
    np.testing.assert_allclose(said, expected(part, 10.0))
    # With one row a class every row is held out by some seed: then nobody can be taught it.
    alone = labels.copy()
    alone[50] = "c"
    part = part_of(alone, columns)
    said = [ChosenRidge(RIDGES).outputs(part, seed) for seed in range(8)]
    usual, little = expected(part, 10.0), expected(part, RIDGES[0])
    assert {bool(np.allclose(one, usual)) for one in said} == {True, False}
    assert all(np.allclose(one, usual) or np.allclose(one, little) for one in said)


def test_columns_that_are_all_alike_leave_the_shares_of_the_classes():
    part = part_of(np.array(["a", "b", "b"] * 40), {"x": np.ones(120)})
    shares = np.bincount(part.problem.labels[:100]) / 100
    np.testing.assert_allclose(ChosenRidge().outputs(part, 0), np.tile(shares, (20, 1)))
