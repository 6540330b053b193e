"""Asks after which round a model is to be taken away."""

from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QRadioButton, QVBoxLayout, QWidget

from core.judging.model_rounds import RoundChoice
from workbench.shell.theme import GRID

_BEST = (
    "The best of many rounds looks a little better than it is: the same rows chose it and judge it."
)


class RoundDialog(QDialog):
    """One button for each round; what is usually wanted is chosen already."""

    def __init__(self, parent: QWidget, title: str, choices: Sequence[RoundChoice]) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._choices = choices
        self.buttons = [QRadioButton(choice.words) for choice in choices]
        self.buttons[0].setChecked(True)
        note = QLabel(_BEST, wordWrap=True)
        note.setProperty("quiet", True)
        box = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        box.accepted.connect(self.accept)
        box.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setSpacing(GRID)
        layout.addWidget(QLabel("Which rounds does the model have?"))
        for button in self.buttons:
            layout.addWidget(button)
        layout.addWidget(note)
        layout.addWidget(box)
        self.setMinimumWidth(420)
        self.buttons[0].setFocus()

    @property
    def rounds(self) -> int:
        """After how many rounds."""
        chosen = next(place for place, own in enumerate(self.buttons) if own.isChecked())
        return self._choices[chosen].rounds


def ask_rounds(parent: QWidget, title: str, choices: Sequence[RoundChoice]) -> int | None:
    """Ask after which round; None if the person changed their mind."""
    dialog = RoundDialog(parent, title, choices)
    return dialog.rounds if dialog.exec() else None
