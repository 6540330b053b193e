"""ROC and precision-recall curves of one class against the rest."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
import pyqtgraph as pg
from PySide6.QtCore import Qt

from core.base.arrays import Integers
from core.base.wording import fixed, percent
from core.judging.diagnostics.results import RankCurve, precision_recall, roc
from core.judging.diagnostics.verdicts import thinned
from workbench.plotting.plot_cursor import Stops, StopsAlong
from workbench.shell.pens import curve_pen
from workbench.shell.theme import Theme
from workbench.views.results.figure import ClassAsked, ClassFigure

_MOST_MARKS = 500
_NEAR = 24
"""How many pixels from the curve the mouse is still on it."""


@dataclass(frozen=True, eq=False)
class Ranked:
    """A curve, thinned to what can be seen, and where its decisions are."""

    curve: RankCurve
    kept: Integers
    decided: tuple[float, float] | None
    """The point at which the ensemble decides, for two classes."""


class RankFigure(ClassFigure[Ranked]):
    """A curve that is drawn as the threshold falls, and a line of guessing."""

    def prepare(self) -> None:
        """The curve, the line of guessing, the decision and the marks."""
        plot = self.paper.plot
        plot.setMouseEnabled(x=True, y=True)
        plot.showGrid(x=True, y=True, alpha=0.15)
        self.guess = plot.plot()
        self.curve = plot.plot()
        self.decision = pg.ScatterPlotItem(size=10)
        self.marks = pg.ScatterPlotItem(size=8, symbol="o")
        plot.addItem(self.decision)
        plot.addItem(self.marks)
        self.paper.bottom.say_numbers(is_share=True)
        self.paper.left.say_numbers(is_share=True)

    def legend_of(self, curve: str, guess: str) -> None:
        """What the lines are."""
        self.paper.write_legend([(self.curve, curve), (self.guess, guess)])

    def show(self) -> None:
        """Draw the curve."""
        ranked: Ranked = self.found
        self.curve.setData(ranked.curve.x[ranked.kept], ranked.curve.y[ranked.kept])
        point = ranked.decided
        self.decision.setData([point[0]] if point else [], [point[1]] if point else [])

    def show_all(self) -> None:
        """From 0 to 100 % both ways."""
        self.paper.plot.setRange(xRange=(0, 1), yRange=(0, 1), padding=0.02)

    def colour(self, theme: Theme) -> None:
        """The curve has the colour of the validation rows, or of the training rows."""
        super().colour(theme)
        self.curve.setPen(curve_pen(theme.accent, width=2))
        self.guess.setPen(curve_pen(theme.guess, width=1.5, style=Qt.PenStyle.DashDotLine))
        self.decision.setPen(pg.mkPen(theme.base, width=1.5))
        self.decision.setBrush(pg.mkBrush(theme.accent))
        self.marks.setPen(pg.mkPen(theme.base, width=1))
        self.marks.setBrush(pg.mkBrush(theme.selection_mark))

    def mark(self, places: Integers) -> None:
        """Where on the curve the selected rows are called positive."""
        curve = self.found.curve
        own = np.unique(self.asked.shares[places])
        own = own[np.linspace(0, len(own) - 1, min(len(own), _MOST_MARKS)).astype(int)]
        on = np.searchsorted(-curve.thresholds, -own)
        self.marks.setData(curve.x[on], curve.y[on])

    def told(self, x: float, y: float) -> str:
        """What a point of the curve says."""
        raise NotImplementedError

    def tip(self, x: float, y: float) -> str:
        """The threshold of the nearest point, and what it says."""
        curve, name = self.found.curve, self.asked.positive_name
        far = self.pixels_to(curve.x, curve.y, x, y)
        place = int(np.argmin(far))
        if far[place] >= _NEAR:
            return ""
        from_here = percent(min(1.0, curve.thresholds[place]))
        own = self.told(float(curve.x[place]), float(curve.y[place]))
        return f"called {name} from a probability of {from_here}:\n{own}"

    def stops(self) -> Stops:
        """The points of the curve that are drawn."""
        ranked: Ranked = self.found
        return StopsAlong(ranked.curve.x[ranked.kept], ranked.curve.y[ranked.kept])

    def numbers(self) -> dict[str, pd.DataFrame]:
        """The points of the curve."""
        curve: RankCurve = self.found.curve
        return {
            "curve": pd.DataFrame(
                {self.columns[0]: curve.x, self.columns[1]: curve.y, "threshold": curve.thresholds}
            )
        }

    def describe(self) -> str:
        """What the legend says, and of which class."""
        told = " and ".join(entry.text for entry in self.paper.legend.entries)
        return f"Class {self.asked.positive_name}: {told}."

    columns = ("x", "y")


def _ranked(asked: ClassAsked, curve: RankCurve) -> Ranked:
    """A curve with the point at which two classes are decided."""
    decided = None
    if len(asked.verdicts.classes) == 2:
        place = int(np.searchsorted(-curve.thresholds, -asked.threshold, side="right")) - 1
        decided = (float(curve.x[place]), float(curve.y[place]))
    return Ranked(curve, thinned(curve.x, curve.y), decided)


class RocFigure(RankFigure):
    """True positives against false positives."""

    columns = ("false_positive_share", "true_positive_share")

    def prepare(self) -> None:
        """The diagonal is guessing."""
        super().prepare()
        self.guess.setData([0, 1], [0, 1])

    @staticmethod
    def work(asked: ClassAsked) -> Ranked:
        """The curve and its area."""
        curve = roc(asked.shares, asked.is_positive, asked.verdicts.weights)
        return _ranked(asked, curve)

    def show(self) -> None:
        """Draw the curve."""
        super().show()
        name = self.asked.positive_label
        self.paper.name_axes(f"false positives, of all not {name}", "true positives")
        self.legend_of(f"ROC, area {fixed(self.found.curve.area, 3)}", "guessing, area 0.500")

    def told(self, x: float, y: float) -> str:
        """Both shares."""
        name = self.asked.positive_name
        return f"{percent(y)} of the rows given {name}\n{percent(x)} of the other rows"


class PrecisionRecallFigure(RankFigure):
    """Precision against recall."""

    columns = ("recall", "precision")

    @staticmethod
    def work(asked: ClassAsked) -> Ranked:
        """The curve and the average precision."""
        curve = precision_recall(asked.shares, asked.is_positive, asked.verdicts.weights)
        return _ranked(asked, curve)

    def show(self) -> None:
        """Draw the curve and the base rate."""
        super().show()
        rate = self.asked.base_rate
        self.guess.setData([0, 1], [rate, rate])
        name = self.asked.positive_label
        self.paper.name_axes(f"recall: found, of all {name}", "precision")
        self.legend_of(
            f"average precision {fixed(self.found.curve.area, 3)}", f"guessing {percent(rate)}"
        )

    def told(self, x: float, y: float) -> str:
        """Recall and precision."""
        return f"recall {percent(x)}, precision {percent(y)}"
