"""Decision boundary: what the ensemble says everywhere on two columns, and what a round added."""

import functools
import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtWidgets import QWidget

from core import Dataset
from core.base.arrays import Floats, Integers
from core.base.wording import count, fixed, grouped, percent, readable
from core.judging.diagnostics.boundary import borders
from core.judging.diagnostics.density import Box
from core.judging.diagnostics.positions import Positions
from core.reading.file_columns import names_in_file
from workbench.plotting.controls import make_narrow
from workbench.plotting.flow_legend import LegendEntry
from workbench.plotting.points import Points
from workbench.plotting.select_box import Mode
from workbench.plotting.two_columns import chosen_columns
from workbench.shell.pens import curve_pen
from workbench.shell.theme import Theme
from workbench.shell.tips import plain
from workbench.state.workspace import RunItem, Workspace
from workbench.viewing.headline import PlotWords
from workbench.viewing.plane_view import PlaneView
from workbench.viewing.view import Options
from workbench.views.decision_boundary.picture import (
    SHARES,
    Contour,
    DrawnBoundary,
    Scene,
    coloured,
    computed,
    likely_columns,
)

TYPICAL, SELECTED = "typical", "selected"
_SHARE = 6
"""A picture that takes long is drawn less often: a sixth of the time at most."""
_POINT_SIZE = 7


@dataclass(frozen=True)
class DecisionBoundaryOptions(Options):
    """Which columns, by their names, and at what the other ones stand still."""

    x: str = ""
    y: str = ""
    others: str = TYPICAL


class DecisionBoundary(PlaneView):
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
        self.drawn: DrawnBoundary | None = None
        self._scene: Scene | None = None
        self._likely: tuple[str, ...] | None = None
        """The columns that the model uses most; None until there is a model."""
        self._usages = self.make_lane()
        self.border = pg.PlotCurveItem(connect="pairs")
        self.cut = pg.PlotCurveItem(connect="pairs")
        self.contours = pg.PlotCurveItem(connect="pairs")
        for item in (self.border, self.cut, self.contours):
            self.plot.addItem(item, ignoreBounds=True)
        self.shares = {share: pg.TextItem(anchor=(0.5, 0.5)) for share in SHARES}
        for share, text in self.shares.items():
            text.setPlainText(f"{100 * share:.0f} %")
            text.setZValue(2)  # above the points
            text.hide()
            self.plot.addItem(text, ignoreBounds=True)
        self.tried = pg.ScatterPlotItem(size=18, symbol="star")
        self.tried.setZValue(3)
        self.plot.addItem(self.tried, ignoreBounds=True)
        workspace.tried_changed.connect(self._selection_changed)
        self.headline = PlotWords(self)
        self.others = self.add_choice(
            "others", "others", {TYPICAL: "typical", SELECTED: "as selected"}
        )
        self.others.setAccessibleName("The other columns")
        self.others.setToolTip(
            "At what the other columns stand still: at their median or commonest value, or at the "
            "values of the first selected row"
        )
        make_narrow(self.others)
        self.others.setMinimumContentsLength(8)  # the columns have longer names

    def apply_theme(self, theme: Theme) -> None:
        """Colour the regions, the lines and the points."""
        super().apply_theme(theme)
        self.border.setPen(pg.mkPen(theme.quiet_text, width=1))
        self.cut.setPen(curve_pen(theme.text, width=2))
        quiet = pg.mkColor(theme.quiet_text)
        quiet.setAlpha(150)
        self.contours.setPen(pg.mkPen(quiet, width=1, style=Qt.PenStyle.DotLine))
        self.tried.setBrush(pg.mkBrush(theme.selection_mark))
        self.tried.setPen(pg.mkPen(theme.base))
        fill = pg.mkColor(theme.base)
        fill.setAlpha(200)
        for text in self.shares.values():
            text.setColor(theme.text)
            text.fill = pg.mkBrush(fill)
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
        self._show_contours(())
        self.tried.clear()
        self.headline.say("")
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
        self.take_data(dataset, [column.name for column in dataset.features])

    def positions(self) -> tuple[Positions, Positions] | None:
        """Where the rows lie on the plane."""
        scene = self._scene
        return (scene.x, scene.y) if scene is not None else None

    def show_model(self) -> None:
        """A newer model."""
        item = self.workspace.current
        if item is None or item.model is None:
            return
        if self._likely is None:
            work = functools.partial(likely_columns, item.dataset, item.model)
            self._usages.follow(
                "Finding the columns that matter",
                lambda _watch: work(),
                functools.partial(self._take_likely, item),
                self.fail,
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
        known = [column.name for column in dataset.features]
        x, y = chosen_columns(known, self._likely, options.x, options.y)
        self.others.setCurrentIndex(self.others.findData(options.others))
        row, tried = self._row_gone_through(), self.workspace.tried
        scene = self._scene
        if scene is not None and (scene.x.name, scene.y.name) == (x, y):
            if (scene.row, scene.tried) == (row, tried):
                return
            self._scene = Scene(dataset, scene.x, scene.y, row, tried)
        else:
            columns = {column.name: column for column in dataset.features}
            across = Positions.of(columns[x], 0, dataset.lines)
            up = Positions.of(columns[y], 1, dataset.lines)
            self._scene = Scene(dataset, across, up, row, tried)
            self.show_body(True)
            self.show_columns()
            self.show_all()
        self.ask()

    def _row_gone_through(self) -> int | None:
        rows = self.workspace.selected_rows()
        if self.options.others != SELECTED or len(rows) == 0:
            return None
        return int(rows[0])

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

    def _show(self, drawn: DrawnBoundary) -> None:
        item = self.workspace.current
        if item is None or drawn.scene is not self._scene or self.palette_ is None:
            return
        self.drawn = drawn
        self.headline.say(html.escape(drawn.words), plain("\n".join(drawn.others)))
        self._show_contours(drawn.contours)
        mark = drawn.scene.mark
        self.tried.setData(x=[mark[0]] if mark else [], y=[mark[1]] if mark else [])
        found = drawn.surface
        if found is None:
            self.image.clear()
            self.border.clear()
            self.cut.clear()
        else:
            box = found.plane.box
            rect = QRectF(box.left, box.bottom, box.width, box.height)
            colours = coloured(found, self.palette_)
            self.image.setImage(colours, rect=rect, levels=(0, 255))
            rows, columns = found.plane.shape
            edges_x = box.left + np.arange(columns + 1) * box.width / columns
            edges_y = box.bottom + np.arange(rows + 1) * box.height / rows
            regions = found.decided if found.lead is not None else None
            self.border.setData(*_lines(regions, edges_x, edges_y))
            cut_x, cut_y = _lines(found.pieces, edges_x, edges_y)
            # A deep tree has many pieces: thin lines leave something to see between them.
            self.cut.setPen(curve_pen(self.theme.text, width=2 if len(cut_x) < 120 else 1))
            self.cut.setData(cut_x, cut_y)
        self._show_points(drawn)

    def _show_contours(self, contours: Sequence[Contour]) -> None:
        """Lines of equal probability, each with its name."""
        known = {own.share: own for own in contours}
        every = [np.concatenate([own.x for own in contours]) if contours else np.empty(0)]
        every.append(np.concatenate([own.y for own in contours]) if contours else np.empty(0))
        self.contours.setData(*every)
        for share, text in self.shares.items():
            place = known[share].place if share in known else None
            text.setVisible(place is not None)
            if place is not None:
                text.setPos(*place)

    def said(self) -> str:
        """How many rows are drawn, and at what the other columns stand."""
        return self.headline.whole

    def describe(self) -> str:
        """The same, and on which columns."""
        drawn = self.drawn
        if drawn is None:
            return ""
        across, up = drawn.scene.x.name, drawn.scene.y.name
        number = drawn.surface.round if drawn.surface is not None else 0
        return f"What {count(number, 'round')} say on {across} and {up}. {drawn.words}"

    def _show_points(self, drawn: DrawnBoundary) -> None:
        if self.palette_ is None:
            return
        dataset, rows = drawn.scene.dataset, drawn.rows
        snapshot = self.workspace.snapshot
        chosen = np.zeros(len(dataset), bool)
        chosen[self.workspace.selected_rows()] = True
        is_ringed, is_flagged = np.zeros(len(rows), bool), np.zeros(len(rows), bool)
        if snapshot is not None and len(snapshot.margins) == len(dataset):
            is_flagged = snapshot.flagged[rows]
        if snapshot is not None and dataset.classes and len(snapshot.margins) == len(dataset):
            is_ringed = snapshot.said[rows] != dataset.labels[rows]
        points = Points(
            rows,
            drawn.scene.x.values[rows],
            drawn.scene.y.values[rows],
            np.full(len(rows), _POINT_SIZE if len(rows) <= 600 else _POINT_SIZE - 2),
            dataset.validation[rows],
            is_ringed,
            is_flagged,
            chosen[rows],
        )
        self.cloud.show(points, self.palette_, self.theme)

    def entries(self, dataset: Dataset) -> list[LegendEntry]:
        """What lines, hollow points and rings are."""
        theme = self.theme
        entries = [LegendEntry("this round's learner", theme.text)]
        if dataset.classes:
            entries.append(LegendEntry("ensemble", theme.quiet_text, width=1))
            dots = Qt.PenStyle.DotLine
            entries.append(LegendEntry("probability", theme.quiet_text, style=dots, width=1))
        if dataset.has_validation:
            entries.append(LegendEntry("validation", theme.quiet_text, "o", is_hollow=True))
        if dataset.classes:
            entries.append(LegendEntry("ring: wrong", theme.quiet_text, "o", is_hollow=True))
        return [*entries, LegendEntry("strong ring: flagged", theme.text, "o", is_hollow=True)]

    def numbers(self) -> Mapping[str, pd.DataFrame]:
        """What is predicted in every cell, and the rows that are drawn."""
        drawn = self.drawn
        if drawn is None:
            return {}
        scene = drawn.scene
        asked = scene.x.name, scene.y.name
        named = names_in_file(asked, ("line", "predicted", "lead"))
        rows = pd.DataFrame(
            {
                "line": scene.dataset.lines[drawn.rows],
                named[0]: scene.x.values[drawn.rows],
                named[1]: scene.y.values[drawn.rows],
            }
        )
        if drawn.surface is None:
            return {"rows": rows}
        found = drawn.surface
        there = {column.name: column for column in found.plane.columns}
        cells: dict[str, list[str] | np.ndarray] = {
            name: [there[own].text(cell) for cell in range(found.decided.size)]
            for name, own in zip(named, asked, strict=True)
        }
        said = found.decided.ravel()
        classes = np.array(scene.dataset.classes, dtype=object)
        cells["predicted"] = classes[said] if len(classes) else said
        if found.lead is not None:
            cells["lead"] = found.lead.ravel()
        return {"surface": pd.DataFrame(cells), "rows": rows}

    # The mouse

    def choose(self, corners: np.ndarray, mode: Mode) -> None:
        """Select the drawn rows of a rectangle."""
        drawn = self.drawn
        if drawn is not None:
            x, y = drawn.scene.x.values[drawn.rows], drawn.scene.y.values[drawn.rows]
            self.select_rows(drawn.rows[Box.around(corners).holds(x, y)], mode)

    def rows_in_sight(self) -> Integers:
        """The rows near the plane, which are drawn."""
        return self.drawn.rows if self.drawn is not None else np.empty(0, np.int64)

    def told(self, place: QPointF) -> str:
        """The row under the mouse, and what the ensemble says there."""
        if self.drawn is None:
            return ""
        row, dataset = self.row_under(place, self.drawn.rows), self.drawn.scene.dataset
        own = [] if row is None else [(f"{dataset.where(row)}, given {dataset.label_text(row)}")]
        return "\n".join([*own, *self._said_at(place)])

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
            return [f"round {grouped(found.round)} predicts {readable(float(said))}"]
        name = found.plane.dataset.classes[int(said)]
        told = (
            f"round {grouped(found.round)} says {name}, ahead by "
            f"{fixed(found.lead[row, column], 2)}"
        )
        if found.probability is not None:
            told += f" (probability {percent(float(found.probability[row, column]))})"
        return [told]


def _lines(cells: np.ndarray | None, edges_x: Floats, edges_y: Floats) -> tuple[Floats, Floats]:
    """The borders between cells that differ; no lines where there are no cells."""
    return (np.empty(0), np.empty(0)) if cells is None else borders(cells, edges_x, edges_y)
