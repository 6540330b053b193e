"""Calibration: whether what is called 70 % likely comes true in 70 % of the rows."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
import pyqtgraph as pg
from PySide6.QtCore import Qt

from core.base.arrays import Floats, Integers
from core.base.intervals import wilson
from core.base.wording import count, percent
from core.judging.diagnostics.results import calibration
from workbench.plotting.plot_cursor import Stops
from workbench.shell.pens import curve_pen
from workbench.shell.theme import Theme
from workbench.views.results.figure import NO_ROWS, ClassAsked, ClassFigure

BINS = 10


@dataclass(frozen=True, eq=False)
class Bins:
    """Bins of predicted probability that hold rows."""

    said: Floats
    seen: Floats
    rows: Integers
    """How many rows each has."""
    low: Floats
    high: Floats
    """Wilson's 95 % interval of what was seen."""
    place: Integers
    """The bin of each row."""
    error: float


class CalibrationFigure(ClassFigure[Bins]):
    """The reliability curve, with intervals; the size of a point tells how many rows it has."""

    def prepare(self) -> None:
        """The diagonal, the intervals, the curve and its points."""
        plot = self.paper.plot
        plot.setMouseEnabled(x=True, y=True)
        plot.showGrid(x=True, y=True, alpha=0.15)
        self.ideal = plot.plot([0, 1], [0, 1])
        self.intervals = pg.ErrorBarItem(beam=0.015)
        plot.addItem(self.intervals)
        self.curve = plot.plot()
        self.points = pg.ScatterPlotItem(symbol="o")
        plot.addItem(self.points)
        self.paper.bottom.say_numbers(is_share=True)
        self.paper.left.say_numbers(is_share=True)
        self._marked = np.zeros(0, bool)

    @staticmethod
    def work(asked: ClassAsked) -> Bins:
        """The bins that hold rows."""
        verdicts = asked.verdicts
        found = calibration(asked.shares, asked.is_positive, BINS, verdicts.weights)
        bins = np.searchsorted(np.linspace(0, 1, BINS + 1)[1:-1], asked.shares)
        there, place, rows = np.unique(bins, return_inverse=True, return_counts=True)
        assert len(there) == len(found.said)
        intervals = [
            wilson(min(1.0, max(0.0, float(seen))), int(own))
            for seen, own in zip(found.seen, rows, strict=True)
        ]
        return Bins(
            found.said,
            found.seen,
            rows,
            np.array([own.low for own in intervals]),
            np.array([own.high for own in intervals]),
            place,
            found.error,
        )

    def show(self) -> None:
        """Draw the bins."""
        bins: Bins = self.found
        self.curve.setData(bins.said, bins.seen)
        self.intervals.setData(
            x=bins.said, y=bins.seen, top=bins.high - bins.seen, bottom=bins.seen - bins.low
        )
        self._marked = np.zeros(len(bins.said), bool)
        name = self.asked.positive_label
        self.paper.name_axes(f"predicted probability of {name}", f"were {name}")
        error = f"calibration error {percent(bins.error)}, 95 % intervals"
        self.paper.write_legend([(self.curve, error), (self.ideal, "perfect")])

    def show_all(self) -> None:
        """From 0 to 100 % both ways."""
        self.paper.plot.setRange(xRange=(0, 1), yRange=(0, 1), padding=0.05)

    def colour(self, theme: Theme) -> None:
        """Points that hold selected rows have the selection's colour."""
        super().colour(theme)
        self.curve.setPen(curve_pen(theme.accent, width=2))
        self.ideal.setPen(curve_pen(theme.guess, width=1.5, style=Qt.PenStyle.DashDotLine))
        self.intervals.setData(pen=pg.mkPen(theme.accent, width=1))
        bins: Bins = self.found
        colours = np.where(self._marked, theme.selection_mark, theme.accent)
        self.points.setData(
            bins.said,
            bins.seen,
            size=6 + 14 * np.sqrt(bins.rows / bins.rows.max()),
            brush=[pg.mkBrush(colour) for colour in colours],
            pen=pg.mkPen(theme.base, width=1),
        )

    def mark(self, places: Integers) -> None:
        """Colour the bins that hold selected rows."""
        self._marked = np.zeros(len(self.found.said), bool)
        self._marked[self.found.place[places]] = True
        self.colour(self.theme)

    def _nearest(self, x: float, y: float) -> int | None:
        far = self.pixels_to(self.found.said, self.found.seen, x, y)
        nearest = int(np.argmin(far))
        return nearest if far[nearest] < 16 else None

    def stops(self) -> Stops:
        """Every bin."""
        return self.found.said, self.found.seen

    def rows_at(self, x: float, y: float) -> Integers:
        """The rows of a bin."""
        place = self._nearest(x, y)
        return NO_ROWS if place is None else np.flatnonzero(self.found.place == place)

    def tip(self, x: float, y: float) -> str:
        """What was said, what was so, and of how many rows."""
        place = self._nearest(x, y)
        if place is None:
            return ""
        bins: Bins = self.found
        return (
            f"{count(int(bins.rows[place]), 'row')}: predicted {percent(bins.said[place])}, "
            f"were {self.asked.positive_name} {percent(bins.seen[place])}\n"
            f"(95 % interval {percent(bins.low[place])} to {percent(bins.high[place])})\n"
            "Click to select them."
        )

    def describe(self) -> str:
        """How far what is said is from what is so, and where that is farthest."""
        bins: Bins = self.found
        worst = int(np.argmax(np.abs(bins.said - bins.seen)))
        return (
            f"Class {self.asked.positive_name}: calibration error {percent(bins.error)}; farthest "
            f"off where {percent(bins.said[worst])} is predicted and {percent(bins.seen[worst])} "
            f"of {count(int(bins.rows[worst]), 'row')} are so."
        )

    def numbers(self) -> dict[str, pd.DataFrame]:
        """The bins."""
        bins: Bins = self.found
        return {
            "bins": pd.DataFrame(
                {
                    "predicted": bins.said,
                    "seen": bins.seen,
                    "low": bins.low,
                    "high": bins.high,
                    "rows": bins.rows,
                }
            )
        }
