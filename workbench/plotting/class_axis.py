"""An axis of names, of shares or of numbers: what its ticks say is chosen while it is shown."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from core.base.shortening import short_names
from workbench.plotting.number_axis import NumberAxis, TextSpec, TickLevel

_LINE = 14
"""The height of a line of ticks' text, in pixels."""
_MOST_WIDTH = 96
_LABEL = 24
_MANY = 10


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
        super().__init__(orientation)
        self.setStyle(autoExpandTextSpace=False)

    def say_names(self, names: Sequence[str]) -> None:
        """Ticks are names from now on."""
        self.names = tuple(names)
        self.setStyle(tickLength=0)
        self.fit()

    def say_numbers(self, is_share: bool = False, is_whole: bool = False) -> None:
        """Ticks are numbers, whole ones only if asked, or shares in percent."""
        self.names, self.is_turned = (), False
        self.is_share, self.is_whole = is_share, is_whole
        self.setStyle(tickLength=-5)
        if self.orientation == "left":
            self.setWidth(64)
        else:
            self.setHeight(44)
        self._redraw()

    def fit(self) -> None:
        """Take as much room as the names need, but no more than a quarter of a small plot."""
        if not self.names:
            return
        font = QFontMetricsF(self.font())
        widest = max(font.horizontalAdvance(name) for name in self.names) + 8
        text = min(widest, _MOST_WIDTH)
        if self.orientation == "left":
            self.setWidth(int(text) + _LABEL)
        else:
            is_tight = text > self.geometry().width() / len(self.names)
            self.is_turned = is_tight and not self._are_numbers
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
        step = _round_step(_LINE / pixels) if is_down else 1
        if self._are_numbers and not is_down:
            longest = max(self.names, key=len)
            step = _round_step((QFontMetricsF(self.font()).horizontalAdvance(longest) + 8) / pixels)
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
        font = QFontMetricsF(self.font())
        room = _MOST_WIDTH - 8.0
        if self.orientation == "bottom" and not self.is_turned:
            room = max(16.0, self.geometry().width() / len(self.names) - 4)
        if self._are_numbers:
            return [self.names[int(value)] for value in values]
        shown = [self.names[int(value)] for value in values]
        return list(short_names(shown, room, font.horizontalAdvance))

    def apart(self, texts: Sequence[TextSpec]) -> list[TextSpec]:
        """Turned names stand side by side: how many there are was decided with their places."""
        is_decided = self.names and not self._are_numbers
        return list(texts) if is_decided else super().apart(texts)

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
    def _are_numbers(self) -> bool:
        """Whether the names count something: some of them stand for all."""
        return all(name.replace(",", "").isdigit() for name in self.names)

    def _redraw(self) -> None:
        self.picture = None
        self.update()
