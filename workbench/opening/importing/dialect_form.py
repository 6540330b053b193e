"""How the file is written: every part of the dialect, why it was guessed, and a way to overrule."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from core.base.errors import DataError
from core.sources.dialect import (
    DECIMALS,
    ENCODINGS,
    ESCAPES,
    QUOTES,
    SEPARATORS,
    THOUSANDS,
    Dialect,
)
from workbench.opening.importing.form_rows import FormRows, set_text, words_of
from workbench.shell.theme import GRID

_TYPING_MILLISECONDS = 250
_OTHER = "other"
_MOST_SKIPPED = 100_000
_CHOICES: tuple[tuple[str, str, str, Mapping[str, str]], ...] = (
    ("separator", "&Separator", "separator", SEPARATORS),
    ("quote", "&Quote", "quote", QUOTES),
    ("escape", "Quote &inside", "quote inside", ESCAPES),
    ("decimal", "&Decimal mark", "decimal mark", DECIMALS),
    ("thousands", "&Thousands", "thousands mark", THOUSANDS),
    ("encoding", "&Encoding", "encoding", ENCODINGS),
)
_TOLD = "as you said"
_KEPT = "as it was read before"


class DialectForm(QWidget):
    """Shows a dialect, and tells when a person changes it."""

    changed = Signal(object)
    """The Dialect that the controls say now."""
    guess_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("How the file is written")
        self._shown: Dialect | None = None
        self._is_filling = False
        self._grid = FormRows()
        self.choices: dict[str, QComboBox] = {}
        self.other = QLineEdit()
        self.trims = QCheckBox("around values do not count")
        self.header = QCheckBox("the first row has the &names")
        self.second_header = QCheckBox("and the second, or units")
        self.skip = QSpinBox()
        self.comment = QLineEdit()
        self.missing = QLineEdit()
        self._add_controls()
        self._later = QTimer(self, singleShot=True, interval=_TYPING_MILLISECONDS)
        self._later.timeout.connect(self._told)
        for line in (self.other, self.comment, self.missing):
            line.textEdited.connect(self._later.start)
        self.skip.valueChanged.connect(self._typed)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        self.problem.setProperty("warning", True)
        self.back = QPushButton("Back to what was guessed")
        self.back.setProperty("quiet", True)
        self.back.setCursor(Qt.CursorShape.PointingHandCursor)
        self.back.clicked.connect(self.guess_asked)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, GRID, 0)
        column.setSpacing(GRID)
        column.addLayout(self._grid)
        column.addWidget(self.problem)
        column.addWidget(self.back, alignment=Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self.problem.hide()
        self.other.hide()

    def _add_controls(self) -> None:
        for name, title, part, known in _CHOICES:
            self.choices[name] = self._choice(known)
            self._grid.add(title, self.choices[name], part)
            if name == "separator":
                self._grid.addWidget(self.other, self._grid.rowCount(), 1)
        self.choices["separator"].addItem("another…", _OTHER)
        self.other.setMaxLength(1)
        self.other.setPlaceholderText("one character")
        self.other.setAccessibleName("Another separator")
        self.trims.toggled.connect(self._told)
        self._grid.add("Blanks", self.trims, "blanks")
        self.second_header.setAccessibleName("The second row has names or units too")
        headers = QWidget()
        boxes = QVBoxLayout(headers)
        boxes.setContentsMargins(0, 0, 0, 0)
        boxes.setSpacing(0)
        for box in (self.header, self.second_header):
            box.toggled.connect(self._told)
            boxes.addWidget(box)
        self._grid.add("Header", headers, "header")
        self.skip.setRange(0, _MOST_SKIPPED)
        self._grid.add("S&kip lines", self.skip, "skipped lines")
        self.comment.setPlaceholderText("none")
        self._grid.add("&Comments", self.comment, "comments")
        self.missing.setToolTip("Words that stand for a missing value, with commas between them.")
        self._grid.add("&Missing", self.missing, "missing")

    def show_dialect(
        self, dialect: Dialect, guessed: Dialect | None, reasons: Mapping[str, str]
    ) -> None:
        """Show a dialect; what differs from the guess was told by a person."""
        self._is_filling = True
        self._shown = dialect
        for name, choice in self.choices.items():
            value = getattr(dialect, name)
            if not value.isprintable() and choice.findData(value) < 0:
                choice.addItem(repr(value), value)  # no sign that could be typed
            place = choice.findData(value)
            choice.setCurrentIndex(choice.findData(_OTHER) if place < 0 else place)
        is_other = self.choices["separator"].currentData() == _OTHER
        self.other.setVisible(is_other)
        if is_other:
            set_text(self.other, dialect.separator)
        self.trims.setChecked(dialect.trims)
        self.header.setChecked(dialect.has_header)
        self.second_header.setChecked(dialect.has_header and dialect.has_second_header)
        self.second_header.setEnabled(dialect.has_header)
        self.skip.setValue(dialect.skip)
        set_text(self.comment, dialect.comment)
        if words_of(self.missing.text()) != dialect.missing:
            set_text(self.missing, ", ".join(dialect.missing))
        self._is_filling = False
        self._explain(dialect, guessed, reasons)
        self.back.setVisible(guessed is not None and dialect != guessed)
        self.problem.hide()

    def stop(self) -> None:
        """Nothing that was just typed counts any more."""
        self._later.stop()

    def apply_now(self) -> None:
        """What was just typed counts now."""
        if self._later.isActive():
            self._later.stop()
            self._told()

    def _explain(
        self, dialect: Dialect, guessed: Dialect | None, reasons: Mapping[str, str]
    ) -> None:
        described = dialect.described()
        if guessed is None:
            why = dict.fromkeys(described, _KEPT)
        else:
            before = guessed.described()
            why = {
                part: reasons.get(part, "") if before[part] == text else _TOLD
                for part, text in described.items()
            }
            if why["encoding"] != _TOLD and dialect.has_mark:
                why["encoding"] = "the file starts with its byte-order mark"
        is_usual = dialect.missing == Dialect().missing
        why["missing"] = "and empty values; these are the usual words" if is_usual else _TOLD
        for part, label in self._grid.reasons.items():
            label.setText(why[part])

    def _choice(self, known: Mapping[str, str]) -> QComboBox:
        choice = QComboBox()
        for value, name in known.items():
            mark = f"{name}   {value}" if value.strip() and len(value) == 1 else name
            choice.addItem(mark, value)
        choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        choice.setMinimumContentsLength(12)
        choice.activated.connect(self._told)
        return choice

    def _typed(self, *_value: Any) -> None:
        if not self._is_filling:
            self._later.start()

    def _told(self, *_value: Any) -> None:
        if self._is_filling or self._shown is None:
            return
        values: dict[str, Any] = {n: c.currentData() for n, c in self.choices.items()}
        is_other = values["separator"] == _OTHER
        self.other.setVisible(is_other)
        if is_other:
            if not self.other.text():
                self.other.setFocus()
                return
            values["separator"] = self.other.text()
        try:
            told = replace(
                self._shown,
                **values,
                trims=self.trims.isChecked(),
                has_header=self.header.isChecked(),
                has_second_header=self.header.isChecked() and self.second_header.isChecked(),
                skip=self.skip.value(),
                comment=self.comment.text(),
                missing=words_of(self.missing.text()),
            )
        except DataError as error:
            self.problem.setText(str(error))
            self.problem.show()
            return
        self.problem.hide()
        if told != self._shown:
            self._shown = told
            self.changed.emit(told)
