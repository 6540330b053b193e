"""The mark of a column that no file has: an f, as in a formula."""

import functools

from PySide6.QtGui import QIcon

from workbench.shell.icons import icon
from workbench.shell.theme import Theme

COMPUTED = "ƒ"
"""The mark where there is only text."""


def computed_mark(theme: Theme) -> QIcon:
    """The mark in the colours of a theme."""
    return _mark(theme.accent)


@functools.lru_cache(maxsize=8)
def _mark(colour: str) -> QIcon:
    return icon("function-variant", colour)
