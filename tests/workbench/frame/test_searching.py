"""Ctrl+K finds actions, settings, columns, rows, help and lessons, and does what is chosen."""

from PySide6.QtCore import Qt

from tests.workbench.driving import flipped_csv, open_file


def search(qtbot, window, text):
    window.actions_.search.trigger()
    dialog = window._searching
    qtbot.keyClicks(dialog.field, text)
    return dialog


def take(qtbot, dialog):
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert not dialog.isVisible()


def test_what_is_chosen_is_done(qtbot, started, tmp_path):
    window = started(trains=False)
    flipped_csv(tmp_path / "data.csv")
    open_file(qtbot, window, tmp_path / "data.csv")
    assert window.actions_.search.shortcut().toString() == "Ctrl+K"

    dialog = search(qtbot, window, "export")
    assert dialog.shown[0].title.startswith("Export")
    take(qtbot, dialog)
    assert window.navigator.place == "export"

    dialog = search(qtbot, window, "line 7")
    assert dialog.shown[0].title == "Select line 7"
    take(qtbot, dialog)
    assert window.workspace.selection.tolist() == [7]

    dialog = search(qtbot, window, "setting rounds")
    assert dialog.shown[0].kind == "setting"
    take(qtbot, dialog)
    assert window.navigator.place == "train"

    dialog = search(qtbot, window, "column shop")
    assert [entry.title for entry in dialog.shown] == ["shop"]
    take(qtbot, dialog)
    assert window.docks.is_seen("features")

    launched = []
    window.learning.launch = launched.append
    take(qtbot, search(qtbot, window, "lesson past zero"))
    qtbot.waitUntil(lambda: launched == ["06_past_zero"], timeout=30_000)

    take(qtbot, search(qtbot, window, "help margins"))
    assert window.help.manual.isVisible()
    assert "margin" in window.help.manual.shown().title.lower()
    window.help.manual.close()


def test_nothing_found_is_said_and_arrows_choose(qtbot, started):
    window = started(trains=False)
    dialog = search(qtbot, window, "qwertyuiop")
    assert dialog.none.isVisible()
    dialog.field.clear()
    qtbot.keyClick(dialog.field, Qt.Key.Key_Down)
    assert dialog.chosen == 1
    dialog.close()


def test_it_closes_when_another_window_is_clicked(qtbot, started):
    window = started(trains=False)
    dialog = search(qtbot, window, "export")
    qtbot.waitUntil(dialog.isActiveWindow, timeout=30_000)
    window.activateWindow()
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=30_000)
    assert window.navigator.place != "export"
