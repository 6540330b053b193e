"""Writes the names of a list so that they can be told apart where they do not fit."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from core.base.shortening import short_names

_MARGIN = 4


class NamesDelegate(QStyledItemDelegate):
    """Cuts long names where they differ least; who edits or reads aloud has them whole."""

    def initStyleOption(  # noqa: N802 - Qt's name
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """A name as long as there is room for."""
        super().initStyleOption(option, index)
        if index.column() != 0 or option.widget is None:
            return
        style, model = option.widget.style(), index.model()
        part = QStyle.SubElement.SE_ItemViewItemText
        room = style.subElementRect(part, option, option.widget).width()
        if room <= 0:
            return  # nobody knows yet how much there is
        names = [str(model.index(row, 0).data() or "") for row in range(model.rowCount())]
        measured = option.fontMetrics.horizontalAdvance
        option.text = short_names(names, room - 2 * _MARGIN, measured)[index.row()]
