"""Error curves: how often the ensemble is wrong, round by round, against guessing."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QLabel, QWidget

from core.base.wording import error_text, grouped, percent, readable
from core.judging.comparing import votes_note
from core.learning.rounds import ERRORS, Curve, CurveRole
from core.learning.run import Guess
from workbench.plotting.axes.column_axis import short
from workbench.plotting.flow_legend import LegendEntry
from workbench.shell.pens import curve_pen
from workbench.shell.theme import Theme
from workbench.shell.tips import plain
from workbench.state.workspace import RunItem, Workspace
from workbench.viewing.rows_shown import RowsShown
from workbench.viewing.view import Change, Options, PlotView
from workbench.views.error_curves.counted_errors import CountedErrors
from workbench.views.error_curves.guess_mark import GuessMark
from workbench.views.error_curves.looks import SOLID, look_beside, look_of
from workbench.views.error_curves.ranges import TINY, value_range
from workbench.views.error_curves.sketch import CurveSketch, SketchBox
from workbench.views.error_curves.strip_menu import StripMenu
from workbench.views.error_curves.strip_stack import StripStack
from workbench.views.error_curves.strips import StripKind, kinds_of, main_curves

if TYPE_CHECKING:
    import pandas as pd

_FEW = 8
_MAIN_ROW = 1
_MAIN_STRETCH, _STRIP_STRETCH = 5, 2
_MAIN_PIXELS, _STRIP_PIXELS = 148, 72
"""How high the errors with their axis are, and each strip, at least."""


@dataclass(frozen=True)
class CurveOptions(Options):
    """What is drawn below the errors, and on which scales."""

    below: tuple[str, ...] = ()
    log_rounds: bool = False
    log_values: bool = False


class ErrorCurves(PlotView):
    """The errors of the ensemble fill the plot; what has another scale stands below it."""

    name = "error_curves"
    title = "Error curves"
    shows = RowsShown.ALL
    empty_text = "The error of each round will be drawn here.\nPress Train to start."
    x_label = "round"
    y_label = ERRORS.axis
    options_type: ClassVar[type[Options]] = CurveOptions

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self.plot.showGrid(x=False, y=True, alpha=0.15)
        self.plot.setDownsampling(auto=True, mode="peak")
        self.plot.setClipToView(True)
        self.plot.disableAutoRange()  # the range is set by hand
        self.legend = self.add_legend(4)
        self.canvas.ci.layout.setVerticalSpacing(2)
        self.plot.vb.sigResized.connect(self._fit_label)
        self.curves: dict[str, pg.PlotDataItem] = {}
        """The current run's errors, by the curve's name."""
        self._declared: dict[str, Curve] = {}
        """What was declared of each of them."""
        self.others: dict[RunItem, pg.PlotDataItem] = {}
        """The compared runs', their main curve each."""
        self._names: dict[RunItem, str] = {}
        self.strips = StripStack(self.canvas, self.make_lane(), self._drawn_later, self._dragged)
        self._errors = CountedErrors(self.compute, self.show_round)
        self.guess: Guess | None = None
        self.guessing = GuessMark(self.plot)
        self.sketch = CurveSketch(self.plot, self.plot.vb, self)
        self.sketch.changed.connect(lambda: self._mark(Change.ROUND))
        self.plot.vb.traced.connect(self._traced)
        self.best = pg.ScatterPlotItem(size=14, symbol="star")
        self.round_line = pg.InfiniteLine(angle=90, movable=True, hoverPen=None)
        self.round_line.setCursor(Qt.CursorShape.SizeHorCursor)
        self.round_line.sigDragged.connect(self._dragged)
        for item in (self.best, self.round_line):
            self.plot.addItem(item)
        self._hover = pg.SignalProxy(
            self.plot.scene().sigMouseMoved, rateLimit=30, slot=self._hovered
        )
        self.below = StripMenu()
        self.below.chosen.connect(lambda names: self.change_options(below=names))
        self.add_control(self.below)
        self._log_rounds = self._check("log rounds", "log_rounds")
        self._log_values = self._check("log values", "log_values")
        self.rows_note = QLabel()
        self.rows_note.setProperty("quiet", True)
        self.add_control(self.rows_note)
        self.rows_note.hide()
        workspace.compared_changed.connect(self._compared_changed)
        workspace.runs_changed.connect(self._compared_changed)

    def make_view_box(self) -> pg.ViewBox:
        """One that can be drawn on."""
        return SketchBox()

    def _check(self, text: str, option: str) -> QCheckBox:
        box = QCheckBox(text)
        box.toggled.connect(lambda on: self.change_options(**{option: on}))
        self.add_control(box)
        return box

    def apply_theme(self, theme: Theme) -> None:
        """Colour the curves."""
        super().apply_theme(theme)
        own: list[CurveRole] = []
        for name, curve in self.curves.items():
            role = self._declared[name].role
            colour, style = look_of(role, own.count(role), theme)
            own.append(role)
            curve.setPen(curve_pen(colour, width=2 if style is SOLID else 1.5, style=style))
            curve.setSymbolBrush(colour)
        for place, curve in enumerate(self.others.values()):
            colour, style = look_beside(place, theme)
            curve.setPen(curve_pen(colour, width=1.5, style=style))
        self.guessing.apply_theme(theme)
        self.sketch.apply_theme(theme)
        self.best.setBrush(theme.validation)
        self.best.setPen(pg.mkPen(theme.base))
        self.round_line.setPen(pg.mkPen(theme.accent, width=1))
        self.round_line.setHoverPen(curve_pen(theme.accent, width=3))
        for strip in self.strips.plots.values():
            strip.apply_theme(theme)
        self._show_legend()

    # What is drawn

    def restart(self) -> None:
        """Another run, which may have curves of its own."""
        self.strips.forget()
        self.show_body(self.workspace.current is not None)

    @property
    def is_share(self) -> bool:
        """Whether errors are shares of rows, and no distances of numbers."""
        item = self.workspace.current
        return item is None or bool(item.dataset.classes)

    def _kinds(self) -> list[StripKind]:
        """What the run has to be drawn below."""
        item = self.workspace.current
        return kinds_of(item.history) if item else []

    def _drawn_later(self) -> None:
        """Something that took long is there."""
        self.show_round()
        self.tell()

    def _declare(self) -> None:
        """The curves that this run and those beside it have."""
        item = self.workspace.current
        if item is None:
            return
        wanted = {curve.name: curve for curve in main_curves(item.history)}
        left = self.axes["left"]
        left.is_share = self.is_share
        left.setLabel(ERRORS.axis if self.is_share else ERRORS.number_axis)
        self._declared = wanted
        for name in self.curves.keys() - wanted.keys():
            self.plot.removeItem(self.curves[name])
        for curve in self.others.values():
            self.plot.removeItem(curve)
        self.curves = {
            name: self.curves.get(name) or self.plot.plot(connect="finite") for name in wanted
        }
        beside = [other for other in self.workspace.compared if other is not item]
        self.others = {
            other: self.plot.plot(connect="finite")
            for other in beside
            if main_curves(other.history)
        }
        self._names = self.workspace.run_names() if beside else {}
        counting = self._errors.count([item, *self.others])
        votes = votes_note([each.run for each in (item, *self.others) if each.run is not None])
        few = f"{grouped(len(counting))} rows count" if counting.sentence else ""
        told = filter(None, (few, "by the largest share" if votes else ""))
        self.rows_note.setText(" · ".join(told))
        self.rows_note.setToolTip(plain("\n".join(filter(None, (counting.sentence, votes)))))
        self.rows_note.setVisible(bool(self.rows_note.text()))
        self.guess = Guess.of(item.dataset, item.settings.balanced, counting)
        self._place_strips()
        self.apply_theme(self.theme)

    def _place_strips(self) -> None:
        """A plot for each thing that was asked for, in the order of the menu."""
        chosen = [kind for kind in self._kinds() if kind.name in self.options.below]
        room = self._room()
        self.below.tell_room(len(chosen), room)
        self.strips.place(chosen[:room], _MAIN_ROW + 1, self._add_strip)
        self.plots = [self.plot, *(strip.plot for strip in self.strips.plots.values())]
        # Fixed, so that nothing jumps while training; a number may have seven digits.
        width = 72 if self.is_share else 96
        for plot in self.plots:
            is_last = plot is self.plots[-1]
            plot.getAxis("left").setWidth(width)
            plot.getAxis("bottom").setStyle(showValues=is_last)
            plot.getAxis("bottom").showLabel(is_last)

    def _room(self) -> int:
        """How many strips there is room for: the errors stay the largest plot."""
        room = self.canvas.height() - _MAIN_PIXELS - int(self.legend.minimumHeight())
        return max(1, room // _STRIP_PIXELS)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """There may be room for more strips, or for fewer."""
        super().resizeEvent(event)
        if len(self.strips.plots) != min(self._room(), self.below.chosen_count):
            self._options_changed(self.name)

    def _fit_label(self) -> None:
        """Where the plot is lower than its axis' name is long, the name is left out."""
        label = self.axes["left"].label
        is_fitting = label.boundingRect().width() <= self.plot.vb.height()
        label.setOpacity(1.0 if is_fitting else 0.0)

    def _add_strip(self, axis: str, row: int) -> pg.PlotItem:
        plot = self.add_plot(self.x_label, axis, (row, 0))
        plot.setXLink(self.plot)
        layout = self.canvas.ci.layout
        layout.setRowStretchFactor(_MAIN_ROW, _MAIN_STRETCH)
        layout.setRowStretchFactor(row, _STRIP_STRETCH)
        return plot

    def _show_legend(self) -> None:
        item = self.workspace.current
        own = f"{self._name(item)}: " if item is not None and self.others else ""
        entries = []
        for name, curve in self.curves.items():
            entries.append(LegendEntry.of(curve, f"{own}{_shown_title(self._declared[name])}"))
            own = ""  # once is enough
        if (best := self.best_round()) is not None:
            entries.append(
                LegendEntry((f"best: round {grouped(best)}"), self.theme.validation, "star")
            )
        for other, curve in self.others.items():
            entries.append(
                LegendEntry.of(curve, f"{self._name(other)}: {_shown_title(_main(other))}")
            )
        if self.guess is not None:
            text = f"always guessing {short(self.guess.label, 16)}: {self._text(self.guess.error)}"
            entries.append(self.guessing.entry(text, self.theme))
        entries += self.sketch.entries()
        self.legend.show_entries(entries, self.theme.text)

    def _name(self, item: RunItem) -> str:
        return self._names.get(item, item.name)

    def _text(self, error: float) -> str:
        return error_text(error, self.is_share)

    def show_options(self) -> None:
        """Other things below, or another scale."""
        options = self.options
        self.below.offer(self._kinds(), options.below)
        self._log_rounds.setChecked(options.log_rounds)
        self._log_values.setChecked(options.log_values)
        self.plot.setLogMode(x=options.log_rounds, y=options.log_values)
        self._declare()
        self._changes.add(Change.ROUND)  # once, even if the round is another one too

    def show_round(self) -> None:
        """Draw the rounds there are, and where we are in them."""
        item = self.workspace.current
        self.round_line.setMovable(not self.sketch.is_open)
        if item is None:
            self._show_sketch_alone()
            return
        rounds = item.history.rounds  # once: the worker may add some at any time
        has_curves = bool(self.curves) and (rounds > 0 or item.run is None)
        self.show_body(has_curves or bool(self.sketch.values))
        numbers = np.arange(1, rounds + 1)
        for name, curve in self.curves.items():
            # A line needs two points; of a few rounds each is seen.
            dots = (
                {"symbol": "o", "symbolSize": 6, "symbolPen": None}
                if rounds < _FEW
                else {"symbol": None}
            )
            # Smooth lines cost five times as much: while training they are not worth it.
            is_smooth = item.run is not None
            values = self._errors.values(item, self._declared[name])[:rounds]
            curve.setData(numbers[: len(values)], values, antialias=is_smooth, **dots)
        for other, curve in self.others.items():
            values = self._errors.values(other, _main(other))
            curve.setData(np.arange(1, len(values) + 1), values)
        if rounds:
            self._set_range(item)
            options = self.options
            beside = {other: self._name(other) for other in self.others}
            self.strips.show(item, beside, options.log_rounds, options.log_values)
        self._mark_best(item, rounds)
        self._show_legend()
        place = self._place(self.workspace.round)
        for strip in self.strips.plots.values():
            strip.round_line.setValue(place)
        self.round_line.setValue(place)

    def _show_sketch_alone(self) -> None:
        """Nothing is trained yet: what somebody expects is all there is."""
        self.show_body(bool(self.sketch.values))
        self.axes["left"].is_share = True
        for curve in self.curves.values():
            curve.clear()
        self.guess = None
        self.guessing.hide()
        self.best.clear()
        self.plot.setXRange(0, self._last_place(len(self.sketch.values)), padding=0.01)
        self.plot.setYRange(*value_range(self._sketched(), 0.0, self.options.log_values), padding=0)
        self.round_line.setValue(0)
        self._show_legend()

    def _sketched(self) -> np.ndarray:
        """The errors that must be seen for the sketch: while it is drawn, all that can be."""
        return np.array([*self.sketch.values, *([0.0, self.sketch.high] * self.sketch.is_open)])

    def _last_place(self, rounds: int) -> float:
        return float(np.log10(max(2, rounds)) if self.options.log_rounds else max(2, rounds))

    def _set_range(self, item: RunItem) -> None:
        """The errors fill the plot; guessing is seen as a line, or as a mark at the edge."""
        is_log = self.options.log_values
        rounds = max([self._expected_rounds(item), *(o.history.rounds for o in self.others)])
        last = self._last_place(max(rounds, len(self.sketch.values)))
        self.plot.setXRange(0, last, padding=0.01)
        curves = (*self.curves.values(), *self.others.values())
        values = [curve.getOriginalDataset()[1] for curve in curves]
        drawn = np.concatenate([self._sketched(), *(each for each in values if each is not None)])
        assert self.guess is not None
        low, high = value_range(drawn, self.guess.error, is_log)
        self.plot.setYRange(low, high, padding=0)
        self.guessing.show(self._height(self.guess.error), low, high, last)

    def _mark_best(self, item: RunItem, rounds: int) -> None:
        """The round of least validation error, out-of-bag where there are no validation rows."""
        self.best.clear()
        if rounds < 2:
            return
        for curve in self._declared.values():
            if curve.role not in (CurveRole.VALIDATION, CurveRole.OUT_OF_BAG):
                continue
            errors = self._errors.values(item, curve)[:rounds]
            if np.isfinite(errors).any():
                best = int(np.nanargmin(errors))
                height = self._height(float(errors[best]))
                self.best.setData([self._place(best + 1)], [height])
                return

    def best_round(self) -> int | None:
        """The round that is marked as the best."""
        points = self.best.getData()[0]
        if points is None or len(points) == 0:
            return None
        return round(10 ** points[0] if self.options.log_rounds else points[0])

    def numbers(self) -> "dict[str, pd.DataFrame]":
        """Every curve of the run, what is drawn below, and the main curve of each run beside it."""
        import pandas as pd  # slow to load

        item = self.workspace.current
        if item is None:
            return {}
        rounds = item.history.rounds
        table = pd.DataFrame({"round": np.arange(1, rounds + 1)})
        for curve in item.history.shown_curves:
            table[curve.name] = self._errors.values(item, curve)[:rounds]
        for line in self.strips.lines():
            if line.name not in table:
                table[line.name] = pd.Series(line.values, index=line.places - 1)
        for other in self.others:
            main = _main(other)
            values = pd.Series(self._errors.values(other, main))
            table = table.reindex(range(max(len(table), len(values))))
            table["round"] = np.arange(1, len(table) + 1)
            table[f"{self._name(other)}: {main.name}"] = values
        return {"curves": table}

    def describe(self) -> str:
        """The errors at the round shown, the best of them, and what guessing gets."""
        item, number = self.workspace.current, self.workspace.round
        if item is None:
            return self.sketch.words
        if not 1 <= number <= item.history.rounds:
            return "No round is shown."
        told = []
        for curve in self._declared.values():
            errors = self._errors.values(item, curve)
            if number <= len(errors):
                told.append(f"{curve.title} {self._text(float(errors[number - 1]))}")
                best = self.best_round()
                if len(told) == 1 and best is not None and best <= len(errors):
                    told[0] += (
                        f", best {self._text(float(errors[best - 1]))} at round {grouped(best)}"
                    )
        if self.guess is not None:
            told.append(f"always guessing {self.guess.label} {self._text(self.guess.error)}")
        words = "; ".join([*told, *self.strips.told(number)])
        said = f"Round {grouped(number)} of {grouped(item.history.rounds)}: {words}."
        return f"{said} {self.sketch.words}".strip()

    # The mouse

    def _place(self, number: float) -> float:
        return float(np.log10(max(number, 1))) if self.options.log_rounds else number

    def _height(self, error: float) -> float:
        return float(np.log10(max(error, TINY))) if self.options.log_values else error

    def _round_at(self, place: float) -> int:
        return round(10**place if self.options.log_rounds else place)

    def _expected_rounds(self, item: RunItem) -> int:
        """While training the axis shows the way ahead, so that nothing jumps."""
        return max(item.history.rounds, item.settings.planned_rounds if item.run is None else 0)

    def _traced(self, point: QPointF, is_start: bool) -> None:
        """Somebody draws what they expect."""
        place = 10 ** point.x() if self.options.log_rounds else point.x()
        value = 10 ** point.y() if self.options.log_values else point.y()
        self.sketch.trace(place, value, is_start)

    def _compared_changed(self) -> None:
        self._options_changed(self.name)

    def _dragged(self, line: pg.InfiniteLine) -> None:
        self.workspace.go_to(self._round_at(line.value()))
        line.setValue(self._place(self.workspace.round))

    def _hovered(self, arguments: tuple[QPointF]) -> None:
        position = arguments[0]
        number = self._round_at(self.plot.vb.mapSceneToView(position).x())
        is_inside = any(plot.sceneBoundingRect().contains(position) for plot in self.plots)
        self.canvas.setToolTip(plain(self._told(number)) if is_inside else "")

    def _told(self, number: int) -> str:
        """What every curve is at a round."""
        item = self.workspace.current
        if item is None or not 1 <= number <= item.history.rounds:
            return ""
        lines = [f"round {grouped(number)}"]
        for curve in item.history.shown_curves:
            value = float(self._errors.values(item, curve)[number - 1])
            is_percent = curve.is_share and self.is_share
            lines.append(f"{curve.title}: {percent(value) if is_percent else readable(value)}")
        for other in self.others:
            main = _main(other)
            values = self._errors.values(other, main)
            if number <= len(values):
                lines.append(
                    f"{self._name(other)}, {main.title}: {self._text(float(values[number - 1]))}"
                )
        lines += [text for text in self.strips.told(number) if text not in lines]
        if number == self.best_round():
            lines.append("the best round so far")
        return "\n".join(lines)


def _main(item: RunItem) -> Curve:
    """The curve that stands for a run beside others: the first that it has, on new rows if any."""
    return main_curves(item.history)[0]


def _shown_title(curve: Curve) -> str:
    """What the legend says of a curve: that errors are drawn is said by the axis."""
    return curve.title.removesuffix(" error")
