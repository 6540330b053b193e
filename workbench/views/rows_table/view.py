"""The table of rows: sorted, filtered and searched off the GUI thread."""

import html
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pandas as pd
from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QLineEdit,
    QMenu,
    QTableView,
    QWidget,
)

from core import Dataset
from core.base.arrays import Integers, Mask
from core.base.wording import count, grouped
from core.judging.reviewing.decisions import Decisions
from core.learning.snapshot import Snapshot
from workbench.plotting.plain_table import make_plain
from workbench.shell.fitting.elided_label import ElidedLabel
from workbench.shell.theme import GRID, Theme
from workbench.state.workspace import Workspace
from workbench.viewing.view import Options, View
from workbench.views.rows_table.cell_editor import CellEditor
from workbench.views.rows_table.deciding import RowDecider
from workbench.views.rows_table.finding import EXAMPLES, matching
from workbench.views.rows_table.model import RowsModel

_MOST_RANGES, _MOST_SELECTED = 2000, 5000
"""Qt's own selection takes seconds beyond; the rows are tinted all the same."""
_MOST_FITTED, _ROWS_TO_FIT = 40, 12
"""Columns are as wide as the first rows need, as far as a person may see them at once."""
ALL, FLAGGED, WRONG, SELECTED = "all", "flagged", "wrong", "selected"
_PARTS = {
    ALL: "all rows",
    FLAGGED: "flagged rows",
    WRONG: "misjudged rows",
    SELECTED: "selected rows",
}


@dataclass(frozen=True)
class RowsOptions(Options):
    """Which rows are listed."""

    part: str = ALL
    query: str = ""


_WIDEST_SEARCH = 480


class _SearchField(QLineEdit):
    """Wide enough for the example that stands in it, whatever the size of the text."""

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """The example, and the button that clears the field."""
        hint = super().minimumSizeHint()
        words = self.fontMetrics().horizontalAdvance(self.placeholderText())
        return QSize(words + 3 * GRID, hint.height())


class RowsTable(View):
    """The table of rows; what is selected in it is selected everywhere."""

    name = "rows_table"
    title = "Rows"
    empty_text = "The rows of your file will be listed here.\nOpen a file to start."
    options_type: ClassVar[type[Options]] = RowsOptions

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self.model = RowsModel(self._decisions)
        self._decider = RowDecider(workspace)
        self.table = QTableView()
        self.table.setAccessibleName("Rows by suspicion")
        self.table.setModel(self.model)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self.table.setItemDelegate(CellEditor(self.model, self.table))
        make_plain(self.table)
        header = self.table.horizontalHeader()
        header.setSectionsMovable(True)
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self._header_clicked)
        self._part = self.add_choice("Show", "part", _PARTS)
        self.search = _SearchField()
        self.search.setMaximumWidth(_WIDEST_SEARCH)
        self.search.setPlaceholderText("Search: shoes, price > 30")
        self.search.setAccessibleName("Search")
        self.search.setToolTip(EXAMPLES)
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda text: self.change_options(query=text))
        self.add_control(self.search)
        self.count = ElidedLabel()
        self.count.setProperty("quiet", True)
        self.add_control(self.count)
        self.problem = QLabel()
        self.problem.setProperty("warning", True)
        self.problem.setWordWrap(True)
        self.problem.setTextFormat(Qt.TextFormat.PlainText)
        self.problem.setContentsMargins(GRID, 0, GRID, 4)
        self.problem.hide()
        body = self._body.layout()
        assert body is not None
        body.addWidget(self.problem)
        self.set_body(self.table)
        self._is_syncing = False
        self.model.edited.connect(self._decider.set_cell)
        workspace.decisions_changed.connect(self.model.take_decisions)
        self.table.selectionModel().selectionChanged.connect(self._picked)

    def _decisions(self) -> Decisions | None:
        return self.workspace.decisions

    def fill_menu(self, menu: QMenu, place: QPoint) -> None:
        """Decide about the row there, or about those that are selected."""
        index = self.table.indexAt(self.table.viewport().mapFrom(self, place))
        dataset = self.model.dataset
        if index.isValid() and dataset is not None and self.workspace.decisions is not None:
            self._decider.fill(menu, int(dataset.lines[self.model.order[index.row()]]))
            if self.workspace.has_result:
                line = int(dataset.lines[self.model.order[index.row()]])
                why = menu.addAction("Why is it predicted so?")
                why.triggered.connect(lambda: self.workspace.ask_why(line))
            edit = menu.addAction("Edit this value")
            edit.setEnabled(bool(self.model.flags(index) & Qt.ItemFlag.ItemIsEditable))
            edit.triggered.connect(lambda: self.table.edit(index))
            menu.addSeparator()

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

    def said(self) -> str:
        """How many rows there are."""
        return html.escape(self.count.text())

    def numbers(self) -> dict[str, pd.DataFrame]:
        """The rows that are listed, in their order."""
        rows, dataset = self.model.order, self.model.dataset
        if dataset is None:
            return {}
        table: dict[str, Any] = {}
        for column in self.model.columns:
            if column.is_number:
                table[column.title] = column.values()[rows]
            else:
                table[column.title] = [column.text(int(row)) for row in rows]
        return {"rows": pd.DataFrame(table)}

    # What is listed

    def restart(self) -> None:
        """Other rows; of another run on the same ones, what is known stays until there is news."""
        dataset = self.workspace.shown_dataset
        if dataset is self.model.dataset and self.workspace.current is not None:
            return
        self.model.set_dataset(dataset)
        self.show_body(dataset is not None)
        self._fit_columns()
        self._count()

    def show_options(self) -> None:
        """Other rows are asked for."""
        self._part.setCurrentIndex(self._part.findData(self.options.part))
        if self.search.text() != self.options.query:
            self.search.setText(self.options.query)
        self._arrange()

    def show_rows(self) -> None:
        """Take the quantities of the round."""
        snapshot = self.workspace.snapshot
        if snapshot is None or self.model.dataset is not self.workspace.shown_dataset:
            return
        before = len(self.model.columns)
        with_ours = self._keeping_selection
        with_ours(lambda: self.model.set_snapshot(snapshot))
        if len(self.model.columns) != before:
            self._fit_columns()
        self._arrange()

    def _header_clicked(self, column: int) -> None:
        """Sort by a column: numbers from the highest, texts from the first; then the other way."""
        if column == self.model.sort_column:
            descending = not self.model.sort_descending
        else:
            own = self.model.columns[column]
            descending = own.is_number or own.marks
        self.model.set_sorting(column, descending)
        self._arrange()

    def _arrange(self) -> None:
        """Sort and filter off this thread; the old order is shown until the new one is there."""
        dataset, snapshot, options = self.model.dataset, self.model.snapshot, self.options
        if dataset is None:
            return
        column, descending = self.model.columns[self.model.sort_column], self.model.sort_descending
        selected = self.workspace.selected_in(dataset) if options.part == SELECTED else None

        def work() -> tuple[Dataset, Integers, str]:
            order = column.order(descending)
            listed, problem = _listed(dataset, snapshot, options, selected)
            return dataset, order if listed is None else order[listed[order]], problem

        self.compute(work, self._take_order)

    def _take_order(self, arranged: tuple[Dataset, Integers, str]) -> None:
        dataset, order, problem = arranged
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.search.setAccessibleDescription(problem or EXAMPLES)
        if dataset is not self.model.dataset:
            return
        self._keeping_selection(lambda: self.model.set_order(order))
        self._count()
        self._mark_selection()

    def _count(self) -> None:
        dataset, snapshot = self.model.dataset, self.model.snapshot
        if dataset is None:
            return
        shown, flagged = len(self.model.order), None if snapshot is None else snapshot.flagged
        text = count(shown, "row")
        if shown < len(dataset):
            text = f"{grouped(shown)} of {count(len(dataset), 'row')}"
            if flagged is not None:
                text += f", {grouped(int(flagged[self.model.order].sum()))} of them flagged"
        elif snapshot is not None:
            by = "audit" if snapshot.is_audited else "run alone"
            text += f" · {grouped(int(snapshot.flagged.sum()))} flagged ({by})"
        self.count.setText(text)

    def _fit_columns(self) -> None:
        metrics = self.table.fontMetrics()
        rows = [int(row) for row in self.model.order[:_ROWS_TO_FIT]]
        for place, column in enumerate(self.model.columns[:_MOST_FITTED]):
            longest = max((self.model.text(row, column) for row in rows), key=len, default="")
            texts = (f"{self.model.title(place)} ▾", longest)
            width = max(metrics.horizontalAdvance(text) for text in texts)
            self.table.setColumnWidth(place, min(240, width + 32))

    # The selection

    def _keeping_selection(self, change: Callable[[], None]) -> None:
        """Change the model: that moves Qt's selection, and ours stays."""
        self._is_syncing = True
        change()
        self._is_syncing = False

    def _picked(self) -> None:
        if self._is_syncing or self.model.dataset is None:
            return
        picked = self.table.selectionModel().selection()
        ranges = [picked.at(place) for place in range(picked.count())]
        places = [np.arange(part.top(), part.bottom() + 1) for part in ranges]
        rows = self.model.order[np.concatenate(places)] if places else np.empty(0, np.int64)
        self.workspace.select(self.model.dataset.lines[rows])

    def show_selection(self) -> None:
        """Mark the selected rows, and list them if only they are asked for."""
        if self.options.part == SELECTED:
            self._arrange()
        else:
            self._mark_selection()

    def _mark_selection(self) -> None:
        """As a tint always, as Qt's own selection while that is quick."""
        if self.model.dataset is None:
            return
        before = self.model.selected
        self.model.selected = np.zeros(len(before), bool)
        self.model.selected[self.workspace.selected_in(self.model.dataset)] = True
        places = np.flatnonzero(self.model.selected[self.model.order])
        selection = QItemSelection()
        breaks = np.flatnonzero(np.diff(places) > 1)
        if 0 < len(places) <= _MOST_SELECTED and len(breaks) < _MOST_RANGES:
            starts = places[np.concatenate([[0], breaks + 1])]
            ends = places[np.concatenate([breaks, [len(places) - 1]])]
            last = self.model.columnCount() - 1
            for start, end in zip(starts, ends, strict=True):
                selection.select(self.model.index(int(start), 0), self.model.index(int(end), last))
        self._keeping_selection(
            lambda: self.table.selectionModel().select(
                selection, QItemSelectionModel.SelectionFlag.ClearAndSelect
            )
        )
        self._repaint(before)

    def _repaint(self, before: Mask) -> None:
        """Paint those rows in sight that were selected and are not, or the other way round."""
        viewport, now = self.table.viewport(), self.model.selected
        first, last = self.table.rowAt(0), self.table.rowAt(viewport.height() - 1)
        seen = self.model.order[max(0, first) : last + 1 if last >= 0 else None]
        for place in (np.flatnonzero(before[seen] != now[seen]) + max(0, first)).tolist():
            top, height = self.table.rowViewportPosition(place), self.table.rowHeight(place)
            viewport.update(0, top, viewport.width(), height)


def _listed(
    dataset: Dataset, snapshot: Snapshot | None, options: RowsOptions, selected: Integers | None
) -> tuple[np.ndarray | None, str]:
    """Which rows are listed, None for all of them; and what was not understood of the search."""
    listed = None
    if options.part == FLAGGED and snapshot is not None:
        listed = snapshot.flagged
    elif options.part == WRONG and snapshot is not None and dataset.classes:
        listed = snapshot.said != dataset.labels
    elif selected is not None:
        listed = np.zeros(len(dataset), bool)
        listed[selected] = True
    if not options.query.strip():
        return listed, ""
    found = matching(dataset, options.query)
    return found.fits if listed is None else listed & found.fits, found.problem
