"""Data scatter: the rows as points on two columns, as large as their weight."""

import functools
import html
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtWidgets import QToolButton, QWidget

from core import Dataset
from core.base.arrays import Floats, Integers
from core.base.wording import count, fixed, grouped, times_average
from core.judging.diagnostics.density import Box, inside
from core.judging.diagnostics.positions import Positions
from core.learning.histories.quantities import Quantity
from core.reading.file_columns import names_in_file
from workbench.plotting.flow_legend import LegendEntry
from workbench.plotting.select_box import Mode
from workbench.shell.theme import Theme
from workbench.state.workspace import Workspace
from workbench.viewing.headline import PlotWords
from workbench.viewing.plane_view import PlaneView
from workbench.viewing.view import Options
from workbench.views.data_scatter.picture import (
    CELL,
    COMPONENTS,
    ScatterLayout,
    ScatterPicture,
    column_of,
    columns_of,
    laid_out,
    pictured,
)


@dataclass(frozen=True)
class DataScatterOptions(Options):
    """Which columns, by their names; none is chosen until a person does."""

    x: str = ""
    y: str = ""
    is_projected: bool = False
    is_lasso: bool = False


class DataScatter(PlaneView):
    """Two columns, or the first two principal components, and the rows upon them."""

    name = "data_scatter"
    title = "Data scatter"
    empty_text = "The rows will be drawn here on any two columns.\nOpen a file to start."
    options_type = DataScatterOptions

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self.layout_drawn: ScatterLayout | None = None
        self.picture: ScatterPicture | None = None
        self._names_drawn = ("", "")
        self.headline = PlotWords(self)
        self.marked = pg.ImageItem(axisOrder="row-major")
        self.plot.addItem(self.marked, ignoreBounds=True)
        self.lasso = QToolButton()
        self.lasso.setText("Lasso")
        self.lasso.setCheckable(True)
        self.lasso.setToolTip("Select by drawing around rows instead of a rectangle")
        self.lasso.toggled.connect(lambda on: self.change_options(is_lasso=on))
        self.add_control(self.lasso)
        self.lasso.setAccessibleName("Lasso")
        self.lasso.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # Apart from the pictures: a newer picture must not take the place of a layout in waiting.
        self._layouts, self._picks = self.make_lane(), self.make_lane()
        self._box.sigResized.connect(self.ask)

    def column_chosen(self, option: str, name: str | None) -> None:
        """Another column, or the components."""
        if name is None:
            self.change_options(is_projected=True)
        else:
            self.change_options(is_projected=False, **{option: name})

    def apply_theme(self, theme: Theme) -> None:
        """Colour the classes."""
        super().apply_theme(theme)
        if self.palette_ is not None:
            self.draw_now()

    # Where the rows lie

    def positions(self) -> tuple[Positions, Positions] | None:
        """Where the rows lie, once that is found out."""
        layout = self.layout_drawn
        return (layout.x, layout.y) if layout is not None else None

    def restart(self) -> None:
        """Another run or other data: the columns that there are."""
        dataset = self.workspace.shown_dataset
        self.show_body(dataset is not None and len(dataset) > 0)
        if dataset is None:
            self.layout_drawn = self.picture = self.palette_ = None
            return
        if self.layout_drawn is not None and self.layout_drawn.dataset is not dataset:
            self.layout_drawn = self.picture = None
            self.cloud.clear()
            self.image.clear()
            self.marked.clear()
        self.take_data(dataset, columns_of(dataset))
        self.boxes["x"].addItem(COMPONENTS, None)

    def show_options(self) -> None:
        """Other columns: find out where the rows lie."""
        dataset = self.workspace.shown_dataset
        if dataset is None:
            return
        options = self.options
        self._box.is_lasso = options.is_lasso
        self.lasso.setChecked(options.is_lasso)
        names = (COMPONENTS, "") if options.is_projected else (options.x, options.y)
        drawn = self.layout_drawn
        if drawn is not None and drawn.dataset is dataset and self._names_drawn == names:
            self.show_columns()
            return
        self._names_drawn = names
        work = functools.partial(laid_out, dataset, *names)
        self._layouts.follow(
            "Laying the rows out", lambda _watch: work(), self._take_layout, self.fail
        )

    def show_columns(self) -> None:
        """The components have a place in one box alone."""
        super().show_columns()
        if self.options.is_projected:
            self.boxes["x"].setCurrentIndex(self.boxes["x"].count() - 1)
        self.boxes["y"].setEnabled(not self.options.is_projected)

    def _take_layout(self, layout: ScatterLayout) -> None:
        if layout.dataset is self.workspace.shown_dataset:
            self.layout_drawn, self.picture = layout, None
            self.show_columns()
            self.show_all()
            self.ask()

    # What is drawn

    def show_rows(self) -> None:
        """Draw the weights of the round soon."""
        self.ask()

    def show_selection(self) -> None:
        """Mark the selected rows soon."""
        self.ask()

    def make_picture(self) -> None:
        """Ask for a newer picture."""
        layout, palette = self.layout_drawn, self.palette_
        if layout is None or palette is None or not self.is_watched:
            return
        (left, right), (bottom, top) = self._box.viewRange()
        size = self._box.size()
        shape = max(8, int(size.height() / CELL)), max(8, int(size.width() / CELL))
        box = Box(left, bottom, right - left, top - bottom)
        selected = self.workspace.selected_rows()
        work = functools.partial(
            pictured, layout, palette, self.workspace.snapshot, box, shape, selected
        )
        self.compute(work, self._show)

    def _show(self, picture: ScatterPicture) -> None:
        if picture.layout is not self.layout_drawn or self.palette_ is None:
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
        self.cloud.show(picture.points, self.palette_, self.theme)
        self.headline.say(html.escape(picture.words))

    def said(self) -> str:
        """How the rows are drawn."""
        return self.headline.whole

    def describe(self) -> str:
        """The same, and on which columns."""
        picture = self.picture
        if picture is None:
            return ""
        points = picture.points
        flagged, selected = int(points.is_flagged.sum()), int(points.is_selected.sum())
        x, y = picture.layout.x.name, picture.layout.y.name
        return (
            f"{y} over {x}. {picture.words} {count(flagged, 'point is', 'points are')} flagged, "
            f"{grouped(selected)} selected."
        )

    def entries(self, dataset: Dataset) -> list[LegendEntry]:
        """What hollow points, rings and areas are."""
        theme, item = self.theme, self.workspace.current
        entries: list[LegendEntry] = []
        if dataset.has_validation:
            entries.append(LegendEntry("validation", theme.quiet_text, "o", is_hollow=True))
        if item is not None and dataset.classes:
            entries.append(LegendEntry("ring: wrong", theme.quiet_text, "o", is_hollow=True))
        if item is not None:
            entries.append(LegendEntry("strong ring: flagged", theme.text, "o", is_hollow=True))
        if item is not None and item.history.has(Quantity.WEIGHTS):
            entries.append(LegendEntry("area: weight in its part", theme.quiet_text, "o"))
        return [*entries, LegendEntry("selected", theme.selection_mark, "o", is_hollow=True)]

    def numbers(self) -> Mapping[str, pd.DataFrame]:
        """The rows in sight."""
        picture = self.picture
        if picture is None:
            return {}
        layout, rows = picture.layout, picture.in_sight
        dataset, snapshot = layout.dataset, self.workspace.snapshot
        x, y = names_in_file([layout.x.name, layout.y.name], ("line", "part"))
        columns = {
            "line": dataset.lines[rows],
            x: _values(layout, layout.x, rows),
            y: _values(layout, layout.y, rows),
            f"{dataset.target} (given)": [dataset.label_text(int(row)) for row in rows],
            "part": np.where(dataset.validation[rows], "validation", "training"),
        }
        if snapshot is not None and snapshot.weights is not None:
            columns["weight (average of its part = 1)"] = snapshot.weights[rows]
        if snapshot is not None and dataset.classes:
            columns["is wrong"] = snapshot.said[rows] != dataset.labels[rows]
        return {"rows": pd.DataFrame(columns)}

    # The mouse

    def choose(self, corners: Floats, mode: Mode) -> None:
        """Select the rows that were drawn around."""
        layout = self.layout_drawn
        if layout is None or len(corners) < 3:
            return

        is_lasso = self.options.is_lasso

        def work() -> Integers:
            x, y = layout.x.values, layout.y.values
            return np.flatnonzero(
                inside(x, y, corners) if is_lasso else Box.around(corners).holds(x, y)
            )

        def done(rows: Integers) -> None:
            if layout is self.layout_drawn:
                self.select_rows(rows, mode)

        self._picks.follow(
            "Selecting rows", lambda _watch: work(), done, self.workspace.failed.emit
        )

    def rows_in_sight(self) -> Integers:
        """Every row in sight, drawn as a point or not."""
        return self.picture.in_sight if self.picture is not None else np.empty(0, np.int64)

    def told(self, place: QPointF) -> str:
        """The row under the mouse, if it is drawn as a point."""
        picture = self.picture
        row = self.row_under(place, picture.points.rows) if picture is not None else None
        return self._told(picture.layout, row) if picture is not None and row is not None else ""

    def _told(self, layout: ScatterLayout, row: int) -> str:
        dataset, snapshot = layout.dataset, self.workspace.snapshot
        part = "validation" if dataset.validation[row] else "training"
        lines = [f"{dataset.where(row)} ({part})"]
        for positions in (layout.x, layout.y):
            column = column_of(dataset, positions.name)
            value = fixed(positions.values[row], 2) if column is None else column.text(row)
            lines.append(f"{positions.name}: {value or 'missing'}")
        lines.append(f"{dataset.target}: {dataset.label_text(row)}")
        if snapshot is not None and len(snapshot.margins) == len(dataset):
            if snapshot.weights is not None:
                is_validation = bool(dataset.validation[row])
                weight = times_average(float(snapshot.weights[row]), is_validation)
                lines.append(f"weight: {weight}")
            if dataset.classes and snapshot.said[row] != dataset.labels[row]:
                lines.append(f"taken for {dataset.classes[int(snapshot.said[row])]}")
        return "\n".join(lines)


def _values(layout: ScatterLayout, places: Positions, rows: Integers) -> np.ndarray | list[str]:
    """What rows have on an axis: numbers as they are, not as they are strewn, or names."""
    column = column_of(layout.dataset, places.name)
    if column is None:
        return places.values[rows]
    if column.is_number:
        return np.asarray(column.values[rows])
    return [column.text(int(row)) for row in rows]
