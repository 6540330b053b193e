"""The order of the review follows from what was decided: said, switched off, and taken back."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from core import AdaBoost, GradientBoosting, example, fit, read_csv
from core.judging.agenda.course import EVERY, STAYING
from tests.core.judging.agenda.made_up import causes_of
from tests.workbench.driving import flipped_csv
from tests.workbench.reviewing.bench import Bench

Key = Qt.Key


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    path = tmp_path_factory.mktemp("learning") / "flipped.csv"
    flipped_csv(path)
    return fit(read_csv(path, target="label"), AdaBoost(rounds=10))


@pytest.fixture
def bench(qtbot, run):
    """A review in which forty rows are flagged."""
    return Bench(qtbot, run, list(range(2, 42)))


def decide(bench, times):
    """Confirm every 'yes', keep every 'no'."""
    for _ in range(times):
        bench.press(Key.Key_X if bench.given(bench.line) == "yes" else Key.Key_K)


def coming(bench):
    return bench.agenda.agenda.coming(40)


def test_ten_decisions_teach_something_and_it_is_said(bench):
    words = bench.page.rows.learning.words
    assert words.text() == "The order of what is left is made anew after every 5 decisions."
    decide(bench, EVERY - 1)
    before = coming(bench)
    decide(bench, 1)
    after = coming(bench)
    assert after[:STAYING] == before[1 : 1 + STAYING]
    assert after[STAYING:] != before[1 + STAYING :]
    decide(bench, EVERY)
    assert words.isVisible()
    assert words.text().startswith("After 10 decisions:\n")
    assert "'yes' that look like 'no': 3 of 3 confirmed, 12 rows moved up." in words.text()
    assert "'no' that look like 'yes': 0 of 7 confirmed, 16 rows moved down." in words.text()
    labels = [bench.given(line) for line in coming(bench)[STAYING:]]
    assert set(labels[:3]) == {"yes"}
    assert labels[-3:] == ["no"] * 3
    assert bench.line == coming(bench)[0]
    shown = bench.page.rows.queue.queue.ranking.lines
    assert [line for line in shown.tolist() if line in coming(bench)] == coming(bench)


def test_undo_takes_back_what_was_learned(bench):
    orders = [coming(bench)]
    for _ in range(11):
        decide(bench, 1)
        orders.append(coming(bench))
    for order in reversed(orders[:-1]):
        bench.press(Key.Key_Z)
        assert coming(bench) == order
        assert bench.line == order[0]
    assert "after every 5 decisions" in bench.page.rows.learning.words.text()


def test_switched_off_the_order_is_the_audits(bench):
    before = coming(bench)
    decide(bench, 10)
    learned, box = coming(bench), bench.page.rows.learning
    box.learns.click()
    decided = [line for line in before if line not in learned]
    assert coming(bench) == [line for line in before if line not in decided] != learned
    assert box.words.text() == "The rows come in the order of the audit."
    assert bench.page.rows.queue.queue.ranking is bench.suspects.ranking
    box.learns.click()
    assert coming(bench) == learned


def test_whether_it_learns_is_kept_with_the_options_of_the_views(bench):
    bench.page.rows.learning.learns.click()
    assert not bench.workspace.options["review"].learns
    bench.workspace.restore_options({"review": {"learns": True}})
    assert bench.page.rows.learning.learns.isChecked()
    bench.workspace.restore_options({"review": {"learns": "perhaps"}})
    assert bench.page.rows.learning.learns.isChecked()


def test_before_an_audit_it_says_when_it_will_learn(qtbot, run):
    bench = Bench(qtbot, run)
    assert "once the rows are audited" in bench.page.rows.learning.words.text()
    assert bench.agenda.agenda.queue is bench.suspects.ranking


def test_where_the_judges_know_nothing_the_order_stays(bench):
    bench.workspace.set_audit(replace(bench.workspace.audit, opinions=()))
    assert "know too little" in bench.page.rows.learning.words.text()
    decide(bench, 6)
    assert bench.agenda.agenda.queue is bench.suspects.ranking


def test_numbers_that_all_look_too_low_stay_in_their_order(qtbot):
    bench = Bench(qtbot, fit(example("rents"), GradientBoosting(rounds=5)), list(range(2, 22)))
    for _ in range(5):
        bench.press(Key.Key_X)
    words = "After 5 decisions: what you decide agrees with the order so far."
    assert bench.page.rows.learning.words.text() == words


def test_causes_that_are_found_count_from_then_on(bench):
    decide(bench, 6)
    before = coming(bench)
    audit = bench.workspace.audit
    bench.workspace.inquiries.take_causes(audit, causes_of(audit.dataset.lines[:3]))
    bench.reviewer.inquirer.changed.emit()
    assert coming(bench) == before
