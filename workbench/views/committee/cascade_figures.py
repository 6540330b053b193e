"""The levels of a deep forest and the stages of an early-reject cascade."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
import pyqtgraph as pg

from core.base.wording import count, grouped, percent
from core.judging.diagnostics.members import Levels, Stages
from workbench.plotting.axes.column_axis import short
from workbench.plotting.class_symbols import class_colour
from workbench.plotting.figure import MOST_LETTERS
from workbench.plotting.plot_cursor import NO_STOPS, Stops, StopsAlong
from workbench.shell.pens import curve_pen
from workbench.shell.theme import Theme
from workbench.views.committee.figures import CommitteeFigure, CommitteeState

_MOST_TEXTS = 12


class LevelsFigure(CommitteeFigure):
    """The error of each level, and of each of its forests alone."""

    def prepare(self) -> None:
        """A line for the levels, points for the forests."""
        self.paper.plot.showGrid(x=False, y=True, alpha=0.15)
        self.forests = pg.ScatterPlotItem(size=9, pen=None)
        self.line = self.paper.plot.plot(symbol="o", symbolSize=8)
        self.paper.plot.addItem(self.forests)
        self.paper.write_legend([(self.line, "level"), (self.forests, "one of its forests")])

    def _levels(self) -> tuple[np.ndarray, np.ndarray]:
        assert self.state is not None
        assert isinstance(self.state.found, Levels)
        shown = max(1, min(self.state.round, len(self.state.found.errors)))
        return self.state.found.errors[:shown], self.state.found.forests[:shown]

    def show(self, state: CommitteeState) -> None:
        """The levels up to this round."""
        errors, forests = self._levels()
        places = np.arange(len(errors))
        beside = np.linspace(-0.15, 0.15, forests.shape[1])
        self.line.setData(places, errors)
        self.forests.setData((places[:, None] + beside).ravel(), forests.ravel())
        names = tuple(str(place + 1) for place in places)
        if self.paper.bottom.names != names:
            self.paper.bottom.say_names(names)
        self.error_axis(state)
        self.paper.name_axes("level", "wrong rows")
        top = max(float(errors.max()), float(forests.max()))
        self.paper.plot.setRange(
            xRange=(-0.5, len(errors) - 0.5), yRange=(0, 1.08 * top or 1.0), padding=0
        )

    def colour(self, theme: Theme) -> None:
        """The level as the validation error has it."""
        super().colour(theme)
        self.line.setPen(curve_pen(theme.validation, width=2))
        self.line.setSymbolBrush(theme.validation)
        self.line.setSymbolPen(pg.mkPen(theme.base, width=1))
        faded = pg.mkColor(theme.accent)
        faded.setAlpha(150)
        self.forests.setBrush(pg.mkBrush(faded))

    def round_at(self, x: float) -> int | None:
        """A level is a round."""
        return round(x) + 1

    def stops(self) -> Stops:
        """The levels."""
        if self.state is None:
            return NO_STOPS
        errors, _ = self._levels()
        return StopsAlong(np.arange(len(errors), dtype=np.float64), errors)

    def tip(self, x: float, y: float) -> str:
        """The errors of a level."""
        errors, forests = self._levels()
        place = round(x)
        if not 0 <= place < len(errors):
            return ""
        own = ", ".join(percent(float(error)) for error in forests[place])
        return f"level {place + 1}: {percent(float(errors[place]))} wrong\nits forests: {own}"

    def numbers(self) -> Mapping[str, pd.DataFrame]:
        """The errors of levels and forests."""
        errors, forests = self._levels()
        own = {f"forest_{place + 1}": column for place, column in enumerate(forests.T)}
        table = {"level": np.arange(1, len(errors) + 1), "error": errors}
        return {"levels": pd.DataFrame(table | own)}


class StagesFigure(CommitteeFigure):
    """How many rows reach each stage, by their class, and what is wrong if it were the last."""

    def prepare(self) -> None:
        """Two bars upon one another, and texts above them."""
        self.paper.plot.showGrid(x=False, y=True, alpha=0.15)
        self.bars = [pg.BarGraphItem(x0=[], x1=[], y0=[], y1=[]) for _ in range(2)]
        for bars in self.bars:
            self.paper.plot.addItem(bars)
        self.texts: list[pg.TextItem] = []
        self.paper.left.say_numbers()

    def _stages(self) -> tuple[Stages, int]:
        assert self.state is not None
        assert isinstance(self.state.found, Stages)
        return self.state.found, max(1, min(self.state.round, len(self.state.found.errors)))

    def show(self, state: CommitteeState) -> None:
        """The stages up to this round, and what is left after them."""
        found, shown = self._stages()
        left = (found.reach - found.rejected)[shown - 1 : shown]
        rows = np.vstack([found.reach[:shown], left])
        places, foot = np.arange(shown + 1), np.zeros(shown + 1)
        for bars, own in zip(self.bars, rows.T, strict=True):
            bars.setOpts(x0=places - 0.4, x1=places + 0.4, y0=foot, y1=foot + own)
            foot = foot + own
        names = (*(str(place + 1) for place in range(shown)), "left")
        if self.paper.bottom.names != names:
            self.paper.bottom.say_names(names)
        self.paper.name_axes("rows that reach a stage", "rows")
        names = tuple(short(name, MOST_LETTERS) for name in (found.detected, found.other))
        self.paper.write_legend(list(zip(self.bars, names, strict=True)))
        self._write(found, shown, foot)
        self.paper.plot.setRange(
            xRange=(-0.6, shown + 0.6), yRange=(0, 1.16 * float(foot.max())), padding=0
        )

    def _write(self, found: Stages, shown: int, tops: np.ndarray) -> None:
        """The error after each stage, above the rows that are left then."""
        for text in self.texts:
            self.paper.plot.removeItem(text)
        self.texts = []
        if shown > _MOST_TEXTS:
            return
        for place in range(shown):
            text = pg.TextItem(f"{100 * found.errors[place]:.0f} %", anchor=(0.5, 1))
            text.setPos(place + 1, tops[place + 1])
            self.paper.plot.addItem(text)
            self.texts.append(text)

    def colour(self, theme: Theme) -> None:
        """The colours of the classes."""
        super().colour(theme)
        if self.state is None:
            return
        found, _ = self._stages()
        classes = self.state.history.problem.dataset.classes
        for bars, name in zip(self.bars, (found.detected, found.other), strict=True):
            colour = class_colour(classes.index(name), theme)
            bars.setOpts(brush=pg.mkBrush(colour), pen=pg.mkPen(theme.base, width=1))
        for text in self.texts:
            text.setColor(theme.text)

    def round_at(self, x: float) -> int | None:
        """A stage is a round."""
        return round(x) + 1

    def stops(self) -> Stops:
        """The tops of the bars."""
        if self.state is None:
            return NO_STOPS
        found, shown = self._stages()
        tops = found.reach[:shown].sum(axis=1).astype(np.float64)
        return StopsAlong(np.arange(shown, dtype=np.float64), tops)

    def tip(self, x: float, y: float) -> str:
        """What a stage does."""
        found, shown = self._stages()
        place = round(x)
        if not 0 <= place < shown:
            return ""
        lines = [f"stage {place + 1}: {count(int(found.reach[place].sum()), 'row')} reach it"]
        for name, reach, out in zip(
            (found.detected, found.other), found.reach[place], found.rejected[place], strict=True
        ):
            lines.append(f"{name}: {grouped(int(out))} of {grouped(int(reach))} rejected")
        lines.append(f"wrong if it were the last: {percent(float(found.errors[place]))}")
        return "\n".join(lines)

    def numbers(self) -> Mapping[str, pd.DataFrame]:
        """Rows that reach each stage, those it rejects, and the error after it."""
        found, shown = self._stages()
        return {
            "stages": pd.DataFrame(
                {
                    "stage": np.arange(1, shown + 1),
                    f"reach {found.detected}": found.reach[:shown, 0],
                    f"reach {found.other}": found.reach[:shown, 1],
                    f"rejected {found.detected}": found.rejected[:shown, 0],
                    f"rejected {found.other}": found.rejected[:shown, 1],
                    "error": found.errors[:shown],
                }
            )
        }
