"""What was decided about a file is looked at, and carried over to the file as it is by now."""

import pytest
from PySide6.QtCore import Qt

from core.judging.reviewing.carrying.fates import Fate
from core.judging.reviewing.decision import Verb
from tests.workbench.carrying.exports import (
    decide,
    first_export,
    matched,
    other_label,
    second_export,
)
from tests.workbench.driving import SECONDS, answer, open_file

LEFT = Qt.MouseButton.LeftButton
GROUPS = {Fate.SAME: 3, Fate.CORRECTED: 1, Fate.CHANGED: 1, Fate.GONE: 1}


@pytest.fixture
def window(started):
    """The window; nothing is trained here."""
    return started(trains=False)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "orders.csv"


def changed_file(qtbot, window, path):
    """A file that was decided about, changed on the disk and opened again."""
    frame = first_export(path)
    open_file(qtbot, window, path)
    decide(window, frame)
    later = second_export(frame, path)
    open_file(qtbot, window, path)
    return frame, later


def look_at_the_offer(qtbot, window):
    strip = window.carrying.strip
    qtbot.waitUntil(strip.isVisible, timeout=SECONDS)
    qtbot.mouseClick(strip.yes, LEFT)
    return matched(qtbot, window)


def take(qtbot, window):
    carrier = window.controller.carrier
    with qtbot.waitSignal(carrier.taken, timeout=SECONDS):
        qtbot.mouseClick(window.carrying.page.take, LEFT)
    qtbot.waitUntil(lambda: not carrier.job.is_running, timeout=SECONDS)


def by_line(window):
    return {each.line: each for each in window.workspace.decisions.standing()}


def test_a_changed_file_offers_its_decisions_and_applies_nothing(qtbot, window, path):
    changed_file(qtbot, window, path)
    found = look_at_the_offer(qtbot, window)
    page = window.carrying.page
    assert page.isVisible()
    assert not window.carrying.strip.isVisible()
    assert found.groups == GROUPS
    assert page.key.text() == "Key: customer"
    assert "199 of 200 rows matched by 'customer'." in page.told.text()
    assert "4 rows are new and not yet judged." in page.told.text()
    assert page.take.text() == "Carry over 4 decisions"
    assert window.workspace.decisions.count == 0


def test_one_button_carries_over_and_one_undo_takes_back(qtbot, window, path):
    frame, later = changed_file(qtbot, window, path)
    look_at_the_offer(qtbot, window)
    take(qtbot, window)
    line = {name: row + 2 for row, name in enumerate(later.customer)}
    decided = by_line(window)
    corrected = decided[line[frame.customer[0]]]
    assert (corrected.verb, corrected.label) == (Verb.RELABEL, other_label(frame, 0))
    assert decided[line[frame.customer[1]]].verb is Verb.KEEP
    assert decided[line[frame.customer[5]]].column == "city"
    assert window.workspace.decisions.note_on(line[frame.customer[4]]) == "ask them"
    (done,) = window.workspace.project.done
    assert done.words == "carry over 4 decisions from orders.csv"
    assert "4 decisions carried over" in window.carrying.page.result.text()
    assert window.controller.carrier.found.groups[Fate.STANDS] == 4
    window.actions_.undo.trigger()
    assert window.workspace.decisions.count == 0


def test_a_group_and_a_row_can_be_taken_or_left(qtbot, window, path):
    changed_file(qtbot, window, path)
    look_at_the_offer(qtbot, window)
    page = window.carrying.page
    page.groups.line(Fate.CHANGED).setCheckState(0, Qt.CheckState.Checked)
    assert page.take.text() == "Carry over 5 decisions"
    page.groups.setCurrentItem(page.groups.line(Fate.SAME))
    model = page.rows.rows
    assert model.rowCount() == 3
    box = model.index(0, 0)
    assert model.setData(box, Qt.CheckState.Unchecked.value, Qt.ItemDataRole.CheckStateRole)
    assert page.groups.line(Fate.SAME).checkState(0) == Qt.CheckState.PartiallyChecked
    assert page.take.text() == "Carry over 4 decisions"
    gone = page.groups.line(Fate.GONE)
    assert not gone.flags() & Qt.ItemFlag.ItemIsUserCheckable


def test_the_table_shows_the_row_before_and_now(qtbot, window, path):
    frame, _ = changed_file(qtbot, window, path)
    look_at_the_offer(qtbot, window)
    page = window.carrying.page
    page.groups.setCurrentItem(page.groups.line(Fate.CHANGED))
    model = page.rows.rows
    texts = [model.index(0, column).data() for column in range(model.columnCount())]
    assert texts[0] == "4"
    assert texts[2] == "kept"
    assert texts[5] == f"x: {frame.x[2]} → 9.5"
    assert "may not hold any more" in page.means.text()


def test_another_key_can_be_chosen(qtbot, window, path):
    changed_file(qtbot, window, path)
    look_at_the_offer(qtbot, window)
    carrier, page = window.controller.carrier, window.carrying.page
    page.key.content.trigger()
    qtbot.waitUntil(lambda: not carrier.job.is_running, timeout=SECONDS)
    assert page.key.text() == "Match by content"
    assert carrier.found.matching.key == ()
    page.key.column("customer").trigger()
    qtbot.waitUntil(lambda: not carrier.job.is_running, timeout=SECONDS)
    assert page.key.text() == "Key: customer"
    assert carrier.found.groups == GROUPS


def test_what_was_carried_over_is_not_offered_again(qtbot, window, path):
    changed_file(qtbot, window, path)
    look_at_the_offer(qtbot, window)
    take(qtbot, window)
    other = path.with_name("other.csv")
    first_export(other)
    open_file(qtbot, window, other)
    open_file(qtbot, window, path)
    qtbot.waitUntil(lambda: window.jobs.is_idle, timeout=SECONDS)
    assert not window.carrying.strip.isVisible()
    assert window.workspace.decisions.count == 3


def test_after_a_restart_the_journal_still_knows_the_rows(qtbot, started, path):
    window = started(trains=False)
    frame = first_export(path)
    open_file(qtbot, window, path)
    decide(window, frame)
    window.close()
    second_export(frame, path)
    again = started(trains=False)
    open_file(qtbot, again, path)
    found = look_at_the_offer(qtbot, again)
    assert found.groups == GROUPS
    assert "as it was is not at hand" in again.carrying.page.limits.text()
    assert found.unjudged == 0


def test_decisions_come_from_an_exported_file_and_its_data(qtbot, window, path):
    frame = first_export(path)
    open_file(qtbot, window, path)
    decide(window, frame)
    window.workspace.decisions.write_csv(path.with_name("decisions.csv"))
    new = path.with_name("new.csv")
    second_export(frame, new)
    open_file(qtbot, window, new)
    assert not window.carrying.strip.isVisible()
    answer(
        window,
        {
            "Carry decisions over from": path.with_name("decisions.csv"),
            "Which file are these decisions about?": path,
        },
    )
    window.actions_.carry_over.trigger()
    assert matched(qtbot, window).groups == GROUPS


def test_decisions_come_from_the_earlier_file_itself(qtbot, window, path):
    frame = first_export(path)
    open_file(qtbot, window, path)
    decide(window, frame)
    new = path.with_name("new.csv")
    second_export(frame, new)
    open_file(qtbot, window, new)
    answer(window, {"Carry decisions over from": path})
    window.actions_.carry_over.trigger()
    assert matched(qtbot, window).groups == GROUPS


def test_decisions_come_from_a_session(qtbot, window, path):
    frame = first_export(path)
    open_file(qtbot, window, path)
    decide(window, frame)
    session = path.with_name("orders.workbench")
    with qtbot.waitSignal(window.controller.keeper.saved, timeout=SECONDS):
        window.controller.keeper.save(session, window.sessions.look())
    new = path.with_name("new.csv")
    second_export(frame, new)
    open_file(qtbot, window, new)
    answer(window, {"Carry decisions over from": session})
    window.actions_.carry_over.trigger()
    assert matched(qtbot, window).groups == GROUPS


def test_a_file_about_which_nothing_is_known_is_told(qtbot, window, path):
    frame = first_export(path)
    open_file(qtbot, window, path)
    other = path.with_name("other.csv")
    frame.iloc[::-1].to_csv(other, index=False)
    answer(window, {"Carry decisions over from": other})
    window.actions_.carry_over.trigger()
    qtbot.waitUntil(window.strip.isVisible, timeout=SECONDS)
    assert "Nothing that was decided about other.csv is known" in window.strip.text.text()
    assert window.controller.carrier.found is None


def test_not_now_leaves_it_for_the_menu(qtbot, window, path):
    changed_file(qtbot, window, path)
    strip = window.carrying.strip
    qtbot.waitUntil(strip.isVisible, timeout=SECONDS)
    qtbot.mouseClick(strip.no, LEFT)
    assert not strip.isVisible()
    window.actions_.carry_over.trigger()
    assert matched(qtbot, window).groups == GROUPS


def test_other_data_forget_what_was_matched(qtbot, window, path):
    changed_file(qtbot, window, path)
    look_at_the_offer(qtbot, window)
    other = path.with_name("other.csv")
    first_export(other)
    open_file(qtbot, window, other)
    assert window.controller.carrier.found is None
    assert window.controller.carrier.count == 0
    assert not window.carrying.strip.isVisible()


def test_matching_can_be_cancelled(qtbot, window, path):
    changed_file(qtbot, window, path)
    qtbot.waitUntil(window.carrying.strip.isVisible, timeout=SECONDS)
    window.carrying.strip.yes.click()
    page = window.carrying.page
    assert page.cancel.isVisible()
    assert not page.take.isEnabled()
    qtbot.mouseClick(page.cancel, LEFT)
    assert not page.cancel.isVisible()
    qtbot.waitUntil(lambda: window.jobs.is_idle, timeout=SECONDS)
    assert window.controller.carrier.found is None
    assert window.workspace.decisions.count == 0


def test_a_file_that_looks_the_same_and_has_other_rows_offers_what_did_not_fit(
    qtbot, started, path
):
    window = started(trains=False)
    frame = first_export(path, rows=6000)
    open_file(qtbot, window, path)
    window.workspace.project.decide([3000], "keep")
    window.workspace.project.decide([3001], "exclude")
    window.close()
    # In the middle of a large file, and no longer or shorter than before.
    before = f"{frame.customer[2998]},{frame.x[2998]}"
    other = before[:-1] + ("1" if before[-1] != "1" else "2")
    path.write_text(path.read_text(encoding="utf-8").replace(before, other), encoding="utf-8")
    again = started(trains=False)
    open_file(qtbot, again, path)
    assert again.workspace.project.left_out == 1
    found = look_at_the_offer(qtbot, again)
    assert found.groups == {Fate.CHANGED: 1, Fate.STANDS: 1}
    again.carrying.page.groups.line(Fate.CHANGED).setCheckState(0, Qt.CheckState.Checked)
    take(qtbot, again)
    assert again.workspace.decisions.about(3000).verb is Verb.KEEP
