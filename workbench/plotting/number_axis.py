"""An axis of numbers as people read them: with separators, whole, or as shares in percent."""

import math
from collections.abc import Sequence

import pyqtgraph as pg

from core.base.wording import readable
from workbench.shell.theme import Theme

_MOST_DIGITS = 6

TickLevel = tuple[float | None, list[float]]
"""How far apart ticks of one importance lie, and where."""


class NumberAxis(pg.AxisItem):
    """Plain numbers, and a text at the very end of the axis too."""

    separated_from = 1_000
    """From here on numbers have separators."""

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
            digits = 0 if spacing is None or spacing >= 0.01 else 1
            return [f"{100 * value:.{digits}f} %" for value in values]
        largest = max((abs(value) for value in values), default=0.0)
        return [number_text(value, spacing, largest >= self.separated_from) for value in values]


def number_text(value: float, spacing: float | None, is_separated: bool = True) -> str:
    """A number of a row of numbers, with as many digits as tell it from its neighbours.

    >>> number_text(2022.5, 0.5, False), number_text(40_000, 10_000), number_text(0.0, 0.5)
    ('2022.5', '40,000', '0')
    """
    if value == 0 or not spacing or not math.isfinite(value):
        return readable(value)
    digits = max(0, math.ceil(-math.log10(spacing) - 1e-9))
    if digits > _MOST_DIGITS or abs(value) >= 1e9:
        return readable(value)
    return f"{value:{',' if is_separated else ''}.{digits}f}"
