"""Rows of a form: a title, a control, and below it in small why it says what it says."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QLineEdit, QSpinBox, QWidget

from workbench.shell.theme import GRID


class FormRows(QGridLayout):
    """The rows, and the reason of each by the name of its part."""

    def __init__(self) -> None:
        super().__init__()
        self.setHorizontalSpacing(GRID)
        self.setVerticalSpacing(0)
        self.setColumnStretch(1, 1)
        self.reasons: dict[str, QLabel] = {}
        self._widgets: dict[str, tuple[QWidget, ...]] = {}

    def add(self, title: str, control: QWidget, part: str) -> None:
        """Add a row at the end."""
        row = self.rowCount()
        label = QLabel(title)
        label.setBuddy(control)
        control.setAccessibleName(title.replace("&", ""))
        reason = QLabel()
        reason.setProperty("quiet", True)
        reason.setContentsMargins(2, 0, 0, GRID)
        reason.setWordWrap(True)
        self.reasons[part] = reason
        self._widgets[part] = (label, control, reason)
        is_tall = not isinstance(control, QComboBox | QLineEdit | QSpinBox)
        label.setContentsMargins(0, 4 if is_tall else 0, 0, 0)
        self.addWidget(
            label, row, 0, Qt.AlignmentFlag.AlignTop if is_tall else Qt.AlignmentFlag.AlignVCenter
        )
        self.addWidget(control, row, 1)
        self.addWidget(reason, row + 1, 1)

    def title(self, part: str, text: str) -> None:
        """Call a row something else."""
        label, control, _ = self._widgets[part]
        assert isinstance(label, QLabel)
        label.setText(text)
        control.setAccessibleName(text.replace("&", ""))

    def show_row(self, part: str, is_shown: bool) -> None:
        """Show or hide a row."""
        for widget in self._widgets[part]:
            widget.setVisible(is_shown)


def words_of(text: str) -> tuple[str, ...]:
    """The words between commas."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def set_text(line: QLineEdit, text: str) -> None:
    """Only if it is another one: the cursor stays where a person types."""
    if line.text() != text:
        line.setText(text)
        line.setCursorPosition(0)
