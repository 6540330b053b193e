"""The decision stump as a learner: the least weighted error of all questions."""

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from core import Bagging, Stump, Tree, fit
from core.learning.learners.stump import best_stump
from core.learning.problem import Problem
from tests.core.helpers import dataset, least_error, noisy, raw_columns, signs, small_data


@settings(max_examples=40)
@given(small_data())
def test_for_two_classes_no_question_has_a_smaller_weighted_error(data):
    problem = Problem.of(data)
    weights = problem.row_weights[: problem.training]
    rows = problem.data.order[: problem.training]
    labels = signs(data)[rows]
    expected = least_error(raw_columns(data, rows), labels, weights)
    if problem.classes < 2:
        return
    stump = best_stump(problem, weights)
    if expected is None:
        assert stump is None
        return
    said = stump.sides[problem.data.codes[stump.feature, : problem.training]]
    wrong = weights[said != labels].sum() / weights.sum()
    assert wrong == pytest.approx(expected, abs=1e-9)
    assert len(set(said)) == 2


def test_its_leaves_say_the_weighted_shares():
    problem = Problem.of(dataset({"x": [1, 1, 1, 2, 2]}, "abbaa"))
    weights = np.array([1.0, 2.0, 3.0, 2.0, 2.0])
    predictor = Stump().fit(problem, weights, 0)
    predictor.check(1, 2)
    shares = [[1 / 6, 5 / 6]] * 3 + [[1.0, 0.0]] * 2
    assert predictor.outputs(problem.inputs) == pytest.approx(np.array(shares))


def test_for_many_classes_and_numbers_it_is_a_tree_of_depth_one():
    random = np.random.default_rng(0)
    x = random.normal(size=(100, 3))
    columns = dict(zip("pqr", x.T, strict=True))
    labels = np.array([*"abcd"])[np.digitize(x[:, 1], [-0.8, 0, 0.8])]
    problem = Problem.of(dataset(columns, labels))
    ours = Stump().fit(problem, np.ones(100), 0).outputs(problem.inputs)
    theirs = DecisionTreeClassifier(max_depth=1, random_state=0).fit(x, labels)
    assert ours == pytest.approx(theirs.predict_proba(x))
    target = x[:, 2] ** 3 + 0.1 * random.normal(size=100)
    problem = Problem.of(dataset(columns, target))
    ours = Stump().fit(problem, np.ones(100), 0).outputs(problem.inputs)
    theirs = DecisionTreeRegressor(max_depth=1, random_state=0).fit(x, target)
    assert ours[:, 0] == pytest.approx(theirs.predict(x))
    deep = Tree(depth=1).fit(problem, np.ones(100), 0).outputs(problem.inputs)
    np.testing.assert_array_equal(ours, deep)


def test_without_a_column_that_varies_it_says_the_shares_of_all_rows():
    problem = Problem.of(dataset({"x": [1, 1, 1, 1]}, "abbb"))
    assert Stump().fit(problem, np.ones(4), 0).outputs(problem.inputs) == pytest.approx(
        np.tile([1 / 4, 3 / 4], (4, 1))
    )


def test_members_of_a_committee_share_the_threads_with_the_stumps_that_they_train(set_threads):
    """Many rows: a stump's histogram is shared out too, while members are trained side by side."""
    data = noisy(12_000)
    set_threads(1)
    alone = fit(data, Bagging(rounds=4, base=Stump()))
    set_threads(2)
    shared = fit(data, Bagging(rounds=4, base=Stump()))
    np.testing.assert_array_equal(shared.history.margins(4), alone.history.margins(4))
