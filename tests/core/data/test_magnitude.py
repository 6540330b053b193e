"""Numbers of any size: what is learned does not depend on the unit, or a sentence refuses them."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core import (
    DataError,
    Dataset,
    GradientBoosting,
    SingleLearner,
    Task,
    audit,
    fit,
    load_model,
    save_model,
)
from core.judging.auditing.regression import unexplained
from core.learning import registry
from core.learning.ensemble import Ensemble
from core.learning.learner import Learner

ROWS = 60
POWERS = (-95, 60, 95)
SMALL = {"rounds": 4, "trees": 2}


def table():
    random = np.random.default_rng(3)
    frame = pd.DataFrame(random.normal(size=(ROWS, 2)), columns=["a", "b"])
    frame["c"] = random.choice(["x", "y", "z"], ROWS)
    # With few digits, so that what is added to them leaves them exact.
    target = np.round(256 * (frame["a"] + (frame["c"] == "x") + 0.3 * random.normal(size=ROWS)))
    return frame.assign(y=target / 256)


def settings():
    """Every ensemble that predicts numbers, and every learner alone."""
    for kind in registry.members(Ensemble):
        if Task.REGRESSION in kind.tasks:
            names = {declared.name for declared in kind.declared()}
            yield replace(kind(), **{name: n for name, n in SMALL.items() if name in names})
    for kind in registry.members(Learner):
        if Task.REGRESSION in kind.tasks:
            yield SingleLearner(learner=kind())
    for loss in ("absolute", "huber"):
        yield GradientBoosting(rounds=4, loss=loss)


ALL = {
    f"{each.name} {getattr(each, 'learner', each).name} {getattr(each, 'loss', '')}": each
    for each in settings()
}


def predicted(frame, chosen):
    run = fit(Dataset.from_frame(frame, "y"), chosen)
    return run.model.predicted(run.dataset)[0], run.history.curve("validation_error")


@pytest.mark.parametrize("chosen", ALL.values(), ids=ALL)
def test_another_unit_of_the_target_gives_the_same_in_that_unit(chosen):
    frame = table()
    usual, errors = predicted(frame, chosen)
    for power in POWERS:
        unit = 2.0**power
        told, its_errors = predicted(frame.assign(y=unit * frame["y"]), chosen)
        np.testing.assert_allclose(told / unit, usual, rtol=1e-6, atol=1e-7)
        np.testing.assert_allclose(its_errors / unit, errors, rtol=1e-6)


@pytest.mark.parametrize("chosen", ALL.values(), ids=ALL)
def test_a_target_far_from_0_is_learned_as_well(chosen):
    frame, far = table(), 2.0**36  # as times in milliseconds are
    usual, errors = predicted(frame, chosen)
    told, its_errors = predicted(frame.assign(y=far + frame["y"]), chosen)
    # What is predicted has so many digits less.
    np.testing.assert_allclose(told - far, usual, atol=16 * np.spacing(far))
    np.testing.assert_allclose(its_errors, errors, atol=16 * np.spacing(far))


@pytest.mark.parametrize("power", POWERS)
def test_the_audit_of_a_target_in_another_unit_is_the_same(power):
    frame = table()
    frame.loc[5, "y"] += 20
    usual = audit(Dataset.from_frame(frame, "y"))
    other = audit(Dataset.from_frame(frame.assign(y=2.0**power * frame["y"]), "y"))
    np.testing.assert_allclose(other.suspicion, usual.suspicion, rtol=1e-5)
    np.testing.assert_array_equal(other.ranked[:5], usual.ranked[:5])
    assert other.ranked[0] == 5


@pytest.mark.parametrize("power", [-900, -300, 300, 1020])
def test_another_unit_of_a_column_gives_the_same(power):
    frame = table()
    labels = np.where(frame["y"] > 0.3, "yes", "no")
    frame = frame.assign(y=labels)
    frame["a"] = np.round(16 * frame["a"]) / 16
    other = frame.assign(a=np.ldexp(frame["a"], power))
    for kind in registry.members(Learner):
        if Task.TWO_CLASSES in kind.tasks:
            told = [predicted(each, SingleLearner(learner=kind()))[0] for each in (frame, other)]
            np.testing.assert_array_equal(*told, err_msg=kind.name)
    found = [audit(Dataset.from_frame(each, "y")).suspicion for each in (frame, other)]
    np.testing.assert_allclose(*found, rtol=1e-6)


@pytest.mark.parametrize("power", [-1000, -70, 70, 1000])
@pytest.mark.parametrize("name", ["adaboost", "gradient", "forest", "logitboost", "xgboost"])
def test_only_how_weights_compare_matters_where_they_are_huge_or_tiny(name, power):
    frame = table()
    frame = frame.assign(y=np.where(frame["y"] > 0.3, "yes", "no"))
    weights = np.random.default_rng(1).integers(1, 9, ROWS) / 16  # of a mean between 1/4 and 1/2
    chosen = replace(registry.member(Ensemble, name)(), rounds=5, balanced=True)
    told = []
    for unit in (2.0, 2.0**power):
        data = Dataset.from_frame(frame.assign(w=unit * weights), "y", weight="w")
        run = fit(data, chosen)
        told.append((run.model.predicted(data)[1], run.history.curve("validation_error")))
        np.testing.assert_array_equal(data.weights, 2 * weights)
    np.testing.assert_array_equal(told[0][0], told[1][0])
    np.testing.assert_array_equal(told[0][1], told[1][1])


def dataset_of(**columns):
    # Of rows with so many different numbers a regression is made.
    frame = pd.DataFrame({"x": np.arange(30.0), "y": np.arange(30) / 7} | columns)
    return Dataset.from_frame(frame, "y", weight="w" if "w" in columns else None)


def with_one(value, at=4):
    values = 1 + np.arange(30) / 7
    values[at] = value
    return values


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ({"y": with_one(1e308)}, r"The target 'y' is 1e\+308 on line 6: numbers beyond 1e\+30"),
        ({"y": with_one(-1e31)}, r"The target 'y' is -1e\+31 on line 6: .* in another unit\."),
        ({"y": with_one(np.inf)}, "The target 'y' is inf on line 6: numbers without an end"),
        ({"y": np.arange(30) * 1e-320}, "No number of the target 'y' is larger than .*line 31"),
        ({"w": with_one(1e-320)}, "The weight 'w' is .* on line 6, which vanishes beside the"),
        ({"w": with_one(1e308)}, "The weight 'w' is .* on line 2, which vanishes beside the"),
        ({"w": with_one(np.inf)}, "The weight 'w' on line 6 is missing, negative or not finite"),
    ],
)
def test_what_cannot_be_computed_with_is_refused_in_a_sentence(columns, sentence):
    with pytest.raises(DataError, match=sentence):
        dataset_of(**columns)


def test_a_constant_target_of_zeros_is_no_tiny_one():
    frame = pd.DataFrame({"x": np.arange(30.0), "y": np.zeros(30)})
    data = Dataset.from_frame(frame, "y", task=Task.REGRESSION)
    assert fit(data, GradientBoosting(rounds=2)).model.predicted(data)[0].tolist() == [0.0] * 30


def test_one_number_that_is_not_explained_among_many_that_are_is_not_endlessly_suspicious():
    said, targets = np.zeros((30, 2)), np.zeros(30)
    said[1:11] = 5e-324
    targets[0] = 1e30
    found = unexplained(said, targets)
    assert np.isfinite(found).all()
    assert found.argmax() == 0


@pytest.mark.parametrize("kind", registry.members(Ensemble), ids=lambda kind: kind.name)
def test_a_model_of_a_single_class_can_be_kept(kind, tmp_path):
    frame = pd.DataFrame({"x": np.arange(6.0), "y": "only"})
    data = Dataset.from_frame(frame, "y", validation_share=0)
    if data.task not in kind.tasks:
        pytest.skip("is not for classes")
    model = fit(data, kind()).model
    save_model(model, tmp_path / "m.ensemble")
    assert set(load_model(tmp_path / "m.ensemble").predict(data)) == {"only"}
