"""Where the rows of several files are kept, and what that takes: memory, the disk, workers."""

import shutil
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox, QLabel, QVBoxLayout, QWidget

from core.base.cache_folder import parts_folder
from core.base.wording import grouped, size_text
from core.data.plan import Plan
from core.parts.first_look import FilesFirstLook
from core.parts.sizes import SHOWN
from workbench.opening.importing.workers_form import WorkersForm
from workbench.opening.subjects import Folder, WorkersAsked
from workbench.shell.theme import GRID

_MEMORY, _DISK, _WORKERS = range(3)
_TITLES = ("In memory", "On the disk, as codes", "On the disk, and on workers")


class KeepingForm(QWidget):
    """Says what opening takes, and lets a person choose the disk, and workers that help."""

    chosen = Signal(bool, object)
    """Whether rows go to the disk, and the WorkersAsked that are to help, or None."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Where the rows are kept")
        title = QLabel("Where the rows are kept")
        title.setProperty("heading", True)
        self.where = QComboBox()
        self.where.setAccessibleName("Where the rows are kept")
        self.where.addItems(_TITLES)
        self.where.activated.connect(self._tell)
        self.workers = WorkersForm()
        self.workers.changed.connect(self._tell)
        self.note = QLabel()
        self.note.setWordWrap(True)
        self.note.setProperty("quiet", True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, GRID, GRID)
        column.setSpacing(GRID)
        for widget in (title, self.where, self.workers, self.note):
            column.addWidget(widget)

    def show_look(self, look: FilesFirstLook, plan: Plan, folder: Folder) -> None:
        """Show what opening takes, and what there is."""
        fits = look.need.fits
        goes_to_disk = folder.is_on_disk or not fits
        place = _WORKERS if folder.workers else _DISK if goes_to_disk else _MEMORY
        self.where.setCurrentIndex(place)
        self._let_choose_memory(fits)
        self.workers.setVisible(place == _WORKERS)
        if folder.workers is not None:
            self.workers.show_asked(folder.workers)
        needs, free = size_text(look.need.bytes_needed), size_text(look.need.bytes_free)
        if place == _MEMORY:
            self.note.setText(f"About {needs}; {free} are free.")
            return
        why = "" if fits else f"In memory they would take about {needs}, and {free} are free. "
        codes, room = look.disk_bytes(plan), free_room(parts_folder())
        shown = f"views show a fair sample of {grouped(SHOWN)} of them"
        if look.files.estimated_rows <= SHOWN:
            shown = "views show them all"
        told = (
            f"{why}About {size_text(codes)} go to the disk, where {size_text(room)} are free. "
            f"Training, curves and the audit take all rows; {shown}."
        )
        if place == _WORKERS:
            told += (
                " The workers have codes of their own, read from the files under the same path; "
                "they train and audit, and results are the same."
            )
        self.note.setText(told)

    def _let_choose_memory(self, fits: bool) -> None:
        model = self.where.model()
        assert isinstance(model, QStandardItemModel)
        model.item(_MEMORY).setEnabled(fits)
        about = "" if fits else "The rows do not fit into memory"
        self.where.setItemData(_MEMORY, about, Qt.ItemDataRole.ToolTipRole)

    def _tell(self) -> None:
        place = self.where.currentIndex()
        asked: WorkersAsked | None = self.workers.asked if place == _WORKERS else None
        self.chosen.emit(place != _MEMORY, asked)


def free_room(folder: Path) -> int:
    """How many bytes are free where a folder is, or will be."""
    there = next(place for place in (folder, *folder.parents) if place.exists())
    return shutil.disk_usage(there).free
