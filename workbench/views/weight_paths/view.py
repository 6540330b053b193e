"""Weight paths: how heavy single rows were, round by round, against the other rows of their class.

Without a selection the most suspicious rows are drawn. Of a large selection the most suspicious
rows are drawn one by one, and all of it as a band.
"""

import html
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from core.base.arrays import Integers
from core.base.wording import count, grouped, times_average
from core.learning.histories.history import History
from core.learning.histories.quantities import Quantity
from core.learning.snapshot import Snapshot
from workbench.plotting.axes.column_axis import short
from workbench.plotting.axes.weight_axis import WeightAxis
from workbench.plotting.class_symbols import class_colour
from workbench.plotting.click_box import ClickBox
from workbench.plotting.end_labels import EndLabel, EndLabels
from workbench.plotting.flow_legend import LegendEntry
from workbench.plotting.plot_cursor import NO_STOPS, PlotCursor, Stops
from workbench.shell.pens import curve_pen
from workbench.shell.theme import Theme
from workbench.shell.tips import plain
from workbench.state.workspace import Workspace
from workbench.viewing.headline import PlotWords
from workbench.viewing.view import PlotView
from workbench.views.weight_paths.class_bands import ClassBands, faint
from workbench.views.weight_paths.path_computer import (
    BAND,
    MOST_PATHS,
    SUSPICIOUS,
    PathComputer,
    Paths,
    spoken,
)

_NEAR = 14
"""How many pixels from a path the mouse is still on it."""
_MOST_DECADES = 6
_SELECTED = -1


class WeightPaths(PlotView):
    """The weights of the selected rows over the rounds, or of the most suspicious ones."""

    name = "weight_paths"
    title = "Weight paths"
    empty_text = (
        "The weights of the selected rows over the rounds will be drawn here; without a selection "
        "those of the most suspicious rows.\nPress Train to start."
    )
    x_label = "round"
    y_label = "weight, 1x: its part's mean"

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self.axes["left"].setWidth(64)
        self.plot.showGrid(x=False, y=True, alpha=0.15)
        self.drawn: Paths | None = None
        self._computing: PathComputer | None = None
        self._is_zoomed = False
        self.legend = self.add_legend(3)
        self.edges = (pg.PlotCurveItem(), pg.PlotCurveItem())
        self.band = pg.FillBetweenItem(*self.edges)
        self.plot.addItem(self.band)
        self.middle = self.plot.plot()
        self.usual = ClassBands(self.plot)
        self.paths: dict[int, pg.PlotCurveItem] = {}
        """The paths of each class, one behind the other; those of selected rows are one."""
        self.hovered = self.plot.plot(connect="finite")
        for item in (self.band, self.middle, self.hovered):
            item.hide()
        self.headline = PlotWords(self)
        self.ends = EndLabels(self._box)
        self.plot.layout.addItem(self.ends, 2, 5)
        self.round_line = pg.InfiniteLine(angle=90, movable=True)
        self.round_line.setCursor(Qt.CursorShape.SizeHorCursor)
        self.round_line.sigDragged.connect(self._dragged)
        self.plot.addItem(self.round_line)
        self._box.clicked.connect(self._clicked)
        self.plot_cursor = PlotCursor(
            self.canvas, self.plot, self._stops, self._clicked, self._told
        )
        self._box.reset.connect(self._show_all)
        self._box.sigRangeChangedManually.connect(self._zoomed)
        self._hover = pg.SignalProxy(
            self.plot.scene().sigMouseMoved, rateLimit=30, slot=self._mouse_moved
        )

    def make_axes(self) -> dict[str, Any]:
        """Weights up the left."""
        return super().make_axes() | {"left": WeightAxis("left")}

    def make_view_box(self) -> pg.ViewBox:
        """The mouse picks paths."""
        self._box = ClickBox()
        return self._box

    def restart(self) -> None:
        """Another run: nothing is known of its weights yet."""
        item = self.workspace.current
        self.drawn = None
        self._computing = PathComputer(item.dataset, item.history) if item else None
        self._is_zoomed = False
        lacking = item.history.lacks(Quantity.WEIGHTS) if item else None
        why = lacking.why if lacking else ""
        self.set_empty_text(why or self.empty_text)
        self.headline.say("")
        self.show_body(False)

    def show_round(self) -> None:
        """Mark the round, and say which row weighs most at it."""
        self.round_line.setValue(self.workspace.round)
        item = self.workspace.current
        if self.drawn is not None and item is not None:
            self.headline.say(html.escape(spoken(self.drawn, item.dataset, self.workspace.round)))

    def show_rows(self) -> None:
        """Rounds have arrived: the paths are longer."""
        self._ask()

    def show_selection(self) -> None:
        """Other rows are to be drawn."""
        self._ask()

    def _ask(self) -> None:
        item, snapshot, computing = self.workspace.current, self.workspace.snapshot, self._computing
        if item is None or snapshot is None or snapshot.weights is None or computing is None:
            return
        if computing.history is not item.history or item.history.rounds == 0:
            return
        selected = self.workspace.selected_rows()
        if not self._is_drawn(item.history, selected, snapshot):
            self.compute(
                lambda: computing.paths(snapshot, selected),
                lambda paths: self._show_first(paths, selected),
            )

    def _is_drawn(self, history: History, selected: Integers, snapshot: Snapshot) -> bool:
        """Whether the same rows of as many rounds would come out again: another round is shown."""
        drawn = self.drawn
        if drawn is None or drawn.history is not history or drawn.rounds != history.rounds:
            return False
        if len(selected) != drawn.selected or len(selected) > MOST_PATHS or drawn.sample is None:
            return False
        wanted = selected if len(selected) else snapshot.ranked[:SUSPICIOUS]
        return np.array_equal(wanted, drawn.rows)

    def _show_first(self, paths: Paths, selected: Integers) -> None:
        """The paths at once; what they are held against as soon as it is there."""
        computing = self._computing
        if computing is None or computing.history is not paths.history:
            return
        earlier = self.drawn
        if earlier is not None and earlier.sample is not None:
            kept = {k: v for k, v in earlier.classes.items() if k in self._labels(paths)}
            paths = replace(paths, sample=earlier.sample, classes=kept)
        self._show(replace(paths, band=None))
        # `compute` takes the last request only: a newer one replaces this.
        self.compute(lambda: computing.held_against(paths, selected), self._show)

    def _labels(self, paths: Paths) -> set[int]:
        item = self.workspace.current
        return set(item.dataset.labels[paths.rows].tolist()) if item else set()

    def _show(self, drawn: Paths) -> None:
        earlier, self.drawn = self.drawn, drawn
        self.show_body(True)
        self._draw_paths(drawn)
        self._draw_references(drawn)
        self._label_ends(drawn)
        self.hovered.hide()
        is_alike = (
            earlier is not None
            and earlier.selected == drawn.selected
            and (earlier.band is None) == (drawn.band is None)
            and set(earlier.classes) == set(drawn.classes)
            and self._labels(earlier) == self._labels(drawn)
        )
        if not is_alike:
            self._colour_lines()
            self._show_legend()
        if not self._is_zoomed:
            self._show_all()
        self.show_round()

    def _draw_paths(self, drawn: Paths) -> None:
        """One item for the paths of one colour, with a gap after each."""
        rounds, logs = drawn.points
        groups = {_SELECTED: np.arange(len(drawn.rows))}
        item = self.workspace.current
        if not drawn.selected and item is not None:
            labels = item.dataset.labels[drawn.rows].astype(np.int64)
            groups = {
                label: np.flatnonzero(labels == label) for label in np.unique(labels).tolist()
            }
        for label in set(self.paths) - set(groups):
            self.plot.removeItem(self.paths.pop(label))
        for label, places in groups.items():
            if label not in self.paths:
                self.paths[label] = pg.PlotCurveItem(connect="finite")
                self.plot.addItem(self.paths[label])
            x = np.tile(np.append(rounds, rounds[-1]).astype(float), len(places))
            y = np.column_stack([logs[places], np.full(len(places), np.nan)]).ravel()
            self.paths[label].setData(x, y, connect="finite")

    def _label_ends(self, drawn: Paths) -> None:
        """The lines of the rows, where their paths end."""
        item = self.workspace.current
        if item is None:
            return
        labels = []
        for row, logs in zip(drawn.rows.tolist(), drawn.logs, strict=True):
            known = logs[np.isfinite(logs)]
            if len(known):
                own = self.theme.selection_mark if drawn.selected else self._colour_of(row)
                labels.append(EndLabel(float(known[-1]), item.dataset.where(row), own))
        self.ends.show_labels(labels)

    def _colour_of(self, row: int) -> str:
        item = self.workspace.current
        assert item is not None
        return class_colour(int(item.dataset.labels[row]), self.theme)

    def _draw_references(self, drawn: Paths) -> None:
        rounds = drawn.sample.rounds.astype(float) if drawn.sample else np.empty(0)
        self.usual.show(rounds, drawn.classes)
        self.band.setVisible(drawn.band is not None)
        self.middle.setVisible(drawn.band is not None)
        if drawn.band is not None:
            low, middle, high = np.maximum(drawn.band, -300)
            self.edges[0].setData(rounds, low)
            self.edges[1].setData(rounds, high)
            self.middle.setData(rounds, middle)

    def _show_legend(self) -> None:
        """What the lines are, above the plot: whose rows, the kinds of lines, the classes."""
        drawn, item, theme = self.drawn, self.workspace.current, self.theme
        if drawn is None or item is None:
            return
        shown = len(drawn.rows)
        if not drawn.selected:
            what = f"the {shown} most suspicious rows" if shown > 1 else "the most suspicious row"
        elif drawn.selected <= MOST_PATHS:
            what = count(drawn.selected, "selected row")
        else:
            what = f"{shown} most suspicious of {grouped(drawn.selected)} selected"
        entries = [
            LegendEntry(what, theme.selection_mark if drawn.selected else theme.text, width=1.5)
        ]
        if drawn.band is not None:
            quiet = faint(theme.selection_mark, 90).name(QColor.NameFormat.HexArgb)
            entries.append(LegendEntry("90 % of the selection", quiet, width=8))
        if drawn.classes:
            quiet = faint(theme.quiet_text, 70).name(QColor.NameFormat.HexArgb)
            entries.append(LegendEntry("class: median to 95th percentile", quiet, width=8))
        for label in drawn.classes:
            name = short(item.dataset.classes[label], 18)
            entries.append(LegendEntry(name, class_colour(label, theme), width=4))
        self.legend.show_entries(entries, theme.text)

    def apply_theme(self, theme: Theme) -> None:
        """Colour the paths by class, or as selected, and all else."""
        super().apply_theme(theme)
        self.round_line.setPen(pg.mkPen(theme.accent, width=1))
        self.round_line.setHoverPen(curve_pen(theme.accent, width=3))
        self.band.setBrush(faint(theme.selection_mark, 50))
        self.middle.setPen(pg.mkPen(theme.selection_mark, width=1, style=Qt.PenStyle.DashLine))
        self.hovered.setPen(curve_pen(theme.text, width=2))
        self.ends.apply_theme(theme)
        if self.drawn is not None:
            self._label_ends(self.drawn)
        self._colour_lines()
        self._show_legend()

    def _colour_lines(self) -> None:
        theme = self.theme
        for label, path in self.paths.items():
            is_selected = label == _SELECTED
            path.setPen(theme.selection_mark if is_selected else class_colour(label, theme))
        self.usual.colour(theme)

    def _show_all(self) -> None:
        """The whole way, and every path in it."""
        self._is_zoomed = False
        drawn, item = self.drawn, self.workspace.current
        if drawn is None or item is None:
            return
        ahead = item.settings.planned_rounds if item.run is None else 1
        self.plot.setXRange(0, max(drawn.rounds, ahead), padding=0.01)
        parts = [drawn.logs.ravel(), *(values.ravel() for values in drawn.classes.values())]
        if drawn.band is not None:
            parts.append(drawn.band.ravel())
        values = np.concatenate(parts)
        values = values[np.isfinite(values)]
        if len(values):
            high = float(values.max())
            # A weight may sink to nothing; what is heavy is what counts.
            low = max(float(values.min()), min(-_MOST_DECADES, high - _MOST_DECADES))
            self.plot.setYRange(low, max(high, low + 0.3), padding=0.06)

    def _zoomed(self, *_arguments: object) -> None:
        self._is_zoomed = True

    def _dragged(self, line: pg.InfiniteLine) -> None:
        self.workspace.go_to(round(line.value()))
        line.setValue(self.workspace.round)

    def path_at(self, x: float, y: float) -> tuple[int, int] | None:
        """The place of the path at a point of the plot, and the round there; None if none is."""
        drawn = self.drawn
        number = round(x)
        if drawn is None or not 0 <= number <= drawn.rounds or not len(drawn.rows):
            return None
        # Between two rounds a path is a line.
        before = min(int(np.clip(x, 0, drawn.rounds)), max(0, drawn.rounds - 1))
        after = min(before + 1, drawn.rounds)
        heights = drawn.logs[:, before] * (after - x) + drawn.logs[:, after] * (x - before)
        heights = np.where(np.isfinite(heights), heights, np.inf)
        nearest = int(np.argmin(np.abs(heights - y)))
        pixels = abs(heights[nearest] - y) / self._box.viewPixelSize()[1]
        return (nearest, number) if pixels <= _NEAR else None

    def _clicked(self, x: float, y: float, adds: bool) -> None:
        found, item = self.path_at(x, y), self.workspace.current
        if found is None or item is None or self.drawn is None:
            return
        lines = item.dataset.lines[self.drawn.rows[[found[0]]]]
        self.workspace.select(np.concatenate([self.workspace.selection, lines]) if adds else lines)

    def _mouse_moved(self, arguments: tuple[QPointF]) -> None:
        position, item = arguments[0], self.workspace.current
        found = None
        if item is not None and self._box.sceneBoundingRect().contains(position):
            point = self._box.mapSceneToView(position)
            found = self.path_at(point.x(), point.y())
        self.hovered.setVisible(found is not None)
        if found is None or self.drawn is None or item is None:
            self.canvas.setToolTip("")
            return
        self.hovered.setData(self.drawn.points[0], self.drawn.points[1][found[0]])
        self.canvas.setToolTip(plain(self._told(point.x(), point.y())))

    def _stops(self) -> Stops:
        """The end of every path."""
        if self.drawn is None or not len(self.drawn.rows):
            return NO_STOPS
        ends = self.drawn.logs[:, self.drawn.rounds]
        return np.full(len(ends), float(self.drawn.rounds)), ends

    def _told(self, x: float, y: float) -> str:
        """The row whose path is there, and its weight at that round."""
        found, item, drawn = self.path_at(x, y), self.workspace.current, self.drawn
        if found is None or item is None or drawn is None:
            return ""
        place, number = found
        row = int(drawn.rows[place])
        is_validation = bool(item.dataset.validation[row])
        weight = times_average(10 ** float(drawn.logs[place, number]), is_validation)
        told = f"{item.dataset.where(row)}, given {item.dataset.label_text(row)}"
        return f"{told}\nround {grouped(number)}: {weight}"

    def said(self) -> str:
        """Which row weighs most."""
        return self.headline.whole

    def describe(self) -> str:
        """The same, and which rows are drawn."""
        item, drawn = self.workspace.current, self.drawn
        if item is None or drawn is None:
            return ""
        lines = ", ".join(
            map(item.dataset.table.where_short, item.dataset.lines[drawn.rows].tolist())
        )
        return (
            f"The weights of lines {lines} over {count(drawn.rounds, 'round')}. "
            f"{self.headline.sentence}"
        )

    def numbers(self) -> Mapping[str, pd.DataFrame]:
        """The paths, and the medians and percentiles, as relative weights."""
        drawn, item = self.drawn, self.workspace.current
        if drawn is None or item is None:
            return {}
        paths = {"round": np.arange(drawn.rounds + 1)} | {
            f"line {line}" if item.dataset.table.files is None else item.dataset.where(row): 10
            ** values
            for row, line, values in zip(
                drawn.rows.tolist(), item.dataset.lines[drawn.rows], drawn.logs, strict=True
            )
        }
        against = {"round": drawn.sample.rounds if drawn.sample else np.empty(0)}
        for label, (median, high) in drawn.classes.items():
            name = item.dataset.classes[label]
            against |= {f"{name}, median": 10**median, f"{name}, 95th percentile": 10**high}
        if drawn.band is not None:
            for share, values in zip(BAND, drawn.band, strict=True):
                against[f"selection, {100 * share:.0f} %"] = 10**values
        return {"paths": pd.DataFrame(paths), "against": pd.DataFrame(against)}
