"""Every lesson is played from its first step to its last, and every number comes out."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core.teaching.asks import ChoiceAsk, CurveAsk, RowsAsk
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
from workbench.frame.leading.places import PLACES

pytestmark = pytest.mark.timeout(900)  # the first one in a fresh checkout waits for the compiler
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


def go_on_by_key(qtbot, window):
    """Alt+N is Next, whatever has the focus."""
    place = window.player.place
    qtbot.waitUntil(window.panel.next.isEnabled, timeout=SECONDS)
    press(window, Qt.Key.Key_N, ALT)
    qtbot.waitUntil(lambda: window.player.place == place + 1, timeout=SECONDS)
    qtbot.waitUntil(lambda: window.player.is_ready, timeout=SECONDS)


def walk(qtbot, window, through, go_on=next_step):
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
        go_on(qtbot, window)


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
    """What a person does with the keyboard alone: keys go to what has the focus."""
    player, panel = window.player, window.panel
    if step.kind is StepKind.PREDICT:
        give_guess(qtbot, panel.ask, step.ask)
    elif step.kind is StepKind.CHECK:
        panel.ask.set_value(player.exercise.answer)
        press(window, Qt.Key.Key_A, ALT)
        qtbot.waitUntil(lambda: player.answer is not None, timeout=SECONDS)
        assert panel.verdict.text().startswith("Right.")
    elif step.kind is StepKind.DO:
        do_deed(qtbot, window, step.deed)
    wait_for_end(qtbot, window)


ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
NO_KEYS = Qt.KeyboardModifier.NoModifier


def press(window, key, keys=NO_KEYS):
    """Press a key: whatever has the focus gets it."""
    QTest.keyClick(QApplication.focusWidget() or window, key, keys)


def tab_to(window, is_it):
    """Press Tab until something has the focus, and give it."""
    passed = []
    for _ in range(400):
        focused = QApplication.focusWidget()
        if focused is not None and is_it(focused):
            return focused
        passed.append(focused)
        # In a table Tab goes from cell to cell where cells can be edited: Ctrl+Tab leaves it.
        press(window, Qt.Key.Key_Tab, CTRL if passed.count(focused) > 1 else NO_KEYS)
    raise AssertionError([type(each).__name__ for each in passed])


def named(name):
    return lambda widget: name in (widget.accessibleName(), getattr(widget, "text", str)())


def wait_for_end(qtbot, window):
    """Wait until one may go on; what the panel waits for tells why one may not."""
    player = window.player

    def is_over():
        assert player.can_go_on or is_last(player), (player.step.title, window.panel.waits.text())

    qtbot.waitUntil(is_over, timeout=SECONDS)


def is_last(player):
    return player.place + 1 == len(player.script.steps)


def give_guess(qtbot, box, ask):
    """Type a guess into what has the focus, and take it by its key."""
    focused = QApplication.focusWidget()
    assert focused is box.first_control() or focused.parent() is box.first_control()
    if isinstance(ask, ChoiceAsk):
        qtbot.keyClick(focused, Qt.Key.Key_Space)
    elif isinstance(ask, RowsAsk):
        qtbot.keyClicks(focused, "7, 8, 9")
    else:
        box.first_control().selectAll()
        qtbot.keyClicks(focused, "30" if isinstance(ask, CurveAsk) else "1")
    qtbot.keyClick(focused, Qt.Key.Key_U, ALT)


def do_deed(qtbot, window, deed):
    """Do what a step waits for by keys: those of actions, and Tab to all that has none."""
    if isinstance(deed, TrainRun):
        qtbot.waitUntil(window.actions_.train.isEnabled, timeout=SECONDS)
        press(window, Qt.Key.Key_F5)
    elif isinstance(deed, ShowRound):
        field = tab_to(window, named("Round number"))
        field.selectAll()
        qtbot.keyClicks(field, str(deed.number))
        press(window, Qt.Key.Key_Return)
    elif isinstance(deed, AuditRows):
        qtbot.waitUntil(window.verdict.button.isEnabled, timeout=SECONDS)
        qtbot.waitUntil(lambda: "Audit" in window.verdict.button.text(), timeout=SECONDS)
        tab_to(window, lambda widget: widget is window.verdict.button)
        press(window, Qt.Key.Key_Space)
    elif isinstance(deed, GoToPlace):
        number = [place.name for place in PLACES].index(deed.name) + 1
        press(window, Qt.Key(Qt.Key.Key_0 + number), CTRL)
        window.activateWindow()  # without a screen the window is not active after Review is made
        qtbot.waitUntil(window.isActiveWindow, timeout=SECONDS)
    elif isinstance(deed, OpenData):
        tab_to(window, named(deed.name))
        press(window, Qt.Key.Key_Space)
    elif isinstance(deed, DecideRows) and deed.verb == "decide":
        rows = window.review.page.rows
        qtbot.waitUntil(lambda: rows.current_line() is not None, timeout=SECONDS)
        tab_to(window, lambda widget: widget is rows.queue)
        press(window, Qt.Key.Key_K)
    elif isinstance(deed, DecideRows):
        exclude_flagged(qtbot, window, int(window.workspace.audit.flagged.sum()))
    elif isinstance(deed, ExportFile):
        path = window.player._stage.folder / "mine.csv"
        window.shell.ask.save = lambda *_words: path
        tab_to(window, lambda widget: "Cleaned file" in widget.accessibleName())
        press(window, Qt.Key.Key_Space)
    else:
        raise AssertionError(deed)


def exclude_flagged(qtbot, window, many):
    """In Rows show the flagged ones, select all of them, and exclude them in Selection."""
    shown = tab_to(window, named("Show"))
    while shown.currentText() != "flagged rows":
        press(window, Qt.Key.Key_Down)
    table = window.docks.view("rows_table").table
    qtbot.waitUntil(lambda: table.model().rowCount() == many, timeout=SECONDS)
    tab_to(window, lambda widget: widget is table)
    press(window, Qt.Key.Key_A, CTRL)
    qtbot.waitUntil(lambda: len(window.workspace.selection) == many, timeout=SECONDS)
    tab_to(window, named(f"Exclude {many}"))
    press(window, Qt.Key.Key_Space)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_every_lesson_is_played_by_doing(qtbot, played, name):
    """By the keyboard alone."""
    window = played(name)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=SECONDS)
    numbers = walk(qtbot, window, lambda step: by_keys(qtbot, window, step), go_on_by_key)
    assert numbers == sum(len(step.shows) for step in window.player.script.steps)
    asked = [step for step in window.player.script.steps if step.kind is StepKind.PREDICT]
    assert set(window.player.guesses) == set(window.player.truths) == {own.title for own in asked}
