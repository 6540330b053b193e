"""A bar a member: how wrong each is alone, and all of them together."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
import pyqtgraph as pg

from workbench.plotting.plot_cursor import NO_STOPS, Stops, StopsAlong
from workbench.shell.pens import curve_pen
from workbench.shell.theme import Theme
from workbench.views.committee.figures import CommitteeFigure, CommitteeState

_MOST_APART = 40
"""So many bars stand apart. More, of a pixel or two each, are drawn as one outline: side by side
some of them would fall between two pixels, and be missing."""


class MembersFigure(CommitteeFigure):
    """A bar a member: its own error, and the ensemble's as a line."""

    def prepare(self) -> None:
        """Bars and a line."""
        self.paper.plot.showGrid(x=False, y=True, alpha=0.15)
        self.bars = pg.BarGraphItem(x0=[], x1=[], y0=[], y1=[])
        self.outline = pg.PlotDataItem(stepMode="center", fillLevel=0)
        self.together = pg.InfiniteLine(angle=0)
        self.paper.plot.addItem(self.bars)
        self.paper.plot.addItem(self.outline)
        self.paper.plot.addItem(self.together)

    def show(self, state: CommitteeState) -> None:
        """The members of this round."""
        count = state.shown
        errors, places = np.nan_to_num(state.members.errors[:count]), np.arange(count)
        self.bars.setOpts(x0=places - 0.4, x1=places + 0.4, y0=np.zeros(count), y1=errors)
        self.outline.setData(np.arange(count + 1) - 0.5, errors)
        self.bars.setVisible(count <= _MOST_APART)
        self.outline.setVisible(count > _MOST_APART)
        together = state.error
        self.together.setVisible(bool(np.isfinite(together)))
        self.together.setValue(together if np.isfinite(together) else 0.0)
        names = state.members.names[:count]
        if self.paper.bottom.names != names:
            self.paper.bottom.say_names(names)
        self.error_axis(state)
        self.paper.name_axes(
            "member", "wrong rows" if state.is_share else "root mean squared error"
        )
        together_text = f"all together {state.written(together)}"
        self.paper.write_legend([(self.bars, "a member alone"), (self.together, together_text)])
        top = max(float(errors.max()), together if np.isfinite(together) else 0.0)
        self.paper.plot.setRange(
            xRange=(-0.6, count - 0.4), yRange=(0, 1.06 * top or 1.0), padding=0
        )

    def colour(self, theme: Theme) -> None:
        """Bars of the accent, the line as always guessing has it."""
        super().colour(theme)
        faded = pg.mkColor(theme.accent)
        faded.setAlpha(170)
        self.bars.setOpts(brush=pg.mkBrush(faded), pen=pg.mkPen(None))
        self.outline.setBrush(pg.mkBrush(faded))
        self.outline.setPen(pg.mkPen(None))
        self.together.setPen(curve_pen(theme.validation, width=2))

    def told(self) -> str:
        """The best and the worst member."""
        if self.state is None:
            return ""
        found, own = self.state.members, self.state.members.errors[: self.state.shown]
        if not np.isfinite(own).any():
            return ""
        ends = [(int(np.nanargmin(own)), "Best"), (int(np.nanargmax(own)), "worst")]
        told = [
            f"{word} alone is member {found.names[at]} with {self.state.written(float(own[at]))}"
            for at, word in ends
        ]
        return f"{', '.join(told)}."

    def stops(self) -> Stops:
        """The ends of the bars."""
        if self.state is None:
            return NO_STOPS
        errors = np.nan_to_num(self.state.members.errors[: self.state.shown])
        return StopsAlong(np.arange(len(errors), dtype=np.float64), errors)

    def tip(self, x: float, y: float) -> str:
        """A member and its error."""
        place = round(x)
        if self.state is None or not 0 <= place < self.state.shown:
            return ""
        found = self.state.members
        return f"member {found.names[place]}\n{self.state.written(float(found.errors[place]))}" + (
            " of the rows wrong" if self.state.is_share else " off"
        )

    def round_at(self, x: float) -> int | None:
        """The round in which a member joined."""
        return round(x) + 1

    def numbers(self) -> Mapping[str, pd.DataFrame]:
        """The members' errors."""
        if self.state is None:
            return {}
        count, found = self.state.shown, self.state.members
        return {
            "members": pd.DataFrame({"member": found.names[:count], "error": found.errors[:count]})
        }
