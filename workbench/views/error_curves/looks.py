"""How the curves look: by their role, those of other runs by their place."""

from PySide6.QtCore import Qt

from core.learning.rounds import CurveRole
from workbench.shell.theme import Theme

SOLID, DASHED, DOTTED = Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine
_LOOKS = {
    CurveRole.VALIDATION: ("validation", SOLID),
    CurveRole.TRAINING: ("training", SOLID),
    CurveRole.OUT_OF_BAG: ("weighted", Qt.PenStyle.DashDotDotLine),
    CurveRole.LEARNER: ("weighted", SOLID),
    CurveRole.BOUND: ("bound", DASHED),
}
"""The colour in the theme and the line of each role; what is an algorithm's own is told apart by
the colours of the runs."""
_COLOURS = (5, 4, 2, 1)
"""Of the classes' colours, those that the curves of the current run do not have."""
_STYLES = (SOLID, DASHED, Qt.PenStyle.DashDotLine, DOTTED)

Look = tuple[str, Qt.PenStyle]


def look_of(role: CurveRole, place: int, theme: Theme) -> Look:
    """The colour and the line of a curve that stands at a place among those of its role."""
    if role in _LOOKS:
        colour, style = _LOOKS[role]
        return getattr(theme, colour), style if place == 0 else DASHED
    return theme.classes[_COLOURS[place % len(_COLOURS)]], _STYLES[
        place // len(_COLOURS) % len(_STYLES)
    ]


def look_beside(place: int, theme: Theme) -> Look:
    """The colour and the line of another run, the first of them at 0."""
    colour = theme.classes[_COLOURS[(place + 1) % len(_COLOURS)]]
    return colour, _STYLES[(place + 1) % len(_STYLES)]
