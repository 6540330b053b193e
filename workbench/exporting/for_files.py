"""Drawing for a file rather than for the screen: as thick, as sharp and as whole at any size."""

import contextlib
from collections.abc import Iterator

import pyqtgraph as pg
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QGraphicsItem,
    QGraphicsScene,
    QGraphicsView,
    QTableView,
    QWidget,
)


@contextlib.contextmanager
def drawn_finely(scene: QGraphicsScene, pixels: float) -> Iterator[None]:
    """Lines are as thick as on the screen, however fine the picture is.

    Symbols are drawn one by one, not copied from pictures of them: SVG cannot, and copies blur.
    """
    items = scene.items()
    points = [item for item in items if isinstance(item, pg.ScatterPlotItem)]
    pens = {id(pen): (pen, pen.widthF()) for item in items for pen in _pens(item)}
    for item in points:
        item.setExportMode(True, {"antialias": True})
    for pen, width in pens.values():
        pen.setWidthF((width or 1.0) * pixels)
    try:
        yield
    finally:
        for pen, width in pens.values():
            pen.setWidthF(width)
        for item in points:
            item.setExportMode(False)


def _pens(item: QGraphicsItem) -> list[QPen]:
    """The pens of pyqtgraph's curves, lines, bars and points: their width is in pixels."""
    if isinstance(item, pg.AxisItem):
        return []  # drawn once and kept
    known = [*vars(item).values(), *getattr(item, "opts", {}).values(), *getattr(item, "pens", ())]
    return [pen for pen in known if isinstance(pen, QPen) and pen.isCosmetic()]


def draw_areas(content: QWidget, painter: QPainter, corner: QPoint) -> None:
    """The tables and drawings of a widget.

    Only an image cuts off what a widget draws beyond its edges: what does not fit is left out.
    """
    found = content.findChildren(QAbstractScrollArea)
    areas = [content] if isinstance(content, QAbstractScrollArea) else found
    areas = [area for area in areas if area is content or area.isVisibleTo(content)]
    # What is inside another one, such as a table's header, is drawn with that.
    areas = [
        area
        for area in areas
        if not any(other is not area and other.isAncestorOf(area) for other in areas)
    ]
    # Drawings first: they cut themselves off, but not in every program that shows them.
    for area in sorted(areas, key=lambda area: not isinstance(area, QGraphicsView)):
        place = corner + area.mapTo(content, QPoint())
        if isinstance(area, QGraphicsView):
            target = QRectF(QPointF(place), QSizeF(area.viewport().size()))
            area.render(painter, target, area.viewport().rect())
        else:
            with _only_whole_columns(area):
                area.render(painter, place)


def _cut_columns(table: QTableView) -> list[int]:
    """The columns that are seen in part, or not at all."""
    width = table.viewport().width()
    return [
        column
        for column in range(table.model().columnCount())
        if not table.isColumnHidden(column)
        and (
            (left := table.columnViewportPosition(column)) < 0
            or left + table.columnWidth(column) > width
        )
    ]


@contextlib.contextmanager
def _only_whole_columns(area: QAbstractScrollArea) -> Iterator[None]:
    """Without scroll bars, and of a table only the columns that are seen from side to side."""
    sides = area.horizontalScrollBar()
    place, most = sides.value(), sides.maximum()
    policies = area.horizontalScrollBarPolicy(), area.verticalScrollBarPolicy()
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    # What nobody can see is laid out anew only when it is told so.
    QCoreApplication.sendEvent(area, QResizeEvent(area.size(), area.size()))
    table = area if isinstance(area, QTableView) else None
    cut = [] if table is None else _cut_columns(table)
    if table is not None:
        for column in cut:
            table.hideColumn(column)
        sides.setValue(0)
    try:
        yield
    finally:
        if table is not None:
            for column in cut:
                table.showColumn(column)
        area.setHorizontalScrollBarPolicy(policies[0])
        area.setVerticalScrollBarPolicy(policies[1])
        QCoreApplication.sendEvent(area, QResizeEvent(area.size(), area.size()))
        sides.setMaximum(most)  # it would be known only later
        sides.setValue(place)
