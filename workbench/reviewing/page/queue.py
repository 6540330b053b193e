"""The queue at the side: every row in the order of the ranking, with what was decided."""

from typing import Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from core.base.arrays import Integers
from core.judging.ranking import Ranking
from core.judging.reviewing.decision import Verb
from core.judging.reviewing.decisions import Decisions
from workbench.plotting.class_symbols import class_symbol
from workbench.plotting.plain_table import make_plain
from workbench.reviewing.decision_bar import PAST
from workbench.shell.tables.names_delegate import NamesDelegate
from workbench.shell.text_size import scaled
from workbench.shell.theme import GRID, LIGHT, Theme
from workbench.shell.tips import plain

_LINE, _GIVEN, _SUGGESTED, _DECISION = range(4)
_TITLES = ("line", "given", "suggested", "decision")
_MOST_MARKED = 2000
"""Qt's own selection takes long beyond."""
_MOST_LINE = 168
"""Pixels for a line with the name of its file; a longer one is told by its tip."""
_AROUND_NAME = 32
"""Pixels for the symbol of a class, and the room around its name."""
Index = QModelIndex | QPersistentModelIndex
_Roles = Qt.ItemDataRole
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class QueueModel(QAbstractTableModel):
    """The rows of a ranking; what was decided is looked up when it is drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.ranking: Ranking | None = None
        self.decisions: Decisions | None = None
        self.theme: Theme = LIGHT
        self._symbols: dict[int, QIcon] = {}

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme
        self._symbols.clear()
        self.refresh()

    def classes(self) -> tuple[str, ...]:
        """What a row can be given; none for numbers."""
        return self.ranking.dataset.classes if self.ranking else ()

    def outcomes(self) -> tuple[str, ...]:
        """What a row may be relabelled to, as it is listed."""
        return tuple(f"→ {name}" for name in self.classes())

    def set_ranking(self, ranking: Ranking | None) -> None:
        """Show another ranking."""
        self.beginResetModel()
        self.ranking = ranking
        self.endResetModel()

    def refresh(self) -> None:
        """Something was decided, or the colours are others."""
        if self.rowCount():
            last = self.index(self.rowCount() - 1, len(_TITLES) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def rowCount(self, parent: Index | None = None) -> int:  # noqa: N802 - Qt's name
        """How many rows there are."""
        is_within = parent is not None and parent.isValid()
        return 0 if is_within or self.ranking is None else len(self.ranking.order)

    def columnCount(self, _parent: Index | None = None) -> int:  # noqa: N802
        """How many columns there are."""
        return len(_TITLES)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:  # noqa: N802
        """The columns' names."""
        is_asked = role in (_Roles.DisplayRole, _Roles.ToolTipRole)
        if orientation == Qt.Orientation.Horizontal and is_asked:
            if section == _SUGGESTED and self.ranking is not None:
                return self.ranking.suggests
            return _TITLES[section]
        if role == _Roles.TextAlignmentRole and self._is_number(section):
            return _RIGHT
        return None

    def _is_number(self, column: int) -> bool:
        """Whether a column holds numbers: lines, and what is to be predicted if that is one."""
        if column in (_GIVEN, _SUGGESTED):
            return self.ranking is not None and not self.ranking.dataset.classes
        return column == _LINE

    def data(self, index: Index, role: int = 0) -> Any:
        """What a cell shows."""
        ranking = self.ranking
        if ranking is None or not index.isValid():
            return None
        place, column = index.row(), index.column()
        row, line = int(ranking.order[place]), int(ranking.lines[place])
        if role == _Roles.DisplayRole:
            return self._text(ranking, row, line, column)
        if role == _Roles.TextAlignmentRole and self._is_number(column):
            return _RIGHT
        if role == _Roles.DecorationRole and column in (_GIVEN, _SUGGESTED):
            return self._symbol(ranking, row, column)
        if role == _Roles.ForegroundRole and (place >= ranking.count or self._is_decided(line)):
            return QColor(self.theme.quiet_text)
        if role == _Roles.ToolTipRole:
            text = self._text(ranking, row, line, column)
            return plain(text if place < ranking.count else f"{text}\nNot flagged")
        return None

    def _text(self, ranking: Ranking, row: int, line: int, column: int) -> str:
        if column == _LINE:
            return ranking.dataset.table.where_short(line)
        if column == _GIVEN:
            return ranking.given(row)
        if column == _SUGGESTED:
            return ranking.suggestion(row)
        decision = self.decisions.about(line) if self.decisions else None
        if decision is None:
            return ""
        new = decision.label if decision.verb is Verb.RELABEL else decision.value
        return PAST[decision.verb] if new is None else f"→ {new}"

    def _symbol(self, ranking: Ranking, row: int, column: int) -> QIcon | None:
        """The colour and the shape of a class, the same in every view."""
        classes = ranking.dataset.classes
        if not classes:
            return None
        is_given = column == _GIVEN
        name = ranking.dataset.label_text(row) if is_given else ranking.suggestion(row)
        label = classes.index(name)
        if label not in self._symbols:
            self._symbols[label] = class_symbol(label, self.theme)
        return self._symbols[label]

    def _is_decided(self, line: int) -> bool:
        return self.decisions is not None and self.decisions.about(line) is not None


class QueueTable(QTableView):
    """Shows the queue; what a person picks in it is told by lines."""

    picked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.queue = QueueModel()
        self.setModel(self.queue)
        self.setAccessibleName("Rows to review, most suspicious first")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        make_plain(self)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        for column, width in ((_LINE, 56), (_DECISION, 72)):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(column, scaled(width))
        for column in (_GIVEN, _SUGGESTED):
            self.setItemDelegateForColumn(column, NamesDelegate(self, self.queue.classes))
        self.setItemDelegateForColumn(_DECISION, NamesDelegate(self, self.queue.outcomes))
        self._is_marking = False
        self.selectionModel().selectionChanged.connect(self._selection_changed)

    def show_ranking(self, ranking: Ranking | None, decisions: Decisions | None) -> None:
        """Show another ranking, that of another file from its first row on."""
        before = self.queue.ranking
        self._is_marking = True
        self.queue.decisions = decisions
        self.queue.set_ranking(ranking)
        self._is_marking = False
        if _file(before) != _file(ranking):
            self.scrollToTop()
        if ranking is not None and len(ranking.lines):
            last = ranking.dataset.table.where_short(int(ranking.dataset.lines[-1]))
            widest = min(self.fontMetrics().horizontalAdvance(last), scaled(_MOST_LINE))
            self.horizontalHeader().resizeSection(_LINE, max(scaled(56), widest + 2 * GRID))

    @property
    def places_width(self) -> int:
        """How much more room lines take where each is told with its file."""
        ranking = self.queue.ranking
        if ranking is None or ranking.dataset.table.files is None:
            return 0
        return max(0, self.horizontalHeader().sectionSize(_LINE) - scaled(56))

    def wanted_width(self) -> int:
        """What it needs to write the names of all classes whole."""
        measure, header = self.fontMetrics().horizontalAdvance, self.horizontalHeader()
        widest = max(map(measure, self.queue.classes()), default=0)
        others = header.sectionSize(_LINE) + header.sectionSize(_DECISION)
        return others + 2 * (widest + _AROUND_NAME) + self.verticalScrollBar().sizeHint().width()

    def mark(self, places: Integers) -> None:
        """Mark some rows, given by their places, and bring the first into sight."""
        places = np.sort(places)[:_MOST_MARKED]
        chosen, flags = QItemSelection(), QItemSelectionModel.SelectionFlag
        last = self.queue.columnCount() - 1
        for place in places.tolist():
            chosen.select(self.queue.index(place, 0), self.queue.index(place, last))
        self._is_marking = True
        self.selectionModel().select(chosen, flags.ClearAndSelect)
        if len(places):
            first = self.queue.index(int(places[0]), 0)
            self.selectionModel().setCurrentIndex(first, flags.NoUpdate)
            self.scrollTo(first)
        self._is_marking = False

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.queue.apply_theme(theme)

    def _selection_changed(self) -> None:
        ranking = self.queue.ranking
        if self._is_marking or ranking is None:
            return
        rows = [index.row() for index in self.selectionModel().selectedRows()]
        if rows:
            self.picked.emit(np.sort(ranking.lines[rows]))


def _file(ranking: Ranking | None) -> tuple[str, int] | None:
    """What tells the rows of one file from those of another."""
    table = None if ranking is None else ranking.dataset.table
    return None if table is None else (table.name, len(table))
