"""What every learner that a library trains must do, alone and inside ensembles."""

import zipfile
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import core
from core import Dataset, ModelFileError, Task, save_model
from core.base.codec import take_apart
from core.learning.learners.linear import LinearRegression
from core.learning.learners.logistic import Logistic
from core.learning.learners.naive_bayes import NaiveBayes
from core.learning.learners.neighbours import NearestNeighbours
from core.learning.learners.network import NeuralNetwork
from core.learning.learners.rbf_network import RBFNetwork
from core.learning.learners.svm import SupportVectors
from core.learning.problem import Problem
from core.storage.model_file import load_model
from tests.core.helpers import dataset
from tests.core.learning.learners.library_data import data_of, frame_of, uneven

LEARNERS = {
    "logistic": Logistic(),
    "linear": LinearRegression(),
    "bayes": NaiveBayes(),
    "1-nn": NearestNeighbours(neighbours=1),
    "5-nn": NearestNeighbours(),
    "network": NeuralNetwork(units=5, epochs=60),
    "deep network": NeuralNetwork(units=4, layers=2, epochs=60, activation="tanh"),
    "rbf svm": SupportVectors(),
    "linear svm": SupportVectors(kernel="linear"),
    "rbf network": RBFNetwork(centres=5),
}
TASKS = {"two": Task.TWO_CLASSES, "three": Task.MANY_CLASSES, "number": Task.REGRESSION}
CLASSIFIERS = [name for name, learner in LEARNERS.items() if TASKS["two"] in learner.tasks]
PAIRS = [
    (name, target)
    for name, learner in LEARNERS.items()
    for target, task in TASKS.items()
    if task in learner.tasks
]

NEW = frame_of(80, seed=4).drop(columns="y")
NEW.loc[:5, "city"] = "Atlantis"
NEW.loc[3:9, "plain"] = np.nan
NEW.loc[10, "gaps"] = np.inf
NEW.loc[11, "gaps"] = -1e300


def arrays_of(thing):
    arrays = {}
    return take_apart(thing, "it", arrays), arrays


def assert_same(one, other):
    (plain, arrays), (other_plain, other_arrays) = arrays_of(one), arrays_of(other)
    assert plain == other_plain
    assert arrays.keys() == other_arrays.keys()
    for name, array in arrays.items():
        np.testing.assert_array_equal(array, other_arrays[name])


def assert_sound(model, rows):
    outputs = model.predictor.outputs(model.inputs(rows))
    assert outputs.shape == (len(rows), max(1, len(model.classes)))
    assert np.isfinite(outputs).all()
    if model.classes:
        assert (outputs >= 0).all()
        np.testing.assert_allclose(outputs.sum(axis=1), 1)
    return outputs


@pytest.mark.parametrize(("name", "target"), PAIRS)
def test_alone_boosted_and_bagged_it_predicts_the_same_bits_after_loading(name, target, tmp_path):
    data = data_of(160, target)
    ensembles = [
        core.SingleLearner(learner=LEARNERS[name]),
        core.Bagging(base=LEARNERS[name], rounds=2),
    ]
    if target != "number":
        ensembles.append(core.AdaBoost(base=LEARNERS[name], rounds=2))
    for ensemble in ensembles:
        run = core.fit(data, ensemble)
        assert run.rounds >= 1
        save_model(run.model, tmp_path / "model.zip")
        loaded = load_model(tmp_path / "model.zip")
        for rows in (NEW, data):
            found = assert_sound(run.model, rows)
            np.testing.assert_array_equal(found, loaded.predictor.outputs(loaded.inputs(rows)))
            np.testing.assert_array_equal(run.model.predict(rows), loaded.predict(rows))
        assert run.history.error(run.rounds) < core.learning.run.Guess.of(data).error


@pytest.mark.parametrize(("name", "target"), PAIRS)
def test_the_same_seed_gives_the_same_bits_on_one_and_two_threads(name, target, set_threads):
    data = data_of(100, target)
    models = []
    for threads in (1, 2):
        set_threads(threads)
        models.append(core.fit(data, core.Bagging(base=LEARNERS[name], rounds=3)).model)
    one, other = models
    assert_same(one.predictor, other.predictor)
    np.testing.assert_array_equal(
        one.predictor.outputs(one.inputs(NEW)), other.predictor.outputs(other.inputs(NEW))
    )


@pytest.mark.parametrize(("name", "target"), PAIRS)
def test_rows_of_weight_0_are_not_seen(name, target):
    frame = frame_of(120, target)
    weights = uneven(120)
    other = frame.copy()
    gone = weights == 0
    other.loc[gone, "plain"] = 1e6
    other.loc[gone, "gaps"] = np.nan
    other.loc[gone, "y"] = frame["y"].to_numpy()[::-1][gone]
    one, two = (
        Problem.of(Dataset.from_frame(rows, "y", validation_share=0)) for rows in (frame, other)
    )
    learner = LEARNERS[name]
    assert_same(learner.fit(one, weights, 7), learner.fit(two, weights, 7))


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_a_class_without_weight_has_the_share_0(name):
    problem = Problem.of(data_of(120, "three", validation_share=0))
    for left, gone in (([0, 2], 1), ([1, 2], 0)):
        fitted = LEARNERS[name].fit(problem, np.isin(problem.labels, left).astype(float), 0)
        fitted.check(3, 3)
        outputs = fitted.outputs(problem.inputs)
        np.testing.assert_array_equal(outputs[:, gone], 0)
        np.testing.assert_allclose(outputs.sum(axis=1), 1)
        assert np.ptp(outputs[:, left[0]]) > 0


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_a_single_class_is_certain(name):
    problem = Problem.of(data_of(60, "three", validation_share=0))
    fitted = LEARNERS[name].fit(problem, (problem.labels == 1).astype(float), 0)
    fitted.check(3, 3)
    np.testing.assert_array_equal(fitted.outputs(problem.inputs), [[0, 1, 0]] * 60)


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_without_a_column_that_varies_the_shares_of_the_classes_are_left(name):
    problem = Problem.of(dataset({"x": [1.0] * 8}, "aaaaaabb"))
    weights = np.array([2.0] * 4 + [1.0] * 4)
    if not LEARNERS[name].takes_weights:
        weights = np.ones(8)
    expected = weights[-2:].sum() / weights.sum()
    fitted = LEARNERS[name].fit(problem, weights, 0)
    fitted.check(1, 2)
    np.testing.assert_allclose(fitted.outputs(problem.inputs)[:, 1], expected)


@pytest.mark.parametrize("name", [name for name, target in PAIRS if target == "number"])
def test_without_a_column_that_varies_the_mean_is_left(name):
    problem = Problem.of(dataset({"x": [1.0] * 30}, np.arange(30) / 7))
    fitted = LEARNERS[name].fit(problem, np.ones(30), 0)
    fitted.check(1, 1)
    np.testing.assert_allclose(fitted.outputs(problem.inputs), 29 / 14)


@pytest.mark.parametrize("name", CLASSIFIERS)
@pytest.mark.parametrize(
    "data",
    [
        dataset({"x": [1.0, 2.0]}, "ab"),
        dataset({"x": [1.0, 2.0, 3.0]}, "abc"),
        dataset({"x": [-np.inf, np.inf, 0.1, np.nan] * 2, "z": range(8)}, "aababbab"),
        dataset({"x": [np.nan, 1.0, 1.0, np.nan], "c": ["u", None, "u", "u"]}, "abba"),
        dataset({"c": ["u", "v", None, "w"] * 3}, "abcb" * 3),
        dataset({"x": [1e300, -1e300, 1e-300, 0, 1]}, "ababa"),
    ],
    ids=["two rows", "three rows", "infinite", "gaps", "categories", "huge"],
)
def test_tiny_and_odd_data(name, data):
    for ensemble in (
        core.SingleLearner(learner=LEARNERS[name]),
        core.AdaBoost(base=LEARNERS[name], rounds=2),
        core.Bagging(base=LEARNERS[name], rounds=2),
    ):
        assert_sound(core.fit(data, ensemble).model, data)


def test_a_learner_says_for_which_targets_it_is():
    with pytest.raises(core.SettingsError, match="Linear regression is for regression"):
        core.fit(data_of(60, "two"), core.SingleLearner(learner=LinearRegression()))
    with pytest.raises(core.SettingsError, match="Naive Bayes is for two classes or many"):
        core.fit(data_of(60, "number"), core.SingleLearner(learner=NaiveBayes()))


# Damaged files


@pytest.mark.parametrize(("name", "target"), PAIRS)
def test_a_damaged_array_is_refused_or_harmless(name, target, tmp_path):
    model = core.fit(data_of(60, target), core.SingleLearner(learner=LEARNERS[name])).model
    save_model(model, tmp_path / "model.zip")
    with zipfile.ZipFile(tmp_path / "model.zip") as archive:
        parts = {part: archive.read(part) for part in archive.namelist()}
    random = np.random.default_rng(0)
    refused = 0
    for part in [part for part in parts if part.startswith("predictor")]:
        for attempt in range(6):
            changed = bytearray(parts[part])
            start = len(changed) // 2 if attempt % 2 else 0
            for place in random.integers(start, len(changed), 1 + attempt):
                changed[place] = random.integers(256)
            refused += not opens(tmp_path / "bad.zip", parts | {part: bytes(changed)})
    assert refused > 0


def opens(path, parts):
    """Whether a file with these parts loads; what loads must also predict."""
    with zipfile.ZipFile(path, "w") as archive:
        for part, content in parts.items():
            archive.writestr(part, content)
    try:
        model = load_model(path)
    except ModelFileError:
        return False
    outputs = model.predictor.outputs(model.inputs(NEW))
    assert outputs.shape == (len(NEW), max(1, len(model.classes)))
    assert not np.isnan(outputs).any()
    return True


@pytest.mark.parametrize(("name", "target"), PAIRS)
def test_every_array_is_checked(name, target):
    problem = Problem.of(data_of(60, target, validation_share=0))
    fitted = LEARNERS[name].fit(problem, np.ones(60), 0)
    outputs = max(1, problem.classes)
    fitted.check(3, outputs)
    for wrong in (0, outputs + 1):
        with pytest.raises(ValueError, match="do not fit"):
            fitted.check(3, wrong)
    with pytest.raises(ValueError, match="do not fit"):
        fitted.check(1, outputs)
    for field, value in vars(fitted).items():
        if not isinstance(value, np.ndarray) or value.size == 0:
            continue
        changes = [value[:-1], np.concatenate([value, value[:1]])]
        if value.dtype.kind == "f":
            changes += [np.full_like(value, np.nan), np.full_like(value, 1e300)]
        for change in changes:
            with pytest.raises(ValueError, match="do not fit"):
                replace(fitted, **{field: change}).check(3, outputs)
    with pytest.raises(ValueError, match="do not fit"):
        replace(fitted, link="none").check(3, outputs)


def test_many_rows_are_predicted_as_few_are():
    data = data_of(200)
    for learner in LEARNERS.values():
        if TASKS["two"] in learner.tasks:
            model = core.fit(data, core.SingleLearner(learner=learner)).model
            many = pd.concat([NEW] * 120, ignore_index=True)
            np.testing.assert_allclose(
                model.probabilities(many), np.tile(model.probabilities(NEW), (120, 1)), atol=1e-12
            )
