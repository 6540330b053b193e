"""The welcome page: drop a file, go on with a recent one, or look at an example."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from core.reading.examples import EXAMPLES, Example
from workbench.sessions.recent import FileState, Recent
from workbench.shell.theme import GRID
from workbench.shell.tips import plain


class Welcome(QWidget):
    """What a person sees first."""

    place = "home"
    open_clicked = Signal()
    recent_chosen = Signal(object)
    """A Recent."""
    example_chosen = Signal(object)
    """An Example."""
    restore_clicked = Signal()
    decline_clicked = Signal()

    def __init__(self, recent: Sequence[Recent], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Welcome")
        column = QWidget()
        column.setFixedWidth(640)
        inner = QVBoxLayout(column)
        inner.setSpacing(GRID)
        self._make_offer(inner)
        title = QLabel("Find the rows that do not belong")
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 1.6)
        font.setBold(True)
        title.setFont(font)
        text = QLabel(
            "Open a CSV, train an ensemble on it and watch it learn. The rows that it cannot "
            "explain are the ones to look at."
        )
        text.setWordWrap(True)
        text.setProperty("quiet", True)
        self.open = QPushButton("Open a CSV…")
        self.open.setProperty("primary", True)
        self.open.clicked.connect(self.open_clicked)
        drop = QLabel("or drop one anywhere on this window")
        drop.setProperty("quiet", True)
        for widget in (title, text):
            inner.addWidget(widget)
        inner.addSpacing(GRID)
        inner.addWidget(self.open, alignment=Qt.AlignmentFlag.AlignLeft)
        inner.addWidget(drop)
        self.links: list[QPushButton] = []
        if recent:
            inner.addSpacing(2 * GRID)
            inner.addWidget(_heading("Recent files"))
            for known in recent:
                inner.addWidget(self._link(known.path.name, _note(known), str(known.path), known))
        inner.addSpacing(2 * GRID)
        inner.addWidget(_heading("Examples"))
        for example in EXAMPLES:
            inner.addWidget(self._link(example.name, example.shows, str(example.path), example))
        middle = QHBoxLayout()
        middle.addStretch()
        middle.addWidget(column)
        middle.addStretch()
        layout = QVBoxLayout(self)
        layout.addStretch(2)
        layout.addLayout(middle)
        layout.addStretch(3)

    def _make_offer(self, inner: QVBoxLayout) -> None:
        """What was open when the program ended; hidden until there is something."""
        self.offered = QFrame()
        self.offered.setFrameShape(QFrame.Shape.StyledPanel)
        self.offered.setAccessibleName("What was open when the program ended")
        self.offer_text = QLabel()
        self.offer_text.setWordWrap(True)
        self.restore = QPushButton("Restore")
        self.restore.clicked.connect(self.restore_clicked)
        self.decline = QPushButton("No, thank you")
        self.decline.clicked.connect(self.decline_clicked)
        row = QHBoxLayout(self.offered)
        row.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID)
        row.setSpacing(GRID)
        row.addWidget(self.offer_text, 1)
        row.addWidget(self.restore)
        row.addWidget(self.decline)
        inner.addWidget(self.offered)
        self.offered.hide()
        inner.addSpacing(GRID)

    def offer(self, name: str, words: str) -> None:
        """Offer to bring back what was open when the program ended."""
        self.offer_text.setText(
            f"{name} was open when the program ended: {words}, in no session file, can be restored."
        )
        self.offered.show()

    def withdraw(self) -> None:
        """There is nothing to bring back any more."""
        self.offered.hide()

    def _link(self, name: str, note: str, path: str, known: Recent | Example) -> QWidget:
        button = QPushButton(name)
        button.setProperty("quiet", True)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setAccessibleName(f"Open {name}")
        button.setToolTip(plain(path))
        signal = self.recent_chosen if isinstance(known, Recent) else self.example_chosen
        button.clicked.connect(lambda: signal.emit(known))
        button.setEnabled(isinstance(known, Example) or known.state is not FileState.GONE)
        self.links.append(button)
        text = QLabel(note)
        text.setProperty("quiet", True)
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(GRID)
        line.addWidget(button)
        line.addWidget(text, 1)
        return row


def _note(known: Recent) -> str:
    """What became of a file, or where it is."""
    what = f"target {known.target}" if known.target else "session"
    where = f"{what} · {known.path.parent}"
    if known.state is FileState.GONE:
        return f"not found any more · {known.path.parent}"
    if known.is_unfinished:
        return "it was open when the program ended: go on"
    return f"changed since · {where}" if known.state is FileState.CHANGED else where


def _heading(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("heading", True)
    return label
