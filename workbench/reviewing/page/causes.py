"""Where do the errors come from? Sentences to click: each selects the rows that it is about."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from core.base.wording import count
from core.judging.causes.causes import Cause
from workbench.plotting.content_stack import ContentStack
from workbench.reviewing.inquirer import Inquirer
from workbench.reviewing.page.asking import AskRow
from workbench.shell.theme import GRID
from workbench.state.workspace import Workspace

_INTRODUCTION = (
    "Looks in every column, also those that nothing is learned from, in dates, ids and the place "
    "in the file, for short rules about rows in which more look wrong than mistakes at random "
    "would explain."
)
_EMPTY = "Rules in which too many rows look wrong are listed here.\nA click selects their rows."
_NO_AUDIT = "There is no audit of these data yet. Audit them first, then ask."
_CAUSE = Qt.ItemDataRole.UserRole


class CausesPanel(QWidget):
    """Asks for causes, lists them, and selects the rows of the one that is clicked."""

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
        self.list = QListWidget()
        self.list.setAccessibleName("Causes, the most telling first")
        self.list.setWordWrap(True)
        self.list.setSpacing(GRID // 2)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self._stack = ContentStack(self.list, _EMPTY)
        self.selected = QLabel()
        self.selected.setProperty("quiet", True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 2 * GRID, 0, 0)
        layout.setSpacing(2 * GRID)
        for widget in (introduction, self.asking, self.sentence):
            layout.addWidget(widget)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.selected)
        layout.addStretch()
        self.asking.asked.connect(inquirer.find_causes)
        self.asking.cancelled.connect(inquirer.cancel_causes)
        self.list.itemClicked.connect(self._pick)
        self.list.itemActivated.connect(self._pick)
        inquirer.changed.connect(self.redraw)
        self._shown: object = self
        self.redraw()

    def redraw(self) -> None:
        """Show how far the search is, and what it came to."""
        self.asking.show_progress(self._inquirer.causes_progress)
        self.asking.ask.setEnabled(self._workspace.audit is not None)
        found = self._inquirer.causes
        is_asked = found is not None
        self.sentence.setText(
            found.sentence if found else "" if self._workspace.audit else _NO_AUDIT
        )
        self.sentence.setVisible(bool(self.sentence.text()))
        if found is self._shown:
            return
        self._shown = found
        self.list.clear()
        for cause in found.found if found else ():
            item = QListWidgetItem(cause.sentence, self.list)
            item.setData(_CAUSE, cause)
            item.setToolTip("Click: select these rows in every view")
        self.selected.setText("")
        self._stack.show_content(self.list.count() > 0)
        self._stack.setVisible(not is_asked or self.list.count() > 0)

    def _pick(self, item: QListWidgetItem) -> None:
        cause: Cause = item.data(_CAUSE)
        self._workspace.select(cause.lines)
        self.selected.setText(
            f"{count(len(cause.lines), 'row is', 'rows are')} selected, in every view; "
            f"{len(cause.marked):,} of them {cause.evidence}."
        )
