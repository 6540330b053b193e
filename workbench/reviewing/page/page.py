"""The review page: suspicious rows one after the other, a key each to decide, and what it did."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from core.base.wording import count
from core.judging.ranking import Ranking
from core.judging.reviewing.decision import Verb
from core.project.commands import lines_of
from workbench.jobs.lane import Lane
from workbench.reviewing.cells.panel import CellsPanel
from workbench.reviewing.controller import Reviewer
from workbench.reviewing.decision_bar import PAST, DecisionBar, NoteField
from workbench.reviewing.live_ranking import Suspects
from workbench.reviewing.page.before_after import BeforeAfter
from workbench.reviewing.page.causes import CausesPanel
from workbench.reviewing.page.decision_list import DecisionList
from workbench.reviewing.page.exam import ExamPanel
from workbench.reviewing.page.header import ReviewHeader
from workbench.reviewing.page.queue import QueueTable
from workbench.reviewing.page.row_card import RowCard
from workbench.reviewing.page.row_facts import RowFacts
from workbench.reviewing.page.what_if import WhatIfPanel
from workbench.shell.help_button import HelpButton
from workbench.shell.page import Page
from workbench.shell.theme import GRID, Theme
from workbench.shell.tips import plain
from workbench.state.workspace import Workspace

_EMPTY, _CARD = range(2)
_NOTHING = (
    "The rows that do not belong will be shown here, one after the other.\nTrain an ensemble first."
)


class ReviewPage(Page):
    """One row at a time. The row that is shown is the one that is selected everywhere."""

    train_again_asked = Signal()
    compare_asked = Signal(object, object)
    """Two runs, before and after."""
    audit_asked = Signal()
    import_asked = Signal()
    export_asked = Signal()

    def __init__(
        self,
        workspace: Workspace,
        reviewer: Reviewer,
        suspects: Suspects,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("Review", parent=parent)
        self.workspace, self.reviewer, self.suspects = workspace, reviewer, suspects
        self._lane = Lane(workspace.jobs)
        self._place = 0
        """How far in the queue the person is; a look at a neighbour leaves it."""
        self._undone = len(workspace.project.undone)
        """How many deeds were undone when the page looked last."""
        self.facts: RowFacts | None = None
        self._facts_key: tuple[object, ...] = ()
        self._make_head()
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self._rows_page = self._make_rows()
        self.tabs.addTab(self._rows_page, "Rows")
        self.decisions = DecisionList()
        self.what_if = WhatIfPanel(suspects, reviewer)
        self.tabs.addTab(self.decisions, "Decisions")
        self.tabs.addTab(self.what_if, "What if")
        self.causes = CausesPanel(self.workspace, reviewer.inquirer)
        self.tabs.addTab(self.causes, "Causes")
        self.cells = CellsPanel(reviewer.cells)
        self.tabs.addTab(self.cells, "Values")
        self.exam = ExamPanel(self.workspace, reviewer.inquirer)
        self.tabs.addTab(self.exam, "Exam")
        self.column.addWidget(self.tabs, 1)
        self._make_keys()
        self._connect()

    # Layout

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
        self.left = QLabel()
        self.left.setProperty("quiet", True)
        self.column.addWidget(self.header)
        self.column.addWidget(self.before_after)
        self.column.addWidget(self.left_bar)

    def _make_rows(self) -> QWidget:
        self.queue = QueueTable()
        self.card = RowCard()
        self.bar = DecisionBar(self.suspects, self.reviewer, keys=True)
        self.undo_button = QPushButton("Undo  Z")
        self.undo_button.setAccessibleName("Undo")
        self.bar.put_last(self.undo_button)
        self.note = NoteField(self.reviewer)
        self.note.setPlaceholderText("Note (N)")
        self.many = QLabel()
        self.only_this = QPushButton("Only this row")
        self._many = QWidget()
        row = QHBoxLayout(self._many)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.many)
        row.addWidget(self.only_this)
        row.addStretch(1)
        for widget in (self._many, self.bar, self.note):
            self.card.middle.addWidget(widget)
        self.empty = QLabel(_NOTHING)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setWordWrap(True)
        self.again = QPushButton("Look at the skipped rows")
        nothing = QWidget()
        column = QVBoxLayout(nothing)
        column.addStretch(1)
        column.addWidget(self.empty)
        column.addWidget(self.again, alignment=Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        self._stack = QStackedWidget()
        self._stack.addWidget(nothing)
        self._stack.addWidget(self.card)
        side = QWidget()
        beside = QVBoxLayout(side)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(4)
        beside.addWidget(self.left)
        beside.addWidget(self.queue, 1)
        self.rows = QSplitter()
        self.rows.addWidget(side)
        self.rows.addWidget(self._stack)
        self.rows.setChildrenCollapsible(False)
        self.rows.setStretchFactor(1, 1)
        self.rows.setSizes([336, 900])
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, GRID, 0, 0)
        layout.addWidget(self.rows)
        return page

    def _make_keys(self) -> None:
        """One key each; where a text is typed, keys are letters."""
        for name, key, verb in (
            ("Keep", "K", self.bar.keep),
            ("Relabel", "R", self.bar.relabel),
            ("Relabel to another class", "Shift+R", self.bar.choose_label),
            ("Exclude", "X", self.bar.exclude),
            ("Skip", "S", self.bar.skip),
            ("Note", "N", self.note.setFocus),
            ("Next row", "Right", self.go_next),
            ("Previous row", "Left", self.go_back),
        ):
            self._key(self._rows_page, name, key, verb)
        self._key(self, "Undo", "Z", self.reviewer.undo)

    def _key(self, widget: QWidget, name: str, key: str, verb: Callable[[], None]) -> None:
        action = QAction(name, widget)
        action.setShortcut(QKeySequence(key))
        # Letters work wherever the focus is while the rows can be seen, arrows where they are.
        context = Qt.ShortcutContext.WindowShortcut
        if key in ("Left", "Right"):
            context = Qt.ShortcutContext.WidgetWithChildrenShortcut
        action.setShortcutContext(context)
        action.triggered.connect(lambda _checked=False: verb())
        widget.addAction(action)

    def _connect(self) -> None:
        space = self.workspace
        self.queue.picked.connect(space.select)
        self.card.neighbours.picked.connect(lambda line: space.select([line]))
        self.bar.decided.connect(self._decided)
        self.note.left.connect(self.queue.setFocus)
        self.tabs.currentChanged.connect(self._tab_changed)
        self.header.audit_asked.connect(self.audit_asked)
        # The button is disabled now, and the keys of the decisions must go on.
        self.train_again.clicked.connect(self.queue.setFocus)
        self.train_again.clicked.connect(self.train_again_asked)
        self.before_after.compare_asked.connect(self.compare_asked)
        self.only_this.clicked.connect(self._select_only)
        self.undo_button.clicked.connect(self.reviewer.undo)
        self.again.clicked.connect(self._go_to_skipped)
        self.decisions.picked.connect(self._go_to_line)
        self.cells.row_asked.connect(self._go_to_line)
        self.reviewer.cells.changed.connect(self._cells_changed)
        self.decisions.undo_asked.connect(self.reviewer.undo)
        self.decisions.redo_asked.connect(self.reviewer.redo)
        self.decisions.import_asked.connect(self.import_asked)
        self.decisions.export_asked.connect(self.export_asked)
        self.decisions.named.connect(self.reviewer.call_me)
        self.suspects.changed.connect(self._ranking_changed)
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
        if self._current_line() is None:
            self._place = 0
            self.go_on()
        self.queue.setFocus()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """What changed while nobody looked is shown now."""
        super().showEvent(event)
        self._ranking_changed()

    def _current_line(self) -> int | None:
        """The row that is shown large: of the selected ones the most suspicious."""
        ranking, lines = self.suspects.ranking, self.workspace.selection
        if ranking is None or len(lines) == 0:
            return None
        places = ranking.places_of(lines)
        return int(ranking.lines[places[0]]) if len(places) else None

    def go_on(self) -> None:
        """To the next flagged row that nothing is decided about; nowhere if there is none."""
        ranking, decisions = self.suspects.ranking, self.workspace.decisions
        if ranking is None:
            return
        around = [*range(self._place, ranking.count), *range(min(self._place, ranking.count))]
        for place in around:
            line = int(ranking.lines[place])
            if decisions is None or decisions.about(line) is None:
                self._place = place
                self.workspace.select([line])
                return
        self.workspace.select([])

    def go_next(self) -> None:
        """To the row below in the queue."""
        self._go_by(1)

    def go_back(self) -> None:
        """To the row above in the queue."""
        self._go_by(-1)

    def _go_by(self, step: int) -> None:
        ranking, line = self.suspects.ranking, self._current_line()
        if ranking is None or len(ranking.order) == 0:
            return
        place = self._place if line is None else (ranking.place_of(line) or 0) + step
        place = max(0, min(place, len(ranking.order) - 1))
        self._place = place
        self.workspace.select([int(ranking.lines[place])])

    def _go_to_line(self, line: int) -> None:
        self.tabs.setCurrentIndex(0)
        self.workspace.select([line])

    def _go_to_skipped(self) -> None:
        ranking, decisions = self.suspects.ranking, self.workspace.decisions
        if ranking is None or decisions is None:
            return
        for line in ranking.lines[: ranking.count].tolist():
            decision = decisions.about(line)
            if decision is not None and decision.verb is Verb.SKIP:
                self.workspace.select([line])
                self.queue.setFocus()
                return

    def _select_only(self) -> None:
        line = self._current_line()
        if line is not None:
            self.workspace.select([line])

    def _tab_changed(self, place: int) -> None:
        if place == 0:
            self.queue.setFocus()
        elif place == 1:
            self._list_decisions()

    # What is shown

    def _other_data(self) -> None:
        self._place, self._undone = 0, len(self.workspace.project.undone)

    def _ranking_changed(self) -> None:
        if not self.isVisible():
            return
        ranking = self.suspects.ranking
        before = self.queue.queue.ranking
        is_first = before is None
        is_audited_anew = (
            before is not None and ranking is not None and ranking.audit is not before.audit
        )
        self.queue.show_ranking(ranking, self.workspace.decisions)
        self.header.show_ranking(ranking)
        self._show_progress()
        self._decisions_changed()
        if (is_first or is_audited_anew) and self._current_line() is None:
            self._place = 0
            self.go_on()
        self._selection_changed()

    def _show_progress(self) -> None:
        if self.isVisible():
            self.header.show_progress(self.suspects.ranking, self.workspace.dataset)

    def _decisions_changed(self) -> None:
        decisions = self.workspace.decisions
        undone = self.workspace.project.undone
        is_undone = len(undone) > self._undone
        self._undone = len(undone)
        if not self.isVisible():
            return
        if self.tabs.currentWidget() is self.decisions:
            self._list_decisions()
        many = decisions.count if decisions else 0
        self.tabs.setTabText(1, f"Decisions ({many:,})" if many else "Decisions")
        self.queue.queue.refresh()
        self._show_left()
        self._show_controls()
        lines = lines_of(undone[-1].command) if is_undone else []
        if lines and self.suspects.ranking is not None:
            self.workspace.select(lines)
        self._show_row()

    def _list_decisions(self) -> None:
        project = self.workspace.project
        self.decisions.show_decisions(
            self.workspace.decisions, bool(project.done), bool(project.undone)
        )
        self.decisions.name.setText(self.reviewer.name)

    def _show_left(self) -> None:
        """How many flagged rows are still to be looked at."""
        ranking, decisions = self.suspects.ranking, self.workspace.decisions
        many = ranking.count if ranking else 0
        lines = ranking.lines[:many].tolist() if ranking else []
        known = [decisions.about(line) for line in lines] if decisions else []
        verbs = [decision.verb for decision in known if decision]
        self.left_bar.setRange(0, max(1, many))
        self.left_bar.setValue(len(verbs))
        left = f"{many - len(verbs):,} of {count(many, 'flagged row')} left"
        self.left.setText(left if many else "most suspicious first")
        self.again.setVisible(Verb.SKIP in verbs)
        if ranking is None:
            self.empty.setText(_NOTHING)
        elif many == 0:
            self.empty.setText(
                "No row is flagged.\n"
                "Choose a row at the left, or flag some above, to look at them all the same."
            )
        elif len(self.workspace.selection):
            self.empty.setText(
                "What is selected is not among these rows: it was excluded before.\n"
                "Keep it (K) to bring it back."
            )
        elif len(verbs) < many:
            self.empty.setText("Choose a row at the left.")
        else:
            told = [f"{verbs.count(verb):,} {PAST[verb]}" for verb in Verb if verb in verbs]
            current, dataset = self.workspace.current, self.workspace.dataset
            is_trained = current is not None and current.dataset is dataset
            self.empty.setText(
                f"All {count(many, 'flagged row')} looked at: {', '.join(told)}."
                + ("" if is_trained else "\nTrain again to see what it did.")
            )

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
        done = self.workspace.project.done
        self.undo_button.setEnabled(bool(done))
        self.undo_button.setToolTip(plain(f"Undo: {done[-1].words} (Z)") if done else "")

    def _selection_changed(self) -> None:
        if not self.isVisible():
            return
        ranking, lines = self.suspects.ranking, self.workspace.selection
        if ranking is not None:
            places = ranking.places_of(lines)
            self.queue.mark(places)
            if len(places) == 1 and places[0] < ranking.count:
                self._place = int(places[0])
        self._show_row()

    def _show_row(self) -> None:
        ranking, line, lines = self.suspects.ranking, self._current_line(), self.workspace.selection
        row = ranking.row_of(line) if ranking and line is not None else None
        self._stack.setCurrentIndex(_EMPTY if row is None else _CARD)
        if row is None:
            self._show_left()
        self.bar.show_lines(lines)
        self.note.show_line(line)
        self._many.setVisible(len(lines) > 1)
        self.many.setText(f"{count(len(lines), 'row')} selected: decide for all.")
        if ranking is None or row is None:
            return
        self.card.show_row(ranking, row, self.workspace.decisions)
        self._cells_changed()
        if self.facts is not None and self._facts_key == (ranking.reasons, line):
            self.card.show_facts(self.facts)
        else:
            self._lane.follow(
                "Looking at a row",
                lambda _watch: (ranking, RowFacts.of(ranking, row)),
                self._take_facts,
                self.workspace.failed.emit,
            )

    def _take_facts(self, found: tuple[Ranking, RowFacts]) -> None:
        ranking, facts = found
        shown = self.suspects.ranking
        is_known = shown is not None and shown.reasons == ranking.reasons
        if is_known and self._current_line() == facts.line:
            self.facts, self._facts_key = facts, (ranking.reasons, facts.line)
            self.card.show_facts(facts)

    def _cells_changed(self) -> None:
        """Say in the card which cell of the row does not fit."""
        line, cells = self._current_line(), self.reviewer.cells
        if self.isVisible() and line is not None:
            self.card.show_cells(cells.doubts(line), cells.sentences(line))

    # What was done

    def _decided(self) -> None:
        self.go_on()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        super().apply_theme(theme)
        self.card.apply_theme(theme)
        self.queue.apply_theme(theme)
        self.help.apply_theme(theme)
        self.exam.apply_theme(theme)
        self.left_bar.setStyleSheet(
            f"QProgressBar {{ border: 0; background: {theme.line}; }}"
            f"QProgressBar::chunk {{ background: {theme.accent}; }}"
        )
