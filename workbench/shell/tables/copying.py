"""Ctrl+C on a table: the selected rows with their titles, as spreadsheets paste them."""

import csv
import io
from collections.abc import Iterable
from typing import cast

from PySide6.QtCore import QItemSelectionModel, QItemSelectionRange, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QTableView, QToolTip

from core.base.wording import grouped
from core.reading.spreadsheet import protected

MOST_ROWS = 50_000
"""More would stop the window while they are put together."""


def copies_rows(table: QTableView) -> None:
    """Give a table the way to copy what is selected."""
    action = QAction("Copy the rows", table)
    action.setShortcut(QKeySequence.StandardKey.Copy)
    action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    action.triggered.connect(lambda: _copy(table))
    table.addAction(action)


def _copy(table: QTableView) -> None:
    rows = selected_rows(table.selectionModel())
    if len(rows) > MOST_ROWS:
        told = (
            f"{grouped(len(rows))} rows are too many for the clipboard, which takes "
            f"{grouped(MOST_ROWS)} here. Nothing was copied; export them instead."
        )
        QToolTip.showText(table.mapToGlobal(table.rect().center()), told, table)
    elif rows:
        QGuiApplication.clipboard().setText(rows_text(table, rows))


def selected_rows(selection: QItemSelectionModel) -> list[int]:
    """The rows in which something is selected, from above."""
    found: set[int] = set()
    for part in cast(Iterable[QItemSelectionRange], selection.selection()):
        found.update(range(part.top(), part.bottom() + 1))
    return sorted(found)


def rows_text(table: QTableView, rows: list[int]) -> str:
    """The titles and the rows with tabs between, as they are shown; no text is a formula."""
    model, role = table.model(), Qt.ItemDataRole.DisplayRole
    header = table.horizontalHeader()
    order = [header.logicalIndex(place) for place in range(header.count())]
    columns = [column for column in order if not table.isColumnHidden(column)]

    def told(value: object) -> object:
        return protected("" if value is None else str(value))

    made = io.StringIO()
    writer = csv.writer(made, delimiter="\t", lineterminator="\n")
    titles = (model.headerData(c, Qt.Orientation.Horizontal, role) for c in columns)
    writer.writerow([told(title) for title in titles])
    for row in rows:
        writer.writerow([told(model.data(model.index(row, c), role)) for c in columns])
    return made.getvalue()
