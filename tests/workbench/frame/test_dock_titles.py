"""One title a view, and a keyboard way to what the buttons of a title bar do."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu, QTabBar

from tests.workbench.driving import SECONDS, finished_window


@pytest.fixture
def shown(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=5)
    return window


def in_tabs(window):
    return {
        bar.tabText(place)
        for bar in window.docks.findChildren(QTabBar)
        for place in range(bar.count())
        if bar.isVisible()
    }


def with_title_bars(window):
    return {
        dock.windowTitle() for dock in window.docks.all_docks() if dock.titleBarWidget() is None
    }


def test_no_title_stands_twice(qapp, shown):
    qapp.processEvents()
    assert "Error curves" in in_tabs(shown)
    assert with_title_bars(shown) == {"Data", "Algorithm", "Rows"}
    assert not in_tabs(shown) & with_title_bars(shown)


def test_titles_follow_what_moves(qtbot, qapp, shown):
    docks = shown.docks
    docks.panels["selection_panel"].hide()
    qtbot.waitUntil(lambda: "Runs" in with_title_bars(shown), timeout=SECONDS)
    docks.panels["selection_panel"].show()
    qtbot.waitUntil(lambda: "Runs" not in with_title_bars(shown), timeout=SECONDS)
    docks.tabifyDockWidget(docks.docks["rows_table"], docks.panels["data_panel"])
    qtbot.waitUntil(lambda: "Data" not in with_title_bars(shown), timeout=SECONDS)
    docks.docks["margins"].setFloating(True)
    qtbot.waitUntil(lambda: "Margins" in with_title_bars(shown), timeout=SECONDS)
    docks.reset()
    qapp.processEvents()
    assert with_title_bars(shown) == {"Data", "Algorithm", "Rows"}


def test_a_view_floats_and_closes_by_its_tab(qtbot, qapp, shown):
    qapp.processEvents()
    bar = next(bar for bar in shown.docks.findChildren(QTabBar) if bar.tabText(0) == "Weights")
    assert bar.focusPolicy() & Qt.FocusPolicy.TabFocus
    bar.setCurrentIndex(1)
    title = bar.tabText(1)
    dock = next(dock for dock in shown.docks.all_docks() if dock.windowTitle() == title)
    # The menu key: a menu of the tab in front.
    place = QPoint(-1, -1)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, bar.mapToGlobal(place))
    QApplication.sendEvent(bar, event)
    menu = next(menu for menu in shown.docks.findChildren(QMenu) if menu.isVisible())
    assert [action.text() for action in menu.actions()] == [f"&Float {title}", f"&Close {title}"]
    menu.actions()[0].trigger()
    menu.close()
    assert dock.isFloating()
    shown.docks.titles.menu_of(dock).actions()[1].trigger()
    assert dock.isHidden()


def test_a_floating_dock_belongs_to_its_place(qtbot, qapp, shown):
    docks, dock = shown.docks, shown.docks.docks["margins"]
    dock.setFloating(True)
    dock.setGeometry(60, 70, 400, 300)
    assert dock.isVisible()
    told = docks.layout_data()
    shown.navigator.go("review")
    assert not dock.isVisible()
    assert docks.layout_data()["floating"] == told["floating"]
    assert docks.layout_data()["closed"] == []
    shown.navigator.go("train")
    assert dock.isVisible()
    assert dock.isFloating()
    assert dock.geometry().getRect() == (60, 70, 400, 300)
    dock.close()
    shown.navigator.go("export")
    shown.navigator.go("train")
    assert not dock.isVisible()  # closed is closed


def test_a_dock_that_is_asked_for_elsewhere_is_shown_in_its_place(qtbot, qapp, shown):
    dock = shown.docks.docks["margins"]
    dock.close()
    shown.navigator.go("export")
    dock.toggleViewAction().trigger()
    assert shown.navigator.place == "train"
    assert dock.isVisible()
