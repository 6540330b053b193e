"""Escape closes what was opened last, and nothing else."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTextBrowser

from core.base.errors import DataError
from tests.workbench.driving import SECONDS, drop, finished_window, flipped_csv


def press_escape():
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)


def open_help(qtbot, window, button):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=SECONDS)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None, timeout=SECONDS)
    popup = QApplication.activePopupWidget()
    browser = popup.findChild(QTextBrowser)
    qtbot.waitUntil(browser.hasFocus, timeout=SECONDS)
    return popup


def test_on_the_import_page_the_help_closes_and_the_import_stays(qtbot, window, tmp_path):
    path = tmp_path / "a.csv"
    flipped_csv(path)
    drop(window, path)
    qtbot.waitUntil(lambda: window.navigator.place == "data", timeout=SECONDS)
    page = window.desk.page
    qtbot.waitUntil(page.use.isEnabled, timeout=SECONDS)
    open_help(qtbot, window, page.help)
    press_escape()
    assert QApplication.activePopupWidget() is None
    assert page.isVisible()
    assert window.controller.opening.look is not None
    page.target_bar.target.setFocus()
    press_escape()
    assert not page.isVisible()
    assert window.welcome.isVisible()


def test_on_the_review_the_help_closes_first(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=5)
    window.actions_.review.trigger()
    page = window.review.page
    open_help(qtbot, window, page.help)
    press_escape()
    assert page.isVisible()
    page.rows.queue.setFocus()
    press_escape()
    assert window.navigator.place == "train"
    window.docks.view("rows_table").setFocus()
    press_escape()
    assert window.navigator.place == "train"


@pytest.mark.parametrize("name", ["predict", "export", "learn", "review"])
def test_escape_leads_home_where_there_are_no_data(qtbot, window, name):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=SECONDS)
    window.navigator.go(name)
    press_escape()
    assert window.welcome.isVisible()


def test_a_message_closes_before_the_page_below_it(qtbot, window):
    """Seen: the page of Predict went, and what was wrong with the file stayed."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=SECONDS)
    window.navigator.go("learn")
    window.shell.show_error(DataError("The file is gone."))
    press_escape()
    assert not window.strip.isVisible()
    assert window.navigator.place == "learn"
    press_escape()
    assert window.welcome.isVisible()
