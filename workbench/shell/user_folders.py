"""Where the program keeps its own files: the log, the journal, the layout."""

import os
from pathlib import Path

import platformdirs
from PySide6.QtCore import QSettings

_NAME = "Ensemble Workbench"


def data_folder() -> Path:
    """The folder for the log and the journal; ENSEMBLE_WORKBENCH_HOME names another one."""
    if own := os.environ.get("ENSEMBLE_WORKBENCH_HOME"):
        return Path(own)
    return platformdirs.user_data_path(_NAME, appauthor=False, roaming=True)


def preferences() -> QSettings:
    """The layout, the theme, and what else a person expects to find as it was."""
    return QSettings(str(data_folder() / "preferences.ini"), QSettings.Format.IniFormat)
