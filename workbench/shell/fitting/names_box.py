"""A box to choose a name in a narrow place: long ones are cut where they differ least."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from core.base.shortening import short_names
from workbench.shell.tips import plain

_LEAST_LETTERS = 8
_MOST_MEASURED = 500
"""Among more names than these only the one that is shown is cut short."""
_WIDEST_LIST = 560


class NamesBox(QComboBox):
    """As wide as there is room, not as its longest name; the list below it has the whole names."""

    def __init__(self, tip: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tip = tip
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(_LEAST_LETTERS)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.view().setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.currentIndexChanged.connect(self._tell)
        self._tell()

    def show_names(self, names: Sequence[str], current: str | None) -> None:
        """Offer these names, and show one of them, or none."""
        if [self.itemText(place) for place in range(self.count())] != list(names):
            self.clear()
            self.addItems(list(names))
            for place, name in enumerate(names):
                self.setItemData(place, plain(name), Qt.ItemDataRole.ToolTipRole)
        self.setCurrentIndex(self.findText(current) if current is not None else -1)

    def shown_text(self) -> str:
        """What is to be read in the box at the width that it has."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        room = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        names = [self.currentText()]
        if self.count() <= _MOST_MEASURED:
            names += [self.itemText(place) for place in range(self.count())]
        return short_names(names, room.width() - 4, self.fontMetrics().horizontalAdvance)[0]

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the box with as much of the name as there is room for."""
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        option.currentText = self.shown_text()
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def showPopup(self) -> None:  # noqa: N802
        """Unfold the list, wide enough for whole names."""
        wanted = self.view().sizeHintForColumn(self.modelColumn()) + 32
        self.view().setMinimumWidth(max(self.width(), min(wanted, _WIDEST_LIST)))
        super().showPopup()

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """A few letters."""
        return QSize(
            _LEAST_LETTERS * self.fontMetrics().averageCharWidth() + 40, super().sizeHint().height()
        )

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Another font or state: what fits is another text."""
        super().changeEvent(event)
        self.update()

    def _tell(self) -> None:
        """The whole name is in the tip, for a person who cannot read all of it."""
        name = self.currentText()
        self.setToolTip(plain(f"{name}\n{self._tip}".strip()) if name else plain(self._tip))
