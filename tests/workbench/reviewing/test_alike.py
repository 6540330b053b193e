"""Rows alike are offered together: a table, exceptions, one decision that is undone as one."""

import pytest
from PySide6.QtCore import Qt

from core import AdaBoost, GradientBoosting, example, fit, read_csv
from core.judging.reviewing.decision import Verb
from tests.workbench.driving import flipped_csv
from tests.workbench.reviewing.bench import Bench
from workbench.reviewing.page.alike_dialog import AlikeDialog

Key = Qt.Key


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    path = tmp_path_factory.mktemp("alike") / "flipped.csv"
    flipped_csv(path)
    return fit(read_csv(path, target="label"), AdaBoost(rounds=10))


@pytest.fixture
def bench(qtbot, run):
    """A review in which twenty rows are flagged."""
    return Bench(qtbot, run, list(range(2, 22)))


def opened(bench):
    bench.page.rows.alike.click()
    return bench.page.findChildren(AlikeDialog)[-1]


def test_exceptions_are_unticked_and_the_rest_decided_in_one_step(bench):
    first, label = bench.line, bench.given(bench.line)
    same = [line for line in range(2, 22) if bench.given(line) == label]
    offer = bench.page.rows.alike
    assert offer.isVisible()
    assert offer.text() == f"{len(same) - 1} more rows like this one (same suggestion)…"
    dialog = opened(bench)
    assert dialog.lines == same
    assert dialog.table.topLevelItem(0).text(1) == label
    assert dialog.table.topLevelItem(0).text(3) == "90.0 %"
    dialog.table.topLevelItem(1).setCheckState(0, Qt.CheckState.Unchecked)
    assert dialog.summary.text() == f"{len(same) - 1} rows ticked"
    dialog.relabel.click()
    other = "no" if label == "yes" else "yes"
    for line in same:
        expected = None if line == same[1] else (Verb.RELABEL, other)
        assert bench.about(line) == expected
    decision = bench.decisions.about(first)
    assert decision.together
    assert decision.reason == f"one of {len(same) - 1} rows alike: same suggestion"
    assert len(bench.project.done) == 1
    assert bench.line not in same or bench.line == same[1]
    bench.press(Key.Key_Z)
    assert not bench.decisions.standing()


def test_without_a_tick_nothing_can_be_decided_and_cancel_decides_nothing(bench):
    dialog = opened(bench)
    for place in range(dialog.table.topLevelItemCount()):
        dialog.table.topLevelItem(place).setCheckState(0, Qt.CheckState.Unchecked)
    assert not dialog.keep.isEnabled()
    assert not dialog.relabel.isEnabled()
    assert not dialog.exclude.isEnabled()
    dialog.cancel.click()
    assert not bench.project.done


def test_a_refused_decision_leaves_the_table_open(bench, monkeypatch):
    dialog = opened(bench)
    monkeypatch.setattr(bench.reviewer, "decide", lambda *_args, **_options: None)
    dialog.exclude.click()
    assert dialog.isVisible()


def test_several_selected_rows_or_none_are_offered_nothing(bench):
    bench.workspace.select([2, 3])
    assert not bench.page.rows.alike.isVisible()
    bench.workspace.select([])
    assert not bench.page.rows.alike.isVisible()


def test_what_is_decided_together_teaches_nothing(bench):
    opened(bench).exclude.click()
    assert "after every 5 decisions" in bench.page.rows.learning.words.text()


def test_numbers_are_kept_or_set_together_each_to_its_own_suggestion(qtbot):
    bench = Bench(qtbot, fit(example("rents"), GradientBoosting(rounds=5)), list(range(2, 12)))
    dialog = opened(bench)
    assert dialog.relabel.text() == "Set as suggested"
    dialog.relabel.click()
    given = [float(bench.given(line)) for line in range(2, 12)]
    data = bench.workspace.dataset
    assert data.labels[data.rows_of(range(2, 12))].tolist() == [each + 10 for each in given]
    bench.press(Qt.Key.Key_Z)
    bench.workspace.select([2])
    opened(bench).keep.click()
    assert {bench.about(line) for line in range(2, 12)} == {(Verb.KEEP, None)}
