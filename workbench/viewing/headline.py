"""A sentence above a plot that says what there is to see."""

import re

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout

from workbench.shell.fitting.breaking import unparted
from workbench.shell.theme import GRID
from workbench.viewing.view import View

_SHARE = 0.14
"""Of a view's height, for words: in a low one the last sentences are in the tip alone."""
_NEXT_SENTENCE = re.compile(r"(?<=[.!?]) (?![^<]*</)")
"""Where a sentence ends that no mark-up goes on beyond."""


class ViewWords(QLabel):
    """Words that change from round to round. Their place only grows: the plot never jumps.

    In a low view the last sentences give way to the plot, and are in the tip alone.
    """

    def __init__(self, view: View) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.sentence, self._tip = "", ""
        self._view = view
        view.installEventFilter(self)

    @property
    def whole(self) -> str:
        """All that is said; no number is parted from its percent sign."""
        return unparted(self.sentence)

    def say(self, sentence: str, tip: str = "") -> None:
        """Say in rich text what there is to see, and more of it in the tip."""
        if (sentence, tip) == (self.sentence, self._tip):
            return
        self.sentence, self._tip = sentence, tip
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

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """A lower view has room for fewer lines."""
        if isinstance(event, QResizeEvent) and event.oldSize().height() != event.size().height():
            self.setMinimumHeight(0)
            self._take_room()
        return super().eventFilter(watched, event)

    def _take_room(self) -> None:
        self._cut()
        needed = max(self.fontMetrics().height() + 4, self.heightForWidth(self.width()))
        self.setMinimumHeight(max(self.minimumHeight(), needed))

    def _cut(self) -> None:
        """Say as many sentences as there is room for, one at least; the tip has the others."""
        sentences = _NEXT_SENTENCE.split(self.whole)
        most = max(_SHARE * self._view.height(), 2.4 * self.fontMetrics().lineSpacing() + 4)
        self.setText(self.whole)
        kept = len(sentences)
        while kept > 1 and self.heightForWidth(self.width()) > most:
            kept -= 1
            self.setText(" ".join(sentences[:kept]) + " …")
        told = [self.sentence] if kept < len(sentences) else []
        self.setToolTip("<br><br>".join([*told, *filter(None, [self._tip])]))


class PlotWords(ViewWords):
    """Words of the whole width of a view, above its plot."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.setContentsMargins(GRID, 0, GRID, 4)
        parent = view.content.parentWidget()
        body = parent.layout() if parent is not None else None
        assert isinstance(body, QVBoxLayout)
        body.insertWidget(1, self)
        self._take_room()
