"""Gains of columns at a node: the textbook's, C4.5's own, and scikit-learn's."""

import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeClassifier

import core
from core.base.errors import NoMeaningError
from core.base.lacking import Lacking
from core.judging.theory.gains import rows_reaching
from tests.core.learning.learners.library_data import data_of


def gain_of(table, column):
    return float(table.set_index("column").loc[column, "gain"])


def test_numbers_are_cut_where_scikit_learn_cuts_them():
    data = core.example("breast cancer", validation_share=0)
    found = core.column_gains(data)
    before = core.entropy(data.labels)
    for column in data.features[:6]:
        tree = DecisionTreeClassifier(criterion="entropy", max_depth=1)
        tree.fit(column.values[:, None], data.labels)
        shares = tree.tree_.weighted_n_node_samples[1:] / len(data)
        left = float(shares @ tree.tree_.impurity[1:])
        # Beyond 254 values columns are binned: near, and never better.
        assert before - left >= gain_of(found, column.name) - 1e-9
        assert gain_of(found, column.name) == pytest.approx(before - left, abs=0.01)
    assert (found["gain"].diff().dropna() <= 0).all()


def test_the_first_question_of_a_tree_is_that_of_most_gain():
    for seed in range(5):
        data = data_of(200, "three", seed, validation_share=0)
        run = core.fit(
            data, core.SingleLearner(learner=core.C45Tree(criterion="gain", leaf_rows=1))
        )
        found = core.column_gains(data)
        trees = run.model.predictor.trees
        first = run.model.encoder.features[trees.feature[0]].name
        assert found["column"].iloc[0] == first
        assert found["gain"].iloc[0] == pytest.approx(trees.gains[0] / 200 / np.log(2), abs=1e-9)


def test_a_missing_value_is_on_the_better_side():
    table = pd.DataFrame({"x": [1.0, 2.0, np.nan, np.nan], "y": list("abbb")})
    found = core.column_gains(core.Dataset.from_frame(table, "y", validation_share=0))
    assert found["left"].iloc[0] == 0.0
    assert found["question"].iloc[0].startswith("x ≤ 1.5")


def test_weights_are_copies_and_rows_without_a_weight_are_not_asked():
    table = pd.DataFrame({"x": list("aabbc"), "y": list("uvuvv"), "w": [1, 3, 2, 1, 0]})
    weighted = core.Dataset.from_frame(table, "y", weight="w", validation_share=0)
    copied = table.loc[table.index.repeat(table["w"])].drop(columns="w")
    plain = core.Dataset.from_frame(copied.reset_index(drop=True), "y", validation_share=0)
    one, other = core.column_gains(weighted), core.column_gains(plain)
    pd.testing.assert_frame_equal(one, other)


def test_the_restaurants_second_question():
    data = core.example("restaurant", validation_share=0)
    run = core.fit(data, core.SingleLearner(learner=core.C45Tree(criterion="gain", leaf_rows=1)))
    tree = core.learned(run.model, 1).tree
    full = next(own.node for own in tree.node(tree.root).branches if own.answer == "full")
    found = core.gains_at(run, full)
    # Two of six wait where the place is full; being hungry tells most of it.
    assert found["entropy"].iloc[0] == pytest.approx(core.entropy([1, 1, 0, 0, 0, 0]))
    assert found["column"].iloc[0] == "hungry"
    assert found["gain"].iloc[0] == pytest.approx(0.918 - 4 / 6, abs=1e-3)
    codes = run.history.problem.data.codes
    assert len(rows_reaching(run.model.predictor.trees, 0, full, codes)) == 6
    with pytest.raises(ValueError, match="no node 99"):
        core.gains_at(run, 99)


def test_in_boosting_the_rows_weigh_what_they_do_in_that_round():
    run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    root = int(run.model.predictor.trees.roots[1])
    found = core.gains_at(run, root, number=2)
    weights = run.history.weights(1)
    assert found["entropy"].iloc[0] == pytest.approx(core.entropy(run.dataset.labels, weights))


def test_what_cannot_be():
    with pytest.raises(NoMeaningError, match="about classes"):
        core.column_gains(core.example("rents"))
    run = core.fit(core.example("moons"), core.SingleLearner(learner=core.Logistic()))
    assert core.gains_at(run, 0) == Lacking("Only rounds that learned a tree have nodes to ask at.")
