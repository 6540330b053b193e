"""Which rows a view is about."""

import enum


class RowsShown(enum.Enum):
    """Which rows a view is about, where the window does not hold all of them."""

    DRAWN = "drawn"
    """A fair sample, and the most suspicious of all."""
    ALL = "all"
    NONE = "none"
    """What it shows has nothing to do with single rows."""
