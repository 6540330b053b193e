"""The welcome page: drop a file, go on with a recent one, or look at an example."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from core.examples import EXAMPLES
from workbench.theme import GRID


@dataclass(frozen=True)
class Recent:
    """A file that was open before, and what its target was."""

    path: Path
    target: str
    is_unfinished: bool = False
    """Whether the program ended without being closed while it was open."""


class Welcome(QWidget):
    """What a person sees first."""

    open_clicked = Signal()
    chosen = Signal(str, str)
    """A file and its target."""

    def __init__(self, recent: Sequence[Recent], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Welcome")
        column = QWidget()
        column.setFixedWidth(640)
        inner = QVBoxLayout(column)
        inner.setSpacing(GRID)
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
                note = (
                    "it was open when the program ended: go on"
                    if known.is_unfinished
                    else (f"target {known.target} · {known.path.parent}")
                )
                inner.addWidget(self._link(known.path.name, note, str(known.path), known.target))
        inner.addSpacing(2 * GRID)
        inner.addWidget(_heading("Examples"))
        for known in EXAMPLES:
            inner.addWidget(self._link(known.name, known.shows, str(known.path), known.target))
        middle = QHBoxLayout()
        middle.addStretch()
        middle.addWidget(column)
        middle.addStretch()
        layout = QVBoxLayout(self)
        layout.addStretch(2)
        layout.addLayout(middle)
        layout.addStretch(3)

    def _link(self, name: str, note: str, path: str, target: str) -> QWidget:
        button = QPushButton(name)
        button.setProperty("quiet", True)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setAccessibleName(f"Open {name}")
        button.setToolTip(path)
        button.setProperty("path", path)
        button.setProperty("target", target)
        button.clicked.connect(self._link_clicked)
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

    def _link_clicked(self) -> None:
        button = self.sender()
        assert isinstance(button, QPushButton)
        self.chosen.emit(button.property("path"), button.property("target"))


def _heading(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("heading", True)
    return label
