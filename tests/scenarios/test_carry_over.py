"""A file is reviewed, a new export takes its place, and what was decided is carried over."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.judging.reviewing.carrying.fates import Fate
from core.judging.reviewing.decision import Verb
from tests.workbench.carrying.exports import first_export, matched, other_label, second_export
from tests.workbench.driving import SECONDS, open_file, use_file

LEFT = Qt.MouseButton.LeftButton


def test_decisions_outlive_the_file(qtbot, started, tmp_path):
    window = started(trains=False)
    path = tmp_path / "orders.csv"
    frame = first_export(path)
    open_file(qtbot, window, path)
    project = window.workspace.project
    project.relabel({2: other_label(frame, 0), 3: other_label(frame, 1)}, reason="mixed up")
    project.decide([4], "keep")
    project.decide([5, 10], "exclude")

    # Another program writes a new export; the window notices, and reads it when it is told to.
    later = second_export(frame, path)
    window.desk.watch.check()
    qtbot.waitUntil(window.desk.strip.isVisible, timeout=SECONDS)
    assert "can be carried over" in window.desk.strip.text.text()
    qtbot.mouseClick(window.desk.strip.yes, LEFT)
    use_file(qtbot, window, path)
    assert window.workspace.decisions.count == 0

    strip = window.carrying.strip
    qtbot.waitUntil(strip.isVisible, timeout=SECONDS)
    assert "5 decisions were made about it" in strip.text.text()
    qtbot.mouseClick(strip.yes, LEFT)
    found = matched(qtbot, window)
    page = window.carrying.page
    assert found.groups == {Fate.SAME: 2, Fate.CORRECTED: 1, Fate.CHANGED: 1, Fate.GONE: 1}
    assert found.unjudged == 4
    assert window.workspace.decisions.count == 0

    # The row that changed is looked at, and taken too.
    page.groups.setCurrentItem(page.groups.line(Fate.CHANGED))
    model = page.rows.rows
    assert model.index(0, 5).data() == f"x: {frame.x[2]} → 9.5"
    page.rows.setCurrentIndex(model.index(0, 0))
    QTest.keyClick(page.rows, Qt.Key.Key_Space)
    assert page.take.text() == "Carry over 4 decisions"
    with qtbot.waitSignal(window.controller.carrier.taken, timeout=SECONDS):
        qtbot.mouseClick(page.take, LEFT)

    line = {name: row + 2 for row, name in enumerate(later.customer)}
    wanted = {
        line[frame.customer[0]]: Verb.RELABEL,
        line[frame.customer[1]]: Verb.KEEP,
        line[frame.customer[2]]: Verb.KEEP,
        line[frame.customer[8]]: Verb.EXCLUDE,
    }
    standing = window.workspace.decisions.standing()
    assert {each.line: each.verb for each in standing} == wanted
    assert {each.reason for each in standing} == {"mixed up", ""}
    qtbot.waitUntil(lambda: not window.controller.carrier.job.is_running, timeout=SECONDS)
    window.actions_.undo.trigger()
    assert window.workspace.decisions.count == 0
    window.actions_.redo.trigger()
    qtbot.waitUntil(lambda: window.jobs.is_idle, timeout=SECONDS)
    window.close()

    # The next day they are there, and nothing is offered a second time.
    again = started(trains=False)
    open_file(qtbot, again, path)
    qtbot.waitUntil(lambda: again.jobs.is_idle, timeout=SECONDS)
    assert {each.line: each.verb for each in again.workspace.decisions.standing()} == wanted
    assert not again.carrying.strip.isVisible()
