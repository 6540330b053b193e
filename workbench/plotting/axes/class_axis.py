"""An axis of names, of shares or of numbers: what its ticks say is chosen while it is shown."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF, QPainter

from core.base.numerals import without_thousands
from core.base.shortening import short_names
from workbench.plotting.axes.number_axis import DrawSpecs, NumberAxis, TextSpec, TickLevel

_LINE = 14
"""The height of a line of ticks' text, in pixels."""
_MOST_WIDTH = 96
_LEAST_TURNED, _TURNED_SHARE = 40, 0.3
"""Pixels that turned names have at least, and the share of the plot's height that they take."""
_LABEL = 24
_MANY = 10
_BRIEF = 3
"""Names of no more letters are never turned."""
_FEW, _MOST_NAMES, _MOST_BESIDE = 12, 60, 3
"""More than a few brief names, but not more than these, may stand in so many columns."""
_GAP = 5
_LEAST_PIXELS = 8
"""Smaller letters cannot be read."""


def _round_step(least: float) -> int:
    """1, 2, 5, 10, 20, ...: the first that is large enough.

    >>> [_round_step(least) for least in (0.3, 1.2, 7, 17)]
    [1, 2, 10, 20]
    """
    size = 10 ** max(0, math.floor(math.log10(max(least, 1))))
    return next(size * own for own in (1, 2, 5, 10) if size * own >= least)


class ClassAxis(NumberAxis):
    """Ticks at 0, 1, 2, ... with names, elided or turned where there is no room; else numbers."""

    def __init__(self, orientation: str) -> None:
        self.names: tuple[str, ...] = ()
        self.is_turned = False
        self._beside = 1
        """In how many columns the names stand."""
        super().__init__(orientation)
        self.setStyle(autoExpandTextSpace=False)

    def say_names(self, names: Sequence[str]) -> None:
        """Ticks are names from now on."""
        self.names = tuple(names)
        self.setStyle(tickLength=0, autoExpandTextSpace=False)
        self.fit()

    def say_numbers(self, is_share: bool = False, is_whole: bool = False) -> None:
        """Ticks are numbers, whole ones only if asked, or shares in percent."""
        self.names, self.is_turned = (), False
        self.style["tickFont"] = None
        self.is_share, self.is_whole = is_share, is_whole
        self.setStyle(tickLength=-5, autoExpandTextSpace=True)
        if self.orientation == "left":
            self.setWidth(None)  # as much as the longest number needs: 1,000,000 is left out else
        else:
            self.setHeight(44)
        self._redraw()

    def fit(self) -> None:
        """Take as much room as the names need, but no more than a quarter of a small plot."""
        if not self.names:
            return
        font = QFontMetricsF(self.font())
        widest = max(font.horizontalAdvance(name) for name in self.names) + 8
        text = min(widest, self._most)
        if self.orientation == "left":
            places = _MOST_BESIDE if self._are_staggered else 1
            self.setWidth(places * int(text) + _LABEL)
        else:
            is_tight = text > self.geometry().width() / len(self.names)
            self.is_turned = is_tight and not self._stay_upright
            text = min(widest, self._most)  # turned names take height, of which there may be less
            self.setHeight(int(text if self.is_turned else _LINE) + _LABEL + 6)
        self._redraw()

    def boundingRect(self) -> QRectF:  # noqa: N802 - pyqtgraph's name
        """Texts may stand out at both ends, or the first and the last would be left out."""
        out = _MOST_WIDTH if self.is_turned else 20
        if self.orientation == "left":
            return super().boundingRect().adjusted(0, -out, 0, out)
        return super().boundingRect().adjusted(-out, 0, out, 0)

    def tickValues(  # noqa: N802
        self, minVal: float, maxVal: float, size: float
    ) -> list[TickLevel]:
        """Whole numbers that have a name, as many as there is room for."""
        if not self.names:
            return super().tickValues(minVal, maxVal, size)
        low, high = sorted((minVal, maxVal))
        first, last = max(0, math.ceil(low)), min(len(self.names) - 1, math.floor(high))
        pixels = size / max(1e-9, high - low)
        is_down = self.orientation == "left" or self.is_turned
        font = self._fitted(pixels)
        self.style["tickFont"] = font
        step, self._beside = 1, 1
        if is_down:
            lines = min(_LINE, 1.05 * font.pixelSize()) / pixels
            self._beside = min(_MOST_BESIDE, math.ceil(lines)) if self._are_staggered else 1
            step = _round_step(lines / self._beside)
        elif self._stay_upright:
            step = _round_step((self._widest(font) + _GAP) / pixels)
        # Of many names, which are mostly numbers, the tenth and the twentieth rather than others.
        off = 1 if step >= _MANY else 0
        shown = [at for at in range(first, last + 1) if (at + off) % step == 0 or at == 0]
        return [(float(step), [float(at) for at in shown])]

    def tickStrings(  # noqa: N802
        self, values: Sequence[float], scale: float, spacing: float | None
    ) -> list[str]:
        """The ticks' texts."""
        if not self.names:
            return super().tickStrings(values, scale, spacing)
        font = QFontMetricsF(self.style["tickFont"] or self.font())
        room = self._most - 8.0
        if self.orientation == "bottom" and not self.is_turned:
            room = max(16.0, self.geometry().width() / len(self.names) - 4)
        if self._stay_upright:
            return [self.names[int(value)] for value in values]
        shown = [self.names[int(value)] for value in values]
        return list(short_names(shown, room, font.horizontalAdvance))

    def apart(self, texts: Sequence[TextSpec]) -> list[TextSpec]:
        """Turned names stand side by side: how many there are was decided with their places."""
        is_decided = self.names and (not self._stay_upright or self._beside > 1)
        return list(texts) if is_decided else super().apart(texts)

    def generateDrawSpecs(self, p: QPainter) -> DrawSpecs | None:  # noqa: N802
        """In letters as large as let every name be read, or in the usual ones."""
        specs = super().generateDrawSpecs(p)
        if not self.names or specs is None:
            return specs
        p.setFont(self.style["tickFont"])  # found only while the places were
        specs = super().generateDrawSpecs(p)
        if specs is None or self._beside == 1:
            return specs
        axis, ticks, texts = specs
        return axis, ticks, [self._staggered(n, text) for n, text in enumerate(texts)]

    def _staggered(self, number: int, spec: TextSpec) -> TextSpec:
        """Brief names in so many columns that none lies upon another."""
        rect, flags, text = spec
        width = self._widest(self.style["tickFont"]) + _GAP
        return rect.translated(-width * (number % self._beside), 0), flags, text

    def _fitted(self, pixels: float) -> QFont:
        """The usual letters, or smaller ones if each name then has its place of so many pixels."""
        font = QFont(self.font())
        usual = QFontInfo(font).pixelSize()
        font.setPixelSize(usual)
        is_down = self.orientation == "left" or self.is_turned
        places = _MOST_BESIDE if self._are_staggered else 1
        for size in range(usual, _LEAST_PIXELS - 1, -1):
            font.setPixelSize(size)
            if (1.05 * size if is_down else self._widest(font) + _GAP) <= pixels * places:
                return font
        font.setPixelSize(usual)
        return font

    def _widest(self, font: QFont) -> float:
        metrics = QFontMetricsF(font)
        return max(metrics.horizontalAdvance(name) for name in self.names)

    def drawPicture(  # noqa: N802
        self,
        p: QPainter,
        axisSpec: object,
        tickSpecs: object,
        textSpecs: Sequence[TextSpec],
    ) -> None:
        """Names that are wider than their place are turned."""
        if not (self.names and self.is_turned):
            super().drawPicture(p, axisSpec, tickSpecs, textSpecs)
            return
        super().drawPicture(p, axisSpec, tickSpecs, [])
        for rect, _, text in textSpecs:
            p.save()
            p.translate(rect.center().x(), rect.top() + 2)
            p.rotate(-90)
            place = QRectF(-_MOST_WIDTH, -_LINE / 2, _MOST_WIDTH, _LINE)
            p.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
            p.restore()

    @property
    def _most(self) -> float:
        """How wide a name may be; turned ones leave most of a low plot to what is drawn."""
        plot = self.parentItem()
        if not self.is_turned or plot is None:
            return _MOST_WIDTH
        return min(_MOST_WIDTH, max(_LEAST_TURNED, _TURNED_SHARE * plot.boundingRect().height()))

    @property
    def _are_staggered(self) -> bool:
        """Whether names stand in several columns where there are too many for one."""
        is_brief = all(len(name) <= _BRIEF for name in self.names)
        return self.orientation == "left" and is_brief and _FEW < len(self.names) <= _MOST_NAMES

    @property
    def _stay_upright(self) -> bool:
        """Whether names are brief, or count something: some of them can stand for all."""
        return all(len(name) <= _BRIEF or without_thousands(name).isdigit() for name in self.names)

    def _redraw(self) -> None:
        self.picture = None
        self.update()
