"""What both forms of the import page have: typing that waits, a problem, a way to the guess."""

import abc
from typing import Any, Generic, TypeVar

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from core.base.errors import DataError
from core.sources.excerpt import Manner
from workbench.opening.importing.form_rows import FormRows, set_text, words_of
from workbench.shell.theme import GRID

Own = TypeVar("Own", bound=Manner)
TOLD = "as you said"
_USUAL_WORDS = "and empty values; these are the usual words"


class MannerForm(QWidget, Generic[Own]):
    """Shows how a file is read, and tells when a person changes it."""

    changed = Signal(object)
    """What the controls say now."""
    guess_asked = Signal()

    def __init__(self, milliseconds: int, parent: QWidget | None = None) -> None:
        """What is typed counts after so many milliseconds of rest."""
        super().__init__(parent)
        self._shown: Own | None = None
        self._is_filling = False
        self.rows = FormRows()
        self.missing = QLineEdit()
        self.missing.setToolTip("Words that stand for a missing value, with commas between them.")
        self._later = QTimer(self, singleShot=True, interval=milliseconds)
        self._later.timeout.connect(self._told)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        self.problem.setProperty("warning", True)
        self.problem.hide()
        self.back = QPushButton("Back to what was guessed")
        self.back.setProperty("quiet", True)
        self.back.setCursor(Qt.CursorShape.PointingHandCursor)
        self.back.clicked.connect(self.guess_asked)

    def _lay_out(self, *above: QWidget) -> None:
        """The rows below these, the words for missing values as the last of them."""
        self.rows.add("&Missing", self.missing, "missing")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, GRID, 0)
        column.setSpacing(GRID)
        for widget in above:
            column.addWidget(widget)
        column.addLayout(self.rows)
        column.addWidget(self.problem)
        column.addWidget(self.back, alignment=Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)

    def _wait_for(self, *lines: QLineEdit) -> None:
        for line in lines:
            line.textEdited.connect(self._later.start)

    # What a form says itself

    @abc.abstractmethod
    def _said(self) -> Own | None:
        """What the controls say; None if that is not whole yet. Raise DataError for nonsense."""

    # What is shown

    def _show(self, shown: Own, guessed: Own | None) -> None:
        """What both have in common; what differs from the guess was told by a person."""
        if words_of(self.missing.text()) != shown.missing:
            set_text(self.missing, ", ".join(shown.missing))
        self.back.setVisible(guessed is not None and shown != guessed)
        self.problem.hide()

    def _explain(self, why: dict[str, str], shown: Own) -> None:
        """Say of each row why it says what it says."""
        is_usual = shown.missing == type(shown)().missing
        for part, label in self.rows.reasons.items():
            own = (_USUAL_WORDS if is_usual else TOLD) if part == "missing" else why[part]
            label.setText(own)

    # What a person does

    def stop(self) -> None:
        """Nothing that was just typed counts any more."""
        self._later.stop()

    def apply_now(self) -> None:
        """What was just typed counts now."""
        if self._later.isActive():
            self._later.stop()
            self._told()

    def _typed(self, *_value: Any) -> None:
        if not self._is_filling:
            self._later.start()

    def _told(self, *_value: Any) -> None:
        if self._is_filling or self._shown is None:
            return
        try:
            told = self._said()
        except DataError as error:
            self.problem.setText(str(error))
            self.problem.show()
            return
        if told is None:
            return
        self.problem.hide()
        if told != self._shown:
            self._shown = told
            self.changed.emit(told)
