"""The place to learn in: the examples, and what each of them shows."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QScrollArea, QWidget

from core.reading.examples import EXAMPLES, Example
from workbench.shell.page import Page
from workbench.shell.theme import GRID

_COLUMN = 400
"""How wide the words about an example are, at most."""


class LearnPage(Page):
    """Every example with a button that opens it."""

    place = "learn"
    example_chosen = Signal(object)
    """An Example."""

    def __init__(self) -> None:
        super().__init__("Learn")
        intro = QLabel(
            "Small files on which one thing can be seen well. Open one, train, and look for what "
            "it shows; nothing that is open is lost."
        )
        intro.setWordWrap(True)
        intro.setProperty("quiet", True)
        self.links: list[QPushButton] = []
        body = QWidget()
        grid = QGridLayout(body)
        grid.setContentsMargins(0, GRID, 0, GRID)
        grid.setHorizontalSpacing(6 * GRID)
        grid.setVerticalSpacing(2 * GRID)
        for place, example in enumerate(EXAMPLES):
            grid.addWidget(self._card(example), place // 2, place % 2)
        grid.setColumnStretch(2, 1)
        grid.setRowStretch(len(EXAMPLES), 1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(body)
        self.column.addWidget(intro)
        self.column.addWidget(scroll, 1)

    def _card(self, example: Example) -> QWidget:
        link = QPushButton(example.name)
        link.setProperty("quiet", True)
        link.setCursor(Qt.CursorShape.PointingHandCursor)
        link.setAccessibleName(f"Open {example.name}")
        link.setAutoDefault(True)
        link.clicked.connect(lambda: self.example_chosen.emit(example))
        self.links.append(link)
        shows = QLabel(example.shows[:1].upper() + example.shows[1:] + ".")
        shows.setWordWrap(True)
        target = QLabel(f"target {example.target}")
        target.setProperty("quiet", True)
        card = QWidget()
        card.setFixedWidth(_COLUMN)
        inner = QGridLayout(card)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(2)
        inner.addWidget(link, 0, 0, Qt.AlignmentFlag.AlignLeft)
        inner.addWidget(shows, 1, 0)
        inner.addWidget(target, 2, 0)
        return card
