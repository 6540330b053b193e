"""A row of weight 3 is learned from as three such rows are, by every learner that takes weights.

Exempt, and why:
- the network shuffles its rows, and stops by them: copies are other rows to it; it takes no
  weights, but repeats rows as often as whole weights say;
- k-means, below the RBF network, starts at rows that are drawn;
- Platt's line of an SVM comes from folds of the rows; its scores and what it names do not;
- own columns hand the weights over to another learner;
- `leaf_rows` of trees counts rows that differ, whatever they weigh.
"""

import numpy as np
import pytest

import core
from core import Dataset
from core.learning.learner import Learner
from core.learning.problem import Problem
from core.learning.registry import members
from tests.core.learning.learners.library_data import frame_of

LEARNERS = {
    "logistic": core.Logistic(ridge=3.0, iterations=2000),
    "linear": core.LinearRegression(ridge=3.0),
    "naive_bayes": core.NaiveBayes(),
    "neighbours": core.NearestNeighbours(),
    "svm": core.SupportVectors(),
    "linear svm": core.SupportVectors(kernel="linear"),
    "tree": core.Tree(depth=6),
    "entropy tree": core.Tree(depth=4, criterion="entropy"),
    "stump": core.Stump(),
    "c45": core.C45Tree(leaf_rows=1),
    "id3": core.C45Tree(criterion="gain", leaf_rows=1),
}
BY_ITS_SCORES = {"svm", "linear svm"}
EXEMPT = {"network", "rbf_network", "own_columns"}
NEW = frame_of(200, seed=7).drop(columns="y")


def task_of(target):
    names = {"two": "TWO_CLASSES", "three": "MANY_CLASSES", "number": "REGRESSION"}
    return core.Task[names[target]]


CASES = [
    (name, target)
    for name, learner in LEARNERS.items()
    for target in ("two", "three", "number")
    if task_of(target) in learner.tasks
]


def weighted_and_copied(target, seed):
    """The same rows with weights of 1 to 3, and as so many copies."""
    frame = frame_of(120, target, seed)
    counts = np.random.default_rng(seed + 50).integers(1, 4, len(frame))
    weighted = Dataset.from_frame(frame.assign(n=counts), "y", weight="n", validation_share=0)
    copied = frame.loc[frame.index.repeat(counts)].reset_index(drop=True)
    return weighted, Dataset.from_frame(copied, "y", validation_share=0)


def test_no_learner_is_forgotten():
    tested = {learner.name for learner in LEARNERS.values()}
    assert {kind.name for kind in members(Learner)} == tested | EXEMPT


@pytest.mark.parametrize(("name", "target"), CASES)
def test_a_whole_weight_is_so_many_copies(name, target):
    for seed in range(3):
        fitted = []
        for data in weighted_and_copied(target, seed):
            problem = Problem.of(data)
            start = problem.row_weights[: problem.training]
            predictor = LEARNERS[name].fit(problem, start, 0)
            model = core.Model(
                core.SingleLearner(),
                "y",
                data.classes,
                problem.data.encoder,
                predictor,
                problem.commonest,
            )
            fitted.append(predictor.judged(model.inputs(NEW)))
        decisive = 0 if name in BY_ITS_SCORES else 1
        np.testing.assert_allclose(fitted[0][decisive], fitted[1][decisive], atol=2e-3, rtol=1e-3)
        if name not in BY_ITS_SCORES | {"logistic"}:
            np.testing.assert_allclose(fitted[0][1], fitted[1][1], atol=1e-9)


def test_bagging_a_logistic_regression_is_one_on_the_drawn_rows():
    data = Dataset.from_frame(frame_of(60, "two"), "y", validation_share=0)
    problem = Problem.of(data)
    run = core.fit(data, core.Bagging(base=core.Logistic(ridge=20.0), rounds=1))
    outside = run.history.outside(1)
    member = run.members[0]
    # The gradient of Σ n_i ln(1/P) + ridge/2 |β|² over the drawn rows is 0; with weights of mean 1
    # it would not be: a third of the rows is not drawn.
    assert 0.2 < outside.mean() < 0.5
    drawn = problem.inputs.take(np.flatnonzero(~outside))
    share = member.outputs(drawn)[:, 1]
    labels = problem.labels[~outside]
    matrix = member.layout.matrix(drawn, slice(None))
    counts = counts_of(run, outside)
    gradient = matrix.T @ (counts * (share - labels)) + 20.0 * member.coefficients[:, 0]
    assert np.abs(gradient).max() < 0.02


def counts_of(run, outside):
    from core.learning.sampling import bootstrap, round_seed

    counts = bootstrap(len(outside), len(outside), round_seed(run.seed, 1))
    assert ((counts == 0) == outside).all()
    return counts[counts > 0]


def test_boosting_hands_over_counts():
    """The first round of boosting is the learner alone: its ridge weighs no more and no less."""
    data = Dataset.from_frame(frame_of(150, "two"), "y", validation_share=0)
    alone = core.fit(data, core.SingleLearner(learner=core.Logistic(ridge=5.0)))
    boosted = core.fit(data, core.AdaBoost(base=core.Logistic(ridge=5.0), rounds=1))
    np.testing.assert_allclose(
        alone.members[0].coefficients, boosted.members[0].coefficients, atol=1e-6
    )


@pytest.mark.parametrize("base", [core.Logistic(ridge=3.0), core.Tree(depth=2)])
def test_boosting_weighted_rows_is_boosting_their_copies(base):
    weighted, copied = weighted_and_copied("two", 1)
    one, other = (core.fit(data, core.AdaBoost(base=base, rounds=4)) for data in (weighted, copied))
    np.testing.assert_allclose(
        one.history.curve("weighted_error"), other.history.curve("weighted_error"), atol=2e-3
    )
    assert (one.model.predict(NEW) == other.model.predict(NEW)).mean() > 0.99


@pytest.mark.parametrize("scale", [1e300, 1e-300])
@pytest.mark.parametrize(("name", "target"), [case for case in CASES if "tree" not in case[0]])
def test_weights_that_no_table_of_rows_could_have_are_taken_in_proportion(name, target, scale):
    problem = Problem.of(Dataset.from_frame(frame_of(60, target), "y", validation_share=0))
    outputs = LEARNERS[name].fit(problem, np.full(60, scale), 0).outputs(problem.inputs)
    assert np.isfinite(outputs).all()


def test_a_member_without_weights_takes_whole_ones_as_copies():
    weighted, copied = weighted_and_copied("two", 2)
    settings = core.Voting(learners=(core.NearestNeighbours(), core.NaiveBayes()))
    one, other = (core.fit(data, settings).model.probabilities(NEW) for data in (weighted, copied))
    np.testing.assert_allclose(one, other, atol=1e-9)
