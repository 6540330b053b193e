"""Conflicts one after the other: what stands, what a colleague says, and a key to settle them."""

from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QTreeWidgetItem,
)

from core.base.wording import count, shortened
from core.judging.reviewing.agreeing import given_label
from core.judging.reviewing.conflicts import Conflict
from core.judging.reviewing.decision import Decision
from core.judging.reviewing.kinds import Verb
from workbench.reviewing.colleagues.controller import Colleagues
from workbench.reviewing.controller import Reviewer
from workbench.reviewing.page.list_and_card import ListAndCard, plain_text
from workbench.shell.theme import GRID
from workbench.shell.tips import plain
from workbench.state.workspace import Workspace

_NONE = (
    "Every conflict is settled.\n"
    "Where a colleague whose decisions are taken in says something else than you, it is shown here."
)
_TITLES = ["line", "in the file", "stands", "other"]
_MOST_LISTED = 2000


class ConflictsTab(ListAndCard):
    """The list at the left, one conflict large; each is settled by a decision of one's own."""

    def __init__(self, workspace: Workspace, reviewer: Reviewer) -> None:
        super().__init__(workspace, reviewer, "Conflicts, by line", _TITLES, 420)
        self._shown: list[Conflict] = []
        self._place = 0
        self.list.currentItemChanged.connect(self._chosen)
        self._lay_out([self._make_words(), self._make_buttons()], _NONE)
        self._add_keys(
            (
                ("As it stands", "Y", self.take_own),
                ("As the other says", "T", self.take_other),
                ("Keep", "K", self._keep),
                ("Relabel to another class", "R", self.choose_label),
                ("Exclude", "X", self._exclude),
                ("Next conflict", "Right", lambda: self._go_by(1)),
                ("Previous conflict", "Left", lambda: self._go_by(-1)),
            )
        )

    # Layout

    def _make_words(self) -> QFormLayout:
        self.own, self.other = plain_text(), plain_text()
        for label in (self.own, self.other):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._own_name, self._other_name = QLabel("Stands"), QLabel()
        words = QFormLayout()
        words.setHorizontalSpacing(2 * GRID)
        words.addRow(self._own_name, self.own)
        words.addRow(self._other_name, self.other)
        return words

    def _make_buttons(self) -> QHBoxLayout:
        self.own_button = self._button("As it stands", "Y", self.take_own)
        self.other_button = self._button("As the other says", "T", self.take_other)
        self.keep_button = self._button("Keep", "K", self._keep)
        self.relabel_button = self._button("Relabel…", "R", self.choose_label)
        self.exclude_button = self._button("Exclude", "X", self._exclude)
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
        return buttons

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
        self.left.setText(f"{count(len(self._shown), 'conflict')} left")
        self._stack.show_content(bool(self._shown))
        self._show()

    def _item(self, conflict: Conflict) -> QTreeWidgetItem:
        own = conflict.own.outcome if conflict.own is not None else ""
        texts = [
            self._where(conflict.line),
            self._given(conflict.line),
            own,
            conflict.other.outcome,
        ]
        item = QTreeWidgetItem(texts)
        item.setToolTip(3, plain(conflict.told))
        return item

    def _given(self, line: int) -> str:
        base = self._base()
        return (given_label(base, line) or "no label") if base is not None else ""

    def _show(self) -> None:
        conflict, base = self.conflict, self._base()
        line = conflict.line if conflict is not None else None
        given = "" if line is None else f"in the file: {self._given(line)}"
        if not self._show_line(base, line, given) or conflict is None or base is None:
            return
        other = conflict.other.by or "Somebody"
        self._other_name.setText(other)
        self.other_button.setText(f"As {shortened(other, 20)} says  T".replace("&", "&&"))
        self._own_name.setText((conflict.own.by if conflict.own is not None else "") or "Stands")
        self.own.setText(_told(conflict.own) if conflict.own is not None else "nothing")
        self.other.setText(_told(conflict.other))
        self.own_button.setEnabled(conflict.own is not None)
        is_row = not conflict.other.column or conflict.other.column == base.target
        is_labelled = given_label(base, conflict.line) is not None
        self.keep_button.setEnabled(is_row and is_labelled)
        self.exclude_button.setEnabled(is_row and is_labelled)
        self.relabel_button.setEnabled(is_row and bool(base.classes))

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
        conflict, base = self.conflict, self._base()
        if conflict is None or base is None or not self.relabel_button.isEnabled():
            return
        self.labels.clear()
        line = conflict.line
        for name in base.classes:
            action = self.labels.addAction(name.replace("&", "&&"))
            action.triggered.connect(
                lambda _checked=False, name=name: self._reviewer.relabel({line: name})
            )
        below = self.relabel_button.rect().bottomLeft()
        self.labels.popup(self.relabel_button.mapToGlobal(below))

    def _keep(self) -> None:
        self._decide(Verb.KEEP)

    def _exclude(self) -> None:
        self._decide(Verb.EXCLUDE)

    def _decide(self, verb: Verb) -> None:
        if self.conflict is not None and self.keep_button.isEnabled():
            self._reviewer.decide([self.conflict.line], verb)


def _told(word: Decision) -> str:
    when = datetime.fromtimestamp(word.when).strftime("%Y-%m-%d %H:%M")
    reason = f": {word.reason}" if word.reason else ""
    return f"{word.outcome} ({when}){reason}"


def _is_about_same(one: Conflict, other: Conflict | None) -> bool:
    return other is not None and (one.line, one.other.column) == (other.line, other.other.column)
