"""What the committee gets, beside what a majority of members that err apart would get."""

from collections.abc import Mapping

import pandas as pd
import pyqtgraph as pg
from PySide6.QtCore import Qt

from core.base.wording import count, fixed, percent
from core.judging.theory.bounds import hoeffding_bound, majority_error
from core.learning.rounds import Curve
from workbench.shell.pens import curve_pen
from workbench.shell.theme import Theme
from workbench.views.committee.figures import CommitteeState, ConvergenceFigure

_LITTLE = 0.0005


class MajorityFigure(ConvergenceFigure):
    """The error as members are added, the majority's exact sum and Hoeffding's bound."""

    def prepare(self) -> None:
        """Two more curves."""
        super().prepare()
        self.sum, self.bound = pg.PlotDataItem(), pg.PlotDataItem()
        for curve in (self.bound, self.sum):
            self.paper.plot.addItem(curve)

    def show(self, state: CommitteeState) -> None:
        """The rounds so far, and what was promised for them."""
        super().show(state)
        found = state.promise
        if found is None:
            return
        self.sum.setData(found.numbers, found.independent)
        self.bound.setData(found.numbers, found.hoeffding)
        highest = self.paper.plot.vb.viewRange()[1][1]
        tallest = max(highest, 1.06 * float(found.independent.max()), 1.06 * found.error)
        self.paper.plot.setYRange(0, min(1.0, tallest), padding=0.01)

    def errors(self, state: CommitteeState) -> list[Curve]:
        """The one of the rows that judge the members."""
        return [state.judging]

    def legend(self, state: CommitteeState) -> list[tuple[pg.GraphicsObject, str]]:
        """What is seen, and what is promised."""
        return [
            *((curve, "seen") for curve in self.curves.values()),
            (self.sum, "if they erred apart"),
            (self.bound, "Hoeffding's bound"),
            (self.alone, "one alone"),
        ]

    def colour(self, theme: Theme) -> None:
        """What is promised is drawn thin."""
        super().colour(theme)
        self.sum.setPen(curve_pen(theme.text, width=1.5, style=Qt.PenStyle.DashLine))
        self.bound.setPen(curve_pen(theme.quiet_text, width=1.5, style=Qt.PenStyle.DotLine))

    def tip(self, x: float, y: float) -> str:
        """The errors of a round, and what was promised for it."""
        text, found = super().tip(x, y), self.state.promise if self.state else None
        if not text or found is None:
            return text
        number = max(1, round(x))
        own = majority_error(number, found.error)
        return f"{text}\nif they erred apart: {little(own)}"

    def numbers(self) -> Mapping[str, pd.DataFrame]:
        """The curves, and what was promised."""
        found = self.state.promise if self.state else None
        if found is None:
            return super().numbers()
        promised = {
            "members": found.numbers,
            "independent": found.independent,
            "hoeffding": found.hoeffding,
        }
        return {**super().numbers(), "majority": pd.DataFrame(promised)}


def majority_sentence(state: CommitteeState) -> str:
    """What a majority would be worth, what is seen, and why they differ."""
    found, shown = state.promise, state.shown
    assert found is not None
    alone = f"{count(shown, 'member')}, each {percent(found.error)} wrong alone. "
    if found.error >= 0.5:
        return f"{alone}Members that are wrong more often than not gain nothing by a majority."
    promised = little(majority_error(shown, found.error))
    bound = little(hoeffding_bound(shown, found.error))
    alike, _, _ = state.members.pairs(shown)
    why = f": they err together, κ is {fixed(float(alike.mean()), 2)}" if len(alike) else ""
    return (
        f"{alone}If they erred apart from one another, the majority would be {promised} wrong "
        f"(Hoeffding's bound: {bound}). Seen is {percent(state.error)}{why}."
    )


def little(share: float) -> str:
    """A share that is never called nothing unless it is.

    >>> little(0.1234), little(1e-9), little(0.0)
    ('12.3 %', 'below 0.1 %', '0.0 %')
    """
    return "below 0.1 %" if 0 < share < _LITTLE else percent(share)
