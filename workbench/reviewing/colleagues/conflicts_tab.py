"""Conflicts one after the other: what stands, what a colleague says, and a key to settle them."""

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMenu,
    QPushButton,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.base.wording import grouped, shortened
from core.judging.reviewing.agreeing import given_label
from core.judging.reviewing.conflicts import Conflict
from core.judging.reviewing.decision import Decision
from core.judging.reviewing.kinds import Verb
from workbench.plotting.content_stack import ContentStack
from workbench.reviewing.colleagues.controller import Colleagues
from workbench.reviewing.controller import Reviewer
from workbench.reviewing.page.keys import add_key
from workbench.reviewing.page.values_as_read import ValuesAsRead
from workbench.shell.tables.cut_cells import tell_cut_cells
from workbench.shell.theme import GRID
from workbench.shell.tips import plain
from workbench.state.workspace import Workspace

_NONE = (
    "Every conflict is settled.\n"
    "Where a colleague whose decisions are taken in says something else than you, it is shown here."
)
_TITLES = ["line", "in the file", "stands", "other"]
_MOST_LISTED = 2000


class ConflictsTab(QWidget):
    """The list at the left, one conflict large; each is settled by a decision of one's own."""

    def __init__(
        self, workspace: Workspace, reviewer: Reviewer, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace, self._reviewer = workspace, reviewer
        self._shown: list[Conflict] = []
        self._place = 0
        self._make_list()
        self._make_card()
        parts = QSplitter()
        parts.setChildrenCollapsible(False)
        parts.addWidget(self.list)
        parts.addWidget(self._card)
        parts.setStretchFactor(1, 1)
        parts.setSizes([420, 816])
        self._stack = ContentStack(parts, _NONE)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, GRID, 0, 0)
        layout.addWidget(self._stack)
        for name, key, verb in (
            ("As it stands", "Y", self.take_own),
            ("As the other says", "T", self.take_other),
            ("Keep", "K", lambda: self._decide(Verb.KEEP)),
            ("Relabel to another class", "R", self.choose_label),
            ("Exclude", "X", lambda: self._decide(Verb.EXCLUDE)),
            ("Next conflict", "Right", lambda: self._go_by(1)),
            ("Previous conflict", "Left", lambda: self._go_by(-1)),
        ):
            add_key(self, name, key, verb)

    # Layout

    def _make_list(self) -> None:
        self.list = QTreeWidget()
        tell_cut_cells(self.list)
        self.list.setAccessibleName("Conflicts, by line")
        self.list.setHeaderLabels(_TITLES)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.list.currentItemChanged.connect(self._chosen)

    def _make_card(self) -> None:
        self.title = QLabel()
        self.title.setProperty("heading", True)
        self.own, self.other = _said(), _said()
        self._own_name, self._other_name = QLabel("Stands"), QLabel()
        words = QFormLayout()
        words.setHorizontalSpacing(2 * GRID)
        words.addRow(self._own_name, self.own)
        words.addRow(self._other_name, self.other)
        self.own_button = self._button("As it stands", "Y", self.take_own)
        self.other_button = self._button("As the other says", "T", self.take_other)
        self.keep_button = self._button("Keep", "K", lambda: self._decide(Verb.KEEP))
        self.relabel_button = self._button("Relabel…", "R", self.choose_label)
        self.exclude_button = self._button("Exclude", "X", lambda: self._decide(Verb.EXCLUDE))
        self.labels = QMenu(self.relabel_button)
        self.all = QPushButton("Settle all")
        choices = QMenu(self.all)
        choices.addAction("All as they stand", self.take_every_own)
        choices.addAction("All as the other says", self.take_every_other)
        self.all.setMenu(choices)
        buttons = QHBoxLayout()
        buttons.setSpacing(GRID)
        for button in (
            self.own_button,
            self.other_button,
            self.keep_button,
            self.relabel_button,
            self.exclude_button,
        ):
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(self.all)
        self.values = ValuesAsRead()
        self._card = QWidget()
        column = QVBoxLayout(self._card)
        column.setContentsMargins(2 * GRID, 0, 0, 0)
        column.setSpacing(GRID)
        column.addWidget(self.title)
        column.addLayout(words)
        column.addLayout(buttons)
        column.addWidget(self.values, 1)

    def _button(self, text: str, key: str, verb: Callable[[], None]) -> QPushButton:
        button = QPushButton(f"{text}  {key}")
        button.setAccessibleName(text)
        button.clicked.connect(lambda _checked=False: verb())
        return button

    # What is shown

    @property
    def _colleagues(self) -> Colleagues:
        return self._reviewer.colleagues

    @property
    def conflict(self) -> Conflict | None:
        """The one that is shown large."""
        return self._shown[self._place] if self._place < len(self._shown) else None

    def redraw(self) -> None:
        """List what is still to be settled, and go on where one was."""
        before = self.conflict
        self._shown = self._colleagues.conflicts
        places = [n for n, each in enumerate(self._shown) if _is_about_same(each, before)]
        self._place = places[0] if places else max(0, min(self._place, len(self._shown) - 1))
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addTopLevelItems([self._item(each) for each in self._shown[:_MOST_LISTED]])
        self._mark(self._place)
        self.list.blockSignals(False)
        self._stack.show_content(bool(self._shown))
        self._show()

    def _item(self, conflict: Conflict) -> QTreeWidgetItem:
        own = conflict.own.outcome if conflict.own is not None else ""
        texts = [
            grouped(conflict.line),
            self._given(conflict.line),
            own,
            conflict.other.outcome,
        ]
        item = QTreeWidgetItem(texts)
        item.setToolTip(3, plain(conflict.told))
        return item

    def _given(self, line: int) -> str:
        decisions = self._workspace.decisions
        return (given_label(decisions.base, line) or "no label") if decisions is not None else ""

    def _show(self) -> None:
        conflict, decisions = self.conflict, self._workspace.decisions
        base = decisions.base if decisions is not None else None
        self.values.show_row(base, conflict.line if conflict is not None else None)
        if conflict is None or base is None:
            return
        line = conflict.line
        self.title.setText(f"Line {grouped(line)}, in the file: {self._given(line)}")
        other = conflict.other.by or "Somebody"
        self._other_name.setText(other)
        self.other_button.setText(f"As {shortened(other, 20)} says  T".replace("&", "&&"))
        self._own_name.setText((conflict.own.by if conflict.own is not None else "") or "Stands")
        self.own.setText(_told(conflict.own) if conflict.own is not None else "nothing")
        self.other.setText(_told(conflict.other))
        self.own_button.setEnabled(conflict.own is not None)
        is_row = not conflict.other.column or conflict.other.column == base.target
        is_labelled = given_label(base, line) is not None
        self.keep_button.setEnabled(is_row and is_labelled)
        self.exclude_button.setEnabled(is_row and is_labelled)
        self.relabel_button.setEnabled(is_row and bool(base.classes))
        self._workspace.select([line])

    def _chosen(self) -> None:
        place = self.list.indexOfTopLevelItem(self.list.currentItem())
        if place >= 0:
            self._place = place
            self._show()

    def _go_by(self, step: int) -> None:
        place = max(0, min(self._place + step, self.list.topLevelItemCount() - 1))
        self._mark(place)

    def _mark(self, place: int) -> None:
        if (item := self.list.topLevelItem(place)) is not None:
            self.list.setCurrentItem(item)

    # Verbs

    def take_own(self) -> None:
        """It stays as it stands."""
        if self.conflict is not None and self.conflict.own is not None:
            self._colleagues.settle([self.conflict.own])

    def take_other(self) -> None:
        """It is as the other says."""
        if self.conflict is not None:
            self._colleagues.settle([self.conflict.other])

    def take_every_own(self) -> None:
        """Every conflict stays as it stands, in one step."""
        self._colleagues.settle([each.own for each in self._shown if each.own is not None])

    def take_every_other(self) -> None:
        """Every conflict is as the other says, in one step."""
        self._colleagues.settle([each.other for each in self._shown])

    def choose_label(self) -> None:
        """Let the person choose among all classes."""
        conflict, decisions = self.conflict, self._workspace.decisions
        if conflict is None or decisions is None or not self.relabel_button.isEnabled():
            return
        self.labels.clear()
        line = conflict.line
        for name in decisions.base.classes:
            action = self.labels.addAction(name.replace("&", "&&"))
            action.triggered.connect(
                lambda _checked=False, name=name: self._reviewer.relabel({line: name})
            )
        below = self.relabel_button.rect().bottomLeft()
        self.labels.popup(self.relabel_button.mapToGlobal(below))

    def _decide(self, verb: Verb) -> None:
        if self.conflict is not None and self.keep_button.isEnabled():
            self._reviewer.decide([self.conflict.line], verb)


def _said() -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def _told(word: Decision) -> str:
    when = datetime.fromtimestamp(word.when).strftime("%Y-%m-%d %H:%M")
    reason = f": {word.reason}" if word.reason else ""
    return f"{word.outcome} ({when}){reason}"


def _is_about_same(one: Conflict, other: Conflict | None) -> bool:
    return other is not None and (one.line, one.other.column) == (other.line, other.other.column)
