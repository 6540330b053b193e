"""Home: open a file, go on with a recent one or a session, or look at an example."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from core.reading.examples import EXAMPLES, Example
from workbench.sessions.recent import FileState, Recent
from workbench.shell.fitting.elided_label import ElidedLabel
from workbench.shell.theme import GRID
from workbench.shell.tips import plain

_COLUMN, _EXAMPLES = 432, 560
"""How wide the columns are: every line about an example fits."""
_MOST = 5
"""So many files, and so many sessions, are offered here; the menu has more."""


class Welcome(QWidget):
    """What a person sees first. Two columns, or one below the other where there is no room."""

    place = "home"
    open_clicked = Signal()
    folder_clicked = Signal()
    recent_chosen = Signal(object)
    """A Recent."""
    example_chosen = Signal(object)
    """An Example."""
    tour_clicked = Signal()
    tour_declined = Signal()
    restore_clicked = Signal()
    decline_clicked = Signal()

    def __init__(self, recent: Sequence[Recent], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Home")
        self._own, self._examples = _column(), _column()
        self._recent = _column()
        self._make_offer(self._own)
        self._make_start(self._own)
        self._make_tour(self._own)
        self._own.addLayout(self._recent)
        self._own.addStretch(1)
        self._example_links: list[QPushButton] = []
        self._examples.addWidget(_heading("Examples"))
        for example in EXAMPLES:
            self._example_links.append(
                self._link(self._examples, example.name, example.shows, example)
            )
        self._examples.addStretch(1)
        body = QWidget()
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._columns.setSpacing(8 * GRID)
        for column, width in ((self._own, _COLUMN), (self._examples, _EXAMPLES)):
            holder = QWidget()
            holder.setFixedWidth(width)
            holder.setLayout(column)
            self._columns.addWidget(holder, 0, Qt.AlignmentFlag.AlignTop)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addLayout(self._columns)
        middle.addStretch(1)
        whole = QVBoxLayout(body)
        whole.setContentsMargins(2 * GRID, 4 * GRID, 2 * GRID, 2 * GRID)
        whole.addStretch(2)
        whole.addLayout(middle)
        whole.addStretch(3)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(body)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scroll)
        self._recent_links: list[QPushButton] = []
        self.show_recent(recent)

    @property
    def links(self) -> list[QPushButton]:
        """What can be opened by a click: sessions, files, examples."""
        return [*self._recent_links, *self._example_links]

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Both columns beside each other."""
        return QSize(_COLUMN + _EXAMPLES + 12 * GRID, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Where there is no room for two columns, one stands below the other."""
        super().resizeEvent(event)
        is_wide = self.width() >= self.sizeHint().width()
        ways = QBoxLayout.Direction
        self._columns.setDirection(ways.LeftToRight if is_wide else ways.TopToBottom)

    def _make_start(self, inner: QVBoxLayout) -> None:
        title = QLabel("Find the rows that do not belong")
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 1.6)
        font.setBold(True)
        title.setFont(font)
        text = QLabel(
            "Open a table, train an ensemble on it and watch it learn. The rows that it cannot "
            "explain are the ones to look at."
        )
        text.setWordWrap(True)
        text.setProperty("quiet", True)
        self.open = QPushButton("Open a file…")
        self.open.setProperty("primary", True)
        self.open.setAutoDefault(True)  # Enter does what Space does
        self.open.clicked.connect(self.open_clicked)
        self.open_folder = QPushButton("Open a folder…")
        self.open_folder.setToolTip("CSV or Parquet files that are one table, however large")
        self.open_folder.setAutoDefault(True)
        self.open_folder.clicked.connect(self.folder_clicked)
        drop = QLabel("or drop one anywhere on this window")
        drop.setProperty("quiet", True)
        drop.setWordWrap(True)
        row = QHBoxLayout()
        row.setSpacing(2 * GRID)
        row.addWidget(self.open)
        row.addWidget(self.open_folder)
        row.addWidget(drop, 1)
        inner.addWidget(title)
        inner.addWidget(text)
        inner.addSpacing(GRID)
        inner.addLayout(row)

    def _make_tour(self, inner: QVBoxLayout) -> None:
        """The tour, for whoever is here for the first time."""
        self.tour_offer = QWidget()
        text = QLabel("New here? The tour shows the whole way once, in two minutes.")
        text.setWordWrap(True)
        self.tour, self.no_tour = QPushButton("Take the tour"), QPushButton("No, thank you")
        for button in (self.tour, self.no_tour):
            button.setAutoDefault(True)
            button.clicked.connect(self.tour_offer.hide)
        self.tour.clicked.connect(self.tour_clicked)
        self.no_tour.clicked.connect(self.tour_declined)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.tour)
        row.addWidget(self.no_tour)
        row.addStretch(1)
        column = QVBoxLayout(self.tour_offer)
        column.setContentsMargins(0, 2 * GRID, 0, 0)
        column.setSpacing(GRID)
        column.addWidget(text)
        column.addLayout(row)
        inner.addWidget(self.tour_offer)
        self.tour_offer.hide()

    def offer_tour(self, is_offered: bool) -> None:
        """Offer the tour, or do not."""
        self.tour_offer.setVisible(is_offered)

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
        for button in (self.restore, self.decline):
            button.setAutoDefault(True)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.restore)
        row.addWidget(self.decline)
        row.addStretch(1)
        column = QVBoxLayout(self.offered)
        column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID)
        column.setSpacing(GRID)
        column.addWidget(self.offer_text)
        column.addLayout(row)
        inner.addWidget(self.offered)
        self.offered.hide()

    def offer(self, name: str, words: str) -> None:
        """Offer to bring back what was open when the program ended."""
        self.offer_text.setText(
            f"{name} was open when the program ended: {words}, in no session file, can be restored."
        )
        self.offered.show()

    def withdraw(self) -> None:
        """There is nothing to bring back any more."""
        self.offered.hide()

    def show_recent(self, recent: Sequence[Recent]) -> None:
        """Offer these files and sessions, newest first."""
        _empty(self._recent)
        self._recent_links = []
        for heading, is_session in (("Sessions", True), ("Recent files", False)):
            own = [known for known in recent if known.is_session is is_session][:_MOST]
            if own:
                self._recent.addSpacing(2 * GRID)
                self._recent.addWidget(_heading(heading))
            for known in own:
                link = self._link(self._recent, known.path.name, _note(known), known)
                link.setToolTip(plain(str(known.path)))
                link.setEnabled(known.state is not FileState.GONE)
                self._recent_links.append(link)

    def _link(
        self, column: QVBoxLayout, name: str, note: str, known: Recent | Example
    ) -> QPushButton:
        """A name to click, and a line about it below."""
        button = QPushButton(name)
        button.setProperty("quiet", True)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setAccessibleName(f"Open {name}")
        button.setAccessibleDescription(note)
        button.setToolTip(plain(str(known.path)))
        button.setAutoDefault(True)
        signal = self.recent_chosen if isinstance(known, Recent) else self.example_chosen
        button.clicked.connect(lambda: signal.emit(known))
        text = ElidedLabel(Qt.TextElideMode.ElideMiddle)
        text.setText(note)
        text.setProperty("quiet", True)
        row = QWidget()
        inner = QVBoxLayout(row)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        inner.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        inner.addWidget(text)
        column.addWidget(row)
        return button


def _note(known: Recent) -> str:
    """What became of a file, or where it is."""
    what = f"target {known.target} · " if known.target else ""
    where = f"{what}{known.path.parent}"
    if known.state is FileState.GONE:
        return f"not found any more · {known.path.parent}"
    if known.is_unfinished:
        return "it was open when the program ended: go on"
    return f"changed since · {where}" if known.state is FileState.CHANGED else where


def _heading(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("heading", True)
    return label


def _column() -> QVBoxLayout:
    column = QVBoxLayout()
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(GRID)
    return column


def _empty(column: QVBoxLayout) -> None:
    while (item := column.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
