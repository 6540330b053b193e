"""Whichever way a run with a rule is taken away, it decides the same about every row, ties too."""

from dataclasses import replace

import numpy as np
import pytest

from core import (
    AdaBoost,
    Bagging,
    DecisionRule,
    EnsembleClassifier,
    GradientBoosting,
    RandomForest,
    Tree,
    fit,
    load_model,
    read_csv,
    save_model,
)
from core.base.errors import ExportError
from core.learning.deciding import equal_costs
from core.sharing.onnx.checking import check
from core.sharing.onnx.export import export_onnx, onnx_bytes
from core.storage.run_file import load_run, save_run
from core.storage.session_file import NamedRun, SavedSession, load_session, save_session
from tests.core.learning.test_contract import MANY, TWO, frame_for, new_rows
from tests.core.sharing.onnx.runtime import answers, session
from tests.core.sharing.report.repeating import repeat_all

COSTS = ((0.0, 1.0, 9.0), (2.0, 0.0, 1.0), (1.0, 5.0, 0.0))
VOTES = Bagging(rounds=10, base=Tree(depth=1))
CASES = {
    "ties": (VOTES, TWO, DecisionRule.from_threshold(0.3)),
    "ties of the other class": (VOTES, TWO, DecisionRule.from_threshold(0.3, 0)),
    "always": (VOTES, TWO, DecisionRule.from_threshold(0.0)),
    "only if sure": (VOTES, TWO, DecisionRule.from_threshold(1.0)),
    "boosted": (AdaBoost(rounds=9), TWO, DecisionRule.from_threshold(0.037)),
    "costs of two": (AdaBoost(rounds=9), TWO, DecisionRule.from_costs([[0, 1], [4, 0]])),
    "costs of many": (RandomForest(rounds=8), MANY, DecisionRule.from_costs(COSTS, 2)),
    "equal costs": (VOTES, MANY, DecisionRule.from_costs(equal_costs(3), 1)),
    "calibrated": (
        GradientBoosting(rounds=5),
        MANY,
        DecisionRule.from_costs(COSTS).with_factors([0.2, 1.0, 0.7], 2.3),
    ),
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    data = {}
    for task in (TWO, MANY):
        frame_for(task, rows=160).to_csv(folder / f"{task}.csv", index=False)
        data[task] = read_csv(folder / f"{task}.csv", "y", weight="w", seed=2)
    return {
        name: fit(data[task], settings, seed=5).deciding_by(rule)
        for name, (settings, task, rule) in CASES.items()
    }


@pytest.fixture(scope="module")
def repeated(runs, tmp_path_factory):
    return repeat_all(runs, tmp_path_factory.mktemp("repeated"))


def taken(name, way, run, repeated, path):
    """The model after a way there and back."""
    if way == "native":
        save_model(run.model, path)
        return load_model(path)
    if way == "script":
        save_model(run.model, path)
        assert repeated[name].read_bytes() == path.read_bytes()
        return load_model(repeated[name])
    if way == "run":
        save_run(run, run.dataset, path)
        return load_run(path, run.dataset).model
    save_session(SavedSession(run.dataset, runs=(NamedRun(1, name, run),)), path)
    return load_session(path).runs[0].run.model


@pytest.mark.parametrize("way", ["native", "script", "run", "session"])
@pytest.mark.parametrize("name", CASES)
def test_it_decides_the_same(name, way, runs, repeated, tmp_path):
    run, rows = runs[name], new_rows(CASES[name][1])
    model = taken(name, way, run, repeated, tmp_path / "taken")
    assert model.rule == run.rule
    for ours, theirs in zip(model.predicted(rows), run.model.predicted(rows), strict=True):
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("name", CASES)
def test_onnx_decides_the_same(name, runs, tmp_path):
    run, task = runs[name], CASES[name][1]
    export_onnx(run.model, tmp_path / "model.onnx", run.dataset)
    ready = session(tmp_path / "model.onnx")
    for rows in (new_rows(task), frame_for(task, rows=400, seed=9)):
        found = answers(ready, rows)
        np.testing.assert_array_equal(found["label"], run.model.predict(rows))
    assert "rule" in ready.get_modelmeta().custom_metadata_map


@pytest.mark.parametrize("positive", [0, 1])
@pytest.mark.parametrize("name", ["ties", "boosted"])
def test_rows_at_the_very_threshold_are_named_here_and_in_onnx(name, positive, runs):
    rows = frame_for(TWO, rows=400, seed=9)
    run = runs[name]
    own = run.model.probabilities(rows)[:, positive]
    values, often = np.unique(own, return_counts=True)
    often[np.abs(values - 0.5) < 0.01] = 0
    at = float(values[np.argmax(often)])
    model = run.deciding_by(DecisionRule.from_threshold(at, positive)).model
    tied = np.abs(own - at) < 1e-12
    assert tied.sum() > 5
    assert (model.predict(rows)[tied] == model.classes[positive]).all()
    found = answers(session(onnx_bytes(model)), rows)["label"]
    np.testing.assert_array_equal(found, model.predict(rows))
    assert (found != run.deciding_by(None).model.predict(rows)).any()


def test_a_graph_without_the_rule_is_noticed(runs):
    run = runs["costs of two"]
    with pytest.raises(ExportError, match="otherwise than the model"):
        check(run.model, onnx_bytes(run.deciding_by(None).model), run.dataset)


def test_fewer_rounds_keep_the_rule(runs):
    run = runs["boosted"]
    assert run.model.first(3).rule is run.rule


def test_the_wrapper_of_scikit_learn_predicts_by_the_rule_of_its_model():
    random = np.random.default_rng(0)
    x = random.normal(size=(200, 2))
    y = np.where(x[:, 0] + random.normal(size=200) > 0, 1, -1)
    fitted = EnsembleClassifier(AdaBoost(rounds=5)).fit(x, y)
    before = fitted.predict(x)
    fitted.model_ = replace(fitted.model_, rule=DecisionRule.from_threshold(0.1))
    after = fitted.predict(x)
    np.testing.assert_array_equal(after, np.where(fitted.predict_proba(x)[:, 1] >= 0.1, 1, -1))
    assert (after == 1).sum() > (before == 1).sum()
