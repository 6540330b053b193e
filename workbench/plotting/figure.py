"""A figure: one of several ways to draw the same thing in one plot, which is its paper."""

import html
from collections.abc import Mapping
from typing import TYPE_CHECKING

import pyqtgraph as pg

from workbench.plotting.axes.class_axis import ClassAxis
from workbench.plotting.axes.column_axis import short
from workbench.plotting.flow_legend import FlowLegend, LegendEntry
from workbench.plotting.plot_cursor import NO_STOPS, Stops
from workbench.shell.theme import LIGHT, Theme

if TYPE_CHECKING:
    import pandas as pd

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
        self.plot.vb.setLimits(yMin=None, yMax=None)
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

    def fit(self) -> None:
        """The paper has another size."""

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

    def stops(self) -> Stops:
        """Where something is drawn that a tip tells about: keys go there."""
        return NO_STOPS

    @property
    def deed(self) -> str:
        """What a click on it does, as a verb; empty where it does nothing."""
        return ""

    def describe(self) -> str:
        """What it shows, in plain words, for those who cannot see it."""
        return ""

    def numbers(self) -> "Mapping[str, pd.DataFrame]":
        """The numbers drawn."""
        return {}


def label_of(name: str) -> str:
    """A name for axes, which read markup.

    >>> label_of("<b>"), label_of("a very long name of a class")
    ('&lt;b&gt;', 'a very long name …')
    """
    return html.escape(short(name, MOST_LETTERS))
