"""Where the focus goes when the control that has it goes away."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from core.base.progress import Progress
from workbench.reviewing.page.asking import AskRow
from workbench.shell.keys.focus_keeper import FocusKeeper
from workbench.shell.page import Page


@pytest.fixture
def keeper(qapp):
    found = FocusKeeper(qapp)
    yield found
    qapp.focusChanged.disconnect(found._follow)
    found.deleteLater()


@pytest.fixture
def room(qtbot, keeper):
    """A window with a tool, and a page with two buttons."""
    window, page = QWidget(), Page("Review")
    qtbot.addWidget(window)
    buttons = {name: QPushButton(name) for name in ("undo", "audit", "exclude")}
    column = QVBoxLayout(window)
    column.addWidget(buttons["undo"])
    column.addWidget(page)
    for name in ("audit", "exclude"):
        page.column.addWidget(buttons[name])
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    yield page, buttons
    window.close()


@pytest.mark.parametrize("goes", [QPushButton.hide, lambda button: button.setEnabled(False)])
@pytest.mark.parametrize("name", ["audit", "exclude"])
def test_no_other_button_is_pressed_by_the_next_key(qtbot, room, goes, name):
    page, buttons = room
    pressed = []
    for each, button in buttons.items():
        button.clicked.connect(lambda _on, each=each: pressed.append(each))
    buttons[name].setFocus()
    qtbot.waitUntil(buttons[name].hasFocus)
    goes(buttons[name])
    assert page.hasFocus()
    QTest.keyClick(page, Qt.Key.Key_Space)
    assert pressed == []
    QTest.keyClick(page, Qt.Key.Key_Tab)
    assert not page.hasFocus()


def test_who_goes_on_goes_where_they_want(qtbot, room):
    _page, buttons = room
    buttons["exclude"].setFocus()
    buttons["undo"].setFocus()
    assert buttons["undo"].hasFocus()


def test_asking_and_its_cancel_hand_the_focus_to_one_another(qtbot, room):
    """Seen: when an answer was there, the focus stood on Undo in the toolbar."""
    page, _buttons = room
    row = AskRow("Where do the errors come from?", "Takes some seconds")
    page.column.addWidget(row)
    qtbot.waitUntil(row.isVisible)
    row.ask.setFocus()
    qtbot.waitUntil(row.ask.hasFocus)
    row.show_progress(Progress(1, 2, "looking"))
    assert row.cancel.hasFocus()
    row.show_progress(None)
    assert row.ask.hasFocus()
