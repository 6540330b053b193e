"""All plots of the view on their canvas: which are shown, and how they follow the threshold."""

from collections.abc import Mapping

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF

from core.base.wording import count, readable
from core.judging.deciding.threshold_counts import ThresholdCounts
from core.learning.deciding import DecisionRule, rounded
from workbench.plotting.figure import label_of
from workbench.shell.theme import Theme
from workbench.views.threshold.curves import ConfusionPlot, CostCurve, RankPlot
from workbench.views.threshold.judged_rows import DecidedRows
from workbench.views.threshold.words import threshold_text

COST, ROC, PRECISION, CONFUSION = "cost", "roc", "precision", "confusion"
CURVES = (COST, ROC, PRECISION)


class ThresholdPlots:
    """Places the plots, and draws them."""

    def __init__(
        self,
        canvas: pg.GraphicsLayoutWidget,
        cost: CostCurve,
        roc: RankPlot,
        precision: RankPlot,
        confusion: ConfusionPlot,
    ) -> None:
        self._canvas = canvas
        self.cost, self.roc, self.precision, self.confusion = cost, roc, precision, confusion
        self.shown: tuple[str, ...] = ()

    @property
    def _plots(self) -> Mapping[str, pg.PlotItem]:
        own = (self.cost, self.roc, self.precision, self.confusion)
        return dict(zip((*CURVES, CONFUSION), (each.plot for each in own), strict=True))

    def arrange(self, curve: str, is_two: bool, has_room: bool) -> None:
        """All plots where there is room, else one curve beside the confusion."""
        shown: tuple[str, ...] = (curve, CONFUSION) if is_two else (CONFUSION,)
        if is_two and has_room:
            shown = (*CURVES, CONFUSION)
        if shown == self.shown:
            return
        self.shown = shown
        for plot in self._plots.values():
            if plot in self._canvas.ci.items:
                self._canvas.removeItem(plot)
        for place, name in enumerate(shown):
            self._canvas.addItem(self._plots[name], 1 + place // 2, place % 2)

    def draw(self, rows: DecidedRows, rule: DecisionRule) -> None:
        """The curves, of other rows or other costs."""
        counts = rows.counts
        if counts is None:
            return
        usual = rows.cost(rule, rows.verdicts.said)
        self.cost.show(counts, rule.costs, usual.share)
        alarms, recall, precision = counts.rates
        rate = counts.positives / counts.total
        self.roc.show(alarms, recall, (0.0, 1.0))
        self.precision.show(recall, precision, (rate, rate))
        name = label_of(rows.classes[1])
        self.cost.plot.setLabel("bottom", f"{name} named from")
        self.roc.plot.setLabel("bottom", f"false alarms, of all not {name}")
        self.precision.plot.setLabel("bottom", f"recall: found, of all {name}")

    def follow(self, rows: DecidedRows, rule: DecisionRule) -> None:
        """What moves with the threshold, quick enough for every pixel of a drag."""
        if rows.counts is not None and rule.threshold is not None:
            self.cost.mark(rule.threshold)
            self.cost.show_band(rule.evidence.threshold if rule.evidence else None)
            place = rows.counts.place(rule.threshold)
            self.roc.mark(place)
            self.precision.mark(place)
        self.confusion.show(rows.classes, *rows.confusion(rule.decided(rows.shares)))

    def tip(self, position: QPointF, rows: DecidedRows, rule: DecisionRule) -> str:
        """What the cost curve says there."""
        plot, counts = self.cost.plot, rows.counts
        if counts is None or COST not in self.shown:
            return ""
        if not plot.sceneBoundingRect().contains(position):
            return ""
        threshold = from_odds(plot.vb.mapSceneToView(position).x())
        named = int(np.count_nonzero(rows.shares[:, 1] >= threshold))
        return (
            f"named from {threshold_text(threshold)}: {count(named, 'row')}\n"
            f"a row costs {readable(counts.cost(rule.costs, threshold), 3)}\n"
            "Drag the line to go there."
        )

    def apply_theme(self, theme: Theme) -> None:
        """Colour all of them."""
        for part in (self.cost, self.roc, self.precision, self.confusion):
            part.apply_theme(theme)


def from_odds(odds: float) -> float:
    """The probability of some log odds, in as many digits as a person takes in.

    >>> from_odds(0.0), from_odds(-4.0)
    (0.5, 0.018)
    """
    return rounded(float(1 / (1 + np.exp(-odds))))


def at_point(counts: ThresholdCounts, plot: RankPlot, x: float, y: float) -> float:
    """The threshold of the point of a curve that is nearest."""
    place = int(np.searchsorted(counts.usable, plot.nearest(x, y)))
    return float(counts.thresholds[min(place, len(counts.thresholds) - 1)])
