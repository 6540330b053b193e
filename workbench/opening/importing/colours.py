"""The colours of the meanings a column can have."""

from PySide6.QtGui import QColor

from core.data.column_plan import ColumnPlan
from core.data.roles import Meaning, Role
from workbench.shell.theme import Theme

_PLACES = {Meaning.NUMBER: 0, Meaning.CATEGORY: 1, Meaning.DATE: 2, Meaning.TEXT: 4}
_TINT = 0.13


def shown_as(planned: ColumnPlan) -> Meaning:
    """The meaning whose colour a column has: one that is ignored is as grey as an identifier."""
    return Meaning.IDENTIFIER if planned.role is Role.IGNORED else planned.meaning


def colour_of(meaning: Meaning, theme: Theme) -> QColor:
    """The colour of a meaning; identifiers, which teach nothing, are grey."""
    place = _PLACES.get(meaning)
    return QColor(theme.quiet_text if place is None else theme.classes[place])


def tint_of(meaning: Meaning, theme: Theme) -> QColor:
    """So little of the colour that text on it stays legible."""
    return mixed(colour_of(meaning, theme), QColor(theme.base), _TINT)


def mixed(colour: QColor, ground: QColor, share: float) -> QColor:
    """A share of one colour on another."""

    def part(over: int, under: int) -> int:
        return round(share * over + (1 - share) * under)

    return QColor(
        part(colour.red(), ground.red()),
        part(colour.green(), ground.green()),
        part(colour.blue(), ground.blue()),
    )
