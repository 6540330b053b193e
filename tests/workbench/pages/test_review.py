"""The review page: one row at a time, one key each, and what is said about the row."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.audit import Kind
from core.reviewing.decision import Verb
from tests.workbench.driving import SECONDS, finished_window, open_file, train
from tests.workbench.reviewing import is_settled, made_up_audit, open_review
from workbench import theme
from workbench.decision_bar import NO_RELABEL

LINES = [12, 30, 47, 101, 215]


@pytest.fixture
def review(qtbot, window, tmp_path):
    """A window in which five rows are flagged, with the review page in front."""
    finished_window(qtbot, window, tmp_path)
    open_review(qtbot, window, LINES)
    return window


def press(window, key):
    QTest.keyClick(window.review.page.queue, key)


def shown(window):
    return window.review.page._current_line()


def about(window, line):
    decision = window.workspace.decisions.about(line)
    return decision and (decision.verb, decision.label)


def test_rows_come_one_after_the_other_and_a_key_decides(review):
    decisions, base = review.workspace.decisions, review.workspace.decisions.base
    assert shown(review) == 12
    press(review, Qt.Key.Key_K)
    assert about(review, 12) == (Verb.KEEP, None)
    assert shown(review) == 30
    given = base.label_text(int(base.rows_of([30])[0]))
    press(review, Qt.Key.Key_R)
    assert about(review, 30) == (Verb.RELABEL, "no" if given == "yes" else "yes")
    press(review, Qt.Key.Key_X)
    assert about(review, 47) == (Verb.EXCLUDE, None)
    press(review, Qt.Key.Key_S)
    assert about(review, 101) == (Verb.SKIP, None)
    assert shown(review) == 215
    page = review.review.page
    assert page.left.text() == "1 of 5 flagged rows left"
    assert page.left_bar.value() == 4
    assert 47 not in review.workspace.dataset.lines
    assert decisions.about(30).reason.startswith("contradicting label; suggested")


def test_undo_brings_the_row_back_into_sight(review):
    for key in (Qt.Key.Key_K, Qt.Key.Key_X):
        press(review, key)
    press(review, Qt.Key.Key_Z)
    assert (shown(review), about(review, 30)) == (30, None)
    assert 30 in review.workspace.dataset.lines
    review.actions_.undo.trigger()
    assert (shown(review), about(review, 12)) == (12, None)
    review.actions_.redo.trigger()
    assert about(review, 12) == (Verb.KEEP, None)
    assert review.workspace.dataset is review.workspace.decisions.base


def test_arrows_go_through_the_queue_and_decide_nothing(review):
    for key, line in ((Qt.Key.Key_Right, 30), (Qt.Key.Key_Right, 47), (Qt.Key.Key_Left, 30)):
        press(review, key)
        assert shown(review) == line
    press(review, Qt.Key.Key_Down)
    assert review.workspace.selection.tolist() == [47]
    assert not review.workspace.decisions.steps


def test_when_all_are_looked_at_the_page_says_so(review):
    page = review.review.page
    for _ in LINES[:-1]:
        press(review, Qt.Key.Key_X)
    press(review, Qt.Key.Key_S)
    assert shown(review) is None
    assert "All 5 flagged rows looked at: 4 excluded, 1 skipped." in page.empty.text()
    assert page.train_again.isEnabled()
    assert page.train_again.property("primary")
    page.again.click()
    assert shown(review) == 215


def test_a_key_decides_for_all_selected_rows_in_one_step(review):
    page = review.review.page
    review.workspace.select(LINES[1:4])
    assert page.many.text() == "3 rows selected: decide for all."
    assert page.many.isVisible()
    press(review, Qt.Key.Key_R)
    decisions = review.workspace.decisions
    assert len(decisions.steps) == 1
    excluded, labels = decisions.changes()
    assert (excluded, sorted(labels)) == ((), LINES[1:4])
    assert shown(review) == 215
    press(review, Qt.Key.Key_Z)
    assert review.workspace.selection.tolist() == LINES[1:4]
    page.only_this.click()
    assert review.workspace.selection.tolist() == [30]


def test_a_note_is_typed_and_kept(qtbot, review):
    page = review.review.page
    press(review, Qt.Key.Key_N)
    qtbot.waitUntil(page.note.hasFocus, timeout=SECONDS)
    QTest.keyClicks(page.note, "krx: a typing error")
    QTest.keyClick(page.note, Qt.Key.Key_Return)
    assert review.workspace.decisions.notes() == {12: "krx: a typing error"}
    assert not review.workspace.decisions.standing()
    assert page.queue.hasFocus()
    press(review, Qt.Key.Key_K)
    assert review.workspace.decisions.about(12).note == "krx: a typing error"
    press(review, Qt.Key.Key_Left)
    assert page.note.text() == "krx: a typing error"


def test_the_row_is_told_in_words_values_and_neighbours(review):
    page, ranking = review.review.page, review.review.suspects.ranking
    row = ranking.row_of(12)
    reasons = review.workspace.audit.reasons(row)
    assert page.card.title.text() == "Line 12"
    assert page.card.given.text.text() == reasons.label
    assert page.card.suggested.text.text() == reasons.suggested
    assert page.card.sure.text() == "80.0 % sure · 90.0 % likely wrong"
    assert page.card.kind.text() == "Contradicting label"
    assert page.card.reasons.text() == "\n\n".join(reasons.sentences)
    values = page.card.values.values.values
    raw = ranking.dataset.table.raw_row(int(ranking.dataset.rows[row]))
    assert [value.text for value in values] == raw[:-1]
    unusual = {value.column for value in reasons.unusual}
    assert {value.column for value in values if value.usual} == unusual
    list_ = page.card.neighbours
    lines = [int(list_.topLevelItem(i).text(1)) for i in range(list_.topLevelItemCount())]
    assert lines == [each.line for each in (*reasons.like, *reasons.unlike)]
    list_.itemClicked.emit(list_.topLevelItem(0), 0)
    assert review.workspace.selection.tolist() == [lines[0]]


def test_the_path_is_that_of_the_run(review):
    page, run = review.review.page, review.workspace.current.run
    rounds, logs = page.card.path.row.getData()
    row = int(run.dataset.rows_of([12])[0])
    expected = [run.history.relative_weights(t)[row] for t in range(run.rounds + 1)]
    np.testing.assert_allclose(10**logs, expected, rtol=1e-6)
    assert rounds[-1] == run.rounds


def test_header_says_the_noise_and_flags_by_hand(qtbot, review):
    header = review.review.page.header
    assert header.noise.text() == "About 5.0 % of the labels look wrong (4.0 to 7.0 %)."
    assert header.expected.text() == "20.0 % of these are expected to be right"
    header.flagged.setValue(2)
    qtbot.waitUntil(lambda: review.workspace.audit.count == 2 and is_settled(review),
                    timeout=SECONDS)  # fmt: skip
    assert header.expected.text() == "12.5 % of these are expected to be right"
    assert review.review.page.left.text() == "2 of 2 flagged rows left"
    assert not header.audit.isVisible()


def test_first_ranking_is_said_and_an_audit_offered(qtbot, window, tmp_path):
    lines = finished_window(qtbot, window, tmp_path)
    page = open_review(qtbot, window)
    assert page.header.status.text() == "First ranking, by the run alone."
    assert page.header.audit.isVisible()
    assert not page.header.flagged.isEnabled()
    assert shown(window) in lines
    assert page.card.reasons.text().startswith("Boosting gets it wrong from round")
    assert "weight" not in page.card.sure.text()
    page.header.audit.click()
    assert window.controller.reviewer.is_auditing
    assert page.header.cancel.isVisible()
    assert "the audit is running" in page.header.status.text()
    page.header.cancel.click()
    assert not window.controller.reviewer.is_auditing
    assert page.header.audit.isVisible()


def test_an_audit_under_way_firms_the_order_up(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path)
    open_review(qtbot, window)
    first = window.review.suspects.ranking
    suspicion = np.zeros(len(first.dataset))
    suspicion[[7, 3]] = [2.0, 1.0]
    better = first.firmed_up(suspicion)
    assert better.order[:2].tolist() == [7, 3]
    assert better.count == first.count
    assert better.places[better.order].tolist() == list(range(len(better.order)))


def test_numbers_are_not_relabelled_and_it_is_said_why(qtbot, window):
    from core.examples import EXAMPLES

    rents = next(known for known in EXAMPLES if known.name == "rents")
    open_file(qtbot, window, rents.path, rents.target)
    train(qtbot, window, rounds=5)
    lines = window.workspace.dataset.lines[[4, 9]].tolist()
    page = open_review(qtbot, window, lines)
    assert not page.bar.relabel_button.isEnabled()
    assert page.card.reasons.text().endswith(NO_RELABEL)
    press(window, Qt.Key.Key_R)
    assert not window.workspace.decisions.steps
    press(window, Qt.Key.Key_X)
    assert about(window, lines[0]) == (Verb.EXCLUDE, None)
    assert page.header.noise.text().startswith("About 5.0 % of the numbers look wrong")
    assert page.what_if.verb.findData(Verb.RELABEL) == -1 or not page.what_if.isVisible()


def test_many_classes_are_chosen_from_a_menu(qtbot, window):
    from core.examples import EXAMPLES

    iris = next(known for known in EXAMPLES if known.name == "iris")
    open_file(qtbot, window, iris.path, iris.target)
    train(qtbot, window, rounds=5)
    line = int(window.workspace.dataset.lines[8])
    page = open_review(qtbot, window, [line])
    names = [action.text() for action in page.bar.other_labels.actions()]
    assert names == list(window.workspace.dataset.classes)
    page.bar.other_labels.actions()[2].trigger()
    assert about(window, line) == (Verb.RELABEL, names[2])


def test_another_revision_asks_for_another_audit(review):
    press(review, Qt.Key.Key_X)
    header = review.review.page.header
    assert header.status.text() == "Ranking of the data before these decisions."
    assert header.audit.text() == "Audit again"
    dataset = review.workspace.dataset
    review.workspace.set_audit(made_up_audit(dataset, LINES[2:], kind=Kind.OUTLIER))
    assert 12 not in review.workspace.audit.dataset.lines


def test_an_excluded_row_is_brought_back_from_the_list(qtbot, review):
    press(review, Qt.Key.Key_X)
    page = review.review.page
    review.workspace.set_audit(made_up_audit(review.workspace.dataset, LINES[2:]))
    qtbot.waitUntil(lambda: is_settled(review), timeout=SECONDS)
    page.tabs.setCurrentWidget(page.decisions)
    item = page.decisions.list.topLevelItem(0)
    assert [item.text(place) for place in (0, 1)] == ["12", "excluded"]
    page.decisions.list.itemClicked.emit(item, 0)
    assert "it was excluded before" in page.empty.text()
    press(review, Qt.Key.Key_K)
    assert about(review, 12) == (Verb.KEEP, None)
    assert 12 in review.workspace.dataset.lines


def test_the_list_has_every_decision_and_undoes_them(review):
    page = review.review.page
    for key in (Qt.Key.Key_K, Qt.Key.Key_R):
        press(review, key)
    page.tabs.setCurrentWidget(page.decisions)
    assert page.tabs.tabText(1) == "Decisions (2)"
    listed = page.decisions.list
    assert [listed.topLevelItem(i).text(1) for i in range(2)] == ["relabelled", "kept"]
    base = review.workspace.decisions.base
    assert listed.topLevelItem(0).text(2) == base.label_text(int(base.rows_of([30])[0]))
    page.decisions.undo.click()
    assert listed.topLevelItemCount() == 1
    page.decisions.redo.click()
    assert listed.topLevelItemCount() == 2


def test_empty_states_say_what_will_be_here(qtbot, review):
    page = review.review.page
    page.tabs.setCurrentWidget(page.decisions)
    assert page.decisions._stack.currentIndex() == 0
    assert not page.decisions.give.isEnabled()
    review.workspace.set_audit(made_up_audit(review.workspace.dataset, LINES).flagging(0))
    review.workspace.select([])
    page.tabs.setCurrentIndex(0)
    qtbot.waitUntil(lambda: is_settled(review), timeout=SECONDS)
    assert page.empty.text() == "No row is flagged: nothing looks wrong."


def test_both_themes_have_names_for_everything(review):
    page = review.review.page
    for each in (theme.LIGHT, theme.DARK):
        review.apply_theme(each)
        assert page.card.path.row.opts["pen"].color().name().upper() == each.selection_mark
    for widget in (
        page.queue, page.card, page.card.values, page.card.neighbours, page.card.path, page.note,
        page.header.flagged, page.left_bar, page.bar.keep_button, page.bar.relabel_button,
        page.decisions.list, page.what_if.verb,
    ):  # fmt: skip
        assert widget.accessibleName()
