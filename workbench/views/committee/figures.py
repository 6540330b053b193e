"""How a committee converges, how alike and how good its members are."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from core.base.wording import fixed, grouped, percent, readable
from core.judging.diagnostics.members import Levels, Members, Stages
from core.judging.theory.majority import MajorityPromise
from core.learning.histories.history import History
from core.learning.rounds import ERRORS, Curve, CurveRole
from workbench.plotting.cell_matrix import CellMatrix
from workbench.plotting.figure import PaperFigure
from workbench.plotting.plot_cursor import NO_STOPS, Stops, StopsAlong
from workbench.shell.pens import curve_pen
from workbench.shell.theme import Theme

_MOST_TEXTS = 40
_COLOURS = {
    CurveRole.OUT_OF_BAG: "weighted",
    CurveRole.VALIDATION: "validation",
    CurveRole.TRAINING: "training",
}
"""The errors of the ensemble in the order of the legend, and their colours in a theme."""


@dataclass(frozen=True, eq=False)
class CommitteeState:
    """What is drawn: the rounds so far, the one shown, and what was found out about members."""

    history: History
    round: int
    measure: str
    found: Members | Levels | Stages | None
    promise: MajorityPromise | None = None
    """What a majority of members that err apart would be worth, where that has a meaning."""

    @property
    def is_share(self) -> bool:
        """Whether errors are shares."""
        return not self.history.problem.is_regression

    def written(self, error: float) -> str:
        """An error as a person reads it."""
        return percent(error) if self.is_share else readable(error)

    @property
    def error(self) -> float:
        """The ensemble's own error at this round, by the rows that judge its members."""
        curve = self.history.curve(self.judging.name)
        return float(curve[self.round - 1]) if 0 < self.round <= len(curve) else float("nan")

    @property
    def judging(self) -> Curve:
        """The curve of the ensemble's error by the rows that judge its members."""
        there = {curve.role: curve for curve in reversed(self.errors)}
        roles = (CurveRole.VALIDATION, CurveRole.OUT_OF_BAG, CurveRole.TRAINING)
        return next(there[role] for role in roles if role in there)

    @property
    def errors(self) -> list[Curve]:
        """The curves of the ensemble's errors, out of bag first."""
        found = [curve for curve in self.history.shown_curves if curve.group == ERRORS]
        return [curve for role in _COLOURS for curve in found if curve.role is role]

    @property
    def members(self) -> Members:
        """What was found out about members."""
        assert isinstance(self.found, Members)
        return self.found

    @property
    def shown(self) -> int:
        """How many members there are at this round."""
        return max(1, min(self.round, len(self.members)))


class CommitteeFigure(PaperFigure):
    """One of the ways to draw a committee."""

    state: CommitteeState | None = None

    def draw(self, state: CommitteeState) -> None:
        """Draw a state, unless it would look the same."""
        before, self.state = self.state, state
        if before is None or self.looks(before) != self.looks(state):
            self.show(state)
            self.apply_theme(self.theme)

    def looks(self, state: CommitteeState) -> tuple[object, ...]:
        """What the picture depends on."""
        return (id(state.found), state.round, state.history.rounds)

    def show(self, state: CommitteeState) -> None:
        """Draw it."""

    def round_at(self, x: float) -> int | None:
        """The round that a click at a place goes to."""
        return None

    @property
    def deed(self) -> str:
        """A click goes to a round, where one belongs to what is drawn."""
        return "go to its round" if type(self).round_at is not CommitteeFigure.round_at else ""

    def told(self) -> str:
        """What can be seen in it beyond the sentence above it, in words."""
        return ""

    def error_axis(self, state: CommitteeState) -> None:
        """Errors up the left."""
        if self.paper.left.is_share != state.is_share or self.paper.left.names:
            self.paper.left.say_numbers(state.is_share)


class ConvergenceFigure(CommitteeFigure):
    """The error as members are added, and what they get alone."""

    def prepare(self) -> None:
        """Curves, and where we are in them."""
        self.paper.plot.showGrid(x=False, y=True, alpha=0.15)
        self.curves: dict[str, pg.PlotDataItem] = {}
        self.declared: dict[str, Curve] = {}
        self.alone = pg.InfiniteLine(angle=0)
        self.here = pg.InfiniteLine(angle=90)
        self.paper.plot.addItem(self.alone)
        self.paper.plot.addItem(self.here)
        self.paper.bottom.say_numbers(is_whole=True)

    def show(self, state: CommitteeState) -> None:
        """The rounds so far."""
        if not self.curves:
            self._declare(state)
        rounds = state.history.rounds
        numbers = np.arange(1, rounds + 1)
        highest = 0.0
        for name, curve in self.curves.items():
            values = state.history.curve(name)[:rounds]
            curve.setData(numbers, values, symbol="o" if rounds < 8 else None)
            highest = max(highest, float(np.nanmax(values, initial=0.0)))
        found = state.found
        self.alone.setVisible(isinstance(found, Members))
        if isinstance(found, Members):
            mean = float(np.nanmean(found.errors))
            self.alone.setValue(mean)
            highest = max(highest, mean)
        self.here.setValue(state.round)
        self.paper.plot.setRange(
            xRange=(0, max(2, rounds)), yRange=(0, 1.06 * highest or 1.0), padding=0.01
        )

    def _declare(self, state: CommitteeState) -> None:
        self.error_axis(state)
        noun = {Levels: "levels", Stages: "stages"}.get(type(state.found), "members")
        self.paper.name_axes(noun, "wrong rows" if state.is_share else "root mean squared error")
        self.declared = {curve.name: curve for curve in self.errors(state)}
        for name in self.declared:
            values = state.history.curve(name)
            if np.isfinite(values).any() or not len(values):
                self.curves[name] = self.paper.plot.plot(connect="finite", symbolSize=6)
                self.curves[name].setDownsampling(auto=True, method="peak")
        self.paper.write_legend(self.legend(state))

    def errors(self, state: CommitteeState) -> list[Curve]:
        """The errors that are drawn."""
        return state.errors

    def legend(self, state: CommitteeState) -> list[tuple[pg.GraphicsObject, str]]:
        """What each line is."""
        entries = [(curve, self.declared[name].title) for name, curve in self.curves.items()]
        if isinstance(state.found, Members):
            entries.append((self.alone, "mean of single members"))
        return entries

    def colour(self, theme: Theme) -> None:
        """Each error has its colour."""
        super().colour(theme)
        for name, curve in self.curves.items():
            colour = getattr(theme, _COLOURS[self.declared[name].role])
            curve.setPen(curve_pen(colour, width=2))
            curve.setSymbolBrush(colour)
            curve.setSymbolPen(None)
        self.alone.setPen(curve_pen(theme.guess, width=1.5, style=Qt.PenStyle.DashDotLine))
        self.here.setPen(pg.mkPen(theme.accent, width=1))

    def round_at(self, x: float) -> int | None:
        """The round under the mouse."""
        return round(x)

    def stops(self) -> Stops:
        """The rounds, along the first of the curves."""
        if self.state is None or not self.curves:
            return NO_STOPS
        values = self.state.history.curve(next(iter(self.curves)))[: self.state.history.rounds]
        return StopsAlong(np.arange(1.0, len(values) + 1), values)

    def tip(self, x: float, y: float) -> str:
        """The errors of a round."""
        number = round(x)
        if self.state is None or not 1 <= number <= self.state.history.rounds:
            return ""
        at = {name: float(self.state.history.curve(name)[number - 1]) for name in self.curves}
        titles = {name: self.declared[name].title for name in at}
        own = [f"{titles[name]}: {self.state.written(value)}" for name, value in at.items()]
        return "\n".join([f"{grouped(number)} of {grouped(self.state.history.rounds)}", *own])

    def numbers(self) -> Mapping[str, pd.DataFrame]:
        """The curves."""
        if self.state is None:
            return {}
        rounds = self.state.history.rounds
        own = {name: self.state.history.curve(name)[:rounds] for name in self.curves}
        return {"errors": pd.DataFrame({"round": np.arange(1, rounds + 1)} | own)}


class AgreementFigure(CommitteeFigure):
    """A cell a pair of members."""

    def prepare(self) -> None:
        """One item for all cells."""
        self.matrix = CellMatrix()
        self.paper.plot.addItem(self.matrix)
        self.paper.plot.invertY(True)
        self.paper.plot.showGrid(x=False, y=False)

    def looks(self, state: CommitteeState) -> tuple[object, ...]:
        """The members, and the measure."""
        return (id(state.found), state.shown, state.measure)

    def values(self, state: CommitteeState) -> np.ndarray:
        """The measure asked for."""
        found = state.members
        own = found.kappa if state.measure == "kappa" and found.kappa is not None else None
        return (found.agreement if own is None else own)[: state.shown, : state.shown]

    def show(self, state: CommitteeState) -> None:
        """The members of this round."""
        values, count = self.values(state), state.shown
        others = values[~np.eye(count, dtype=bool)]
        low = float(others.min()) if len(others) else 0.0
        low = low if low < 1 else 0.0
        is_share = state.is_share and not self._is_kappa(state)
        texts = None
        if count <= _MOST_TEXTS:
            texts = [
                [(f"{100 * v:.0f} %" if is_share else fixed(v, 2),) * 2 for v in row]
                for row in values.tolist()
            ]
        self.matrix.set_cells(values, texts, (low, 1.0))
        names = state.members.names[:count]
        for axis in (self.paper.bottom, self.paper.left):
            if axis.names != names:
                axis.say_names(names)
        word = "κ" if self._is_kappa(state) else ("agreement" if is_share else "correlation")
        shown = percent(low) if is_share else fixed(low, 2)
        top = "100 %" if is_share else "1"
        self.paper.name_axes(f"member (colour: {word}, {shown} to {top})", "member")
        self.paper.plot.setRange(xRange=(-0.5, count - 0.5), yRange=(-0.5, count - 0.5), padding=0)

    @staticmethod
    def _is_kappa(state: CommitteeState) -> bool:
        return state.measure == "kappa" and state.members.kappa is not None

    def colour(self, theme: Theme) -> None:
        """Lines between the cells."""
        super().colour(theme)
        self.matrix.line_colour = QColor(theme.base)
        self.matrix.update()

    def told(self) -> str:
        """The pairs that are least and most alike."""
        if self.state is None or self.state.shown < 2:
            return ""
        values, names = self.values(self.state), self.state.members.names
        one, other = np.triu_indices(len(values), 1)
        alike = values[one, other]
        ends = [(int(np.argmin(alike)), "Least alike"), (int(np.argmax(alike)), "most alike")]
        pairs = [f"{word} are {names[one[at]]} and {names[other[at]]}" for at, word in ends]
        return f"{', '.join(pairs)}."

    def stops(self) -> Stops:
        """The cells."""
        return self.matrix.stops()

    def tip(self, x: float, y: float) -> str:
        """Two members and how alike they are."""
        if self.state is None:
            return ""
        values, row, column = self.values(self.state), round(y), round(x)
        if not (0 <= row < len(values) and 0 <= column < len(values)):
            return ""
        names, found = self.state.members.names, self.state.members
        lines = [f"members {names[row]} and {names[column]}"]
        if found.kappa is None:
            lines.append(f"correlation {fixed(found.agreement[row, column], 3)}")
        else:
            lines.append(f"agree on {percent(float(found.agreement[row, column]))} of the rows")
            lines.append(f"κ {fixed(found.kappa[row, column], 3)}")
        return "\n".join(lines)

    def numbers(self) -> Mapping[str, pd.DataFrame]:
        """The matrix."""
        if self.state is None:
            return {}
        names = list(self.state.members.names[: self.state.shown])
        return {
            "agreement": pd.DataFrame(self.values(self.state), columns=names).assign(member=names)
        }
