"""What went wrong, in a strip across the window: a sentence, details to unfold, the log's place."""

import traceback

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from core import WorkbenchError
from workbench.shell import log as logs
from workbench.shell.theme import GRID


class MessageStrip(QFrame):
    """Shows one error at a time; the program goes on below it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("strip", True)
        self.setAccessibleName("Message")
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.details = QPlainTextEdit()
        self.details.setReadOnly(True)
        self.details.setMaximumHeight(160)
        self.details.setAccessibleName("Details")
        self.unfold = QPushButton("Details")
        self.unfold.setCheckable(True)
        self.unfold.toggled.connect(self.details.setVisible)
        close = QPushButton("Close")
        close.clicked.connect(self.hide)
        row = QHBoxLayout()
        row.addWidget(self.text, 1)
        row.addWidget(self.unfold)
        row.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GRID, GRID, GRID, GRID)
        layout.addLayout(row)
        layout.addWidget(self.details)
        self.hide()

    def show_error(self, error: BaseException) -> None:
        """Say what happened, and keep the details in the log."""
        logs.logger.error("shown to the person: %s", error, exc_info=error)
        if isinstance(error, WorkbenchError):
            sentence = str(error)
        elif isinstance(error, MemoryError):
            sentence = (
                "There is not enough memory for this. Close other programs or use fewer rows."
            )
        else:
            sentence = (
                "Something went wrong that should not have. Your file and your decisions are "
                "untouched; try again, and if it happens again send the log."
            )
        report = "".join(traceback.format_exception(error))
        self.text.setText(sentence)
        self.details.setPlainText(f"The log is at {logs.log_path()}\n\n{report}")
        self.unfold.setChecked(False)
        self.details.hide()
        self.show()
