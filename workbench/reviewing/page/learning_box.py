"""Whether the order of the rows follows from what was decided, and what it has learned."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QLabel, QVBoxLayout, QWidget

from workbench.reviewing.live_agenda import LiveAgenda
from workbench.shell.tips import plain

_TIP = (
    "Every few decisions the order of what is left is made anew: what you confirm comes earlier, "
    "what you keep comes later. The next three rows stay, and undo takes its effect back."
)


class LearningBox(QWidget):
    """A box to switch it off, and what was learned in words."""

    def __init__(self, live: LiveAgenda, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._live = live
        self.learns = QCheckBox("&Learn from decisions")
        self.learns.setToolTip(plain(_TIP))
        self.learns.toggled.connect(live.let_learn)
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.words.setProperty("quiet", True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setAccessibleName("What the order has learned")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.learns)
        layout.addWidget(self.words)

    def refresh(self) -> None:
        """Say what is so now."""
        if self.learns.isChecked() != self._live.options.learns:
            self.learns.blockSignals(True)
            self.learns.setChecked(self._live.options.learns)
            self.learns.blockSignals(False)
        words = self._live.learned
        self.words.setText(words)
        self.setVisible(bool(words))
