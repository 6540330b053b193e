"""Dialogs start where the person last was, kind by kind, and never in the program's folder."""

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from tests.workbench.driving import drop, flipped_csv
from workbench.shell import dialogs
from workbench.shell.choices import Choices, keep_choices
from workbench.shell.start_folders import been_in, start_folder


@pytest.fixture
def folders(tmp_path, monkeypatch):
    monkeypatch.setenv("ENSEMBLE_WORKBENCH_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    made = [tmp_path / name for name in ("first", "second", "third")]
    for folder in made:
        folder.mkdir()
    return made


def test_at_first_a_dialog_does_not_start_in_the_folder_of_the_program(folders, tmp_path):
    assert start_folder("Open a file") != tmp_path
    assert start_folder("Open a file").is_dir()


def test_each_kind_has_its_folder_and_a_new_kind_the_last_one(folders):
    first, second, _ = folders
    been_in(first, "Open a file")
    been_in(second, "Save the model")
    assert start_folder("Open a file") == first
    assert start_folder("Save the model") == second
    assert start_folder("Open a session") == second


def test_a_folder_that_is_gone_is_not_started_in(folders):
    first, second, _ = folders
    been_in(first, "Open a file")
    been_in(second, "Save the model")
    first.rmdir()
    assert start_folder("Open a file") == second


def test_a_fixed_folder_comes_before_all_others_while_it_is_there(folders):
    first, _, third = folders
    been_in(first, "Open a file")
    keep_choices(Choices(start_folder=str(third)))
    assert start_folder("Open a file") == third
    third.rmdir()
    assert start_folder("Open a file") == first


@pytest.mark.parametrize("asked", ["open", "save", "folder"])
def test_the_dialog_itself_starts_there_and_remembers_its_answer(qtbot, folders, asked):
    parent = QWidget()
    qtbot.addWidget(parent)
    first, second, _ = folders
    been_in(first)
    seen = []

    def answer():
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, QFileDialog):
            QTimer.singleShot(20, answer)
            return
        seen.append(dialog.directory().absolutePath())
        dialog.setDirectory(str(second))
        if asked == "folder":
            dialog.selectFile(str(second))
        else:
            (second / "a.csv").write_text("x\n")
            dialog.selectFile(str(second / "a.csv"))
        dialog.done(1)

    QTimer.singleShot(0, answer)
    ask = dialogs.Dialogs(parent)
    if asked == "open":
        assert ask.open("A question", "Tables (*.csv)") == second / "a.csv"
    elif asked == "save":
        assert ask.save("A question", "b.csv", "Tables (*.csv)") == second / "a.csv"
    else:
        assert ask.folder("A question") == second
    assert seen == [str(first)]
    assert start_folder("A question") == second


def test_a_file_that_was_dropped_is_where_the_person_was(qtbot, window, tmp_path, monkeypatch):
    folder = tmp_path / "downloads"
    folder.mkdir()
    flipped_csv(folder / "a.csv")
    drop(window, folder / "a.csv")
    assert start_folder("Save the model") == folder
