"""A window is never larger than its screen: the line at its end stays in sight."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest

from core.judging.reviewing.decision import Verb
from tests.workbench.driving import (
    SECONDS,
    finished_window,
    is_done,
    let_draw,
    open_file,
    set_rounds,
    train,
)
from workbench.frame.screen_fit import LEAST, fitted_box

SCREENS = [QRect(0, 0, 1280, 720), QRect(1920, 40, 1366, 728), QRect(-2560, 0, 2560, 1400)]


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("frame", [QRect(0, 0, 1280, 800), QRect(5000, -900, 3000, 2000)])
def test_all_of_a_window_is_on_its_screen(frame, screen):
    assert screen.contains(fitted_box(frame, screen))


def test_what_fits_stays_where_it_is():
    frame = QRect(100, 60, 1290, 700)
    assert fitted_box(frame, QRect(0, 0, 1920, 1080)) == frame


def test_a_tiny_screen_does_not_squeeze_the_window():
    assert fitted_box(QRect(0, 0, 1280, 800), QRect(0, 0, 640, 480)).size().toTuple() == LEAST


def test_a_window_with_everything_in_it_can_be_as_low_as_a_small_screen(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=5)
    for name in window.rail.buttons:
        window.navigator.go(name)
        qtbot.waitUntil(lambda: window.jobs.is_free, timeout=30_000)
    window.navigator.go("train")
    least = window.minimumSizeHint()
    assert least.width() <= 1280
    assert least.height() <= 680
    window.resize(1280, 680)
    assert window.status.geometry().bottom() <= 680


def test_a_window_that_was_kept_too_high_is_lowered(qtbot, window):
    window.resize(1280, 4000)
    window.hide()
    window.show()
    room = window.screen().availableGeometry()
    qtbot.waitUntil(lambda: window.frameGeometry().bottom() <= room.bottom())


def test_no_panel_forces_the_windows_height(qtbot, window, tmp_path):
    """Spellings to merge, notes and a long list: the status bar was below the screen."""
    path = tmp_path / "customers.csv"
    spelt = ["ja", "nein", "Ja", "Nein ", "JA", "nein"]
    names = [f"Spalte {place}" for place in range(12)]
    rows = [
        ";".join(
            [f"{1 + row % 28:02}.10.2022", *(str(row * p % 97) for p in range(12)), spelt[row % 6]]
        )
        for row in range(240)
    ]
    path.write_text("\n".join([";".join(["Beginn", *names, "gekündigt"]), *rows]) + "\n")
    window.resize(1280, 720)
    open_file(qtbot, window, path, "gekündigt")
    train(qtbot, window, 5)
    qtbot.waitUntil(window.data_panel.spellings.isVisible, timeout=SECONDS)
    window.verdict.why.click()
    let_draw(qtbot, window)
    assert window.verdict.grounds.isVisible()
    assert window.minimumSizeHint().height() <= 720
    assert window.height() == 720
    assert window.rect().contains(window.status.geometry())
    data = window.data_panel
    for control in (data.target, data.weight, data.split, data.spellings.merge):
        assert control.height() >= control.minimumSizeHint().height()
    assert data.notes.height() >= data.notes.heightForWidth(data.notes.width())


def test_what_is_below_in_a_low_panel_comes_into_sight_with_the_focus(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=5)
    window.resize(1280, 600)
    let_draw(qtbot, window)
    panel = window.algorithm_panel
    panel.algorithm.setFocus()
    for _ in range(30):
        if panel.train.hasFocus():
            break
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
    assert panel.train.hasFocus()
    assert panel.train.visibleRegion().boundingRect() == panel.train.rect()


def test_a_review_after_training_again_fits_a_small_screen(qtbot, window, tmp_path):
    """The lines above the rows became three, and the status bar was below the screen."""
    lines = finished_window(qtbot, window, tmp_path, rounds=5)
    window.resize(1280, 720)
    window.controller.reviewer.decide(lines[:3], Verb.EXCLUDE)
    window.navigator.go("review")
    train(qtbot, window, 5)
    window.navigator.go("review")
    page = window.review.page
    qtbot.waitUntil(page.before_after.isVisible, timeout=SECONDS)
    assert page.header.isVisible()
    window.workspace.select(lines[3:4])
    let_draw(qtbot, window)
    assert window.minimumSizeHint().height() <= 720
    below = window.status.mapTo(window, window.status.rect().bottomLeft())
    assert below.y() <= 720


def test_the_buttons_below_lists_and_forms_stay_in_sight(qtbot, window, tmp_path):
    """Of numbers a sentence stands above the form, and one below the runs after decisions."""
    path = tmp_path / "prices.csv"
    rows = [f"{row % 31},{row % 7},{3000 * (row % 31) + 500 * (row % 7)}" for row in range(400)]
    path.write_text("\n".join(["area,rooms,price", *rows]) + "\n")
    window.resize(1280, 720)
    open_file(qtbot, window, path, "price")
    set_rounds(window, 5)
    window.actions_.train.trigger()
    qtbot.waitUntil(lambda: is_done(window), timeout=SECONDS)
    validation = window.workspace.dataset.lines[window.workspace.dataset.validation]
    window.controller.reviewer.decide(validation[:2].tolist(), Verb.EXCLUDE)
    window.actions_.train.trigger()
    qtbot.waitUntil(lambda: len(window.workspace.runs) == 2 and is_done(window), timeout=SECONDS)
    assert window.algorithm_panel.switched.isVisible()
    qtbot.waitUntil(window.runs_panel.rows.isVisible, timeout=SECONDS)
    let_draw(qtbot, window)
    for button in (window.algorithm_panel.train, window.runs_panel.compare):
        assert button.visibleRegion().boundingRect() == button.rect(), button.text()
