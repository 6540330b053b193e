"""Typing into a cell: the values that the column has are offered, others can be typed."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCompleter,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from workbench.views.rows_table.model import Index, RowsModel

_MOST_OFFERED = 1000


class CellEditor(QStyledItemDelegate):
    """A field in the cell; Enter takes what was typed, Escape leaves the cell as it was."""

    def __init__(self, model: RowsModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model

    def createEditor(  # noqa: N802 - Qt's name
        self, parent: QWidget, _option: QStyleOptionViewItem, index: Index
    ) -> QWidget:
        """A field that knows which values there are."""
        name, dataset = self._model.columns[index.column()].edits, self._model.dataset
        editor = QLineEdit(parent)
        editor.setAccessibleName(f"New value of {name}")
        if dataset is not None:
            is_target = name == dataset.target
            known = dataset.classes if is_target else dataset.table.column(name).categories
            completer = QCompleter(list(known[:_MOST_OFFERED]), editor)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            editor.setCompleter(completer)
        return editor
