"""The rail at the left: the places of the window, which one is in, and how far each is."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from workbench.frame.leading.places import PLACES, TICK, Mark, RailPlace, Work
from workbench.shell.icons import icon
from workbench.shell.theme import GRID, LIGHT, Theme

_ICON = 22
_BAR = 3
"""How wide the mark of the place is that one is in."""
_STEPS = {
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Home: -len(PLACES),
    Qt.Key.Key_End: len(PLACES),
}


class RailButton(QToolButton):
    """One place: an icon, a word under it, and a small mark of how far one is."""

    def __init__(self, place: RailPlace, action: QAction) -> None:
        super().__init__()
        self.place = place
        self.mark: Mark | None = None
        self.theme: Theme = LIGHT
        self.setCheckable(True)
        self.setText(place.title)
        self.setToolTip(action.toolTip())
        self.setAccessibleName(place.title)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.clicked.connect(action.trigger)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Room for the word, whatever the size of the text is."""
        least = self.minimumSizeHint()
        return QSize(least.width(), least.height() + 2 * GRID)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """In a low window the places stand closer to each other."""
        metrics = QFontMetrics(self._word_font())
        width = metrics.horizontalAdvance(max(PLACES, key=lambda each: len(each.title)).title)
        return QSize(max(72, width + 3 * GRID), _ICON + metrics.height() + 2 * GRID)

    def tell(self, mark: Mark | None) -> None:
        """Show how far one is there."""
        if mark != self.mark:
            self.mark = mark
            self.setAccessibleDescription(mark.words if mark else "")
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the place; the one that one is in has the accent, and no other."""
        painter, theme = QPainter(self), self.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked() or self.underMouse():
            painter.fillRect(self.rect(), QColor(theme.base))
        if self.isChecked():
            painter.fillRect(0, 0, _BAR, self.height(), QColor(theme.accent))
        if self.hasFocus():
            painter.setPen(QColor(theme.accent))
            inner = QRectF(self.rect()).adjusted(_BAR + 1.5, 1.5, -1.5, -1.5)
            painter.drawRoundedRect(inner, 4, 4)
        font = self._word_font()
        metrics = QFontMetrics(font)
        colour = theme.text if self.isChecked() else theme.quiet_text
        top = (self.height() - _ICON - metrics.height()) // 2
        place = QRect((self.width() - _ICON) // 2, top, _ICON, _ICON)
        drawn = theme.accent if self.isChecked() else theme.quiet_text
        icon(self.place.icon, drawn).paint(painter, place)
        painter.setFont(font)
        painter.setPen(QColor(colour))
        word = QRect(0, place.bottom() + 1, self.width(), metrics.height())
        painter.drawText(word, Qt.AlignmentFlag.AlignCenter, self.place.title)
        if self.mark is not None:
            self._draw_mark(painter, self.mark, QPointF(place.right() - 1, place.top()))
        painter.end()

    def _draw_mark(self, painter: QPainter, mark: Mark, corner: QPointF) -> None:
        theme = self.theme
        if mark.short == TICK:
            place = QRect(int(corner.x()), int(corner.y()) - 4, 14, 14)
            icon("check-bold", theme.quiet_text).paint(painter, place)
            return
        font = self._word_font()
        font.setBold(True)
        painter.setFont(font)
        metrics = QFontMetrics(font)
        width = max(metrics.horizontalAdvance(mark.short) + GRID, metrics.height())
        height = metrics.height()
        pill = QRectF(min(corner.x(), self.width() - width - 2), corner.y() - 5, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.line))
        painter.drawRoundedRect(pill, height / 2, height / 2)
        painter.setPen(QColor(theme.text))
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, mark.short)

    def _word_font(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.9)
        return font


class Rail(QFrame):
    """The places, one below the other; the arrow keys go from one to the next."""

    def __init__(self, actions: Mapping[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = LIGHT
        self.setAccessibleName("Places")
        self.buttons = {place.name: RailButton(place, actions[place.name]) for place in PLACES}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 1, 0)
        column.setSpacing(0)
        for button in self.buttons.values():
            column.addWidget(button)
        column.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)

    def show_place(self, name: str) -> None:
        """Mark the place that one is in; none by an empty name."""
        for button in self.buttons.values():
            button.setChecked(button.place.name == name)

    def tell(self, work: Work) -> None:
        """Show how far the work is."""
        for button in self.buttons.values():
            button.tell(button.place.mark(work))

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme
        self.update()
        for button in self.buttons.values():
            button.theme = theme
            button.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """A line between the places and what they show."""
        painter = QPainter(self)
        painter.fillRect(self.width() - 1, 0, 1, self.height(), QColor(self.theme.line))
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Go up and down; Enter does what Space does."""
        buttons: Sequence[RailButton] = list(self.buttons.values())
        at = next((place for place, each in enumerate(buttons) if each.hasFocus()), None)
        if at is None:
            super().keyPressEvent(event)
        elif (step := _STEPS.get(Qt.Key(event.key()))) is not None:
            buttons[max(0, min(len(buttons) - 1, at + step))].setFocus()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            buttons[at].click()
        else:
            super().keyPressEvent(event)
