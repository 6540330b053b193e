"""Taking in a colleague's decisions: first what it would bring, then one step, then conflicts."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core import AdaBoost, fit, read_csv
from core.judging.reviewing.decision import Verb
from core.project import Project
from tests.workbench.driving import flipped_csv
from tests.workbench.reviewing.bench import Bench

LINES = [12, 30, 47, 101, 215]
Key = Qt.Key


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    path = tmp_path_factory.mktemp("colleagues") / "flipped.csv"
    flipped_csv(path)
    return fit(read_csv(path, target="label"), AdaBoost(rounds=10))


@pytest.fixture
def bench(qtbot, run):
    made = Bench(qtbot, run, LINES)
    made.reviewer.call_me("Ben")
    return made


@pytest.fixture
def annas(run, tmp_path):
    """What Anna decided: 12 and 30 unlike what Ben will, 47 alike, 300 alone."""
    anna = Project.of(run.dataset)
    anna.by = "Anna"
    anna.decide([12, 30], Verb.EXCLUDE, reason="seen on paper")
    anna.decide(47, Verb.KEEP)
    anna.relabel({300: "yes"})
    anna.decisions.write_csv(tmp_path / "anna.csv")
    return tmp_path / "anna.csv"


def look(bench, path):
    for _ in range(3):
        bench.press(Key.Key_K)
    bench.reviewer.colleagues.open(path)
    return bench.page.decisions.taking_in


def press(bench, key):
    QTest.keyClick(bench.page.conflicts.list, key)


def test_what_it_would_bring_is_told_before_anything_is_taken_in(bench, annas):
    panel = look(bench, annas)
    page = bench.page
    assert page.tabs.currentWidget() is page.decisions
    assert panel.isVisible()
    assert panel.title.text() == "What Anna decided (anna.csv)"
    assert "you and Anna agree on 1 of 3 rows (κ 0.00, " in panel.agreement.text()
    told = panel.counts.text().splitlines()
    assert told == [
        "1 row that only Anna decided about will be taken over.",
        "1 row both decided alike.",
        "2 conflicts: yours stand, and nothing changes, until you settle each of them.",
        "0 rows only you decided about; they stay.",
    ]
    assert bench.decisions.about(300) is None
    panel.leave.click()
    assert not panel.isVisible()
    assert bench.decisions.about(300) is None


def test_conflicts_are_settled_by_keys(bench, annas):
    page, panel = bench.page, look(bench, annas)
    panel.take.click()
    tab = page.conflicts
    assert page.tabs.currentWidget() is tab
    assert page.tabs.tabText(page.tabs.indexOf(tab)) == "Conflicts (2)"
    assert bench.about(300) == (Verb.RELABEL, "yes")
    assert tab.title.text() == f"Line 12, in the file: {bench.given(12)}"
    assert (tab._own_name.text(), tab._other_name.text()) == ("Ben", "Anna")
    assert tab.other.text().endswith(": seen on paper")
    press(bench, Key.Key_Right)
    assert tab.conflict.line == 30
    press(bench, Key.Key_Left)
    press(bench, Key.Key_T)
    assert bench.about(12) == (Verb.EXCLUDE, None)
    assert bench.decisions.about(12).by == "Ben"
    assert tab.conflict.line == 30
    press(bench, Key.Key_Y)
    assert bench.about(30) == (Verb.KEEP, None)
    assert tab._stack.currentIndex() == 0
    press(bench, Key.Key_Z)
    assert page.tabs.tabText(page.tabs.indexOf(tab)) == "Conflicts (1)"
    press(bench, Key.Key_X)
    assert bench.about(30) == (Verb.EXCLUDE, None)
    page.tabs.setCurrentIndex(0)
    assert not page.tabs.isTabVisible(page.tabs.indexOf(tab))


def test_something_else_than_both_said(qtbot, bench, annas):
    look(bench, annas).take.click()
    tab = bench.page.conflicts
    press(bench, Key.Key_R)
    qtbot.waitUntil(tab.labels.isVisible)
    other = next(each for each in tab.labels.actions() if each.text() != bench.given(12))
    other.trigger()
    tab.labels.close()
    assert bench.about(12) == (Verb.RELABEL, other.text())
    assert "settled: Ben kept it, Anna excluded it" in bench.decisions.about(12).reason


@pytest.mark.parametrize("own", [True, False])
def test_all_at_once_are_one_step(bench, annas, own):
    look(bench, annas).take.click()
    tab, many = bench.page.conflicts, len(bench.project.done)
    (tab.take_every_own if own else tab.take_every_other)()
    verb = Verb.KEEP if own else Verb.EXCLUDE
    assert [bench.about(line) for line in (12, 30)] == [(verb, None)] * 2
    assert len(bench.project.done) == many + 1


def test_undoing_takes_all_of_it_back(bench, annas):
    look(bench, annas).take.click()
    assert bench.project.done[-1].words == "take in 4 decisions of Anna"
    bench.undo.undo()
    assert bench.decisions.about(300) is None
    assert bench.reviewer.colleagues.conflicts == []


def test_a_colleague_without_a_name_gets_one(bench, annas):
    text = annas.read_text().replace('"Anna"', '""')
    annas.write_text(text)
    panel = look(bench, annas)
    assert panel.title.text() == "What anna.csv decided (anna.csv)"
    panel.name.setText(" Anna ")
    QTest.keyClick(panel.name, Key.Key_Return)
    assert panel.title.text() == "What Anna decided (anna.csv)"
    panel.take.click()
    assert bench.decisions.about(300).by == "Anna"


def test_the_same_file_again_brings_nothing(bench, annas):
    look(bench, annas).take.click()
    bench.reviewer.colleagues.open(annas)
    panel = bench.page.decisions.taking_in
    assert not panel.take.isEnabled()
    assert "4 decisions taken in before." in panel.counts.text()


def test_a_file_that_is_none_is_refused_in_a_sentence(bench, tmp_path):
    told = []
    bench.reviewer.failed.connect(told.append)
    (tmp_path / "none.csv").write_text("a,b\n1,2\n")
    bench.reviewer.colleagues.open(tmp_path / "none.csv")
    assert str(told[0]).startswith("none.csv has no column 'line'.")
    assert not bench.page.decisions.taking_in.isVisible()


def test_ones_own_exported_decisions_come_back_as_ones_own(bench, tmp_path):
    for _ in range(3):
        bench.press(Key.Key_K)
    bench.decisions.write_csv(tmp_path / "own.csv")
    while bench.project.done:
        bench.undo.undo()
    bench.reviewer.colleagues.open(tmp_path / "own.csv")
    bench.page.decisions.taking_in.take.click()
    assert bench.about(12) == (Verb.KEEP, None)
    assert bench.decisions.about(12).by == "Ben"
