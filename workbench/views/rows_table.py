"""The rows: every row with what the run says about it, most suspicious first."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from core import Dataset
from core.arrays import Integers
from core.snapshot import Snapshot
from core.wording import readable
from workbench.formats import short_number
from workbench.symbols import class_symbol
from workbench.theme import LIGHT, Theme
from workbench.views.view import View
from workbench.workspace import Workspace

_MOST_RANGES, _MOST_SELECTED = 2000, 5000
"""Qt's own selection takes seconds beyond; the rows are tinted all the same."""
_MOST_FITTED, _ROWS_TO_FIT = 40, 20
"""Columns are as wide as the first rows need, as far as a person may see them at once."""

_SUSPICION = "suspicion"

Index = QModelIndex | QPersistentModelIndex
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class TableColumn:
    """One column of the table: how a row reads in it, and what it is sorted by."""

    title: str
    help: str
    text: Callable[[int], str]
    values: Callable[[], np.ndarray]
    is_number: bool = False
    label: Callable[[int], int] | None = None
    """The class that a row has in it, shown by the class's symbol."""


class RowsModel(QAbstractTableModel):
    """Rows of a dataset in some order, with the quantities of a snapshot where there is one."""

    def __init__(self) -> None:
        super().__init__()
        self.theme: Theme = LIGHT
        self.dataset: Dataset | None = None
        self.snapshot: Snapshot | None = None
        self.order: Integers = np.empty(0, np.int64)
        self.selected = np.empty(0, bool)
        self.columns: list[TableColumn] = []
        self.sort_column = 0
        self.sort_descending = False
        self._symbols: dict[int, QIcon] = {}

    def set_dataset(self, dataset: Dataset | None) -> None:
        """Show other rows, in the order of the file until a run ranks them."""
        self.beginResetModel()
        self.dataset, self.snapshot = dataset, None
        self.order = np.arange(len(dataset) if dataset else 0)
        self.selected = np.zeros(len(self.order), bool)
        self.sort_column, self.sort_descending = 0, False
        self.columns = self._declare()
        self.endResetModel()

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show the quantities of a round; the first ones bring their ranking along."""
        earlier, self.snapshot = self.snapshot, snapshot
        if earlier is None or (earlier.weights is None) != (snapshot.weights is None):
            self.beginResetModel()
            self.columns = self._declare()
            self.sort_column, self.sort_descending = 1, True
            self.endResetModel()
        self.resort()

    def resort(self) -> None:
        """Put the rows in the order of the column that they are sorted by."""
        column = self.columns[self.sort_column]
        self.layoutAboutToBeChanged.emit()
        if self.snapshot is not None and column.title == _SUSPICION and self.sort_descending:
            self.order = self.snapshot.ranked
        else:
            values = column.values()
            self.order = np.argsort(-values if self.sort_descending else values, kind="stable")
        self.layoutChanged.emit()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column."""
        if 0 <= column < len(self.columns):
            self.sort_column = column
            self.sort_descending = order == Qt.SortOrder.DescendingOrder
            self.resort()
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.columns) - 1)

    def refresh(self) -> None:
        """Draw every cell in sight again."""
        if self.rowCount() and self.columnCount():
            self.dataChanged.emit(
                self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1)
            )

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's names
        """How many rows there are."""
        return 0 if parent.isValid() else len(self.order)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008
        """How many columns there are."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:  # noqa: N802
        """The columns' titles and explanations."""
        if orientation == Qt.Orientation.Horizontal and section < len(self.columns):
            column = self.columns[section]
            if role == Qt.ItemDataRole.DisplayRole:
                arrow = " ▾" if self.sort_descending else " ▴"
                return column.title + (arrow if section == self.sort_column else "")
            if role == Qt.ItemDataRole.ToolTipRole:
                return column.help
            if role == Qt.ItemDataRole.TextAlignmentRole and column.is_number:
                return int(_RIGHT)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell's text and looks."""
        row, column = int(self.order[index.row()]), self.columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(row)
        if role == Qt.ItemDataRole.BackgroundRole and self.selected[row]:
            return QColor(self.theme.selection)
        if role == Qt.ItemDataRole.ForegroundRole and self.selected[row]:
            return QColor(self.theme.selection_text)
        if role == Qt.ItemDataRole.TextAlignmentRole and column.is_number:
            return int(_RIGHT)
        if role == Qt.ItemDataRole.DecorationRole and column.label is not None:
            return self._symbol(column.label(row))
        return None

    def _declare(self) -> list[TableColumn]:
        dataset = self.dataset
        if dataset is None:
            return []
        line = TableColumn(
            "line", "The line of the file, the header being line 1.",
            lambda row: f"{dataset.lines[row]:,}", lambda: dataset.lines, is_number=True,
        )  # fmt: skip
        given = TableColumn(
            "given" if self.snapshot else dataset.target, f"{dataset.target} as the file has it.",
            dataset.label_text, lambda: dataset.labels, is_number=not dataset.classes,
            label=(lambda row: int(dataset.labels[row])) if dataset.classes else None,
        )  # fmt: skip
        features = [
            TableColumn(
                column.name,
                f"{column.name} ({column.kind.value})",
                column.text,
                lambda column=column: column.values,
                column.is_number,
            )
            for column in dataset.features
        ]
        before, after = self._declare_snapshot(dataset) if self.snapshot else ([], [])
        return [line, *before, given, *after, *features]

    def _declare_snapshot(self, dataset: Dataset) -> tuple[list[TableColumn], list[TableColumn]]:
        """The columns of a run: those before the label, and those behind it."""

        def now() -> Snapshot:
            assert self.snapshot is not None
            return self.snapshot

        before = [
            TableColumn(
                _SUSPICION, "How little the ensemble can explain the row: higher is worse.",
                lambda row: _suspicion_text(now(), row), lambda: now().suspicion, True,
            )
        ]  # fmt: skip
        if now().weights is not None:
            weight = TableColumn(
                "weight", "The weight at the round shown: 1x is average.",
                lambda row: f"{short_number(now().weights[row])}x", lambda: now().weights, True,
            )  # fmt: skip
            before.append(weight)
        part = TableColumn(
            "part", "Training rows are learned from; validation rows only judge.",
            lambda row: "validation" if dataset.validation[row] else "training",
            lambda: dataset.validation.astype(np.int8),
        )  # fmt: skip
        return before, [*self._declare_prediction(dataset, now), part]

    @staticmethod
    def _declare_prediction(dataset: Dataset, now: Callable[[], Snapshot]) -> list[TableColumn]:
        if not dataset.classes:
            return [
                TableColumn(
                    "predicted", "What the ensemble says at the round shown.",
                    lambda row: readable(float(now().suggested[row]), 6),
                    lambda: now().suggested, True,
                ),
                TableColumn(
                    "residual", "Predicted minus given.",
                    lambda row: readable(float(now().margins[row]), 4), lambda: now().margins, True,
                ),
            ]  # fmt: skip
        return [
            TableColumn(
                "suggested", "What the ensemble says at the round shown.",
                lambda row: dataset.classes[now().suggested[row]], lambda: now().suggested,
                label=lambda row: int(now().suggested[row]),
            ),
            TableColumn(
                "margin", "From -1, all votes against the label, to 1, all votes for it.",
                lambda row: f"{now().margins[row]:.2f}", lambda: now().margins, True,
            ),
        ]  # fmt: skip

    def _symbol(self, label: int) -> QIcon:
        """The colour and the shape of a class, the same in every view."""
        if label not in self._symbols:
            self._symbols[label] = class_symbol(label, self.theme)
        return self._symbols[label]

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme
        self._symbols.clear()
        self.refresh()


def _suspicion_text(snapshot: Snapshot, row: int) -> str:
    """Weights reach far and are read roughly; shares lie between 0 and 1."""
    value = float(snapshot.suspicion[row])
    return short_number(value) if snapshot.weights is not None else f"{value:.2f}"


class RowsTable(View):
    """The table of rows; what is selected in it is selected everywhere."""

    name = "rows_table"
    title = "Rows"
    empty_text = "The rows of your file will be listed here.\nOpen a file to start."

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self.model = RowsModel()
        self.table = QTableView()
        self.table.setAccessibleName("Rows by suspicion")
        self.table.setModel(self.model)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(24)
        self.table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionsMovable(True)
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self._header_clicked)
        self.set_body(self.table)
        self._is_syncing = False
        self.table.selectionModel().selectionChanged.connect(self._picked)

    def apply_theme(self, theme: Theme) -> None:
        """Colour the symbols and the selection."""
        super().apply_theme(theme)
        self.model.apply_theme(theme)

    def lines_selected(self) -> list[int]:
        """The lines of the rows that are marked in the table."""
        dataset = self.model.dataset
        if dataset is None:
            return []
        return [int(line) for line in dataset.lines[self.model.selected]]

    def restart(self) -> None:
        """Other rows; of another run on the same ones, what is known stays until there is news."""
        dataset = self.workspace.shown_dataset
        if dataset is self.model.dataset and self.workspace.current is not None:
            return
        self.model.set_dataset(dataset)
        self.show_body(dataset is not None)
        self._fit_columns()

    def show_rows(self) -> None:
        """Take the quantities of the round."""
        snapshot = self.workspace.snapshot
        if snapshot is None:
            return
        before = len(self.model.columns)
        self._is_syncing = True  # resorting moves Qt's selection; ours stays
        self.model.set_snapshot(snapshot)
        self._is_syncing = False
        if len(self.model.columns) != before:
            self._fit_columns()
        self.show_selection()

    def _header_clicked(self, column: int) -> None:
        """Sort by a column: numbers from the highest, texts from the first; then the other way."""
        if column == self.model.sort_column:
            descending = not self.model.sort_descending
        else:
            descending = self.model.columns[column].is_number
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        self._is_syncing = True  # resorting moves Qt's selection; ours stays
        self.model.sort(column, order)
        self._is_syncing = False
        self.show_selection()

    def _fit_columns(self) -> None:
        metrics = self.table.fontMetrics()
        for column in range(min(_MOST_FITTED, self.model.columnCount())):
            texts = [f"{self.model.columns[column].title} ▾"]
            texts += [
                str(self.model.data(self.model.index(row, column)))
                for row in range(min(_ROWS_TO_FIT, self.model.rowCount()))
            ]
            width = max(metrics.horizontalAdvance(text) for text in texts)
            self.table.setColumnWidth(column, min(240, width + 32))

    def _picked(self) -> None:
        if self._is_syncing or self.model.dataset is None:
            return
        ranges = self.table.selectionModel().selection()
        places = [np.arange(part.top(), part.bottom() + 1) for part in ranges]
        rows = self.model.order[np.concatenate(places)] if places else np.empty(0, np.int64)
        self.workspace.select(self.model.dataset.lines[rows])

    def show_selection(self) -> None:
        """Show the selection: as a tint always, as Qt's own selection while that is quick."""
        rows = self.workspace.selected_rows()
        self.model.selected[:] = False
        self.model.selected[rows] = True
        places = np.flatnonzero(self.model.selected[self.model.order])
        selection = QItemSelection()
        breaks = np.flatnonzero(np.diff(places) > 1)
        if 0 < len(places) <= _MOST_SELECTED and len(breaks) < _MOST_RANGES:
            starts = places[np.concatenate([[0], breaks + 1])]
            ends = places[np.concatenate([breaks, [len(places) - 1]])]
            last = self.model.columnCount() - 1
            for start, end in zip(starts, ends, strict=True):
                selection.select(self.model.index(int(start), 0), self.model.index(int(end), last))
        self._is_syncing = True
        self.table.selectionModel().select(
            selection, QItemSelectionModel.SelectionFlag.ClearAndSelect
        )
        self._is_syncing = False
        self.model.refresh()


if __name__ == "__main__":
    from workbench.preview import preview

    preview(RowsTable)
