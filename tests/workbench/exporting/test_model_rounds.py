"""A model is taken away at the round shown, at the best one, or at the last one."""

import numpy as np
import onnx
import onnxruntime
import pytest
from PySide6.QtCore import Qt

from core import load_model
from core.judging.model_rounds import best_round, round_choices
from tests.workbench.driving import SECONDS, finished_window
from workbench.exporting.round_dialog import RoundDialog


class Asked:
    """Answers by the dialog itself: presses the button that says this, then reads its answer."""

    def __init__(self, qtbot, says=None):
        self.qtbot, self.says, self.words = qtbot, says, []

    def __call__(self, parent, title, choices):
        dialog = RoundDialog(parent, title, choices)
        dialog.show()
        self.words = [button.text() for button in dialog.buttons]
        assert dialog.buttons[0].isChecked()
        for button in dialog.buttons:
            if self.says is not None and self.says in button.text():
                button.setFocus()
                self.qtbot.keyClick(button, Qt.Key.Key_Space)
        rounds = dialog.rounds
        dialog.close()
        dialog.deleteLater()
        return rounds


def export(qtbot, window, action, path, ask):
    said = []
    window.controller.exporter.said.connect(said.append)
    window.exports.ask_rounds = ask
    window.shell.ask.save = lambda *_: path
    action.trigger()
    qtbot.waitUntil(lambda: bool(said), timeout=SECONDS)
    window.controller.exporter.said.disconnect()
    return said[0]


def test_a_model_has_the_rounds_that_were_chosen(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=30)
    run, do = window.workspace.current.run, window.actions_
    best = best_round(run)
    curve = run.history.curve("validation_error")
    assert curve[best - 1] == curve.min()
    shown = next(t for t in (7, 8) if t != best)
    window.workspace.go_to(shown)
    asked = Asked(qtbot)
    path = tmp_path / "shown.ensemble"
    said = export(qtbot, window, do.export_model, path, asked)
    assert said.endswith(f"It has the first {shown} of 30 rounds.")
    assert asked.words[0].startswith(f"At the round shown: {shown} (")
    assert asked.words[1].startswith("At the last round: 30 (")
    model = load_model(path)
    assert model.rounds == shown
    data = run.dataset
    expected = np.array(data.classes)[run.history.predicted(shown)]
    np.testing.assert_array_equal(model.predict(data), expected)
    # The exchange format agrees, and says so.
    out = tmp_path / "shown.onnx"
    export(qtbot, window, do.export_onnx, out, Asked(qtbot))
    facts = {own.key: own.value for own in onnx.load(out).metadata_props}
    assert facts["rounds"] == str(shown)
    session = onnxruntime.InferenceSession(out)
    columns = {
        column.name: column.values.astype(np.float64).reshape(-1, 1)
        if column.is_number
        else np.array([column.text(row) for row in range(len(column))], object).reshape(-1, 1)
        for column in data.features
    }
    wanted = {own.name: columns[own.name] for own in session.get_inputs()}
    np.testing.assert_array_equal(np.asarray(session.run(None, wanted)[0]).ravel(), expected)


@pytest.mark.parametrize(("says", "which"), [("last", "last"), ("best", "best")])
def test_the_best_and_the_last_can_be_chosen(qtbot, window, tmp_path, says, which):
    finished_window(qtbot, window, tmp_path, rounds=30)
    run = window.workspace.current.run
    best = best_round(run)
    window.workspace.go_to(next(t for t in (7, 8) if t != best))
    path = tmp_path / "model.ensemble"
    export(qtbot, window, window.actions_.export_model, path, Asked(qtbot, says))
    assert load_model(path).rounds == (30 if which == "last" else best)


def test_nobody_is_asked_where_there_is_one_answer(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=1)
    assert [choice.rounds for choice in round_choices(window.workspace.current.run, 1)] == [1]
    path = tmp_path / "model.ensemble"

    def ask(*_):
        raise AssertionError

    assert export(qtbot, window, window.actions_.export_model, path, ask) == (
        f"The model is in {path}."
    )
