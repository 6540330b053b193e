"""The rows of the review: the queue at the side, one of them large, and a key each to decide."""

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from core import Run
from core.base.arrays import Integers
from core.base.wording import count, grouped
from core.judging.ranking import Ranking
from core.judging.reviewing.kinds import Verb
from workbench.jobs.lane import Lane
from workbench.reviewing.controller import Reviewer
from workbench.reviewing.decision_bar import DecisionBar, NoteField
from workbench.reviewing.live_agenda import LiveAgenda
from workbench.reviewing.live_ranking import Suspects
from workbench.reviewing.page.alike_offer import AlikeOffer
from workbench.reviewing.page.keys import add_key
from workbench.reviewing.page.learning_box import LearningBox
from workbench.reviewing.page.nothing_shown import NOTHING, why_nothing_is_shown
from workbench.reviewing.page.queue import QueueTable
from workbench.reviewing.page.row_card import RowCard
from workbench.reviewing.page.row_facts import RowFacts
from workbench.shell.fitting.flow_layout import FlowLayout
from workbench.shell.fitting.panel_scroll import PanelScroll
from workbench.shell.text_size import scaled
from workbench.shell.theme import GRID, Theme
from workbench.shell.tips import plain
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    from core.judging.why.reviewed import ReviewedRow
    from core.judging.why.unseen import UnseenModels

_QUEUE, _MOST_QUEUE = 304, 344
"""However large the text is, the row itself has most of the room."""
_NEEDED = 1180
_FOR_NAMES = 48
"""Pixels that queue and row need together; a queue of long names has half of what is beyond, and a
little of the row's."""
_EMPTY, _CARD = range(2)


class RowsTab(QWidget):
    """One row at a time. The row that is shown is the one that is selected everywhere."""

    def __init__(
        self,
        workspace: Workspace,
        reviewer: Reviewer,
        suspects: Suspects,
        live: LiveAgenda,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.workspace, self.reviewer = workspace, reviewer
        self._live = live
        self._lane, self._whys = Lane(workspace.jobs), Lane(workspace.jobs)
        self._models: tuple[Run, UnseenModels] | None = None
        """Models that never saw a row, of the run that is reviewed."""
        self.facts: RowFacts | None = None
        self._facts_key: tuple[object, ...] = ()
        self._together: Integers | None = None
        """The selection that a person chose to decide about at once."""
        self.queue = QueueTable()
        self.learning = LearningBox(live)
        self.card = RowCard()
        self.bar = DecisionBar(live, reviewer, keys=True)
        self.bar.catch = reviewer.certifier.answer
        live.put_between(reviewer.certifier.between)
        live.show_as(reviewer.certifier.disguised)
        reviewer.certifier.changed.connect(live.forget)
        self._make_card()
        self._lay_out()
        self._make_keys()
        self._connect()

    # Layout

    def _make_card(self) -> None:
        self.undo_button = QPushButton("Undo  Z")
        self.undo_button.setAccessibleName("Undo")
        self.bar.put_last(self.undo_button)
        self.note = NoteField(self.reviewer)
        self.note.setPlaceholderText("Note (N)")
        self.note.catch = lambda line: self.reviewer.certifier.is_check([line])
        self.many = QLabel()
        self.all_of_them = QPushButton()
        self.all_of_them.setCheckable(True)
        self.only_this = QPushButton("Only this row")
        self.only_this.setToolTip("Select this row alone")
        self._many = QWidget()
        row = FlowLayout(self._many)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(self.many)
        row.addWidget(self.all_of_them)
        row.addWidget(self.only_this)
        self.alike = AlikeOffer(self._live, self.reviewer)
        beside = QHBoxLayout()
        beside.setSpacing(GRID)
        beside.addWidget(self.note, 1)
        beside.addWidget(self.alike)
        self.card.middle.addWidget(self._many)
        self.card.middle.addWidget(self.bar)
        self.card.middle.addLayout(beside)

    def _lay_out(self) -> None:
        self.left = QLabel()
        self.left.setProperty("quiet", True)
        self.empty = QLabel(NOTHING)
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
        self._stack.addWidget(PanelScroll(self.card))
        side = QWidget()
        self.beside = QVBoxLayout(side)
        """What is at the side: the queue, and what is said of it."""
        self.beside.setContentsMargins(0, 0, 0, 0)
        self.beside.setSpacing(4)
        self.beside.addWidget(self.left)
        self.beside.addWidget(self.queue, 1)
        self.beside.addWidget(self.learning)
        self.splitter = QSplitter()
        self.splitter.addWidget(side)
        self.splitter.addWidget(self._stack)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setStretchFactor(1, 1)
        self._is_dragged = False
        self.splitter.splitterMoved.connect(self._dragged)
        self._give_room()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, GRID, 0, 0)
        layout.addWidget(self.splitter)

    def _dragged(self) -> None:
        """A person chose how wide the queue is."""
        self._is_dragged = True

    def _give_room(self) -> None:
        """Give the queue what its names need, as far as the row itself keeps most of the room."""
        if self._is_dragged:
            return
        usual = min(scaled(_QUEUE), _MOST_QUEUE) + self.queue.places_width
        whole = max(self.splitter.width(), _NEEDED)
        most = usual + max(_FOR_NAMES, (whole - _NEEDED) // 2)
        wide = max(usual, min(self.queue.wanted_width(), most))
        self.splitter.setSizes([wide, whole - wide])

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Another width to share."""
        super().resizeEvent(event)
        self._give_room()

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
            add_key(self, name, key, verb)

    def _connect(self) -> None:
        space = self.workspace
        self.queue.picked.connect(space.select)
        self.card.neighbours.picked.connect(lambda line: space.select([line]))
        self.bar.decided.connect(self._go_on_after)
        self.all_of_them.clicked.connect(self._choose_all)
        self.note.left.connect(self.queue.setFocus)
        self.only_this.clicked.connect(self._select_only)
        self.undo_button.clicked.connect(self.reviewer.undo)
        self.again.clicked.connect(self._go_to_skipped)
        self.alike.decided.connect(self.go_on)

    # Where one is

    @property
    def ranking(self) -> Ranking | None:
        """The rows in the order in which they are looked at."""
        agenda = self._live.agenda
        return agenda.queue if agenda is not None else None

    def current_line(self) -> int | None:
        """The row that is shown large: of the selected ones the first in the queue."""
        ranking, lines = self.ranking, self.workspace.selection
        if ranking is None or len(lines) == 0:
            return None
        places = ranking.places_of(lines)
        return int(ranking.lines[places[0]]) if len(places) else None

    def go_on(self) -> None:
        """To the row that is to be looked at next; nowhere if there is none."""
        agenda = self._live.agenda
        if agenda is not None:
            line = agenda.next_line()
            self.workspace.select([] if line is None else [line])

    def _go_on_after(self) -> None:
        """Something was decided: to the rest of what is selected, if there is, else on."""
        lines, decisions, ranking = self.workspace.selection, self.workspace.decisions, self.ranking
        if decisions is None or ranking is None or len(lines) < 2:
            self.go_on()
            return
        lines = ranking.lines[ranking.places_of(lines)]
        left = lines[~decisions.stands.is_decided(lines)]
        if len(left):
            self.workspace.select(np.sort(left))
        else:
            self.go_on()

    def go_next(self) -> None:
        """To the row below in the queue."""
        self._go_by(1)

    def go_back(self) -> None:
        """To the row above in the queue."""
        self._go_by(-1)

    def _go_by(self, step: int) -> None:
        ranking, line = self.ranking, self.current_line()
        if ranking is None or len(ranking.order) == 0:
            return
        place = 0 if line is None else (ranking.place_of(line) or 0) + step
        place = max(0, min(place, len(ranking.order) - 1))
        self.workspace.select([int(ranking.lines[place])])

    def _go_to_skipped(self) -> None:
        agenda = self._live.agenda
        line = agenda.first_skipped() if agenda is not None else None
        if line is not None:
            self.workspace.select([line])
            self.queue.setFocus()

    def _select_only(self) -> None:
        line = self.current_line()
        if line is not None:
            self.workspace.select([line])

    def _choose_all(self, is_chosen: bool) -> None:
        """Decide about all selected rows at once, or about the one that is shown again."""
        self._together = self.workspace.selection if is_chosen else None
        self.show_row()
        self.queue.setFocus()

    def chosen_lines(self) -> Integers:
        """The rows that a key decides about: the one that is shown, unless more were chosen."""
        lines, line = self.workspace.selection, self.current_line()
        if len(lines) == 1 or lines is self._together:
            return lines
        return np.array([] if line is None else [line], np.int64)

    # What is shown

    def show_ranking(self) -> None:
        """Show the queue as it is now; go to its first row if it is another audit's."""
        ranking, before = self.ranking, self.queue.queue.ranking
        is_audited_anew = (
            before is not None and ranking is not None and ranking.audit is not before.audit
        )
        self._show_queue()
        self.show_left()
        if (before is None or is_audited_anew) and self.current_line() is None:
            self.go_on()
        self.show_selection()

    def show_decisions(self) -> None:
        """Something else is decided; the order may have learned from it."""
        self.show_disguise()
        self.queue.queue.refresh()
        self.learning.refresh()
        self.show_left()
        self.show_row()

    def _show_queue(self) -> None:
        self.queue.show_ranking(self.ranking, self.workspace.decisions)
        self._give_room()
        self.learning.refresh()

    def show_disguise(self) -> None:
        """A row of the queue is shown with another label, or with its own again."""
        if self.ranking is not self.queue.queue.ranking:
            self._show_queue()
            self.show_selection()

    def show_left(self) -> None:
        """How many flagged rows are still to be looked at."""
        agenda = self._live.agenda
        is_some = agenda is not None and agenda.wanted > 0
        self.left.setText(
            f"{grouped(agenda.left)} of {count(agenda.wanted, 'flagged row')} left"
            if agenda is not None and is_some
            else "most suspicious first"
        )
        self.again.setVisible(agenda is not None and Verb.SKIP in agenda.verbs)
        current, dataset = self.workspace.current, self.workspace.dataset
        is_trained = current is not None and current.dataset is dataset
        is_chosen = len(self.workspace.selection) > 0
        self.empty.setText(why_nothing_is_shown(agenda, is_chosen, is_trained))

    def show_controls(self) -> None:
        """What can be undone now."""
        done = self.workspace.project.done
        self.undo_button.setEnabled(bool(done))
        self.undo_button.setToolTip(plain(f"Undo: {done[-1].words} (Z)") if done else "")

    def show_selection(self) -> None:
        """Mark what is selected, and show it."""
        ranking, lines = self.ranking, self.workspace.selection
        if ranking is not None:
            self.queue.mark(ranking.places_of(lines))
        self.show_row()

    def show_row(self) -> None:
        """Show the current row large."""
        ranking, line, lines = self.ranking, self.current_line(), self.workspace.selection
        row = ranking.row_of(line) if ranking and line is not None else None
        self._stack.setCurrentIndex(_EMPTY if row is None else _CARD)
        if row is None:
            self.show_left()
        self.bar.show_lines(self.chosen_lines())
        self.note.show_line(line)
        self.alike.show_line(line if len(lines) == 1 else None)
        self._show_many(lines, line)
        if ranking is None or row is None:
            return
        self.card.show_row(ranking, row, self.workspace.decisions)
        self.show_cells()
        if self.facts is not None and self._facts_key == (ranking.reasons, line):
            self.card.show_facts(self.facts)
        else:
            self._lane.follow(
                "Looking at a row",
                lambda _watch: (ranking, RowFacts.of(ranking, row)),
                self._take_facts,
                self.workspace.failed.emit,
            )

    def _show_many(self, lines: Integers, line: int | None) -> None:
        """Several rows are selected: say which of them the keys decide about."""
        is_together = lines is self._together
        ranking = self.ranking
        told = (
            "all of them"
            if is_together
            else "none"
            if line is None or ranking is None
            else f"{ranking.dataset.table.where(line)} alone"
        )
        self.many.setText(f"{count(len(lines), 'row')} selected; the keys decide about {told}.")
        self.all_of_them.setText(f"Decide about all {grouped(len(lines))}")
        self.all_of_them.setChecked(is_together)
        self.only_this.setEnabled(line is not None)
        self._many.setVisible(len(lines) > 1)

    def _take_facts(self, found: tuple[Ranking, RowFacts]) -> None:
        ranking, facts = found
        shown = self.ranking
        is_known = shown is not None and shown.reasons == ranking.reasons
        if is_known and self.current_line() == facts.line:
            self.facts, self._facts_key = facts, (ranking.reasons, facts.line)
            self.card.show_facts(facts)
            self.alike.take_facts(facts)
            self._ask_together(shown, facts.line)

    def _ask_together(self, ranking: Ranking | None, line: int) -> None:
        """Ask what the row's values say together, by a model that never saw it."""
        run = ranking.run if ranking is not None else None
        if ranking is None or run is None or not run.rounds or line not in run.dataset.lines:
            return
        from core.judging.why.reviewed import reviewed
        from core.judging.why.unseen import UnseenModels

        if self._models is None or self._models[0] is not run:
            self._models = (run, UnseenModels(run))
        models, dataset = self._models[1], ranking.dataset  # which has the label that is shown
        self._whys.start(
            f"Asking why line {grouped(line)} is predicted so",
            lambda watch: reviewed(models, dataset, line, watch),
            self._take_together,
            self.workspace.failed.emit,
        )

    def _take_together(self, found: "ReviewedRow") -> None:
        if found.line == self.current_line():
            self.card.show_together(found)

    def show_cells(self) -> None:
        """Say in the card which cell of the row does not fit, of the data that were ranked."""
        line, cells, ranking = self.current_line(), self.reviewer.cells, self.ranking
        if line is not None and ranking is not None:
            data = ranking.dataset
            self.card.show_cells(cells.doubts(line, data), cells.sentences(line, data))

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.card.apply_theme(theme)
        self.alike.apply_theme(theme)
        self.queue.apply_theme(theme)
