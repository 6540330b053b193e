"""The losses over the margin, and where this run's rows lie on them."""

from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt

from core import History
from core.base.arrays import Floats, Mask
from core.base.wording import readable
from core.judging.diagnostics.run_access import weights_of
from core.learning.histories.quantities import Quantity
from workbench.plotting.flow_legend import LegendEntry
from workbench.shell.pens import curve_pen
from workbench.shell.theme import Theme

_POINTS = 240
_WIDEST, _HIGHEST = (-4.0, 6.0), 6.0
_TICKS = 400
"""At most so many ticks of rows can be told apart."""
_LOSSES = {
    "0/1": Qt.PenStyle.SolidLine,
    "exponential": Qt.PenStyle.DashLine,
    "logistic": Qt.PenStyle.DotLine,
}


@dataclass(frozen=True, eq=False)
class Losses:
    """What y F is for every row, and the mean losses of the training rows."""

    agreement: Floats
    validation: Mask
    means: dict[str, float]

    @classmethod
    def of(cls, history: History, t: int) -> "Losses":
        """The losses after t rounds of a history that adds up to a score."""
        agreement, validation = history.agreement(t), history.problem.dataset.validation
        own, weights = agreement[~validation], weights_of(history)[~validation]
        means = {
            name: float(np.average(losses, weights=weights))
            for name, losses in loss_values(own).items()
        }
        return cls(agreement, validation, means)

    @staticmethod
    def are_known(history: History) -> bool:
        """Whether there are such losses: of two classes, and of rounds that add up to a score."""
        return history.problem.classes == 2 and history.has(Quantity.AGREEMENT)

    @property
    def reach(self) -> tuple[float, float]:
        """Where nearly all rows lie, with 0 in sight."""
        low, high = np.quantile(self.agreement, (0.005, 0.995))
        return max(_WIDEST[0], min(-1.0, float(low))), min(_WIDEST[1], max(1.5, float(high)))

    @property
    def words(self) -> str:
        """The means, in a sentence."""
        told = ", ".join(f"{name} {readable(mean, 3)}" for name, mean in self.means.items())
        return f"Mean losses of the training rows: {told}. Each tick is a row."


def loss_values(agreement: Floats) -> dict[str, Floats]:
    """The losses of rows by their y F, each 1 at 0.

    The logistic loss ln(1 + exp(-2yF)) is divided by ln 2 (Friedman, Hastie & Tibshirani 2000).

    >>> {name: losses.round(3).tolist() for name, losses in loss_values(np.array([0.0, 1])).items()}
    {'0/1': [1.0, 0.0], 'exponential': [1.0, 0.368], 'logistic': [1.0, 0.183]}
    """
    with np.errstate(over="ignore"):
        return {
            "0/1": (agreement <= 0).astype(np.float64),
            "exponential": np.exp(-agreement),
            "logistic": np.logaddexp(0.0, -2 * agreement) / np.log(2),
        }


class LossFigure:
    """Three curves, and below them a row of ticks for each part."""

    def __init__(self, plot: pg.PlotItem) -> None:
        self.curves = {name: pg.PlotCurveItem() for name in _LOSSES}
        self.ticks = (pg.PlotCurveItem(connect="pairs"), pg.PlotCurveItem(connect="pairs"))
        for item in (*self.curves.values(), *self.ticks):
            plot.addItem(item, ignoreBounds=True)
        self.hide()

    def hide(self) -> None:
        """Another figure is drawn."""
        for item in (*self.curves.values(), *self.ticks):
            item.hide()

    def show(self, found: Losses, theme: Theme) -> float:
        """Draw them; gives the height that is worth seeing."""
        low, high = found.reach
        # A step at 0 exactly, rather than a slope between two points.
        x = np.unique(np.append(np.linspace(low, high, _POINTS), [0.0, 1e-9]))
        values = loss_values(x)
        for (name, style), colour in zip(_LOSSES.items(), self._colours(theme), strict=True):
            self.curves[name].setData(x, values[name])
            self.curves[name].setPen(curve_pen(colour, width=2, style=style))
        top = min(_HIGHEST, float(values["exponential"].max()))
        parts = (~found.validation, found.validation)
        for level, (item, rows) in enumerate(zip(self.ticks, parts, strict=True)):
            step = (high - low) / _TICKS
            own = np.clip(found.agreement[rows], low, high)
            places = np.unique(np.round(own / step)) * step
            feet = -0.05 * top * (level + 1), -0.05 * top * level - 0.01 * top
            item.setData(np.repeat(places, 2), np.tile(feet, len(places)))
            item.setPen(pg.mkPen(theme.validation if level else theme.training, width=1))
        for item in (*self.curves.values(), *self.ticks):
            item.show()
        return top

    def entries(self, found: Losses, theme: Theme) -> list[LegendEntry]:
        """What the curves and the ticks are."""
        entries = [
            LegendEntry(f"{name} loss", colour, style=style)
            for (name, style), colour in zip(_LOSSES.items(), self._colours(theme), strict=True)
        ]
        entries.append(LegendEntry("training rows", theme.training, "s"))
        if found.validation.any():
            entries.append(LegendEntry("validation rows", theme.validation, "s"))
        return entries

    @staticmethod
    def _colours(theme: Theme) -> tuple[str, str, str]:
        return theme.text, theme.weighted, theme.quiet_text
