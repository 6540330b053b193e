"""A tree drawn from left to right: questions, answers, leaves.

A large tree is drawn as far as it can be read; what follows is told by a number, and drawn on a
click.
"""

import math
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsScene,
    QGraphicsSceneMouseEvent,
    QGraphicsView,
    QStyleOptionGraphicsItem,
    QWidget,
)

from core.base.wording import percent
from core.learning.words.tree_reading import Node, TreeReading
from workbench.plotting.class_symbols import class_colour
from workbench.shell.theme import LIGHT, Theme
from workbench.shell.tips import plain

MOST_ENDS = 12
"""So many ends of branches are drawn at first, at most."""
_OPENED_LEVELS = 2
_MOST_TEXT = 240.0
_MOST_ANSWER = 96.0
_MOST_LETTERS, _MOST_LINES = 32, 3
_GAP, _ROW_GAP, _PADDING = 28.0, 8.0, 8.0
_LEAST_SCALE, _MOST_SCALE = 0.75, 1.25

Path = tuple[int, ...]
"""The places of the branches on the way from the root."""


@dataclass(eq=False)
class Shape:
    """A node as it is drawn, with those of its branches that are."""

    path: Path
    node: Node
    number: int
    answer: str = ""
    children: "list[Shape]" = field(default_factory=list)
    hidden: int = 0
    """How many leaves are below it that are not drawn."""
    x: float = 0.0
    y: float = 0.0
    size: tuple[float, float] = (0.0, 0.0)

    def walk(self) -> "Iterator[Shape]":
        """It and everything drawn below it."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def texts(self) -> list[str]:
        """What stands in its box: a long question in several lines."""
        if self.hidden:
            return [f"… {self.hidden:,} more leaves"]
        text = self.node.leaf.text if self.node.leaf else self.node.question
        lines = textwrap.wrap(text, _MOST_LETTERS) or [""]
        if len(lines) > _MOST_LINES:
            lines = [*lines[: _MOST_LINES - 1], f"{lines[_MOST_LINES - 1]} …"]
        return lines

    @property
    def note(self) -> str:
        """What stands below it in small letters."""
        notes = []
        if not self.hidden and not math.isnan(self.node.share):
            notes.append(f"{percent(self.node.share)} of rows")
        if not self.hidden and self.node.missing:
            notes.append(f"missing: {self.node.missing}")
        return " · ".join(notes)

    @property
    def lines(self) -> list[str]:
        """All of it."""
        return [*self.texts, *([self.note] if self.note else [])]


class TreeDrawing(QGraphicsView):
    """Shows a tree; wheel zooms, drag moves, a click opens or closes a branch."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setScene(QGraphicsScene(self))
        self.theme = LIGHT
        self.root: Shape | None = None
        self._tree: TreeReading | None = None
        self._opened: dict[Path, int] = {}
        self._closed: set[Path] = set()
        self._is_zoomed = False
        self.setAccessibleName("The learner as a tree")
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QGraphicsView.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.apply_theme(LIGHT)

    def show_tree(self, tree: TreeReading | None) -> None:
        """Draw another tree, or none."""
        self._tree = tree
        self._opened, self._closed = {}, set()
        self._is_zoomed = False
        self._depth = _first_depth(tree) if tree else 0
        self._draw()
        self.fit()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme
        self.setBackgroundBrush(QColor(theme.base))
        self.scene().update()

    @property
    def shapes(self) -> list[Shape]:
        """What is drawn, from the root on."""
        return list(self.root.walk()) if self.root else []

    def toggle(self, path: Path) -> None:
        """Draw what follows a node, or hide it."""
        shape = next(shape for shape in self.shapes if shape.path == path)
        if shape.hidden:
            self._closed.discard(path)
            self._opened[path] = len(path) + _OPENED_LEVELS
        elif shape.children and path:
            self._closed.add(path)
        self._is_zoomed = True  # what is looked at stays where it is
        self._draw()

    def fit(self) -> None:
        """Show all of it, but never too small to be read: then its beginning."""
        self._is_zoomed = False
        bounds = self.scene().itemsBoundingRect().adjusted(-12, -12, 12, 12)
        if bounds.isEmpty() or self.viewport().width() < 2:
            return
        self.setSceneRect(bounds)
        view = self.viewport().rect()
        scale = min(view.width() / bounds.width(), view.height() / bounds.height())
        scale = max(_LEAST_SCALE, min(_MOST_SCALE, scale))
        self.resetTransform()
        self.scale(scale, scale)
        x = bounds.center().x()
        if bounds.width() * scale > view.width():
            x = bounds.left() + view.width() / scale / 2
        root_y = self.root.y if self.root else bounds.center().y()
        is_high = bounds.height() * scale > view.height()
        self.centerOn(QPointF(x, root_y if is_high else bounds.center().y()))

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Zoom."""
        self._zoom(1.0015 ** event.angleDelta().y())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """+ and - zoom, 0 shows all of it."""
        if event.text() in ("+", "="):
            self._zoom(1.25)
        elif event.text() == "-":
            self._zoom(0.8)
        elif event.text() == "0":
            self.fit()
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Show all of it again."""
        self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Fit again, unless a person chose what to look at."""
        super().resizeEvent(event)
        if not self._is_zoomed:
            self.fit()

    def _zoom(self, factor: float) -> None:
        scale = self.transform().m11() * factor
        if 0.05 <= scale <= 4:
            self._is_zoomed = True
            self.scale(factor, factor)

    def _draw(self) -> None:
        self.scene().clear()
        self.root = None
        if self._tree is None:
            return
        self.root = self._shape((), self._tree.root, "", self._depth)
        font = self.font()
        _place(self.root, font)
        for shape in self.root.walk():
            for child in shape.children:
                self.scene().addItem(EdgeItem(self, shape, child))
        for shape in self.root.walk():
            self.scene().addItem(NodeItem(self, shape))
        self.setSceneRect(self.scene().itemsBoundingRect().adjusted(-12, -12, 12, 12))

    def _shape(self, path: Path, number: int, answer: str, until: int) -> Shape:
        assert self._tree is not None
        node = self._tree.node(number)
        shape = Shape(path, node, number, answer)
        until = max(until, self._opened.get(path, 0))
        if node.leaf is None and (len(path) >= until or path in self._closed):
            shape.hidden = self._tree.leaves(number)
        else:
            shape.children = [
                self._shape((*path, place), branch.node, branch.answer, until)
                for place, branch in enumerate(node.branches)
            ]
        return shape


class NodeItem(QGraphicsItem):
    """A box: a question, a leaf in the colour of its class, or what is not drawn."""

    def __init__(self, drawing: TreeDrawing, shape: Shape) -> None:
        super().__init__()
        self.drawing, self.shape_ = drawing, shape
        self.setPos(shape.x, shape.y)
        node = shape.node
        told = node.leaf.text if node.leaf else node.question
        self.setToolTip(plain(f"{told}\n{shape.note}" if shape.note else told))
        if shape.hidden or (shape.children and shape.path):
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
        painter.setPen(QPen(QColor(theme.accent if shape.hidden else theme.line), 1))
        painter.setBrush(QColor(theme.alternate if leaf else theme.window))
        painter.drawRoundedRect(box, 4, 4)
        left = _PADDING
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
            painter.setFont(_note_font(font) if is_note else font)
            metrics = QFontMetricsF(painter.font())
            colour = theme.accent if shape.hidden else theme.text
            colour = theme.quiet_text if is_note else colour
            painter.setPen(QColor(colour))
            text = metrics.elidedText(line, Qt.TextElideMode.ElideRight, _MOST_TEXT)
            painter.drawText(
                QRectF(left, top + place * height, box.width(), height),
                Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
                text,
            )

    def mousePressEvent(self, event: QGraphicsSceneMouseEvent) -> None:  # noqa: N802
        """A click opens or closes a branch; anything else moves the drawing."""
        can_toggle = self.shape_.hidden or (self.shape_.children and self.shape_.path)
        if event.button() == Qt.MouseButton.LeftButton and can_toggle:
            event.accept()
        else:
            event.ignore()

    def mouseReleaseEvent(self, event: QGraphicsSceneMouseEvent) -> None:  # noqa: N802
        """The button is up where it went down."""
        if self.boundingRect().contains(event.pos()):
            self.drawing.toggle(self.shape_.path)


class EdgeItem(QGraphicsItem):
    """A line from a question to what follows an answer, with the answer on it."""

    def __init__(self, drawing: TreeDrawing, parent: Shape, child: Shape) -> None:
        super().__init__()
        self.drawing, self.child = drawing, child
        start = QPointF(parent.x + parent.size[0], parent.y)
        end = QPointF(child.x, child.y)
        middle = start.x() + _GAP / 2
        path = QPainterPath(start)
        path.cubicTo(
            QPointF(middle, start.y()),
            QPointF(start.x(), end.y()),
            QPointF(start.x() + _GAP, end.y()),
        )
        path.lineTo(end)
        self._path, self._end, self._from = path, end, start.x() + _GAP
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
        painter.setFont(_note_font(self.drawing.font()))
        metrics = QFontMetricsF(painter.font())
        painter.setPen(QColor(theme.quiet_text))
        text = metrics.elidedText(self.child.answer, Qt.TextElideMode.ElideRight, _MOST_ANSWER)
        painter.drawText(QPointF(self._from, self._end.y() - 4), text)


def _note_font(font: QFont) -> QFont:
    note = QFont(font)
    note.setPointSizeF(max(6.0, 0.85 * font.pointSizeF()))
    return note


def _first_depth(tree: TreeReading) -> int:
    """As deep as not too many branches end."""
    ends, depth = [tree.root], 0
    while True:
        nodes = [tree.node(number) for number in ends]
        following = [
            target
            for number, node in zip(ends, nodes, strict=True)
            for target in ([branch.node for branch in node.branches] or [number])
        ]
        if len(following) == len(ends):
            return depth
        if depth and len(following) > MOST_ENDS:
            return depth
        ends, depth = following, depth + 1


def _place(root: Shape, font: QFont) -> None:
    """Columns by depth, as wide as their boxes; ends below each other, parents between them."""
    metrics, notes = QFontMetricsF(font), QFontMetricsF(_note_font(font))
    widths: dict[int, float] = {}
    answers: dict[int, float] = {}
    for shape in root.walk():
        lines = [metrics.horizontalAdvance(line) for line in shape.texts]
        lines.append(notes.horizontalAdvance(shape.note))
        width = min(_MOST_TEXT, max(lines)) + 2 * _PADDING + 4
        shape.size = (width, metrics.height() * len(shape.lines) + _PADDING)
        depth = len(shape.path)
        widths[depth] = max(widths.get(depth, 0.0), width)
        answer = min(_MOST_ANSWER, notes.horizontalAdvance(shape.answer)) + 6
        answers[depth] = max(answers.get(depth, 0.0), answer)
    lefts = {0: 0.0}
    for depth in range(1, len(widths)):
        lefts[depth] = lefts[depth - 1] + widths[depth - 1] + _GAP + answers[depth]
    _put(root, lefts, _stacker())


def _stacker() -> "Callable[[float], float]":
    """Gives the middle of the next place below."""
    bottom = 0.0

    def next_middle(height: float) -> float:
        nonlocal bottom
        middle = bottom + height / 2
        bottom += height + _ROW_GAP
        return middle

    return next_middle


def _put(shape: Shape, lefts: dict[int, float], next_middle: Callable[[float], float]) -> None:
    shape.x = lefts[len(shape.path)]
    if not shape.children:
        shape.y = next_middle(shape.size[1])
        return
    for child in shape.children:
        _put(child, lefts, next_middle)
    shape.y = (shape.children[0].y + shape.children[-1].y) / 2
