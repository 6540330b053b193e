"""Which part of a book, a database or another program's file is the table, and a way to overrule.

The rows are those that the kind of file declares: a book has sheets, header rows and ranges, a
database has tables, and a file of a statistics program has labels.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import (
    QCheckBox,
    QLabel,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from core.base.wording import count
from core.sources.excerpt import CHOICES, MOST_ROWS, Excerpt
from core.sources.formats import Format
from workbench.opening.importing.form_rows import set_text, words_of
from workbench.opening.importing.manner_form import TOLD, MannerForm
from workbench.shell.parts_box import PartsBox

if TYPE_CHECKING:
    from core.reading.foreign.found import TablePart

_TYPING_MILLISECONDS = 400


class ExcerptForm(MannerForm[Excerpt]):
    """Shows an excerpt, and tells when a person changes it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_TYPING_MILLISECONDS, parent)
        self.setAccessibleName("Where the table is")
        self.kind = QLabel()
        self.kind.setWordWrap(True)
        self.kind.setProperty("quiet", True)
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
        self._wait_for(self.area, self.missing)
        self._lay_out(self.kind)

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
        self._show(excerpt, guessed)
        self._is_filling = False
        self._explain(self._reasons(kind, excerpt, parts, guessed, reasons), excerpt)

    def _reasons(
        self,
        kind: Format,
        excerpt: Excerpt,
        parts: "Sequence[TablePart]",
        guessed: Excerpt | None,
        reasons: Mapping[str, str],
    ) -> dict[str, str]:
        why = {
            part: reasons.get(part, "")
            if guessed is None or getattr(guessed, part) == getattr(excerpt, part)
            else TOLD
            for part in CHOICES
        }
        size = next((part.told for part in parts if part.name == excerpt.table), "")
        of = f"one of {count(len(parts), kind.about.part)}"
        which = f"the only {kind.about.part}" if len(parts) == 1 else why["table"] or of
        why["table"] = "; ".join(told for told in (size, which) if told)
        return why

    def _table_chosen(self, _place: int) -> None:
        """Another table has its header elsewhere."""
        chosen = self.table.chosen
        if self._shown is not None and chosen and chosen != self._shown.table:
            self._later.stop()
            told = Excerpt(chosen, has_codes=self._shown.has_codes, missing=self._shown.missing)
            self._shown = told
            self.changed.emit(told)

    def _said(self) -> Excerpt:
        assert self._shown is not None
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
        return told
