"""Every algorithm of the registry trains in the window, and every view has something to say."""

import numpy as np
import pandas as pd
import pytest

from core import AdaBoost, AdaBoostR2, OwnColumns, RandomForest, Stacking
from core.judging.diagnostics.reading import learned
from core.learning import registry
from core.learning.ensemble import Ensemble
from core.learning.histories.quantities import Quantity
from tests.workbench.driving import SECONDS, end, is_done, open_file
from workbench.frame.window import MainWindow


def csv(path, task):
    rng = np.random.default_rng([7, 7])
    rows = 160
    frame = pd.DataFrame(rng.normal(size=(rows, 3)), columns=["a", "b", "c"])
    frame["shop"] = rng.choice(["x", "y", "z"], rows)
    frame.loc[rng.random(rows) < 0.1, "b"] = np.nan
    score = frame["a"] + (frame["shop"] == "x") + 0.3 * rng.normal(size=rows)
    if task == "numbers":
        frame["label"] = score
    else:
        frame["label"] = pd.qcut(score, 2 if task == "two" else 4, labels=False).map("k{}".format)
    frame.to_csv(path, index=False)


@pytest.fixture(scope="module")
def quick(tmp_path_factory):
    """A window for all algorithms: each starts where the one before ended, as for a person."""
    from pytestqt.qt_compat import qt_api

    application = qt_api.QtWidgets.QApplication.instance() or qt_api.QtWidgets.QApplication([])
    with pytest.MonkeyPatch.context() as patch:  # a module's window comes before a test's own home
        patch.setenv("ENSEMBLE_WORKBENCH_HOME", str(tmp_path_factory.mktemp("home")))
        window = MainWindow(application)
        window.show()
        window.controller.trainer.is_engine_ready = True
        window.controller.reviewer.follows_up = False
        yield window
        end(window)


@pytest.mark.parametrize("task", ["two", "many", "numbers"])
@pytest.mark.parametrize("kind", registry.members(Ensemble), ids=lambda kind: kind.name)
def test_it_trains_in_the_window(qtbot, quick, tmp_path, kind, task):
    path = tmp_path / f"{task}.csv"
    csv(path, task)
    window = quick
    open_file(qtbot, window, path)
    names = {declared.name for declared in kind.declared()}
    settings = kind(**({"rounds": 4} if "rounds" in names else {}))
    window.algorithm_panel.show_settings(settings)
    why = settings.why_not(window.workspace.dataset)
    assert window.algorithm_panel.why_not.text() == why
    assert window.actions_.train.isEnabled() == (not why)
    if why:
        assert why.endswith(".")
        qtbot.waitUntil(lambda: window.jobs.is_idle, timeout=SECONDS)
        return
    window.actions_.train.trigger()
    qtbot.waitUntil(lambda: is_done(window), timeout=2 * SECONDS)
    qtbot.waitUntil(lambda: _is_settled(window), timeout=SECONDS)
    assert not window.strip.isVisible(), window.strip.details.toPlainText()
    run = window.workspace.current.run
    assert run.settings == settings
    assert run.rounds >= 1
    shown = window.docks.view("rows_table").model.snapshot
    assert shown.history is run.history
    np.testing.assert_array_equal(shown.suggested, run.history.suggested(run.rounds))
    drawn = {
        name
        for name, curve in window.docks.view("error_curves").curves.items()
        if len(curve.xData) == run.rounds
    }
    assert {"training_error", "validation_error"} <= drawn
    has_weights = run.history.has(Quantity.WEIGHTS)
    assert (window.docks.view("weight_heatmap").picture is not None) == has_weights
    titles = [column.title for column in window.docks.view("rows_table").model.columns]
    assert ("weight" in titles) == has_weights
    assert ("residual" in titles) == (task == "numbers")


@pytest.mark.parametrize("task", ["two", "many", "numbers"])
def test_an_ensemble_of_ensembles_trains_in_the_window(qtbot, quick, tmp_path, task):
    path = tmp_path / f"{task}.csv"
    csv(path, task)
    window = quick
    open_file(qtbot, window, path)
    boosted = AdaBoostR2(rounds=3) if task == "numbers" else AdaBoost(rounds=3)
    seeing = OwnColumns(columns=("a", "shop"), learner=RandomForest(rounds=3))
    settings = Stacking(learners=(RandomForest(rounds=3), boosted, seeing), folds=2)
    window.algorithm_panel.show_settings(settings)
    assert "28 learners are trained" in window.algorithm_panel.announcement.text()
    window.actions_.train.trigger()
    qtbot.waitUntil(lambda: is_done(window), timeout=2 * SECONDS)
    qtbot.waitUntil(lambda: _is_settled(window), timeout=SECONDS)
    assert not window.strip.isVisible(), window.strip.details.toPlainText()
    run = window.workspace.current.run
    assert run.settings == settings
    assert run.rounds == 4
    for t in range(1, 5):
        assert learned(run.model, t).title


def _is_settled(window):
    snapshot, run = window.workspace.snapshot, window.workspace.current.run
    has_picture = not run.history.has(Quantity.WEIGHTS) or (
        window.docks.view("weight_heatmap").picture is not None
        and window.docks.view("weight_heatmap").picture.round == run.rounds
    )
    return (
        window.jobs.is_idle
        and window.workspace.turns.is_idle
        and snapshot is not None
        and snapshot.history is run.history
        and snapshot.round == run.rounds
        and window.docks.view("weight_heatmap").is_ready
        and bool(has_picture)
    )
