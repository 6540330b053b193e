"""Where the rows of several files are kept, and what that takes: memory, or codes on the disk."""

import shutil
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLabel, QVBoxLayout, QWidget

from core.base.cache_folder import parts_folder
from core.base.wording import grouped, size_text
from core.data.plan import Plan
from core.parts.first_look import FilesFirstLook
from core.parts.sizes import SHOWN
from workbench.shell.theme import GRID

_MEMORY, _DISK = "In memory", "On the disk, as codes"


class KeepingForm(QWidget):
    """Says what opening takes, and lets a person choose the disk."""

    disk_chosen = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Where the rows are kept")
        title = QLabel("Where the rows are kept")
        title.setProperty("heading", True)
        self.where = QComboBox()
        self.where.setAccessibleName("Where the rows are kept")
        self.where.addItem(_MEMORY, False)
        self.where.addItem(_DISK, True)
        self.where.activated.connect(lambda: self.disk_chosen.emit(self.where.currentData()))
        self.note = QLabel()
        self.note.setWordWrap(True)
        self.note.setProperty("quiet", True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, GRID, GRID)
        column.setSpacing(GRID)
        for widget in (title, self.where, self.note):
            column.addWidget(widget)

    def show_look(self, look: FilesFirstLook, plan: Plan, is_on_disk: bool) -> None:
        """Show what opening takes, and what there is."""
        fits = look.need.fits
        goes_to_disk = is_on_disk or not fits
        self.where.setCurrentIndex(int(goes_to_disk))
        self.where.setEnabled(fits)
        needs, free = size_text(look.need.bytes_needed), size_text(look.need.bytes_free)
        if not goes_to_disk:
            self.note.setText(f"About {needs}; {free} are free.")
            return
        why = "" if fits else f"In memory they would take about {needs}, and {free} are free. "
        codes, room = look.disk_bytes(plan), free_room(parts_folder())
        self.note.setText(
            f"{why}About {size_text(codes)} go to the disk, where {size_text(room)} are free. "
            f"Training, curves and the audit take all rows; views show a fair sample of "
            f"{grouped(min(SHOWN, look.files.estimated_rows))} of them."
        )


def free_room(folder: Path) -> int:
    """How many bytes are free where a folder is, or will be."""
    there = next(place for place in (folder, *folder.parents) if place.exists())
    return shutil.disk_usage(there).free
