"""Random forests: a single tree where nothing is random, and what chance adds."""

import numpy as np
import pytest

from core import Bagging, Dataset, RandomForest, SingleLearner, Tree, fit
from core.problem import Problem
from core.rounds import OUT_OF_BAG_ERROR
from core.trainers.sampling import bootstrap, round_seed
from tests.core.ensembles.test_bagging import DATA, numbers, three_classes
from tests.core.helpers import noisy, noisy_frame

ALL_COLUMNS = 1_000


@pytest.mark.parametrize("task", DATA)
@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_with_all_columns_and_all_rows_every_tree_is_the_single_tree(task, criterion):
    data = DATA[task]
    settings = RandomForest(
        rounds=3, columns=ALL_COLUMNS, bootstrap=False, depth=6, leaf_rows=2, criterion=criterion
    )
    forest = fit(data, settings, seed=4)
    alone = fit(data, SingleLearner(learner=Tree(depth=6, leaf_rows=2, criterion=criterion)))
    expected = alone.model.predictor.outputs(alone.model.inputs(data))
    for member in forest.members:
        np.testing.assert_array_equal(member.outputs(forest.model.inputs(data)), expected)
    found = forest.model.predictor.outputs(forest.model.inputs(data))
    assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("task", DATA)
def test_with_all_columns_it_is_bagging_of_trees(task):
    data = DATA[task]
    forest = fit(data, RandomForest(rounds=5, columns=ALL_COLUMNS, depth=8), seed=4)
    bagged = fit(data, Bagging(rounds=5, base=Tree(depth=8)), seed=4)
    for curve in ("training_error", "validation_error", "out_of_bag_error"):
        np.testing.assert_array_equal(forest.history.curve(curve), bagged.history.curve(curve))
    np.testing.assert_array_equal(forest.history.margins(5), bagged.history.margins(5))


@pytest.mark.parametrize("task", DATA)
def test_the_out_of_bag_error_is_that_of_trees_that_never_saw_a_row(task):
    data = DATA[task]
    run = fit(data, RandomForest(rounds=10), seed=6)
    problem, training = run.history.problem, run.history.training
    width = 1 if problem.is_regression else problem.classes
    sums, counts = np.zeros((training, width)), np.zeros(training)
    for number, member in enumerate(run.members, 1):
        out = bootstrap(training, training, round_seed(6, number)) == 0
        sums[out] += member.outputs(problem.inputs)[:training][out]
        counts += out
    there = counts > 0
    if problem.is_regression:
        residuals = sums[there, 0] / counts[there] - problem.targets[:training][there]
        expected = np.sqrt(np.mean(residuals**2))
    else:
        expected = np.mean(sums[there].argmax(axis=1) != problem.labels[:training][there])
    assert run.history.curve("out_of_bag_error")[-1] == pytest.approx(expected)


def test_without_samples_there_is_nothing_out_of_bag():
    run = fit(noisy(100), RandomForest(rounds=3, bootstrap=False))
    assert OUT_OF_BAG_ERROR not in run.history.curves
    assert run.history.error(3) == 0


def test_trees_differ_by_the_columns_that_their_nodes_look_at():
    run = fit(noisy(200), RandomForest(rounds=20, columns=1, bootstrap=False, depth=1))
    asked = {int(member.trees.feature[0]) for member in run.members}
    assert asked == {0, 1, 2, 3}
    best = fit(noisy(200), RandomForest(rounds=5, columns=4, bootstrap=False, depth=1))
    assert len({int(member.trees.feature[0]) for member in best.members}) == 1


@pytest.mark.parametrize(
    ("data", "columns", "expected"),
    [
        (noisy(60), 0, 2),  # the root of 4
        (noisy(60), 3, 3),
        (noisy(60), 99, 4),
        (three_classes(60), 0, 2),  # the root of 3
        (numbers(60), 0, 1),  # a third of 4
    ],
)
def test_the_usual_number_of_columns_is_the_root_or_a_third(data, columns, expected):
    assert RandomForest(columns=columns)._columns_for(Problem.of(data)) == expected


def test_trees_are_less_alike_than_bagged_ones_and_do_as_well():
    random = np.random.default_rng(0)
    frame = noisy_frame(900, noise=1.0)
    frame = frame.assign(**{f"n{place}": random.normal(size=900) for place in range(4)})
    data = Dataset.from_frame(frame, "y")
    forest, bagged = fit(data, RandomForest(rounds=60)), fit(data, Bagging(rounds=60))

    def likeness(run):
        said = np.array([member.outputs(run.history.problem.inputs)[675:, 0] for member in
                         run.members[:20]])  # fmt: skip
        return np.corrcoef(said)[np.triu_indices(20, 1)].mean()

    assert likeness(forest) < likeness(bagged) - 0.05
    assert forest.history.validation_error(60) < bagged.history.validation_error(60) + 0.03
    assert forest.history.validation_error(60) < 0.35


def test_the_error_falls_as_trees_are_added():
    run = fit(noisy(600, noise=1.0), RandomForest(rounds=80))
    errors = run.history.curve("out_of_bag_error")
    assert errors[-10:].mean() < errors[:5].mean() - 0.03


def test_a_smaller_share_of_rows_grows_smaller_trees():
    run = fit(noisy(400), RandomForest(rounds=4, sample_share=0.1))
    for member in run.members:
        assert member.trees.rows[member.trees.roots[0]] <= 30
