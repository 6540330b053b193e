"""Rows without a label one after the other: a digit, a name or a number gives each its label."""

import functools

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCompleter,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidgetItem,
)

from core.base.wording import grouped, shortened
from workbench.reviewing.controller import Reviewer
from workbench.reviewing.labelling.controller import Labeller
from workbench.reviewing.page.list_and_card import ListAndCard, plain_text
from workbench.shell.theme import GRID
from workbench.shell.tips import plain
from workbench.state.workspace import Workspace

_DIGITS = 9
_IN_A_ROW = 3
_MOST_LETTERS = 24
_WAITING = "Putting the rows without a label into an order…"
_DONE = "Every row without a label was looked at.\nTrain again to learn from the new labels."
_LINE = Qt.ItemDataRole.UserRole


class LabelTab(ListAndCard):
    """The rows that come next at the left, one of them large."""

    def __init__(self, workspace: Workspace, reviewer: Reviewer) -> None:
        name = "Rows without a label, most informative first"
        super().__init__(workspace, reviewer, name, ["line", "why it comes now"], 336)
        self._shown_classes: tuple[str, ...] | None = None
        self.list.itemActivated.connect(self._chosen)
        self.list.itemClicked.connect(self._chosen)
        self.why, self.told = plain_text(), plain_text()
        for label in (self.why, self.told):
            label.setProperty("quiet", True)
        self._grid = QGridLayout()
        self._grid.setSpacing(GRID)
        self._grid.setColumnStretch(_IN_A_ROW, 1)
        self.buttons: list[QPushButton] = []
        self._lay_out([self.why, self._grid, self._make_field(), self.told], _WAITING)
        self._add_keys(
            (f"Label {digit}", str(digit), functools.partial(self._take, digit))
            for digit in range(1, _DIGITS + 1)
        )
        self._add_keys(
            [("Skip", "S", self._labeller.skip), ("Type the label", "F", self.field.setFocus)]
        )
        self._labeller.changed.connect(self.redraw)

    @property
    def _labeller(self) -> Labeller:
        return self._reviewer.labeller

    def _make_field(self) -> QHBoxLayout:
        self.field = _LabelField()
        self.field.returnPressed.connect(self._typed)
        self.field.textEdited.connect(lambda _text: self.told.clear())
        self.skip = self._button("Skip", "S", self._labeller.skip)
        self.skip.setToolTip("Leave it for later (S)")
        self.undo = self._button("Undo", "Z", self._reviewer.undo)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.field, 1)
        for button in (self.skip, self.undo):
            row.addWidget(button)
        return row

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
        labeller, base = self._labeller, self._base()
        line = labeller.line
        self._show_classes()
        is_new = line is not None and self._stack.currentIndex() == 0
        self._stack.show_content(line is not None)
        waiting = self._stack.widget(0)
        if isinstance(waiting, QLabel):
            waiting.setText(_WAITING if labeller.is_ordering else _DONE)
        self.undo.setEnabled(bool(self._workspace.project.done))
        if not self._show_line(base, line, "no label") or base is None or line is None:
            return
        left = len(labeller.open_lines)
        self.left.setText(
            f"{grouped(left)} of {grouped(len(base.unlabelled))} rows without a label left"
        )
        why_not = labeller.found.why_not if labeller.found is not None else ""
        self.why.setText(labeller.why(line) or why_not)
        self.told.clear()
        self.list.clear()
        self.list.addTopLevelItems([self._item(each) for each in labeller.coming])
        self.list.setCurrentItem(self.list.topLevelItem(0) or self.list.invisibleRootItem())
        if is_new:
            self._take_focus()

    def _item(self, line: int) -> QTreeWidgetItem:
        why = self._labeller.why(line)
        for beginning in ("judges are undecided between ", "judges say "):
            why = why.removeprefix(beginning)
        item = QTreeWidgetItem([self._where(line), why])
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
