"""The groups of decisions by what became of them, each with a box to take or leave it whole."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from core.base.wording import grouped
from core.judging.reviewing.carrying.fates import Fate
from workbench.carrying.controller import Carrier

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_FATE = Qt.ItemDataRole.UserRole


class GroupsList(QTreeWidget):
    """A line a group, with how many there are."""

    shown = Signal(object)
    """A group is to be looked at: a Fate, or None."""

    def __init__(self, carrier: Carrier, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._carrier = carrier
        self.setAccessibleName("What became of your decisions")
        self.setHeaderLabels(["what became of your decisions", "how many"])
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.itemChanged.connect(self._checked)
        self.currentItemChanged.connect(lambda item, _before: self.shown.emit(_fate(item)))

    @property
    def fate(self) -> Fate | None:
        """The group that is looked at."""
        return _fate(self.currentItem())

    def redraw(self) -> None:
        """Show the groups as they are now; the one that is looked at stays."""
        found, before = self._carrier.found, self.fate
        fates = list(found.groups) if found is not None else []
        if fates != [_fate(self.topLevelItem(place)) for place in range(self.topLevelItemCount())]:
            with QSignalBlocker(self):
                self.clear()
                self.addTopLevelItems([_line(fate) for fate in fates])
            line = self.topLevelItem(fates.index(before) if before in fates else 0)
            if line is not None:
                self.setCurrentItem(line)
            self.shown.emit(self.fate)
        self._mark()

    def line(self, fate: Fate) -> QTreeWidgetItem:
        """The line of a group that is there."""
        lines = [self.topLevelItem(place) for place in range(self.topLevelItemCount())]
        return next(line for line in lines if line is not None and _fate(line) is fate)

    def _mark(self) -> None:
        """How many there are, and whether all, some or none of them are chosen."""
        found = self._carrier.found
        if found is None:
            return
        with QSignalBlocker(self):
            for fate, many in found.groups.items():
                line = self.line(fate)
                line.setText(1, grouped(many))
                line.setTextAlignment(1, _RIGHT)
                if fate.kind.can_be_taken:
                    chosen = int(self._carrier.chosen[found.items(fate)].sum())
                    state = Qt.CheckState.PartiallyChecked
                    if chosen in (0, many):
                        state = Qt.CheckState.Checked if chosen else Qt.CheckState.Unchecked
                    line.setCheckState(0, state)
        self.viewport().update()

    def _checked(self, line: QTreeWidgetItem, _column: int) -> None:
        found, fate = self._carrier.found, _fate(line)
        if found is not None and fate is not None and fate.kind.can_be_taken:
            is_chosen = line.checkState(0) == Qt.CheckState.Checked
            self._carrier.choose(found.items(fate), is_chosen)


def _line(fate: Fate) -> QTreeWidgetItem:
    line = QTreeWidgetItem([fate.kind.title, ""])
    line.setData(0, _FATE, int(fate))
    line.setToolTip(0, fate.kind.means)
    flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
    if fate.kind.can_be_taken:
        flags |= Qt.ItemFlag.ItemIsUserCheckable
    line.setFlags(flags)
    return line


def _fate(line: QTreeWidgetItem | None) -> Fate | None:
    return None if line is None else Fate(line.data(0, _FATE))
