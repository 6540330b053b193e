"""Every column with its meaning and its role as choosers, why, and what its values look like."""

import enum
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from core.base.wording import grouped, percent
from core.data.plan import Plan
from core.data.profile import Profile
from core.data.roles import Meaning, Role
from workbench.opening.importing.colours import shown_as, tint_of
from workbench.opening.importing.delegates import ChooserDelegate, HistogramDelegate
from workbench.shell.tables.computed_mark import computed_mark
from workbench.shell.tables.names_delegate import NamesDelegate
from workbench.shell.text_size import scaled
from workbench.shell.theme import GRID, LIGHT, Theme
from workbench.shell.tips import plain

Index = QModelIndex | QPersistentModelIndex
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class CellPart(enum.IntEnum):
    """The parts of a row."""

    NAME = 0
    MEANING = 1
    ROLE = 2
    MISSING = 3
    DISTINCT = 4
    VALUES = 5
    WHY = 6


_TITLES = {
    CellPart.NAME: "column",
    CellPart.MEANING: "meaning",
    CellPart.ROLE: "used as",
    CellPart.MISSING: "missing",
    CellPart.DISTINCT: "different",
    CellPart.VALUES: "values",
    CellPart.WHY: "why",
}
_WIDTHS = {
    CellPart.NAME: 190,
    CellPart.MEANING: 104,
    CellPart.ROLE: 96,
    CellPart.MISSING: 72,
    CellPart.DISTINCT: 76,
    CellPart.VALUES: 150,
}
_CHOICES = {CellPart.MEANING: Meaning, CellPart.ROLE: Role}


class ColumnsModel(QAbstractTableModel):
    """The columns of a file as rows of a table."""

    meaning_chosen = Signal(str, object)
    role_chosen = Signal(str, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.theme: Theme = LIGHT
        self.names: list[str] = []
        self.plan: Plan | None = None
        self.profiles: Mapping[str, Profile] = {}

    def show_columns(self, names: Sequence[str], plan: Plan | None) -> None:
        """Show the columns of a plan."""
        if list(names) != self.names:
            self.beginResetModel()
            self.names, self.plan, self.profiles = list(names), plan, {}
            self.endResetModel()
        elif plan != self.plan:
            self.plan = plan
            self.repaint()

    def show_profiles(self, profiles: Mapping[str, Profile]) -> None:
        """More is known about the columns."""
        if profiles != self.profiles:
            self.profiles = profiles
            self.repaint()

    def repaint(self) -> None:
        """Draw every cell in sight again."""
        if self.names:
            self.dataChanged.emit(
                self.index(0, 0), self.index(len(self.names) - 1, len(CellPart) - 1)
            )

    def profile(self, row: int) -> Profile | None:
        """What is known about a column."""
        return self.profiles.get(self.names[row])

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's names
        """One row a column."""
        return 0 if parent.isValid() else len(self.names)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008
        """The parts of a row."""
        return 0 if parent.isValid() else len(CellPart)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:  # noqa: N802
        """The titles of the parts."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return _TITLES[CellPart(section)]
        if role == Qt.ItemDataRole.TextAlignmentRole and section in (
            CellPart.MISSING,
            CellPart.DISTINCT,
        ):
            return int(_RIGHT)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Meanings and roles can be chosen."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() in _CHOICES else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell's text and looks."""
        name, part = self.names[index.row()], CellPart(index.column())
        planned = self.plan.columns.get(name) if self.plan else None
        if planned is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return self._text(index.row(), part)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(self._tip(index.row(), part) or "")
        if role == Qt.ItemDataRole.AccessibleTextRole and part is CellPart.VALUES:
            return self._tip(index.row(), part)
        if role == Qt.ItemDataRole.DecorationRole and part is CellPart.NAME:
            return computed_mark(self.theme) if name in self._computed else None
        if role == Qt.ItemDataRole.AccessibleTextRole and part is CellPart.NAME:
            return f"{name}, computed" if name in self._computed else name
        if role == Qt.ItemDataRole.BackgroundRole and part in (CellPart.NAME, CellPart.MEANING):
            return tint_of(shown_as(planned), self.theme)
        if role == Qt.ItemDataRole.ForegroundRole and (
            planned.role is Role.IGNORED or part is CellPart.WHY
        ):
            return QColor(self.theme.quiet_text)
        if role == Qt.ItemDataRole.TextAlignmentRole and part in (
            CellPart.MISSING,
            CellPart.DISTINCT,
        ):
            return int(_RIGHT)
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802
        """Somebody chose a meaning or a role."""
        del role
        name, part = self.names[index.row()], CellPart(index.column())
        if part not in _CHOICES or value == self._text(index.row(), part):
            return False
        signal = self.meaning_chosen if part is CellPart.MEANING else self.role_chosen
        signal.emit(name, _CHOICES[part](value))
        return True

    @property
    def _computed(self) -> Mapping[str, str]:
        """The expressions of the columns that no file has."""
        return self.plan.computed if self.plan else {}

    def is_computed(self, row: int) -> bool:
        """Whether a column is computed from others."""
        return self.names[row] in self._computed

    def _text(self, row: int, part: CellPart) -> str:
        name = self.names[row]
        assert self.plan is not None
        planned, found = self.plan[name], self.profile(row)
        if part is CellPart.NAME:
            return name.replace("\n", " ")
        if part is CellPart.MEANING:
            return planned.meaning.value
        if part is CellPart.ROLE:
            return planned.role.value
        if part is CellPart.WHY:
            if (text := self._computed.get(name)) is not None:
                return f"= {text}" + (f" · {planned.why}" if planned.why else "")
            return planned.why or "as you said"
        if found is None:
            return "…" if part in (CellPart.MISSING, CellPart.DISTINCT) else ""
        if part is CellPart.MISSING:
            return grouped(found.missing) if found.missing else "–"
        return grouped(found.distinct) if part is CellPart.DISTINCT else ""

    def _tip(self, row: int, part: CellPart) -> str | None:
        found = self.profile(row)
        if part in (CellPart.NAME, CellPart.WHY):
            return self._text(row, part)
        if found is None:
            return None
        if part is CellPart.MISSING:
            return f"{percent(found.missing / max(1, found.rows))} of the rows have no value"
        if part is CellPart.VALUES:
            if found.low:
                return f"from {found.low} to {found.high}, in the middle {found.median}"
            shown = [f"{bar.text[:40]}: {grouped(bar.count)}" for bar in found.bars[:8]]
            return "\n".join(shown)
        return None


class ColumnsTable(QTableView):
    """The table of the columns."""

    computed_asked = Signal(str)
    """How a computed column is computed is to be shown, and changed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Columns")
        self.columns = ColumnsModel(self)
        self.setModel(self.columns)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setStyleSheet(
            f"QTableView::item {{ padding: 0 {GRID - 2}px; }}"
            f"QHeaderView::section {{ padding: 4px {GRID}px; }}"
        )
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.SelectedClicked
            | QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self.clicked.connect(self._clicked)
        self.doubleClicked.connect(self._ask_for_computed)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(26)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        self.horizontalHeader().setStretchLastSection(True)
        for part, width in _WIDTHS.items():
            self.setColumnWidth(part, scaled(width))
        self._choosers = {
            part: ChooserDelegate([choice.value for choice in kind], self)
            for part, kind in _CHOICES.items()
        }
        for part, chooser in self._choosers.items():
            self.setItemDelegateForColumn(part, chooser)
        self.setItemDelegateForColumn(CellPart.NAME, NamesDelegate(self))
        self._bars = HistogramDelegate(self.columns.profile, self)
        self.setItemDelegateForColumn(CellPart.VALUES, self._bars)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.columns.theme = self._bars.theme = theme
        for chooser in self._choosers.values():
            chooser.theme = theme
        self.columns.repaint()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Space opens a chooser, as it opens a box."""
        if event.key() == Qt.Key.Key_Space and self.currentIndex().column() in _CHOICES:
            self.edit(self.currentIndex())
        elif event.key() == Qt.Key.Key_Space:
            self._ask_for_computed(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _ask_for_computed(self, index: QModelIndex) -> None:
        is_fixed = index.isValid() and index.column() not in _CHOICES
        if is_fixed and self.columns.is_computed(index.row()):
            self.computed_asked.emit(self.columns.names[index.row()])

    def _clicked(self, index: QModelIndex) -> None:
        if index.column() in _CHOICES:
            self.edit(index)
