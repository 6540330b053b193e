"""How a view is drawn for a file."""

from dataclasses import dataclass

from workbench.shell.theme import LIGHT, Theme


@dataclass(frozen=True)
class FigureStyle:
    """How a view is drawn: its size, how many pixels make one of it, and its colours."""

    width: int = 0
    """In pixels of the screen, at 96 to the inch; 0 is as it is in the window."""
    height: int = 0
    scale: float = 2.0
    theme: Theme = LIGHT
