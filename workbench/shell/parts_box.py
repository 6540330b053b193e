"""A choice among the sheets of a book or the tables of a database."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QWidget

from core.base.wording import shortened

if TYPE_CHECKING:
    from core.reading.foreign.found import TablePart

_LONGEST_NAME = 40


class PartsBox(QComboBox):
    """Each part with its size and what sets it apart."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(12)

    def show_parts(self, parts: "Sequence[TablePart]", chosen: str) -> None:
        """List these, with one of them chosen."""
        wanted = [(part.name, part.told) for part in parts]
        if [self.itemData(place) for place in range(self.count())] != wanted:
            self.clear()
            for name, told in wanted:
                shown = shortened(name, _LONGEST_NAME)
                self.addItem(f"{shown}   {told}" if told else shown, (name, told))
                self.setItemData(self.count() - 1, f"{name}\n{told}", Qt.ItemDataRole.ToolTipRole)
        names = [name for name, _ in wanted]
        self.setCurrentIndex(names.index(chosen) if chosen in names else -1)
        self.setEnabled(len(wanted) > 1)

    @property
    def chosen(self) -> str:
        """The name of the part; empty if none is."""
        data = self.currentData()
        return str(data[0]) if data else ""
