"""The status line: what is happening, and how far it is. One line, always as high."""

from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QWidget,
)

from core.base.progress import Progress
from workbench.shell.fitting.elided_label import ElidedLabel
from workbench.shell.theme import GRID

_STEPS = 160
"""A bar is drawn again when it is a pixel further, and not for every round."""


class StatusBar(QFrame):
    """Keeps its height, so that nothing above it moves when a sentence comes or goes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("status", True)
        self.activity = ElidedLabel()
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
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID, 4, GRID, 4)
        row.addWidget(self.activity, 1)
        row.addWidget(self.progress)
        row.addWidget(self.cancel)

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
