"""An axis that knows the names of categories, and where missing values stand."""

import html
import math
from collections.abc import Sequence

from PySide6.QtCore import Qt

from core.judging.diagnostics.positions import Positions
from workbench.plotting.number_axis import NumberAxis, TickLevel

_LONGEST = 14
_PIXELS_A_NAME = {"bottom": 76, "left": 18}


class ColumnAxis(NumberAxis):
    """Numbers as people read them, or the names of places."""

    separated_from = 10_000  # 2022 may be a year
    elision = Qt.TextElideMode.ElideMiddle  # names of columns differ at their ends

    positions: Positions | None = None

    def show_places(self, positions: Positions) -> None:
        """Take the names of a column's places."""
        self.positions = positions
        if self.orientation == "left":
            longest = max((len(short(name)) for _, name in positions.ticks), default=0)
            self.setWidth(40 + 6 * max(5, longest))
        self.setLabel(html.escape(short(positions.name, 40)))
        self.picture = None
        self.update()

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
        room = max(1.0, size / _PIXELS_A_NAME.get(self.orientation, 18))
        step = max(1, math.ceil((high - low) / room))
        first, last = max(0, math.ceil(low)), min(len(positions.ticks) - 1, math.floor(high))
        return [(step, [float(place) for place in range(first, last + 1) if place % step == 0])]

    def tickStrings(  # noqa: N802
        self, values: Sequence[float], scale: float, spacing: float | None
    ) -> list[str]:
        """The ticks' texts."""
        names = self.positions.names if self.positions is not None else {}
        texts = super().tickStrings(values, scale, spacing)
        return [
            short(names[value]) if value in names else text
            for value, text in zip(values, texts, strict=True)
        ]


def short(name: str, longest: int = _LONGEST) -> str:
    """A name that fits into a plot."""
    return name if len(name) <= longest else f"{name[: longest - 1]}…"
