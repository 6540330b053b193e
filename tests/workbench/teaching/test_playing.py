"""Every lesson is played from its first step to its last, and every number comes out."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction

from core.teaching.asks import ChoiceAsk, CurveAsk, NumberAsk
from core.teaching.deeds import (
    AuditRows,
    DecideRows,
    ExportFile,
    GoToPlace,
    OpenData,
    ShowRound,
    TrainRun,
)
from core.teaching.script import StepKind
from resources import lesson_files

SECONDS = 150_000
NAMES = [path.stem for path in lesson_files()]


def click(qtbot, button):
    qtbot.waitUntil(button.isEnabled, timeout=SECONDS)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def next_step(qtbot, window):
    place = window.player.place
    click(qtbot, window.panel.next)
    qtbot.waitUntil(lambda: window.player.place == place + 1, timeout=SECONDS)
    qtbot.waitUntil(lambda: window.player.is_ready, timeout=SECONDS)


def check_numbers(player):
    """Every number of the step is what the lesson says."""
    shown = player.seen.shown if player.seen else ()
    wrong = {own.title: (own.expected, value) for own, value in shown if not own.agrees(value)}
    assert wrong == {}
    return len(shown)


def walk(qtbot, window, through):
    """Go through all steps; `through` does what a step asks for."""
    numbers = 0
    player = window.player
    while True:
        step = player.step
        through(step)
        if step.shows:
            qtbot.waitUntil(lambda: player.seen is not None, timeout=SECONDS)
            numbers += check_numbers(player)
        if player.place + 1 == len(player.script.steps):
            return numbers
        next_step(qtbot, window)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_every_lesson_is_played_by_show_me(qtbot, played, name):
    window = played(name)

    def through(step):
        if step.kind in (StepKind.DO, StepKind.PREDICT, StepKind.CHECK):
            click(qtbot, window.panel.show_me)
            qtbot.waitUntil(lambda: window.player.can_go_on, timeout=SECONDS)

    numbers = walk(qtbot, window, through)
    assert numbers == sum(len(step.shows) for step in window.player.script.steps)
    assert window.panel.waits.text().startswith("The end")


def by_keys(qtbot, window, step):
    """What a person does with the keyboard: guesses typed, Train by its key, rounds by arrows."""
    player, panel = window.player, window.panel
    if step.kind is StepKind.PREDICT:
        give_guess(qtbot, panel.ask, step.ask)
    elif step.kind is StepKind.CHECK:
        panel.ask.set_value(player.exercise.answer)
        qtbot.keyClick(panel.ask.take, Qt.Key.Key_Space)
        assert panel.verdict.text().startswith("Right.")
    elif step.kind is StepKind.DO:
        do_deed(qtbot, window, step.deed)
    wait_for_end(qtbot, window)


def wait_for_end(qtbot, window):
    """Wait until one may go on; what the panel waits for tells why one may not."""
    player = window.player

    def is_over():
        assert player.can_go_on or is_last(player), (player.step.title, window.panel.waits.text())

    qtbot.waitUntil(is_over, timeout=SECONDS)


def is_last(player):
    return player.place + 1 == len(player.script.steps)


def give_guess(qtbot, box, ask):
    """Type a guess, and take it by a key."""
    if isinstance(ask, NumberAsk):
        box.field.selectAll()
        qtbot.keyClicks(box.field, "1")
    elif isinstance(ask, ChoiceAsk):
        box.buttons[0].setFocus()
        qtbot.keyClick(box.buttons[0], Qt.Key.Key_Space)
    elif isinstance(ask, CurveAsk):
        box.fields[0].selectAll()
        qtbot.keyClicks(box.fields[0], "30")
    else:
        qtbot.keyClicks(box.lines, "7, 8, 9")
    qtbot.keyClick(box.take, Qt.Key.Key_Space)


def do_deed(qtbot, window, deed):
    """Do what a step waits for, as a person does: by actions of the window, never by the player."""
    do = window.actions_
    if isinstance(deed, TrainRun):
        qtbot.waitUntil(do.train.isEnabled, timeout=SECONDS)
        do.train.trigger()
    elif isinstance(deed, ShowRound):
        for action, many in ((do.first, 1), (do.forward, deed.number)):
            for _ in range(many):
                action.trigger()
    elif isinstance(deed, AuditRows):
        do.audit.trigger()
    elif isinstance(deed, GoToPlace):
        do.places[deed.name].trigger()
    elif isinstance(deed, OpenData):
        link = {each.text(): each for each in window.welcome.links}[deed.name]
        qtbot.keyClick(link, Qt.Key.Key_Space)
    elif isinstance(deed, DecideRows) and deed.verb == "decide":
        page = window.review.page
        qtbot.waitUntil(lambda: page.rows.current_line() is not None, timeout=SECONDS)
        keys = {own.shortcut().toString(): own for own in page.findChildren(QAction)}
        keys["K"].trigger()
    elif isinstance(deed, DecideRows):
        audit = window.workspace.audit
        window.workspace.select(audit.dataset.lines[audit.flagged])
        window.controller.reviewer.attempt(
            lambda: window.workspace.project.decide(window.workspace.selection, "exclude")
        )
    elif isinstance(deed, ExportFile):
        path = window.player._stage.folder / "mine.csv"
        window.shell.ask.save = lambda *_words: path
        do.export_cleaned.trigger()
    else:
        raise AssertionError(deed)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_every_lesson_is_played_by_doing(qtbot, played, name):
    window = played(name)
    numbers = walk(qtbot, window, lambda step: by_keys(qtbot, window, step))
    assert numbers == sum(len(step.shows) for step in window.player.script.steps)
    asked = [step for step in window.player.script.steps if step.kind is StepKind.PREDICT]
    assert set(window.player.guesses) == set(window.player.truths) == {own.title for own in asked}
