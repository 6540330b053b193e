"""Where a dialog starts: where the person last was with one of its kind, else where they were."""

from pathlib import Path

from PySide6.QtCore import QStandardPaths

from workbench.shell.choices import read_choices
from workbench.shell.user_folders import preferences

_LAST = "last"


def start_folder(kind: str) -> Path:
    """The folder in which a dialog of a kind starts; never the program's own."""
    if (fixed := read_choices().start_folder) and Path(fixed).is_dir():
        return Path(fixed)
    kept = preferences()
    for name in (kind, _LAST):
        told = kept.value(f"folders/{_key(name)}")
        if isinstance(told, str) and told and Path(told).is_dir():
            return Path(told)
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return Path(documents) if documents and Path(documents).is_dir() else Path.home()


def been_in(folder: Path, kind: str = "") -> None:
    """Remember where a person was, with a dialog of a kind or in another way."""
    kept = preferences()
    for name in {kind or _LAST, _LAST}:
        kept.setValue(f"folders/{_key(name)}", str(folder.absolute()))


def _key(kind: str) -> str:
    """A kind as a key of the preferences."""
    return "".join(letter if letter.isalnum() else "_" for letter in kind)
