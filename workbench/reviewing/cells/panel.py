"""Wrong values: the findings with their remedies above, every cell that does not fit below."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QProgressBar,
    QPushButton,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core import CellAudit
from core.base.wording import grouped, shortened
from core.judging.cells.finding import CellFinding
from core.judging.cells.result import CellDoubt
from workbench.plotting.content_stack import ContentStack
from workbench.reviewing.cells.controller import CellFinder
from workbench.shell.tables.cut_cells import tell_cut_cells
from workbench.shell.tables.names_delegate import NamesDelegate
from workbench.shell.theme import GRID
from workbench.shell.tips import plain

_INTRODUCTION = (
    "Each value is compared with what the rest of its row speaks for, by judges that never saw the "
    "row. Mistakes that people know, as another unit, a lost decimal point or two columns swapped, "
    "are undone on trial: what explains many rows at once is listed with a remedy.\n"
    "Press Look for wrong values."
)
_NO_FINDINGS = "No mistake explains several rows at once."
_NO_CELLS = "Every value fits the rest of its row."
_BEFORE = "Found in the data as they were before the last change. Look again to judge them anew."
_MOST_LISTED = 2000
_DATA = Qt.ItemDataRole.UserRole
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LINE_WIDTH = 72


class CellsPanel(QWidget):
    """Lists what a search found; a click selects the rows everywhere."""

    row_asked = Signal(int)
    """A row is to be looked at."""

    def __init__(self, finder: CellFinder, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._finder = finder
        self._workspace = finder.workspace
        self._shown: CellAudit | None = None
        self.setAccessibleName("Wrong values")
        self._make_head()
        self._make_findings()
        self._make_cells()
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.setChildrenCollapsible(False)
        parts.addWidget(self._findings_part)
        parts.addWidget(self._cells_part)
        parts.setStretchFactor(0, 2)
        parts.setStretchFactor(1, 3)
        self._stack = ContentStack(parts, _INTRODUCTION)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, GRID, 0, 0)
        layout.setSpacing(GRID)
        layout.addLayout(self._head)
        layout.addWidget(self.left_out)
        layout.addWidget(self._stack, 1)
        finder.changed.connect(self.redraw)
        self._workspace.history_changed.connect(self._show_controls)
        self.redraw()

    # Layout

    def _make_head(self) -> None:
        self.summary = QLabel()
        self.summary.setTextFormat(Qt.TextFormat.PlainText)
        self.summary.setWordWrap(True)
        self.left_out = QLabel()
        self.left_out.setTextFormat(Qt.TextFormat.PlainText)
        self.left_out.setWordWrap(True)
        self.left_out.setProperty("quiet", True)
        self.look = QPushButton("Look for wrong values")
        self.cancel = QPushButton("Cancel")
        self.cancel.setAccessibleName("Cancel the search for wrong values")
        self.progress = QProgressBar()
        self.progress.setFixedWidth(160)
        self.progress.setTextVisible(False)
        self.progress.setRange(0, 100)
        self.progress.setAccessibleName("Progress of the search for wrong values")
        self._head = QHBoxLayout()
        self._head.setSpacing(GRID)
        self._head.addWidget(self.summary, 1)
        for widget in (self.progress, self.cancel, self.look):
            self._head.addWidget(widget)
        self.look.clicked.connect(self._look)
        self.cancel.clicked.connect(self._cancel)

    def _make_findings(self) -> None:
        self.findings = _list(["rows", "what seems to have happened"], "Findings")
        self.findings.setWordWrap(True)
        self.findings.setUniformRowHeights(False)
        self.findings.header().setStretchLastSection(True)
        self.findings.itemSelectionChanged.connect(self._finding_chosen)
        self.apply = QPushButton("Apply the remedy")
        self.undo = QPushButton("Undo")
        self.undo.setAccessibleName("Undo the last decision")
        self.apply.clicked.connect(self._apply)
        self.undo.clicked.connect(self._workspace.project.undo)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        self.remedy = QLabel()
        self.remedy.setProperty("quiet", True)
        self.remedy.setTextFormat(Qt.TextFormat.PlainText)
        for widget in (self.apply, self.undo):
            row.addWidget(widget)
        row.addWidget(self.remedy, 1)
        self._findings_part = QWidget()
        column = QVBoxLayout(self._findings_part)
        column.setContentsMargins(0, 0, 0, 0)
        self._finding_stack = ContentStack(self.findings, _NO_FINDINGS)
        column.addWidget(self._finding_stack, 1)
        column.addLayout(row)

    def _make_cells(self) -> None:
        titles = ["line", "column", "value", "would fit", "what may have happened", "as rare as"]
        self.cells = _list(titles, "Cells that do not fit, worst first")
        self.cells.setUniformRowHeights(True)
        self.cells.setItemDelegateForColumn(1, NamesDelegate(self.cells))
        self.cells.setSelectionMode(QTreeWidget.SelectionMode.ExtendedSelection)
        header = self.cells.header()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(0, _LINE_WIDTH)
        self.cells.headerItem().setTextAlignment(0, _RIGHT)
        self.cells.itemSelectionChanged.connect(self._cell_chosen)
        self.cells.itemActivated.connect(self._cell_activated)
        self._cells_part = QWidget()
        column = QVBoxLayout(self._cells_part)
        column.setContentsMargins(0, 0, 0, 0)
        self.cell_words = QLabel()
        self.cell_words.setProperty("quiet", True)
        self._cell_stack = ContentStack(self.cells, _NO_CELLS)
        self.fit = QPushButton("Set to what would fit")
        self.fit.clicked.connect(self._fit)
        self.fitting = QLabel()
        self.fitting.setProperty("quiet", True)
        self.fitting.setTextFormat(Qt.TextFormat.PlainText)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.fit)
        row.addWidget(self.fitting, 1)
        column.addWidget(self.cell_words)
        column.addWidget(self._cell_stack, 1)
        column.addLayout(row)

    # What is shown

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """What changed while nobody looked is shown now."""
        super().showEvent(event)
        self.redraw()

    def redraw(self) -> None:
        """Show how far the search is and what was found."""
        finder = self._finder
        is_searching = finder.is_searching
        progress = finder.progress
        self.progress.setVisible(is_searching)
        self.cancel.setVisible(is_searching)
        self.look.setVisible(not is_searching)
        self.look.setEnabled(self._workspace.dataset is not None)
        self.progress.setValue(int(100 * progress.share) if progress else 0)
        found = finder.found
        self.look.setText("Look for wrong values" if found is None else "Look again")
        self.summary.setText(self._words(found, progress.words if progress else ""))
        self._stack.show_content(found is not None and found.columns > 0)
        self.left_out.setText(" ".join(found.left_out) if found else "")
        self.left_out.setVisible(bool(self.left_out.text()))
        if found is not self._shown:
            self._shown = found
            self._list(found)
        self._show_controls()

    def _words(self, found: CellAudit | None, under_way: str) -> str:
        if self._finder.is_searching:
            return f"{under_way.capitalize() or 'Looking for wrong values'}…"
        if found is None:
            return ""
        return found.summary if self._finder.is_current else f"{found.summary} {_BEFORE}"

    def _list(self, found: CellAudit | None) -> None:
        self.findings.clear()
        self.cells.clear()
        if found is None:
            return
        for number, finding in enumerate(found.findings):
            item = QTreeWidgetItem([grouped(len(finding)), finding.sentence])
            item.setData(0, _DATA, number)
            item.setTextAlignment(0, _RIGHT)
            item.setToolTip(1, plain(finding.sentence))
            self.findings.addTopLevelItem(item)
        self.findings.resizeColumnToContents(0)
        self._finding_stack.show_content(bool(found.findings))
        listed = found.doubts[: max(found.count, 20)][:_MOST_LISTED]
        for number, doubt in enumerate(listed):
            texts = [
                self._where(doubt.line),
                doubt.column,
                shortened(doubt.value),
                shortened(doubt.fits),
                doubt.hypothesis,
                doubt.odds,
            ]
            item = QTreeWidgetItem(texts)
            item.setData(0, _DATA, number)
            item.setTextAlignment(0, _RIGHT)
            item.setToolTip(2, plain(doubt.sentence))
            self.cells.addTopLevelItem(item)
        self._cell_stack.show_content(bool(listed))
        self.cell_words.setText(_listed_words(found, len(listed)))
        self.cell_words.setVisible(bool(listed))

    def _show_controls(self) -> None:
        finding, project = self._finding(), self._workspace.project
        self.apply.setEnabled(finding is not None and self._finder.is_current)
        for button in (self.apply, self.undo):
            button.setVisible(self.findings.topLevelItemCount() > 0)
        self.undo.setEnabled(bool(project.done))
        self.undo.setToolTip(f"Undo: {project.done[-1].words}" if project.done else "")
        self.remedy.setText(f"{finding.remedy_words}." if finding is not None else "")
        doubts = self._doubts()
        self.fit.setEnabled(bool(doubts) and self._finder.is_current)
        self.fit.setVisible(bool(self._shown and self._shown.doubts))
        self.fitting.setText(_fitting_words(doubts, self._where))

    def _finding(self) -> CellFinding | None:
        chosen = self.findings.selectedItems()
        found = self._shown
        return found.findings[chosen[0].data(0, _DATA)] if chosen and found else None

    def _where(self, line: int) -> str:
        data = self._workspace.dataset
        return data.table.where_short(line) if data is not None else grouped(line)

    def _doubts(self) -> list[CellDoubt]:
        """The cells that are chosen."""
        found = self._shown
        chosen = [item.data(0, _DATA) for item in self.cells.selectedItems()]
        return [found.doubts[number] for number in sorted(chosen)] if found else []

    # What a person does

    def _look(self) -> None:
        self._finder.look()
        self.cancel.setFocus()  # the button that was pressed is hidden now

    def _cancel(self) -> None:
        self._finder.cancel()
        self.look.setFocus()

    def _finding_chosen(self) -> None:
        if (finding := self._finding()) is not None:
            self._workspace.select(finding.lines)
        self._show_controls()

    def _apply(self) -> None:
        if (finding := self._finding()) is not None:
            self._finder.apply(finding)

    def _fit(self) -> None:
        if doubts := self._doubts():
            self._finder.fit(doubts)

    def _cell_chosen(self) -> None:
        if doubts := self._doubts():
            self._workspace.select(sorted({doubt.line for doubt in doubts}))
        self._show_controls()

    def _cell_activated(self, item: QTreeWidgetItem) -> None:
        if self._shown is not None:
            self.row_asked.emit(self._shown.doubts[item.data(0, _DATA)].line)


def _list(titles: list[str], name: str) -> QTreeWidget:
    made = QTreeWidget()
    tell_cut_cells(made)
    made.setHeaderLabels(titles)
    made.setAccessibleName(name)
    made.setRootIsDecorated(False)
    return made


def _listed_words(found: CellAudit, listed: int) -> str:
    if not found.count:
        return f"No cell is flagged; these {grouped(listed)} fit least."
    if listed < found.count:
        return (
            f"The first {grouped(listed)} of {grouped(found.count)} cells; the command line "
            "writes all."
        )
    return (
        "Cells of findings first, then the rarest. A click selects the row everywhere, a double "
        "click shows it."
    )


def _fitting_words(doubts: list[CellDoubt], where: Callable[[int], str]) -> str:
    """What setting the chosen cells does."""
    if not doubts:
        return "Choose a cell, or several, to set them."
    if len(doubts) > 1:
        return f"{grouped(len(doubts))} cells are set, each to the value that would fit."
    doubt = doubts[0]
    return f"{doubt.column} of line {where(doubt.line)}: {doubt.value} becomes {doubt.fits}."
