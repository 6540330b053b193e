"""The dialogs themselves: what they are called, what they offer, and what they ask before."""

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialogButtonBox,
    QFileDialog,
    QLineEdit,
    QListView,
    QMessageBox,
)

from core import AdaBoost, example, fit, save_model
from tests.workbench.driving import SECONDS, finished_window, flipped_csv, use_file
from workbench.shell import dialogs


class Meanwhile:
    """Does something with each dialog that comes, one after the other; `told` is what they gave."""

    def __init__(self, *acts):
        self.told = [None] * len(acts)
        self._waiting = list(enumerate(acts))
        self._look_soon()

    def _look_soon(self):
        QTimer.singleShot(20, self._look)

    def _look(self):
        dialog = QApplication.activeModalWidget()
        if dialog is None or not dialog.isVisible():
            self._look_soon()
            return
        place, act = self._waiting.pop(0)
        if self._waiting:
            self._look_soon()  # before: another dialog may come while this one is still open
        self.told[place] = act(dialog)


def type_name(path):
    """Write a name into a file dialog and press its button; gives the title and the filters."""

    def act(dialog):
        assert isinstance(dialog, QFileDialog)
        told = dialog.windowTitle(), dialog.nameFilters()
        dialog.findChild(QLineEdit, "fileNameEdit").setText(str(path))
        buttons = QDialogButtonBox.StandardButton
        box = dialog.findChild(QDialogButtonBox)
        button = box.button(buttons.Open) or box.button(buttons.Save)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        return told

    return act


def names_offered(folder):
    """The names that a file dialog shows of a folder; it is left without an answer."""

    def act(dialog):
        dialog.setDirectory(str(folder))
        view = dialog.findChild(QListView, "listView")
        for _ in range(200):
            QTest.qWait(10)
            model, root = view.model(), view.rootIndex()
            names = {model.index(row, 0, root).data() for row in range(model.rowCount(root))}
            if names:
                break
        dialog.reject()
        return names

    return act


def press(button):
    """Press a button of a message box; gives what it says."""

    def act(box):
        assert isinstance(box, QMessageBox)
        told = box.text()
        [wanted] = [each for each in box.buttons() if each.text().replace("&", "") == button]
        QTest.mouseClick(wanted, Qt.MouseButton.LeftButton)
        return told

    return act


@pytest.fixture
def folder(tmp_path):
    """A file of every kind."""
    folder = tmp_path / "files"
    folder.mkdir()
    flipped_csv(folder / "orders.csv")
    save_model(fit(example("moons"), AdaBoost(rounds=3)).model, folder / "model.ensemble")
    for name in ("work.workbench", "picture.png"):
        (folder / name).write_text("")
    return folder


def test_a_model_is_opened_by_a_dialog_that_offers_models(qtbot, window, folder):
    window.actions_.predict.trigger()
    page = window.predictions.page
    seen = Meanwhile(names_offered(folder))
    page.choose_model.click()
    assert seen.told[0] == {"model.ensemble"}
    seen = Meanwhile(type_name(folder / "model.ensemble"))
    page.choose_model.click()
    assert seen.told[0] == ("Open a model", ["Models (*.ensemble)", "All files (*)"])
    qtbot.waitUntil(lambda: page.model is not None, timeout=SECONDS)
    assert "model.ensemble" in page.model_text.text()
    seen = Meanwhile(type_name(folder / "orders.csv"))
    page.choose_file.click()
    assert seen.told[0][0] == "Choose a file to predict"
    assert page.file == folder / "orders.csv"


def test_open_offers_whatever_the_window_opens(qtbot, window, folder):
    seen = Meanwhile(names_offered(folder))
    window.actions_.open.trigger()
    assert seen.told[0] == {"orders.csv", "model.ensemble", "work.workbench"}
    seen = Meanwhile(type_name(folder / "orders.csv"))
    window.actions_.open.trigger()
    assert seen.told[0][0] == "Open a file"
    use_file(qtbot, window, folder / "orders.csv")


def test_a_session_is_opened_by_a_dialog_that_offers_sessions(window, folder):
    seen = Meanwhile(names_offered(folder))
    window.actions_.open_session.trigger()
    assert seen.told[0] == {"work.workbench"}


def test_a_name_without_its_ending_replaces_nothing_unasked(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=5)
    out = tmp_path / "rows.csv"
    out.write_text("mine")
    seen = Meanwhile(type_name(tmp_path / "rows"), press("No"), lambda dialog: dialog.reject())
    window.actions_.export_rows.trigger()
    assert "already exists" in seen.told[1]
    assert out.read_text() == "mine"
    # The dialog takes this for an ending, and knows nothing of the one that is added to it.
    other = tmp_path / "rows.v2.csv"
    other.write_text("mine too")
    seen = Meanwhile(type_name(tmp_path / "rows.v2"), press("Cancel"))
    window.actions_.export_rows.trigger()
    assert seen.told[1] == f"{tmp_path} has 1 file of this name already:"
    assert other.read_text() == "mine too"
    seen = Meanwhile(type_name(tmp_path / "rows.v2"), press("Replace"))
    window.actions_.export_rows.trigger()
    qtbot.waitUntil(lambda: other.read_text().startswith("line,"), timeout=SECONDS)
    qtbot.waitUntil(lambda: window.jobs.is_free, timeout=SECONDS)
    assert out.read_text() == "mine"


def test_many_files_are_named_before_they_are_replaced(qapp, tmp_path):
    paths = [tmp_path / f"view{number}.png" for number in range(10)]

    def act(box):
        assert box.defaultButton() is box.button(QMessageBox.StandardButton.Cancel)
        QTest.keyClick(box, Qt.Key.Key_Escape)
        return box.text(), box.informativeText()

    seen = Meanwhile(act)
    assert not dialogs.ask_replace(None, paths)
    text, names = seen.told[0]
    assert text == f"{tmp_path} has 10 files of these names already:"
    assert names.splitlines() == [*(path.name for path in paths[:8]), "and 2 more"]
