"""Draws a row's waterfall, or the swarm of many rows, into one plot with names at its left."""

from dataclasses import replace

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF

from core.base.arrays import Integers
from core.base.wording import count
from core.judging.why.waterfall import WaterfallStep
from core.judging.why.words import Measure, RowWhy, measure_of
from workbench.plotting.flow_legend import LegendEntry
from workbench.plotting.ranked_bars import Bars, RankedBars
from workbench.shell.theme import LIGHT, Theme
from workbench.views.why.swarm import Swarm, colour_of_others, colours_of_values

_SURE = 1.96


class WhyDrawing:
    """One of both at a time."""

    def __init__(self, plot: pg.PlotItem, bars: RankedBars) -> None:
        self.plot, self.bars, self.theme = plot, bars, LIGHT
        self.steps: tuple[WaterfallStep, ...] = ()
        self.swarm: Swarm | None = None
        self._measure = Measure(True, True)
        self._for, self._against = "", ""
        self._entries: list[LegendEntry] = []
        self.image = pg.ImageItem(axisOrder="row-major")
        self.image.setZValue(-10)
        self.marks = pg.ScatterPlotItem(size=9, symbol="d", pen=None)
        self.end = pg.InfiniteLine(angle=90)
        for item in (self.image, self.marks, self.end):
            plot.addItem(item, ignoreBounds=True)
            item.hide()

    # One row

    def show_row(
        self, why: RowWhy, steps: tuple[WaterfallStep, ...], colours: tuple[str, str]
    ) -> None:
        """The steps from the average to what is said of the row."""
        self.steps, self.swarm, self._measure = steps, None, why.measure
        self._for, self._against = colours
        self.image.hide()
        self.marks.hide()
        ends = np.array([step.end for step in steps])
        errors = _SURE * np.array([step.error for step in steps])
        self.end.setValue(why.said)
        self.end.show()
        self.bars.show(
            Bars(
                tuple(step.text for step in steps),
                ends[:, None],
                None,
                (ends - errors, ends + errors) if why.orders else None,
                np.array([step.start for step in steps]),
                self._by_name(),
                why.base,
                tuple(why.measure.added(step.adds).removesuffix(" points") for step in steps),
            )
        )
        up, down = self._words(why)
        self._entries = [
            LegendEntry(up, self._for, "s"),
            LegendEntry(down, self._against, "s"),
        ]

    def _by_name(self) -> tuple[str, ...]:
        return tuple(self._for if step.adds > 0 else self._against for step in self.steps)

    @staticmethod
    def _words(why: RowWhy) -> tuple[str, str]:
        if not why.measure.is_class:
            return "raises it", "lowers it"
        return f"for {why.about}", f"against {why.about}"

    # Many rows

    def show_swarm(self, swarm: Swarm, selected: Integers) -> None:
        """What the columns add in many rows, with the selected ones marked."""
        self.steps, self.swarm = (), swarm
        self._measure = measure_of(swarm.summary.explained)
        self.end.hide()
        shown = len(swarm.counts)
        names = tuple(column.name for column in swarm.summary.columns[:shown])
        self.bars.show(Bars(names, np.zeros((shown, 1))))
        self.image.setImage(swarm.image(self.theme), autoLevels=False)
        self.image.setRect(QRectF(swarm.low, -0.5, swarm.high - swarm.low, shown))
        self.image.show()
        room = 0.03 * (swarm.high - swarm.low)
        self.plot.setXRange(swarm.low - room, swarm.high + room, padding=0)
        self.mark(selected)

    def mark(self, selected: Integers) -> None:
        """Mark rows, given as places among those that were looked at."""
        swarm = self.swarm
        self.marks.setVisible(swarm is not None and len(selected) > 0)
        if swarm is None or not len(selected):
            return
        shown = len(swarm.counts)
        adds = np.array([swarm.summary.adds(place)[selected] for place in range(shown)])
        heights = np.repeat(np.arange(shown), len(selected))
        self.marks.setData(x=np.clip(adds.ravel(), swarm.low, swarm.high), y=heights)

    # Both

    def colour(self, theme: Theme, colours: tuple[str, str]) -> list[LegendEntry]:
        """Take the colours of a theme; gives what the legend says."""
        self.theme = theme
        self.end.setPen(pg.mkPen(theme.text, width=1))
        self.marks.setBrush(pg.mkBrush(theme.selection_mark))
        self.marks.setPen(pg.mkPen(theme.base))
        if self.swarm is not None:
            self.image.setImage(self.swarm.image(theme), autoLevels=False)
            low, *_, high = colours_of_values(theme).tolist()
            self._entries = [
                LegendEntry("low value", pg.mkColor(tuple(low)).name(), "s"),
                LegendEntry("high value", pg.mkColor(tuple(high)).name(), "s"),
                LegendEntry("no number", colour_of_others(theme), "s"),
            ]
        elif self.steps:
            self._for, self._against = colours
            self.bars.bars = replace(self.bars.bars, by_name=self._by_name())
            self._entries = [
                LegendEntry(entry.text, colour, "s")
                for entry, colour in zip(self._entries, colours, strict=True)
            ]
        self.bars.apply_theme(theme)
        return self._entries

    def clear(self) -> None:
        """Nothing is drawn."""
        self.steps, self.swarm, self._entries = (), None, []

    def tip(self, x: float, y: float) -> str:
        """What is said about a place."""
        place = self.bars.name_at(y)
        if place is None:
            return ""
        if self.swarm is None:
            step = self.steps[place]
            sure = f" ± {self._measure.size(_SURE * step.error)}" if step.error else ""
            return f"{step.text}\n{self._measure.added(step.adds)}{sure}"
        rows = self.swarm.rows_at(place, x)
        column = self.swarm.summary.columns[place]
        told = f"{column.name}: {self._measure.size(column.mean)} on average"
        if column.direction:
            told += f"\n{column.direction}"
        here = f"about {self._measure.added(x)}: {count(len(rows), 'row')}" if len(rows) else ""
        return f"{told}\n{here}".strip()
