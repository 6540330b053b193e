"""A tab that goes through rows: a list at the left, one row of it large, a sentence without any."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHeaderView,
    QLabel,
    QLayout,
    QPushButton,
    QSplitter,
    QTreeWidget,
    QVBoxLayout,
    QWidget,
)

from core.base.wording import grouped
from core.data.dataset import Dataset
from workbench.plotting.content_stack import ContentStack
from workbench.reviewing.controller import Reviewer
from workbench.reviewing.page.keys import add_key
from workbench.reviewing.page.values_as_read import ValuesAsRead
from workbench.shell.tables.cut_cells import tell_cut_cells
from workbench.shell.theme import GRID
from workbench.state.workspace import Workspace

_LINE = Qt.ItemDataRole.UserRole
_WIDTH = 1236


class ListAndCard(QWidget):
    """What the card holds between the row's title and its values is for each tab to say."""

    def __init__(
        self, workspace: Workspace, reviewer: Reviewer, name: str, titles: list[str], width: int
    ) -> None:
        super().__init__()
        self._workspace, self._reviewer = workspace, reviewer
        self.list = QTreeWidget()
        tell_cut_cells(self.list)
        self.list.setAccessibleName(name)
        self.list.setHeaderLabels(titles)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.title = QLabel()
        self.title.setProperty("heading", True)
        self.values = ValuesAsRead()
        self.left = QLabel()
        """How many rows are left."""
        self.left.setProperty("quiet", True)
        self._width = width

    def _lay_out(self, told: Iterable[QWidget | QLayout], nothing: str) -> None:
        """Put everything into its place; `nothing` is said while there is no row."""
        side, card = QWidget(), QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.left)
        column.addWidget(self.list, 1)
        column = QVBoxLayout(card)
        column.setContentsMargins(2 * GRID, 0, 0, 0)
        column.setSpacing(GRID)
        column.addWidget(self.title)
        for part in told:
            if isinstance(part, QWidget):
                column.addWidget(part)
            else:
                column.addLayout(part)
        column.addWidget(self.values, 1)
        parts = QSplitter()
        parts.setChildrenCollapsible(False)
        parts.addWidget(side)
        parts.addWidget(card)
        parts.setStretchFactor(1, 1)
        parts.setSizes([self._width, _WIDTH - self._width])
        self._stack = ContentStack(parts, nothing)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, GRID, 0, 0)
        layout.addWidget(self._stack)

    def _add_keys(self, keys: Iterable[tuple[str, str, Callable[[], None]]]) -> None:
        for name, key, verb in keys:
            add_key(self, name, key, verb)

    @staticmethod
    def _button(text: str, key: str, verb: Callable[[], None]) -> QPushButton:
        button = QPushButton(f"{text}  {key}")
        button.setAccessibleName(text)
        button.clicked.connect(lambda _checked=False: verb())
        return button

    def _base(self) -> Dataset | None:
        """The data as they were read."""
        decisions = self._workspace.decisions
        return decisions.base if decisions is not None else None

    def _where(self, line: int) -> str:
        """A line as a list has it."""
        data = self._workspace.dataset
        return data.table.where_short(line) if data is not None else grouped(line)

    def _show_line(self, base: Dataset | None, line: int | None, is_about: str) -> bool:
        """Show a row large and select it everywhere; tells whether there is one."""
        self.values.show_row(base, line)
        if line is None or base is None:
            return False
        self.title.setText(f"{base.table.titled(line)}, {is_about}")
        self._workspace.select([line])
        return True


def plain_text() -> QLabel:
    """Words in plain letters that take as many lines as they need."""
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
