"""Fewer columns, from the bars of what is lost without them: one step, which can be undone."""

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
