"""The review page: suspicious rows one after the other, what was decided, and what it did."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QProgressBar, QPushButton, QTabWidget, QWidget

from core.base.arrays import Integers
from core.base.wording import grouped, percent
from core.project.commands import lines_of
from workbench.reviewing.cells.panel import CellsPanel
from workbench.reviewing.certifying.panel import STOPPING, StopPanel
from workbench.reviewing.colleagues.conflicts_tab import ConflictsTab
from workbench.reviewing.controller import Reviewer
from workbench.reviewing.labelling.tab import LabelTab
from workbench.reviewing.live_agenda import LiveAgenda
from workbench.reviewing.live_ranking import Suspects
from workbench.reviewing.page.before_after import BeforeAfter
from workbench.reviewing.page.causes import CausesPanel
from workbench.reviewing.page.decision_list import DecisionList
from workbench.reviewing.page.exam import ExamPanel
from workbench.reviewing.page.header import ReviewHeader
from workbench.reviewing.page.keys import add_key
from workbench.reviewing.page.rows import RowsTab
from workbench.reviewing.page.what_if import WhatIfPanel
from workbench.shell.help_button import HelpButton
from workbench.shell.page import Page
from workbench.shell.theme import Theme
from workbench.state.workspace import Workspace

_TELLING = 0.3
"""A bound below this share says something, and is told in the tab."""


class ReviewPage(Page):
    """The rows, and around them what is known of all of them."""

    place = "review"
    train_again_asked = Signal()
    compare_asked = Signal(object, object)
    """Two runs, before and after."""
    audit_asked = Signal()
    sample_asked = Signal()
    import_asked = Signal()
    export_asked = Signal()

    def __init__(
        self,
        workspace: Workspace,
        reviewer: Reviewer,
        suspects: Suspects,
        live: LiveAgenda,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("Review", parent=parent)
        self.workspace, self.reviewer, self.suspects = workspace, reviewer, suspects
        self.live = live
        self._undone = len(workspace.project.undone)
        """How many deeds were undone when the page looked last."""
        self._make_head()
        self.rows = RowsTab(workspace, reviewer, suspects, live)
        self.decisions = DecisionList(reviewer.colleagues)
        self.conflicts = ConflictsTab(workspace, reviewer)
        self.label = LabelTab(workspace, reviewer)
        self.what_if = WhatIfPanel(suspects, reviewer)
        self.causes = CausesPanel(workspace, reviewer.inquirer)
        self.cells = CellsPanel(reviewer.cells)
        self.exam = ExamPanel(workspace, reviewer.inquirer)
        self.stopping = StopPanel(reviewer.certifier)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        for widget, name in (
            (self.rows, "Rows"),
            (self.decisions, "Decisions"),
            (self.conflicts, "Conflicts"),
            (self.label, "Label"),
            (self.what_if, "What if"),
            (self.causes, "Causes"),
            (self.cells, "Values"),
            (self.exam, "Exam"),
            (self.stopping, STOPPING),
        ):
            self.tabs.addTab(widget, name)
        self.column.addWidget(self.tabs, 1)
        add_key(self, "Undo", "Z", reviewer.undo)
        self._connect()

    def _make_head(self) -> None:
        self.train_again = QPushButton("Train again")
        self.train_again.setToolTip("Train with the same settings on the data as decided")
        self.help = HelpButton("pages", "review", "Review", self)
        self.add_to_head(self.train_again)
        self.add_to_head(self.help)
        self.header = ReviewHeader(self.reviewer)
        self.before_after = BeforeAfter(self.workspace)
        self.left_bar = QProgressBar()
        self.left_bar.setTextVisible(False)
        self.left_bar.setFixedHeight(4)
        self.left_bar.setAccessibleName("Flagged rows looked at")
        self.column.addWidget(self.header)
        self.column.addWidget(self.before_after)
        self.column.addWidget(self.left_bar)

    def _connect(self) -> None:
        space = self.workspace
        self.tabs.currentChanged.connect(self._tab_changed)
        self.header.audit_asked.connect(self.audit_asked)
        self.header.sample_asked.connect(self.sample_asked)
        # The button is disabled now, and the keys of the decisions must go on.
        self.train_again.clicked.connect(self.rows.queue.setFocus)
        self.train_again.clicked.connect(self.train_again_asked)
        self.before_after.compare_asked.connect(self.compare_asked)
        self.decisions.picked.connect(self._go_to_line)
        self.cells.row_asked.connect(self._go_to_line)
        self.reviewer.cells.changed.connect(self._cells_changed)
        self.decisions.undo_asked.connect(self.reviewer.undo)
        self.decisions.redo_asked.connect(self.reviewer.redo)
        self.decisions.import_asked.connect(self.import_asked)
        self.decisions.export_asked.connect(self.export_asked)
        self.decisions.named.connect(self.reviewer.call_me)
        self.stopping.rows_asked.connect(self._go_to_lines)
        self.causes.rows_asked.connect(self._go_through)
        self.reviewer.certifier.changed.connect(self._certificate_changed)
        self.reviewer.colleagues.taken.connect(self._go_to_conflicts)
        self.reviewer.colleagues.changed.connect(self._show_colleague)
        self.live.changed.connect(self._ranking_changed)
        self.reviewer.progressed.connect(self._show_progress)
        space.decisions_changed.connect(self._decisions_changed)
        space.selection_changed.connect(self._selection_changed)
        space.dataset_changed.connect(self._other_data)
        space.current_changed.connect(self._show_controls)
        space.run_finished.connect(self._show_controls)
        space.revised.connect(self._show_progress)
        space.history_changed.connect(self._show_controls)

    # Where one is

    def start(self) -> None:
        """The page comes up: go on with what is selected, else with the first row to look at."""
        self._ranking_changed()
        self.tabs.setCurrentIndex(0)
        if self.rows.current_line() is None:
            self.rows.go_on()
        self.rows.queue.setFocus()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """What changed while nobody looked is shown now."""
        super().showEvent(event)
        self._ranking_changed()

    def _go_to_line(self, line: int) -> None:
        ranking = self.suspects.ranking
        is_ranked = ranking is not None and ranking.row_of(line) is not None
        if self.reviewer.labeller.is_about(line) and not is_ranked:
            self.tabs.setCurrentWidget(self.label)
            self.reviewer.labeller.show(line)
            return
        self.tabs.setCurrentIndex(0)
        self.workspace.select([line])

    def _go_to_lines(self, lines: object) -> None:
        """Go through the rows; from these on, if there are some."""
        self.tabs.setCurrentWidget(self.rows)
        if isinstance(lines, list) and lines:
            self.workspace.select(lines[:1])
        else:
            self.rows.go_on()

    def _go_through(self, lines: Integers) -> None:
        """Go through these rows; they can be decided about together too."""
        self.tabs.setCurrentWidget(self.rows)
        self.workspace.select(lines)

    def _tab_changed(self, _place: int) -> None:
        if self.tabs.currentWidget() is self.rows:
            self.rows.queue.setFocus()
        elif self.tabs.currentWidget() is self.decisions:
            self._list_decisions()
        elif self.tabs.currentWidget() is self.conflicts:
            self.conflicts.list.setFocus()
        elif self.tabs.currentWidget() is self.label:
            self.label.start()
        self._show_conflicts()

    # What is shown

    def _other_data(self) -> None:
        self._undone = len(self.workspace.project.undone)

    def _ranking_changed(self) -> None:
        if not self.isVisible():
            return
        self.header.show_ranking(self.suspects.ranking)
        self._show_progress()
        self.rows.show_ranking()
        self._decisions_changed()
        self._certificate_changed()

    def _show_progress(self) -> None:
        if self.isVisible():
            is_ranked = self.suspects.ranking is not None
            self.header.setVisible(is_ranked or self.reviewer.is_auditing)
            self.left_bar.setVisible(is_ranked)
            self.header.show_progress(self.suspects.ranking, self.workspace.dataset)

    def _decisions_changed(self) -> None:
        decisions, undone = self.workspace.decisions, self.workspace.project.undone
        is_undone = len(undone) > self._undone
        self._undone = len(undone)
        if not self.isVisible():
            return
        if self.tabs.currentWidget() is self.decisions:
            self._list_decisions()
        many = decisions.count if decisions else 0
        place = self.tabs.indexOf(self.decisions)
        self.tabs.setTabText(place, f"Decisions ({grouped(many)})" if many else "Decisions")
        self._show_left()
        self._show_controls()
        self._show_conflicts()
        self._show_unlabelled()
        lines = lines_of(undone[-1].command) if is_undone else []
        if lines and self.suspects.ranking is not None:
            others = self.workspace.selection  # one goes through several of them: they stay
            self.workspace.select([*lines, *others] if len(others) > 1 else lines)
        self.rows.show_decisions()

    def _selection_changed(self) -> None:
        if self.isVisible():
            self.rows.show_selection()

    def _cells_changed(self) -> None:
        if self.isVisible():
            self.rows.show_cells()

    def _certificate_changed(self) -> None:
        if not self.isVisible():
            return
        certificate = self.reviewer.certifier.certificate
        is_told = certificate is not None and certificate.told_share < _TELLING
        told = (
            f"{STOPPING} (≤ {percent(certificate.told_share)})"
            if certificate and is_told
            else STOPPING
        )
        self.tabs.setTabText(self.tabs.indexOf(self.stopping), told)
        self.stopping.redraw()
        self.rows.show_disguise()

    def _show_colleague(self) -> None:
        """Show what a colleague decided, before it is taken in."""
        if self.reviewer.colleagues.look is not None:
            self.tabs.setCurrentWidget(self.decisions)

    def _go_to_conflicts(self) -> None:
        if self.reviewer.colleagues.conflicts:
            self.tabs.setCurrentWidget(self.conflicts)

    def _show_conflicts(self) -> None:
        """The tab is there as long as there is a conflict, or somebody looks at it."""
        many, place = len(self.reviewer.colleagues.conflicts), self.tabs.indexOf(self.conflicts)
        is_shown = self.tabs.currentWidget() is self.conflicts
        self.tabs.setTabText(place, f"Conflicts ({grouped(many)})" if many else "Conflicts")
        self.tabs.setTabVisible(place, many > 0 or is_shown)
        if is_shown:
            self.conflicts.redraw()

    def _show_unlabelled(self) -> None:
        """The tab is there if the file has rows without a label."""
        labeller, place = self.reviewer.labeller, self.tabs.indexOf(self.label)
        left = len(labeller.open_lines)
        self.tabs.setTabText(place, f"Label ({grouped(left)})" if left else "Label")
        self.tabs.setTabVisible(place, labeller.has_rows)

    def _list_decisions(self) -> None:
        project = self.workspace.project
        self.decisions.show_decisions(
            self.workspace.decisions, bool(project.done), bool(project.undone)
        )
        self.decisions.name.setText(self.reviewer.name)

    def _show_left(self) -> None:
        """The bar of how many flagged rows are still to be looked at."""
        agenda = self.live.agenda
        wanted = agenda.wanted if agenda is not None else 0
        self.left_bar.setRange(0, max(1, wanted))
        self.left_bar.setValue(wanted - agenda.left if agenda is not None else 0)

    def _show_controls(self) -> None:
        """What can be done now."""
        current, dataset = self.workspace.current, self.workspace.dataset
        is_finished = current is not None and current.run is not None
        is_changed = current is not None and dataset is not current.dataset
        self.train_again.setEnabled(is_finished and is_changed)
        is_primary = is_finished and is_changed and self.left_bar.value() >= self.left_bar.maximum()
        if self.train_again.property("primary") != is_primary:
            self.train_again.setProperty("primary", is_primary)
            self.train_again.style().unpolish(self.train_again)
            self.train_again.style().polish(self.train_again)
        self.rows.show_controls()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        super().apply_theme(theme)
        self.rows.apply_theme(theme)
        self.help.apply_theme(theme)
        self.exam.apply_theme(theme)
        self.stopping.apply_theme(theme)
        self.left_bar.setStyleSheet(
            f"QProgressBar {{ border: 0; background: {theme.line}; }}"
            f"QProgressBar::chunk {{ background: {theme.accent}; }}"
        )
