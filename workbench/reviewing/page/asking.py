"""A button that asks a long question, how far the answer is, and the way to call it off."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from core.base.progress import Progress
from workbench.shell.theme import GRID


class AskRow(QWidget):
    """Ask, or see how far it is and cancel."""

    asked = Signal()
    cancelled = Signal()

    def __init__(self, text: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ask = QPushButton(text)
        self.ask.setToolTip(tip)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedWidth(240)
        self.progress.setRange(0, 1000)
        self.progress.setAccessibleName(f"Progress: {text}")
        self.words = QLabel()
        self.words.setProperty("quiet", True)
        self.cancel = QPushButton("Cancel")
        self.cancel.setAccessibleName(f"Cancel: {text}")
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(GRID)
        for widget in (self.ask, self.progress, self.cancel, self.words):
            self.row.addWidget(widget)
        self.row.addStretch(1)
        self.ask.clicked.connect(self._ask)
        self.cancel.clicked.connect(self._cancel)
        self.show_progress(None)

    def show_progress(self, progress: Progress | None) -> None:
        """How far it is; None if nothing is under way."""
        is_running = progress is not None
        gone, there = (self.ask, self.cancel) if is_running else (self.cancel, self.ask)
        had_focus = gone.hasFocus()
        for widget in (self.progress, self.cancel, self.words):
            widget.setVisible(is_running)
        self.ask.setVisible(not is_running)
        if had_focus:
            there.setFocus()
        if progress is not None:
            self.progress.setValue(int(1000 * progress.share))
            self.words.setText(progress.words)

    def _ask(self) -> None:
        self.asked.emit()
        if self.cancel.isVisible():
            self.cancel.setFocus()  # the button that was pressed is hidden now

    def _cancel(self) -> None:
        self.cancelled.emit()
        self.ask.setFocus()
