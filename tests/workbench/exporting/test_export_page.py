"""The place Export: everything that can be taken away, or what has to be done first."""

from PySide6.QtCore import Qt

from core.judging.reviewing.decision import Verb
from tests.workbench.driving import SECONDS, finished_window, flipped_csv, open_file

OF_A_RUN = {
    "export_model",
    "export_onnx",
    "export_rows",
    "export_spreadsheet",
    "export_report",
    "export_all",
}


def offered(page):
    return {name for name, button in page.buttons.items() if button.isEnabled()}


def said(page):
    return {button.accessibleDescription() for button in page.buttons.values()}


def test_what_is_not_there_yet_says_what_has_to_be_done_first(qtbot, window, tmp_path):
    window.navigator.go("export")
    page = window.export_page
    assert offered(page) == set()
    assert not page.one_view.isEnabled()
    assert said(page) == {
        "Train an ensemble first",
        "Decide about a row first",
        "Open data first",
    }
    path = tmp_path / "a.csv"
    flipped_csv(path)
    open_file(qtbot, window, path)
    window.navigator.go("export")
    assert offered(page) == {"save_session_as"}


def test_each_line_does_what_its_action_does(qtbot, window, tmp_path):
    lines = finished_window(qtbot, window, tmp_path, rounds=5)
    window.navigator.go("export")
    page = window.export_page
    assert offered(page) == OF_A_RUN | {"save_session_as"}
    assert page.one_view.isEnabled()
    window.controller.reviewer.decide(lines[:2], Verb.EXCLUDE)
    qtbot.waitUntil(lambda: window.jobs.is_free, timeout=SECONDS)
    window.redraw()
    assert offered(page) == set(page.buttons)
    assert "Train an ensemble first" not in said(page)
    window.shell.ask.save = lambda *_arguments, **_options: tmp_path / "rows.csv"
    qtbot.mouseClick(page.buttons["export_rows"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil((tmp_path / "rows.csv").exists, timeout=SECONDS)


def test_every_button_has_a_name_of_its_own(window):
    names = [button.accessibleName() for button in window.export_page.buttons.values()]
    assert len(set(names)) == len(names)
    views = [action.text() for action in window.export_page.one_view.menu().actions()]
    assert "View: Margins…" in views
