"""AdaBoost.R2 against plain implementations: Drucker's formulas, and scikit-learn's."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.ensemble import AdaBoostRegressor
from sklearn.tree import DecisionTreeRegressor

import core
from core import (
    AdaBoostR2,
    Dataset,
    Ending,
    LinearRegression,
    NearestNeighbours,
    OwnColumns,
    RandomForest,
    Tree,
)
from core.learning.histories.parts import levelled
from core.learning.predictors.median import weighted_medians
from tests.core.learning.ensembles.made_up import check_history_and_file, cloud

LOSSES = ("linear", "square", "exponential")
ROUNDS = 12


def rows(count=200, seed=0):
    random = np.random.default_rng(seed)
    x = random.integers(0, 60, size=(count, 3)).astype(float)
    y = x[:, 0] - 0.5 * x[:, 1] * (x[:, 2] > 30) + 6 * random.normal(size=count)
    return pd.DataFrame(x, columns=["a", "b", "c"]).assign(
        y=y, w=random.choice([0.5, 1.0, 2.0], count)
    )


def plain_median(said, votes):
    """Of one row, by walking up the sorted numbers."""
    reached, order = 0.0, sorted(range(len(said)), key=lambda place: said[place])
    for place in order:
        reached += votes[place]
        if reached >= sum(votes) / 2:
            return said[place]
    raise AssertionError


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("shrinkage", [1.0, 0.5])
def test_every_round_is_druckers(loss, shrinkage):
    """Losses, votes, weights and medians computed from what the learners said, by his formulas."""
    data = Dataset.from_frame(rows(), "y", weight="w", validation_share=0)
    run = core.fit(data, AdaBoostR2(rounds=ROUNDS, loss=loss, shrinkage=shrinkage))
    assert run.rounds == ROUNDS
    y = data.labels
    weights = data.weights / data.weights.sum()
    said, votes = [], []
    for t, member in enumerate(run.members, 1):
        assert run.history.weights(t - 1) == pytest.approx(weights, rel=1e-9)
        said.append(member.outputs(run.model.inputs(data))[:, 0])
        share = np.abs(said[-1] - y) / np.abs(said[-1] - y).max()
        losses = {"linear": share, "square": share**2, "exponential": 1 - np.exp(-share)}[loss]
        average = (weights * losses).sum()
        beta = average / (1 - average)
        assert run.history.curve("average_loss")[t - 1] == pytest.approx(average, rel=1e-9)
        votes.append(shrinkage * np.log(1 / beta))
        assert run.history.curve("vote")[t - 1] == pytest.approx(votes[-1], rel=1e-9)
        weights = weights * beta ** (shrinkage * (1 - losses))
        weights /= weights.sum()
        expected = [plain_median([own[row] for own in said], votes) for row in range(len(y))]
        assert run.history.predicted(t) == pytest.approx(np.array(expected), rel=1e-12)
    assert run.history.weights(ROUNDS) == pytest.approx(weights, rel=1e-9)


class Weighing(AdaBoostRegressor):
    """scikit-learn's, with the weights given to the tree instead of a sample drawn by them."""

    def _boost(self, iboost, X, y, sample_weight, random_state):
        estimator = self._make_estimator(random_state=0)
        estimator.fit(X, y, sample_weight=sample_weight)
        said = estimator.predict(X)
        errors = np.abs(said - y)
        errors /= errors.max()
        if self.loss == "square":
            errors **= 2
        elif self.loss == "exponential":
            errors = 1.0 - np.exp(-errors)
        average = (sample_weight * errors).sum()
        beta = average / (1.0 - average)
        vote = self.learning_rate * np.log(1.0 / beta)
        if iboost != self.n_estimators - 1:
            sample_weight = sample_weight * beta ** ((1.0 - errors) * self.learning_rate)
        return sample_weight, vote, average


@pytest.mark.parametrize("loss", LOSSES)
def test_it_is_scikit_learns_without_the_sampling(loss):
    frame = rows()
    data = Dataset.from_frame(frame.drop(columns="w"), "y", validation_share=0)
    run = core.fit(data, AdaBoostR2(rounds=ROUNDS, loss=loss, base=Tree(depth=2)))
    theirs = Weighing(DecisionTreeRegressor(max_depth=2), n_estimators=ROUNDS, loss=loss)
    theirs.fit(frame[["a", "b", "c"]], frame["y"])
    assert run.history.curve("average_loss") == pytest.approx(theirs.estimator_errors_, rel=1e-9)
    assert run.history.curve("vote") == pytest.approx(theirs.estimator_weights_, rel=1e-9)
    for t, predicted in enumerate(theirs.staged_predict(frame[["a", "b", "c"]]), 1):
        assert run.history.predicted(t) == pytest.approx(predicted, rel=1e-9)


@pytest.mark.parametrize(
    "settings",
    [
        AdaBoostR2(rounds=6),
        AdaBoostR2(rounds=6, base=LinearRegression(), loss="square"),
        AdaBoostR2(rounds=4, base=NearestNeighbours()),
        AdaBoostR2(rounds=6, resampling=True, loss="exponential"),
        AdaBoostR2(rounds=3, base=OwnColumns(columns=("a",), learner=RandomForest(rounds=3))),
    ],
    ids=lambda settings: f"{settings.base.name}-{settings.loss}",
)
def test_any_learner_of_numbers_is_boosted(settings, tmp_path):
    run = core.fit(cloud("number"), settings)
    assert run.rounds >= 1
    check_history_and_file(run, tmp_path / "model")
    if settings.base.name != "neighbours":  # which ONNX has no search for
        core.export_onnx(run.model, tmp_path / "model.onnx", run.dataset)


@pytest.mark.parametrize("loss", LOSSES)
def test_rows_with_a_wrong_number_grow_heavy(loss):
    """What it is for: sorting rows by boosting weight."""
    frame = rows(count=400, seed=3)[["a", "b", "c", "y"]]
    settings = AdaBoostR2(rounds=30, loss=loss)
    clean = core.fit(Dataset.from_frame(frame, "y", validation_share=0), settings).history
    assert not clean.flagged(clean.suspicion(), clean.margins(clean.rounds)).any()
    wrong = np.random.default_rng(4).choice(400, 12, replace=False)
    frame.loc[wrong, "y"] += 90
    history = core.fit(Dataset.from_frame(frame, "y", validation_share=0), settings).history
    assert len(set(np.argsort(-history.weights(5))[:12]) & set(wrong)) >= 10
    assert len(set(history.ranked()[:12]) & set(wrong)) >= 6
    assert history.relative_weights(5)[wrong].mean() > 5


def test_paths_image_and_relative_weights_are_the_weights():
    data = cloud("number")
    history = core.fit(data, AdaBoostR2(rounds=9)).history
    some = np.arange(0, len(data), 7)
    paths = history.relative_paths(some, 9)
    for t in range(10):
        raw = history.weights(t)[history.order] * history.training
        expected = history.by_row(levelled(raw, history.training))
        assert history.relative_weights(t) == pytest.approx(expected)
        assert paths[:, t] == pytest.approx(expected[some])
    image = history.weight_image(np.arange(len(data)), 9, len(data), 10)
    assert image[:, 9] == pytest.approx(np.log10(history.relative_weights(9)), abs=1e-5)


def test_a_perfect_learner_ends_it_and_decides():
    frame = pd.DataFrame({"a": np.arange(40.0), "y": np.arange(40) % 5 * 1.5})
    data = Dataset.from_frame(frame, "y", validation_share=0, task=core.Task.REGRESSION)
    run = core.fit(data, AdaBoostR2(rounds=20, base=Tree(depth=30)))
    assert run.outcome.ending is Ending.PERFECT_LEARNER
    assert run.rounds == 1
    assert run.history.error(1) == 0
    assert "meets every training row exactly" in run.outcome.sentence


def test_a_learner_that_is_too_far_off_ends_it():
    y = np.tile([0.0, 1.0], 40)
    frame = pd.DataFrame({"a": np.arange(80.0) // 2, "y": y})
    data = Dataset.from_frame(frame, "y", validation_share=0, task=core.Task.REGRESSION)
    run = core.fit(data, AdaBoostR2(rounds=20, base=LinearRegression()))
    assert run.outcome.ending is Ending.NO_BETTER_THAN_CHANCE
    assert run.rounds == 0
    assert run.model.predict(frame) == pytest.approx(np.full(80, 0.5))
    assert run.history.predicted(0) == pytest.approx(np.full(80, 0.5))


def test_huge_numbers_have_finite_losses():
    """The distance of two numbers may be too large for one."""
    data = cloud("number", rows=80, validation_share=0)
    history = core.train(data, AdaBoostR2()).history
    far = replace(history.problem, targets=np.where(np.arange(80) % 2, 1.7e308, -1.7e308))
    history.problem = far
    losses = history.losses(np.where(np.arange(80) < 40, -far.targets, far.targets))
    assert losses.tolist() == [1.0] * 40 + [0.0] * 40


def test_the_weighted_median_by_hand():
    said = np.array([[1.0, 5.0, 9.0], [9.0, 5.0, 1.0], [2.0, 2.0, 7.0]])
    assert weighted_medians(said, np.array([1.0, 1.0, 1.0])).tolist() == [5.0, 5.0, 2.0]
    assert weighted_medians(said, np.array([3.0, 1.0, 1.0])).tolist() == [1.0, 9.0, 2.0]
    assert weighted_medians(said, np.array([1.0, 1.0, 2.0])).tolist() == [5.0, 1.0, 2.0]
