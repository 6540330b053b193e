"""A new ensemble with a new kind of predictor: three files, and everything knows it.

Nothing in core or workbench has heard of `tests.triage`. It is trained, kept in files, read back,
taken away as ONNX, read in words, judged, and drawn.
"""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core import example, export_onnx, fit, learned, load_model, save_model
from core.base import plugins
from core.base.lacking import Lacking
from core.judging.diagnostics.boundary import surface
from core.judging.diagnostics.density import Box
from core.judging.diagnostics.importance import impurity_importance, permutation_importance, usage
from core.judging.diagnostics.members import Levels, committee
from core.judging.diagnostics.planes import Plane
from core.judging.diagnostics.positions import Positions
from core.judging.diagnostics.reading import headline
from core.judging.explaining import explanation
from core.judging.theory.losses import log_loss
from core.learning import registry
from core.learning.ensemble import Ensemble
from core.learning.histories.quantities import Quantity
from core.learning.predictors.predictor import Predictor
from core.storage.run_file import load_run, save_run
from tests.core.sharing.onnx.runtime import assert_predicts_the_same
from tests.triage.ensemble import Triage
from tests.triage.predictor import SureFirst
from tests.workbench.immediate import Immediate
from tests.workbench.views.showing import shown
from workbench.state.workspace import Workspace
from workbench.views.committee.view import Committee
from workbench.views.decision_boundary.view import DecisionBoundary
from workbench.views.error_curves.view import ErrorCurves
from workbench.views.features.view import Features
from workbench.views.results.view import Results
from workbench.views.weak_learners.view import WeakLearners

ROOT = Path(__file__).parents[1]


def install(site):
    """The entry points of an installed package, as pip writes them."""
    info = site / "triage-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: triage\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        f"[{plugins.ENSEMBLES}]\ntest_triage = tests.triage.ensemble:Triage\n"
        f"[{plugins.PREDICTORS}]\nsure_first = tests.triage.predictor:SureFirst\n"
    )


def forget():
    plugins.forget()
    registry._algorithms.cache_clear()
    Predictor.kinds.cache_clear()


@pytest.fixture(autouse=True)
def known(monkeypatch, tmp_path):
    """The ensemble is installed for the test, and gone after it."""
    install(tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")
    forget()
    yield tmp_path / "site"
    monkeypatch.undo()
    forget()


@pytest.fixture(scope="module", params=["moons", "iris"])
def run(request):
    return fit(example(request.param), Triage())


@pytest.fixture
def workspace(qtbot):
    return Workspace(Immediate())


def frame_of(data):
    return pd.DataFrame({column.name: column.values[data.rows] for column in data.features})


def test_nothing_else_has_heard_of_it():
    for folder in ("core", "workbench", "resources"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text("utf-8")
            assert "triage" not in text.lower(), path
            assert "SureFirst" not in text, path


def test_it_is_trained_and_goes_on(run):
    assert registry.member(Ensemble, "test_triage") is Triage
    assert run.rounds > 1
    assert isinstance(run.model.predictor, SureFirst)
    assert run.model.predictor.rounds == run.rounds
    short = fit(run.dataset, Triage(rounds=1))
    on = fit(run.dataset, Triage(rounds=4), after=short)
    np.testing.assert_array_equal(on.history.margins(on.rounds), run.history.margins(run.rounds))
    assert run.history.validation_error(run.rounds) < run.history.validation_error(0)


def test_the_model_file_brings_it_back(run, tmp_path):
    save_model(run.model, tmp_path / "triage.ensemble")
    again = load_model(tmp_path / "triage.ensemble")
    assert again.settings == run.settings
    np.testing.assert_array_equal(
        again.probabilities(run.dataset), run.model.probabilities(run.dataset)
    )


def test_another_process_reads_its_file(run, tmp_path, known):
    save_model(run.model, tmp_path / "triage.ensemble")
    code = (
        "import sys; from core import load_model; print(load_model(sys.argv[1]).predictor.rounds)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "triage.ensemble")],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{known}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) == run.rounds


def test_the_run_file_brings_it_back(run, tmp_path):
    save_run(run, run.dataset, tmp_path / "run.zip")
    again = load_run(tmp_path / "run.zip", run.dataset)
    assert again.rounds == run.rounds
    for t in range(run.rounds + 1):
        np.testing.assert_array_equal(again.history.margins(t), run.history.margins(t))
    np.testing.assert_array_equal(
        again.model.probabilities(run.dataset), run.model.probabilities(run.dataset)
    )
    more = fit(run.dataset, Triage(rounds=run.rounds + 1), after=again)
    assert more.rounds >= run.rounds


def test_other_programs_predict_with_it(run, tmp_path):
    export_onnx(run.model, tmp_path / "triage.onnx", run.dataset)
    assert_predicts_the_same(run.model, frame_of(run.dataset), tmp_path / "triage.onnx")


def test_it_says_what_it_learned(run):
    for number in range(1, run.rounds + 1):
        assert run.model.predictor.parts(number) == 1
        found = learned(run.model, number)
        assert found.title == f"stage {number}"
        assert "It answers where a share reaches 90%." in found.sentence
        assert found.tree.node(found.tree.root).question
        assert headline(run.model, number).column in run.dataset.table.names
    assert explanation(run)


def test_its_committee_columns_and_boundaries_are_known(run):
    found = committee(run.history, run.model)
    assert isinstance(found, Levels)
    np.testing.assert_allclose(found.errors, run.history.curve("validation_error"), atol=1e-12)
    asked = usage(run.model)
    inner = run.model.predictor.trees
    assert asked.counts.sum() == (inner.left >= 0).sum()
    assert sum(impurity_importance(run.model).values()) == pytest.approx(1)
    assert permutation_importance(run, repeats=1).means.max() > 0.05
    x, y = (Positions.of(column) for column in run.dataset.features[-2:])
    box = Box(x.low, y.low, x.high - x.low, y.high - y.low)
    drawn = surface(run.model, Plane.of(run.dataset, x, y, box, (9, 12)), 1)
    assert drawn.pieces.max() >= 1
    assert drawn.lead.min() >= 0


def test_its_history_says_what_it_has(run):
    assert "passed on" in run.history.lacks(Quantity.WEIGHTS).why
    assert run.history.lacks(Quantity.OUT_OF_BAG) is not None
    assert 0 < log_loss(run) < log_loss(run, 0)
    assert isinstance(log_loss(run.history), Lacking)
    assert run.history.curve("answered")[-1] > 0.5


def test_every_view_draws_it(qtbot, workspace, run):
    members = shown(qtbot, Committee, workspace, run)
    assert members.has_content
    members.change_options(part="levels")
    assert "level" in members.headline.text()
    rounds = shown(qtbot, WeakLearners, workspace, run)
    assert rounds.learned.title == f"stage {run.rounds}"
    boundary = shown(qtbot, DecisionBoundary, workspace, run)
    assert boundary.has_content
    columns = shown(qtbot, Features, workspace, run)
    for part in ("use", "purity", "curve"):
        columns.change_options(part=part)
        columns.draw_now()
        assert columns.ranking is not None or columns.effect is not None
    results = shown(qtbot, Results, workspace, run)
    assert results.has_content


def test_its_own_curve_is_drawn_and_chosen_as_any_other(qtbot, workspace, run):
    view = shown(qtbot, ErrorCurves, workspace, run)
    assert list(view.curves) == ["validation_error", "training_error"]
    offered = {action.data(): action for action in view.below.menu().actions()}
    assert offered["answers"].text() == "answers"
    offered["answers"].trigger()
    view.draw_now()
    (line,) = view.strips.plots["answers"].lines
    np.testing.assert_array_equal(line.values, run.history.curve("answered"))
    assert view.strips.plots["answers"].plot.getAxis("left").labelText == (
        "training rows with an answer"
    )
