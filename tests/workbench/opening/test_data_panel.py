"""The data panel: narrow, with long names, and about the rows as they stand."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton

from core.judging.reviewing.decision import Verb
from tests.workbench.driving import SECONDS, drop, flipped_csv, open_file

WIDTH = 272
NAMES = [f"sensor_reading_of_chamber_{k:02}_in_millivolts_averaged_over_ten_s" for k in range(6)]


@pytest.fixture
def long_names(tmp_path):
    """A file with an awful name, and columns of 60 letters and more."""
    path = tmp_path / f"{'export_of_all_measurements_' * 3}2026.csv"
    rows = [
        ",".join([*(str((row * k * 31) % 97) for k in range(2, 8)), "ab"[row % 2]])
        for row in range(80)
    ]
    path.write_text("\n".join([",".join([*NAMES, "kind"]), *rows]) + "\n")
    return path


def test_nothing_is_cut_at_the_panels_own_width(qtbot, window, long_names):
    open_file(qtbot, window, long_names, "kind")
    panel = window.data_panel
    panel.setParent(None)
    panel.resize(WIDTH, 600)
    panel.show()
    assert panel.minimumSizeHint().width() <= WIDTH
    panel.target.setCurrentIndex(panel.target.findText(NAMES[3]))
    shown = panel.target.shown_text()
    # Cut where the names differ least; whole in the tip, and for those who cannot see it.
    assert "03" in shown
    assert panel.target.fontMetrics().horizontalAdvance(shown) <= panel.target.width()
    assert NAMES[3] in panel.target.toolTip()
    assert panel.target.currentText() == NAMES[3]
    for child in panel.findChildren(QLabel) + panel.findChildren(QPushButton):
        if child.isVisible():
            right = child.mapTo(panel, child.rect().topRight()).x()
            assert right <= WIDTH, child.accessibleName() or child.text()
    for box in panel.findChildren(QComboBox):
        assert box.mapTo(panel, box.rect().topRight()).x() <= WIDTH
    panel.grab()
    assert panel.file.text() in panel.file.toolTip()
    panel.close()


def test_a_long_name_in_a_note_does_not_widen_the_panel(qtbot, window, tmp_path):
    name = "comment_that_nobody_reads_and_that_is_not_used_at_all_in_here"
    path = tmp_path / "a.csv"
    rows = [f"{row},note {row} about it all,{'ab'[row % 2]}" for row in range(80)]
    path.write_text("\n".join([f"x,{name},kind", *rows]) + "\n")
    open_file(qtbot, window, path, "kind")
    panel = window.data_panel
    assert name in panel.notes.text().replace("\u200b", "")
    assert panel.minimumSizeHint().width() <= WIDTH
    algorithm = window.algorithm_panel
    algorithm.why_not.setText(f"AdaBoost is for classes, and '{name}' holds many numbers.")
    algorithm.why_not.show()
    assert algorithm.minimumSizeHint().width() <= WIDTH


def test_all_of_adaboosts_form_is_in_sight_in_a_low_window(qtbot, window, tmp_path):
    path = tmp_path / "a.csv"
    flipped_csv(path)
    open_file(qtbot, window, path)
    window.resize(1280, 720)
    qtbot.waitUntil(lambda: window.jobs.is_free and window.workspace.turns.is_idle)
    assert window.minimumSizeHint().height() <= 720
    panel = window.algorithm_panel
    view = panel.form.parentWidget()
    assert panel.form.sizeHint().height() <= view.height()
    data = window.data_panel
    for widget in (data.target, data.weight, data.split):
        assert widget.height() >= widget.fontMetrics().height() + 8
    for widget in (panel.algorithm, panel.seed, panel.train):
        assert widget.visibleRegion().boundingRect() == widget.rect()


def test_the_shares_are_those_of_the_rows_as_they_stand(qtbot, window, tmp_path):
    """After decisions the panel still told the file's shares."""
    path = tmp_path / "a.csv"
    flipped_csv(path)
    open_file(qtbot, window, path)
    panel, space = window.data_panel, window.workspace
    yes = space.dataset.classes.index("yes")
    lines = space.dataset.lines[space.dataset.labels == yes]
    before = panel.balance.accessibleName()
    window.controller.reviewer.decide(lines[:100].tolist(), Verb.EXCLUDE)
    share = 100 * (len(lines) - 100) / 300
    assert f"yes {share:.1f} %" in panel.balance.accessibleName()
    assert panel.size_text.text().startswith("300 rows, ")
    window.actions_.undo.trigger()
    assert panel.balance.accessibleName() == before


def test_a_file_that_is_gone_is_told_by_one_banner(qtbot, window, tmp_path):
    """One said that it has changed, one that it was deleted."""
    path = tmp_path / "a.csv"
    flipped_csv(path)
    open_file(qtbot, window, path)
    window.carrying.strip.offer("a.csv", 3)
    assert window.carrying.strip.isVisible()
    path.unlink()
    window.desk.watch.check()
    assert window.desk.strip.isVisible()
    assert "moved or deleted" in window.desk.strip.text.text()
    assert not window.carrying.strip.isVisible()


def test_while_the_next_file_is_looked_at_nothing_of_the_former_stands_there(
    qtbot, window, tmp_path
):
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    flipped_csv(first)
    flipped_csv(second)
    open_file(qtbot, window, first)
    window.carrying.strip.offer("first.csv", 3)
    drop(window, second)
    page = window.desk.page
    qtbot.waitUntil(lambda: page.isVisible() and page.use.isEnabled(), timeout=SECONDS)
    qtbot.waitUntil(lambda: not window.toolbar.file.isVisible(), timeout=SECONDS)
    seen = [label.text() for label in window.findChildren(QLabel) if label.isVisible()]
    assert any("second.csv" in text for text in seen)
    assert not [text for text in seen if "first.csv" in text and "takes the place" not in text]
    qtbot.keyClick(page, Qt.Key.Key_Escape)
