"""Where the program keeps its own files: the log, the journal, the layout."""

import os
from pathlib import Path

from PySide6.QtCore import QSettings, QStandardPaths


def data_folder() -> Path:
    """The folder for the log and the journal; ENSEMBLE_WORKBENCH_HOME names another one."""
    if own := os.environ.get("ENSEMBLE_WORKBENCH_HOME"):
        return Path(own)
    place = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation)
    return Path(place)


def preferences() -> QSettings:
    """The layout, the theme, and what else a person expects to find as it was."""
    return QSettings(str(data_folder() / "preferences.ini"), QSettings.Format.IniFormat)
