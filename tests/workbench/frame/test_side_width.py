"""The panels at the left keep their width; a wider window is for plots and rows."""

import json

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.workbench.driving import SECONDS, end, flipped_csv, let_draw, open_file
from workbench.frame.docking.side_width import NATURAL
from workbench.frame.window import MainWindow
from workbench.shell.user_folders import preferences

FEW = 4
SIZES = [(1280, 720), (1600, 1000), (1920, 1080), (2560, 1440), (1280, 720)]


def width(window):
    return window.docks.panels["data_panel"].width()


def resize(qtbot, window, size):
    window.resize(*size)
    wide = size[0] - window.rail.width()
    qtbot.waitUntil(lambda: window.docks.width() == wide, timeout=SECONDS)
    let_draw(qtbot, window)
    QApplication.processEvents()


def with_data(qtbot, window, tmp_path):
    flipped_csv(tmp_path / "flipped.csv")
    open_file(qtbot, window, tmp_path / "flipped.csv")
    let_draw(qtbot, window)


def drag_line(window, by):
    """Drag the line between the panels and the views."""
    docks, panel = window.docks, window.docks.panels["data_panel"]
    at = QPoint(panel.geometry().right() + 2, panel.geometry().center().y())
    QTest.mouseMove(docks, at)
    QTest.mousePress(docks, Qt.MouseButton.LeftButton, pos=at)
    for step in range(1, 6):
        QTest.mouseMove(docks, at + QPoint(by * step // 5, 0))
        QApplication.processEvents()
    QTest.mouseRelease(docks, Qt.MouseButton.LeftButton, pos=at + QPoint(by, 0))
    QApplication.processEvents()


def test_the_width_stays_whatever_the_window_does(qtbot, window, tmp_path):
    window.resize(1280, 720)
    with_data(qtbot, window, tmp_path)
    curves = window.docks.docks["error_curves"]
    assert abs(width(window) - NATURAL) <= FEW
    of_curves = {}
    for size in SIZES:
        resize(qtbot, window, size)
        assert abs(width(window) - NATURAL) <= FEW, size
        of_curves[size] = curves.width()
    assert of_curves[2560, 1440] > of_curves[1280, 720] + 500


def test_a_window_that_grows_before_data_are_open_keeps_it_too(qtbot, window, tmp_path):
    window.resize(1600, 1000)
    with_data(qtbot, window, tmp_path)
    assert abs(width(window) - NATURAL) <= FEW


def test_a_width_that_was_dragged_is_kept(qtbot, window, tmp_path):
    window.resize(1280, 720)
    with_data(qtbot, window, tmp_path)
    drag_line(window, 60)
    made = width(window)
    assert abs(made - NATURAL - 60) <= 2 * FEW
    for size in SIZES:
        resize(qtbot, window, size)
        assert abs(width(window) - made) <= FEW, size


def test_the_width_stays_from_start_to_start(qtbot, qapp, tmp_path):
    for size in [(1920, 1080), (2560, 1440), (1280, 720), (1600, 1000)]:
        window = MainWindow(qapp)
        window.show()
        with_data(qtbot, window, tmp_path)
        assert abs(width(window) - NATURAL) <= FEW, size
        resize(qtbot, window, size)
        end(window)


@pytest.mark.parametrize("extent", [1, 900, 19_000])
def test_a_layout_of_old_gives_most_of_the_window_to_the_views(
    extent, qtbot, qapp, window, tmp_path
):
    """Earlier versions kept panels that took half of the window."""
    told = window.docks.layout_data()
    told["areas"]["left"]["extent"] = extent
    window.close()
    preferences().setValue("docks", json.dumps(told))
    again = MainWindow(qapp)
    again.resize(1600, 900)
    again.show()
    with_data(qtbot, again, tmp_path)
    assert NATURAL // 2 <= width(again) <= 640
    end(again)
