"""What a drawn tree consists of: boxes, and lines with the answers on them."""

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsSceneMouseEvent,
    QStyleOptionGraphicsItem,
    QWidget,
)

from workbench.plotting.class_symbols import class_colour
from workbench.shell.tips import plain
from workbench.views.weak_learners.tree_shapes import GAP, PADDING, Shape, note_font

if TYPE_CHECKING:
    from workbench.views.weak_learners.tree_drawing import TreeDrawing


class NodeItem(QGraphicsItem):
    """A box: a question, a leaf in the colour of its class, or what is not drawn."""

    def __init__(self, drawing: "TreeDrawing", shape: Shape) -> None:
        super().__init__()
        self.drawing, self.shape_ = drawing, shape
        self.setPos(shape.x, shape.y)
        self.setToolTip(plain("\n".join(filter(None, (shape.whole_text, shape.note)))))
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Its box."""
        width, height = self.shape_.size
        return QRectF(0, -height / 2, width, height)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the box and its lines."""
        theme, shape = self.drawing.theme, self.shape_
        box = self.boundingRect().adjusted(0.5, 0.5, -0.5, -0.5)
        leaf = shape.node.leaf
        is_chosen = shape.path == self.drawing.chosen
        edge = theme.accent if shape.hidden or is_chosen else theme.line
        painter.setPen(QPen(QColor(edge), 2 if is_chosen else 1))
        painter.setBrush(QColor(theme.alternate if leaf else theme.window))
        painter.drawRoundedRect(box, 4, 4)
        left = PADDING
        if leaf is not None:
            if leaf.label is not None:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(class_colour(leaf.label, theme)))
                painter.drawRect(QRectF(box.left(), box.top() + 3, 4, box.height() - 6))
            left += 2
        font = self.drawing.font()
        height = QFontMetricsF(font).height()
        top = -height * len(shape.lines) / 2
        for place, line in enumerate(shape.lines):
            is_note = place >= len(shape.texts)
            painter.setFont(note_font(font) if is_note else font)
            colour = theme.accent if shape.hidden else theme.text
            colour = theme.quiet_text if is_note else colour
            painter.setPen(QColor(colour))
            painter.drawText(
                QRectF(left, top + place * height, box.width(), height),
                Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
                line,
            )

    def mousePressEvent(self, event: QGraphicsSceneMouseEvent) -> None:  # noqa: N802
        """A click chooses the node; anything else moves the drawing."""
        if event.button() == Qt.MouseButton.LeftButton:
            event.accept()
        else:
            event.ignore()

    def mouseReleaseEvent(self, event: QGraphicsSceneMouseEvent) -> None:  # noqa: N802
        """The button is up where it went down: what is not drawn is opened."""
        if not self.boundingRect().contains(event.pos()):
            return
        drawing, shape = self.drawing, self.shape_  # this item may be gone in a moment
        drawing.choose(shape.path)
        if shape.hidden:
            drawing.toggle(shape.path)


class EdgeItem(QGraphicsItem):
    """A line from a question to what follows an answer, with the answer on it."""

    def __init__(self, drawing: "TreeDrawing", parent: Shape, child: Shape) -> None:
        super().__init__()
        self.drawing, self.child = drawing, child
        start = QPointF(parent.x + parent.size[0], parent.y)
        end = QPointF(child.x, child.y)
        middle = start.x() + GAP / 2
        path = QPainterPath(start)
        path.cubicTo(
            QPointF(middle, start.y()),
            QPointF(start.x(), end.y()),
            QPointF(start.x() + GAP, end.y()),
        )
        path.lineTo(end)
        self._path, self._end, self._from = path, end, start.x() + GAP
        share = child.node.share
        self._width = 1.5 if math.isnan(share) else 1 + 4 * share
        self.setToolTip(plain(child.answer))

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """The line and the answer above it."""
        return self._path.boundingRect().adjusted(-3, -18, 3, 4)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the line and the answer."""
        theme = self.drawing.theme
        painter.setPen(QPen(QColor(theme.line), self._width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(self._path)
        painter.setFont(note_font(self.drawing.font()))
        painter.setPen(QColor(theme.quiet_text))
        painter.drawText(QPointF(self._from, self._end.y() - 4), self.child.short_answer)
