"""The body of the view of columns: a sentence, and below it bars, words or a choice."""

import html

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QScrollBar,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from workbench.shell.theme import GRID
from workbench.viewing.headline import ViewWords
from workbench.viewing.view import View
from workbench.views.features.column_keeper import ColumnKeeper

BARS, WORDS, KEEPING = range(3)


class FeaturesBody(QWidget):
    """Shows one of its pages."""

    def __init__(
        self, view: View, canvas: QWidget, scroll_bar: QScrollBar, keeper: ColumnKeeper
    ) -> None:
        super().__init__()
        self.caption = ViewWords(view)
        self.caption.setContentsMargins(GRID, 0, GRID, 4)
        self.words = QLabel(wordWrap=True, alignment=Qt.AlignmentFlag.AlignCenter)
        self.words.setProperty("quiet", True)
        self.words.setMargin(24)
        self.progress = QProgressBar()
        self.progress.setAccessibleName("Shuffling")
        drawn, said = QWidget(), QWidget()
        row = QHBoxLayout(drawn)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(canvas, 1)
        row.addWidget(scroll_bar)
        column = QVBoxLayout(said)
        column.addWidget(self.words, 1)
        column.addWidget(self.progress)
        self.pages = QStackedWidget()
        for page in (drawn, said, keeper):
            self.pages.addWidget(page)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.caption)
        whole.addWidget(self.pages, 1)

    def turn_to(self, page: int, caption: str = "") -> None:
        """Show a page, below a sentence."""
        self.caption.release()
        self.caption.say(html.escape(caption))
        self.caption.setVisible(bool(caption))
        self.pages.setCurrentIndex(page)

    def say(self, sentence: str, share: float | None = None) -> None:
        """Show words alone, and how far something is."""
        self.words.setText(sentence)
        self.progress.setVisible(share is not None)
        self.progress.setValue(round(100 * (share or 0.0)))
        self.turn_to(WORDS)
