"""The error as a picture: on a short scale its interval, the point in it, and guessing."""

import itertools
import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.base.wording import error_text, fixed
from workbench.shell.theme import GRID, LIGHT, Theme
from workbench.verdict.content import ErrorSpan

_WIDTH, LEAST_WIDTH = 240, 120
_BAR, _POINT = 8, 5.0


class ErrorScale(QWidget):
    """Painted from 0 to a little beyond what there is to show."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.scale: ErrorSpan | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setMaximumWidth(2 * _WIDTH)
        self.setMinimumWidth(LEAST_WIDTH)
        self.setAccessibleName("Error beside guessing")

    def tell(self, scale: ErrorSpan | None) -> None:
        """Show an error, or nothing."""
        self.scale = scale
        words = "" if scale is None else scale.words
        self.setAccessibleDescription(words)
        self.setToolTip(words)
        self.update()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Room for the bar, and for the numbers below it."""
        return QSize(_WIDTH, 2 * self.fontMetrics().height() + 2 * GRID)

    @property
    def end(self) -> float:
        """Where the scale ends."""
        assert self.scale is not None
        most = max(self.scale.error.high, self.scale.guess or 0.0)
        if self.scale.is_share:
            return min(1.0, max(1.15 * most, 0.01))
        return 1.15 * most if most > 0 else 1.0

    def place(self, value: float) -> float:
        """Where a value is, in pixels from the left."""
        return GRID + value / self.end * (self.width() - 2 * GRID)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the axis, then guessing, then the error."""
        if self.scale is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = (self.height() - self.fontMetrics().height()) / 2
        self._draw_axis(painter, middle)
        if self.scale.guess is not None:
            painter.setPen(QPen(QColor(self._theme.guess), 2))
            at = self.place(self.scale.guess)
            painter.drawLine(QPointF(at, middle - 1.5 * GRID), QPointF(at, middle + 1.5 * GRID))
        self._draw_error(painter, middle)
        painter.end()

    def _draw_axis(self, painter: QPainter, middle: float) -> None:
        painter.setPen(QPen(QColor(self._theme.edge), 1))
        painter.drawLine(QPointF(GRID, middle), QPointF(self.width() - GRID, middle))
        height, top = self.fontMetrics().height(), middle + 1.5 * GRID
        for value, text, left, width in self.ticks():
            painter.setPen(QPen(QColor(self._theme.edge), 1))
            at = self.place(value)
            painter.drawLine(QPointF(at, middle - 3), QPointF(at, middle + 3))
            painter.setPen(QColor(self._theme.quiet_text))
            painter.drawText(QRectF(left, top, width, height), Qt.AlignmentFlag.AlignCenter, text)

    def ticks(self) -> list[tuple[float, str, float, float]]:
        """Each tick's value, its label, and where the label starts and how wide it is.

        As many round values as there is room for, so that no two labels touch.
        """
        assert self.scale is not None
        metrics = self.fontMetrics()
        for parts in (5, 4, 3, 2, 1):
            step = _round_step(self.end / parts)
            found: list[tuple[float, str, float, float]] = []
            for number in range(int(self.end / step + 1e-9) + 1):
                value = number * step
                text = _tick_text(value, step, self.scale.is_share)
                width = metrics.horizontalAdvance(text) + 2.0
                left = min(max(0.0, self.place(value) - width / 2), self.width() - width)
                found.append((value, text, left, width))
            pairs = itertools.pairwise(found)
            if all(one[2] + one[3] + GRID <= other[2] for one, other in pairs):
                return found
        return found[:1]

    def _draw_error(self, painter: QPainter, middle: float) -> None:
        assert self.scale is not None
        error, colour = self.scale.error, QColor(self._theme.validation)
        left, right = self.place(error.low), self.place(error.high)
        pale = QColor(colour)
        pale.setAlpha(110)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(pale)
        bar = QRectF(left, middle - _BAR / 2, max(1.0, right - left), _BAR)
        painter.drawRoundedRect(bar, 2, 2)
        painter.setBrush(colour)
        painter.drawEllipse(QPointF(self.place(error.share), middle), _POINT, _POINT)


def _round_step(least: float) -> float:
    """The next 1, 2 or 5 times a power of ten."""
    size = 10.0 ** math.floor(math.log10(least))
    return next(size * times for times in (1, 2, 5, 10) if size * times >= least * (1 - 1e-9))


def _tick_text(value: float, step: float, is_share: bool) -> str:
    if not is_share:
        return error_text(value, False)
    return f"{100 * value:.0f} %" if step >= 0.0099 else f"{fixed(100 * value, 1)} %"
