"""An axis of numbers as people read them: with separators, whole, or as shares in percent."""

import html
import math
from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QGraphicsSceneResizeEvent

from core.base.numerals import localised
from core.base.wording import fixed, readable
from workbench.shell.theme import Theme

_MOST_DIGITS = 6
_GAP = 4.0
"""How many pixels lie between two texts side by side, at least."""
_LEAST_ROOM = 24
"""An axis shorter than this many pixels is not laid out yet."""

TickLevel = tuple[float | None, list[float]]
"""How far apart ticks of one importance lie, and where."""
TextSpec = tuple[QRectF, object, str]
"""Where a tick's text is written, how it is aligned, and what it says."""
DrawSpecs = tuple[object, object, Sequence[TextSpec]]


class NumberAxis(pg.AxisItem):
    """Plain numbers, and a text at the very end of the axis too."""

    separated_from = 1_000
    """From here on numbers have separators."""
    elision = Qt.TextElideMode.ElideRight
    """Where its name is cut."""

    def __init__(self, orientation: str, *, is_share: bool = False, is_whole: bool = False) -> None:
        self.is_share, self.is_whole = is_share, is_whole
        super().__init__(orientation)
        self.enableAutoSIPrefix(False)
        self.setStyle(hideOverlappingLabels=False, maxTickLevel=1)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.setPen(theme.line)
        self.setTextPen(theme.text)
        self.label.setDefaultTextColor(pg.mkColor(theme.quiet_text))

    def labelString(self) -> str:  # noqa: N802 - pyqtgraph's name
        """The axis's name; where it is longer than the axis, without what it adds, or cut."""
        text = html.unescape(self.labelText)
        size = self.size()
        room = size.height() if self.orientation in ("left", "right") else size.width()
        if room < _LEAST_ROOM or "<" in self.labelText:
            return str(super().labelString())
        metrics = QFontMetricsF(self.label.font())
        is_told = self.elision is Qt.TextElideMode.ElideRight  # what we say; names are whole
        forms = brief_forms(text) if is_told else [text]
        fitting = next((form for form in forms if metrics.horizontalAdvance(form) <= room), None)
        shown = fitting or metrics.elidedText(forms[-1], self.elision, room)
        return html.escape(shown)

    def resizeEvent(self, ev: QGraphicsSceneResizeEvent | None = None) -> None:  # noqa: N802
        """Another length, another part of the name."""
        if self.label is not None:
            self.label.setHtml(self.labelString())
        super().resizeEvent(ev)

    def tickSpacing(  # noqa: N802 - pyqtgraph's names
        self, minVal: float, maxVal: float, size: float
    ) -> list[tuple[float, float]]:
        """No parts of what is whole."""
        levels = super().tickSpacing(minVal, maxVal, size)
        if not self.is_whole or self.logMode:
            return levels
        return [level for level in levels if level[0] >= 1] or [(1.0, 0)]

    def tickStrings(  # noqa: N802
        self, values: Sequence[float], scale: float, spacing: float | None
    ) -> list[str]:
        """The ticks' texts."""
        if self.logMode:
            values = [10.0**value for value in values]
            return [
                f"{readable(100 * value)} %" if self.is_share else readable(value)
                for value in values
            ]
        if self.is_share:
            digits = _digits(100 * spacing) if spacing else 0
            # Adding 0 makes nothing of what is less than nothing.
            return [f"{fixed(round(100 * value, digits) + 0, digits)} %" for value in values]
        largest = max((abs(value) for value in values), default=0.0)
        return [number_text(value, spacing, largest >= self.separated_from) for value in values]

    def generateDrawSpecs(self, p: QPainter) -> DrawSpecs | None:  # noqa: N802
        """No text is written over another one: of two the more important is left."""
        specs: DrawSpecs | None = super().generateDrawSpecs(p)
        if specs is None:
            return None
        axis, ticks, texts = specs
        return axis, ticks, self.apart(texts)

    def apart(self, texts: Sequence[TextSpec]) -> list[TextSpec]:
        """The texts that there is room for, the important ones first."""
        gap = 0.0 if self.orientation in ("left", "right") else _GAP
        kept: list[TextSpec] = []
        for text in texts:
            around = text[0].adjusted(-gap, 0, gap, 0)
            if not any(around.intersects(other[0]) for other in kept):
                kept.append(text)
        return kept


def brief_forms(name: str) -> list[str]:
    """The name of an axis, then without what it adds to it, the most telling form first.

    >>> brief_forms("more rows wrong when the column is shuffled")
    ['more rows wrong when the column is shuffled', 'more rows wrong']
    """
    forms = [name]
    for mark in (" (", ", ", " when "):
        start = forms[-1].partition(mark)[0]
        if start != forms[-1]:
            forms.append(start)
    return forms


def _digits(spacing: float) -> int:
    return max(0, math.ceil(-math.log10(spacing) - 1e-9))


def number_text(value: float, spacing: float | None, is_separated: bool = True) -> str:
    """A number of a row of numbers, with as many digits as tell it from its neighbours.

    >>> number_text(2022.5, 0.5, False), number_text(40_000, 10_000), number_text(0.0, 0.5)
    ('2022.5', '40,000', '0')
    """
    if value == 0 or not spacing or not math.isfinite(value):
        return readable(value)
    digits = _digits(spacing)
    if digits > _MOST_DIGITS or abs(value) >= 1e9:
        return readable(value)
    return localised(f"{value:{',' if is_separated else ''}.{digits}f}")
