"""How a view stands in the window: what its folder says of it before it is loaded.

A view is a package with a `TAB` and a module `view`; the package `weak_learners` has the class
`WeakLearners` there. To read the tabs no view is loaded: the first window needs none of them.
"""

import enum
from dataclasses import dataclass


class Side(enum.Enum):
    """Which of the groups of tabs a view stands in at first."""

    LEFT = "left"
    RIGHT = "right"
    BELOW = "below"
    """Under both of them."""


@dataclass(frozen=True)
class Tab:
    """Declared by a view's package, as `TAB`."""

    title: str
    """What stands on the tab and in the menus: short."""
    side: Side
    order: int
    """Its place within its group: lower is further to the left."""
    in_report: bool = True
    """Whether a report has a picture of it."""
    in_audit: bool = False
    """Whether the audit command draws it beside the ranking."""
    on_request: bool = False
    """Whether it takes long, so that it is drawn only where somebody asked for it."""
