"""Error curves: how often the ensemble is wrong, round by round, against guessing."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pandas as pd
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QCheckBox, QLabel, QWidget

from core.base.wording import percent, readable
from core.learning.counting import Counting
from core.learning.rounds import ERRORS, USUAL_GROUPS, Curve, CurveRole, Group, in_group
from core.learning.run import Guess
from workbench.plotting.column_axis import short
from workbench.plotting.flow_legend import LegendEntry
from workbench.shell.theme import Theme
from workbench.shell.tips import plain
from workbench.state.workspace import RunItem, Workspace
from workbench.viewing.view import Change, Options, PlotView

_SOLID, _DASHED, _DOTTED = Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine
_LOOKS = {
    CurveRole.VALIDATION: ("validation", _SOLID),
    CurveRole.TRAINING: ("training", _SOLID),
    CurveRole.OUT_OF_BAG: ("weighted", Qt.PenStyle.DashDotDotLine),
    CurveRole.LEARNER: ("weighted", _DOTTED),
    CurveRole.BOUND: ("bound", _DASHED),
}
"""The colour in the theme and the line of each role; what is an algorithm's own is told apart by
the colours of the runs."""
_FEW = 8
_FAR = 3
"""An error of guessing so many times the largest one drawn would press the curves flat."""
_RUN_COLOURS = (5, 4, 2, 1)
"""Of the classes' colours, those that the curves of the current run do not have."""
_RUN_STYLES = (_SOLID, _DASHED, Qt.PenStyle.DashDotLine, _DOTTED)


@dataclass(frozen=True)
class CurveOptions(Options):
    """What is drawn, and on which scales."""

    what: str = ERRORS.name
    log_rounds: bool = False
    log_values: bool = False


class ErrorCurves(PlotView):
    """The errors that a run has, round by round, and the line of guessing."""

    name = "error_curves"
    title = "Error curves"
    empty_text = "The error of each round will be drawn here.\nPress Train to start."
    x_label = "round"
    y_label = "wrong rows"
    options_type: ClassVar[type[Options]] = CurveOptions

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self.plot.showGrid(x=False, y=True, alpha=0.15)
        self.plot.setDownsampling(auto=True, mode="peak")
        self.plot.setClipToView(True)
        self.plot.disableAutoRange()  # the range is set by hand
        self.legend = self.add_legend(4)
        self.curves: dict[str, pg.PlotDataItem] = {}
        """The current run's, by the curve's name."""
        self._declared: dict[str, Curve] = {}
        """What was declared of each of them."""
        self._titles: dict[str, str] = {}
        self.others: dict[RunItem, pg.PlotDataItem] = {}
        """The compared runs', their main curve each."""
        self._counting: Counting | None = None
        self._counted: dict[RunItem, np.ndarray] = {}
        """The errors on the rows that count, where they are not those that a run kept."""
        self.guess: Guess | None = None
        self.is_guess_above = False
        """Whether guessing is so much worse that the curves alone fill the plot."""
        self.guess_line = pg.InfiniteLine(angle=0)
        self.plot.addItem(self.guess_line)
        self.best = pg.ScatterPlotItem(size=10, symbol="star")
        self.plot.addItem(self.best)
        self.round_line = pg.InfiniteLine(angle=90, movable=True, hoverPen=None)
        self.round_line.setCursor(Qt.CursorShape.SizeHorCursor)
        self.round_line.sigDragged.connect(self._dragged)
        self.plot.addItem(self.round_line)
        self._hover = pg.SignalProxy(
            self.plot.scene().sigMouseMoved, rateLimit=30, slot=self._hovered
        )
        self._what = self.add_choice(
            "Show", "what", {group.name: group.title for group in USUAL_GROUPS}
        )
        self._log_rounds = self._check("log rounds", "log_rounds")
        self._log_values = self._check("log values", "log_values")
        self.rows_note = QLabel()
        self.rows_note.setProperty("quiet", True)
        self.add_control(self.rows_note)
        self.rows_note.hide()
        workspace.compared_changed.connect(self._compared_changed)

    def _check(self, text: str, option: str) -> QCheckBox:
        box = QCheckBox(text)
        box.toggled.connect(lambda on: self.change_options(**{option: on}))
        self.add_control(box)
        return box

    def apply_theme(self, theme: Theme) -> None:
        """Colour the curves."""
        super().apply_theme(theme)
        for name, curve in self.curves.items():
            colour, style = self._look(name, theme)
            width = 2 if style is _SOLID else 1.5
            curve.setPen(pg.mkPen(colour, width=width, style=style))
            curve.setSymbolBrush(colour)
        for place, curve in enumerate(self.others.values(), start=1):
            colour = theme.classes[_RUN_COLOURS[place % len(_RUN_COLOURS)]]
            style = _RUN_STYLES[place % len(_RUN_STYLES)]
            curve.setPen(pg.mkPen(colour, width=1.5, style=style))
        self.guess_line.setPen(pg.mkPen(theme.guess, width=1.5, style=Qt.PenStyle.DashDotLine))
        self.best.setBrush(theme.validation)
        self.best.setPen(pg.mkPen(theme.base))
        self.round_line.setPen(pg.mkPen(theme.accent, width=1))
        self.round_line.setHoverPen(pg.mkPen(theme.accent, width=3))
        self._show_legend()

    def _look(self, name: str, theme: Theme) -> tuple[str, Qt.PenStyle]:
        """A curve's colour and line, by its role."""
        role = self._declared[name].role
        if role in _LOOKS:
            colour, style = _LOOKS[role]
            return getattr(theme, colour), style
        own = [other.name for other in self._declared.values() if other.role is role]
        place = own.index(name)
        colours, styles = len(_RUN_COLOURS), len(_RUN_STYLES)
        return theme.classes[_RUN_COLOURS[place % colours]], _RUN_STYLES[place // colours % styles]

    # What is drawn

    def restart(self) -> None:
        """Another run, which may have curves of its own."""
        self.show_body(self.workspace.current is not None)

    @property
    def group(self) -> Group:
        """The curves that are drawn together: what was chosen, errors where a run lacks it."""
        chosen = {group.name: group for group in self._groups}.get(self.options.what)
        return chosen or ERRORS

    @property
    def _groups(self) -> tuple[Group, ...]:
        """What there is to choose: the usual, and what the run has of its own."""
        item = self.workspace.current
        own = [curve.group for curve in item.history.curves] if item else []
        return tuple(dict.fromkeys((*USUAL_GROUPS, *own)))

    def _offer_groups(self) -> None:
        """Fill the box again only if it must be: somebody may be choosing just now."""
        offered = [self._what.itemData(place) for place in range(self._what.count())]
        if offered != [group.name for group in self._groups]:
            self._what.clear()
            for group in self._groups:
                self._what.addItem(group.title, group.name)

    def _declare(self) -> None:
        """The curves that this run and those beside it have."""
        item, group = self.workspace.current, self.group
        if item is None:
            return
        wanted = {curve.name: curve for curve in in_group(item.history.shown_curves, group)}
        is_class = bool(item.dataset.classes)
        self.axes["left"].is_share = group.is_share and is_class
        self.axes["left"].setLabel(group.axis if is_class else group.number_axis or group.axis)
        # Fixed, so that nothing jumps while training; a number may have seven digits.
        self.axes["left"].setWidth(96 if group.number_axis and not is_class else 72)
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
            other: self.plot.plot(connect="finite") for other in beside if _main(other, group)
        }
        self._count_rows(item)
        counting, balanced = self._counting, item.settings.balanced
        self.guess = Guess.of(item.dataset, balanced, counting) if group == ERRORS else None
        self.guess_line.setVisible(self.guess is not None)
        own = f"{item.name}: " if self.others else ""
        self._titles = {name: f"{own}{curve.title}" for name, curve in wanted.items()}
        self.apply_theme(self.theme)

    def _count_rows(self, item: RunItem) -> None:
        """Find the rows that count for all runs that are drawn, and the curves on these.

        Where a run lacks rows that another one has, its curve is found anew off the GUI thread,
        and drawn as it was kept meanwhile.
        """
        drawn = [item, *self.others]
        self._counting = counting = Counting.of(*(each.dataset for each in drawn))
        self.rows_note.setText(f"{len(counting):,} rows count")
        self.rows_note.setToolTip(counting.sentence)
        self.rows_note.setVisible(bool(counting.sentence))
        self._counted = {}
        finished = [each for each in drawn if each.run is not None and each.run.rounds]
        if len(counting.absent) and len(counting):
            self.compute(
                lambda: (counting, {each: counting.errors(each.history) for each in finished}),
                self._take_counted,
            )

    def _take_counted(self, found: tuple[Counting, dict[RunItem, np.ndarray]]) -> None:
        counting, curves = found
        if counting is self._counting:
            self._counted = curves
            self.show_round()

    def _values(self, item: RunItem, curve: Curve) -> np.ndarray:
        """The values of a curve: errors on validation rows are those of the rows that count."""
        if curve.is_validation_error and item in self._counted:
            return self._counted[item]
        return item.history.curve(curve.name)

    def _show_legend(self) -> None:
        entries = [LegendEntry.of(curve, self._titles[name]) for name, curve in self.curves.items()]
        for other, curve in self.others.items():
            main = _main(other, self.group)
            title = f": {main.title}" if main is not None else ""
            entries.append(LegendEntry.of(curve, f"{other.name}{title}"))
        if self.guess is not None:
            written = percent if self.axes["left"].is_share else readable
            error = written(self.guess.error)
            above = ", above" if self.is_guess_above else ""
            text = f"always guessing {short(self.guess.label, 16)}: {error}{above}"
            entries.append(LegendEntry.of(self.guess_line, text))
        if (best := self.best_round()) is not None:
            entries.append(LegendEntry(f"best: round {best:,}", self.theme.validation, "star"))
        self.legend.show_entries(entries, self.theme.text)

    def show_options(self) -> None:
        """Another quantity or another scale."""
        options = self.options
        self._offer_groups()
        self._what.setCurrentIndex(self._what.findData(self.group.name))
        self._log_rounds.setChecked(options.log_rounds)
        self._log_values.setChecked(options.log_values)
        self.plot.setLogMode(x=options.log_rounds, y=options.log_values)
        self._declare()
        self._changes.add(Change.ROUND)  # once, even if the round is another one too

    def show_round(self) -> None:
        """Draw the rounds there are, and where we are in them."""
        item = self.workspace.current
        if item is None:
            return
        rounds = item.history.rounds  # once: the worker may add some at any time
        if not self.curves:
            self.set_empty_text(f"{item.settings.title} has no {self.group.words}.")
        else:
            self.set_empty_text(self.empty_text)
        self.show_body(bool(self.curves) and (rounds > 0 or item.run is None))
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
            values = self._values(item, self._declared[name])[:rounds]
            curve.setData(numbers[: len(values)], values, antialias=is_smooth, **dots)
        for other, curve in self.others.items():
            main = _main(other, self.group)
            assert main is not None
            values = self._values(other, main)
            curve.setData(np.arange(1, len(values) + 1), values)
        if rounds:
            self._set_range(item)
        self._mark_best(item, rounds)
        self._show_legend()
        self.round_line.setValue(self._place(self.workspace.round))

    def _set_range(self, item: RunItem) -> None:
        options = self.options
        rounds = max([self._expected_rounds(item), *(o.history.rounds for o in self.others)])
        values = [curve.getOriginalDataset()[1] for curve in self._all_curves()]
        drawn = np.concatenate([part for part in values if part is not None] or [np.zeros(1)])
        drawn = drawn[np.isfinite(drawn)]
        if self.guess is not None:
            guess = self.guess.error
            self.guess_line.setValue(np.log10(max(guess, 1e-12)) if options.log_values else guess)
            highest = float(drawn.max(initial=0))
            self.is_guess_above = guess > _FAR * highest > 0
            if not self.is_guess_above:
                drawn = np.append(drawn, guess)
        if options.log_rounds:
            self.plot.setXRange(0, np.log10(max(2, rounds)), padding=0.01)
        else:
            self.plot.setXRange(0, max(2, rounds), padding=0.01)
        if options.log_values:
            positive = drawn[drawn > 0]
            low, high = (positive.min(), positive.max()) if len(positive) else (0.1, 1.0)
            self.plot.setYRange(np.log10(low) - 0.05, np.log10(max(high, 1.01 * low)) + 0.05)
            return
        top = 1.08 * max(float(drawn.max(initial=0)), 1e-12)
        self.plot.setYRange(
            -0.02 * top, min(1.0, top) if self.axes["left"].is_share else top, padding=0
        )

    def _all_curves(self) -> list[pg.PlotDataItem]:
        return [*self.curves.values(), *self.others.values()]

    def _mark_best(self, item: RunItem, rounds: int) -> None:
        """The round of least validation error, out-of-bag where there are no validation rows."""
        self.best.clear()
        if rounds < 2 or self.group != ERRORS:
            return
        for curve in self._declared.values():
            if curve.role not in (CurveRole.VALIDATION, CurveRole.OUT_OF_BAG):
                continue
            errors = self._values(item, curve)[:rounds]
            if np.isfinite(errors).any():
                best = int(np.nanargmin(errors))
                height = float(errors[best])
                if self.options.log_values:
                    height = np.log10(height) if height > 0 else np.nan
                if np.isfinite(height):
                    self.best.setData([self._place(best + 1)], [height])
                return

    def best_round(self) -> int | None:
        """The round that is marked as the best."""
        points = self.best.getData()[0]
        if points is None or len(points) == 0:
            return None
        return round(10 ** points[0] if self.options.log_rounds else points[0])

    def numbers(self) -> dict[str, pd.DataFrame]:
        """Every curve of the run and the main one of each run beside it."""
        item = self.workspace.current
        if item is None:
            return {}
        rounds = item.history.rounds
        table = pd.DataFrame({"round": np.arange(1, rounds + 1)})
        for curve in item.history.shown_curves:
            table[curve.name] = self._values(item, curve)[:rounds]
        for other in self.others:
            main = _main(other, self.group)
            assert main is not None
            values = pd.Series(self._values(other, main))
            table = table.reindex(range(max(len(table), len(values))))
            table["round"] = np.arange(1, len(table) + 1)
            table[f"{other.name}: {main.name}"] = values
        return {"curves": table}

    # The mouse

    def _place(self, number: float) -> float:
        return float(np.log10(max(number, 1))) if self.options.log_rounds else number

    def _round_at(self, place: float) -> int:
        return round(10**place if self.options.log_rounds else place)

    def _expected_rounds(self, item: RunItem) -> int:
        """While training the axis shows the way ahead, so that nothing jumps."""
        return max(item.history.rounds, item.settings.planned_rounds if item.run is None else 0)

    def _compared_changed(self) -> None:
        self._options_changed(self.name)

    def _dragged(self, line: pg.InfiniteLine) -> None:
        self.workspace.go_to(self._round_at(line.value()))
        line.setValue(self._place(self.workspace.round))

    def _hovered(self, arguments: tuple[QPointF]) -> None:
        position = arguments[0]
        item = self.workspace.current
        if item is None or not self.plot.sceneBoundingRect().contains(position):
            self.canvas.setToolTip("")
            return
        number = self._round_at(self.plot.vb.mapSceneToView(position).x())
        if not 1 <= number <= item.history.rounds:
            self.canvas.setToolTip("")
            return
        lines = [f"round {number:,}"]
        for curve in item.history.shown_curves:
            value = float(self._values(item, curve)[number - 1])
            lines.append(f"{curve.title}: {_value_text(item, curve, value)}")
        for other in self.others:
            main = _main(other, self.group)
            assert main is not None
            values = self._values(other, main)
            if number <= len(values):
                text = _value_text(other, main, float(values[number - 1]))
                lines.append(f"{other.name}, {main.title}: {text}")
        if number == self.best_round():
            lines.append("the best round so far")
        self.canvas.setToolTip(plain("\n".join(lines)))


def _main(item: RunItem, group: Group) -> Curve | None:
    """The curve that stands for a run beside others: the first that it has, on new rows if any."""
    return next(iter(in_group(item.history.shown_curves, group)), None)


def _value_text(item: RunItem, curve: Curve, value: float) -> str:
    is_percent = curve.is_share and bool(item.dataset.classes)
    return percent(value) if is_percent else readable(value)
