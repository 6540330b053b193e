"""Histograms of predicted probabilities and of residuals; a click selects a bar's rows."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
import pyqtgraph as pg
from PySide6.QtCore import Qt

from core.base.arrays import Floats, Integers
from core.base.wording import count, percent, readable
from workbench.plotting.axes.column_axis import short
from workbench.plotting.class_symbols import class_colour
from workbench.plotting.figure import MOST_LETTERS
from workbench.plotting.plot_cursor import Stops
from workbench.shell.theme import Theme
from workbench.views.results.figure import NO_ROWS, Asked, ClassAsked, Figure, Question

_BINS = 40


@dataclass(frozen=True, eq=False)
class Counted:
    """How many rows of each group every bin has."""

    edges: Floats
    counts: Integers
    """A row a group."""
    bins: Integers
    """The bin of each row; -1 for a value that is not finite."""


class HistogramFigure(Figure[Question, Counted]):
    """Groups are drawn on top of one another, the selected rows at the foot of the bars."""

    has_zero_line = False

    def prepare(self) -> None:
        """The bars of the groups, those of the selection, and a line at 0 for residuals."""
        plot = self.paper.plot
        plot.setMouseEnabled(x=True, y=False)
        plot.showGrid(x=False, y=True, alpha=0.15)
        self.bars = [pg.BarGraphItem(x0=[], x1=[], y0=[], y1=[]) for _ in range(2)]
        self.marks = pg.BarGraphItem(x0=[], x1=[], y0=[], y1=[])
        for item in (*self.bars, self.marks):
            plot.addItem(item)
        self.zero = pg.InfiniteLine(0, angle=90)
        if self.has_zero_line:
            plot.addItem(self.zero)

    def show(self) -> None:
        """Draw the bars."""
        counted: Counted = self.found
        foot = np.zeros(len(counted.edges) - 1)
        for item, own in zip(self.bars, counted.counts, strict=False):
            item.setOpts(x0=counted.edges[:-1], x1=counted.edges[1:], y0=foot, y1=foot + own)
            foot = foot + own

    def show_all(self) -> None:
        """Every bar."""
        edges, top = self.found.edges, self.found.counts.sum(axis=0).max()
        self.paper.plot.setRange(
            xRange=(edges[0], edges[-1]), yRange=(0, max(1, top) * 1.05), padding=0
        )

    def colours(self, theme: Theme) -> list[str]:
        """The colour of each group."""
        return [theme.accent]

    def colour(self, theme: Theme) -> None:
        """Bars of the groups' colours, with thin gaps."""
        super().colour(theme)
        gap = pg.mkPen(theme.base, width=1)
        for item, colour in zip(self.bars, self.colours(theme), strict=False):
            item.setOpts(brush=pg.mkBrush(colour), pen=gap)
        self.marks.setOpts(brush=pg.mkBrush(theme.selection_mark), pen=gap)
        self.zero.setPen(pg.mkPen(theme.text, width=1, style=Qt.PenStyle.DashLine))

    def mark(self, places: Integers) -> None:
        """How many of each bar's rows are selected."""
        counted: Counted = self.found
        bins = counted.bins[places]
        own = np.bincount(bins[bins >= 0], minlength=len(counted.edges) - 1)
        self.marks.setOpts(
            x0=counted.edges[:-1], x1=counted.edges[1:], y0=np.zeros(len(own)), y1=own
        )

    def _bin_at(self, x: float, y: float) -> int | None:
        edges = self.found.edges
        place = int(np.searchsorted(edges, x, side="right")) - 1
        return place if 0 <= place < len(edges) - 1 and y >= 0 else None

    def stops(self) -> Stops:
        """The foot of every bar."""
        edges = self.found.edges
        return (edges[1:] + edges[:-1]) / 2, np.zeros(len(edges) - 1)

    def rows_at(self, x: float, y: float) -> Integers:
        """The rows of a bar."""
        place = self._bin_at(x, y)
        return NO_ROWS if place is None else np.flatnonzero(self.found.bins == place)

    @property
    def groups(self) -> list[str]:
        """What the groups are called."""
        return ["rows"]

    def written(self, value: float) -> str:
        """A value of the axis as a person reads it."""
        return readable(value, 3)

    def tip(self, x: float, y: float) -> str:
        """The bin and its counts."""
        place = self._bin_at(x, y)
        if place is None:
            return ""
        low, high = (self.written(edge) for edge in self.found.edges[place : place + 2])
        own = [
            f"{name}: {count(int(row[place]), 'row')}"
            for name, row in zip(self.groups, self.found.counts, strict=True)
        ]
        return "\n".join([f"{low} to {high}", *own, "Click to select them."])

    def describe(self) -> str:
        """Where most rows of each group lie."""
        edges, told = self.found.edges, []
        for name, row in zip(self.groups, self.found.counts, strict=True):
            if row.sum():
                low, high = (self.written(edge) for edge in edges[[row.argmax(), row.argmax() + 1]])
                told.append(f"{name}: {count(int(row.sum()), 'row')}, most from {low} to {high}")
        return f"{'; '.join(told)}."

    def numbers(self) -> dict[str, pd.DataFrame]:
        """The bins and their counts."""
        edges, counts = self.found.edges, self.found.counts
        own = dict(zip(self.groups, counts, strict=True))
        return {"bins": pd.DataFrame({"from": edges[:-1], "to": edges[1:]} | own)}


def counted(values: Floats, groups: list[np.ndarray], edges: Floats) -> Counted:
    """The rows of some groups counted by bin."""
    is_finite = np.isfinite(values)
    last = len(edges) - 2
    bins = np.clip(np.searchsorted(edges, values, side="right") - 1, 0, last)
    bins[~is_finite] = -1
    counts = [np.bincount(bins[own & is_finite], minlength=last + 1) for own in groups]
    return Counted(edges, np.stack(counts), bins)


class ProbabilityFigure(HistogramFigure[ClassAsked]):
    """How sure the ensemble is of a class, for the rows of it and for the others."""

    needs_shares = True

    def prepare(self) -> None:
        """The axis is a probability."""
        super().prepare()
        self.paper.bottom.say_numbers(is_share=True)
        self.paper.left.say_numbers()

    @staticmethod
    def work(asked: ClassAsked) -> Counted:
        """Count in equal bins from 0 to 1."""
        own = asked.is_positive
        return counted(asked.shares, [own, ~own], np.linspace(0, 1, _BINS + 1))

    @property
    def groups(self) -> list[str]:
        """The class, and the others."""
        return [f"given {self.asked.positive_name}", f"given {self.asked.other_name}"]

    def written(self, value: float) -> str:
        """In percent."""
        return percent(value)

    def colours(self, theme: Theme) -> list[str]:
        """The colours of the classes."""
        positive = self.asked.positive
        two = len(self.asked.verdicts.classes) == 2
        other = class_colour(1 - positive, theme) if two else theme.guess
        return [class_colour(positive, theme), other]

    def show(self) -> None:
        """Draw the bars and their legend."""
        super().show()
        self.paper.name_axes(f"predicted probability of {self.asked.positive_label}", "rows")
        self.paper.write_legend(
            [
                (self.bars[0], f"given {short(self.asked.positive_name, MOST_LETTERS)}"),
                (self.bars[1], f"given {short(self.asked.other_name, MOST_LETTERS)}"),
            ]
        )


class ResidualHistogramFigure(HistogramFigure[Asked]):
    """How far off the predictions are, and to which side."""

    has_zero_line = True

    def prepare(self) -> None:
        """The axis has the target's unit."""
        super().prepare()
        self.paper.bottom.say_numbers()
        self.paper.left.say_numbers()
        self.paper.name_axes("residual: predicted minus given", "rows")

    @staticmethod
    def work(asked: Asked) -> Counted:
        """Count in equal bins that hold every residual."""
        residuals = asked.verdicts.said - asked.verdicts.given
        finite = residuals[np.isfinite(residuals)]
        if len(finite) == 0:
            raise ValueError("No residual is a finite number, so there is nothing to draw.")
        edges = np.histogram_bin_edges(finite, _BINS)
        return counted(residuals, [np.ones(len(residuals), bool)], edges)
