"""Asking a person: for file names, and whether something may be lost."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from core.base.files import MODEL_SUFFIX, SESSION_SUFFIX
from core.base.wording import count, grouped
from core.sources.formats import ENDINGS
from workbench.shell.start_folders import been_in, start_folder

_OWN_ENDINGS = (".csv", ".tsv", ".tab", ".txt", ".gz", ".zip", ".parquet")
_TABLES = " ".join(f"*{ending}" for ending in (*_OWN_ENDINGS, *ENDINGS))
ALL_KINDS = f"Tables, sessions and models ({_TABLES} *{SESSION_SUFFIX} *{MODEL_SUFFIX})"
"""Whatever the window opens."""
TABLES = f"Tables ({_TABLES})"
MODELS = f"Models (*{MODEL_SUFFIX})"
EARLIER = f"Sessions, decisions and earlier files (*{SESSION_SUFFIX} {_TABLES})"
"""Where decisions can be carried over from."""
SESSIONS = f"Sessions (*{SESSION_SUFFIX})"
COLLEAGUES = f"Decisions and sessions (*.csv *{SESSION_SUFFIX})"
_MOST_NAMES = 8


def ask_open(parent: QWidget, title: str, kinds: str) -> Path | None:
    """Which file of these kinds to open; None if the person changed their mind."""
    start = str(start_folder(title))
    name, _ = QFileDialog.getOpenFileName(parent, title, start, f"{kinds};;All files (*)")
    return _answered(title, name)


def ask_save(parent: QWidget, title: str, suggestion: str, kinds: str) -> Path | None:
    """Where to save; None if the person changed their mind."""
    dialog = QFileDialog(parent, title, str(start_folder(title)), kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    # A name without an ending is given this one before the dialog asks whether to replace a file.
    dialog.setDefaultSuffix(Path(suggestion).suffix)
    dialog.selectFile(suggestion)
    dialog.filterSelected.connect(lambda kind: _take_kind(dialog, kind))
    chosen = dialog.selectedFiles() if dialog.exec() else []
    dialog.deleteLater()
    return _answered(title, chosen[0] if chosen else "")


def _take_kind(dialog: QFileDialog, kind: str) -> None:
    """Another kind was chosen: the name that is typed gets its ending."""
    ending = kind.rpartition("(*")[2].removesuffix(")")
    if not ending.startswith("."):
        return  # all files
    dialog.setDefaultSuffix(ending)
    names = dialog.selectedFiles()
    if names and Path(names[0]).suffix:
        dialog.selectFile(Path(names[0]).with_suffix(ending).name)


def ask_folder(parent: QWidget, title: str) -> Path | None:
    """Ask for a folder to write to."""
    chosen = QFileDialog.getExistingDirectory(parent, title, str(start_folder(title)))
    if chosen:
        been_in(Path(chosen), title)
    return Path(chosen) if chosen else None


def _answered(title: str, name: str) -> Path | None:
    """The file that was named; the next dialog of this title starts where it is."""
    if not name:
        return None
    been_in(Path(name).parent, title)
    return Path(name)


def ask_replace(parent: QWidget, paths: Sequence[Path]) -> bool:
    """Whether files that are there already may be replaced."""
    names = "\n".join(path.name for path in paths[:_MOST_NAMES])
    more = len(paths) - _MOST_NAMES
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle("Replace?")
    which = "this name" if len(paths) == 1 else "these names"
    box.setText(f"{paths[0].parent} has {count(len(paths), 'file')} of {which} already:")
    box.setInformativeText(names + (f"\nand {grouped(more)} more" if more > 0 else ""))
    replace = box.addButton("Replace", QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    box.exec()
    may = box.clickedButton() is replace
    box.deleteLater()
    return may


def ask_sure(parent: QWidget, title: str, text: str, answer: str) -> bool:
    """Whether something that cannot be undone may be done; `answer` is the button for it."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(title)
    box.setText(text)
    yes = box.addButton(answer, QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    box.exec()
    may = box.clickedButton() is yes
    box.deleteLater()
    return may


class Dialogs:
    """The questions, asked on top of a window; a test answers one by an attribute of its name."""

    def __init__(self, parent: QWidget) -> None:
        self._parent = parent

    def open(self, title: str, kinds: str) -> Path | None:
        """Which file of these kinds to open; None if the person changed their mind."""
        return ask_open(self._parent, title, kinds)

    def save(self, title: str, suggestion: str, kinds: str) -> Path | None:
        """Where to save; None if the person changed their mind."""
        return ask_save(self._parent, title, suggestion, kinds)

    def folder(self, title: str) -> Path | None:
        """Which folder to write to; None if the person changed their mind."""
        return ask_folder(self._parent, title)

    def sure(self, title: str, text: str, answer: str) -> bool:
        """Whether something that cannot be undone may be done."""
        return ask_sure(self._parent, title, text, answer)

    def replace(self, paths: Sequence[Path]) -> bool:
        """Whether files that are there already may be replaced."""
        return ask_replace(self._parent, paths)
