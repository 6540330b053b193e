"""A person opens a file with flipped labels, trains, looks back, selects, and takes things away."""

import numpy as np
import pandas as pd
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

import main
from core import load_model
from tests.workbench.driving import (
    SECONDS,
    answer,
    flipped_csv,
    let_draw,
    set_rounds,
    settle,
    wait_until_done,
)
from workbench.exporting.figure_dialog import Wish
from workbench.exporting.figure_style import FigureStyle
from workbench.jobs.training_driver import State


def test_from_a_csv_to_a_model(qtbot, window, tmp_path, capsys):
    path = tmp_path / "orders.csv"
    flipped = flipped_csv(path, rows=2000, flipped=60)
    workspace, do = window.workspace, window.actions_

    assert window.welcome.isVisible()
    answer(window, {"Open a file": path})
    qtbot.mouseClick(window.welcome.open, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.controller.opening.table is not None, timeout=SECONDS)
    page = window.desk.page
    assert page.heading.text() == "orders.csv"
    assert "2,000 rows" in page.facts.text()
    assert page.target_bar.target.currentText() == "label"
    assert page.target_bar.target.hasFocus()
    QTest.keyClick(page.target_bar.target, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: workspace.dataset is not None, timeout=SECONDS)
    qtbot.waitUntil(window.docks.isVisible, timeout=SECONDS)
    let_draw(qtbot, window)
    assert window.data_panel.target.currentText() == "label"
    set_rounds(window, 100_000)

    qtbot.mouseClick(window.algorithm_panel.train, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: workspace.rounds >= 20, timeout=SECONDS)
    do.pause.trigger()
    assert window.controller.trainer.driver.state is State.PAUSED
    qtbot.waitUntil(lambda: window.controller.trainer.driver.is_resting, timeout=SECONDS)
    paused_at = workspace.rounds
    qtbot.wait(100)
    assert workspace.rounds == paused_at < 100_000

    do.step.trigger()
    # The round shown follows when the window next looks, later than the history grows.
    qtbot.waitUntil(lambda: workspace.round == paused_at + 1, timeout=SECONDS)
    qtbot.wait(100)
    assert workspace.rounds == workspace.round == paused_at + 1

    for _ in range(10):
        do.back.trigger()
    assert workspace.round == paused_at - 9
    settle(qtbot, window)
    assert window.round_bar.slider.value() == paused_at - 9
    assert window.docks.view("error_curves").round_line.value() == paused_at - 9
    assert window.docks.view("weight_heatmap").round_line.value() == paused_at - 9
    shown = window.docks.view("rows_table").model.snapshot
    np.testing.assert_array_equal(
        shown.weights, workspace.current.history.relative_weights(paused_at - 9)
    )

    do.stop.trigger()
    wait_until_done(qtbot, window)
    assert workspace.current.run.rounds == paused_at + 1

    _select_top(window, 10)
    chosen = workspace.selection
    assert len(chosen) == 10
    assert len(set(chosen) & set(flipped)) >= 9
    let_draw(qtbot, window)
    assert set(window.docks.view("rows_table").lines_selected()) == set(chosen)
    _assert_marked_in_heatmap(window)

    for name in ("picture.png", "picture.svg"):
        out = tmp_path / name
        window.shell.ask.save = lambda *_, out=out: out
        wish = Wish(out.suffix, FigureStyle(700, 400, scale=2))
        window.exports.ask_figure = lambda *_, wish=wish: wish
        window.exports.export_view("weight_heatmap")
        qtbot.waitUntil(out.exists, timeout=SECONDS)
        qtbot.waitUntil(lambda: window.jobs.is_free, timeout=SECONDS)
    image = QImage(str(tmp_path / "picture.png"))
    assert image.width() == 1400
    assert "<svg" in (tmp_path / "picture.svg").read_text()

    do.last.trigger()  # the model is that of the round shown
    window.shell.ask.save = lambda *_: tmp_path / "model"
    do.export_model.trigger()
    model_path = tmp_path / "model.ensemble"
    qtbot.waitUntil(model_path.exists, timeout=SECONDS)
    qtbot.waitUntil(lambda: window.jobs.is_free, timeout=SECONDS)
    assert len(load_model(model_path).predictor.trees) == paused_at + 1

    assert main.main(["predict", str(model_path), str(path)]) == 0
    (tmp_path / "out.csv").write_text(capsys.readouterr().out)
    predicted = pd.read_csv(tmp_path / "out.csv")
    scores = workspace.current.history.scores(paused_at + 1)
    np.testing.assert_array_equal(predicted["label"] == "yes", scores > 0)


def _select_top(window, count):
    """Click the first row and shift-click the last one, in the table itself."""
    table = window.docks.view("rows_table").table
    model = table.model()
    flags = QItemSelectionModel.SelectionFlag
    table.setCurrentIndex(model.index(0, 0))
    for row in range(count):
        table.selectionModel().select(model.index(row, 0), flags.Select | flags.Rows)
    assert table.hasFocus() or table.focusPolicy() & Qt.FocusPolicy.TabFocus


def _assert_marked_in_heatmap(window):
    """The marks are where the selected rows are drawn, and nowhere else."""
    heatmap, workspace = window.docks.view("weight_heatmap"), window.workspace
    picture = heatmap.picture
    places = np.flatnonzero(np.isin(picture.ranked, workspace.selected_rows()))
    marked = np.flatnonzero(heatmap.marks.is_marked)
    np.testing.assert_array_equal(np.unique(picture.pixel_rows(places)), marked)
