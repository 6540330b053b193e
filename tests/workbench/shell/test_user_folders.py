"""The program's own folder: where it always was, as the system and the person name it."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QStandardPaths

from workbench.shell.user_folders import data_folder, preferences


@pytest.fixture
def as_qt_says(qapp, monkeypatch):
    """What Qt calls the folder of a program of our name, as earlier versions asked it."""
    before = QCoreApplication.applicationName()
    monkeypatch.delenv("ENSEMBLE_WORKBENCH_HOME")
    QCoreApplication.setApplicationName("Ensemble Workbench")
    yield lambda: Path(
        QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation)
    )
    QCoreApplication.setApplicationName(before)


@pytest.mark.parametrize("named", [None, "", "relative", "{home}/elsewhere", "{home}/with a space"])
def test_what_earlier_versions_kept_is_found_again(named, as_qt_says, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    if named is not None:
        monkeypatch.setenv("XDG_DATA_HOME", named.format(home=tmp_path))
    assert data_folder() == as_qt_says()
    if sys.platform == "linux":
        assert data_folder().is_relative_to(tmp_path)


def test_it_does_not_hang_on_the_name_of_the_application(as_qt_says):
    known = data_folder()
    QCoreApplication.setApplicationName("another")
    assert data_folder() == known


def test_a_person_may_name_another_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("ENSEMBLE_WORKBENCH_HOME", str(tmp_path))
    assert data_folder() == tmp_path
    assert Path(preferences().fileName()) == tmp_path / "preferences.ini"
