"""The player: predict before see, nothing by itself, back by building anew, a home of its own."""

import itertools
import os

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractSlider, QAbstractSpinBox, QLineEdit

from core.teaching.asks import CurveAsk
from core.teaching.predictions import read_predictions
from core.teaching.progress import read_progress
from tests.workbench.teaching.test_playing import click, next_step
from workbench.shell.user_folders import HOME, LEARNED, data_folder, learned_path, preferences
from workbench.teaching.app import own_home

SECONDS = 60_000


def go_to(qtbot, window, place):
    window.player.start(place)
    qtbot.waitUntil(lambda: window.player.is_ready, timeout=SECONDS)


@pytest.fixture
def lesson(played):
    return played("01_three_stumps")


def test_one_predicts_before_one_sees_and_the_gap_is_said(qtbot, lesson):
    player, panel = lesson.player, lesson.panel
    next_step(qtbot, lesson)
    assert not panel.next.isEnabled()
    assert "guess first" in panel.waits.text()
    # A click in the plot is a guess, too: the selection is what the box says.
    lesson.workspace.select([7, 8, 11])
    qtbot.waitUntil(lambda: panel.ask.lines.text() == "7, 8, 11", timeout=SECONDS)
    click(qtbot, panel.ask.take)
    next_step(qtbot, lesson)
    assert not panel.next.isEnabled()
    qtbot.wait(300)
    assert player.place == 2, "it went on by itself"
    lesson.actions_.train.trigger()
    qtbot.waitUntil(lambda: player.is_done, timeout=SECONDS)
    assert player.place == 2, "it went on by itself"
    next_step(qtbot, lesson)
    qtbot.waitUntil(lambda: panel.truth is not None, timeout=SECONDS)
    assert panel.truth.words.text() == "You had 2 of 3 rows right. They are lines 7, 8, 9."
    assert lesson.workspace.selection.tolist() == [7, 8, 9]  # the truth over the guess


def test_a_number_that_is_guessed_lies_beside_the_truth(qtbot, lesson):
    go_to(qtbot, lesson, 6)
    lesson.panel.ask.set_value(0.3)
    click(qtbot, lesson.panel.ask.take)
    next_step(qtbot, lesson)
    click(qtbot, lesson.panel.show_me)
    next_step(qtbot, lesson)
    qtbot.waitUntil(lambda: lesson.panel.truth is not None, timeout=SECONDS)
    assert lesson.panel.truth.words.text() == "You said 0.30; it is 0.214: 0.09 too high."
    assert lesson.panel.truth.plot is not None


def test_back_builds_the_state_anew(qtbot, lesson):
    go_to(qtbot, lesson, 11)
    assert len(lesson.workspace.runs) == 3
    lesson.workspace.project.decide([2], "exclude")
    go_to(qtbot, lesson, 4)
    assert [item.settings.rounds for item in lesson.workspace.runs] == [1]
    assert lesson.workspace.decisions.count == 0
    assert len(lesson.workspace.dataset) == 10
    click(qtbot, lesson.panel.back)
    qtbot.waitUntil(lambda: lesson.player.place == 3 and lesson.player.is_ready, timeout=SECONDS)
    assert lesson.panel.steps.currentText() == "4. The first round"


def test_a_wrong_answer_gets_the_reason_and_another_one_has_other_data(qtbot, lesson):
    go_to(qtbot, lesson, 12)
    panel, before = lesson.panel, lesson.player.exercise
    wrong = 1.0 if before.answer < 0.5 else 0.0
    panel.ask.set_value(wrong)
    click(qtbot, panel.ask.take)
    assert panel.verdict.text().startswith("Not quite. ε is the weight")
    click(qtbot, panel.another)
    assert lesson.player.exercise.text != before.text
    assert not panel.next.isEnabled()


def test_the_window_is_marked_and_keeps_to_its_own_folder(lesson):
    assert lesson.windowTitle().startswith("Practice: ")
    assert "thrown away" in lesson.band.text()
    assert lesson.band.isVisible()


def test_the_home_of_a_practice_window_is_its_own_and_thrown_away(monkeypatch, tmp_path):
    monkeypatch.setenv(LEARNED, "")
    mine = data_folder()
    preferences().setValue("theme", "dark")
    with own_home() as folder:
        assert data_folder() == folder != mine
        assert learned_path() == mine / "lessons.json"
        assert preferences().value("theme") == "dark"
        preferences().setValue("theme", "light")
    assert not folder.exists()
    monkeypatch.setenv(HOME, str(mine))
    assert preferences().value("theme") == "dark"
    assert os.environ[LEARNED]


def test_how_far_one_got_is_remembered(qtbot, lesson):
    go_to(qtbot, lesson, 3)
    assert read_progress(learned_path())["01_three_stumps"].words == "step 4 of 14"


def test_predictions_are_saved_at_the_end(qtbot, lesson, tmp_path):
    lesson.player.guesses["The error of round 2"] = 0.25
    lesson.player.truths["The error of round 2"] = 3 / 14
    go_to(qtbot, lesson, 13)
    lesson.shell.ask.save = lambda *_words: tmp_path / "me.predictions.json"
    click(qtbot, lesson.panel.save)
    found = read_predictions(tmp_path / "me.predictions.json", lesson.player.script)
    assert found.guesses == {"The error of round 2": 0.25}


@pytest.mark.parametrize("place", [1, 4, 9, 12])
def test_every_control_of_the_panel_has_a_name_and_a_key(qtbot, lesson, place):
    go_to(qtbot, lesson, place)
    kinds = (QAbstractButton, QAbstractSlider, QAbstractSpinBox, QLineEdit)
    for control in lesson.panel.findChildren(kinds[0]) + lesson.panel.ask.findChildren(kinds[1]):
        if control.isVisible():
            assert control.accessibleName() or getattr(control, "text", str)()
            assert control.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert lesson.panel.ask.first_control().hasFocus() or not lesson.isActiveWindow()


def test_a_curve_is_drawn_on_the_error_plot_and_lies_beside_what_came_out(qtbot, lesson):
    go_to(qtbot, lesson, 9)
    curves, box = lesson.docks.view("error_curves"), lesson.panel.ask
    qtbot.waitUntil(lambda: lesson.docks.is_seen("error_curves") and curves.is_ready)
    drag(qtbot, curves, [(1, 0.4), (2, 0.2), (3, 0.1)])
    assert box.value() == pytest.approx((0.4, 0.2, 0.1), abs=0.02)
    assert [field.value() for field in box.fields] == pytest.approx([40, 20, 10], abs=2)
    click(qtbot, box.take)
    for _ in range(2):
        next_step(qtbot, lesson)
        assert curves.sketch.values == lesson.player.guesses["The error of all together"]
        assert not curves.sketch.is_open
        if lesson.panel.show_me.isEnabled():
            click(qtbot, lesson.panel.show_me)
    qtbot.waitUntil(lambda: lesson.panel.truth is not None and curves.is_ready, timeout=SECONDS)
    assert "points off on average" in lesson.panel.truth.words.text()
    assert curves.curves["training_error"].getData()[1].tolist() == [0.3, 0.3, 0]
    assert "your guess" in [entry.text for entry in curves.legend.entries]
    assert "Your guess: " in curves.describe()
    next_step(qtbot, lesson)
    assert curves.sketch.values == ()


def test_a_curve_can_be_drawn_before_anything_is_trained(qtbot, played):
    window = played("06_past_zero")
    place = next(
        at for at, step in enumerate(window.player.script.steps) if isinstance(step.ask, CurveAsk)
    )
    go_to(qtbot, window, place)
    curves = window.docks.view("error_curves")
    assert window.workspace.current is None
    qtbot.waitUntil(lambda: curves.has_content and curves.is_ready, timeout=SECONDS)
    drag(qtbot, curves, [(1, 0.2), (150, 0.1), (300, 0.05)])
    found = window.panel.ask.value()
    assert [found[0], found[149], found[299]] == pytest.approx([0.2, 0.1, 0.05], abs=0.02)
    window.panel.ask.fields[2].setValue(20)
    assert curves.sketch.values[299] == pytest.approx(0.2)


def drag(qtbot, curves, points):
    """Drag over the plot of errors, from point to point."""
    port, left = curves.canvas.viewport(), Qt.MouseButton.LeftButton

    def pixel(x, y):
        return curves.canvas.mapFromScene(curves.plot.vb.mapViewToScene(QPointF(x, y)))

    was = []
    while pixel(*points[0]) not in was:  # what was just brought into sight is laid out by and by
        was = [pixel(*points[0])]
        qtbot.wait(50)
    qtbot.mousePress(port, left, pos=pixel(*points[0]))
    for (x, y), (to_x, to_y) in itertools.pairwise(points):
        for part in (0.25, 0.5, 0.75, 1):
            qtbot.wait(20)  # pyqtgraph looks at the mouse a hundred times a second
            qtbot.mouseMove(port, pixel(x + part * (to_x - x), y + part * (to_y - y)))
    qtbot.mouseRelease(port, left, pos=pixel(*points[-1]))
