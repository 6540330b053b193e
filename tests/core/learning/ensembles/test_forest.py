"""Random forests: a single tree where nothing is random, and what chance adds."""

from dataclasses import replace

import numpy as np
import pytest

from core import Bagging, Dataset, RandomForest, SingleLearner, Tree, fit, load_model, save_model
from core.engine.trees import Trees
from core.learning.histories import scores
from core.learning.problem import Problem
from core.learning.rounds import OUT_OF_BAG_ERROR
from core.learning.sampling import bootstrap, round_seed
from tests.core.helpers import dataset, noisy, noisy_frame
from tests.core.learning.ensembles.test_bagging import DATA, numbers, three_classes

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


def decisive_columns(rows=300, columns=12):
    """The first three of many columns tell the class, the first one best."""
    random = np.random.default_rng(0)
    labels = np.where(random.random(rows) < 0.5, "a", "b")
    is_up = labels == "a"
    values = random.normal(size=(rows, columns))
    values[:, :3] += np.outer(is_up, [3.0, 2.5, 2.0])
    return dataset({f"c{place}": own for place, own in enumerate(values.T)}, labels, 0.25)


def roots(run):
    trees = run.model.predictor.trees
    return np.bincount(trees.feature[trees.roots], minlength=12)


def test_a_choice_among_the_best_is_among_the_best_of_all_columns():
    asked = roots(fit(decisive_columns(), RandomForest(rounds=150, among_best=3)))
    assert asked[3:].sum() == 0
    assert asked[:3].min() > 20
    some = roots(fit(decisive_columns(), RandomForest(rounds=150, among_best=3, columns=3)))
    assert some[3:].sum() > 20  # only those that it draws are looked at


def test_hard_votes_count_a_tree_as_one_vote():
    data = decisive_columns()
    settings = RandomForest(rounds=25, leaf_rows=20, is_hard=True)
    run = fit(data, settings)
    soft = fit(data, replace(settings, is_hard=False))
    shares = run.model.probabilities(data)
    # Twenty-five votes: every share is a whole number of them.
    assert shares * 25 == pytest.approx(np.rint(shares * 25))
    assert not np.allclose(shares, soft.model.probabilities(data))
    named = [member.decisive(run.history.problem.inputs) for member in run.members]
    votes = np.sum([said == said.max(axis=1, keepdims=True) for said in named], axis=0)
    order = run.history.problem.data.order
    assert shares[order] == pytest.approx(votes / 25)
    training = run.history.problem.training
    own = votes[np.arange(len(order)), run.history.problem.labels]
    # A training row's margin is out of bag.
    margins = run.history.margins(25)[order[training:]]
    assert margins == pytest.approx(2 * own[training:] / 25 - 1)
    wrong = 2 * own < 25
    assert run.history.error(25) == pytest.approx(np.mean(wrong[:training]))
    assert run.history.validation_error(25) == pytest.approx(np.mean(wrong[training:]))


def test_hard_votes_out_of_bag_are_those_of_the_trees_that_left_a_row_out(tmp_path):
    data = decisive_columns()
    run = fit(data, RandomForest(rounds=9, leaf_rows=20, is_hard=True), seed=4)
    problem = run.history.problem
    training = problem.training
    votes = np.zeros((training, 2))
    for number, member in enumerate(run.members, 1):
        drawn = bootstrap(training, training, round_seed(4, number))
        said = member.decisive(problem.inputs)[:training]
        votes += (said == said.max(axis=1, keepdims=True)) * (drawn == 0)[:, None]
    is_judged = votes.sum(axis=1) > 0
    labels, rows = problem.labels[:training], np.arange(training)
    own, other = votes[rows, labels], votes[rows, 1 - labels]
    is_wrong = (own < other) | ((own == other) & (labels != problem.commonest))
    expected = np.mean(is_wrong[is_judged])
    assert run.history.curve("out_of_bag_error")[-1] == pytest.approx(expected)
    save_model(run.model, tmp_path / "hard.ensemble")
    again = load_model(tmp_path / "hard.ensemble")
    np.testing.assert_array_equal(again.probabilities(data), run.model.probabilities(data))


def test_hard_votes_leave_a_regression_as_it_is():
    random = np.random.default_rng(0)
    x = random.normal(size=(80, 3))
    data = dataset(dict(zip("pqr", x.T, strict=True)), x[:, 0] + 0.1 * random.normal(size=80))
    hard, soft = (fit(data, RandomForest(rounds=5, is_hard=is_hard)) for is_hard in (True, False))
    np.testing.assert_array_equal(hard.model.predict(data), soft.model.predict(data))


@pytest.mark.parametrize("classes", [2, 3])
def test_votes_asked_for_piece_by_piece_are_those_asked_for_at_once(classes, monkeypatch):
    """To the last bit, with weights that have many digits, on both sides of the split."""
    frame = noisy_frame(9000)
    random = np.random.default_rng(2)
    frame["y"] = np.where(random.random(9000) < 0.2 * (classes - 2), "perhaps", frame["y"])
    frame["weight"] = random.random(9000)
    data = Dataset.from_frame(frame, "y", validation_share=0.25).with_weight("weight")
    pieces: list[int] = []
    ask = Trees.saying

    def asked(trees, codes):
        says = ask(trees, codes)
        assert says is not None

        def noted(start, stop):
            pieces.append(stop - start)
            return says(start, stop)

        return noted

    monkeypatch.setattr(Trees, "saying", asked)
    monkeypatch.setattr(scores, "_AT_ONCE", 1000)
    found = fit(data, RandomForest(rounds=3)).history
    assert sum(pieces) == 3 * 9000
    assert max(pieces) == 1000
    monkeypatch.setattr(Trees, "saying", lambda trees, codes: None)
    monkeypatch.setattr(scores, "_AT_ONCE", 1 << 17)
    expected = fit(data, RandomForest(rounds=3)).history
    for curve in ("training_error", "validation_error", "out_of_bag_error"):
        np.testing.assert_array_equal(found.curve(curve), expected.curve(curve))
    for name, array in expected.stored().items():
        np.testing.assert_array_equal(found.stored()[name], array)
