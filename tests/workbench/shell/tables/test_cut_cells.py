"""The tip of a cell that is too narrow tells all of its text, letter by letter."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QTableWidget, QTableWidgetItem, QToolTip

from workbench.shell.tables.cut_cells import tell_cut_cells

LONG = "<b>the pump runs as it should</b>"


def ask_for_tip(table, column):
    """Let the mouse rest on a cell of the first row."""
    at = table.visualItemRect(table.item(0, column)).center()
    where = table.viewport().mapToGlobal(at)
    QApplication.sendEvent(table.viewport(), QHelpEvent(QEvent.Type.ToolTip, at, where))


def test_a_cut_cell_tells_all_of_it_and_others_what_they_have(qtbot, monkeypatch):
    told = []
    monkeypatch.setattr(QToolTip, "showText", lambda _at, text, *_where: told.append(text))
    table = QTableWidget(1, 3)
    qtbot.addWidget(table)
    for column, text in enumerate((LONG, "dry", LONG)):
        table.setItem(0, column, QTableWidgetItem(text))
    table.item(0, 2).setData(Qt.ItemDataRole.ToolTipRole, "its own")
    tell_cut_cells(table)
    table.setColumnWidth(0, 60)
    table.show()
    for column in range(3):
        ask_for_tip(table, column)
    assert told == ["<qt>&lt;b&gt;the pump runs as it should&lt;/b&gt;</qt>"]
    table.setColumnWidth(0, 600)
    ask_for_tip(table, 0)
    assert len(told) == 1
