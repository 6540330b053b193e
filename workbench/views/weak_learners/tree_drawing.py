"""A tree drawn from left to right: questions, answers, leaves.

A large tree is drawn as far as it can be read; what follows is told by a number, and drawn on a
click.
"""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QGraphicsScene, QGraphicsView, QWidget

from core.learning.words.tree_reading import TreeReading
from workbench.shell.theme import LIGHT, Theme
from workbench.views.weak_learners.tree_items import EdgeItem, NodeItem
from workbench.views.weak_learners.tree_shapes import Path, Shape, first_depth, place, write

_OPENED_LEVELS = 2
_NARROW = 520
_LEAST_SCALE, _MOST_SCALE = 0.75, 1.25
_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)


class TreeDrawing(QGraphicsView):
    """Shows a tree; wheel zooms, drag moves, a click chooses a node.

    Arrow keys go from node to node, Enter opens or closes the branch of the one chosen.
    """

    node_chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setScene(QGraphicsScene(self))
        self.theme = LIGHT
        self.root: Shape | None = None
        self._tree: TreeReading | None = None
        self._names: Sequence[str] = ()
        self._was_narrow = False
        self._opened: dict[Path, int] = {}
        self._closed: set[Path] = set()
        self._is_zoomed = False
        self.chosen: Path = ()
        """The node that is looked at, by its path."""
        self._just_opened: Path | None = None
        self.setAccessibleName("The learner as a tree")
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setFrameShape(QGraphicsView.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.apply_theme(LIGHT)

    def show_tree(self, tree: TreeReading | None, names: Sequence[str] = ()) -> None:
        """Draw another tree, or none; `names` are those of all columns, to be told apart."""
        self._tree, self._names = tree, names
        self._opened, self._closed = {}, set()
        self._is_zoomed, self.chosen = False, ()
        self._depth = first_depth(tree) if tree else 0
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

    @property
    def chosen_shape(self) -> Shape | None:
        """The node that is looked at; the root, unless somebody chose another one."""
        return next((shape for shape in self.shapes if shape.path == self.chosen), None)

    def choose(self, path: Path) -> None:
        """Look at a node."""
        self.chosen = path
        shape = self.chosen_shape
        if shape is not None:
            width, height = shape.size
            self.ensureVisible(QRectF(shape.x, shape.y - height / 2, width, height), 8, 8)
        self._tell_chosen()
        self.scene().update()
        self.node_chosen.emit()

    def _tell_chosen(self) -> None:
        shape = self.chosen_shape
        parts = [shape.answer, shape.whole_text, shape.note] if shape is not None else []
        self.setAccessibleDescription(". ".join(part for part in parts if part))

    def toggle(self, path: Path) -> None:
        """Draw what follows a node, or hide it."""
        shape = next(shape for shape in self.shapes if shape.path == path)
        self._just_opened = path if shape.hidden else None
        if shape.hidden:
            self._closed.discard(path)
            self._opened[path] = len(path) + _OPENED_LEVELS
        elif shape.children and path:
            self._closed.add(path)
            self.chosen = path  # what is below it is gone
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
        """+ and - zoom, 0 shows all of it; arrows go to other nodes, Enter opens or closes one."""
        moved = self._beside(Qt.Key(event.key()))
        if moved is not None:
            self.choose(moved)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if self.chosen_shape is not None:
                self.toggle(self.chosen)
        elif event.text() in ("+", "="):
            self._zoom(1.25)
        elif event.text() == "-":
            self._zoom(0.8)
        elif event.text() == "0":
            self.fit()
        else:
            super().keyPressEvent(event)

    def _beside(self, key: Qt.Key) -> Path | None:
        """The node that an arrow key leads to; None for other keys."""
        shape = self.chosen_shape
        if shape is None or key not in _ARROWS:
            return None
        if key == Qt.Key.Key_Left:
            return self.chosen[:-1]
        if key == Qt.Key.Key_Right:
            return (*self.chosen, 0) if shape.children else self.chosen
        level = [other for other in self.shapes if len(other.path) == len(self.chosen)]
        level.sort(key=lambda other: other.y)
        place = level.index(shape) + (1 if key == Qt.Key.Key_Down else -1)
        return level[min(len(level) - 1, max(0, place))].path

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Close or open a branch; beside the boxes, show all of it again."""
        item = self.itemAt(event.position().toPoint())
        if not isinstance(item, NodeItem):
            self.fit()
        elif item.shape_.path != self._just_opened:  # its first click has done it already
            self.toggle(item.shape_.path)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Fit again, unless a person chose what to look at."""
        super().resizeEvent(event)
        if self._is_zoomed:
            return
        if self._is_narrow != self._was_narrow:
            self._draw()
        self.fit()

    @property
    def _is_narrow(self) -> bool:
        return self.viewport().width() < _NARROW

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
        self._was_narrow = self._is_narrow
        write(self.root, self._names, self._was_narrow)
        place(self.root, self.font())
        for shape in self.root.walk():
            for child in shape.children:
                self.scene().addItem(EdgeItem(self, shape, child))
        for shape in self.root.walk():
            self.scene().addItem(NodeItem(self, shape))
        self.setSceneRect(self.scene().itemsBoundingRect().adjusted(-12, -12, 12, 12))
        self._tell_chosen()

    def _shape(self, path: Path, number: int, answer: str, until: int) -> Shape:
        assert self._tree is not None
        node = self._tree.node(number)
        shape = Shape(path, node, number, answer, self._tree.feature(number))
        until = max(until, self._opened.get(path, 0))
        if node.leaf is None and (len(path) >= until or path in self._closed):
            shape.hidden = self._tree.leaves(number)
        else:
            shape.children = [
                self._shape((*path, place), branch.node, branch.answer, until)
                for place, branch in enumerate(node.branches)
            ]
        return shape
