"""Docks in a window: arranged, read, and arranged again to the same."""

import json

import pytest
from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QGuiApplication

from tests.workbench.driving import end, finished_window
from workbench.frame.window import MainWindow
from workbench.shell.user_folders import preferences


def boxes(docks):
    """Where every dock is that is seen."""
    return {
        dock.objectName(): dock.geometry().getRect()
        for dock in docks.all_docks()
        if dock.isVisible() and (dock.isFloating() or dock.geometry().right() >= 0)
    }


def wait_until_settled(qtbot, shown):
    """Wait until nobody moves a dock: a view that is made wraps its words and takes more room."""

    def is_settled():
        before = boxes(shown.docks)
        qtbot.wait(100)
        return shown.jobs.is_free and shown.workspace.turns.is_idle and boxes(shown.docks) == before

    qtbot.waitUntil(is_settled)


CHANGES = {
    "as at first": lambda docks: None,
    "another tab": lambda docks: docks.bring("margins"),
    "a closed panel": lambda docks: docks.panels["data_panel"].hide(),
    "a closed view": lambda docks: docks.docks["results"].hide(),
    "floating": lambda docks: (
        docks.docks["margins"].setFloating(True),
        docks.docks["margins"].setGeometry(60, 70, 400, 300),
    ),
    "other tabs": lambda docks: docks.tabifyDockWidget(
        docks.docks["rows_table"], docks.panels["data_panel"]
    ),
    "another area": lambda docks: docks.addDockWidget(
        Qt.DockWidgetArea.TopDockWidgetArea, docks.docks["rows_table"]
    ),
    "a split of its own": lambda docks: docks.splitDockWidget(
        docks.panels["algorithm_panel"], docks.docks["weight_paths"], Qt.Orientation.Vertical
    ),
    "other sizes": lambda docks: docks.resizeDocks(
        [docks.panels["data_panel"], docks.docks["error_curves"]], [350, 600],
        Qt.Orientation.Horizontal,
    ),
}  # fmt: skip


@pytest.fixture
def shown(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=5)
    return window


@pytest.mark.parametrize("change", CHANGES)
def test_docks_come_back_to_the_pixel(change, qtbot, qapp, shown):
    docks = shown.docks
    CHANGES[change](docks)
    qapp.processEvents()
    qtbot.waitUntil(lambda: shown.workspace.turns.is_idle)  # what is seen now is made
    qapp.processEvents()
    wait_until_settled(qtbot, shown)
    told, seen = docks.layout_data(), boxes(docks)
    docks.reset()
    qapp.processEvents()
    assert docks.restore_layout(json.loads(json.dumps(told)))
    qapp.processEvents()
    assert docks.layout_data() == told
    again = boxes(docks)
    assert again.keys() == seen.keys()
    for name, box in seen.items():
        assert all(abs(one - other) <= 2 for one, other in zip(box, again[name], strict=True)), name


def test_the_default_layout_comes_back_from_anywhere(qapp, shown):
    docks = shown.docks
    before = boxes(docks)
    for change in CHANGES.values():
        change(docks)
    docks.reset()
    qapp.processEvents()
    again = boxes(docks)
    assert again.keys() == before.keys()
    assert not any(dock.isHidden() or dock.isFloating() for dock in docks.all_docks())


def test_only_what_is_seen_is_made(qtbot, qapp, shown):
    docks = shown.docks
    made = {view.name for view in docks.made_views()}
    docks.reset()
    qtbot.waitUntil(lambda: shown.workspace.turns.is_idle)
    assert {view.name for view in docks.made_views()} == made


def test_a_dock_that_floats_is_painted(qtbot, qapp, shown):
    """Once its window stayed black: it had left the others while they were told not to paint."""
    docks = shown.docks
    told = docks.layout_data() | {"floating": {"margins": [60, 70, 400, 300]}}
    assert docks.restore_layout(told)
    qtbot.waitUntil(lambda: docks.docks["margins"].made is not None)
    assert docks.docks["margins"].isVisible()
    assert all(dock.updatesEnabled() for dock in docks.all_docks())


def test_a_dock_beyond_every_screen_is_brought_back(qapp, shown):
    docks = shown.docks
    docks.docks["margins"].setFloating(True)
    told = docks.layout_data()
    told["floating"]["margins"] = [15_000, -9_000, 400, 300]
    assert docks.restore_layout(told)
    dock = docks.docks["margins"]
    assert dock.isFloating()
    assert QGuiApplication.primaryScreen().geometry().contains(dock.geometry().center())


def arranged(told):
    """Kept data without the sizes of the parts, and of the areas that hold them."""
    if isinstance(told, dict):
        sizes = ("sizes", "extent")
        return {name: arranged(part) for name, part in told.items() if name not in sizes}
    return [arranged(part) for part in told] if isinstance(told, list | tuple) else told


@pytest.mark.parametrize(
    "kept", ["", "{", "null", "[[[", '{"version": 1}', "[" * 100_000, QByteArray(b"\0\0\0\xff")]
)
def test_a_window_opens_whatever_was_kept(kept, window, qapp):
    window.close()
    preferences().setValue("docks", kept)
    preferences().setValue("layout", QByteArray(b"\0\0\0\xff\0\0\0\x04\xfd"))
    again = MainWindow(qapp)
    assert not any(dock.isHidden() for dock in again.docks.all_docks())
    # A window that was never shown has not shared out its room yet: sizes are left out.
    assert arranged(again.docks.layout_data()) == arranged(window.docks.layout_data())
    end(again)
    assert preferences().value("layout") is None


def test_every_dock_that_a_file_closes_can_be_opened(qapp, shown):
    docks = shown.docks
    told = docks.layout_data()
    told["closed"] = [dock.objectName() for dock in docks.all_docks()]
    assert docks.restore_layout(told)
    for dock in docks.all_docks():
        assert dock.isHidden()
        dock.toggleViewAction().trigger()
        assert not dock.isHidden()


def test_a_view_behind_a_tab_is_not_drawn_until_it_is_looked_at_again(qtbot, qapp, shown):
    docks, space = shown.docks, shown.workspace
    docks.bring("weight_heatmap")
    wait_until_settled(qtbot, shown)
    heatmap = docks.view("weight_heatmap")
    drawn = []
    heatmap.show_selection = lambda: drawn.append(space.selection.tolist())
    docks.bring("margins")
    wait_until_settled(qtbot, shown)
    assert not heatmap.is_watched
    assert heatmap not in space.model_watchers
    space.select([3, 5])
    space.select([4])
    wait_until_settled(qtbot, shown)
    assert drawn == []
    docks.bring("weight_heatmap")
    qtbot.waitUntil(lambda: drawn == [[4]])


def test_a_picture_asked_for_behind_a_tab_is_drawn_once_it_is_seen(qtbot, qapp, shown):
    docks = shown.docks
    docks.bring("margins")
    wait_until_settled(qtbot, shown)
    margins = docks.view("margins")
    drawn = []
    margins.make_picture = lambda: drawn.append(True)
    docks.bring("weight_heatmap")
    wait_until_settled(qtbot, shown)
    margins.ask()
    qtbot.wait(3 * margins.pause_milliseconds)
    assert drawn == []
    docks.bring("margins")
    qtbot.waitUntil(lambda: drawn == [True])
