"""Many points in few styles, some times faster than a style for each point."""

from collections.abc import Iterator, Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtGui import QBrush, QPen

from core.base.arrays import Floats, Integers

Style = tuple[str, QPen, QBrush]
"""A symbol, by pyqtgraph's name, its outline and its filling. The same pen and brush objects each
time: the pictures of symbols are kept by them."""

_SIZES = 64


class StyledPoints(pg.ScatterPlotItem):
    """A scatter plot that looks up the picture of a symbol once for all points that have it."""

    def __init__(self) -> None:
        self.styles: Integers = np.empty(0, np.int64)
        """The style of every point, as a number."""
        self._known: Sequence[Style] = ()
        super().__init__(pxMode=True)

    def show_points(
        self, x: Floats, y: Floats, sizes: Integers, styles: Integers, known: Sequence[Style]
    ) -> None:
        """Draw these points instead of those before; sizes are diameters in pixels."""
        self.styles, self._known = styles, known
        self.setData(x, y, size=np.minimum(sizes, _SIZES - 1))

    def updateSpots(self, dataSet: np.ndarray | None = None) -> None:  # noqa: N802 - pyqtgraph's names
        """Find the picture of every point."""
        spots = self.data if dataSet is None else dataSet
        if len(spots) and len(spots) == len(self.styles):
            kinds = self.styles * _SIZES + spots["size"].astype(np.int64)
            different, places = np.unique(kinds, return_inverse=True)
            wanted = []
            for kind in different.tolist():
                symbol, pen, brush = self._known[kind // _SIZES]
                wanted.append((symbol, float(kind % _SIZES), pen, brush))
            pictures = np.array(self.fragmentAtlas[wanted], spots.dtype["sourceRect"])
            spots["sourceRect"] = pictures[places]
        self._updateMaxSpotSizes(data=spots)
        self.invalidate()

    @property
    def pens(self) -> list[QPen]:
        """The outlines of all styles."""
        return [pen for _symbol, pen, _brush in self._known]

    def _style(
        self,
        opts: Sequence[str],
        data: np.ndarray | None = None,
        idx: Integers | None = None,
        scale: float | None = None,
    ) -> Iterator[object]:
        """What every point looks like, for a picture in which each is drawn by itself."""
        if self._exportOpts is False or len(self.data) != len(self.styles):
            yield from super()._style(opts, data, idx, scale)
            return
        every = slice(None) if idx is None else idx
        styles = [self._known[style] for style in self.styles[every].tolist()]
        symbols, pens, brushes = zip(*styles, strict=True) if styles else ((), (), ())
        sizes = np.floor(self.data["size"][every]) * (scale or 1.0)
        found = {"symbol": symbols, "size": sizes.tolist(), "pen": pens, "brush": brushes}
        yield from (found[opt] for opt in opts)
