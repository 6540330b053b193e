"""The card above the plots: the error beside guessing, the labels, the columns, one next step."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from core.project.next_step import NextStep
from workbench.shell.theme import GRID, Theme
from workbench.verdict.content import Block, CardLine, Content
from workbench.verdict.error_scale import LEAST_WIDTH, ErrorScale
from workbench.verdict.figure_link import EDGE, FigureLink
from workbench.verdict.grounds_list import GroundsList
from workbench.verdict.places import PLACES

_GAP = 3 * GRID
_WHY = "Why do you say that?"


class BlockView(QWidget):
    """A title, a line that stands out, and a detail: always three lines high."""

    asked = Signal(object)

    def __init__(self, parent: QWidget, size: float = 1.0, *, shrinks: bool = True) -> None:
        super().__init__(parent)
        self.title = QLabel()
        self.title.setProperty("quiet", True)
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setContentsMargins(EDGE, 0, 0, 0)
        self.main = FigureLink(is_strong=True, size=size, shrinks=shrinks, parent=self)
        self.detail = FigureLink(shrinks=shrinks, parent=self)
        self._lines = (CardLine(""), CardLine(""))
        self.main.clicked.connect(lambda: self._ask(0))
        self.detail.clicked.connect(lambda: self._ask(1))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.title)
        for link in (self.main, self.detail):
            # Aligned, or the shorter of the two would be as wide as the block may be.
            column.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)

    def tell(self, block: Block) -> None:
        """Show what a block says."""
        self._lines = (block.main, block.detail)
        self.title.setText(block.title)
        for link, line in ((self.main, block.main), (self.detail, block.detail)):
            link.tell(line.text, "" if line.about is None else PLACES[line.about])

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.main.apply_theme(theme)
        self.detail.apply_theme(theme)

    def _ask(self, place: int) -> None:
        if (about := self._lines[place].about) is not None:
            self.asked.emit(about)


class VerdictCard(QFrame):
    """Keeps its height while it is folded, whatever there is to say."""

    asked = Signal(object)
    """What a person wants to see more of: an `About`."""
    step_asked = Signal(object)
    """The `NextStep` is to be done."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.setAccessibleName("Verdict")
        self.content: Content | None = None
        self.step: NextStep | None = None
        self.error = BlockView(self, size=1.15, shrinks=False)
        self.scale = ErrorScale(self)
        self.labels, self.columns = BlockView(self), BlockView(self)
        self.button = QPushButton()
        self.button.setProperty("primary", True)
        self.button.clicked.connect(self._do_step)
        self.why = QPushButton(f"{_WHY} ▸")
        self.why.setProperty("quiet", True)
        self.why.setCheckable(True)
        self.why.setCursor(Qt.CursorShape.PointingHandCursor)
        self.why.setAccessibleName(_WHY)
        self.why.toggled.connect(self._unfold)
        for button in (self.button, self.why):
            policy = button.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            button.setSizePolicy(policy)
        self.grounds = GroundsList(self)
        self.grounds.hide()
        self._lay_out()
        for view in (self.error, self.labels, self.columns, self.grounds):
            view.asked.connect(self.asked)

    def _lay_out(self) -> None:
        self._last = last = QVBoxLayout()
        last.setSpacing(GRID // 2)
        last.addWidget(self.button)
        last.addWidget(self.why, 0, Qt.AlignmentFlag.AlignRight)
        row = QHBoxLayout()
        row.setSpacing(_GAP)
        row.addWidget(self.error)
        row.addWidget(self.scale, 1)
        row.addWidget(self.labels)
        row.addWidget(self.columns)
        row.addStretch(1)
        row.addLayout(last)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        column.setSpacing(GRID // 2)
        column.addLayout(row)
        column.addWidget(self.grounds)

    def tell(self, content: Content, step: NextStep | None) -> None:
        """Show what there is to say, and what to do next."""
        if content == self.content and step == self.step:
            return
        self.content, self.step = content, step
        self.error.tell(content.error)
        self.scale.tell(content.scale)
        self.labels.tell(content.labels)
        self.columns.tell(content.columns)
        self.grounds.tell(content.grounds)
        had_focus = self.button.hasFocus()
        self.button.setVisible(step is not None)
        if step is not None:
            self.button.setText(step.words)
        # Qt would hand the focus on, to the next control of the window.
        if had_focus and step is None:
            self.setFocus()
        elif step is not None and self.hasFocus():
            self.button.setFocus()
        self.why.setVisible(bool(content.grounds))
        self._unfold()
        self._make_room()
        self.setAccessibleDescription(content.text)

    def text(self) -> str:
        """All that the card says, as sentences."""
        return "" if self.content is None else self.content.text

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        for part in (self.error, self.scale, self.labels, self.columns, self.grounds):
            part.apply_theme(theme)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Narrow enough for any window: lines end in … and the picture shrinks."""
        return QSize(480, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Another width, other parts that there is room for."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Where the lines that stand out need it, the picture gives way: they say the same."""
        lines = [view.main.sizeHint().width() for view in (self.error, self.labels, self.columns)]
        layout = self.layout()
        assert layout is not None
        margins = layout.contentsMargins()
        needed = sum(lines) + self._last.sizeHint().width() + margins.left() + margins.right()
        has_picture = self.content is None or self.content.scale is not None
        self.scale.setVisible(has_picture and self.width() >= needed + LEAST_WIDTH + 4 * _GAP)

    def _unfold(self) -> None:
        is_open = self.why.isChecked() and bool(self.content and self.content.grounds)
        self.grounds.setVisible(is_open)
        self.why.setText(f"{_WHY} {'▾' if is_open else '▸'}")

    def _do_step(self) -> None:
        if self.step is not None:
            self.step_asked.emit(self.step)
