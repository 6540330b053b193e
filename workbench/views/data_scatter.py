"""Data scatter: the rows as points on two columns, as large as their weight."""

import functools
import html
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtWidgets import QComboBox, QToolButton, QWidget

from core.arrays import Floats, Integers
from core.diagnostics.density import Box, inside
from workbench.background import Latest
from workbench.drawing.column_axis import ColumnAxis, short
from workbench.drawing.controls import make_narrow
from workbench.drawing.flow_legend import Entry, FlowLegend
from workbench.drawing.points import Palette, PointCloud
from workbench.drawing.scatter_picture import (
    COMPONENTS,
    Layout,
    Picture,
    chosen_columns,
    column_of,
    columns_of,
    laid_out,
    pictured,
)
from workbench.drawing.select_box import Mode, SelectBox
from workbench.formats import times_average
from workbench.theme import Theme
from workbench.views.view import Options, PictureView
from workbench.workspace import Workspace

_CELL = 3
"""The cells of the density are so many pixels wide and high."""
_PADDING = 0.04


@dataclass(frozen=True)
class DataScatterOptions(Options):
    """Which columns, by their names; none is chosen until a person does."""

    x: str = ""
    y: str = ""
    is_projected: bool = False
    is_lasso: bool = False


class DataScatter(PictureView):
    """Two columns, or the first two principal components, and the rows upon them."""

    name = "data_scatter"
    title = "Data scatter"
    empty_text = "The rows will be drawn here on any two columns.\nOpen a file to start."
    options_type = DataScatterOptions

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self.layout_drawn: Layout | None = None
        self.picture: Picture | None = None
        self._palette: Palette | None = None
        self._names_drawn = ("", "")
        self._axes = {side: ColumnAxis(side) for side in ("bottom", "left")}
        self.plot.setAxisItems(dict(self._axes))
        for axis in self._axes.values():
            self.tidy_axis(axis)
        self.legend = FlowLegend()
        self.canvas.addItem(self.legend, 0, 0)
        self.image = pg.ImageItem(axisOrder="row-major")
        self.marked = pg.ImageItem(axisOrder="row-major")
        for item in (self.image, self.marked):
            self.plot.addItem(item, ignoreBounds=True)
        self.cloud = PointCloud(self.plot)
        self.bar = pg.ColorBarItem(colorMap="viridis", interactive=False, width=10)
        self.bar.axis.setWidth(48)
        self.plot.layout.addItem(self.bar, 2, 5)
        self.bar.hide()
        self._x_box, self._y_box = self._column_box("x"), self._column_box("y")
        self.lasso = QToolButton(text="Lasso", checkable=True)
        self.lasso.setToolTip("Select by drawing around rows instead of a rectangle")
        self.lasso.toggled.connect(lambda on: self.change_options(is_lasso=on))
        self.add_control(self.lasso)
        self.lasso.setAccessibleName("Lasso")
        self.lasso.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # Apart from the pictures: a newer picture must not take the place of a layout in waiting.
        self._layouts, self._picks = Latest(workspace.background), Latest(workspace.background)
        self._box.chosen.connect(self._choose)
        self._box.clicked.connect(self._pick)
        self._box.reset_asked.connect(self._show_all)
        self._box.sigRangeChanged.connect(self.ask)
        self._box.sigResized.connect(self.ask)
        self._hover = pg.SignalProxy(
            self.plot.scene().sigMouseMoved, rateLimit=30, slot=self._hovered
        )

    def make_view_box(self) -> pg.ViewBox:
        """The mouse selects rows."""
        self._box = SelectBox()
        return self._box

    def _column_box(self, option: str) -> QComboBox:
        box = QComboBox()
        make_narrow(box)
        box.activated.connect(lambda: self._column_chosen(option, box.currentData()))
        self.add_control(box, option)
        return box

    def _column_chosen(self, option: str, name: str | None) -> None:
        if name is None:
            self.change_options(is_projected=True)
        else:
            self.change_options(is_projected=False, **{option: name})

    def apply_theme(self, theme: Theme) -> None:
        """Colour the classes."""
        super().apply_theme(theme)
        self._box.apply_theme(theme)
        self.bar.axis.setTextPen(theme.text)
        self.bar.axis.setPen(theme.line)
        dataset = self.workspace.shown_dataset
        if dataset is not None and self._palette is not None:
            self._palette = Palette.of(dataset, theme)
            self._show_legend()
            self.draw_now()

    # Where the rows lie

    def restart(self) -> None:
        """Another run or other data: the columns that there are."""
        dataset = self.workspace.shown_dataset
        self.show_body(dataset is not None and len(dataset) > 0)
        if dataset is None:
            self.layout_drawn = self.picture = self._palette = None
            return
        self._palette = Palette.of(dataset, self.theme)
        for box in (self._x_box, self._y_box):
            box.clear()
            for name in columns_of(dataset):
                box.addItem(short(name, 28), name)
        self._x_box.addItem(COMPONENTS, None)
        if self.layout_drawn is not None and self.layout_drawn.dataset is not dataset:
            self.layout_drawn = self.picture = None
            self.cloud.clear()
            self.image.clear()
            self.marked.clear()
        self._show_legend()

    def show_options(self) -> None:
        """Other columns: find out where the rows lie."""
        dataset = self.workspace.shown_dataset
        if dataset is None:
            return
        options = self.options
        self._box.is_lasso = options.is_lasso
        self.lasso.setChecked(options.is_lasso)
        x, y = chosen_columns(dataset, options.x, options.y)
        index = self._x_box.findData(x) if not options.is_projected else self._x_box.count() - 1
        self._x_box.setCurrentIndex(index)
        self._y_box.setCurrentIndex(self._y_box.findData(y))
        self._y_box.setEnabled(not options.is_projected)
        names = (COMPONENTS, "") if options.is_projected else (x, y)
        drawn = self.layout_drawn
        if drawn is None or drawn.dataset is not dataset or self._names_drawn != names:
            self._names_drawn = names
            work = functools.partial(laid_out, dataset, *names)
            self._layouts.request(work, self._take_layout, self.workspace.failed.emit)

    def _take_layout(self, layout: Layout) -> None:
        if layout.dataset is not self.workspace.shown_dataset:
            return
        self.layout_drawn, self.picture = layout, None
        for side, positions in (("bottom", layout.x), ("left", layout.y)):
            self._axes[side].show_places(positions)
        self._show_all()
        self.ask()

    def _show_all(self) -> None:
        if self.layout_drawn is not None:
            x, y = self.layout_drawn.x, self.layout_drawn.y
            self._box.setRange(xRange=(x.low, x.high), yRange=(y.low, y.high), padding=_PADDING)

    # What is drawn

    def show_rows(self) -> None:
        """Draw the weights of the round soon."""
        self.ask()

    def show_selection(self) -> None:
        """Mark the selected rows soon."""
        self.ask()

    def make_picture(self) -> None:
        """Ask for a newer picture."""
        layout, palette = self.layout_drawn, self._palette
        if layout is None or palette is None or not self.is_watched:
            return
        (left, right), (bottom, top) = self._box.viewRange()
        size = self._box.size()
        shape = max(8, int(size.height() / _CELL)), max(8, int(size.width() / _CELL))
        box = Box(left, bottom, right - left, top - bottom)
        selected = self.workspace.selected_rows()
        work = functools.partial(
            pictured, layout, palette, self.workspace.snapshot, box, shape, selected
        )
        self.compute(work, self._show)

    def _show(self, picture: Picture) -> None:
        if picture.layout is not self.layout_drawn or self._palette is None:
            return
        self.picture = picture
        box = picture.box
        rect = QRectF(box.left, box.bottom, box.width, box.height)
        if picture.image is None:
            self.image.clear()
        else:
            self.image.setImage(picture.image, rect=rect, levels=(0, 255))
        if picture.marked is None:
            self.marked.clear()
        else:
            colour = pg.mkColor(self.theme.selection_mark)
            tint = np.zeros((*picture.marked.shape, 4), np.uint8)
            tint[picture.marked > 0] = (colour.red(), colour.green(), colour.blue(), 170)
            self.marked.setImage(tint, rect=rect, levels=(0, 255))
        self.cloud.show(picture.points, self._palette, self.theme)

    def _show_legend(self) -> None:
        dataset, palette, theme = self.workspace.shown_dataset, self._palette, self.theme
        if dataset is None or palette is None:
            return
        entries: list[Entry] = []
        if dataset.has_validation:
            entries.append(Entry("validation", theme.quiet_text, "o", is_hollow=True))
        item = self.workspace.current
        if item is not None and dataset.classes:
            entries.append(Entry("ring: wrong", theme.text, "o", is_hollow=True))
        if item is not None and not item.history.why_no_weights:
            entries.append(Entry("area: weight", theme.quiet_text, "o"))
        entries.append(Entry("selected", theme.selection_mark, "o", is_hollow=True))
        self.legend.show_entries(palette.with_classes(dataset.classes, entries), theme.text)
        self.bar.setVisible(palette.values is not None)
        if palette.values is not None:
            self.bar.setLevels(palette.values)
            target = html.escape(short(dataset.target, 24))
            self.bar.setLabel("right", target, color=theme.quiet_text)

    def numbers(self) -> Mapping[str, pd.DataFrame]:
        """The rows in sight."""
        picture = self.picture
        if picture is None:
            return {}
        layout, rows = picture.layout, picture.in_sight
        dataset, snapshot = layout.dataset, self.workspace.snapshot
        columns = {
            "line": dataset.lines[rows],
            layout.x.name: layout.x.values[rows],
            layout.y.name: layout.y.values[rows],
            f"{dataset.target} (given)": [dataset.label_text(int(row)) for row in rows],
            "part": np.where(dataset.validation[rows], "validation", "training"),
        }
        if snapshot is not None and snapshot.weights is not None:
            columns["weight (average = 1)"] = snapshot.weights[rows]
        if snapshot is not None and dataset.classes:
            columns["is wrong"] = snapshot.suggested[rows] != dataset.labels[rows]
        return {"rows": pd.DataFrame(columns)}

    # The mouse

    def _choose(self, corners: Floats, mode: Mode) -> None:
        """Select the rows that were drawn around."""
        layout = self.layout_drawn
        if layout is None or len(corners) < 3:
            return

        is_lasso = self.options.is_lasso

        def work() -> Integers:
            x, y = layout.x.values, layout.y.values
            found = inside(x, y, corners) if is_lasso else Box.around(corners).holds(x, y)
            return layout.dataset.lines[found]

        def done(lines: Integers) -> None:
            self.workspace.select(mode.applied(self.workspace.selection, lines))

        self._picks.request(work, done, self.workspace.failed.emit)

    def _pick(self, place: QPointF, mode: Mode) -> None:
        """Select the row under the mouse; none if there is none."""
        picture = self.picture
        if picture is None:
            return
        layout, rows = picture.layout, picture.in_sight
        found = self._box.nearest(place, layout.x.values[rows], layout.y.values[rows])
        lines = layout.dataset.lines[rows[found : found + 1] if found >= 0 else rows[:0]]
        self.workspace.select(mode.applied(self.workspace.selection, lines))

    def _hovered(self, arguments: tuple) -> None:
        picture = self.picture
        text = ""
        if picture is not None and self._box.sceneBoundingRect().contains(arguments[0]):
            place = self._box.mapSceneToView(arguments[0])
            points = picture.points
            found = self._box.nearest(place, points.x, points.y)
            if found >= 0:
                text = self._told(picture.layout, int(points.rows[found]))
        self.canvas.setToolTip(text)

    def _told(self, layout: Layout, row: int) -> str:
        dataset, snapshot = layout.dataset, self.workspace.snapshot
        part = "validation" if dataset.validation[row] else "training"
        lines = [f"line {dataset.lines[row]:,} ({part})"]
        for positions in (layout.x, layout.y):
            column = column_of(dataset, positions.name)
            value = f"{positions.values[row]:.2f}" if column is None else column.text(row)
            lines.append(f"{positions.name}: {value or 'missing'}")
        lines.append(f"{dataset.target}: {dataset.label_text(row)}")
        if snapshot is not None and len(snapshot.margins) == len(dataset):
            if snapshot.weights is not None:
                lines.append(f"weight: {times_average(float(snapshot.weights[row]))}")
            if dataset.classes and snapshot.suggested[row] != dataset.labels[row]:
                lines.append(f"taken for {dataset.classes[int(snapshot.suggested[row])]}")
        return "\n".join(lines)


if __name__ == "__main__":
    from workbench.preview import preview

    preview(DataScatter)
