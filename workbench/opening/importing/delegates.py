"""How cells of the table of columns are drawn and edited: choosers and small histograms."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    Qt,
    QTimer,
)
from PySide6.QtGui import QColor, QPainter, QPolygonF
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from core.data.profile import Profile
from workbench.shell.theme import LIGHT, Theme

Index = QModelIndex | QPersistentModelIndex
_MARGIN = 4


class ChooserDelegate(QStyledItemDelegate):
    """A cell that opens a list of choices."""

    def __init__(self, choices: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self._choices = list(choices)
        self.theme: Theme = LIGHT

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The text, and a small arrow that says that there is a choice."""
        super().paint(painter, option, index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.theme.quiet_text))
        right, middle = option.rect.right() - 6, option.rect.center().y() + 1
        arrow = QPolygonF()
        for x, y in ((right - 8, middle - 2), (right, middle - 2), (right - 4, middle + 3)):
            arrow.append(QRectF(x, y, 0, 0).topLeft())
        painter.drawPolygon(arrow)
        painter.restore()

    def createEditor(  # noqa: N802 - Qt's names, here and below
        self, parent: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> QWidget:
        """A box with the choices, opened at once."""
        del option
        box = QComboBox(parent)
        box.addItems(self._choices)
        box.setAccessibleName(
            str(index.model().headerData(index.column(), Qt.Orientation.Horizontal, 0))
        )
        box.activated.connect(self._chosen)
        QTimer.singleShot(0, box, box.showPopup)
        return box

    def setEditorData(self, editor: QWidget, index: Index) -> None:  # noqa: N802
        """Show what is chosen now."""
        assert isinstance(editor, QComboBox)
        editor.setCurrentText(str(index.data(Qt.ItemDataRole.EditRole)))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:  # noqa: N802
        """Take what was chosen."""
        assert isinstance(editor, QComboBox)
        model.setData(index, editor.currentText())

    def _chosen(self) -> None:
        box = self.sender()
        assert isinstance(box, QComboBox)
        self.commitData.emit(box)
        self.closeEditor.emit(box)


class HistogramDelegate(QStyledItemDelegate):
    """A cell with a small histogram: bars from the bottom, the tallest fills the cell."""

    def __init__(self, profile: Callable[[int], Profile | None], parent: QWidget) -> None:
        super().__init__(parent)
        self._profile = profile
        self.theme: Theme = LIGHT

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the bars."""
        super().paint(painter, option, index)
        found = self._profile(index.row())
        if found is None or not found.bars:
            return
        room = QRectF(option.rect).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        most = max(bar.count for bar in found.bars)
        wide = min(room.width() / len(found.bars), 24.0)
        gap = 1.0 if wide > 3 else 0.0
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.theme.quiet_text))
        for place, bar in enumerate(found.bars):
            tall = max(1.0 if bar.count else 0.0, room.height() * bar.count / max(1, most))
            left = room.left() + place * wide
            painter.drawRect(QRectF(left, room.bottom() - tall, wide - gap, tall))
        painter.restore()
