"""Names in a list that is narrow: cut where they differ least, and whole in the tip."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from core.base.shortening import short_names

_MARGINS = 8
_MOST_MEASURED = 500
"""Among more names than these each is cut by itself."""


class NamesDelegate(QStyledItemDelegate):
    """Draws the names of one column of a list."""

    def __init__(
        self, parent: QWidget | None = None, among: Callable[[], Sequence[str]] | None = None
    ) -> None:
        """Names are held against those in their column, or `among` these."""
        super().__init__(parent)
        self._among = among
        self._short: dict[str, str] = {}
        self._for = (0, 0)
        """The room, and how many names there were, that the short ones are for."""

    def initStyleOption(  # noqa: N802 - Qt's name
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """The text that fits."""
        super().initStyleOption(option, index)
        name = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        metrics, room = option.fontMetrics, self._room(option)
        if room <= 0 or metrics.horizontalAdvance(name) <= room:
            return
        model, column = index.model(), index.column()
        many = model.rowCount()
        if self._for != (room, many) or name not in self._short:
            names = [name]
            if self._among is not None:
                names += self._among()
            elif many <= _MOST_MEASURED:
                names = [str(model.index(row, column).data() or "") for row in range(many)]
            short = short_names(names, room, metrics.horizontalAdvance)
            self._for, self._short = (room, many), dict(zip(names, short, strict=True))
        option.text = self._short[name]

    def _room(self, option: QStyleOptionViewItem) -> int:
        """What a box or a symbol before the name leaves of the cell."""
        if option.widget is None:
            return 0
        part = QStyle.SubElement.SE_ItemViewItemText
        return option.widget.style().subElementRect(part, option, option.widget).width() - _MARGINS
