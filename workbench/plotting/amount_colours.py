"""The colours of amounts where they are drawn as points upon a theme's ground."""

import pyqtgraph as pg

from workbench.shell.theme import Theme

_SPANS = {"light": (0.0, 0.85), "dark": (0.37, 1.0)}
"""The part of viridis that stands out from the ground of a theme: violet does from white alone."""


def amount_colours(theme: Theme, count: int) -> tuple[str, ...]:
    """So many colours, that of the lowest amount first."""
    return _between(*_SPANS[theme.name], count)


def all_amount_colours(count: int) -> tuple[str, ...]:
    """The same from end to end, for pictures that leave no ground between the colours."""
    return _between(0.0, 1.0, count)


def _between(low: float, high: float, count: int) -> tuple[str, ...]:
    table = pg.colormap.get("viridis").getLookupTable(low, high, count)
    return tuple(f"#{red:02X}{green:02X}{blue:02X}" for red, green, blue in table[:, :3])
