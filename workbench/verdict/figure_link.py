"""A line of text that leads somewhere: by mouse, by Tab and Enter, or for a screen reader."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from workbench.shell.theme import LIGHT, Theme
from workbench.shell.tips import plain

EDGE = 2
"""Between the text and the mark of the focus."""
_LEAST = 48
_SHARES = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75)
"""Letters may shrink to these shares before a line is cut."""


class FigureLink(QPushButton):
    """Ends in … where room is short; without a place to lead to, it is a plain line."""

    def __init__(
        self,
        *,
        is_strong: bool = False,
        size: float = 1.0,
        shrinks: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._is_strong, self._size, self._shrinks = is_strong, size, shrinks
        self._where = ""
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.tell("", "")

    def tell(self, text: str, where: str) -> None:
        """Show a text, and say where it leads; nowhere if that is empty."""
        self._where = where
        self.setText(text)
        self.setAccessibleName(text)
        self.setAccessibleDescription(where)
        self.setToolTip(plain(f"{text}\n{where}".strip()))
        self.setFocusPolicy(
            Qt.FocusPolicy.StrongFocus if where and text else Qt.FocusPolicy.NoFocus
        )
        self.setEnabled(bool(where and text))
        cursor = Qt.CursorShape.PointingHandCursor if where else Qt.CursorShape.ArrowCursor
        self.setCursor(cursor)
        self.updateGeometry()
        self.update()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self.update()

    @property
    def letters(self) -> QFont:
        """Those around it, larger or stronger: a font of its own would not follow another size."""
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * self._size)
        font.setWeight(QFont.Weight.DemiBold if self._is_strong else QFont.Weight.Normal)
        return font

    def _fitted(self, room: int) -> QFont:
        """Its letters, or somewhat smaller ones if the text is whole then."""
        font = self.letters
        usual = font.pointSizeF()
        for share in _SHARES:
            font.setPointSizeF(usual * share)
            if QFontMetrics(font).horizontalAdvance(self.text()) <= room:
                return font
        return self.letters

    @property
    def is_whole(self) -> bool:
        """Whether all of the text is drawn."""
        room = self.width() - 2 * EDGE
        return QFontMetrics(self._fitted(room)).horizontalAdvance(self.text()) <= room

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Enter does what Space does, as in every link."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Room for all of the text."""
        metrics = QFontMetrics(self.letters)
        return QSize(metrics.horizontalAdvance(self.text()) + 2 * EDGE + 1, metrics.height() + EDGE)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Some letters of it, or all."""
        whole = self.sizeHint()
        return QSize(min(_LEAST, whole.width()), whole.height()) if self._shrinks else whole

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw as much of the text as there is room for."""
        painter = QPainter(self)
        room = self.width() - 2 * EDGE
        font = self._fitted(room)
        text = QFontMetrics(font).elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        colour = self._theme.accent if self._where else self._theme.quiet_text
        if self._is_strong and not self._where:
            colour = self._theme.text
        font.setUnderline(bool(self._where) and self.underMouse())
        painter.setFont(font)
        painter.setPen(QColor(colour))
        area = self.rect().adjusted(EDGE, 0, -EDGE, 0)
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(area, align, text)
        if self.hasFocus():
            painter.setPen(QColor(self._theme.accent))
            painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 3, 3)
        painter.end()
