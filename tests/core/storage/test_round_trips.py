"""Whichever way an algorithm is taken away, it predicts the same of rows that are not like any.

The ways: its own file, ONNX, the script that trains it again, and a session. The rows to predict
have categories that were never seen in training, and missing values.
"""

import dataclasses

import numpy as np
import pytest

from core import SingleLearner, fit, load_model, read_csv, save_model
from core.base.errors import ExportError
from core.learning.ensemble import Ensemble
from core.learning.learner import Learner
from core.learning.registry import members
from core.sharing.onnx.export import export_onnx
from core.storage.session_file import NamedRun, SavedSession, load_session, save_session
from tests.core.learning.test_contract import MANY, NUMBERS, TWO, data_for, frame_for, new_rows
from tests.core.sharing.onnx.runtime import assert_predicts_the_same
from tests.core.sharing.onnx.test_every_ensemble import REFUSED, uses
from tests.core.sharing.report.repeating import repeat_all

FEW = {"rounds": 4, "trees": 4, "pairs": 1, "folds": 2}


def small(kind):
    """An ensemble's settings with little of everything that takes time."""
    few = {field.name: FEW[field.name] for field in kind.declared() if field.name in FEW}
    return dataclasses.replace(kind(), **few)


def cases():
    """Every ensemble and every learner of the registry, for each task that it can do."""
    found = {kind.name: small(kind) for kind in members(Ensemble)}
    found |= {f"{kind.name} alone": SingleLearner(learner=kind()) for kind in members(Learner)}
    for name, settings in found.items():
        for task in (TWO, MANY, NUMBERS):
            if not settings.why_not(data_for(task)):
                yield f"{name}-{task}", settings, task


CASES = {name: (settings, task) for name, settings, task in cases()}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Every algorithm, trained on rows of a file."""
    folder = tmp_path_factory.mktemp("data")
    data = {}
    for task in (TWO, MANY, NUMBERS):
        path = folder / f"{task}.csv"
        frame_for(task, rows=160).to_csv(path, index=False)
        data[task] = read_csv(path, "y", weight="w", seed=2)
    return {name: fit(data[task], settings, seed=5) for name, (settings, task) in CASES.items()}


@pytest.fixture(scope="module")
def repeated(runs, tmp_path_factory):
    """The files of the models that the scripts of all runs trained."""
    return repeat_all(runs, tmp_path_factory.mktemp("repeated"))


def assert_same_bits(ours, theirs, rows):
    for mine, other in zip(ours.predicted(rows), theirs.predicted(rows), strict=True):
        assert mine.dtype == other.dtype
        np.testing.assert_array_equal(mine, other)


@pytest.mark.parametrize("way", ["native", "onnx", "script", "session"])
@pytest.mark.parametrize("name", CASES)
def test_it_predicts_the_same_whichever_way_it_is_taken(name, way, runs, repeated, tmp_path):
    run, rows = runs[name], new_rows(CASES[name][1])
    path = tmp_path / "taken"
    if way == "native":
        save_model(run.model, path)
        assert_same_bits(load_model(path), run.model, rows)
    elif way == "script":
        save_model(run.model, path)
        assert repeated[name].read_bytes() == path.read_bytes()
        assert_same_bits(load_model(repeated[name]), run.model, rows)
    elif way == "session":
        save_session(SavedSession(run.dataset, runs=(NamedRun(1, name, run),)), path)
        [found] = load_session(path).runs
        assert_same_bits(found.run.model, run.model, rows)
    elif set(uses(run.settings)) & set(REFUSED):
        with pytest.raises(ExportError, match="Save the model file instead"):
            export_onnx(run.model, path, run.dataset)
    else:
        export_onnx(run.model, path, run.dataset)
        assert_predicts_the_same(run.model, rows, path, close=1e-6)


@pytest.mark.parametrize("task", [TWO, MANY, NUMBERS])
def test_the_rows_are_unlike_any_that_were_learned_from(task, runs):
    seen = next(run for name, run in runs.items() if CASES[name][1] == task)
    rows = new_rows(task)
    assert "Atlantis" not in seen.dataset.table.column("city").categories
    assert (rows["city"] == "Atlantis").sum() == 8
    assert rows[["a", "b"]].isna().all(axis=1).sum() >= 8
    assert rows["city"].isna().any()
