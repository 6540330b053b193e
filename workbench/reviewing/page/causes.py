"""Where do the errors come from? Rules to click: each selects the rows that it is about."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.base.wording import count, grouped
from core.judging.causes.result import DECIDED, Cause, percent
from workbench.plotting.content_stack import ContentStack
from workbench.reviewing.all_values import of_sample
from workbench.reviewing.inquirer import Inquirer
from workbench.reviewing.page.asking import AskRow
from workbench.shell.tables.cut_cells import tell_cut_cells
from workbench.shell.theme import GRID
from workbench.shell.tips import plain
from workbench.state.workspace import Workspace

_INTRODUCTION = (
    "Looks in every column, also those that nothing is learned from, in dates, ids and the place "
    "in the file, for short rules about rows of which more are wrong than mistakes at random would "
    "explain."
)
_EMPTY = "Rules in which too many rows are wrong are listed here.\nA click selects their rows."
_NO_AUDIT = "There is no audit of these data yet. Audit them first, then ask."
_CAUSE = Qt.ItemDataRole.UserRole
_TITLES = ("rule", "told by", "wrong there", "wrong elsewhere", "rows", "look wrong")
_FIRST_NUMBER = 2
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class CausesPanel(QWidget):
    """Asks for causes, lists them, and selects the rows of the one that is clicked."""

    rows_asked = Signal(object)
    """The lines that look wrong by a cause are to be gone through."""

    def __init__(
        self, workspace: Workspace, inquirer: Inquirer, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace, self._inquirer = workspace, inquirer
        self.setAccessibleName("Where the errors come from")
        introduction = QLabel(_INTRODUCTION)
        introduction.setProperty("quiet", True)
        introduction.setWordWrap(True)
        self.asking = AskRow("Where do the errors come from?", "Takes some seconds")
        self.sentence = QLabel()
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setWordWrap(True)
        self.table = QTreeWidget()
        tell_cut_cells(self.table)
        self.table.setAccessibleName("Causes, the most telling first")
        self.table.setHeaderLabels(list(_TITLES))
        self.table.setRootIsDecorated(False)
        self.table.setUniformRowHeights(True)
        header = self.table.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in range(_FIRST_NUMBER, len(_TITLES)):
            self.table.headerItem().setTextAlignment(column, _RIGHT)
        self._stack = ContentStack(self.table, _EMPTY)
        self.selected = QLabel()
        self.selected.setProperty("quiet", True)
        self.go = QPushButton()
        self.go.setToolTip("Go through them one by one, or decide about all of them at once")
        self.go.clicked.connect(self._go)
        self._picked: Cause | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 2 * GRID, 0, 0)
        layout.setSpacing(2 * GRID)
        for widget in (introduction, self.asking, self.sentence):
            layout.addWidget(widget)
        layout.addWidget(self._stack, 1)
        below = QHBoxLayout()
        below.setSpacing(2 * GRID)
        below.addWidget(self.go)
        below.addWidget(self.selected, 1)
        layout.addLayout(below)
        layout.addStretch()
        self.asking.asked.connect(inquirer.find_causes)
        self.asking.cancelled.connect(inquirer.cancel_causes)
        self.table.itemClicked.connect(self._pick)
        self.table.itemActivated.connect(self._pick)
        inquirer.changed.connect(self.redraw)
        self._shown: object = self
        self.redraw()

    def redraw(self) -> None:
        """Show how far the search is, and what it came to."""
        self.asking.show_progress(self._inquirer.causes_progress)
        self.asking.ask.setEnabled(self._workspace.audit is not None)
        found = self._inquirer.causes
        is_asked = found is not None
        audit = self._workspace.audit
        told = f"{of_sample(audit)}{found.sentence}" if found else ""
        self.sentence.setText(told if audit else _NO_AUDIT)
        self.sentence.setVisible(bool(self.sentence.text()))
        if found is self._shown:
            return
        self._shown = found
        self.table.clear()
        for cause in found.found if found else ():
            self.table.addTopLevelItem(_item(cause))
        self.selected.setText("")
        self._picked = None
        self.go.hide()
        has_any = self.table.topLevelItemCount() > 0
        self._stack.show_content(has_any)
        self._stack.setVisible(not is_asked or has_any)

    def _pick(self, item: QTreeWidgetItem) -> None:
        cause: Cause = item.data(0, _CAUSE)
        self._workspace.select(cause.lines)
        self._picked = cause
        self.go.setText(f"Review {count(len(cause.marked), 'row')}")
        self.go.setVisible(len(cause.marked) > 0)
        self.selected.setText(
            f"{count(len(cause.lines), 'row is', 'rows are')} selected, in every view; "
            f"{grouped(len(cause.marked))} of them {cause.evidence}."
        )

    def _go(self) -> None:
        if self._picked is not None:
            self.rows_asked.emit(self._picked.marked)


def _item(cause: Cause) -> QTreeWidgetItem:
    """A line of the table; the tip is the sentence of the report."""
    by_person = cause.evidence == DECIDED
    item = QTreeWidgetItem(
        [
            cause.rule,
            "your decisions" if by_person else "the judges",
            f"{'' if by_person else 'about '}{percent(cause.share)}",
            percent(cause.elsewhere),
            grouped(len(cause.lines)),
            grouped(len(cause.marked)),
        ]
    )
    item.setData(0, _CAUSE, cause)
    for column in range(len(_TITLES)):
        item.setToolTip(column, plain(f"{cause.sentence} Click: select these rows in every view."))
        if column >= _FIRST_NUMBER:
            item.setTextAlignment(column, _RIGHT)
    return item
