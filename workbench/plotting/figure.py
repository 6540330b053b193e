"""A figure: one of several ways to draw the same verdicts in one plot."""

import html
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pandas as pd
import pyqtgraph as pg

from core.base.arrays import Floats, Integers, Mask
from core.judging.diagnostics.verdicts import Verdicts
from core.learning.histories.history import share
from workbench.plotting.class_axis import ClassAxis
from workbench.plotting.column_axis import short
from workbench.plotting.flow_legend import FlowLegend, LegendEntry
from workbench.shell.theme import LIGHT, Theme

NO_ROWS = np.empty(0, np.int64)
MOST_LETTERS = 18


class Paper:
    """Where a figure is drawn. What is written there already is not written again: that is slow."""

    def __init__(
        self, plot: pg.PlotItem, legend: FlowLegend, bottom: ClassAxis, left: ClassAxis
    ) -> None:
        self.plot, self.legend, self.bottom, self.left = plot, legend, bottom, left
        self._written: list[tuple[pg.GraphicsObject, str]] = []
        self._axes = ("", "")

    def colour(self, theme: Theme) -> None:
        """The legend has the colours that the figure has now."""
        entries = [LegendEntry.of(item, text) for item, text in self._written]
        self.legend.show_entries(entries, theme.text)

    def write_legend(self, entries: list[tuple[pg.GraphicsObject, str]]) -> None:
        """What the items are; it is seen as soon as they are coloured."""
        self._written = entries

    def name_axes(self, bottom: str, left: str) -> None:
        """The axes' names, as markup."""
        if (bottom, left) != self._axes:
            self.bottom.setLabel(bottom)
            self.left.setLabel(left)
            for axis in (self.bottom, self.left):
                axis.resizeEvent(None)  # else a new name stays where the old one began
            self._axes = (bottom, left)

    def clear(self) -> None:
        """An empty paper."""
        self.plot.clear()
        self.plot.invertY(False)
        self.write_legend([])
        self.legend.show_entries([], LIGHT.text)
        self.bottom.say_numbers()
        self.left.say_numbers()


class PaperFigure:
    """Something drawn on a paper, which holds one figure at a time."""

    def __init__(self, paper: Paper, theme: Theme) -> None:
        self.paper, self.theme = paper, theme
        self.prepare()

    def prepare(self) -> None:
        """Put what is drawn into the plot, and name the axes."""

    def show_all(self) -> None:
        """Choose the range so that everything can be seen."""

    def colour(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme, in the legend too."""
        self.colour(theme)
        self.paper.colour(theme)

    def tip(self, x: float, y: float) -> str:
        """What is said about a point."""
        return ""

    def numbers(self) -> Mapping[str, pd.DataFrame]:
        """The numbers drawn."""
        return {}


@dataclass(frozen=True, eq=False)
class Asked:
    """What is to be drawn: the verdicts and, where a class is held against the rest, its shares."""

    verdicts: Verdicts
    lines: Integers
    """The line of each row of the verdicts."""
    positive: int = 0
    shares: Floats | None = None
    """The probability of the positive class."""

    @property
    def is_positive(self) -> Mask:
        """Which rows are given the positive class."""
        return np.asarray(self.verdicts.given == self.positive)

    @property
    def positive_name(self) -> str:
        """The class that is held against the rest."""
        return self.verdicts.classes[self.positive]

    @property
    def other_name(self) -> str:
        """The other class, or all others."""
        classes = self.verdicts.classes
        return classes[1 - self.positive] if len(classes) == 2 else "all others"

    @property
    def positive_label(self) -> str:
        """That name for axes: short, and none of it read as markup."""
        return label_of(self.positive_name)

    @property
    def base_rate(self) -> float:
        """The share of the rows that are given the positive class."""
        weights = self.verdicts.weights
        return share(float(weights[self.is_positive].sum()), float(weights.sum()))


class Figure(PaperFigure):
    """Verdicts on paper: computed off the GUI thread by `work`, then drawn."""

    needs_shares: ClassVar[bool] = False
    asked: Asked | None = None
    found: Any = None

    @staticmethod
    def work(asked: Asked) -> Any:
        """What is drawn, computed; raise ValueError with a sentence where there is nothing."""
        raise NotImplementedError

    def draw(self, asked: Asked, found: Any) -> None:
        """Draw what was computed."""
        self.asked, self.found = asked, found
        self.show()
        self.apply_theme(self.theme)

    def show(self) -> None:
        """Draw `found`."""

    def mark(self, places: Integers) -> None:
        """Mark the selected rows, given as places among the verdicts' rows."""

    def rows_at(self, x: float, y: float) -> Integers:
        """The rows drawn at a point, as places among the verdicts' rows."""
        return NO_ROWS

    def pixels_to(self, x: Floats, y: Floats, to_x: float, to_y: float) -> Floats:
        """How far points are from a place, in pixels."""
        across, up = self.paper.plot.vb.viewPixelSize()
        return np.asarray(np.hypot((x - to_x) / across, (y - to_y) / up))


def label_of(name: str) -> str:
    """A name for axes, which read markup.

    >>> label_of("<b>"), label_of("a very long name of a class")
    ('&lt;b&gt;', 'a very long name …')
    """
    return html.escape(short(name, MOST_LETTERS))
