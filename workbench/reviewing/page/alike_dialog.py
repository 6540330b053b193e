"""Rows alike in a small table: look through them, untick exceptions, decide once."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.base.wording import count, grouped, percent
from core.judging.agenda.alike import Alike
from core.judging.ranking import Ranking
from core.judging.reviewing.kinds import Verb
from workbench.plotting.class_symbols import class_symbol
from workbench.reviewing.controller import Reviewer
from workbench.shell.tables.cut_cells import tell_cut_cells
from workbench.shell.theme import GRID, Theme
from workbench.shell.tips import plain

_LINE = Qt.ItemDataRole.UserRole
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_FEWEST_COLUMNS = 4
"""Line, given, suggested, likely wrong: what comes after is of the file."""


class AlikeDialog(QDialog):
    """Offers to decide about many rows in one step, that can be undone as one."""

    decided = Signal()

    def __init__(
        self,
        found: Alike,
        ranking: Ranking,
        reviewer: Reviewer,
        unusual: Iterable[str],
        theme: Theme,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Rows like this one")
        self.resize(760, 440)
        self._found, self._ranking, self._reviewer = found, ranking, reviewer
        columns = found.columns(ranking, unusual)
        self.table = self._make_table(columns, theme)
        self.summary = QLabel()
        self.summary.setProperty("quiet", True)
        self.keep, self.exclude = QPushButton("Keep"), QPushButton("Exclude")
        is_class = bool(ranking.dataset.classes)
        self.relabel = QPushButton(
            f"Relabel to {found.suggestion}" if is_class else "Set as suggested"
        )
        self.cancel = QPushButton("Cancel")
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.summary, 1)
        for button in (self.keep, self.relabel, self.exclude, self.cancel):
            button.setAutoDefault(False)
            row.addWidget(button)
        self.words = QLabel(self._words())
        self.words.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setSpacing(GRID)
        column.addWidget(self.words)
        column.addWidget(self.table, 1)
        column.addLayout(row)
        self.keep.clicked.connect(lambda: self._decide(Verb.KEEP))
        self.exclude.clicked.connect(lambda: self._decide(Verb.EXCLUDE))
        self.relabel.clicked.connect(self._relabel)
        self.cancel.clicked.connect(self.reject)
        self.table.itemChanged.connect(self._show_count)
        self._show_count()
        self.table.setFocus()

    def _words(self) -> str:
        found = self._found
        if self._ranking.dataset.classes:
            words = f"Given '{found.given}', and '{found.suggestion}' is suggested"
        else:
            words = "The judges suggest another number, in the same direction"
        if found.cause is not None:
            words += f"; {found.cause.rule}"
        if found.all > len(found.others):
            words += (
                f". These are the {grouped(len(found.others))} most suspicious of "
                f"{grouped(found.all)}"
            )
        return f"{words}. Untick what is an exception, and decide about the others at once."

    def _make_table(self, columns: list[str], theme: Theme) -> QTreeWidget:
        table = QTreeWidget()
        tell_cut_cells(table)
        table.setAccessibleName("Rows alike")
        table.setRootIsDecorated(False)
        table.setUniformRowHeights(True)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setHeaderLabels(["line", "given", "suggested", "likely wrong", *columns])
        table.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        table.header().setStretchLastSection(True)
        data, audit = self._ranking.dataset, self._ranking.audit
        for line in (self._found.line, *self._found.others.tolist()):
            row = self._ranking.row_of(line)
            assert row is not None
            likely = percent(float(audit.wrong[row])) if audit and audit.can_tell else ""
            written = dict(
                zip(data.table.names, data.table.raw_row(int(data.rows[row])), strict=True)
            )
            texts = [
                data.table.where_short(line),
                self._ranking.given(row),
                self._ranking.suggestion(row),
                likely,
            ]
            item = QTreeWidgetItem([*texts, *(written[name] for name in columns)])
            item.setData(0, _LINE, line)
            item.setCheckState(0, Qt.CheckState.Checked)
            item.setTextAlignment(3, _RIGHT)
            for place in (1, 2) if data.classes else ():
                item.setIcon(place, class_symbol(data.classes.index(texts[place]), theme))
            for place in range(_FEWEST_COLUMNS, len(columns) + _FEWEST_COLUMNS):
                item.setToolTip(place, plain(item.text(place)))
            table.addTopLevelItem(item)
        return table

    @property
    def lines(self) -> list[int]:
        """The lines that are ticked."""
        items = (self.table.topLevelItem(n) for n in range(self.table.topLevelItemCount()))
        return [
            item.data(0, _LINE)
            for item in items
            if item is not None and item.checkState(0) is Qt.CheckState.Checked
        ]

    def _show_count(self) -> None:
        many = len(self.lines)
        self.summary.setText(f"{count(many, 'row')} ticked")
        for button in (self.keep, self.relabel, self.exclude):
            button.setEnabled(many > 0)

    @property
    def _reason(self) -> str:
        return f"one of {count(len(self.lines), 'row')} alike: {self._found.why}"

    def _decide(self, verb: Verb) -> None:
        self._do(lambda: self._reviewer.decide(self.lines, verb, reason=self._reason))

    def _relabel(self) -> None:
        labels = self._ranking.relabelling(self.lines)
        self._do(lambda: self._reviewer.relabel(labels, reason=self._reason))

    def _do(self, deciding: Callable[[], None]) -> None:
        """Decide, and close unless it was refused."""
        project = self._reviewer.workspace.project
        before = len(project.done)
        deciding()
        if len(project.done) > before:
            self.accept()
            self.decided.emit()
