"""Two people review one file: what a colleague decided is taken in, and conflicts are settled."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core import read_csv
from core.judging.reviewing.conflicts import conflicts
from core.judging.reviewing.decision import Verb
from core.project import Project
from core.project.sessions import Doings, saved
from core.storage.session_file import save_session
from tests.workbench.driving import SECONDS, finished_window
from tests.workbench.reviewing.bench import open_review

Key = Qt.Key


def test_a_colleagues_session_is_taken_in_and_conflicts_are_settled_by_keys(
    qtbot, window, tmp_path
):
    lines = finished_window(qtbot, window, tmp_path)[:6]
    anna = Project.of(read_csv(tmp_path / "flipped.csv", target="label"))
    anna.by = "Anna"
    anna.decide([*lines[:3], 333], Verb.EXCLUDE)
    anna.decide(lines[3], Verb.KEEP)
    whole = replace(saved(anna, {}), doings=tuple(Doings.of(anna).plain()))
    save_session(whole, tmp_path / "anna.workbench")

    page = open_review(qtbot, window, lines)
    for _ in lines[:5]:
        QTest.keyClick(page.rows.queue, Key.Key_K)
    window.shell.ask.open = lambda *_: tmp_path / "anna.workbench"
    page.tabs.setCurrentWidget(page.decisions)
    page.decisions.take.click()
    panel = page.decisions.taking_in
    qtbot.waitUntil(panel.isVisible, timeout=SECONDS)
    assert "you and Anna agree on 1 of 4 rows" in panel.agreement.text()
    assert "3 conflicts" in panel.counts.text()
    decisions = window.workspace.decisions
    assert decisions.about(333) is None
    qtbot.waitUntil(panel.take.hasFocus, timeout=SECONDS)
    QTest.keyClick(panel.take, Key.Key_Space)

    tab = page.conflicts
    qtbot.waitUntil(lambda: page.tabs.currentWidget() is tab, timeout=SECONDS)
    assert decisions.about(333).by == "Anna"
    assert decisions.about(lines[0]).verb is Verb.KEEP
    first, second, third = (each.line for each in window.controller.reviewer.colleagues.conflicts)
    QTest.keyClick(tab.list, Key.Key_T)
    QTest.keyClick(tab.list, Key.Key_Y)
    assert decisions.about(first).verb is Verb.EXCLUDE
    assert decisions.about(second).verb is Verb.KEEP
    assert decisions.about(second).reason.startswith("settled: ")
    assert tab.conflict.line == third
    # What is not settled is still there when the file is opened again.
    window.controller.session.journal.sync()
    again = window.controller.session.project_on(window.workspace.decisions.base)
    assert [each.line for each in conflicts(again.decisions)] == [third]
    QTest.keyClick(tab.list, Key.Key_X)
    assert tab._stack.currentIndex() == 0
    page.tabs.setCurrentIndex(0)
    QTest.keyClick(page.rows.queue, Key.Key_Z)
    assert [each.line for each in window.controller.reviewer.colleagues.conflicts] == [third]
