"""An axis that knows the names of categories, and where missing values stand."""

import html
import math
from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QGraphicsSceneResizeEvent

from core.base.shortening import short_names
from core.judging.diagnostics.positions import Positions
from workbench.plotting.axes.number_axis import NumberAxis, TextSpec, TickLevel

_LONGEST = 14
_LINE, _BELOW = 18, 26
"""The heights of a line of ticks' texts, and of what lies below: a gap and the axis's name."""


class ColumnAxis(NumberAxis):
    """Numbers as people read them, or the names of places."""

    separated_from = 10_000  # 2022 may be a year
    elision = Qt.TextElideMode.ElideMiddle  # names of columns differ at their ends

    def __init__(self, orientation: str) -> None:
        self.positions: Positions | None = None
        self.texts: dict[float, str] = {}
        """The names of places, as short as they are written."""
        self.is_turned = False
        super().__init__(orientation)

    def show_places(self, positions: Positions) -> None:
        """Take the names of a column's places."""
        self.positions = positions
        self.is_whole = positions.is_whole
        places, names = zip(*positions.ticks, strict=True) if positions.ticks else ((), ())
        self.texts = dict(zip(places, short_names(names, _LONGEST), strict=True))
        if self.orientation == "left":
            longest = max((len(text) for text in self.texts.values()), default=0)
            self.setWidth(40 + 6 * max(5, longest))
        self.setLabel(html.escape(positions.name))
        self.fit()

    def fit(self) -> None:
        """Turn the names of categories where they are wider than their places."""
        if self.orientation == "bottom":
            metrics = QFontMetricsF(self.font())
            widest = max(
                (metrics.horizontalAdvance(text) for text in self.texts.values()), default=0
            )
            is_category = self.positions is not None and self.positions.is_category
            room = self.geometry().width() / max(1, len(self.texts))
            self.is_turned = is_category and widest + 8 > room
            self.setHeight(_BELOW + (int(widest) if self.is_turned else _LINE))
        self.picture = None
        self.update()

    def resizeEvent(self, ev: QGraphicsSceneResizeEvent | None = None) -> None:  # noqa: N802
        """Another width, other names that fit."""
        super().resizeEvent(ev)
        if ev is not None and ev.oldSize().width() != ev.newSize().width():
            self.fit()

    def tickValues(  # noqa: N802 - pyqtgraph's name
        self, low: float, high: float, size: float
    ) -> list[TickLevel]:
        """The named places that there is room for, or round numbers and where missing ones are."""
        positions = self.positions
        if positions is None or not positions.ticks:
            return super().tickValues(low, high, size)
        if not positions.is_category:
            place = positions.missing_place
            numbers = [
                (spacing, [value for value in values if value >= positions.lowest])
                for spacing, values in super().tickValues(low, high, size)
            ]
            # In front: only the first levels of ticks have texts.
            return [(None, [place] if low <= place <= high else []), *numbers]
        first, last = max(0, math.ceil(low)), min(len(positions.ticks) - 1, math.floor(high))
        is_across = self.orientation == "bottom" and not self.is_turned
        # Side by side, what does not fit is left out later; below one another, by equal steps.
        step = 1 if is_across else max(1, math.ceil((high - low) * _LINE / max(1.0, size)))
        return [(step, [float(place) for place in range(first, last + 1) if place % step == 0])]

    def tickStrings(  # noqa: N802
        self, values: Sequence[float], scale: float, spacing: float | None
    ) -> list[str]:
        """The ticks' texts."""
        texts = super().tickStrings(values, scale, spacing)
        return [self.texts.get(value, text) for value, text in zip(values, texts, strict=True)]

    def apart(self, texts: Sequence[TextSpec]) -> list[TextSpec]:
        """Turned texts stand side by side, as their steps let them."""
        return list(texts) if self.is_turned else super().apart(texts)

    def drawPicture(  # noqa: N802
        self, p: QPainter, axisSpec: object, tickSpecs: object, textSpecs: Sequence[TextSpec]
    ) -> None:
        """Names that are wider than their places are turned."""
        if not self.is_turned:
            super().drawPicture(p, axisSpec, tickSpecs, textSpecs)
            return
        super().drawPicture(p, axisSpec, tickSpecs, [])
        for rect, _, text in textSpecs:
            p.save()
            p.translate(rect.center().x(), rect.top() + 2)
            p.rotate(-90)
            place = QRectF(-self.height(), -_LINE / 2, self.height(), _LINE)
            p.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
            p.restore()


def short(name: str, longest: int = _LONGEST) -> str:
    """A name that fits into a plot."""
    return name if len(name) <= longest else f"{name[: longest - 1]}…"
