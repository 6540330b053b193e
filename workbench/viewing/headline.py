"""A sentence above a plot that says what there is to see."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout

from workbench.shell.theme import GRID
from workbench.viewing.view import View


class PlotWords(QLabel):
    """Words that change from round to round. Their place only grows: the plot never jumps."""

    def __init__(self, view: View) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setContentsMargins(GRID, 0, GRID, 4)
        self.sentence = ""
        parent = view.content.parentWidget()
        body = parent.layout() if parent is not None else None
        assert isinstance(body, QVBoxLayout)
        body.insertWidget(1, self)
        self._take_room()

    def say(self, sentence: str) -> None:
        """Say in rich text what there is to see; no number is parted from its percent sign."""
        if sentence == self.sentence:
            return
        self.sentence = sentence
        self.setText(sentence.replace(" %", "\N{NO-BREAK SPACE}%"))
        self._take_room()

    def release(self) -> None:
        """Take no more room than what is said next needs."""
        self.setMinimumHeight(0)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Another width, other lines."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.setMinimumHeight(0)
            self._take_room()

    def _take_room(self) -> None:
        needed = max(self.fontMetrics().height() + 4, self.heightForWidth(self.width()))
        self.setMinimumHeight(max(self.minimumHeight(), needed))
