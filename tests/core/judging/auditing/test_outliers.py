"""Outliers: distances by hand, and rows that are far from everything."""

import numpy as np
import pytest

from core.judging.auditing.outliers import NEAREST, Distances
from core.learning.problem import Problem
from tests.core.helpers import dataset, noisy


def distances(columns, rows):
    return Distances.of(Problem.of(dataset(columns, ["a", "b"] * (rows // 2))), 0)


def test_the_mean_distance_to_the_nearest_rows():
    x = np.array([0.0, 1, 2, 3, 4, 5, 6, 20])
    apart = np.sort(np.abs(x[:, None] - x), axis=1)[:, 1 : NEAREST + 1].mean(axis=1)
    assert distances({"x": x}, 8).relative == pytest.approx(apart / np.median(apart))


def test_a_row_far_from_everything_is_found_and_no_other():
    x, y = np.random.default_rng(0).normal(size=(2, 300))
    x[17], y[17] = 40.0, -40.0
    assert np.flatnonzero(distances({"x": x, "y": y}, 300).far).tolist() == [17]


def test_ordinary_rows_are_not_far():
    assert not Distances.of(Problem.of(noisy(400)), 0).far.any()


def test_rows_that_are_all_the_same_are_not_far():
    assert not distances({"x": [1.0] * 20}, 20).far.any()
    mostly = distances({"x": [1.0] * 19 + [2.0]}, 20)
    assert mostly.relative.shape == (20,)
