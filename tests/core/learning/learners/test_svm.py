import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC, LinearSVC

import core
from core.learning.learners.svm import SupportVectors, platt
from core.storage.model_file import load_model, save_model
from tests.core.learning.learners.library_data import data_of, lesson_of, uneven


def own_machine(kernel, lesson, is_class):
    machine = LinearSVC(C=2.0, dual=False) if kernel == "linear" else SVC(C=2.0, gamma=0.3)
    return machine.fit(lesson.matrix, is_class, sample_weight=lesson.weights)


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
@pytest.mark.parametrize("target", ["two", "three"])
def test_scores_are_decisions_of_scikit_learn_and_shares_are_platts(target, kernel):
    problem, lesson, weights = lesson_of(250, target, uneven(250))
    fitted = SupportVectors(kernel=kernel, cost=2.0, gamma=0.3).fit(problem, weights, 0)
    scores = fitted.scores(problem.inputs, slice(None))
    everything = lesson.layout.matrix(problem.inputs, slice(None))
    shares = []
    for column, place in enumerate([1] if target == "two" else range(3)):
        decided = own_machine(kernel, lesson, lesson.labels == place).decision_function(everything)
        np.testing.assert_allclose(scores[:, column], decided, atol=1e-9)
        assert fitted.slope[column] > 0
        odds = fitted.slope[column] * decided + fitted.shift[column]
        shares.append(1 / (1 + np.exp(-odds)))
    shares = np.column_stack([1 - shares[0], *shares] if target == "two" else shares)
    np.testing.assert_allclose(
        fitted.outputs(problem.inputs), shares / shares.sum(axis=1, keepdims=True), atol=1e-8
    )


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
@pytest.mark.parametrize("target", ["two", "three"])
def test_the_highest_score_decides_everywhere(target, kernel, tmp_path):
    """In the learner, in the history, in the model, in its file and in a vote: never Platt's P."""
    data = data_of(300, target, seed=3)
    learner = SupportVectors(kernel=kernel, cost=0.01)
    run = core.fit(data, core.SingleLearner(learner=learner))
    problem, machine = run.history.problem, run.members[0]
    scores = machine.scores(problem.inputs, slice(None))
    named = (scores[:, 0] > 0).astype(int) if target == "two" else scores.argmax(axis=1)
    by_share = machine.outputs(problem.inputs).argmax(axis=1)
    assert (named != by_share).any()  # else nothing would be told here
    np.testing.assert_array_equal(run.history.predicted(1)[run.history.order], named)
    expected = np.array(data.classes, dtype=object)[run.history.predicted(1)]
    np.testing.assert_array_equal(run.model.predict(data), expected)
    save_model(run.model, tmp_path / "model.zip")
    np.testing.assert_array_equal(load_model(tmp_path / "model.zip").predict(data), expected)
    core.export_onnx(run.model, tmp_path / "model.onnx", data)  # compares every label
    hard = core.fit(data, core.Voting(learners=(learner, learner, learner), is_hard=True))
    np.testing.assert_array_equal(hard.model.predict(data), expected)
    boosted = core.fit(data, core.AdaBoost(base=learner, rounds=1))
    error = boosted.history.curve("weighted_error")[0]
    training = slice(None, problem.training)
    assert error == pytest.approx((named != problem.labels)[training].mean())


def test_a_class_without_training_rows_is_never_named():
    problem, _, weights = lesson_of(200, "three")
    fitted = SupportVectors(kernel="linear").fit(problem, weights * (problem.labels != 1), 0)
    scores, shares = fitted.judged(problem.inputs)
    assert (scores[:, 1] < scores[:, [0, 2]].min(axis=1)).all()
    assert (shares[:, 1] == 0).all()


def test_platt_scaling_finds_the_odds_that_decisions_came_from():
    random = np.random.default_rng(0)
    decisions = random.normal(size=20_000)
    is_class = random.random(20_000) < 1 / (1 + np.exp(-(1.7 * decisions - 0.4)))
    slope, shift = platt(decisions, is_class, np.ones(20_000))
    assert slope == pytest.approx(1.7, abs=0.08)
    assert shift == pytest.approx(-0.4, abs=0.06)
    own = LogisticRegression(C=1e9, tol=1e-8).fit(decisions[:, None], is_class)
    assert slope == pytest.approx(own.coef_[0, 0], rel=1e-3)  # smoothed labels matter little here


def test_platt_scaling_stays_finite_where_the_classes_are_apart():
    decisions = np.concatenate([np.full(9, -1.0), np.full(19, 1.0)])
    slope, shift = platt(decisions, decisions > 0, np.ones(28))
    # Each side then has its smoothed share: 1/11 below, 20/21 above.
    np.testing.assert_allclose([shift - slope, shift + slope], np.log([1 / 10, 20]), rtol=1e-3)


def test_probabilities_of_new_rows_are_about_right():
    problem, _, weights = lesson_of(800, "two")
    fitted = SupportVectors().fit(problem, weights, 0)
    new, _, _ = lesson_of(800, "two")
    share = fitted.outputs(new.inputs)[:, 1]
    assert np.mean(share) == pytest.approx(np.mean(new.labels), abs=0.05)


def test_the_rbf_kernel_learns_from_no_more_rows_than_allowed():
    problem, _, weights = lesson_of(400, "two")
    few = SupportVectors(most_rows=60).fit(problem, weights, 0)
    assert len(few.centres) <= 60
    again = SupportVectors(most_rows=60).fit(problem, weights, 0)
    np.testing.assert_array_equal(few.centres, again.centres)
    other = SupportVectors(most_rows=60).fit(problem, weights, 1)
    assert few.centres.shape != other.centres.shape or (few.centres != other.centres).any()
