"""The places of the rail: each is reached at any time, and says what it is missing."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.judging.reviewing.decision import Verb
from tests.workbench.driving import (
    SECONDS,
    answer,
    finished_window,
    flipped_csv,
    open_file,
    train,
    wait_until_done,
)
from workbench.frame.leading.places import PLACE, PLACES, Work
from workbench.shell.theme import DARK

NAMES = [place.name for place in PLACES]
EMPTY_AT_FIRST = {"data", "train", "review", "compare"}


def go(qtbot, window, name):
    """Press the key of a place, and wait until it is there."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=SECONDS)
    digit = getattr(Qt.Key, f"Key_{NAMES.index(name) + 1}")
    QTest.keyClick(window, digit, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.navigator.place == name, timeout=SECONDS)


def test_every_place_is_reached_by_its_key_before_there_are_data(qtbot, window):
    for name in NAMES:
        go(qtbot, window, name)
        assert (window.shell.pages.currentWidget() is window.navigator.missing) == (
            name in EMPTY_AT_FIRST
        )
        checked = [own for own, button in window.rail.buttons.items() if button.isChecked()]
        assert checked == [name]
        assert [own for own, way in window.actions_.places.items() if way.isChecked()] == [name]


def test_every_place_is_reached_by_its_key_when_there_are_runs(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=5)
    train(qtbot, window, 6)
    seen = set()
    for name in NAMES:
        go(qtbot, window, name)
        seen.add(window.shell.pages.currentWidget())
    assert window.navigator.missing not in seen
    assert len(seen) == len(NAMES)


def test_no_key_of_a_place_is_used_elsewhere(window):
    told = [action.shortcut().toString() for action in window.actions()]
    keys = [key for key in told if key]
    assert len(keys) == len(set(keys))
    assert {f"Ctrl+{number}" for number in range(1, 9)} <= set(keys)


def test_the_rail_by_mouse_and_by_arrows(qtbot, window):
    buttons = window.rail.buttons
    qtbot.mouseClick(buttons["predict"], Qt.MouseButton.LeftButton)
    assert window.predictions.page.isVisible()
    buttons["predict"].setFocus()
    QTest.keyClick(buttons["predict"], Qt.Key.Key_Down)
    assert buttons["export"].hasFocus()
    assert window.navigator.place == "predict"
    QTest.keyClick(buttons["export"], Qt.Key.Key_Return)
    assert window.export_page.isVisible()
    buttons["export"].setFocus()
    QTest.keyClick(buttons["export"], Qt.Key.Key_End)
    assert buttons["learn"].hasFocus()
    QTest.keyClick(buttons["learn"], Qt.Key.Key_Space)
    assert window.learn_page.isVisible()
    buttons["learn"].setFocus()
    QTest.keyClick(buttons["learn"], Qt.Key.Key_Home)
    assert buttons["home"].hasFocus()


def test_an_empty_place_offers_the_one_button_that_gets_it(qtbot, window, tmp_path):
    path = tmp_path / "a.csv"
    flipped_csv(path)
    go(qtbot, window, "review")
    page = window.navigator.missing
    assert page.get.text() == "Open…"
    assert page.get.hasFocus()
    answer(window, {"Open a file": path})
    QTest.keyClick(page.get, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: window.navigator.place == "data", timeout=SECONDS)
    open_file(qtbot, window, path)
    assert window.navigator.place == "train"
    go(qtbot, window, "review")
    assert page.get.text() == "Train"
    qtbot.mouseClick(page.get, Qt.MouseButton.LeftButton)
    wait_until_done_by_numbers(qtbot, window)
    # What was missing is there: the place shows it.
    qtbot.waitUntil(window.review.page.isVisible, timeout=SECONDS)


def wait_until_done_by_numbers(qtbot, window):
    item = window.workspace
    qtbot.waitUntil(lambda: item.current is not None and item.has_result, timeout=SECONDS)


@pytest.mark.parametrize(
    ("name", "work", "action"),
    [
        ("data", Work(), "open"),
        ("data", Work(is_asking=True), None),
        ("data", Work(has_data=True, is_reread=True), None),
        ("data", Work(has_data=True), ""),
        ("train", Work(), "open"),
        ("train", Work(has_data=True), None),
        ("review", Work(), "open"),
        ("review", Work(has_data=True), "train"),
        ("review", Work(has_data=True, is_training=True), ""),
        ("review", Work(has_data=True, can_review=True), None),
        ("compare", Work(), "open"),
        ("compare", Work(has_data=True, runs=1), "usual_five"),
        ("compare", Work(has_data=True, runs=1, is_training=True), ""),
        ("compare", Work(has_data=True, runs=2), None),
        ("predict", Work(), None),
        ("export", Work(), None),
        ("learn", Work(), None),
    ],
)
def test_what_is_missing_where(name, work, action):
    missing = PLACE[name].missing(work)
    assert (missing.action if missing else None) == action


def test_the_rail_tells_how_far_one_is(qtbot, window, tmp_path):
    buttons = window.rail.buttons
    assert all(button.mark is None for button in buttons.values())
    lines = finished_window(qtbot, window, tmp_path, rounds=5)
    window.controller.reviewer.decide(lines[:3], Verb.EXCLUDE)
    told = {name: button.accessibleDescription() for name, button in buttons.items()}
    assert {name: words for name, words in told.items() if words} == {
        "data": "data are open",
        "train": "1 run",
        "review": "3 decisions",
    }
    window.controller.reviewer.undo()
    assert buttons["review"].mark is None


def test_a_file_that_waits_is_found_again(qtbot, window, tmp_path):
    first, second = tmp_path / "a.csv", tmp_path / "b.csv"
    flipped_csv(first)
    flipped_csv(second, rows=300, seed=9)
    open_file(qtbot, window, first)
    answer(window, {"Open a file": second})
    window.actions_.open.trigger()
    qtbot.waitUntil(lambda: window.navigator.place == "data", timeout=SECONDS)
    page = window.desk.page
    assert page.heading.text() == "b.csv"
    go(qtbot, window, "train")
    assert window.workspace.dataset.name == "a.csv"
    go(qtbot, window, "data")
    assert page.heading.text() == "b.csv"
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert window.navigator.place == "train"
    go(qtbot, window, "data")
    qtbot.waitUntil(lambda: page.heading.text() == "a.csv", timeout=SECONDS)


def test_the_toolbar_holds_what_has_a_meaning_and_keeps_its_height(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=5)
    train(qtbot, window, 6)
    heights, tops = set(), set()
    for place in PLACES:
        go(qtbot, window, place.name)
        heights.add(window.toolbar.height())
        tops.add(window.shell.pages.y())
        shown = {action.objectName() for action in window.toolbar.actions()} - {""}
        assert shown == set(place.tools) - {"rounds"}
        assert window.round_bar.isVisible() == (place.name == "train")
        # The name of the file stands in the toolbar, or nowhere.
        is_told = place.name not in ("train", "data")
        told = window.toolbar.file
        qtbot.waitUntil(lambda told=told, wanted=is_told: told.isVisible() == wanted)
        assert not is_told or window.toolbar.isAncestorOf(window.toolbar.file)
        for name in place.tools:
            if name != "rounds":
                button = window.toolbar.widgetForAction(getattr(window.actions_, name))
                assert button.isVisible()
    # As high as its tallest tools need, from the first moment, and in another theme as well.
    go(qtbot, window, "train")
    assert heights == {window.toolbar.sizeHint().height()}
    window.apply_theme(DARK)
    go(qtbot, window, "train")
    heights.add(window.toolbar.height())
    tops.add(window.shell.pages.y())
    assert len(heights) == len(tops) == 1


def test_closing_the_data_leads_home_and_forgets_the_file(qtbot, window, tmp_path):
    lines = finished_window(qtbot, window, tmp_path, rounds=5)
    window.controller.reviewer.decide(lines[:3], Verb.EXCLUDE)
    window.docks.bring("results")
    window.workspace.select(lines[:2])
    go(qtbot, window, "review")
    window.activateWindow()
    QTest.keyClick(window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert window.welcome.isVisible()
    space = window.workspace
    assert space.dataset is None
    assert space.current is None
    assert space.runs == []
    assert len(space.selection) == 0
    assert not window.actions_.close.isEnabled()
    assert window.windowTitle() == "Ensemble Workbench"
    assert all(button.mark is None for button in window.rail.buttons.values())
    qtbot.waitUntil(lambda: window.jobs.is_free, timeout=SECONDS)
    for name in NAMES:
        go(qtbot, window, name)
    open_file(qtbot, window, tmp_path / "flipped.csv")
    assert window.workspace.decisions.count == 3  # what was decided is kept
    assert window.workspace.runs == []
    train(qtbot, window, 6)
    wait_until_done(qtbot, window)
