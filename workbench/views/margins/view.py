"""Margins: how far the votes are on the side of the rows' labels; for numbers, the residuals."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt, QTimer
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QComboBox, QToolButton, QWidget

from core.base.arrays import Integers
from core.base.wording import count, grouped, percent, readable
from core.judging.diagnostics.distributions import Distribution
from core.judging.diagnostics.margin_curves import Key, margin_curves
from core.judging.diagnostics.run_access import Part
from workbench.plotting.axes.column_axis import short
from workbench.plotting.axes.number_axis import NumberAxis
from workbench.plotting.controls import make_narrow
from workbench.plotting.flow_legend import LegendEntry
from workbench.plotting.plot_cursor import NO_STOPS, PlotCursor, Stops
from workbench.plotting.stretch_box import StretchBox
from workbench.shell.pens import curve_pen
from workbench.shell.theme import Theme
from workbench.state.workspace import Workspace
from workbench.viewing.headline import PlotWords
from workbench.viewing.picture_view import PictureView
from workbench.views.margins.curve_figure import CurveFigure
from workbench.views.margins.drawn import (
    APART,
    BOTH,
    BOUNDS,
    CUMULATIVE,
    HISTOGRAM,
    LOSSES,
    MOST_APART,
    TOGETHER,
    DrawnMargins,
    MarginsOptions,
    drawn_margins,
    fitting,
    is_known,
    keys_of,
)
from workbench.views.margins.look import MarginLook
from workbench.views.margins.loss_figure import LossFigure, loss_values

_SHAPES = {
    CUMULATIVE: "cumulative",
    HISTOGRAM: "histogram",
    BOUNDS: "bounds",
    LOSSES: "losses",
}
_MOST_PINS = 4
_SELECT_MILLISECONDS = 80


class Margins(PictureView):
    """The distribution of the margins at some rounds; a stretch of it selects rows."""

    name = "margins"
    title = "Margins"
    empty_text = (
        "How clearly the ensemble is on the side of each row's label will be drawn here.\n"
        "Press Train to start."
    )
    options_type = MarginsOptions
    x_label = "margin"
    y_label = "share of the rows"

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self.drawn: DrawnMargins | None = None
        self._needs_range = True
        self._known: Mapping[Key, Distribution] = {}
        self.axes["left"].setWidth(60)
        self.plot.showGrid(x=False, y=True, alpha=0.15)
        self.legend = self.add_legend()
        self.zero = pg.InfiniteLine(0, angle=90)
        self.plot.addItem(self.zero, ignoreBounds=True)
        self.figure, self.losses = CurveFigure(self.plot), LossFigure(self.plot)
        self.rug = pg.PlotCurveItem(connect="pairs")
        self.plot.addItem(self.rug, ignoreBounds=True)
        self.region = pg.LinearRegionItem(swapMode="sort")
        self.region.hide()
        self.plot.addItem(self.region, ignoreBounds=True)
        self.headline = PlotWords(self)
        parts = {
            BOTH: "all rows",
            Part.TRAINING.value: "training",
            Part.VALIDATION.value: "validation",
        }
        self._shape = self.add_choice("", "shape", _SHAPES)
        self._part = self.add_choice("", "part", parts)
        self._label = self._class_box()
        for box, name in (
            (self._shape, "Cumulative, histogram, bounds of theory or losses"),
            (self._part, "Training or validation rows"),
            (self._label, "Classes"),
        ):
            box.setAccessibleName(name)
            box.setToolTip(name)
            make_narrow(box)
        self.pin = self._button("Pin", "Keep the curve of this round beside those that follow")
        self.pin.clicked.connect(self._pin)
        self.unpin = self._button("Unpin", "Draw the round shown alone")
        self.unpin.clicked.connect(lambda: self.change_options(rounds=()))
        self.told = pg.TextItem()
        self.told.hide()
        self.plot.addItem(self.told, ignoreBounds=True)
        self._box.stretched.connect(self._brush)
        self._box.reset_asked.connect(self._show_all)
        self.plot_cursor = PlotCursor(
            self.canvas, self.plot, self._stops, self._pick, self._told_at
        )
        self.region.sigRegionChanged.connect(self._region_moved)
        self._select_later = QTimer(self, singleShot=True, interval=_SELECT_MILLISECONDS)
        self._select_later.timeout.connect(self.select_region)
        self._hover = pg.SignalProxy(
            self.plot.scene().sigMouseMoved, rateLimit=30, slot=self._hovered
        )

    def make_axes(self) -> dict[str, NumberAxis]:
        """Margins, and shares of the rows."""
        return {"bottom": NumberAxis("bottom"), "left": NumberAxis("left", is_share=True)}

    def make_view_box(self) -> pg.ViewBox:
        """The mouse marks a stretch of margins."""
        self._box = StretchBox()
        return self._box

    def _class_box(self) -> QComboBox:
        box = QComboBox()
        box.activated.connect(lambda: self.change_options(label=box.currentData()))
        self.add_control(box)
        return box

    def _button(self, text: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setToolTip(tip)
        button.setAccessibleName(f"{text} this round" if text == "Pin" else tip)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.add_control(button)
        return button

    def apply_theme(self, theme: Theme) -> None:
        """Colour the curves."""
        super().apply_theme(theme)
        self.zero.setPen(pg.mkPen(theme.line, width=1))
        self.rug.setPen(pg.mkPen(theme.selection_mark, width=1))
        self.told.setColor(theme.text)
        self.told.fill = pg.mkBrush(theme.base)
        fill = QColor(theme.selection_mark)
        fill.setAlpha(36)
        self.region.setBrush(fill)
        fill.setAlpha(60)
        self.region.setHoverBrush(fill)
        for line in self.region.lines:
            line.setPen(pg.mkPen(theme.selection_mark, width=1))
            line.setHoverPen(curve_pen(theme.selection_mark, width=3))
        if self.drawn is not None:
            self._show(self.drawn)

    def restart(self) -> None:
        """Another run: nothing is known of its rounds."""
        item = self.workspace.current
        self.drawn = None
        self._known = {}
        self._forget_region()
        self.figure.clear()
        self.losses.hide()
        self.headline.say("")
        self.rug.clear()
        self.legend.show_entries([], self.theme.text)
        self.show_body(item is not None)
        if item is None:
            return
        dataset = item.dataset
        self._shape.clear()
        for value, text in _SHAPES.items():
            if is_known(value, item.history):
                self._shape.addItem(text, value)
        self._label.clear()
        self._label.addItem("all classes", TOGETHER)
        if 2 <= len(dataset.classes) <= MOST_APART:
            self._label.addItem("each class", APART)
        for number, name in enumerate(dataset.classes):
            self._label.addItem(short(name, 20), number)
        self._needs_range = True

    def show_options(self) -> None:
        """Other rows, classes or rounds."""
        item, options = self.workspace.current, self.options
        if item is not None:
            options = fitting(options, item.history)
            self._name_axes(options.shape, not item.dataset.classes)
            self._label.setVisible(bool(item.dataset.classes) and options.shape != LOSSES)
            self._part.setVisible(item.dataset.has_validation and options.shape != LOSSES)
        for button in (self.pin, self.unpin):
            button.setVisible(options.shape in (CUMULATIVE, HISTOGRAM))
        self.headline.release()
        self._shape.setCurrentIndex(self._shape.findData(options.shape))
        self._part.setCurrentIndex(self._part.findData(options.part))
        self._label.setCurrentIndex(max(0, self._label.findData(options.label)))
        self.unpin.setEnabled(bool(options.rounds))
        self._needs_range = True
        self.ask()

    def _name_axes(self, shape: str, is_number: bool) -> None:
        across = "residual (predicted - given)" if is_number else "margin"
        self.plot.setLabel("bottom", "margin times all votes, yF" if shape == LOSSES else across)
        self.plot.setLabel("left", "loss" if shape == LOSSES else self.y_label)
        self.axes["left"].is_share = shape != LOSSES
        self.axes["left"].picture = None

    def show_rows(self) -> None:
        """The margins of the round are there."""
        if not (self.region.moving or any(line.moving for line in self.region.lines)):
            self._forget_region()
        self.ask()

    def show_selection(self) -> None:
        """Fill the part of the selected rows; a region that did not select them goes."""
        if self.region.isVisible() and not self._select_later.isActive():
            chosen = self._lines_in(*self.region.getRegion())
            if not np.array_equal(chosen, self.workspace.selection):
                self._forget_region()
        self.ask()

    def make_picture(self) -> None:
        """Ask for a newer picture."""
        snapshot = self.workspace.snapshot
        if snapshot is None or not self.is_watched:
            return
        options = fitting(self.options, snapshot.history)
        rows, known = self.workspace.selected_rows(), self._known

        def work() -> DrawnMargins:
            keys = keys_of(snapshot, options)
            found = margin_curves(snapshot, keys, rows, known)
            return drawn_margins(found, options)

        self.compute(work, self._show)

    def _show(self, drawn: DrawnMargins) -> None:
        item, found = self.workspace.current, drawn.found
        if item is None or found.snapshot.history is not item.history:
            return
        self.drawn, self._known = drawn, found.curves
        self.show_body(True)
        self.headline.say(drawn.words)
        shape, losses = drawn.options.shape, drawn.losses
        look = MarginLook(found, self.theme, drawn.options.label == APART, shape == HISTOGRAM)
        if losses is None:
            self.losses.hide()
            top, foot = self.figure.show(look, shape == HISTOGRAM), 0.04
            self.figure.show_bound(drawn.promises, self.theme)
        else:
            self.figure.clear()
            top, foot = self.losses.show(losses, self.theme), 0.11
        self.rug.setVisible(losses is None)
        x = np.repeat(found.places, 2)
        self.rug.setData(x, np.tile([-0.04 * top, -0.005 * top], len(found.places)))
        self.plot.setYRange(-foot * top, 1.06 * top, padding=0)
        if self._needs_range or (item.run is None and not item.dataset.classes):
            self._show_all()
        entries = look.entries() if losses is None else self.losses.entries(losses, self.theme)
        if self.figure.bound.isVisible():
            bound = Qt.PenStyle.DashLine
            entries.append(
                LegendEntry("bound for training", self.theme.bound, style=bound, width=1)
            )
        if len(self.workspace.selection):
            entries.append(LegendEntry("selected", self.theme.selection_mark, "s"))
        self.legend.show_entries(entries, self.theme.text)

    @property
    def curves(self) -> dict[Key, pg.PlotCurveItem]:
        """The curves that are drawn."""
        return self.figure.curves

    @property
    def fills(self) -> dict[Key, pg.PlotCurveItem]:
        """What of them is selected."""
        return self.figure.fills

    def said(self) -> str:
        """What the margins say."""
        return self.headline.whole

    def _show_all(self) -> None:
        if self.drawn is not None:
            self._needs_range = False
            self.plot.setXRange(*self.drawn.reach, padding=0.02)

    def numbers(self) -> Mapping[str, pd.DataFrame]:
        """The curves, one below the other."""
        if self.drawn is None:
            return {}
        found, shape = self.drawn.found, self.drawn.options.shape
        if (losses := self.drawn.losses) is not None:
            lines = found.snapshot.history.problem.dataset.lines
            columns = {"line": lines, "yF": losses.agreement, **loss_values(losses.agreement)}
            return {LOSSES: pd.DataFrame(columns)}
        names = found.snapshot.history.problem.dataset.classes
        frames = []
        for key, own in found.curves.items():
            if shape == HISTOGRAM:
                values = {
                    "from": found.edges[:-1],
                    "to": found.edges[1:],
                    "share": own.histogram(found.edges),
                }
            else:
                values = {"margin": own.values, "share up to it": own.shares}
            which = {
                "round": key.round,
                "part": key.part.value,
                "class": names[key.label] if key.label >= 0 else "all",
            }
            frames.append(pd.DataFrame(which | values))
        return {shape: pd.concat(frames, ignore_index=True)} if frames else {}

    # The mouse

    def _pin(self) -> None:
        rounds = dict.fromkeys([*self.options.rounds, self.workspace.round])
        self.change_options(rounds=tuple(sorted(rounds)[-_MOST_PINS:]))

    def _stops(self) -> Stops:
        """The middles of some stretches of the axis, at its foot."""
        if self.drawn is None:
            return NO_STOPS
        edges = self.drawn.found.edges
        return (edges[1:] + edges[:-1]) / 2, np.zeros(len(edges) - 1)

    def _pick(self, x: float, _y: float, adds: bool) -> None:
        """Mark the stretch there, with what is marked already if it is to be added."""
        if self.drawn is None:
            return
        edges = self.drawn.found.edges
        place = int(np.clip(np.searchsorted(edges, x) - 1, 0, len(edges) - 2))
        low, high = float(edges[place]), float(edges[place + 1])
        if adds and self.region.isVisible():
            before = self.region.getRegion()
            low, high = min(low, before[0]), max(high, before[1])
        self._brush(low, high)

    def _brush(self, low: float, high: float, _adds: bool = False) -> None:
        self.region.show()
        self.region.setRegion((low, high))

    def _region_moved(self) -> None:
        if self.region.isVisible():
            low, high = self.region.getRegion()
            self._tell(low, high)
            if not self._select_later.isActive():
                self._select_later.start()

    def _tell(self, low: float, high: float) -> None:
        """How many rows there are, at the top of the region and never beyond the plot."""
        (left, right), (_, top) = self._box.viewRange()
        middle = min(max((low + high) / 2, left), right)
        self.told.setText(count(len(self._lines_in(low, high)), "row"), color=self.theme.text)
        self.told.setAnchor(((middle - left) / (right - left), 0))
        self.told.setPos(middle, top)
        self.told.show()

    def select_region(self) -> None:
        """Select the rows between the region's edges."""
        self._select_later.stop()
        if self.region.isVisible():
            self.workspace.select(self._lines_in(*self.region.getRegion()))

    def _forget_region(self) -> None:
        self.region.hide()
        self.told.hide()

    def _lines_in(self, low: float, high: float) -> Integers:
        """The lines of the drawn rows whose margin lies between two."""
        if self.drawn is None:
            return np.empty(0, np.int64)
        dataset = self.drawn.found.snapshot.history.problem.dataset
        return dataset.lines[self.drawn.rows_between(low, high)]

    def _hovered(self, arguments: tuple[QPointF]) -> None:
        text = ""
        if self._box.sceneBoundingRect().contains(arguments[0]):
            point = self._box.mapSceneToView(arguments[0])
            text = self._told_at(point.x(), point.y())
        self.canvas.setToolTip(text)

    def _told_at(self, value: float, _height: float) -> str:
        """What is drawn at a place of the axis."""
        drawn = self.drawn
        if drawn is None:
            return ""
        if drawn.losses is not None:
            told = [f"yF {readable(value, 3)}"]
            for name, own in loss_values(np.array([value])).items():
                told.append(f"{name} loss: {readable(float(own[0]), 3)}")
            return "\n".join(told)
        found = drawn.found
        noun = "margin" if found.snapshot.history.problem.classes else "residual"
        told = [f"{noun} at most {readable(value, 3)}"]
        told += [
            f"round {grouped(key.round)}, {key.part.value}: {percent(own.up_to(value))}"
            for key, own in found.curves.items()
        ]
        return "\n".join(told)
