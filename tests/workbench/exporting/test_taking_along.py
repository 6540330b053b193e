"""What leaves by the clipboard and by the mouse: rows of tables, and pictures of views."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QStandardItem, QStandardItemModel
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView

from core import AdaBoost, example, fit
from tests.workbench.driving import SECONDS
from workbench.exporting.drag_grip import DragGrip, PictureFolder
from workbench.jobs.registry import JobsAtOnce
from workbench.plotting.plain_table import make_plain
from workbench.state.workspace import RunItem, Workspace
from workbench.views.error_curves.view import ErrorCurves


@pytest.fixture
def table(qtbot):
    table = QTableView()
    model = QStandardItemModel(3, 3)
    model.setHorizontalHeaderLabels(["a", "b", "c"])
    for row, texts in enumerate((["1", "=1+1", "x"], ["2", "two\nlines", "y"], ["3", "t", "z"])):
        for column, text in enumerate(texts):
            model.setItem(row, column, QStandardItem(text))
    table.setModel(model)
    table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
    make_plain(table)
    qtbot.addWidget(table)
    table.show()
    return table


def test_selected_rows_are_copied_with_their_titles(qtbot, table):
    table.selectRow(0)
    table.hideColumn(2)
    table.selectionModel().select(
        table.model().index(1, 0),
        table.selectionModel().SelectionFlag.Select | table.selectionModel().SelectionFlag.Rows,
    )
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text()
    assert copied == 'a\tb\n1\t\'=1+1\n2\t"two\nlines"\n'


def test_too_many_rows_are_not_copied(qtbot, table, monkeypatch):
    monkeypatch.setattr("workbench.shell.tables.copying.MOST_ROWS", 2)
    QGuiApplication.clipboard().setText("before")
    table.selectAll()
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "before"


def test_a_picture_is_dragged_out(qtbot, monkeypatch):
    run = fit(example("moons"), AdaBoost(rounds=4))
    workspace = Workspace(JobsAtOnce())
    workspace.set_dataset(run.dataset)
    workspace.show_run(RunItem(1, run))
    view = ErrorCurves(workspace)
    qtbot.addWidget(view)
    view.show()
    folder = PictureFolder()
    grip, carried = DragGrip(view, folder), []
    monkeypatch.setattr(grip, "start", carried.append)
    qtbot.waitUntil(lambda: view.has_content, timeout=SECONDS)
    assert not grip.isVisible()
    QApplication.sendEvent(view, QEvent(QEvent.Type.Enter))
    assert grip.isVisible()
    QTest.mousePress(grip, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    QTest.mouseMove(grip, QPoint(80, 80))
    qtbot.waitUntil(lambda: bool(carried), timeout=SECONDS)
    # The application remembers a button that is down, beyond this test.
    QTest.mouseRelease(grip, Qt.MouseButton.LeftButton, pos=QPoint(80, 80))
    (data,) = carried
    path = Path(data.urls()[0].toLocalFile())
    assert path.read_bytes().startswith(b"\x89PNG")
    assert data.hasImage()
    folder.remove()
    assert not path.exists()
