"""Every decision that stands, and every note: to look through, go back to, import and export."""

from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.base.person import MOST_LETTERS
from core.base.wording import count, grouped
from core.judging.reviewing.decision import Decision
from core.judging.reviewing.decisions import Decisions
from workbench.plotting.content_stack import ContentStack
from workbench.reviewing.colleagues.controller import Colleagues
from workbench.reviewing.colleagues.taking_in_panel import TakingInPanel
from workbench.reviewing.decision_bar import PAST
from workbench.shell.tables.cut_cells import tell_cut_cells
from workbench.shell.text_size import scaled
from workbench.shell.theme import GRID
from workbench.shell.tips import plain

_EMPTY = (
    "What you decide about rows is listed here, with its reason, your note and the time.\n"
    "Everything is kept at once, and can be undone at any time."
)
_TITLES = ["line", "decision", "in the file", "new", "reason", "note", "by", "time"]
_NOTE = 5
_MOST_LISTED = 2000
_WIDEST = 560
_LINE = Qt.ItemDataRole.UserRole


class DecisionList(QWidget):
    """The newest decision first; a click goes to its row."""

    picked = Signal(int)
    undo_asked = Signal()
    redo_asked = Signal()
    import_asked = Signal()
    export_asked = Signal()
    named = Signal(str)
    """The person is called so from now on."""

    def __init__(self, colleagues: Colleagues, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.taking_in = TakingInPanel(colleagues)
        self.list = QTreeWidget()
        tell_cut_cells(self.list)
        self.list.setAccessibleName("Decisions, newest first")
        self.list.setHeaderLabels(_TITLES)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        header = self.list.header()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setMaximumSectionSize(scaled(_WIDEST))  # a long reason leaves room for the note
        header.setSectionResizeMode(_NOTE, QHeaderView.ResizeMode.Stretch)
        self.list.itemActivated.connect(self._activated)
        self.list.itemClicked.connect(self._activated)
        self._stack = ContentStack(self.list, _EMPTY)
        self.summary = QLabel()
        self.summary.setProperty("quiet", True)
        self.undo = QPushButton("Undo")
        self.undo.setToolTip("Take back the last decision (Z or Ctrl+Z)")
        self.redo = QPushButton("Redo")
        self.redo.setToolTip("Decide again what was taken back (Ctrl+Shift+Z)")
        self.take = QPushButton("Take in a colleague's…")
        self.take.setToolTip(
            "Take in what a colleague decided about this file, from a CSV file or a session"
        )
        self.give = QPushButton("Export…")
        self.give.setToolTip("Write the decisions to a CSV file")
        for button, signal in (
            (self.undo, self.undo_asked),
            (self.redo, self.redo_asked),
            (self.take, self.import_asked),
            (self.give, self.export_asked),
        ):
            button.clicked.connect(signal)
        self.name = QLineEdit()
        self.name.setMaxLength(MOST_LETTERS)
        self.name.setFixedWidth(160)
        self.name.setToolTip("Your name, as it is written beside what you decide from now on")
        self.name.editingFinished.connect(lambda: self.named.emit(self.name.text()))
        you = QLabel("Your &name")
        you.setBuddy(self.name)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.summary, 1)
        row.addWidget(you)
        row.addWidget(self.name)
        for button in (self.undo, self.redo, self.take, self.give):
            row.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, GRID, 0, 0)
        layout.addWidget(self.taking_in)
        layout.addWidget(self._stack, 1)
        layout.addLayout(row)

    def show_decisions(
        self, decisions: Decisions | None, can_undo: bool = False, can_redo: bool = False
    ) -> None:
        """List everything that stands."""
        standing = decisions.standing() if decisions else []
        notes = decisions.notes() if decisions else {}
        lines = [] if decisions is None else [self._entry(decisions, each) for each in standing]
        only_noted = sorted(set(notes) - {decision.line for decision in standing})
        lines += [
            _item([_where(decisions, line), "", "", "", "", notes[line], "", ""], line)
            for line in only_noted
        ]
        lines.reverse()
        self.list.clear()
        self.list.addTopLevelItems(lines[:_MOST_LISTED])
        self._stack.show_content(bool(lines))
        self.undo.setEnabled(can_undo)
        self.redo.setEnabled(can_redo)
        self.take.setEnabled(decisions is not None)
        self.give.setEnabled(bool(lines))
        text = count(len(standing), "decision") if lines else ""
        if len(lines) > _MOST_LISTED:
            text += f"; the newest {grouped(_MOST_LISTED)} are listed, an export has all"
        self.summary.setText(text)

    @staticmethod
    def _entry(decisions: Decisions, decision: Decision) -> QTreeWidgetItem:
        when = datetime.fromtimestamp(decision.when).strftime("%Y-%m-%d %H:%M")
        texts = [
            _where(decisions, decision.line),
            f"{decision.column} {PAST[decision.verb]}".lstrip(),
            _in_the_file(decisions, decision),
            "missing" if decision.new == "" else decision.new or "",
            decision.reason,
            decision.note,
            decision.by,
            when,
        ]
        return _item(texts, decision.line)

    def _activated(self, item: QTreeWidgetItem) -> None:
        self.picked.emit(item.data(0, _LINE))


def _where(decisions: Decisions | None, line: int) -> str:
    return decisions.base.table.where_short(line) if decisions is not None else grouped(line)


def _in_the_file(decisions: Decisions, decision: Decision) -> str:
    """What was read: the value of the cell, or the label, of the row; empty if there is none."""
    base = decisions.base
    if decision.column:
        table = base.table.as_read
        return table.column(decision.column).text(int(table.rows_of([decision.line])[0]))
    if decision.line not in base.lines:
        return ""
    return base.label_text(int(base.rows_of([decision.line])[0]))


def _item(texts: list[str], line: int) -> QTreeWidgetItem:
    item = QTreeWidgetItem(texts)
    item.setData(0, _LINE, line)
    for column in (4, 5):
        item.setToolTip(column, plain(texts[column]))
    return item
