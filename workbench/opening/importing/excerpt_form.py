"""Which part of a book, a database or another program's file is the table, and a way to overrule.

The rows are those that the kind of file declares: a book has sheets, header rows and ranges, a
database has tables, and a file of a statistics program has labels.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from core.base.errors import DataError
from core.base.wording import count
from core.sources.excerpt import CHOICES, MOST_ROWS, Excerpt
from core.sources.formats import Format
from workbench.opening.importing.form_rows import FormRows, set_text, words_of
from workbench.shell.parts_box import PartsBox
from workbench.shell.theme import GRID

if TYPE_CHECKING:
    from core.reading.foreign.found import TablePart

_TYPING_MILLISECONDS = 400
_TOLD = "as you said"


class ExcerptForm(QWidget):
    """Shows an excerpt, and tells when a person changes it."""

    changed = Signal(object)
    """The Excerpt that the controls say now."""
    guess_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Where the table is")
        self._shown: Excerpt | None = None
        self._is_filling = False
        self.kind = QLabel()
        self.kind.setWordWrap(True)
        self.kind.setProperty("quiet", True)
        self.rows = FormRows()
        self.table = PartsBox()
        self.table.activated.connect(self._table_chosen)
        self.header = QSpinBox()
        self.header.setRange(0, MOST_ROWS)
        self.header.setSpecialValueText("none")
        self.header.valueChanged.connect(self._typed)
        self.second_header = QCheckBox("and the row below it")
        self.second_header.toggled.connect(self._told)
        self.area = QLineEdit()
        self.area.setPlaceholderText("all cells")
        self.codes = QCheckBox("instead of labels")
        self.codes.toggled.connect(self._told)
        self.missing = QLineEdit()
        self.missing.setToolTip("Words that stand for a missing value, with commas between them.")
        controls: Mapping[str, QWidget] = {
            "table": self.table,
            "header_row": self.header,
            "has_second_header": self.second_header,
            "area": self.area,
            "has_codes": self.codes,
        }
        for part, control in controls.items():
            self.rows.add(f"&{CHOICES[part].title}", control, part)
            control.setToolTip(f"{CHOICES[part].help[0].upper()}{CHOICES[part].help[1:]}")
        self.rows.add("&Missing", self.missing, "missing")
        self._later = QTimer(self, singleShot=True, interval=_TYPING_MILLISECONDS)
        self._later.timeout.connect(self._told)
        for line in (self.area, self.missing):
            line.textEdited.connect(self._later.start)
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
        column.addWidget(self.kind)
        column.addLayout(self.rows)
        column.addWidget(self.problem)
        column.addWidget(self.back, alignment=Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self.problem.hide()

    def show_excerpt(
        self,
        kind: Format,
        excerpt: Excerpt,
        parts: "Sequence[TablePart]",
        guessed: Excerpt | None,
        reasons: Mapping[str, str],
    ) -> None:
        """Show an excerpt; what differs from the guess was told by a person."""
        self._is_filling = True
        self._shown = excerpt
        self.kind.setText(f"{kind.about.title}.")
        self.rows.title("table", f"&{kind.about.part.capitalize()}")
        for part in (*CHOICES, "missing"):
            self.rows.show_row(part, part in kind.about.choices)
        self.table.show_parts(parts, excerpt.table)
        self.header.setValue(excerpt.header_row or 0)
        self.second_header.setChecked(bool(excerpt.has_second_header))
        self.second_header.setEnabled(bool(excerpt.header_row))
        set_text(self.area, excerpt.area)
        self.codes.setChecked(excerpt.has_codes)
        if words_of(self.missing.text()) != excerpt.missing:
            set_text(self.missing, ", ".join(excerpt.missing))
        self._is_filling = False
        self._explain(kind, excerpt, parts, guessed, reasons)
        self.back.setVisible(guessed is not None and excerpt != guessed)
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
        self,
        kind: Format,
        excerpt: Excerpt,
        parts: "Sequence[TablePart]",
        guessed: Excerpt | None,
        reasons: Mapping[str, str],
    ) -> None:
        why = {
            part: reasons.get(part, "")
            if guessed is None or getattr(guessed, part) == getattr(excerpt, part)
            else _TOLD
            for part in self.rows.reasons
        }
        size = next((part.told for part in parts if part.name == excerpt.table), "")
        of = f"one of {count(len(parts), kind.about.part)}"
        which = f"the only {kind.about.part}" if len(parts) == 1 else why["table"] or of
        why["table"] = "; ".join(told for told in (size, which) if told)
        is_usual = excerpt.missing == Excerpt().missing
        why["missing"] = "and empty values; these are the usual words" if is_usual else _TOLD
        for part, label in self.rows.reasons.items():
            label.setText(why[part])

    def _table_chosen(self, _place: int) -> None:
        """Another table has its header elsewhere."""
        chosen = self.table.chosen
        if self._shown is not None and chosen and chosen != self._shown.table:
            self._later.stop()
            told = Excerpt(chosen, has_codes=self._shown.has_codes, missing=self._shown.missing)
            self._shown = told
            self.changed.emit(told)

    def _typed(self, *_value: Any) -> None:
        if not self._is_filling:
            self._later.start()

    def _told(self, *_value: Any) -> None:
        if self._is_filling or self._shown is None:
            return
        try:
            told = replace(
                self._shown,
                header_row=self.header.value(),
                has_second_header=self.second_header.isChecked() and bool(self.header.value()),
                area=self.area.text(),
                has_codes=self.codes.isChecked(),
                missing=words_of(self.missing.text()),
            )
            if told.area != self._shown.area and told.header_row == self._shown.header_row:
                # Another range has another header, unless somebody says which row it is.
                told = replace(told, header_row=None, has_second_header=None)
        except DataError as error:
            self.problem.setText(str(error))
            self.problem.show()
            return
        self.problem.hide()
        if told != self._shown:
            self._shown = told
            self.changed.emit(told)
