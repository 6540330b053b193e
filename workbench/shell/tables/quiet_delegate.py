"""A column of a list that stands back: notes beside what they are about."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem


class QuietDelegate(QStyledItemDelegate):
    """Draws texts in the quiet colour of the theme that there is now."""

    def initStyleOption(  # noqa: N802 - Qt's name
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Another colour, unless the line is selected."""
        super().initStyleOption(option, index)
        quiet = option.palette.color(QPalette.ColorRole.PlaceholderText)
        option.palette.setColor(QPalette.ColorRole.Text, quiet)
