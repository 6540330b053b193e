"""The dense matrix: by hand, with missing, infinite, huge and unseen values."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core import Dataset
from core.engine.inputs import Inputs
from core.engine.matrix import FAR, MOST_CATEGORIES, MatrixLayout
from core.learning.model import Model
from core.learning.problem import Problem


def problem_of(columns):
    frame = pd.DataFrame(columns)
    labels = np.where(np.arange(len(frame)) % 2, "a", "b")
    return Problem.of(Dataset.from_frame(frame.assign(y=labels), "y", validation_share=0))


def laid_out(problem, weights=None):
    weights = np.ones(len(problem)) if weights is None else np.asarray(weights, float)
    places = np.flatnonzero(weights > 0)
    layout = MatrixLayout.of(problem.inputs, places, weights[places])
    layout.check(len(problem.inputs.columns))
    return layout, layout.matrix(problem.inputs, slice(None))


def of_new_rows(problem, layout, columns):
    model = Model(None, "y", ("a", "b"), problem.data.encoder, None, 0)
    return layout.matrix(model.inputs(pd.DataFrame(columns)), slice(None))


def test_numbers_by_hand_with_weights_and_gaps():
    problem = problem_of({"x": [1.0, 3.0, np.nan, 100.0]})
    layout, matrix = laid_out(problem, [1, 3, 1, 0])
    # Mean (1 + 9) / 4 = 2.5, variance (1 * 2.25 + 3 * 0.25) / 4 = 0.75; the last row is not seen.
    deviation = np.sqrt(0.75)
    np.testing.assert_allclose(
        matrix, [[-1.5 / deviation, 0], [0.5 / deviation, 0], [0, 1], [97.5 / deviation, 0]]
    )
    assert layout.width == 2


def test_categories_have_a_column_each_and_missing_ones_their_own():
    problem = problem_of({"c": ["u", "v", None, "u", "w"]})
    layout, matrix = laid_out(problem, [1, 1, 1, 1, 0])
    # u, v and missing; w has no weight, so it is as good as unseen.
    np.testing.assert_array_equal(matrix, [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0], [0, 0, 0]])
    new = of_new_rows(problem, layout, {"c": ["v", "unseen", None]})
    np.testing.assert_array_equal(new, [[0, 1, 0], [0, 0, 0], [0, 0, 1]])


def test_a_gap_in_a_column_without_gaps_in_training_is_the_mean_or_no_category():
    problem = problem_of({"x": [1.0, 2.0], "c": ["u", "v"]})
    layout, _ = laid_out(problem)
    new = of_new_rows(problem, layout, {"x": [np.nan], "c": pd.Series([None], dtype=object)})
    np.testing.assert_array_equal(new, [[0, 0, 0]])


def test_only_the_commonest_categories_have_columns():
    names = [f"c{place}" for place in range(100)]
    frame = pd.DataFrame({"c": names * 2 + names[:30] * 3, "y": ["a", "b"] * 145})
    problem = Problem.of(Dataset.from_frame(frame, "y", validation_share=0))
    layout, matrix = laid_out(problem)
    assert layout.width == MOST_CATEGORIES
    assert matrix[200:].sum() == 90


@pytest.mark.parametrize(
    "values",
    [
        [-np.inf, np.inf, 1.0, 2.0],
        [-np.inf, np.inf, -np.inf, np.nan],
        [np.inf, 1.0, 1.0, 1.0],
        [1.7e308, -1.7e308, 1e308, 0.0],
        [5e-324, 0.0, 1e-323, 0.0],
        [1e-200, 2e-200, 3e-200, np.nan],
        [1e16, 1e16 + 2, 1e16, 1e16],
    ],
)
def test_every_number_gives_a_finite_column_that_varies(values):
    problem = problem_of({"x": values})
    layout, matrix = laid_out(problem)
    assert len(layout.number) == 1
    assert np.isfinite(matrix).all()
    assert np.abs(matrix).max() <= FAR
    there = ~np.isnan(values)
    order = np.argsort(np.array(values)[there], kind="stable")
    assert np.all(np.diff(matrix[there, 0][order]) >= 0)
    assert np.ptp(matrix[there, 0]) > 0
    new = of_new_rows(problem, layout, {"x": [np.inf, -np.inf, 1e308, -1e308, np.nan]})
    assert np.isfinite(new).all()


@pytest.mark.parametrize("value", [0.0, 0.1, 1e300, np.inf])
def test_a_constant_column_is_left_out(value):
    layout, matrix = laid_out(problem_of({"x": [value] * 3}))
    assert layout.width == 0
    assert matrix.shape == (3, 0)


def test_rows_at_some_places_are_the_same_rows():
    problem = problem_of({"x": np.arange(10.0), "c": list("uvwuvwuvwu")})
    layout, matrix = laid_out(problem)
    places = np.array([7, 0, 3])
    np.testing.assert_array_equal(layout.matrix(problem.inputs, places), matrix[places])
    taken: Inputs = problem.inputs.take(places)
    np.testing.assert_array_equal(layout.matrix(taken, slice(None)), matrix[places])


@pytest.mark.parametrize(
    "change",
    [
        {"number": np.array([2], np.int32)},
        {"number": np.array([-1], np.int32)},
        {"mean": np.array([np.nan])},
        {"mean": np.array([0.0, 1.0])},
        {"deviation": np.array([0.0])},
        {"deviation": np.array([np.inf])},
        {"flag": np.array([0, 9], np.int32)},
        {"flag": np.array([0], np.int32)},
    ],
)
def test_a_layout_that_could_not_be_used_is_refused(change):
    layout, _ = laid_out(problem_of({"x": [1.0, 2.0], "c": ["u", "v"]}))
    layout.check(2)
    with pytest.raises(ValueError, match="do not fit"):
        replace(layout, **change).check(2)
