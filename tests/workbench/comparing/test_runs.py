"""The list of runs, undo, and playing the rounds back."""

import html

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QStyleOptionViewItem

import core
from core import AdaBoost, DecisionRule
from core.base.wording import percent
from core.judging.comparing import error_interval, votes_note
from core.judging.reviewing.decision import Verb
from core.learning.counting import Counting
from tests.workbench.driving import SECONDS, finished_window, let_draw, set_rounds, train
from workbench.comparing.comparison import Comparison
from workbench.comparing.runs_panel import RunsPanel
from workbench.shell.tips import plain


@pytest.fixture
def two_runs(qtbot, window, tmp_path):
    """A window with a run of 60 rounds and one of 20, which is shown."""
    finished_window(qtbot, window, tmp_path, rounds=60)
    train(qtbot, window, rounds=20)
    return window


def line_of(window, item):
    shown = window.runs_panel.list
    lines = [shown.topLevelItem(place) for place in range(shown.topLevelItemCount())]
    return next(line for line in lines if line.data(0, Qt.ItemDataRole.UserRole) is item)


def test_a_ticked_run_is_drawn_beside_the_current_one(qtbot, two_runs):
    window, first = two_runs, two_runs.workspace.runs[0]
    line_of(window, first).setCheckState(0, Qt.CheckState.Checked)
    qtbot.waitUntil(lambda: window.workspace.compared == [first], timeout=SECONDS)
    let_draw(qtbot, window)
    x, y = window.docks.view("error_curves").others[first].getOriginalDataset()
    assert list(x) == list(range(1, 61))
    assert y.tolist() == first.history.curve("validation_error").tolist()
    assert window.runs_panel.compare.isEnabled()
    window.workspace.compare([])
    let_draw(qtbot, window)
    assert not window.docks.view("error_curves").others


def test_the_verdict_is_that_of_the_run_that_is_shown(qtbot, two_runs):
    window, (first, second) = two_runs, two_runs.workspace.runs
    for item in (first, second):
        window.workspace.show_run(item)
        said = core.diagnosis(item.run)
        qtbot.waitUntil(lambda said=said: window.verdict.text().startswith(said), timeout=SECONDS)
    assert core.diagnosis(first.run) != core.diagnosis(second.run)


def test_a_run_is_called_what_the_person_calls_it(qtbot, two_runs):
    window, item = two_runs, two_runs.workspace.current
    line_of(window, item).setText(0, "with few rounds")
    qtbot.waitUntil(lambda: item.name == "with few rounds", timeout=SECONDS)
    assert line_of(window, item).text(0) == "with few rounds"
    window.workspace.rename_run(item, "   ")
    assert item.name == "with few rounds"


def test_a_deleted_run_comes_back_by_undo(qtbot, two_runs):
    window, (first, second) = two_runs, two_runs.workspace.runs
    window.actions_.remove_run.trigger()
    assert window.workspace.runs == [first]
    assert window.workspace.current is first
    assert window.actions_.undo.text() == "&Undo: delete 2 AdaBoost"
    window.actions_.undo.trigger()
    assert window.workspace.runs == [first, second]
    assert window.workspace.current is second
    window.actions_.redo.trigger()
    assert window.workspace.runs == [first]
    window.actions_.remove_run.trigger()
    assert window.workspace.current is None
    assert not window.actions_.remove_run.isEnabled()


def test_training_again_takes_the_settings_of_the_run(qtbot, two_runs):
    window, first = two_runs, two_runs.workspace.runs[0]
    window.workspace.show_run(first)
    window.actions_.rerun.trigger()
    qtbot.waitUntil(
        lambda: len(window.workspace.runs) == 3 and window.workspace.runs[2].run is not None,
        timeout=SECONDS,
    )
    again = window.workspace.runs[2].run
    assert again.settings == first.settings == AdaBoost(rounds=60)
    assert again.history.votes.tolist() == first.run.history.votes.tolist()
    assert window.workspace.runs[2].name == "3 AdaBoost"


def test_changing_the_form_never_changes_a_run_under_way(qtbot, two_runs):
    window = two_runs
    set_rounds(window, 100_000)
    window.actions_.train.trigger()
    qtbot.waitUntil(
        lambda: len(window.workspace.runs) == 3 and window.workspace.rounds > 3, timeout=SECONDS
    )
    item = window.workspace.current
    set_rounds(window, 5)
    before = window.workspace.rounds
    qtbot.waitUntil(lambda: window.workspace.rounds > before + 5, timeout=SECONDS)
    assert item.settings == AdaBoost(rounds=100_000)
    window.actions_.stop.trigger()
    qtbot.waitUntil(lambda: item.run is not None, timeout=SECONDS)
    assert item.run.settings.rounds == 100_000


def test_play_goes_from_the_start_to_the_end_and_halts(qtbot, two_runs):
    window, seen = two_runs, []
    window.workspace.round_changed.connect(lambda: seen.append(window.workspace.round))
    window.round_bar.speed.setCurrentText("16x")
    window.round_bar.slider.setFocus()
    QTest.keyClick(window.round_bar.slider, Qt.Key.Key_Space)
    assert window.round_bar.is_playing
    assert window.workspace.round == 0
    assert window.actions_.play.text() == "&Halt"
    qtbot.waitUntil(lambda: not window.round_bar.is_playing, timeout=SECONDS)
    assert window.workspace.round == 20
    assert seen == sorted(seen)
    assert len(set(seen)) > 2


def test_dragging_the_slider_halts_the_playback(qtbot, two_runs):
    window = two_runs
    window.round_bar.speed.setCurrentText("¼x")
    window.actions_.play.trigger()
    window.round_bar.slider.setValue(7)
    assert not window.round_bar.is_playing
    assert window.workspace.round == 7


@pytest.mark.parametrize(
    ("key", "expected"),
    [(Qt.Key.Key_Left, 9), (Qt.Key.Key_Right, 11), (Qt.Key.Key_Home, 0), (Qt.Key.Key_End, 20)],
)
def test_keys_go_through_the_rounds_from_a_plot(qtbot, two_runs, key, expected):
    window = two_runs
    window.workspace.go_to(10)
    QTest.keyClick(window.docks.view("error_curves").canvas, key)
    assert window.workspace.round == expected


def test_a_name_that_is_being_typed_is_not_lost_when_another_run_changes(qtbot, two_runs):
    window, (first, second) = two_runs, two_runs.workspace.runs
    runs = window.runs_panel.list
    window.runs_panel.rename()
    editor = runs.findChild(QLineEdit)
    editor.selectAll()
    QTest.keyClicks(editor, "half a na")
    window.workspace.finish_run(first, first.run)  # as whenever one of several trainings ends
    window.workspace.rename_run(first, "earlier")
    assert runs.state() == runs.State.EditingState
    assert editor.text() == "half a na"
    QTest.keyClicks(editor, "me")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: second.name == "half a name", timeout=SECONDS)
    assert line_of(window, second).text(0) == "half a name"
    assert line_of(window, first).text(0) == "earlier"
    window.actions_.undo.trigger()
    window.actions_.undo.trigger()
    assert [first.name, second.name] == ["1 AdaBoost", "2 AdaBoost"]


def test_runs_of_other_revisions_are_judged_on_the_same_rows(qtbot, two_runs):
    window, first = two_runs, two_runs.workspace.runs[0]
    data = window.workspace.dataset
    late = data.lines[data.validation]
    wrong = late[first.history.wrong(first.history.rounds)[data.rows_of(late)]]
    assert len(wrong)
    window.controller.reviewer.decide(wrong.tolist(), Verb.EXCLUDE)
    train(qtbot, window)
    note = f"{len(wrong):,} excluded validation rows are left out."
    assert window.runs_panel.rows.text() == note
    assert line_of(window, first).text(1).endswith("0.0 %")
    window.workspace.compare([first])
    let_draw(qtbot, window)
    view = window.docks.view("error_curves")
    counting = Counting.of(data, window.workspace.dataset)
    expected = counting.errors(first.history)
    qtbot.waitUntil(
        lambda: np.allclose(view.others[first].getOriginalDataset()[1], expected), timeout=SECONDS
    )
    assert view.rows_note.text() == f"{len(counting):,} rows count"
    assert view.rows_note.toolTip() == plain(note)
    name = window.workspace.run_names()[first]
    assert view.numbers()["curves"][f"{name}: validation_error"].tolist() == expected.tolist()


def test_where_a_rule_is_left_aside_that_is_said(qtbot, two_runs):
    window, first = two_runs, two_runs.workspace.runs[0]
    assert not window.runs_panel.rows.isVisible()
    window.workspace.show_run(first)
    window.workspace.decide_by(DecisionRule.from_threshold(0.3))
    let_draw(qtbot, window)
    told = window.runs_panel.rows.text()
    assert told == votes_note([first.run])
    view = window.docks.view("error_curves")
    assert view.rows_note.text() == "by the largest share"
    assert told in html.unescape(view.rows_note.toolTip())
    second = window.workspace.runs[1].run
    assert told in Comparison.of(first.run, second).notes()
    window.workspace.decide_by(None)
    let_draw(qtbot, window)
    assert not window.runs_panel.rows.isVisible()
    assert not view.rows_note.isVisible()


def shown_lines(window):
    runs = window.runs_panel.list
    lines = [runs.topLevelItem(place) for place in range(runs.topLevelItemCount())]
    return [[line.text(column) for column in range(3)] for line in lines]


def test_runs_are_named_by_what_differs_with_intervals_and_the_best_marked(qtbot, two_runs):
    window, (first, second) = two_runs, two_runs.workspace.runs
    expected = {item: error_interval(item.run) for item in (first, second)}
    qtbot.waitUntil(lambda: all(line[2] for line in shown_lines(window)[:2]), timeout=SECONDS)
    assert {line_of(window, item).text(0) for item in (first, second)} == {"60 rounds", "20 rounds"}
    for item, own in expected.items():
        line = line_of(window, item)
        assert line.text(1).endswith(percent(own.share))
        assert line.text(2) == f"{100 * own.low:.1f} to {100 * own.high:.1f}"
        assert line.textAlignment(1) & Qt.AlignmentFlag.AlignRight
    best = min(expected, key=lambda item: expected[item].share)
    starred = [item for item in expected if "★" in line_of(window, item).text(1)]
    assert starred == [best]
    assert "more than chance" in line_of(window, best).toolTip(1)
    assert shown_lines(window)[2][0].startswith("always guessing")


def test_a_tick_renames_nothing(qtbot, two_runs):
    window, first = two_runs, two_runs.workspace.runs[0]
    line_of(window, first).setCheckState(0, Qt.CheckState.Checked)
    qtbot.waitUntil(lambda: window.workspace.compared == [first], timeout=SECONDS)
    assert first.name == "1 AdaBoost"
    assert not window.actions_.undo.text().startswith("&Undo: rename")


def test_nothing_of_the_numbers_is_cut_in_a_narrow_panel(qtbot, two_runs):
    window, first = two_runs, two_runs.workspace.runs[0]
    window.workspace.rename_run(first, "a long name that a person gave to this run, the first")
    qtbot.waitUntil(lambda: all(line[2] for line in shown_lines(window)[:2]), timeout=SECONDS)
    panel = RunsPanel(window.workspace)
    qtbot.addWidget(panel)
    panel.resize(300, 300)
    panel.show()
    qtbot.waitUntil(lambda: bool(panel.list.topLevelItem(1).text(2)), timeout=SECONDS)
    runs = panel.list
    metrics = runs.fontMetrics()
    for place in range(runs.topLevelItemCount()):
        for column in (1, 2):
            text = runs.topLevelItem(place).text(column)
            assert metrics.horizontalAdvance(text) <= runs.columnWidth(column)
    assert runs.columnWidth(0) >= 100
    window.workspace.rename_run(
        window.workspace.runs[1], "a long name that a person gave to this run, the second"
    )
    written = []
    for place in range(2):
        option = QStyleOptionViewItem()
        index = runs.model().index(place, 0)
        option.widget, option.rect = runs, runs.visualRect(index)
        option.fontMetrics = metrics
        runs.itemDelegateForColumn(0).initStyleOption(option, index)
        written.append(option.text)
        assert metrics.horizontalAdvance(option.text) < runs.columnWidth(0)
    assert len(set(written)) == 2
    assert all("…" in text for text in written)
    assert runs.textElideMode() == Qt.TextElideMode.ElideMiddle
    assert runs.header().length() <= runs.viewport().width()


def test_every_place_counts_alike_after_decisions(qtbot, two_runs):
    """Card, list of runs, results, curves and comparison tell one error of one run."""
    window = two_runs
    data = window.workspace.dataset
    late = data.lines[data.validation]
    first = window.workspace.runs[0]
    wrong = late[first.history.wrong(first.history.rounds)[data.rows_of(late)]].tolist()
    one, another = data.classes
    given = {line: data.label_text(int(data.rows_of(np.array([line]))[0])) for line in wrong[:5]}
    window.controller.reviewer.relabel(
        {line: another if label == one else one for line, label in given.items()}
    )
    train(qtbot, window, rounds=60)
    item = window.workspace.current
    assert item.dataset.revision > first.dataset.revision
    qtbot.waitUntil(lambda: all(line[2] for line in shown_lines(window)[:3]), timeout=SECONDS)
    window.docks.bring("results")
    window.docks.bring("error_curves")
    window.comparing.compare(first, item)
    qtbot.waitUntil(lambda: window.comparing.page.shown is not None, timeout=SECONDS)
    let_draw(qtbot, window)
    found = window.comparing.page.shown
    told = percent(error_interval(item.run).share)
    assert line_of(window, item).text(1).endswith(told)
    assert percent(found.errors[1][-1]) == told
    assert percent(found.proof.after.error.share) == told
    assert core.diagnosis(item.run).startswith(told)
    counted = Counting.of(item.dataset)
    assert len(counted) == found.proof.rows == len(late)
    results = window.docks.view("results")
    results.pose(True)
    qtbot.waitUntil(lambda: results.is_ready, timeout=SECONDS)
    assert f"<b>{told} wrong</b> of {len(late):,} validation rows" in results.sentence
    results.pose(False)
