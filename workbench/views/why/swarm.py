"""What columns add in many rows, as a picture: thick where many rows are, coloured by value."""

from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg

from core.base.arrays import Floats, Integers
from core.judging.why.summary import Summary
from workbench.plotting.plot_cursor import Stops
from workbench.shell.theme import Theme

BINS, _LINES = 90, 16
_MOST_COLUMNS = 200
_OUTLIERS = 0.002
"""This share of the rows may lie beyond the picture on either side; they are drawn at its edge."""
_PLAIN = 4
"""Which colour of the classes, purple, stands for values that are no numbers."""
_SPANS = {"light": (0.0, 0.85), "dark": (0.3, 1.0)}
"""Which part of the colours can be seen upon a theme's ground."""


def colours_of_values(theme: Theme) -> Integers:
    """256 colours from a low value to a high one."""
    low, high = _SPANS[theme.name]
    return np.asarray(pg.colormap.get("cividis").getLookupTable(low, high, 256)[:, :3], np.int64)


def colour_of_others(theme: Theme) -> str:
    """The colour of categories, and of missing values."""
    return theme.classes[_PLAIN]


@dataclass(frozen=True, eq=False)
class Swarm:
    """For every column: how many rows add so much, and how high their values are on average."""

    summary: Summary
    low: float
    high: float
    counts: Integers
    """A row a column, a column a bin."""
    heights: Floats
    """The mean place of the values among all, from 0 to 1; NaN of categories and gaps."""
    bins: Integers
    """Of each column and row the bin."""

    @classmethod
    def of(cls, summary: Summary) -> "Swarm":
        """Count the rows."""
        shown = min(_MOST_COLUMNS, len(summary.columns))
        adds = np.array([summary.adds(place) for place in range(shown)]).reshape(shown, -1)
        low, high = -1.0, 1.0
        if adds.size:
            ends = np.quantile(adds, [_OUTLIERS, 1 - _OUTLIERS], axis=1)
            low, high = min(0.0, float(ends.min())), max(0.0, float(ends.max()))
        if high <= low:
            low, high = -1.0, 1.0
        bins = np.clip((adds - low) / (high - low) * BINS, 0, BINS - 1).astype(np.int64)
        counts, heights = np.zeros((shown, BINS), np.int64), np.full((shown, BINS), np.nan)
        for place in range(shown):
            counts[place] = np.bincount(bins[place], minlength=BINS)
            own = summary.heights(place)
            there = ~np.isnan(own)
            many = np.bincount(bins[place][there], minlength=BINS)
            total = np.bincount(bins[place][there], own[there], BINS)
            np.divide(total, many, out=heights[place], where=many > 0)
        return cls(summary, low, high, counts, heights, bins)

    def image(self, theme: Theme) -> np.ndarray:
        """The picture: a band of lines a column, the fuller the more rows."""
        shown = len(self.counts)
        table = colours_of_values(theme)
        plain = pg.mkColor(colour_of_others(theme))
        most = np.maximum(1, self.counts.max(axis=1, initial=1))[:, None]
        # The root lets few rows be seen beside many.
        thick = np.ceil(np.sqrt(self.counts / most) * (_LINES - 2)).astype(np.int64)
        level = np.nan_to_num(self.heights * 255).astype(np.int64)
        colours = np.where(
            np.isnan(self.heights)[..., None],
            np.array([plain.red(), plain.green(), plain.blue()]),
            table[level],
        )
        image = np.zeros((shown, _LINES, BINS, 4), np.uint8)
        line = np.arange(_LINES)[None, :, None]
        is_full = np.abs(2 * line + 1 - _LINES) < thick[:, None, :]
        image[..., :3] = colours[:, None]
        image[..., 3] = 255 * is_full
        return image.reshape(shown * _LINES, BINS, 4)

    def stops(self) -> Stops:
        """Where rows are drawn: the middles of all bins that are not empty."""
        column, place = np.nonzero(self.counts)
        across = self.low + (place + 0.5) / BINS * (self.high - self.low)
        return across, column.astype(np.float64)

    def bin_at(self, x: float) -> int | None:
        """The bin at a place of the axis."""
        place = int((x - self.low) / (self.high - self.low) * BINS)
        return place if 0 <= place < BINS else None

    def rows_at(self, column: int, x: float) -> Integers:
        """The rows, as places among those that were looked at, that are drawn about there."""
        place = self.bin_at(x)
        if place is None:
            return np.empty(0, np.int64)
        return np.flatnonzero(np.abs(self.bins[column] - place) <= 1)
