"""The body of the view: a plot with its scroll bar, values to try beside it, words below."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QScrollBar,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from workbench.shell.theme import GRID
from workbench.viewing.headline import ViewWords
from workbench.viewing.view import View
from workbench.views.why.try_panel import TryPanel

DRAWN, WORDS = range(2)
_WIDE = 620
"""So wide, the plot and the values to try stand side by side."""


class WhyBody(QWidget):
    """Shows the plot, or words where there is nothing to draw."""

    def __init__(
        self, view: View, canvas: QWidget, scroll_bar: QScrollBar, panel: TryPanel
    ) -> None:
        super().__init__()
        self.caption = ViewWords(view)
        self.caption.setContentsMargins(GRID, 0, GRID, 4)
        self.turns = QLabel(wordWrap=True)
        self.turns.setAccessibleName("Nearest changes")
        self.turns.setTextFormat(Qt.TextFormat.RichText)
        self.turns.setContentsMargins(GRID, 4, GRID, GRID)
        self.turns.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByKeyboard
            | Qt.TextInteractionFlag.LinksAccessibleByMouse
        )
        self.words = QLabel(wordWrap=True, alignment=Qt.AlignmentFlag.AlignCenter)
        self.words.setProperty("quiet", True)
        self.words.setMargin(24)
        self.progress = QProgressBar()
        self.progress.setAccessibleName("Asking about many rows")
        self.plot = plot = QWidget()
        row = QHBoxLayout(plot)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(canvas, 1)
        row.addWidget(scroll_bar)
        self.panel = panel
        self.split = QSplitter()
        self.split.addWidget(plot)
        self.split.addWidget(panel)
        self.split.setChildrenCollapsible(False)
        self.split.setStretchFactor(0, 3)
        self.split.setStretchFactor(1, 2)
        for label in (self.caption, self.turns):
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        drawn, said = QWidget(), QWidget()
        column = QVBoxLayout(drawn)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.caption)
        column.addWidget(self.split, 1)
        column.addWidget(self.turns)
        inner = QVBoxLayout(said)
        inner.addWidget(self.words, 1)
        inner.addWidget(self.progress)
        self.pages = QStackedWidget()
        for page in (drawn, said):
            self.pages.addWidget(page)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.pages, 1)

    def show_trying(self, is_trying: bool) -> None:
        """Show the values to try: beside the plot, or in its place where there is little room."""
        self.panel.setVisible(is_trying)
        self.plot.setVisible(not is_trying or self.width() >= _WIDE)

    def show_drawn(self, caption: str, turns: str) -> None:
        """Show the plot, with words in rich text above and below it."""
        self.caption.release()
        self.caption.say(caption)
        self.turns.setText(turns.replace(" %", "\N{NO-BREAK SPACE}%"))
        self.turns.setVisible(bool(turns))
        self.pages.setCurrentIndex(DRAWN)

    def say(self, sentence: str, share: float | None = None) -> None:
        """Show words alone, and how far something is."""
        self.words.setText(sentence)
        self.progress.setVisible(share is not None)
        self.progress.setValue(round(100 * (share or 0.0)))
        self.pages.setCurrentIndex(WORDS)
