"""Where the program keeps its own files: the log, the journal, the layout."""

import os
from pathlib import Path

import platformdirs
from PySide6.QtCore import QSettings

_NAME = "Ensemble Workbench"
HOME, LEARNED = "ENSEMBLE_WORKBENCH_HOME", "ENSEMBLE_WORKBENCH_LEARNED"
"""What a person, or a practice window, can set in the environment."""


def data_folder() -> Path:
    """The folder for the log and the journal; ENSEMBLE_WORKBENCH_HOME names another one."""
    if own := os.environ.get(HOME):
        return Path(own)
    return platformdirs.user_data_path(_NAME, appauthor=False, roaming=True)


def learned_path() -> Path:
    """Where it is kept how far one got in the lessons: the same file for every practice window."""
    if own := os.environ.get(LEARNED):
        return Path(own)
    return data_folder() / "lessons.json"


def preferences() -> QSettings:
    """The layout, the theme, and what else a person expects to find as it was."""
    return QSettings(str(data_folder() / "preferences.ini"), QSettings.Format.IniFormat)
