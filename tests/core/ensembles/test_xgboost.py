import numpy as np
import pytest

from core import fit, load_model, train
from core.ensembles.gradient import GradientBoosting
from core.ensembles.xgboost import XGBoost
from core.training import Training
from tests.core.ensembles.boosted_data import data, frame, same_trees

xgboost = pytest.importorskip("xgboost")


def own_prediction(training):
    """What the library itself predicts for its training rows."""
    trainer = training._trainer
    return trainer._booster.predict(trainer._matrix).reshape(trainer.problem.training, -1)


@pytest.mark.parametrize("kind", ["two", "many", "numbers"])
@pytest.mark.parametrize("settings", [
    XGBoost(rounds=15),
    XGBoost(rounds=15, row_share=0.7, column_share=0.6, depth=3, least_gain=0.1),
], ids=["plain", "sampled"])  # fmt: skip
def test_our_translation_predicts_what_the_library_does(kind, settings):
    training = Training(data(kind), settings, seed=2)
    for _ in training:
        pass
    problem = training.history.problem
    ours = training.run().model.predictor.outputs(problem.inputs)[: problem.training]
    theirs = own_prediction(training)
    assert (ours[:, 1:] if kind == "two" else ours) == pytest.approx(theirs, abs=1e-6, rel=1e-6)


@pytest.mark.parametrize("kind", ["two", "many", "numbers"])
def test_going_on_replays_and_files_change_no_bit(kind, tmp_path):
    dataset, settings = data(kind), XGBoost(rounds=8, row_share=0.8)
    at_once = fit(dataset, settings, seed=3)
    some = train(dataset, settings, seed=3)
    for _ in range(3):
        next(some)
    assert same_trees(at_once, fit(dataset, settings, seed=3, after=some.run()))
    inputs = at_once.history.problem.inputs
    assert np.array_equal(at_once.model.predictor.scores(inputs), at_once.history.scores_now)
    at_once.model.save(tmp_path / "model.zip")
    rows = frame(kind, 40, seed=1)
    assert np.array_equal(
        load_model(tmp_path / "model.zip").predicted(rows)[1], at_once.model.predicted(rows)[1]
    )


def test_as_good_as_our_own_gradient_boosting():
    dataset = data("two", rows=3000, validation_share=0.5)
    library = fit(dataset, XGBoost(rounds=50, depth=4)).history.validation_error(50)
    own = fit(dataset, GradientBoosting(rounds=50, depth=4)).history.validation_error(50)
    assert abs(library - own) < 0.025
