"""Horizontal bars with names: the first ones in sight, the others by scrolling."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent
from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QGraphicsSceneWheelEvent, QScrollBar

from core.base.arrays import Floats
from core.base.shortening import short_names
from workbench.plotting.axes.number_axis import NumberAxis, TickLevel
from workbench.plotting.plot_cursor import Stops
from workbench.shell.tables.computed_mark import COMPUTED
from workbench.shell.theme import LIGHT, Theme

MOST_IN_SIGHT = 30
_ROW_PIXELS, _MOST_ROW_PIXELS = 20, 36
_LEAST_ROOM, _SHARE = 60, 0.4
"""Names have so many pixels at least, and this share of the width at most."""
_TEXT_GAP = 10
_MOST_TEXT_SHARE = 0.5
"""Texts behind bars have the room that they need, and this share of the width at most."""
_MEASURED, _LONGEST = 20, 200
"""Of so many names, and letters of a name, the width is measured."""


@dataclass(frozen=True, eq=False)
class Bars:
    """Names, and for each one bar or, side by side, several."""

    names: tuple[str, ...]
    values: Floats
    """A row a name, a column a bar."""
    colours: tuple[str, ...] | None = None
    """One for each of several bars; else the theme's."""
    intervals: tuple[Floats, Floats] | None = None
    """The ends of the interval of each value of a single bar."""
    starts: Floats | None = None
    """Where the bars begin, for bars that go on where the one above ends; else at the origin."""
    by_name: tuple[str, ...] | None = None
    """A colour for each name of single bars."""
    origin: float = 0.0
    texts: tuple[str, ...] = ()
    """What stands behind each of single bars."""

    @property
    def has_intervals(self) -> bool:
        """Whether all of them are known."""
        return self.intervals is not None and bool(np.isfinite(self.intervals).all())


class NamesAxis(NumberAxis):
    """An axis of names, shortened where they are long; of numbers while there are none."""

    names: tuple[str, ...] = ()
    computed: frozenset[str] = frozenset()
    """Names of columns that no file has: each is marked."""
    room = 0.0
    """How wide a name may be, in pixels."""

    def tickValues(  # noqa: N802 - pyqtgraph's name
        self, low: float, high: float, size: float
    ) -> list[TickLevel]:
        """A tick a name in sight."""
        low, high = sorted((low, high))
        if not self.names:
            return super().tickValues(low, high, size)
        first, last = max(0, int(np.ceil(low))), min(len(self.names) - 1, int(np.floor(high)))
        return [(1.0, list(range(first, last + 1)))]

    def tickStrings(  # noqa: N802
        self, values: Sequence[float], scale: float, spacing: float | None
    ) -> list[str]:
        """The names, cut where those in sight differ least."""
        if not self.names:
            return super().tickStrings(values, scale, spacing)
        names = [self._marked(self.names[round(value)]) for value in values]
        measure = QFontMetricsF(self.font()).horizontalAdvance
        return list(short_names(names, self.room, measure))

    def _marked(self, name: str) -> str:
        return f"{name} {COMPUTED}" if name in self.computed else name

    def fit(self, most: float) -> None:
        """Take the room that the longest name needs, if it is not too much."""
        measure = QFontMetricsF(self.font()).horizontalAdvance
        longest = sorted(self.names, key=len)[-_MEASURED:]
        marked = (self._marked(name[:_LONGEST]) for name in longest)
        needed = max(map(measure, marked), default=0.0) + 2
        self.room = float(max(_LEAST_ROOM, min(most, needed)))
        self.setWidth(self.room + 12)
        self.picture = None


class BarBox(pg.ViewBox):
    """A click picks a bar, the wheel scrolls; with curves it zooms, and double click resets."""

    picked = Signal(float, float)
    """A click, across and up."""
    wheeled = Signal(int)
    reset = Signal()

    def __init__(self) -> None:
        super().__init__(enableMenu=False)
        self.has_bars = True
        self.show_bars(True)

    def show_bars(self, has_bars: bool) -> None:
        """Take the mouse of bars, or that of curves."""
        self.has_bars = has_bars
        self.setMouseEnabled(x=not has_bars, y=not has_bars)

    def mouseClickEvent(self, event: MouseClickEvent) -> None:  # noqa: N802 - pyqtgraph's name
        """Pick the bar under the mouse."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        event.accept()
        if self.has_bars:
            place = self.mapToView(event.pos())
            self.picked.emit(place.x(), place.y())
        elif event.double():
            self.reset.emit()

    def wheelEvent(  # noqa: N802
        self, event: QGraphicsSceneWheelEvent, axis: int | None = None
    ) -> None:
        """Scroll by three names."""
        if not self.has_bars:
            super().wheelEvent(event, axis)
            return
        event.accept()
        self.wheeled.emit(-3 if event.delta() > 0 else 3)


class RankedBars:
    """Draws bars into a plot whose left axis has names, and lets a scroll bar move through them."""

    def __init__(self, plot: pg.PlotItem, axis: NamesAxis, scroll: QScrollBar) -> None:
        self.plot, self.scroll = plot, scroll
        self.theme = LIGHT
        self.bars = Bars((), np.empty((0, 1)))
        self.items: list[pg.BarGraphItem] = []
        self._axis = axis
        self._texts: list[pg.TextItem] = []
        self._whiskers = pg.ErrorBarItem(x=np.empty(0), y=np.empty(0))
        plot.addItem(self._whiskers)
        self._zero = pg.InfiniteLine(0, angle=90)
        plot.addItem(self._zero)
        scroll.valueChanged.connect(self._scroll)
        plot.vb.wheeled.connect(lambda step: scroll.setValue(scroll.value() + step))
        # Words above the plot take room, too, without anybody's dragging.
        plot.vb.sigResized.connect(self._resized)
        plot.vb.sigYRangeChanged.connect(self._follow)  # keys may bring a bar into sight

    def show(self, bars: Bars) -> None:
        """Draw other bars, from the first one on."""
        is_same = bars.names == self.bars.names
        self.plot.vb.show_bars(True)
        self.plot.invertY(True)
        self._axis.setStyle(tickLength=0)
        self._zero.show()
        self.bars = bars
        self._axis.names = bars.names
        for item in self.items:
            self.plot.removeItem(item)
        several = bars.values.shape[1]
        thick = 0.74 / several
        places = np.arange(len(bars.names))
        self.items = []
        for column in range(several):
            starts = np.full(len(places), bars.origin) if bars.starts is None else bars.starts
            item = pg.BarGraphItem(
                x0=starts,
                y=places - 0.37 + thick * (column + 0.5),
                width=bars.values[:, column] - starts,
                height=thick,
            )
            self.items.append(item)
            self.plot.addItem(item)
        self._write(bars)
        self._whiskers.setVisible(bars.has_intervals)
        if bars.intervals is not None and bars.has_intervals:
            own, (low, high) = bars.values[:, 0], bars.intervals
            self._whiskers.setData(x=own, y=places, left=own - low, right=high - own, beam=0.3)
        self._zero.setValue(bars.origin)
        self._range_values()
        self.arrange(None if is_same else 0)
        self.apply_theme(self.theme)

    def _write(self, bars: Bars) -> None:
        """Put each bar's text behind its right end, or behind its whisker."""
        for text in self._texts:
            self.plot.removeItem(text)
        self._texts = [pg.TextItem(text, anchor=(0, 0.5)) for text in bars.texts]
        ends = bars.values.max(axis=1, initial=-np.inf)
        if bars.starts is not None:
            ends = np.maximum(ends, bars.starts)
        if bars.intervals is not None and bars.has_intervals:
            ends = np.maximum(ends, bars.intervals[1])
        for place, (text, end) in enumerate(zip(self._texts, ends, strict=False)):
            self.plot.addItem(text, ignoreBounds=True)
            text.setPos(float(end), place)
            text.setZValue(5)  # a line may cross it

    def hide(self) -> None:
        """Make room for something else in the plot, with an axis of numbers."""
        for item in (*self.items, *self._texts, self._whiskers, self._zero, self.scroll):
            item.hide()
        self.bars = Bars((), np.empty((0, 1)))
        self._axis.names = ()
        self._axis.setWidth(64)
        self._axis.setStyle(tickLength=-5)
        self.plot.invertY(False)
        self.plot.vb.show_bars(False)

    def arrange(self, first: int | None = None) -> None:
        """As many names in sight as there is room for."""
        if not self.bars.names:
            return
        self._axis.fit(_SHARE * (self._axis.width() + self.plot.vb.width()))
        if self.bars.texts:
            self._range_values()
        shown = self._in_sight
        self.scroll.setVisible(len(self.bars.names) > shown)
        self.scroll.setPageStep(shown)
        self.scroll.setRange(0, max(0, len(self.bars.names) - shown))
        if first is not None:
            self.scroll.setValue(first)
        self._scroll(self.scroll.value())

    def _resized(self, _box: object) -> None:
        if self.scroll.pageStep() != self._in_sight:
            self.arrange()

    def stops(self) -> Stops:
        """Where the bars begin, one below the other."""
        places = np.arange(len(self.bars.names), dtype=np.float64)
        return np.full(len(places), self.bars.origin), places

    def name_at(self, y: float) -> int | None:
        """The place of the name at a height of the plot."""
        place = round(y)
        return place if 0 <= place < len(self.bars.names) else None

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme
        colours = self.bars.colours or (theme.accent,)
        for item, colour in zip(self.items, colours, strict=False):
            item.setOpts(brush=colour, pen=pg.mkPen(None))
        if self.bars.by_name is not None and self.items:
            self.items[0].setOpts(brush=None, brushes=list(self.bars.by_name))
        for text in self._texts:
            text.setColor(theme.text)
            text.fill = pg.mkBrush(theme.base)
        self._whiskers.setData(pen=pg.mkPen(theme.text, width=1))
        self._zero.setPen(pg.mkPen(theme.line))

    @property
    def _in_sight(self) -> int:
        height = max(60.0, self.plot.vb.height())
        return max(1, min(MOST_IN_SIGHT, int(height // _ROW_PIXELS), len(self.bars.names)))

    def _scroll(self, first: int) -> None:
        # Few bars are not much thicker than many: the rest of the height stays empty.
        rows = max(float(self._in_sight), self.plot.vb.height() / _MOST_ROW_PIXELS)
        self.plot.setYRange(first - 0.5, first + rows - 0.5, padding=0)

    def _follow(self, _box: object, sight: tuple[float, float]) -> None:
        if self.bars.names:
            with QSignalBlocker(self.scroll):
                self.scroll.setValue(round(sight[0] + 0.5))

    def _range_values(self) -> None:
        values = self.bars.values
        if self.bars.intervals is not None and self.bars.has_intervals:
            values = np.concatenate([values[:, 0], *self.bars.intervals])
        if self.bars.starts is not None:
            values = np.concatenate([values.ravel(), self.bars.starts])
        values, origin = values[np.isfinite(values)], self.bars.origin
        low, high = 0.0, 1.0
        if len(values):
            low, high = min(origin, float(values.min())), max(origin, float(values.max()))
        span = (high - low) or 1.0
        before = 0.04 * span if low < origin or self.bars.starts is not None else 0.0
        behind = self._text_room() * span if self.bars.texts else 0.04 * span
        self.plot.setXRange(low - before, high + behind, padding=0)

    def _text_room(self) -> float:
        """What texts behind bars need, as a multiple of the width that the bars have."""
        needed = max(text.boundingRect().width() for text in self._texts) + _TEXT_GAP
        share = min(_MOST_TEXT_SHARE, needed / max(1.0, self.plot.vb.width()))
        return share / (1 - share)
