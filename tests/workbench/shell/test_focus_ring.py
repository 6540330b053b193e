"""The ring around what has the focus."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from workbench.shell.focus_ring import FocusRings
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
