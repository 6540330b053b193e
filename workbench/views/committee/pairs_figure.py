"""The kappa-error diagram: how alike and how wrong each pair of members is."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
import pyqtgraph as pg

from core.base.wording import fixed
from workbench.plotting.plot_cursor import NO_STOPS, Stops
from workbench.shell.theme import Theme
from workbench.views.committee.figures import CommitteeFigure, CommitteeState

_MOST_PAIRED = 60
"""Past so many members their pairs lie upon one another."""


class PairsFigure(CommitteeFigure):
    """The kappa-error diagram: a point a pair of members."""

    def prepare(self) -> None:
        """Points."""
        self.paper.plot.showGrid(x=True, y=True, alpha=0.15)
        self.points = pg.ScatterPlotItem(size=6, pen=None)
        self.paper.plot.addItem(self.points)
        self.paper.bottom.say_numbers()

    def looks(self, state: CommitteeState) -> tuple[object, ...]:
        """The members alone."""
        return (id(state.found), state.shown)

    def show(self, state: CommitteeState) -> None:
        """The pairs of the members of this round."""
        alike, errors, _ = state.members.pairs(min(state.shown, _MOST_PAIRED))
        self.points.setData(alike, errors)
        self.error_axis(state)
        word = "correlation of two members" if state.members.kappa is None else "κ of two members"
        self.paper.name_axes(f"{word}: alike to the right", "mean error of both")
        if len(alike):
            self.paper.plot.setRange(xRange=_about(alike), yRange=_about(errors), padding=0.08)

    def colour(self, theme: Theme) -> None:
        """Points that may lie upon one another."""
        super().colour(theme)
        faded = pg.mkColor(theme.accent)
        faded.setAlpha(140)
        self.points.setBrush(pg.mkBrush(faded))

    def stops(self) -> Stops:
        """The points."""
        if self.state is None:
            return NO_STOPS
        alike, errors, _ = self.state.members.pairs(min(self.state.shown, _MOST_PAIRED))
        return alike, errors

    def tip(self, x: float, y: float) -> str:
        """The nearest pair."""
        if self.state is None:
            return ""
        found = self.state.members
        alike, errors, who = found.pairs(min(self.state.shown, _MOST_PAIRED))
        if not len(alike):
            return ""
        across, up = self.paper.plot.vb.viewPixelSize()
        far = np.hypot((alike - x) / across, (errors - y) / up)
        nearest = int(np.argmin(far))
        if far[nearest] > 10:
            return ""
        one, other = who[nearest]
        return (
            f"members {found.names[one]} and {found.names[other]}\n"
            f"{'correlation' if found.kappa is None else 'κ'} {fixed(alike[nearest], 3)}, "
            "mean error "
            f"{self.state.written(float(errors[nearest]))}"
        )

    def numbers(self) -> Mapping[str, pd.DataFrame]:
        """The pairs."""
        if self.state is None:
            return {}
        alike, errors, who = self.state.members.pairs(min(self.state.shown, _MOST_PAIRED))
        own = {"one": who[:, 0] + 1, "other": who[:, 1] + 1, "alike": alike, "mean_error": errors}
        return {"pairs": pd.DataFrame(own)}


def _about(values: np.ndarray) -> tuple[float, float]:
    """A range that holds all values, and is never empty."""
    low, high = float(values.min()), float(values.max())
    return (low, high) if high > low else (low - 0.05, high + 0.05)
