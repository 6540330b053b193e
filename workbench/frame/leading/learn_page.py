"""The place to learn in: the lessons with how far one got, and the examples."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from core.base.wording import count
from core.reading.examples import EXAMPLES, Example
from core.teaching.progress import HowFar
from core.teaching.shelf import LessonHead, lesson_heads
from workbench.shell.page import Page
from workbench.shell.theme import GRID

_COLUMN = 400
"""How wide the words about a lesson or an example are, at most."""


class LearnPage(Page):
    """Every lesson with a button that starts it, every example with one that opens it."""

    place = "learn"
    lesson_chosen = Signal(str)
    """The name of a lesson."""
    class_asked = Signal()
    """The predictions of a class are to be seen."""
    example_chosen = Signal(object)
    """An Example."""

    def __init__(self) -> None:
        super().__init__("Learn")
        self.links: list[QPushButton] = []
        self.lessons: dict[str, QPushButton] = {}
        self._notes: dict[str, tuple[LessonHead, QLabel]] = {}
        self.see_class = QPushButton("Predictions of a class…")
        self.see_class.setToolTip("For teachers: what learners predicted, question by question")
        self.see_class.setAutoDefault(True)
        self.see_class.clicked.connect(self.class_asked)
        self.add_to_head(self.see_class)
        body = QWidget()
        inner = QVBoxLayout(body)
        inner.setContentsMargins(0, GRID, 0, GRID)
        inner.setSpacing(GRID)
        inner.addWidget(
            _quiet(
                "A lesson takes some minutes. It opens a practice window of its own: you predict, "
                "then see, and nothing that is open here is touched."
            )
        )
        inner.addLayout(_grid([self._lesson_card(head) for head in lesson_heads()]))
        inner.addSpacing(2 * GRID)
        head = QLabel("Examples")
        head.setProperty("heading", True)
        inner.addWidget(head)
        inner.addWidget(
            _quiet(
                "Small files on which one thing can be seen well. Open one, train, and look for "
                "what it shows; nothing that is open is lost."
            )
        )
        inner.addLayout(_grid([self._example_card(example) for example in EXAMPLES]))
        inner.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(body)
        self.column.addWidget(scroll, 1)

    def show_progress(self, known: Mapping[str, HowFar]) -> None:
        """Tell how far one got in each lesson."""
        for name, (head, note) in self._notes.items():
            far = known.get(name, HowFar()).words
            told = [count(head.minutes, "minute"), *([far] if far else [])]
            note.setText(" · ".join(told))
            self.lessons[name].setAccessibleDescription(f"{head.about}. {', '.join(told)}")

    def _lesson_card(self, head: LessonHead) -> QWidget:
        link, note = _link(head.title, f"Start the lesson {head.title}"), _quiet("")
        link.clicked.connect(lambda: self.lesson_chosen.emit(head.name))
        self.lessons[head.name] = link
        self._notes[head.name] = (head, note)
        return _card(link, head.about, note)

    def _example_card(self, example: Example) -> QWidget:
        link = _link(example.name, f"Open {example.name}")
        link.clicked.connect(lambda: self.example_chosen.emit(example))
        self.links.append(link)
        return _card(link, example.shows, _quiet(f"target {example.target}"))


def _link(text: str, name: str) -> QPushButton:
    link = QPushButton(text)
    link.setProperty("quiet", True)
    link.setCursor(Qt.CursorShape.PointingHandCursor)
    link.setAccessibleName(name)
    link.setAutoDefault(True)
    return link


def _quiet(text: str) -> QLabel:
    label = QLabel(text, wordWrap=True)
    label.setProperty("quiet", True)
    return label


def _card(link: QPushButton, about: str, note: QLabel) -> QWidget:
    card = QWidget()
    card.setFixedWidth(_COLUMN)
    inner = QGridLayout(card)
    inner.setContentsMargins(0, 0, 0, 0)
    inner.setSpacing(2)
    inner.addWidget(link, 0, 0, Qt.AlignmentFlag.AlignLeft)
    inner.addWidget(QLabel(about[:1].upper() + about[1:] + ".", wordWrap=True), 1, 0)
    inner.addWidget(note, 2, 0)
    inner.setRowStretch(3, 1)
    return card


def _grid(cards: Sequence[QWidget]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(6 * GRID)
    grid.setVerticalSpacing(2 * GRID)
    for place, card in enumerate(cards):
        grid.addWidget(card, place // 2, place % 2)
    grid.setColumnStretch(2, 1)
    return grid
