"""Decision boundary: what the ensemble says everywhere on two columns, and what a round added."""

import functools
import html
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QComboBox, QWidget

from core import Dataset
from core.arrays import Integers
from core.diagnostics.boundary import borders
from core.diagnostics.density import Box
from core.diagnostics.positions import Positions
from core.wording import readable
from workbench.background import Latest
from workbench.drawing.boundary_picture import (
    Drawn,
    Scene,
    chosen_columns,
    coloured,
    computed,
    likely_columns,
)
from workbench.drawing.column_axis import ColumnAxis, short
from workbench.drawing.controls import make_narrow
from workbench.drawing.flow_legend import Entry, FlowLegend
from workbench.drawing.points import Palette, PointCloud, Points
from workbench.drawing.select_box import Mode, SelectBox
from workbench.theme import Theme
from workbench.views.view import Options, PictureView
from workbench.workspace import RunItem, Workspace

TYPICAL, SELECTED = "typical", "selected"
_SHARE = 6
"""A picture that takes long is drawn less often: a sixth of the time at most."""
_PADDING = 0.05
_POINT_SIZE = 7


@dataclass(frozen=True)
class DecisionBoundaryOptions(Options):
    """Which columns, by their names, and at what the other ones stand still."""

    x: str = ""
    y: str = ""
    others: str = TYPICAL


class DecisionBoundary(PictureView):
    """The regions of the classes on a plane, or the surface of the numbers."""

    name = "decision_boundary"
    title = "Decision boundary"
    empty_text = (
        "What the ensemble says everywhere on two columns will be drawn here.\n"
        "Press Train to start."
    )
    options_type = DecisionBoundaryOptions

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self.drawn: Drawn | None = None
        self._scene: Scene | None = None
        self._palette: Palette | None = None
        self._likely: tuple[str, ...] | None = None
        """The columns that the model uses most; None until there is a model."""
        self._usages = Latest(workspace.background)
        self._axes = {side: ColumnAxis(side) for side in ("bottom", "left")}
        self.plot.setAxisItems(dict(self._axes))
        for axis in self._axes.values():
            self.tidy_axis(axis)
        self.legend = FlowLegend()
        self.canvas.addItem(self.legend, 0, 0)
        self.image = pg.ImageItem(axisOrder="row-major")
        self.border = pg.PlotCurveItem(connect="pairs")
        self.cut = pg.PlotCurveItem(connect="pairs")
        for item in (self.image, self.border, self.cut):
            self.plot.addItem(item, ignoreBounds=True)
        self.cloud = PointCloud(self.plot)
        self.bar = pg.ColorBarItem(colorMap="viridis", interactive=False, width=10)
        self.bar.axis.setWidth(48)
        self.plot.layout.addItem(self.bar, 2, 5)
        self.bar.hide()
        self._boxes = {side: self._column_box(side) for side in ("x", "y")}
        self.others = self.add_choice(
            "others", "others", {TYPICAL: "typical", SELECTED: "as the selected row"}
        )
        self.others.setAccessibleName("The other columns")
        self.others.setToolTip(
            "At what the other columns stand still: at their median or commonest value, or at the "
            "values of the first selected row"
        )
        make_narrow(self.others)
        self._box.clicked.connect(self._pick)
        self._box.chosen.connect(self._choose)
        self._box.reset_asked.connect(self._show_all)
        self._box.sigRangeChanged.connect(self.ask)
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
        box.activated.connect(lambda: self.change_options(**{option: box.currentData()}))
        self.add_control(box, option)
        return box

    def apply_theme(self, theme: Theme) -> None:
        """Colour the regions, the lines and the points."""
        super().apply_theme(theme)
        self._box.apply_theme(theme)
        self.border.setPen(pg.mkPen(theme.quiet_text, width=1))
        self.cut.setPen(pg.mkPen(theme.text, width=2))
        self.bar.axis.setTextPen(theme.text)
        self.bar.axis.setPen(theme.line)
        dataset = self.workspace.shown_dataset
        if self._palette is not None and dataset is not None:
            self._palette = Palette.of(dataset, theme)
            self._show_legend(dataset)
        if self.drawn is not None:
            self._show(self.drawn)

    # The plane

    def restart(self) -> None:
        """Another run or other data: the columns that there are."""
        item = self.workspace.current
        self.drawn = self._scene = None
        self._likely = None
        self.cloud.clear()
        self.image.clear()
        self.border.clear()
        self.cut.clear()
        if item is None:
            self.set_empty_text(self.empty_text)
            self.show_body(False)
            return
        dataset = item.dataset
        has_two = len(dataset.features) > 1
        self.set_empty_text(
            self.empty_text
            if has_two
            else "A plane needs two columns to learn from, and this data has only one."
        )
        self.show_body(False)
        self._palette = Palette.of(dataset, self.theme)
        for box in self._boxes.values():
            box.clear()
            for column in dataset.features:
                box.addItem(short(column.name, 28), column.name)
        self._show_legend(dataset)

    def show_model(self) -> None:
        """A newer model."""
        item = self.workspace.current
        if item is None or item.model is None:
            return
        if self._likely is None:
            work = functools.partial(likely_columns, item.dataset, item.model)
            self._usages.request(
                work, functools.partial(self._take_likely, item), self.workspace.failed.emit
            )
        self.ask()

    def _take_likely(self, item: RunItem, names: tuple[str, ...]) -> None:
        if item is self.workspace.current and self._likely is None:
            self._likely = names
            self.show_options()

    def show_options(self) -> None:
        """Other columns, or another row to go through."""
        item = self.workspace.current
        if item is None or len(item.dataset.features) < 2 or self._likely is None:
            return
        dataset, options = item.dataset, self.options
        x, y = chosen_columns(dataset, options.x, options.y, self._likely)
        for side, name in (("x", x), ("y", y)):
            self._boxes[side].setCurrentIndex(self._boxes[side].findData(name))
        self.others.setCurrentIndex(self.others.findData(options.others))
        row = self._row_gone_through()
        scene = self._scene
        same = scene is not None and (scene.x.name, scene.y.name) == (x, y)
        if same and scene.row == row:
            return
        if same:
            self._scene = Scene(dataset, scene.x, scene.y, row)
        else:
            columns = {column.name: column for column in dataset.features}
            self._scene = Scene(
                dataset, Positions.of(columns[x], 0), Positions.of(columns[y], 1), row
            )
            self.show_body(True)
            self._axes["bottom"].show_places(self._scene.x)
            self._axes["left"].show_places(self._scene.y)
            self._show_all()
        self.ask()

    def _row_gone_through(self) -> int | None:
        rows = self.workspace.selected_rows()
        if self.options.others != SELECTED or len(rows) == 0:
            return None
        return int(rows[0])

    def _show_all(self) -> None:
        scene = self._scene
        if scene is not None:
            self._box.setRange(
                xRange=(scene.x.low, scene.x.high),
                yRange=(scene.y.low, scene.y.high),
                padding=_PADDING,
            )

    # What is drawn

    def show_round(self) -> None:
        """Draw the round soon."""
        self.ask()

    def show_rows(self) -> None:
        """Which rows are wrong is known now."""
        if self.drawn is not None:
            self._show_points(self.drawn)

    def show_selection(self) -> None:
        """Mark the selected rows; the plane may go through another one."""
        self.show_options()
        if self.drawn is not None:
            self._show_points(self.drawn)

    def pause(self) -> int:
        """Longer after a picture that took long."""
        spent = self.drawn.milliseconds if self.drawn is not None else 0
        return max(self.pause_milliseconds, int(_SHARE * spent))

    def make_picture(self) -> None:
        """Ask for a newer picture."""
        item, scene = self.workspace.current, self._scene
        if item is None or scene is None or not self.is_watched:
            return
        (left, right), (bottom, top) = self._box.viewRange()
        box = Box(left, bottom, right - left, top - bottom)
        work = functools.partial(computed, scene, box, self.drawn, item.model, self.workspace.round)
        self.compute(work, self._show)

    def _show(self, drawn: Drawn) -> None:
        item = self.workspace.current
        if item is None or drawn.scene is not self._scene or self._palette is None:
            return
        self.drawn = drawn
        found = drawn.surface
        if found is None:
            self.image.clear()
            self.border.clear()
            self.cut.clear()
        else:
            box = found.plane.box
            rect = QRectF(box.left, box.bottom, box.width, box.height)
            colours = coloured(found, self._palette)
            self.image.setImage(colours, rect=rect, levels=(0, 255))
            rows, columns = found.plane.shape
            edges_x = box.left + np.arange(columns + 1) * box.width / columns
            edges_y = box.bottom + np.arange(rows + 1) * box.height / rows
            is_class = found.lead is not None
            self.border.setData(*borders(found.decided, edges_x, edges_y) if is_class else ([], []))
            has_cut = found.pieces is not None
            cut = borders(found.pieces, edges_x, edges_y) if has_cut else ([], [])
            # A deep tree has many pieces: thin lines leave something to see between them.
            self.cut.setPen(pg.mkPen(self.theme.text, width=2 if len(cut[0]) < 120 else 1))
            self.cut.setData(*cut)
        self._show_points(drawn)

    def _show_points(self, drawn: Drawn) -> None:
        if self._palette is None:
            return
        dataset, rows = drawn.scene.dataset, drawn.rows
        snapshot = self.workspace.snapshot
        chosen = np.zeros(len(dataset), bool)
        chosen[self.workspace.selected_rows()] = True
        is_ringed = np.zeros(len(rows), bool)
        if snapshot is not None and dataset.classes and len(snapshot.margins) == len(dataset):
            is_ringed = snapshot.suggested[rows] != dataset.labels[rows]
        points = Points(
            rows,
            drawn.scene.x.values[rows],
            drawn.scene.y.values[rows],
            np.full(len(rows), _POINT_SIZE if len(rows) <= 600 else _POINT_SIZE - 2),
            dataset.validation[rows],
            is_ringed,
            chosen[rows],
        )
        self.cloud.show(points, self._palette, self.theme)

    def _show_legend(self, dataset: Dataset) -> None:
        palette, theme = self._palette, self.theme
        if palette is None:
            return
        entries = [Entry("this round's learner", theme.text)]
        if dataset.has_validation:
            entries.append(Entry("validation", theme.quiet_text, "o", is_hollow=True))
        if dataset.classes:
            entries.append(Entry("ring: wrong", theme.text, "o", is_hollow=True))
        self.legend.show_entries(palette.with_classes(dataset.classes, entries), theme.text)
        self.bar.setVisible(palette.values is not None)
        if palette.values is not None:
            self.bar.setLevels(palette.values)
            target = html.escape(short(dataset.target, 24))
            self.bar.setLabel("right", target, color=theme.quiet_text)

    def numbers(self) -> Mapping[str, pd.DataFrame]:
        """What is predicted in every cell, and the rows that are drawn."""
        drawn = self.drawn
        if drawn is None:
            return {}
        scene = drawn.scene
        rows = pd.DataFrame(
            {
                "line": scene.dataset.lines[drawn.rows],
                scene.x.name: scene.x.values[drawn.rows],
                scene.y.name: scene.y.values[drawn.rows],
            }
        )
        if drawn.surface is None:
            return {"rows": rows}
        found = drawn.surface
        there = {column.name: column for column in found.plane.columns}
        cells = {
            name: [there[name].text(cell) for cell in range(found.decided.size)]
            for name in (scene.x.name, scene.y.name)
        }
        said = found.decided.ravel()
        classes = np.array(scene.dataset.classes, dtype=object)
        cells["predicted"] = classes[said] if len(classes) else said
        if found.lead is not None:
            cells["lead"] = found.lead.ravel()
        return {"surface": pd.DataFrame(cells), "rows": rows}

    # The mouse

    def _pick(self, place: QPointF, mode: Mode) -> None:
        self._select(self._under(place), mode)

    def _choose(self, corners: np.ndarray, mode: Mode) -> None:
        """Select the drawn rows of a rectangle."""
        drawn = self.drawn
        if drawn is None:
            return
        x, y = drawn.scene.x.values[drawn.rows], drawn.scene.y.values[drawn.rows]
        self._select(drawn.rows[Box.around(corners).holds(x, y)], mode)

    def _select(self, rows: Integers, mode: Mode) -> None:
        if self.drawn is not None:
            lines = self.drawn.scene.dataset.lines[rows]
            self.workspace.select(mode.applied(self.workspace.selection, lines))

    def _under(self, place: QPointF) -> Integers:
        """The row under a place, if there is one."""
        if self.drawn is None:
            return np.empty(0, np.int64)
        scene, rows = self.drawn.scene, self.drawn.rows
        found = self._box.nearest(place, scene.x.values[rows], scene.y.values[rows])
        return rows[found : found + 1] if found >= 0 else rows[:0]

    def _hovered(self, arguments: tuple) -> None:
        drawn = self.drawn
        text = ""
        if drawn is not None and self._box.sceneBoundingRect().contains(arguments[0]):
            place = self._box.mapSceneToView(arguments[0])
            rows = self._under(place)
            dataset = drawn.scene.dataset
            told = []
            if len(rows):
                row = int(rows[0])
                told.append(f"line {dataset.lines[row]:,}, given {dataset.label_text(row)}")
            told += self._said_at(place)
            text = "\n".join(told)
        self.canvas.setToolTip(text)

    def _said_at(self, place: QPointF) -> list[str]:
        """What the ensemble says at a place."""
        found = self.drawn.surface if self.drawn is not None else None
        if found is None:
            return []
        box, (rows, columns) = found.plane.box, found.plane.shape
        row = int((place.y() - box.bottom) / box.height * rows)
        column = int((place.x() - box.left) / box.width * columns)
        if not (0 <= row < rows and 0 <= column < columns):
            return []
        said = found.decided[row, column]
        if found.lead is None:
            return [f"round {found.round:,} predicts {readable(float(said))}"]
        name = found.plane.dataset.classes[int(said)]
        return [f"round {found.round:,} says {name}, ahead by {found.lead[row, column]:.2f}"]


if __name__ == "__main__":
    from workbench.preview import preview

    preview(DecisionBoundary)
