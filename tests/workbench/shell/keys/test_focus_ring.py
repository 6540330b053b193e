"""The ring around what has the focus."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QTabBar

from workbench.shell.keys.focus_ring import FocusRings
from workbench.shell.page import Page


@pytest.fixture
def rings(qapp):
    found = FocusRings(qapp)
    yield found
    qapp.focusChanged.disconnect(found._follow)
    found.deleteLater()


def test_a_page_that_comes_into_sight_has_no_ring_and_its_controls_do(qtbot, rings):
    page = Page("Export")
    qtbot.addWidget(page)
    button = QPushButton("Save")
    page.column.addWidget(button)
    page.show()
    page.activateWindow()
    page.take_focus()
    qtbot.waitUntil(page.hasFocus)
    assert rings.ring is None
    QTest.keyClick(page, Qt.Key.Key_Tab)
    assert button.hasFocus()
    assert rings.ring is not None
    assert rings.ring.parent() is button


def test_of_tabs_the_one_that_is_shown_has_the_ring(qtbot, rings):
    tabs = QTabBar()
    qtbot.addWidget(tabs)
    for name in ("Rows", "Decisions"):
        tabs.addTab(name)
    tabs.resize(600, 30)
    tabs.show()
    tabs.activateWindow()
    tabs.setFocus()
    qtbot.waitUntil(lambda: rings.ring is not None)
    assert rings.ring.geometry() == tabs.tabRect(0)
    QTest.keyClick(tabs, Qt.Key.Key_Right)
    assert rings.ring.geometry() == tabs.tabRect(1)
