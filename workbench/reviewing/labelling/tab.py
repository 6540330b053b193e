"""Rows without a label one after the other: a digit, a name or a number gives each its label."""

import functools

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCompleter,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.base.wording import grouped, shortened
from workbench.plotting.content_stack import ContentStack
from workbench.reviewing.controller import Reviewer
from workbench.reviewing.labelling.controller import Labeller
from workbench.reviewing.page.keys import add_key
from workbench.reviewing.page.values_as_read import ValuesAsRead
from workbench.shell.tables.cut_cells import tell_cut_cells
from workbench.shell.theme import GRID
from workbench.shell.tips import plain
from workbench.state.workspace import Workspace

_DIGITS = 9
_IN_A_ROW = 3
_MOST_LETTERS = 24
_WAITING = "Putting the rows without a label into an order…"
_DONE = "Every row without a label was looked at.\nTrain again to learn from the new labels."
_LINE = Qt.ItemDataRole.UserRole


class LabelTab(QWidget):
    """The rows that come next at the left, one of them large."""

    def __init__(
        self, workspace: Workspace, reviewer: Reviewer, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace, self._reviewer = workspace, reviewer
        self._shown_classes: tuple[str, ...] | None = None
        self._make_list()
        self._make_card()
        parts = QSplitter()
        parts.setChildrenCollapsible(False)
        parts.addWidget(self._side)
        parts.addWidget(self._card)
        parts.setStretchFactor(1, 1)
        parts.setSizes([336, 900])
        self._stack = ContentStack(parts, _WAITING)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, GRID, 0, 0)
        layout.addWidget(self._stack)
        for digit in range(1, _DIGITS + 1):
            add_key(self, f"Label {digit}", str(digit), functools.partial(self._take, digit))
        add_key(self, "Skip", "S", self._labeller.skip)
        add_key(self, "Type the label", "F", self.field.setFocus)
        self._labeller.changed.connect(self.redraw)

    @property
    def _labeller(self) -> Labeller:
        return self._reviewer.labeller

    # Layout

    def _make_list(self) -> None:
        self.left = QLabel()
        self.left.setProperty("quiet", True)
        self.list = QTreeWidget()
        tell_cut_cells(self.list)
        self.list.setAccessibleName("Rows without a label, most informative first")
        self.list.setHeaderLabels(["line", "why it comes now"])
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.list.itemActivated.connect(self._chosen)
        self.list.itemClicked.connect(self._chosen)
        self._side = QWidget()
        column = QVBoxLayout(self._side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.left)
        column.addWidget(self.list, 1)

    def _make_card(self) -> None:
        self.title = QLabel()
        self.title.setProperty("heading", True)
        self.why, self.told = QLabel(), QLabel()
        for label in (self.why, self.told):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setProperty("quiet", True)
        self.buttons: list[QPushButton] = []
        self._grid = QGridLayout()
        self._grid.setSpacing(GRID)
        self._grid.setColumnStretch(_IN_A_ROW, 1)
        self.field = _LabelField()
        self.field.returnPressed.connect(self._typed)
        self.field.textEdited.connect(lambda _text: self.told.clear())
        self.skip = QPushButton("Skip  S")
        self.skip.setAccessibleName("Skip")
        self.skip.setToolTip("Leave it for later (S)")
        self.undo = QPushButton("Undo  Z")
        self.undo.setAccessibleName("Undo")
        self.skip.clicked.connect(self._labeller.skip)
        self.undo.clicked.connect(self._reviewer.undo)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.field, 1)
        for button in (self.skip, self.undo):
            row.addWidget(button)
        self.values = ValuesAsRead()
        self._card = QWidget()
        column = QVBoxLayout(self._card)
        column.setContentsMargins(2 * GRID, 0, 0, 0)
        column.setSpacing(GRID)
        for widget in (self.title, self.why):
            column.addWidget(widget)
        column.addLayout(self._grid)
        column.addLayout(row)
        column.addWidget(self.told)
        column.addWidget(self.values, 1)

    # What is shown

    def start(self) -> None:
        """The tab comes up."""
        self._labeller.start()
        self.redraw()
        self._take_focus()

    def redraw(self) -> None:
        """Show the row that comes next."""
        if not self.isVisible():
            return
        labeller, decisions = self._labeller, self._workspace.decisions
        line = labeller.line
        self._show_classes()
        is_new = line is not None and self._stack.currentIndex() == 0
        self._stack.show_content(line is not None)
        waiting = self._stack.widget(0)
        if isinstance(waiting, QLabel):
            waiting.setText(_WAITING if labeller.is_ordering else _DONE)
        base = decisions.base if decisions is not None else None
        self.values.show_row(base, line)
        self.undo.setEnabled(bool(self._workspace.project.done))
        if line is None or base is None:
            return
        left = len(labeller.open_lines)
        self.left.setText(
            f"{grouped(left)} of {grouped(len(base.unlabelled))} rows without a label left"
        )
        self.title.setText(f"Line {grouped(line)}, no label")
        why_not = labeller.found.why_not if labeller.found is not None else ""
        self.why.setText(labeller.why(line) or why_not)
        self.told.clear()
        self.list.clear()
        self.list.addTopLevelItems([self._item(each) for each in labeller.coming])
        self.list.setCurrentItem(self.list.topLevelItem(0) or self.list.invisibleRootItem())
        self._workspace.select([line])
        if is_new:
            self._take_focus()

    def _item(self, line: int) -> QTreeWidgetItem:
        why = self._labeller.why(line)
        for beginning in ("judges are undecided between ", "judges say "):
            why = why.removeprefix(beginning)
        item = QTreeWidgetItem([grouped(line), why])
        item.setData(0, _LINE, line)
        item.setToolTip(1, plain(why))
        return item

    def _show_classes(self) -> None:
        classes = self._labeller.classes
        if classes == self._shown_classes:
            return
        self._shown_classes = classes
        for button in self.buttons:
            button.deleteLater()
        self.buttons = []
        for place, name in enumerate(classes[:_DIGITS]):
            button = QPushButton(
                f"{place + 1}  {shortened(name, _MOST_LETTERS)}".replace("&", "&&")
            )
            button.setAccessibleName(name)
            button.setToolTip(plain(f"Label it {name} ({place + 1})"))
            button.clicked.connect(lambda _checked=False, name=name: self._labeller.label(name))
            self._grid.addWidget(button, place // _IN_A_ROW, place % _IN_A_ROW)
            self.buttons.append(button)
        self.field.show_classes(classes)

    def _take_focus(self) -> None:
        (self.list if self._labeller.classes else self.field).setFocus()

    # Verbs

    def _take(self, digit: int) -> None:
        classes = self._labeller.classes
        if digit <= len(classes):
            self._labeller.label(classes[digit - 1])

    def _typed(self) -> None:
        """A name, or its beginning, or a number was typed."""
        text, classes = self.field.text().strip(), self._labeller.classes
        if not text:
            return
        found = _matching(text, classes) if classes else [text]
        if len(found) == 1:
            self.field.clear()
            self._labeller.label(found[0])
            self._take_focus()
        elif found:
            self.told.setText(f"{len(found)} classes begin so: {', '.join(found[:6])}. Type on.")
        else:
            self.told.setText(
                f"{text!r} is no class of this file, and a class that no row has yet cannot be "
                "learned. Give at least one row this label in the file, and open it again."
            )

    def _chosen(self, item: QTreeWidgetItem) -> None:
        self._labeller.show(item.data(0, _LINE))
        self._take_focus()


class _LabelField(QLineEdit):
    """Where a name is typed, found by its beginning, or a number."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("The label of this row")

    def show_classes(self, classes: tuple[str, ...]) -> None:
        """Be about these classes, or about numbers."""
        self.setPlaceholderText(
            "Or type the class, then Enter (F)" if classes else "Type the number, then Enter (F)"
        )
        completer = QCompleter(list(classes), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setCompleter(completer)


def _matching(text: str, classes: tuple[str, ...]) -> list[str]:
    """The class of this name, else those that begin so."""
    if text in classes:
        return [text]
    return [name for name in classes if name.casefold().startswith(text.casefold())]
