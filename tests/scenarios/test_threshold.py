"""A person sets a threshold in the window: everything says it, and it survives a saved session."""

import numpy as np
import pandas as pd
import pytest

from core import load_model
from core.project.sessions import project_of
from core.storage.model_file import save_model
from core.storage.session_file import load_session
from tests.workbench.driving import SECONDS, let_draw, open_file, train


@pytest.fixture
def rare_csv(tmp_path):
    random = np.random.default_rng(8)
    frame = pd.DataFrame(random.normal(size=(900, 3)).round(3), columns=["u", "v", "w"])
    chance = 1 / (1 + np.exp(4.5 - 3 * frame["u"]))
    frame["label"] = np.where(random.random(900) < chance, "fraud", "fine")
    frame.to_csv(tmp_path / "rare.csv", index=False)
    return tmp_path / "rare.csv"


def test_a_threshold_is_said_everywhere_and_kept(qtbot, window, rare_csv, tmp_path):
    open_file(qtbot, window, rare_csv)
    train(qtbot, window, 20)
    workspace = window.workspace
    window.docks.bring("threshold")
    window.docks.bring("results")
    view = window.docks.view("threshold")
    qtbot.waitUntil(lambda: view.decided is not None and view.is_ready, timeout=SECONDS)
    view.threshold_row.box.setValue(10)
    view.buttons.use.click()
    run = workspace.current.run
    assert run.rule.threshold == pytest.approx(0.1)
    let_draw(qtbot, window)
    results = window.docks.view("results")
    qtbot.waitUntil(lambda: "'fraud' from 10 %" in results.describe(), timeout=SECONDS)
    assert "by the largest share" in results.describe()
    judge = window.controller.judge
    qtbot.waitUntil(lambda: "by its rule" in judge.content().error.detail.text, timeout=SECONDS)
    assert "It decides by a rule: 'fraud' is named from a probability of 10 %" in judge.text
    rows = window.docks.view("rows_table")
    qtbot.waitUntil(
        lambda: any(column.title == "predicted by rule" for column in rows.model.columns),
        timeout=SECONDS,
    )
    save_model(run.model, tmp_path / "model.ensemble")
    data = run.dataset
    expected = np.where(run.model.probabilities(data)[:, 1] >= 0.1, "fraud", "fine")
    assert (load_model(tmp_path / "model.ensemble").predict(data) == expected).all()
    window.shell.ask.save = lambda *_: tmp_path / "kept.workbench"
    window.actions_.save_session.trigger()
    qtbot.waitUntil((tmp_path / "kept.workbench").exists, timeout=SECONDS)
    let_draw(qtbot, window)
    again = project_of(load_session(tmp_path / "kept.workbench"))
    assert again.runs[0].run.rule == run.rule
    window.actions_.undo.trigger()
    assert workspace.current.run.rule is None
