"""Puts docks where a layout has them, and reads from Qt where they are.

Qt tells which docks share their tabs and where each one is; the splits lie in between.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDockWidget, QMainWindow, QStyle, QTabBar

from workbench.shell.dock_layout import Area, Box, DockSplit, Layout, Node, Tabs, leaves, node_of

_SIDES = {
    "left": Qt.DockWidgetArea.LeftDockWidgetArea,
    "right": Qt.DockWidgetArea.RightDockWidgetArea,
    "top": Qt.DockWidgetArea.TopDockWidgetArea,
    "bottom": Qt.DockWidgetArea.BottomDockWidgetArea,
}
_ORIENTATIONS = {True: Qt.Orientation.Horizontal, False: Qt.Orientation.Vertical}
_LEAST_SEEN = 40
"""Pixels of a dock of its own window that must be on a screen, to be taken hold of."""

Docked = Mapping[str, QDockWidget]


class Arranger:
    """Arranges the docks of a main window, by their names."""

    def __init__(self, window: QMainWindow, docks: Docked) -> None:
        self._window, self._docks = window, docks

    # Where the docks are to be

    def put(self, layout: Layout, left: int) -> None:
        """Put every dock where the layout has it; those at the left are so wide."""
        for dock in self._docks.values():
            dock.setFloating(False)
            self._window.removeDockWidget(dock)
        for side, area in layout.areas.items():
            self._add(self._docks[_first(area.node)], side)
            self._divide(area.node)
            for leaf in leaves(area.node):
                self._stack(leaf)
        for name, box in (layout.floating or {}).items():
            self._docks[name].setFloating(True)
            self._docks[name].setGeometry(_on_screen(box))
        for name in layout.closed:
            self._docks[name].hide()
        self._settle()
        self._resize_areas(layout, left)
        for area in layout.areas.values():
            self._resize(area.node)

    def _add(self, dock: QDockWidget, side: str) -> None:
        self._window.addDockWidget(_SIDES[side], dock)
        dock.show()

    def _divide(self, node: Node) -> None:
        if isinstance(node, Tabs):
            return
        firsts = [self._docks[_first(part)] for part in node.parts]
        for one, other in pairwise(firsts):
            self._window.splitDockWidget(one, other, _ORIENTATIONS[node.is_across])
            other.show()
        for part in node.parts:
            self._divide(part)

    def _stack(self, leaf: Tabs) -> None:
        for one, other in pairwise(leaf.names):
            self._window.tabifyDockWidget(self._docks[one], self._docks[other])
            self._docks[other].show()
        self._docks[leaf.front].raise_()

    def _settle(self) -> None:
        if (layout := self._window.layout()) is not None:
            layout.activate()

    def _resize_areas(self, layout: Layout, left: int) -> None:
        shown = {
            side: area for side, area in layout.areas.items() if self._box(area.node) is not None
        }
        share = self._window.height() / layout.size[1]
        sizes = {
            area.node: round(area.extent * share)
            for side, area in shown.items()
            if side in ("top", "bottom")
        }
        rest = self._window.height() - sum(sizes.values()) - len(sizes) * self._gap()
        middle = [area for side, area in shown.items() if side in ("left", "right")]
        if sizes and middle and rest > 0:
            self._give(sizes | {area.node: rest for area in middle}, is_across=False)
        wide = self._window.width() - self._gap()
        extents = [left if area is layout.areas.get("left") else wide - left for area in middle]
        self._share([area.node for area in middle], extents, True)

    def _resize(self, node: Node) -> None:
        if isinstance(node, DockSplit):
            self._share(node.parts, node.sizes, node.is_across)
            for part in node.parts:
                self._resize(part)

    def _share(self, parts: Sequence[Node], sizes: Sequence[int], is_across: bool) -> None:
        """Give each part its share of what they have together."""
        boxes = {part: box for part in parts if (box := self._box(part)) is not None}
        if len(boxes) > 1:
            together = sum(_extent(box, is_across) for box in boxes.values())
            weights = dict(zip(parts, sizes, strict=True))
            self._give(_shares(together, {part: weights[part] for part in boxes}), is_across)

    def _give(self, sizes: Mapping[Node, int], is_across: bool) -> None:
        """Give parts their sizes; Qt wants to hear of every dock that one passes on the way."""
        row = [each for part, size in sizes.items() for each in self._row(part, size, is_across)]
        docks, wanted = [dock for dock, _ in row], [size for _, size in row]
        self._window.resizeDocks(docks, wanted, _ORIENTATIONS[is_across])
        self._settle()

    def _row(self, node: Node, size: int, is_across: bool) -> Iterator[tuple[QDockWidget, int]]:
        """The docks that one passes from one side of a part to the other, with their sizes."""
        if isinstance(node, Tabs):
            yield next(self._shown(node)), size
            return
        weights = dict(zip(node.parts, node.sizes, strict=True))
        shown = {part: weights[part] for part in node.parts if self._box(part) is not None}
        if node.is_across is is_across:
            gaps = (len(shown) - 1) * self._gap()
            for part, own in _shares(size - gaps, shown).items():
                yield from self._row(part, own, is_across)
        else:
            yield from self._row(next(iter(shown)), size, is_across)

    def _gap(self) -> int:
        style = self._window.style()
        return style.pixelMetric(
            QStyle.PixelMetric.PM_DockWidgetSeparatorExtent, None, self._window
        )

    def _shown(self, node: Node) -> Iterator[QDockWidget]:
        for leaf in leaves(node):
            for name in (leaf.front, *leaf.names):
                dock = self._docks[name]
                if not dock.isHidden() and not dock.isFloating():
                    yield dock

    def _box(self, node: Node) -> QRect | None:
        found = QRect()
        for dock in self._shown(node):
            found = found.united(self._group_box(self._fellows(dock)))
        return found if found.isValid() else None

    # Where they are

    def read(self) -> Layout:
        """Where the docks are that are open; those that float or are closed have no place here."""
        self._settle()
        areas = {}
        for side, place in _SIDES.items():
            groups = list(self._groups(place))
            if groups:
                boxes = [(_box(self._group_box(docks)), self._tabs(docks)) for docks in groups]
                node, around = node_of(boxes, is_across=side in ("top", "bottom"))
                areas[side] = Area(max(1, around[2 if side in ("left", "right") else 3]), node)
        floating = {
            name: _box(dock.geometry()) for name, dock in self._docks.items() if dock.isFloating()
        }
        closed = frozenset(name for name, dock in self._docks.items() if dock.isHidden())
        size = (max(1, self._window.width()), max(1, self._window.height()))
        return Layout(size, areas, floating or None, closed)

    def _groups(self, place: Qt.DockWidgetArea) -> Iterator[list[QDockWidget]]:
        told: set[QDockWidget] = set()
        for dock in self._docks.values():
            is_docked = not dock.isHidden() and not dock.isFloating()
            if is_docked and dock not in told and self._window.dockWidgetArea(dock) is place:
                group = self._fellows(dock)
                told.update(group)
                yield group

    def _fellows(self, dock: QDockWidget) -> list[QDockWidget]:
        """A dock and those that it shares its place with, in the order of their tabs."""
        group = [dock, *self._window.tabifiedDockWidgets(dock)]
        titles = self._titles(self._bar(group))
        if titles:
            group.sort(key=lambda each: titles.index(each.windowTitle()))
        return group

    def _tabs(self, docks: list[QDockWidget]) -> Tabs:
        bar = self._bar(docks)
        front = docks[bar.currentIndex()] if bar is not None else docks[0]
        return Tabs(tuple(dock.objectName() for dock in docks), front.objectName())

    def _group_box(self, docks: list[QDockWidget]) -> QRect:
        bar = self._bar(docks)
        if bar is None:
            return docks[0].geometry()
        return docks[bar.currentIndex()].geometry().united(bar.geometry())

    def _bar(self, docks: list[QDockWidget]) -> QTabBar | None:
        """The bar with the tabs of these docks, which Qt gives no other way to."""
        titles = sorted(dock.windowTitle() for dock in docks)
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        for bar in self._window.findChildren(QTabBar, options=direct) if len(docks) > 1 else ():
            if sorted(self._titles(bar)) == titles:
                return bar
        return None

    @staticmethod
    def _titles(bar: QTabBar | None) -> list[str]:
        return [bar.tabText(place) for place in range(bar.count())] if bar is not None else []


def _first(node: Node) -> str:
    return next(leaves(node)).names[0]


def _box(rectangle: QRect) -> Box:
    return rectangle.x(), rectangle.y(), rectangle.width(), rectangle.height()


def _shares(together: int, weights: Mapping[Node, int]) -> dict[Node, int]:
    """What there is, by weight."""
    whole = sum(weights.values())
    return {part: round(together * weight / whole) for part, weight in weights.items()}


def _extent(box: QRect, is_across: bool) -> int:
    return box.width() if is_across else box.height()


def _on_screen(box: Box) -> QRect:
    """The box, moved to where a person can take hold of it."""
    wanted = QRect(*box)
    screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
    for screen in screens:
        seen = screen.intersected(wanted)
        if (
            seen.width() >= _LEAST_SEEN
            and seen.height() >= _LEAST_SEEN
            and wanted.y() >= screen.y()
        ):
            return wanted.intersected(screen) if wanted.width() > screen.width() else wanted
    if screens:
        wanted.setSize(wanted.size().boundedTo(screens[0].size()))
        wanted.moveCenter(screens[0].center())
    return wanted
