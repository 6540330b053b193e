"""Rows as points: the colour and the shape of their class, the size of their weight."""

from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtGui import QColor

from core import Dataset
from core.base.arrays import Floats, Integers, Mask
from core.base.wording import grouped
from workbench.plotting.amount_colours import amount_colours
from workbench.plotting.axes.column_axis import short
from workbench.plotting.class_symbols import LOOKS, class_colour, plot_symbol
from workbench.plotting.flow_legend import LegendEntry
from workbench.plotting.styled_points import Style, StyledPoints
from workbench.shell.theme import Theme

_LIGHTEST, _HEAVIEST = 0.18, 9.0
_LEAST_SIZE, _CROWD = 3, 0.7
_LEVELS = 64
_RING_ALPHA, _FLAG_ALPHA = 80, 190
_FEW_CLASSES = 6
_MOST_LETTERS = 24
_NO_SAMPLE = "#00000000"


def average_size(points: int, area: float = np.inf) -> int:
    """The diameter in pixels of a row of average weight: less where many share a small area."""
    size = 8 if points <= 300 else 6 if points <= 1500 else 5 if points <= 5000 else 4
    return int(max(_LEAST_SIZE, min(size, _CROWD * np.sqrt(area / max(1, points)))))


def sizes_of(weights: Floats, average: int) -> Integers:
    """Diameters in pixels: the area is proportional to the relative weight, within limits."""
    clipped = np.clip(weights, _LIGHTEST, _HEAVIEST)
    return np.asarray(np.round(average * np.sqrt(clipped)), np.int64)


@dataclass(frozen=True, eq=False)
class Palette:
    """The group of every row, and the colour and shape of each group.

    The groups are the classes; for numbers, levels between the smallest and the largest.
    """

    groups: Integers
    colours: tuple[str, ...]
    symbols: tuple[str, ...]
    values: tuple[float, float] | None = None
    """Between which numbers the colours lie; None for classes."""

    @classmethod
    def of(cls, dataset: Dataset, theme: Theme) -> "Palette":
        """The palette of a dataset's target."""
        if dataset.classes:
            labels = np.arange(len(dataset.classes))
            return cls(
                dataset.labels.astype(np.int64),
                tuple(class_colour(int(label), theme) for label in labels),
                tuple(plot_symbol(int(label)) for label in labels),
            )
        low, high = value_range(dataset.labels)
        colours = amount_colours(theme, _LEVELS)
        return cls(levels(dataset.labels, low, high), colours, ("o",) * _LEVELS, (low, high))

    @property
    def vectors(self) -> Floats:
        """The colours as red, green and blue, a row a group."""
        found = [QColor(colour) for colour in self.colours]
        return np.array([(c.red(), c.green(), c.blue()) for c in found], np.float64)

    def with_classes(
        self, classes: tuple[str, ...], entries: list[LegendEntry]
    ) -> list[LegendEntry]:
        """A legend's entries with the classes: in front, or behind if they are many."""
        own = [
            LegendEntry(short(name, _MOST_LETTERS), colour, symbol)
            for name, colour, symbol in zip(classes, self.colours, self.symbols, strict=False)
        ]
        if len(own) > LOOKS:
            note = f"{grouped(len(own))} classes share {LOOKS} colours with shapes"
            entries = [*entries, LegendEntry(note, _NO_SAMPLE)]
        return own + entries if len(own) <= _FEW_CLASSES else entries + own


def value_range(values: Floats | Integers) -> tuple[float, float]:
    """Where most of the values lie: a few far ones take no colours from the others."""
    low, high = (float(value) for value in np.quantile(values, (0.01, 0.99)))
    return (low, high) if low < high else (low - 0.5, low + 0.5)


def levels(values: Floats | Integers, low: float, high: float) -> Integers:
    """Which of the colours of amounts each value has."""
    scaled = np.nan_to_num((values - low) / (high - low))
    return np.asarray(np.clip(np.floor(scaled * _LEVELS), 0, _LEVELS - 1), np.int64)


@dataclass(frozen=True, eq=False)
class Points:
    """Rows to be drawn."""

    rows: Integers
    x: Floats
    y: Floats
    sizes: Integers
    is_hollow: Mask
    is_ringed: Mask
    is_flagged: Mask
    """Their rings are strong."""
    is_selected: Mask

    @classmethod
    def none(cls) -> "Points":
        """No row at all."""
        empty, no = np.empty(0), np.empty(0, bool)
        numbers = np.empty(0, np.int64)
        return cls(numbers, empty, empty, numbers, no, no, no, no)


class PointCloud:
    """Points in a plot, with rings around some of them, and marks around those selected."""

    def __init__(self, plot: pg.PlotItem) -> None:
        self.points, self.rings, self.marks = StyledPoints(), StyledPoints(), StyledPoints()
        for item in (self.points, self.rings, self.marks):
            plot.addItem(item, ignoreBounds=True)
            item.setZValue(1)  # above whatever picture lies behind them
        self._styles: dict[tuple[str, tuple[str, ...]], list[Style]] = {}

    def show(self, points: Points, palette: Palette, theme: Theme) -> None:
        """Draw these points instead of those before."""
        *known, ring, strong, mark = self._known(palette, theme)
        styles = 2 * palette.groups[points.rows] + points.is_hollow
        self.points.show_points(points.x, points.y, points.sizes, styles, known)
        for item, chosen, own, wider in (
            (self.rings, points.is_ringed | points.is_flagged, [ring, strong], 3),
            (self.marks, points.is_selected, [mark, mark], 7),
        ):
            sizes = points.sizes[chosen] + wider
            is_strong = points.is_flagged[chosen].astype(np.int64)
            item.show_points(points.x[chosen], points.y[chosen], sizes, is_strong, own)

    def clear(self) -> None:
        """Draw nothing."""
        for item in (self.points, self.rings, self.marks):
            item.clear()

    def _known(self, palette: Palette, theme: Theme) -> list[Style]:
        """The styles of each group, full and hollow by turns, then rings, strong ones and marks."""
        key = (theme.name, palette.colours)
        if key not in self._styles:
            styles: list[Style] = []
            for colour, symbol in zip(palette.colours, palette.symbols, strict=True):
                light = QColor(colour)
                light.setAlpha(30)
                styles.append((symbol, pg.mkPen(theme.base, width=0.7), pg.mkBrush(colour)))
                styles.append((symbol, pg.mkPen(colour, width=1.3), pg.mkBrush(light)))
            for alpha in (_RING_ALPHA, _FLAG_ALPHA):
                ring = QColor(theme.text)
                ring.setAlpha(alpha)
                styles.append(("o", pg.mkPen(ring, width=1), pg.mkBrush(None)))
            styles.append(("o", pg.mkPen(theme.selection_mark, width=2), pg.mkBrush(None)))
            self._styles[key] = styles
        return self._styles[key]
