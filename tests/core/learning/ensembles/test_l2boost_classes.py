"""L2Boost for two classes: the squared loss on -1 and 1, and the sign decides."""

import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeRegressor

import core
from core import Dataset, L2Boost
from core.learning.predictors.links import HALVED, linked


def rows(count=300, seed=0):
    random = np.random.default_rng(seed)
    x = random.integers(0, 40, size=(count, 3)) + random.permutation(count)[:, None] % 1
    frame = pd.DataFrame(x.astype(float), columns=["a", "b", "c"])
    score = x[:, 0] - x[:, 1] * (x[:, 2] > 20) + 8 * random.normal(size=count)
    frame["y"] = np.where(score > 5, "yes", "no")
    frame["w"] = random.choice([0.5, 1.0, 2.0], count)
    return frame


def test_every_round_is_least_squares_on_the_residuals_of_plus_and_minus_one():
    """Against trees of scikit-learn's, fitted to y - F by hand."""
    frame = rows()
    data = Dataset.from_frame(frame, "y", weight="w", validation_share=0)
    run = core.fit(data, L2Boost(rounds=12, shrinkage=0.4, depth=1, leaf_rows=5))
    x, w = frame[["a", "b", "c"]].to_numpy(), frame["w"].to_numpy()
    y = np.where(frame["y"] == "yes", 1.0, -1.0)
    score = np.full(len(y), np.average(y, weights=w))
    for t in range(1, 13):
        tree = DecisionTreeRegressor(max_depth=1, min_samples_leaf=5)
        score = score + 0.4 * tree.fit(x, y - score, sample_weight=w).predict(x)
        assert run.history.scores_now.shape == (len(y), 1)
        expected = np.clip((1 + score) / 2, 0, 1)
        assert run.history.outputs(t)[:, 1] == pytest.approx(expected, abs=1e-9)
        loss = np.average((y - score) ** 2, weights=w) / 2
        assert run.history.curve("loss")[t - 1] == pytest.approx(loss, rel=1e-9)
        wrong = np.average(np.sign(score) != y, weights=w)
        assert run.history.curve("training_error")[t - 1] == pytest.approx(wrong, abs=1e-12)


def test_margins_are_the_score_held_between_minus_one_and_one():
    data = Dataset.from_frame(rows(), "y", weight="w")
    run = core.fit(data, L2Boost(rounds=200, shrinkage=1.0, leaf_rows=1, depth=4))
    score = run.history.by_row(run.history.scores_now[:, 0])
    assert np.abs(score).max() > 1  # the squared loss holds no score back
    y = np.where(data.labels == 1, 1.0, -1.0)
    assert run.history.margins(run.rounds) == pytest.approx(np.clip(y * score, -1, 1))
    assert (run.model.probabilities(data).sum(axis=1) == 1).all()


def test_the_link_is_cut_off_at_both_ends():
    shares = linked(np.array([[-3.0], [-1.0], [0.0], [0.5], [2.0]]), HALVED, 1.0)
    assert shares[:, 1].tolist() == [0.0, 0.0, 0.5, 0.75, 1.0]
    assert shares[:, 0].tolist() == [1.0, 1.0, 0.5, 0.25, 0.0]


def test_many_classes_are_refused():
    why = L2Boost().why_not(core.example("iris"))
    assert why.startswith("L2Boost is for two classes or regression")


def test_the_usual_five_are_as_before():
    names = {s.name for s in core.usual_five(core.example("rents"))}
    assert names == {"l2boost", "gradient", "forest", "bagging", "single"}
    names = [s.name for s in core.usual_five(core.example("moons"))]
    assert names == ["adaboost", "gradient", "forest", "bagging", "logitboost"]
