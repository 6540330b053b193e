"""How the file is written: every part of the dialect, why it was guessed, and a way to overrule."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from core.sources.dialect import (
    DECIMALS,
    ENCODINGS,
    ESCAPES,
    QUOTES,
    SEPARATORS,
    THOUSANDS,
    Dialect,
)
from workbench.opening.importing.form_rows import set_text, words_of
from workbench.opening.importing.manner_form import TOLD, MannerForm

_TYPING_MILLISECONDS = 250
_OTHER = "other"
_MOST_SKIPPED = 100_000
_CHOICES: tuple[tuple[str, str, str, Mapping[str, str]], ...] = (
    ("separator", "&Separator", "separator", SEPARATORS),
    ("quote", "&Quote", "quote", QUOTES),
    ("escape", "Quote &inside", "quote inside", ESCAPES),
    ("decimal", "De&cimal mark", "decimal mark", DECIMALS),
    ("thousands", "Tho&usands", "thousands mark", THOUSANDS),
    ("encoding", "E&ncoding", "encoding", ENCODINGS),
)
_KEPT = "as it was read before"


class DialectForm(MannerForm[Dialect]):
    """Shows a dialect, and tells when a person changes it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_TYPING_MILLISECONDS, parent)
        self.setAccessibleName("How the file is written")
        self.choices: dict[str, QComboBox] = {}
        self.other = QLineEdit()
        self.trims = QCheckBox("around values do not count")
        self.header = QCheckBox("the first ro&w has the names")
        self.second_header = QCheckBox("and the second, or units")
        self.skip = QSpinBox()
        self.comment = QLineEdit()
        self._add_controls()
        self._wait_for(self.other, self.comment, self.missing)
        self.skip.valueChanged.connect(self._typed)
        self._lay_out()
        self.other.hide()

    def _add_controls(self) -> None:
        for name, title, part, known in _CHOICES:
            self.choices[name] = self._choice(known)
            self.rows.add(title, self.choices[name], part)
            if name == "separator":
                self.rows.addWidget(self.other, self.rows.rowCount(), 1)
        self.choices["separator"].addItem("another…", _OTHER)
        self.other.setMaxLength(1)
        self.other.setPlaceholderText("one character")
        self.other.setAccessibleName("Another separator")
        self.trims.toggled.connect(self._told)
        self.rows.add("Blanks", self.trims, "blanks")
        self.second_header.setAccessibleName("The second row has names or units too")
        headers = QWidget()
        boxes = QVBoxLayout(headers)
        boxes.setContentsMargins(0, 0, 0, 0)
        boxes.setSpacing(0)
        for box in (self.header, self.second_header):
            box.toggled.connect(self._told)
            boxes.addWidget(box)
        self.rows.add("Header", headers, "header")
        self.skip.setRange(0, _MOST_SKIPPED)
        self.rows.add("S&kip lines", self.skip, "skipped lines")
        self.comment.setPlaceholderText("none")
        self.rows.add("C&omments", self.comment, "comments")

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
        self._show(dialect, guessed)
        self._is_filling = False
        self._explain(_reasons(dialect, guessed, reasons), dialect)

    def _choice(self, known: Mapping[str, str]) -> QComboBox:
        choice = QComboBox()
        for value, name in known.items():
            mark = f"{name}   {value}" if value.strip() and len(value) == 1 else name
            choice.addItem(mark, value)
        choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        choice.setMinimumContentsLength(12)
        choice.activated.connect(self._told)
        return choice

    def _said(self) -> Dialect | None:
        assert self._shown is not None
        values: dict[str, Any] = {n: c.currentData() for n, c in self.choices.items()}
        is_other = values["separator"] == _OTHER
        self.other.setVisible(is_other)
        if is_other:
            if not self.other.text():
                self.other.setFocus()
                return None
            values["separator"] = self.other.text()
        return replace(
            self._shown,
            **values,
            trims=self.trims.isChecked(),
            has_header=self.header.isChecked(),
            has_second_header=self.header.isChecked() and self.second_header.isChecked(),
            skip=self.skip.value(),
            comment=self.comment.text(),
            missing=words_of(self.missing.text()),
        )


def _reasons(
    dialect: Dialect, guessed: Dialect | None, reasons: Mapping[str, str]
) -> dict[str, str]:
    """Of each part of a dialect, why it is so."""
    described = dialect.described()
    if guessed is None:
        return dict.fromkeys(described, _KEPT)
    before = guessed.described()
    why = {
        part: reasons.get(part, "") if before[part] == text else TOLD
        for part, text in described.items()
    }
    if why["encoding"] != TOLD and dialect.has_mark:
        why["encoding"] = "the file starts with its byte-order mark"
    return why
