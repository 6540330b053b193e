"""What if: nothing is decided by asking, and Do it decides what was asked about."""

import pytest

from core.reviewing.decision import Verb
from tests.workbench.driving import SECONDS, finished_window
from tests.workbench.reviewing import is_settled, open_review
from workbench.pages.review.what_if import Which


@pytest.fixture
def asked(qtbot, window, tmp_path):
    """A window in which the flipped rows are flagged, with the question in front."""
    lines = finished_window(qtbot, window, tmp_path, rounds=20)
    page = open_review(qtbot, window, lines)
    page.tabs.setCurrentWidget(page.what_if)
    return window, page.what_if, lines


def answer(qtbot, panel):
    panel.ask.click()
    assert panel.progress.isVisible()
    assert panel.cancel.isVisible()
    qtbot.waitUntil(panel.answer.isVisible, timeout=SECONDS)


def test_asking_decides_nothing_and_tells_the_proof(qtbot, asked):
    window, panel, lines = asked
    assert panel.rows.text() == f"{len(lines)} rows would be excluded."
    answer(qtbot, panel)
    assert "validation rows" in panel.answer.text()
    assert panel.details.text()
    assert not window.workspace.decisions.steps
    panel.leave.click()
    assert not panel.answer.isVisible()
    assert not window.workspace.decisions.steps


def test_do_it_decides_what_was_asked(qtbot, asked):
    window, panel, lines = asked
    panel.verb.setCurrentIndex(panel.verb.findData(Verb.RELABEL))
    panel.verb.activated.emit(panel.verb.currentIndex())
    assert panel.rows.text() == f"{len(lines)} rows would be relabelled."
    answer(qtbot, panel)
    panel.do.click()
    excluded, labels = window.workspace.decisions.changes()
    assert (excluded, sorted(labels)) == ((), lines)
    assert len(window.workspace.decisions.steps) == 1
    assert panel.rows.text() == "There is no such row."
    assert not panel.ask.isEnabled()
    window.actions_.undo.trigger()
    assert window.workspace.dataset is window.workspace.decisions.base


def test_a_question_can_be_called_off(qtbot, asked):
    window, panel, _ = asked
    panel.ask.click()
    panel.cancel.click()
    assert window.controller.reviewer.question_progress is None
    assert panel.ask.isVisible()
    assert not panel.do.isVisible()


def test_rows_that_were_kept_are_not_asked_about(qtbot, asked):
    window, panel, lines = asked
    window.controller.reviewer.decide(lines[:3], Verb.KEEP)
    assert panel.question().lines == tuple(lines[3:])


def test_only_contradicting_labels(qtbot, asked):
    from dataclasses import replace

    from core.audit import Kind
    from core.auditing.verdict import KINDS

    window, panel, lines = asked
    audit = window.workspace.audit
    kinds = audit.kinds.copy()
    kinds[audit.dataset.rows_of(lines[:2])] = KINDS.index(Kind.OUTLIER)
    window.workspace.set_audit(replace(audit, kinds=kinds))
    qtbot.waitUntil(lambda: is_settled(window), timeout=SECONDS)
    panel.which.setCurrentIndex(panel.which.findData(Which.LABELS))
    assert panel.question().lines == tuple(lines[2:])
