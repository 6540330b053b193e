"""What the values of a row add, as a few bars to both sides of a line, with names and amounts."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.base.shortening import short_names
from core.judging.why.words import RowWhy
from workbench.shell.theme import GRID, LIGHT, Theme
from workbench.shell.tips import plain

_NAMES, _AMOUNTS = 0.44, 0.18
"""The shares of the width that names and amounts have; bars have the rest."""
_GAP = 6


class ReasonBars(QWidget):
    """The largest first; the rest is one bar at the end."""

    def __init__(self, most: int = 6, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._most = most
        self.theme: Theme = LIGHT
        self.bars: tuple[tuple[str, str, float], ...] = ()
        """Text, amount and size of each bar."""
        self._classes: tuple[str, ...] = ()
        self._about: int | None = None
        self.title = ""
        self.setAccessibleName("What each value adds")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_why(self, why: RowWhy | None, classes: Sequence[str] = ()) -> None:
        """Show a row's reasons, or none."""
        self.bars = _bars(why, self._most) if why is not None else ()
        self._classes = tuple(classes)
        self._about = classes.index(why.about) if why is not None and classes else None
        self.title = ""
        if why is not None:
            subject = why.measure.subject(why.about, why.against).removeprefix("The ")
            self.title = f"what each value adds to the {subject}"
        told = f"{self.title}: " + ", ".join(f"{text} {amount}" for text, amount, _ in self.bars)
        self.setAccessibleDescription(told)
        self.setToolTip(plain("\n".join(f"{text}  {amount}" for text, amount, _ in self.bars)))
        self.setVisible(bool(self.bars))
        self.updateGeometry()
        self.update()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme
        self.update()

    @property
    def _line(self) -> int:
        return QFontMetrics(self.font()).height() + 4

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """A line a bar."""
        return QSize(30 * GRID, self._line * (1 + len(self.bars)))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """All bars, however narrow."""
        return QSize(16 * GRID, self._line * (1 + len(self.bars)))

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw names, bars and amounts."""
        painter, metrics = QPainter(self), QFontMetrics(self.font())
        names, amounts = int(_NAMES * self.width()), int(_AMOUNTS * self.width())
        left, room = names + _GAP, self.width() - names - amounts - 2 * _GAP
        sizes = [size for _, _, size in self.bars]
        low, high = min(0.0, *sizes, 0.0), max(0.0, *sizes, 0.0)
        scale = room / ((high - low) or 1.0)
        zero = left - low * scale
        up, down = self._pair
        painter.setPen(QColor(self.theme.quiet_text))
        title = metrics.elidedText(self.title, Qt.TextElideMode.ElideMiddle, self.width())
        painter.drawText(QRectF(0, 0, self.width(), self._line), title)
        painter.translate(0, self._line)
        texts = short_names([text for text, _, _ in self.bars], names, metrics.horizontalAdvance)
        for place, (_, amount, size) in enumerate(self.bars):
            top = place * self._line
            painter.setPen(QColor(self.theme.text))
            at = QRectF(0, top, names, self._line)
            painter.drawText(at, int(Qt.AlignmentFlag.AlignVCenter), texts[place])
            painter.fillRect(
                QRectF(zero + min(0.0, size * scale), top + 3, abs(size) * scale, self._line - 6),
                QColor(up if size > 0 else down),
            )
            painter.setPen(QColor(self.theme.quiet_text))
            right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            at = QRectF(self.width() - amounts, top, amounts, self._line)
            painter.drawText(at, int(right), amount)
        painter.setPen(QColor(self.theme.quiet_text))
        painter.drawLine(int(zero), 0, int(zero), self._line * len(self.bars))

    @property
    def _pair(self) -> tuple[str, str]:
        """The colours of what speaks for, and against: see `for_and_against`."""
        return for_and_against(self.theme, self._classes, self._about)


def for_and_against(
    theme: Theme, classes: Sequence[str], about: int | None, against: int | None = None
) -> tuple[str, str]:
    """The colours of what speaks for a class, and against it: the classes' own where they are two.

    Of a number, of what raises and what lowers it.
    """
    if about is None:
        return theme.accent, theme.validation
    own = theme.classes[about % len(theme.classes)]
    if against is None and len(classes) == 2:
        against = 1 - about
    return own, theme.quiet_text if against is None else theme.classes[against % len(theme.classes)]


def _bars(why: RowWhy, most: int) -> tuple[tuple[str, str, float], ...]:
    reasons = [reason for reason in why.reasons if reason.adds != 0]
    shown = reasons if len(reasons) <= most else reasons[: most - 1]
    found = [(each.text, why.measure.added(each.adds), each.adds) for each in shown]
    if len(shown) < len(reasons):
        rest = sum(each.adds for each in reasons[len(shown) :])
        found.append((f"{len(reasons) - len(shown)} others", why.measure.added(rest), rest))
    return tuple((text, amount.removesuffix(" points"), size) for text, amount, size in found)
