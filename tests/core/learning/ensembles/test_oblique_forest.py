"""Forests whose questions add up several columns."""

import itertools

import numpy as np
import pandas as pd
import pytest

from core import Dataset, RandomForest, example, fit, load_model, save_model
from core.engine.growing.grower import Criterion
from core.learning.problem import Problem
from core.learning.trainers.oblique_growing import ObliqueData, ObliqueGrowth, grow_oblique_tree
from tests.core.helpers import dataset


def diagonal(rows=600, seed=0):
    """A border at 45 degrees, which single columns can only approach by steps."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(rng.normal(size=(rows, 2)), columns=["a", "b"])
    return frame.assign(y=np.where(frame["a"] + frame["b"] > 0, "up", "down"))


def test_sums_of_columns_learn_a_diagonal_border_better():
    data = Dataset.from_frame(diagonal(), "y")
    errors = {
        combined: fit(data, RandomForest(rounds=30, combined=combined)).history.validation_error(30)
        for combined in (1, 2)
    }
    assert errors[2] < errors[1]


def test_each_split_is_the_best_of_its_own_sum():
    frame = diagonal(60)
    problem = Problem.of(Dataset.from_frame(frame, "y", validation_share=0))
    growth = ObliqueGrowth(Criterion.GINI, tries=1, combined=2, depth=1, min_rows=1)
    data = ObliqueData.of(problem)
    tree = grow_oblique_tree(problem, data, growth, np.ones(60), seed=3)
    sums = data.matrix[:, tree.columns[0]] @ tree.coefficients[0]

    def impurity(cut):
        parts = [problem.labels[sums <= cut], problem.labels[sums > cut]]
        return sum(
            len(part) * 2 * np.mean(part) * (1 - np.mean(part)) for part in parts if len(part)
        )

    best = min(impurity(cut) for cut in np.sort(sums)[:-1])
    assert impurity(tree.thresholds[0]) == pytest.approx(best)


def test_deep_trees_on_all_rows_know_them_by_heart():
    data = Dataset.from_frame(diagonal(), "y")
    run = fit(data, RandomForest(rounds=1, combined=2, bootstrap=False))
    assert run.history.error(1) == 0


def test_numbers_are_predicted_too():
    rng = np.random.default_rng(1)
    frame = pd.DataFrame(rng.normal(size=(800, 3)), columns=list("abc"))
    frame["y"] = frame["a"] - frame["b"] + 0.1 * rng.normal(size=800)
    data = Dataset.from_frame(frame, "y")
    run = fit(data, RandomForest(rounds=40, combined=2))
    assert run.history.validation_error(40) < 0.4 * np.std(frame["y"])


def test_a_file_brings_back_the_same_forest(tmp_path):
    data = example("orders")
    run = fit(data, RandomForest(rounds=5, combined=3))
    save_model(run.model, tmp_path / "m")
    frame = pd.DataFrame(
        {
            "category": ["books", "new"],
            "price": [3.0, np.nan],
            "discount": [0, 5],
            "payment": [None, "card"],
            "delivery_days": [2, 3],
            "sizes_ordered": [1, 2],
            "customer_age": [30, np.nan],
        }
    )
    for rows in (data, frame):
        before, after = (m.probabilities(rows) for m in (run.model, load_model(tmp_path / "m")))
        np.testing.assert_array_equal(before, after)


@pytest.mark.parametrize("bits", [2, 3])
def test_trees_of_sums_go_on_where_no_sum_gains_anything(bits):
    """One column at a time (one random sum of a column with itself) tells nothing of a parity."""
    corners = np.array(list(itertools.product([0.0, 1.0], repeat=bits)) * 3)
    labels = np.where(corners.sum(axis=1) % 2 == 1, "odd", "even")
    names = [f"x{place}" for place in range(bits)]
    data = dataset(dict(zip(names, corners.T, strict=True)), labels)
    settings = RandomForest(rounds=4, columns=1, combined=2, bootstrap=False)
    run = fit(data, settings)
    for member in run.members:
        said = member.outputs(run.history.problem.inputs).argmax(axis=1)
        np.testing.assert_array_equal(said, run.history.problem.labels)
