"""What is to be tried: ensembles, their settings and ranges, to be ticked and edited in place."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from core import Space
from core.base.errors import WorkbenchError
from core.judging.tuning.words import kind_title
from workbench.shell.theme import GRID

_NAME, _RANGE = range(2)
_IndexType = QModelIndex | QPersistentModelIndex


class SpacesTree(QTreeWidget):
    """A line an ensemble, below it a line a setting; `spaces` is what is ticked."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("What is tried: ensembles and their settings")
        self.setColumnCount(2)
        self.setHeaderLabels(["Ensembles and settings", "Tried"])
        self.setUniformRowHeights(True)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self.setItemDelegateForColumn(_NAME, _Unchanging(self))
        self.setItemDelegateForColumn(_RANGE, _Ranges(self))
        header = self.header()
        header.setStretchLastSection(True)
        header.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.ResizeToContents)
        self._spaces: list[Space] = []
        self.itemChanged.connect(self._edited)

    def offer(self, spaces: Sequence[Space], ticked: int) -> None:
        """Show these; the first `ticked` are to be tried."""
        self.blockSignals(True)
        self.clear()
        self._spaces = list(spaces)
        for place, space in enumerate(spaces):
            top = QTreeWidgetItem([kind_title(space.settings), ""])
            top.setToolTip(_NAME, space.settings.summary)
            self.addTopLevelItem(top)
            for dimension in space.dimensions:
                own = QTreeWidgetItem([dimension.title, dimension.range])
                own.setFlags(own.flags() | Qt.ItemFlag.ItemIsEditable)
                own.setToolTip(_NAME, dimension.declared.help)
                own.setToolTip(_RANGE, f"{dimension.range}\nF2 or a double click changes it")
                own.setCheckState(_NAME, Qt.CheckState.Checked)
                top.addChild(own)
            is_tried = place < ticked
            top.setCheckState(_NAME, _check(is_tried))
            self._show_count(top)
            top.setExpanded(is_tried and ticked == 1)
        self.blockSignals(False)
        if (first := self.topLevelItem(0)) is not None:
            self.setCurrentItem(first)
        self.changed.emit()

    def tick(self, titles: Sequence[str]) -> None:
        """Try these ensembles, by their titles, and no others."""
        for place in range(self.topLevelItemCount()):
            top = self.topLevelItem(place)
            assert top is not None
            top.setCheckState(_NAME, _check(top.text(_NAME) in titles))

    def spaces(self) -> list[Space]:
        """What is ticked; raise SettingsError for a range that is none."""
        found = []
        for place, space in enumerate(self._spaces):
            top = self.topLevelItem(place)
            assert top is not None
            if top.checkState(_NAME) is Qt.CheckState.Checked:
                found.append(space.only(self._ranges(top, space)))
        return found

    def _ranges(self, top: QTreeWidgetItem, space: Space) -> dict[str, str]:
        ranges = {}
        for number, dimension in enumerate(space.dimensions):
            own = top.child(number)
            if own.checkState(_NAME) is Qt.CheckState.Checked:
                text = own.text(_RANGE).strip()
                changed = "" if text == dimension.range else text.replace(" to ", "..")
                ranges[dimension.path] = changed
        return ranges

    def _edited(self, item: QTreeWidgetItem, column: int) -> None:
        self.blockSignals(True)
        top = item.parent() or item
        if item.parent() is None:
            is_tried = item.checkState(_NAME) is Qt.CheckState.Checked
            item.setExpanded(is_tried and item is self.currentItem())
        elif column == _RANGE and not item.text(_RANGE).strip():
            place = self.indexOfTopLevelItem(top)
            number = top.indexOfChild(item)
            item.setText(_RANGE, self._spaces[place].dimensions[number].range)
        self._show_count(top)
        self.blockSignals(False)
        self.changed.emit()

    def _show_count(self, top: QTreeWidgetItem) -> None:
        """How many settings of an ensemble are tried."""
        every = top.childCount()
        ticked = sum(
            top.child(number).checkState(_NAME) is Qt.CheckState.Checked for number in range(every)
        )
        is_tried = top.checkState(_NAME) is Qt.CheckState.Checked
        top.setText(_RANGE, f"{ticked} of {every}" if is_tried else "")

    @property
    def trouble(self) -> str:
        """What cannot be, in a sentence; empty if nothing stands against it."""
        try:
            spaces = self.spaces()
        except WorkbenchError as error:
            return str(error)
        if not spaces:
            return "Tick an ensemble at least."
        if len(spaces) == 1 and not spaces[0].dimensions:
            return "Tick a setting at least, or several ensembles."
        return ""


class _Unchanging(QStyledItemDelegate):
    """The names are ticked, and not changed."""

    def createEditor(  # noqa: N802 - Qt's name
        self, parent: QWidget, option: QStyleOptionViewItem, index: _IndexType
    ) -> QWidget:
        """There is none."""
        return None  # type: ignore[return-value]  # Qt takes it for none


class _Ranges(QStyledItemDelegate):
    """Room for a field in a line."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _IndexType) -> QSize:  # noqa: N802
        """As high as a field needs."""
        size = super().sizeHint(option, index)
        size.setHeight(max(size.height(), option.fontMetrics.height() + GRID))
        return size


def _check(is_ticked: bool) -> Qt.CheckState:
    return Qt.CheckState.Checked if is_ticked else Qt.CheckState.Unchecked
