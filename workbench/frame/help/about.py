"""What the program is: its version and licence, its libraries, and where its files lie."""

import re
from importlib import metadata
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPushButton, QVBoxLayout, QWidget

from core.base.cache_folder import caches_folder
from core.base.program import PROGRAM, version
from workbench.shell.log import log_path
from workbench.shell.theme import GRID
from workbench.shell.user_folders import data_folder

_LIBRARIES = ("numpy", "numba", "pandas", "pyarrow", "scikit-learn", "scipy", "onnx", "onnxruntime")
"""Named first; what else is needed follows."""


def libraries() -> dict[str, str]:
    """The libraries that the program needs, with the version of each that is installed."""
    try:
        needed = [
            re.split(r"[^A-Za-z0-9._-]", each)[0] for each in metadata.requires(PROGRAM) or ()
        ]
        extra = [each for each in metadata.requires(PROGRAM) or () if "extra ==" in each]
        left_out = {re.split(r"[^A-Za-z0-9._-]", each)[0] for each in extra}
    except metadata.PackageNotFoundError:
        needed, left_out = ["PySide6-Essentials", "pyqtgraph", "QtAwesome"], set()
    found = {}
    for name in sorted({*_LIBRARIES, *needed} - left_out, key=str.lower):
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue  # for another system
    return found


def places() -> dict[str, Path]:
    """Where the program's files lie."""
    found = {"Preferences, journal, runs": data_folder(), "Log": log_path()}
    try:
        return found | {"Compiled code": caches_folder()}
    except RuntimeError:
        return found


def about_text() -> str:
    """All of it, as a person can send it."""
    lines = [f"Ensemble Workbench {version()}", "Licence: MIT", ""]
    lines += [f"{name}: {path}" for name, path in places().items()]
    lines += ["", *(f"{name} {told}" for name, told in libraries().items())]
    return "\n".join(lines)


class AboutDialog(QDialog):
    """The text, to be read, selected and copied."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Ensemble Workbench")
        name = QLabel(f"Ensemble Workbench {version()}")
        font = name.font()
        font.setPointSizeF(font.pointSizeF() * 1.15)
        font.setBold(True)
        name.setFont(font)
        what = QLabel(
            "Train an ensemble on a CSV, watch it learn round by round, and find the rows it "
            "cannot explain. MIT licence."
        )
        what.setWordWrap(True)
        used = ", ".join(f"{name} {told}" for name, told in libraries().items())
        files = "\n".join(f"{name}: {path}" for name, path in places().items())
        self.facts = QLabel(f"{files}\n\nWith {used}.")
        self.facts.setWordWrap(True)
        self.facts.setProperty("quiet", True)
        for label in (name, what, self.facts):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setIcon(QIcon())
        self.copy = QPushButton("Copy")
        self.copy.setToolTip("Copy all of this, to send it with a question")
        buttons.addButton(self.copy, QDialogButtonBox.ButtonRole.ActionRole)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(about_text()))
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID)
        column.setSpacing(2 * GRID)
        for widget in (name, what, self.facts):
            column.addWidget(widget)
        column.addStretch(1)
        column.addWidget(buttons)
        self.setMinimumWidth(560)
