"""Asking for file names. The window calls these through attributes, so that tests can answer."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QWidget

from core.files import SESSION_SUFFIX

if TYPE_CHECKING:
    from workbench.figure_dialog import Wish

_TABLES = ("*.csv", "*.tsv", "*.tab", "*.txt", "*.gz", "*.zip", "*.parquet")


def ask_open(parent: QWidget) -> Path | None:
    """Which file to open; None if the person changed their mind."""
    name, _ = QFileDialog.getOpenFileName(
        parent, "Open a table", "", f"Tables ({' '.join(_TABLES)});;All files (*)"
    )
    return Path(name) if name else None


def ask_session(parent: QWidget) -> Path | None:
    """Which session to open; None if the person changed their mind."""
    kinds = f"Sessions (*{SESSION_SUFFIX});;All files (*)"
    name, _ = QFileDialog.getOpenFileName(parent, "Open a session", "", kinds)
    return Path(name) if name else None


def ask_save(parent: QWidget, title: str, suggestion: str, kinds: str) -> Path | None:
    """Where to save; None if the person changed their mind."""
    name, _ = QFileDialog.getSaveFileName(parent, title, suggestion, kinds)
    return Path(name) if name else None


def ask_folder(parent: QWidget, title: str) -> Path | None:
    """Ask for a folder to write to."""
    chosen = QFileDialog.getExistingDirectory(parent, title)
    return Path(chosen) if chosen else None


def ask_figure(parent: QWidget, title: str, width: int, height: int) -> "Wish | None":
    """Ask how a view is to be exported."""
    from workbench.figure_dialog import FigureDialog

    dialog = FigureDialog(parent, title, width, height)
    return dialog.wish if dialog.exec() else None
