"""The status line: what is happening, how far it is and, after a run, what it means."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from core.base.progress import Progress
from workbench.shell.theme import GRID
from workbench.shell.tips import plain

_STEPS = 160
"""A bar is drawn again when it is a pixel further, and not for every round."""

_LINES = 3
"""What is said of a run with wrong labels, in a window 1280 wide."""


class VerdictLabel(QLabel):
    """Some sentences; a mark says where there is no room for all, which the tip has."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setFixedHeight(_LINES * self.fontMetrics().lineSpacing() + 2)
        self.more = QLabel("…", self)
        self.more.setAutoFillBackground(True)
        self.more.hide()

    def tell(self, text: str) -> None:
        """Show a text, and all of it beside the mouse."""
        self.setText(text)
        self.setToolTip(plain(text))
        self._mark_the_cut()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """More room, or less."""
        super().resizeEvent(event)
        self._mark_the_cut()

    def _mark_the_cut(self) -> None:
        self.more.adjustSize()
        corner = self.rect().bottomRight()
        self.more.move(corner.x() - self.more.width(), corner.y() - self.more.height())
        self.more.setVisible(self.heightForWidth(self.width()) > self.height())


class StatusBar(QFrame):
    """Keeps its height, so that nothing above it moves when a sentence comes or goes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("status", True)
        self.activity = QLabel()
        self.progress = QProgressBar()
        self.progress.setAccessibleName("Progress")
        self.progress.setFixedWidth(_STEPS)
        self.progress.setTextVisible(False)
        policy = self.progress.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.progress.setSizePolicy(policy)
        self.progress.hide()
        self.cancel = QPushButton("Cancel")
        self.cancel.setToolTip("Draw no more; nothing is written")
        self.cancel.setMaximumHeight(self.progress.sizeHint().height())
        self.cancel.hide()
        self.verdict = VerdictLabel()
        row = QHBoxLayout()
        row.addWidget(self.activity, 1)
        row.addWidget(self.progress)
        row.addWidget(self.cancel)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID, 4, GRID, 4)
        layout.setSpacing(4)
        layout.addLayout(row)
        layout.addWidget(self.verdict)

    def show_progress(self, progress: Progress | None) -> None:
        """Show how much of how much is done; a total of 0 is one that nobody knows."""
        self.progress.setVisible(progress is not None)
        if progress is None:
            return
        most = _STEPS if progress.total else 0
        if self.progress.maximum() != most or self.progress.minimum() != 0:
            self.progress.setRange(0, most)
        place = int(_STEPS * progress.share)
        if most and self.progress.value() != place:
            # Told of a value, the bar would draw it, and all of the window, in this very call.
            self.progress.setUpdatesEnabled(False)
            self.progress.setValue(place)
            self.progress.setUpdatesEnabled(True)
