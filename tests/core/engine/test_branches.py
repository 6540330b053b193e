"""A category that did not reach a node in training is answered as by the node itself."""

import numpy as np
import pandas as pd
import pytest

from core import (
    AdaBoost,
    Bagging,
    C45Tree,
    Dataset,
    DeepForest,
    GradientBoosting,
    LogitBoost,
    RandomForest,
    SingleLearner,
    Stump,
    Task,
    Tree,
    fit,
    load_model,
    save_model,
)
from core.engine.branches import continues, is_before_another, is_empty_branch
from core.engine.pruning import pruned
from core.judging.diagnostics.reading import learned
from core.learning.problem import Problem
from tests.core.helpers import dataset
from tests.core.sharing.onnx.runtime import assert_predicts_the_same

SEVEN = pd.DataFrame({"A": list("aaabbdd"), "y": ["neg"] * 3 + ["pos"] * 4})
LEARNERS = [
    Tree(),
    Tree(criterion="entropy"),
    Stump(),
    C45Tree(leaf_rows=1),
    C45Tree(criterion="gain", leaf_rows=1),
]


def trained(settings, frame=SEVEN):
    return fit(Dataset.from_frame(frame, "y", validation_share=0), settings)


@pytest.mark.parametrize("learner", LEARNERS)
def test_an_unseen_category_is_answered_as_by_the_parent(learner, tmp_path):
    """Three negative and four positive rows: 4 of 7."""
    model = trained(SingleLearner(learner=learner)).model
    asked = pd.DataFrame({"A": ["a", "b", "d", "c", None]})
    expected = [0, 1, 1, 4 / 7, 4 / 7]
    assert model.probabilities(asked)[:, 1] == pytest.approx(expected)
    assert list(model.predict(asked)) == ["neg", "pos", "pos", "pos", "pos"]
    save_model(model, tmp_path / "kept.ensemble")
    again = load_model(tmp_path / "kept.ensemble")
    np.testing.assert_array_equal(again.probabilities(asked), model.probabilities(asked))


@pytest.mark.parametrize("learner", LEARNERS)
def test_onnx_answers_empty_branches_as_we_do(learner):
    model = trained(SingleLearner(learner=learner)).model
    assert_predicts_the_same(model, pd.DataFrame({"A": ["a", "b", "d", "c", None]}))


def two_columns():
    """In the node B = u only p and q are there; r is known from B = v."""
    rows = [("p", "u", "no")] * 4 + [("q", "u", "yes")] * 6
    rows += [("r", "v", "yes")] * 9 + [("p", "v", "yes")] * 1
    return pd.DataFrame(rows, columns=["A", "B", "y"])


@pytest.mark.parametrize("learner", [Tree(depth=3), C45Tree(leaf_rows=1)])
def test_a_category_known_elsewhere_is_answered_by_the_node_that_it_did_not_reach(learner):
    run = trained(SingleLearner(learner=learner), two_columns())
    tree = learned(run.model, 1).tree
    root = tree.node(tree.root)
    assert root.question.startswith("A")  # which parts no from yes better than B does
    frame = pd.DataFrame({"A": ["p", "q", "r"], "B": ["u", "u", "u"]})
    assert run.model.probabilities(frame)[:, 1] == pytest.approx([0, 1, 1])
    new = pd.DataFrame({"A": ["p"], "B": ["w"]})
    assert run.model.probabilities(new)[0, 1] == pytest.approx(1 / 5)


def test_votes_of_stumps_for_an_unseen_category_are_those_of_all_rows():
    model = trained(AdaBoost(rounds=1)).model
    assert list(model.predict(pd.DataFrame({"A": ["c", None, "a"]}))) == ["pos", "pos", "neg"]


@pytest.mark.parametrize(
    "settings",
    [
        RandomForest(rounds=10),
        Bagging(rounds=5, base=C45Tree()),
        AdaBoost(rounds=5, base=Tree()),
        GradientBoosting(rounds=5, leaf_rows=1),
        LogitBoost(rounds=5, depth=2),
        DeepForest(rounds=1, trees=4, folds=2),
    ],
)
def test_every_ensemble_of_trees_says_something_between_its_leaves(settings):
    random = np.random.default_rng(0)
    names = random.choice([*"pqrstuv"], 200)
    frame = pd.DataFrame(
        {"A": names, "B": random.choice([*"xy"], 200), "n": random.normal(size=200)}
    )
    frame["y"] = np.where((names > "s") ^ (random.random(200) < 0.2), "yes", "no")
    model = trained(settings, frame).model
    asked = pd.DataFrame({"A": [*"pqrstuv", "new"], "B": "x", "n": 0.0})
    shares = model.probabilities(asked)[:, 1]
    assert shares[:-1].min() <= shares[-1] < shares[:-1].max()


def test_numbers_by_the_absolute_loss_have_the_nodes_own_median_in_an_empty_branch():
    data = dataset({"A": [*"aaabbbb"]}, [0.0, 0, 0, 5, 9, 9, 30], task=Task.REGRESSION)
    settings = GradientBoosting(rounds=1, depth=1, leaf_rows=1, loss="absolute", shrinkage=1.0)
    model = fit(data, settings).model
    # The start is the median of all, 5; in the empty branch nothing is left of it to mend.
    assert model.predict(pd.DataFrame({"A": ["a", "b", "c"]})) == pytest.approx([0, 9, 5])


def test_nodes_of_one_question_are_told_from_others():
    trees = trained(SingleLearner(learner=Tree())).model.predictor.trees
    assert is_before_another(trees).tolist() == [True, False, False, False, False]
    assert continues(trees).tolist() == [False, True, False, False, False]
    assert is_empty_branch(trees).tolist() == [False, False, True, False, False]
    assert trees.gains[0] > 0
    assert not trees.gains[1:].any()
    chain = trained(SingleLearner(learner=C45Tree(leaf_rows=1))).model.predictor.trees
    assert continues(chain).sum() == 2
    assert is_empty_branch(chain).sum() == 1


def test_a_question_is_pruned_as_a_whole_or_not_at_all():
    problem = Problem.of(Dataset.from_frame(SEVEN, "y", validation_share=0))
    tree = C45Tree(leaf_rows=1).fit(problem, np.ones(7), 0).trees

    def loss(values, rows):
        return (values.argmax(axis=1) != problem.labels[rows]).astype(float)

    kept = pruned(tree, problem.data.codes, loss)
    assert len(kept.left) == len(tree.left)
    only_a = problem.data.codes[:, :1]
    assert len(pruned(tree, only_a, lambda values, rows: np.zeros(len(rows))).left) == 1


def test_the_drawing_has_the_empty_branch_and_does_not_count_it():
    for learner, answers in (
        (Tree(), ["yes", "no", "any other"]),
        (C45Tree(leaf_rows=1), ["a", "b", "d", "any other"]),
    ):
        tree = learned(trained(SingleLearner(learner=learner)).model, 1).tree
        node = tree.node(tree.root)
        assert [branch.answer for branch in node.branches] == answers
        said = tree.node(node.branches[-1].node)
        assert said.leaf.text == "pos 57 %"
        assert said.share == 0
        assert tree.leaves() == len(answers) - 1
