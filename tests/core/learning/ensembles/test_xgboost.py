import numpy as np
import pandas as pd
import pytest

from core import Dataset, fit, load_model, save_model, train
from core.learning.ensembles.gradient import GradientBoosting
from core.learning.ensembles.xgboost import XGBoost
from core.learning.training import Training
from tests.core.learning.ensembles.boosted_data import data, frame, same_trees

xgboost = pytest.importorskip("xgboost")


def own_prediction(training):
    """What the library itself predicts for its training rows."""
    trainer = training._trainer
    return trainer._booster.predict(trainer._matrix).reshape(trainer.problem.training, -1)


@pytest.mark.parametrize("kind", ["two", "many", "numbers"])
@pytest.mark.parametrize(
    "settings",
    [
        XGBoost(rounds=15),
        XGBoost(rounds=15, row_share=0.7, column_share=0.6, depth=3, least_gain=0.1),
    ],
    ids=["plain", "sampled"],
)
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
    save_model(at_once.model, tmp_path / "model.zip")
    rows = frame(kind, 40, seed=1)
    assert np.array_equal(
        load_model(tmp_path / "model.zip").predicted(rows)[1], at_once.model.predicted(rows)[1]
    )


@pytest.mark.parametrize("kind", ["two", "many", "numbers"])
@pytest.mark.parametrize("rounds", [1, 60])
def test_it_predicts_what_the_library_does_by_itself(kind, rounds):
    """Trained apart, on the values themselves, and started wherever the library starts."""
    random = np.random.default_rng(4)
    values = random.integers(0, 100, (400, 3)).astype(float)
    score = values[:, 0] - 30 * (values[:, 1] > 70) + 8 * random.normal(size=400)
    target = {
        "two": np.where(score > 75, "b", "a"),
        "many": np.array(["a", "b", "c", "d"])[np.searchsorted([5, 70, 85], score)],
        "numbers": 1000 + score,
    }[kind]
    weights = random.integers(1, 4, 400)
    table = pd.DataFrame(values, columns=["p", "q", "r"]).assign(y=target, w=weights)
    dataset = Dataset.from_frame(table, "y", weight="w", validation_share=0)
    ours = fit(dataset, XGBoost(rounds=rounds, depth=4))
    places = target if kind == "numbers" else np.unique(target, return_inverse=True)[1]
    objective = {
        "two": {"objective": "binary:logistic"},
        "many": {"objective": "multi:softprob", "num_class": 4},
        "numbers": {"objective": "reg:squarederror"},
    }[kind]
    matrix = xgboost.DMatrix(values, places, weight=weights)
    how = {"eta": 0.1, "max_depth": 4, "tree_method": "hist", "nthread": 1}
    theirs = xgboost.train(objective | how, matrix, rounds)
    said = theirs.predict(matrix).reshape(400, -1)
    found = ours.model.predicted(dataset)[1]
    # Its own numbers have seven digits.
    close = {"rel": 1e-6} if kind == "numbers" else {"abs": 1e-6}
    assert (found[:, 1:] if kind == "two" else found) == pytest.approx(said, **close)


@pytest.mark.parametrize("kind", ["two", "many", "numbers"])
def test_whole_weights_are_copies_to_six_digits(kind):
    table = frame(kind, 200)
    counts = np.random.default_rng(1).integers(1, 4, 200)
    weighted = Dataset.from_frame(table.assign(w=counts), "y", weight="w", validation_share=0)
    copies = table.loc[table.index.repeat(counts)].reset_index(drop=True)
    copied = Dataset.from_frame(copies, "y", validation_share=0)
    one, other = (
        fit(own, XGBoost(rounds=10)).model.predicted(table)[1] for own in (weighted, copied)
    )
    assert one == pytest.approx(other, rel=1e-5, abs=1e-6)


def test_a_class_that_is_rare_has_its_share_before_the_first_round():
    dataset = data("many", rows=600)
    run = fit(dataset, XGBoost(rounds=1))
    problem = run.history.problem
    counted = np.bincount(problem.labels[: problem.training], minlength=problem.classes)
    shares = run.history.outputs(0)[0]
    assert shares == pytest.approx(counted / counted.sum(), abs=1e-5)


def test_as_good_as_our_own_gradient_boosting():
    dataset = data("two", rows=3000, validation_share=0.5)
    library = fit(dataset, XGBoost(rounds=50, depth=4)).history.validation_error(50)
    own = fit(dataset, GradientBoosting(rounds=50, depth=4)).history.validation_error(50)
    assert abs(library - own) < 0.025
