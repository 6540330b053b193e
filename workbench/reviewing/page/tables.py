"""The small tables of the review: the row's values, and its neighbours."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from core.base.wording import fixed, short_number
from workbench.plotting.class_symbols import class_colour
from workbench.plotting.plain_table import make_plain
from workbench.reviewing.page.row_facts import LEAST_TOLD, RowFacts, Value
from workbench.shell.tables.names_delegate import NamesDelegate
from workbench.shell.theme import GRID, LIGHT, Theme
from workbench.shell.tips import plain

Index = QModelIndex | QPersistentModelIndex
_Roles = Qt.ItemDataRole
_COLUMN, _VALUE, _USUAL, _SPEAKS, _OTHER = range(5)
_TITLES = ("column", "this row", "usual", "speaks for", "nearest")
_HELP = {
    _USUAL: "Of the other rows with this label: the median of the numbers and the share of them "
    "that this row's is above, or the commonest category and the share that has this row's.",
    _SPEAKS: "How many times as frequent a value like this one is with one label as with the "
    "other. Each column by itself: what several tell together is not in it.",
}
_MOST_TOLD = 20
"""Beyond, too few rows have such a value to tell more."""
_MOST_DRAWN = 8.0
"""From here on the bar is full."""


class ValuesModel(QAbstractTableModel):
    """A line for each column of the file."""

    def __init__(self) -> None:
        super().__init__()
        self.values: tuple[Value, ...] = ()
        self._fitting: Mapping[str, str] = {}
        """What would fit in columns whose value does not."""
        self.titles = list(_TITLES)
        self.labels = ("", "")
        """The given label, and the one that values are held against."""
        self.colours = ("", "")
        self.theme: Theme = LIGHT

    def show_facts(self, facts: RowFacts | None) -> None:
        """Show the values of another row."""
        self.beginResetModel()
        self.values = facts.values if facts else ()
        self.titles = list(_TITLES)
        if facts:
            against, label = facts.against, facts.reasons.label
            self.labels = (label, facts.other_label)
            self.titles[_USUAL] = f"usual for {label}" if facts.other_label else "usual"
            self.titles[_OTHER] = (
                f"{facts.where(against.line)} ({against.label})" if against else ""
            )
        self.endResetModel()

    def speaks(self, value: Value) -> str:
        """The label that a value speaks for, and how much; empty if for neither."""
        times = max(value.speaks, 1 / value.speaks)
        if not self.labels[1] or times < LEAST_TOLD:
            return ""
        told = f"{short_number(times)}x" if times < _MOST_TOLD else f"over {_MOST_TOLD}x"
        return f"{self.labels[value.speaks > 1]} {told}"

    def show_doubts(self, fitting: Mapping[str, str]) -> None:
        """Mark the columns whose value does not fit, with what would."""
        if fitting != self._fitting:
            self.beginResetModel()
            self._fitting = fitting
            self.endResetModel()

    def _usual(self, value: Value) -> str:
        """What is usual, or would fit."""
        if value.column in self._fitting:
            return f"{self._fitting[value.column]} would fit"
        return value.usual

    def rowCount(self, parent: Index | None = None) -> int:  # noqa: N802 - Qt's name
        """How many values there are."""
        return 0 if parent is not None and parent.isValid() else len(self.values)

    def columnCount(self, _parent: Index | None = None) -> int:  # noqa: N802
        """How many columns there are."""
        return len(self.titles)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:  # noqa: N802
        """The columns' names, and what they tell."""
        if orientation == Qt.Orientation.Horizontal and role == _Roles.DisplayRole:
            return self.titles[section]
        if orientation == Qt.Orientation.Horizontal and role == _Roles.ToolTipRole:
            return plain(_HELP.get(section, self.titles[section]))
        return None

    def data(self, index: Index, role: int = 0) -> Any:
        """What a cell shows; what is unusual is marked by a colour and by what is usual."""
        value, column = self.values[index.row()], index.column()
        if role == _Roles.DisplayRole:
            missing = "–"
            return (
                value.column,
                value.text or missing,
                self._usual(value),
                self.speaks(value),
                value.other,
            )[column]
        if role == _Roles.UserRole and column == _SPEAKS and self.speaks(value):
            return max(-1.0, min(1.0, math.log(value.speaks) / math.log(_MOST_DRAWN)))
        if role == _Roles.ToolTipRole:
            what = f"{value.column}: {value.text or 'missing'}"
            told = self._usual(value)
            what += f"; usual: {told}" if told else ""
            return plain(what if value.is_used else f"{what} (not learned from)")
        is_marked = value.is_unusual or value.column in self._fitting
        if column in (_VALUE, _USUAL) and is_marked:
            if role == _Roles.BackgroundRole:
                return QColor(self.theme.warning)
            if role == _Roles.ForegroundRole:
                return QColor(self.theme.warning_text)
        is_quiet = column in (_COLUMN, _OTHER) or not value.is_used
        if role == _Roles.ForegroundRole and is_quiet:
            return QColor(self.theme.quiet_text)
        return None


class SpeaksDelegate(QStyledItemDelegate):
    """A thin bar below the text: to the right for the other label, to the left for the given.

    It lies on a line whose middle is marked: without it a short bar looks like a stroke astray.
    """

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the text, and the bar in the colour of the label."""
        super().paint(painter, option, index)
        length, model = index.data(_Roles.UserRole), index.model()
        if length is None or not isinstance(model, ValuesModel) or not all(model.colours):
            return
        area = option.rect.adjusted(4, 0, -4, -2)
        half = area.width() / 2
        line = QColor(model.theme.line)
        painter.fillRect(QRectF(area.left(), area.bottom() - 2, area.width(), 1), line)
        painter.fillRect(QRectF(area.left() + half - 0.5, area.bottom() - 5, 1, 6), line)
        start = area.left() + half + min(0.0, length * half)
        bar = QRectF(start, area.bottom() - 3, abs(length) * half, 3)
        painter.fillRect(bar, QColor(model.colours[length > 0]))


class ValuesTable(QTableView):
    """The row's values as written, beside those of the nearest row with another label."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.values = ValuesModel()
        self.setModel(self.values)
        self._classes: tuple[str, ...] = ()
        self.setAccessibleName("Values of this row")
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        make_plain(self)
        self.setItemDelegateForColumn(_COLUMN, NamesDelegate(self))
        self.setItemDelegateForColumn(_SPEAKS, SpeaksDelegate(self))
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideMiddle)

    def show_facts(self, facts: RowFacts | None, classes: Sequence[str] = ()) -> None:
        """Show the values of another row; of a row with a number no value speaks for a label."""
        self._classes = tuple(classes)
        self.values.show_facts(facts)
        self.setColumnHidden(_SPEAKS, facts is not None and not facts.other_label)
        self._take_colours()
        self._share_width()
        self.setMaximumHeight(self.sizeHint().height())  # what is left is for others

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """The columns share the new width."""
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        """Every column what it needs. Where that is too much, the nearest row is not shown here.

        It stands among the nearest rows, too. If that does not do, the widest give way.
        """
        header = self.horizontalHeader()
        needed = {
            place: max(self.sizeHintForColumn(place), header.sectionSizeHint(place)) + GRID
            for place in range(len(_TITLES))
            if place != _SPEAKS or not self.isColumnHidden(_SPEAKS)
        }
        room = self.viewport().width()
        is_narrow = sum(needed.values()) > room
        self.setColumnHidden(_OTHER, is_narrow)
        if is_narrow:
            del needed[_OTHER]
        for taken, (place, wanted) in enumerate(sorted(needed.items(), key=lambda each: each[1])):
            needed[place] = min(wanted, room // (len(needed) - taken))
            room -= needed[place]
        for place, width in needed.items():
            self.setColumnWidth(place, width + room // len(needed))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As high as its rows."""
        rows = self.verticalHeader().length() + self.horizontalHeader().height()
        return QSize(super().sizeHint().width(), rows + 2 * self.frameWidth() + 2)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.values.theme = theme
        self._take_colours()
        self.viewport().update()

    def _take_colours(self) -> None:
        given, other = (
            class_colour(self._classes.index(name), self.values.theme)
            if name in self._classes
            else ""
            for name in self.values.labels
        )
        self.values.colours = (given, other)


class NeighbourList(QTreeWidget):
    """The nearest rows; a click selects one."""

    picked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Nearest rows")
        self.setHeaderLabels(["nearest rows", "line", "label", "distance"])
        self.headerItem().setToolTip(3, "In standard deviations of the columns")
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        # A line may be told with the name of its file.
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.itemActivated.connect(self._activated)
        self.itemClicked.connect(self._activated)

    def show_facts(self, facts: RowFacts | None) -> None:
        """List the neighbours of another row."""
        self.clear()
        for kind, each in facts.neighbours if facts else ():
            assert facts is not None
            texts = [kind, facts.where_short(each.line), each.label, fixed(each.distance, 3)]
            line = QTreeWidgetItem(texts)
            line.setData(0, _Roles.UserRole, each.line)
            line.setToolTip(0, "Click to look at this row")
            self.addTopLevelItem(line)
        rows = self.topLevelItemCount() * self.sizeHintForRow(0) if facts else 0
        self.setMaximumHeight(self.header().sizeHint().height() + rows + 2 * self.frameWidth() + 2)

    def _activated(self, line: QTreeWidgetItem) -> None:
        self.picked.emit(line.data(0, _Roles.UserRole))
