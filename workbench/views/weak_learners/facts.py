"""What a learner that is no tree has learned: names and numbers."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QLabel, QWidget

from core.learning.words.learned import Learned


class Facts(QWidget):
    """A line a fact; what is long is wrapped."""

    def __init__(self) -> None:
        super().__init__()
        self.form = QFormLayout(self)
        self.form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)

    def show_facts(self, found: Learned) -> None:
        """Tell what another learner learned."""
        while self.form.rowCount():
            self.form.removeRow(0)
        for name, text in found.facts:
            label, value = QLabel(name), QLabel(text)
            for part in (label, value):
                part.setTextFormat(Qt.TextFormat.PlainText)
                part.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            value.setWordWrap(True)
            self.form.addRow(label, value)
