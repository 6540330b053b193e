"""Fewer columns, from the bars of what is lost without them: one step, which can be undone."""

from PySide6.QtCore import Qt

from core import Role
from tests.workbench.driving import SECONDS, finished_window, is_quiet


def features(window):
    return [column.name for column in window.workspace.dataset.features]


def test_only_the_ticked_columns_are_learned_from_until_it_is_undone(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path)
    workspace, before = window.workspace, features(window)
    first = workspace.current
    assert len(before) > 1
    workspace.columns_chosen.emit((before[0],))
    qtbot.waitUntil(lambda: features(window) == [before[0]], timeout=SECONDS)
    qtbot.waitUntil(lambda: is_quiet(window), timeout=SECONDS)
    ignored = [name for name, role in workspace.dataset.roles.items() if role is Role.IGNORED]
    assert set(before[1:]) <= set(ignored)
    assert workspace.current is None
    assert first in workspace.runs
    window.actions_.undo.trigger()
    qtbot.waitUntil(lambda: is_quiet(window), timeout=SECONDS)
    assert features(window) == before
    assert workspace.current is first
    window.actions_.redo.trigger()
    qtbot.waitUntil(lambda: is_quiet(window), timeout=SECONDS)
    assert features(window) == [before[0]]


def test_the_columns_are_ticked_where_their_loss_is_seen(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path)
    window.docks.bring("features")
    view = window.docks.view("features")
    qtbot.waitUntil(lambda: view.ranking is not None and is_quiet(window), timeout=SECONDS)
    qtbot.mouseClick(view.keep, Qt.MouseButton.LeftButton)
    assert view.keeper.isVisible()
    qtbot.keyClick(view.keeper.list, Qt.Key.Key_Escape)
    assert not view.keeper.isVisible()
    assert view.isVisible()
    view.keep.click()
    for place, item in enumerate(view.keeper._items):
        is_kept = Qt.CheckState.Unchecked if place else Qt.CheckState.Checked
        item.setCheckState(0, is_kept)
    best = view.ranking.names[0]
    assert view.keeper.keep.text() == "Keep 1 column"
    qtbot.mouseClick(view.keeper.keep, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: features(window) == [best], timeout=SECONDS)
    assert window.workspace.project.done[-1].words.startswith("ignore ")
