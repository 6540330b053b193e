"""What to do with a file that is too large for memory: the disk, a sample, or all of it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSpinBox, QWidget

from core.base.wording import grouped, size_text
from core.reading.memory import Need
from workbench.shell.theme import GRID


class MemoryOffer(QFrame):
    """Says what the file needs and what there is, and offers a way."""

    sample_asked = Signal(int)
    all_asked = Signal()
    disk_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("strip", True)
        self.setAccessibleName("Too large for the memory")
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.rows = QSpinBox()
        self.rows.setGroupSeparatorShown(True)
        self.rows.setSuffix(" rows")
        self.rows.setAccessibleName("Rows of the sample")
        self.take = QPushButton("Read a random sample")
        self.take.clicked.connect(lambda: self.sample_asked.emit(self.rows.value()))
        self.all = QPushButton("Read all an&yway")
        self.all.clicked.connect(self.all_asked)
        self.disk = QPushButton("Keep it on the disk")
        self.disk.setToolTip("Train on all rows, of which one byte a value is kept on the disk")
        self.disk.clicked.connect(self.disk_asked)
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID, GRID, GRID, GRID)
        row.setSpacing(GRID)
        row.addWidget(self.text, 1)
        for widget in (self.disk, self.rows, self.take, self.all):
            row.addWidget(widget)

    def show_need(self, need: Need, rows: int, has_parts: bool = True) -> None:
        """Show what reading would take; only some kinds of files can be read in parts."""
        self.disk.setVisible(has_parts)
        self.text.setText(
            f"Reading all of about {grouped(rows)} rows takes about "
            f"{size_text(need.bytes_needed)} of "
            f"memory, and {size_text(need.bytes_free)} are free, half of which training needs. "
            f"A random sample of {grouped(need.sample_rows)} rows fits."
        )
        self.rows.setRange(1, max(1, min(rows, 2_000_000_000)))
        self.rows.setValue(need.sample_rows)
