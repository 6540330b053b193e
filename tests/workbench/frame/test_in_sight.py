"""What is wanted comes into sight: the selection when it begins, help by F1, search by Ctrl+F."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTextBrowser

from tests.workbench.driving import SECONDS, finished_window, let_draw

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def shown(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=5)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=SECONDS)
    return window


def test_the_selection_is_raised_once_and_takes_no_focus(qtbot, shown):
    docks, space = shown.docks, shown.workspace
    lines = space.dataset.lines
    docks.bring("runs_panel")
    docks.view("rows_table").search.setFocus()
    space.select(lines[:2])
    qtbot.waitUntil(lambda: docks.is_seen("selection_panel"), timeout=SECONDS)
    assert docks.view("rows_table").search.hasFocus()
    docks.bring("runs_panel")
    let_draw(qtbot, shown)
    space.select(lines[:5])  # it goes on, and did not begin
    QApplication.processEvents()
    assert not docks.is_seen("selection_panel")
    space.select([])
    space.select(lines[:1])
    qtbot.waitUntil(lambda: docks.is_seen("selection_panel"), timeout=SECONDS)


def test_many_rows_are_described_once_every_view_has_drawn_them(qtbot, shown, monkeypatch):
    """A thread that looked at their values beside the views made those wait."""
    docks, space = shown.docks, shown.workspace
    space.select(space.dataset.lines[:2])
    qtbot.waitUntil(lambda: docks.is_seen("selection_panel"), timeout=SECONDS)
    let_draw(qtbot, shown)
    panel = docks.panels["selection_panel"].panel
    order, describe = [], panel._summarise
    monkeypatch.setattr(panel, "_summarise", lambda: order.append("described") or describe())
    for view in docks.made_views():
        if view.is_watched:
            draw = view.show_selection
            monkeypatch.setattr(
                view, "show_selection", lambda draw=draw: order.append("drawn") or draw()
            )
    space.select(space.dataset.lines[:40])
    qtbot.waitUntil(lambda: "described" in order, timeout=SECONDS)
    let_draw(qtbot, shown)
    assert order.count("drawn") >= 2
    assert order[-1] == "described"
    assert panel.title.text() == "40 rows"


def test_whoever_works_in_the_runs_stays_there(qtbot, shown):
    shown.docks.bring("runs_panel")
    shown.runs_panel.list.setFocus()
    shown.workspace.select(shown.workspace.dataset.lines[:2])
    QApplication.processEvents()
    assert shown.docks.is_seen("runs_panel")


def test_a_panel_that_was_closed_stays_closed(qtbot, shown):
    shown.docks.panels["selection_panel"].close()
    shown.workspace.select(shown.workspace.dataset.lines[:2])
    QApplication.processEvents()
    assert shown.docks.panels["selection_panel"].isHidden()


def help_shown(qtbot, widget):
    QTest.keyClick(widget, Qt.Key.Key_F1)
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None, timeout=SECONDS)
    popup = QApplication.activePopupWidget()
    text = popup.findChild(QTextBrowser).toPlainText()
    popup.close()
    return text


def test_f1_opens_the_help_of_what_has_the_focus(qtbot, shown):
    rows = shown.docks.view("rows_table")
    rows.search.setFocus()
    of_rows = help_shown(qtbot, rows.search)
    curves = shown.docks.view("error_curves")
    curves.setFocus()
    of_curves = help_shown(qtbot, curves)
    assert of_rows != of_curves
    assert of_rows.split()[:3] == rows.help.text_shown.replace("#", "").replace("*", "").split()[:3]
    shown.navigator.go("review")
    page = shown.review.page
    of_review = help_shown(qtbot, page.rows.queue)
    assert of_review not in (of_rows, of_curves)


def test_ctrl_f_goes_to_the_search_of_the_rows(qtbot, shown):
    shown.navigator.go("review")
    QTest.keyClick(shown, Qt.Key.Key_F, CONTROL)
    search = shown.docks.view("rows_table").search
    qtbot.waitUntil(search.hasFocus, timeout=SECONDS)
    assert shown.navigator.place == "train"
    QTest.keyClicks(search, "a")
    shown.docks.docks["rows_table"].close()
    QTest.keyClick(shown, Qt.Key.Key_F, CONTROL)
    qtbot.waitUntil(search.hasFocus, timeout=SECONDS)
    assert search.selectedText() == "a"
