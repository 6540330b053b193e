"""Files that cannot be read like the others: each with what to do, and a way to go on without."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from core.base.wording import grouped
from core.parts.disagreement import DisagreementError
from workbench.shell.theme import GRID

_MOST_LINES = 8
"""Of sentences about files that are seen at once; beyond, the list scrolls."""


class DisagreementList(QFrame):
    """The list, and what a person can do about all of them at once."""

    leave_out_asked = Signal(object)
    """The names of the files."""
    again_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("strip", True)
        self.setAccessibleName("Files that differ from the others")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.head = QLabel()
        self.head.setWordWrap(True)
        self.files = QListWidget()
        self.files.setAccessibleName("Files that differ from the others")
        self.files.setWordWrap(True)
        self.files.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.leave_out = QPushButton()
        self.leave_out.clicked.connect(self._leave_out)
        self.again = QPushButton("Look again")
        self.again.setToolTip("Once you have corrected the files")
        self.again.clicked.connect(self.again_asked)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.again)
        row.addWidget(self.leave_out)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, GRID, GRID, GRID)
        column.setSpacing(GRID)
        column.addWidget(self.head)
        column.addWidget(self.files)
        column.addLayout(row)
        self._names: tuple[str, ...] = ()

    def show_error(self, error: DisagreementError | None) -> None:
        """List the files of an error; hide if there is none."""
        self.setVisible(error is not None)
        if error is None:
            return
        self._names = error.names
        self.head.setText(error.subject)
        self.files.clear()
        self.files.addItems(error.told)
        many = len(error.names)
        these = "this file" if many == 1 else f"these {grouped(many)} files"
        self.leave_out.setText(f"Leave {these} out")
        self.leave_out.setVisible(not error.are_all)
        self._take_height()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Another width, other lines."""
        super().resizeEvent(event)
        self._take_height()

    def _take_height(self) -> None:
        """As high as what is told, up to some lines."""
        self.files.doItemsLayout()  # sentences are wrapped at the width of now
        told = range(self.files.count())
        needed = sum(self.files.sizeHintForRow(place) for place in told)
        most = _MOST_LINES * self.files.fontMetrics().lineSpacing()
        self.files.setFixedHeight(min(needed, most) + 2 * self.files.frameWidth() + 4)

    def _leave_out(self) -> None:
        self.leave_out_asked.emit(self._names)
