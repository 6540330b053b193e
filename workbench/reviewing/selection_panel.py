"""The selected rows: what they are given, what is suggested, how heavy they are, and decisions."""

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFormLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from core.base.arrays import Integers
from core.base.wording import count, grouped, percent, readable, suspicion_text, times_average
from core.judging.ranking import Ranking
from core.judging.reviewing.decision import Verb
from core.learning.histories.history import History
from core.learning.snapshot import MEAN_WEIGHT, Snapshot, first_measure
from workbench.jobs.lane import Lane
from workbench.plotting.content_stack import ContentStack
from workbench.reviewing.cell_field import CellField
from workbench.reviewing.controller import Reviewer
from workbench.reviewing.decision_bar import PAST, DecisionBar, NoteField
from workbench.reviewing.live_ranking import Suspects
from workbench.reviewing.selected_values import SelectedValues, values_of
from workbench.shell.theme import GRID
from workbench.state.workspace import Workspace

_EMPTY = (
    "Select rows in the table or in a plot: what is known about them is shown here, and you can "
    "keep, relabel or exclude them."
)
_MOST_CLASSES = 4
_ROLES = (QFormLayout.ItemRole.LabelRole, QFormLayout.ItemRole.FieldRole)
WIDTH = 300
"""In so many pixels nothing is cut."""


@dataclass(frozen=True)
class Fact:
    """Something about the selected rows."""

    name: str
    text: str


class SelectionPanel(QWidget):
    """Shows one selected row in full and many in a summary; decides about all of them."""

    def __init__(
        self,
        workspace: Workspace,
        reviewer: Reviewer,
        suspects: Suspects,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.workspace, self.suspects = workspace, suspects
        self.setAccessibleName("Selection")
        self._lane = Lane(workspace.jobs)
        self._hard_since: tuple[int, History, int] | None = None
        self.title = QLabel()
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        self.facts = QFormLayout()
        self.facts.setContentsMargins(0, 0, 0, 0)
        self.facts.setSpacing(4)
        self.facts.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self.facts.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self.bar = DecisionBar(suspects, reviewer, keys=False)
        self.cell = CellField(reviewer)
        self.note = NoteField(reviewer)
        self.values = SelectedValues()
        self._summaries = Lane(workspace.jobs)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(GRID, GRID, GRID, GRID)
        column.setSpacing(GRID)
        column.addWidget(self.title)
        column.addWidget(self.bar)
        column.addLayout(self.facts)
        column.addWidget(self.values)
        column.addWidget(self.cell)
        column.addWidget(self.note)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(page)
        self._stack = ContentStack(scroll, _EMPTY)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._stack)
        for signal in (
            workspace.selection_changed,
            workspace.snapshot_changed,
            workspace.decisions_changed,
            workspace.dataset_changed,
            suspects.changed,
        ):
            signal.connect(self.redraw)
        self.redraw()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """What changed while nobody looked is shown now."""
        super().showEvent(event)
        self.redraw()

    def sizeHint(self) -> QSize:  # noqa: N802
        """The width in which everything can be read."""
        return QSize(WIDTH, super().sizeHint().height())

    def redraw(self) -> None:
        """Show what is selected."""
        if not self.isVisible():
            return
        lines = self.workspace.selection
        self._stack.show_content(len(lines) > 0)
        if len(lines) == 0:
            return
        one = int(lines[0]) if len(lines) == 1 else None
        data = self.workspace.dataset
        many = count(len(lines), "row")
        self.title.setText(many if one is None or data is None else data.table.titled(one))
        facts = self._one(one) if one is not None else self._many(lines)
        self._show(facts)
        self.bar.show_lines(lines)
        self.cell.show_lines(lines)
        self.note.show_line(one)
        self.note.setVisible(one is not None)
        self._show_values(lines)

    def _show_values(self, lines: Integers) -> None:
        """The values as they stand; of a row that is excluded, as they were."""
        decisions = self.workspace.decisions
        data = self.workspace.dataset
        if data is None or decisions is None:
            return
        if len(lines) == 1:
            self.values.show_values(values_of(data, lines))
            return
        # Behind all who have to draw the selection: a thread beside them would slow them down.
        turns, turn = self.workspace.turns, (self, "values")
        turns.take(turn, lambda: turns.take(turn, self._summarise))

    def _summarise(self) -> None:
        """Ask for the values of many rows, on a thread."""
        data, lines = self.workspace.dataset, self.workspace.selection
        if data is None or len(lines) < 2:
            return
        self._summaries.follow(
            "Looking at the selected rows",
            lambda _watch: (lines, values_of(data, lines)),
            self._take_values,
            self.workspace.failed.emit,
        )

    def _take_values(self, found: tuple[Integers, tuple[tuple[str, str], ...]]) -> None:
        lines, values = found
        if lines is self.workspace.selection:
            self.values.show_values(values)

    def _show(self, facts: list[Fact]) -> None:
        """The labels stay from selection to selection: making them takes longer than all else."""
        while self.facts.rowCount() < len(facts):
            self._add_fact()
        for place in range(self.facts.rowCount()):
            is_there = place < len(facts)
            self.facts.setRowVisible(place, is_there)
            if is_there:
                for role, own in zip(_ROLES, (facts[place].name, facts[place].text), strict=True):
                    item = self.facts.itemAt(place, role)
                    label = None if item is None else item.widget()
                    assert isinstance(label, QLabel)
                    label.setText(own)

    def _add_fact(self) -> None:
        name, text = QLabel(), QLabel()
        text.setWordWrap(True)
        name.setProperty("quiet", True)
        for label in (text, name):
            label.setTextFormat(Qt.TextFormat.PlainText)  # whatever a file holds
        self.facts.addRow(name, text)

    # One row

    def _one(self, line: int) -> list[Fact]:
        decisions, ranking = self.workspace.decisions, self.suspects.ranking
        found: list[Fact] = []
        row = ranking.row_of(line) if ranking else None
        if ranking is not None and row is not None:
            found.append(Fact("given", ranking.given(row)))
            found += self._of_ranking(ranking, row)
        elif decisions is not None and line in decisions.base.lines:
            base = decisions.base
            found.append(Fact("given", base.label_text(int(base.rows_of([line])[0]))))
        data = self.workspace.dataset
        if data is not None and data.table.files is not None and line not in data.table.lines:
            found.append(Fact("values", "in the file: the window holds a sample of the rows"))
        found += self._of_round(line)
        decision = decisions.about(line) if decisions else None
        if decision is not None:
            found.append(Fact("decision", decision.outcome))
        for name, value in decisions.stands.cells_of(line).items() if decisions else ():
            found.append(Fact(name, f"set to {value or 'nothing'}"))
        return found

    @staticmethod
    def _of_ranking(ranking: Ranking, row: int) -> list[Fact]:
        """What is suggested and by whom; suspicion is what an audit says, and nothing else."""
        audit, suggestion = ranking.audit, ranking.suggestion(row)
        is_flagged = bool(ranking.places[row] < ranking.count)
        if audit is None:
            flagged = [Fact("flagged", "by the run alone")] if is_flagged else []
            return [Fact(ranking.suggests, suggestion), *flagged]
        share, suspicion = float(audit.probability[row]), float(audit.suspicion[row])
        sure = "" if math.isnan(share) else f" {percent(share)}"
        told = suspicion_text(suspicion, bool(ranking.dataset.classes))
        judges = suggestion if ranking.dataset.classes else ranking.judgement(row)
        mistake = ranking.mistakes.get(row)
        why = f" ({mistake})" if mistake else ""
        fits = [] if mistake is None else [Fact("would fit", f"{suggestion}{why}")]
        return [
            Fact("judges say", f"{judges}{sure}"),
            *fits,
            Fact(ranking.measure, f"{told} · flagged" if is_flagged else told),
        ]

    def _of_round(self, line: int) -> list[Fact]:
        """Weight and margin at the round shown, and since when the row is hard."""
        snapshot, rows = self._snapshot(), self.workspace.selected_rows()
        if snapshot is None or len(rows) != 1:
            return []
        row, found = int(rows[0]), []
        measure, first = first_measure(snapshot.history), float(snapshot.first_suspicion[row])
        is_weight = measure == MEAN_WEIGHT
        found.append(Fact(measure, times_average(first) if is_weight else readable(first, 3)))
        if snapshot.weights is not None:
            is_validation = bool(snapshot.history.problem.dataset.validation[row])
            weight = times_average(float(snapshot.weights[row]), is_validation)
            found.append(Fact("weight", weight))
            since = self._since(line, row, snapshot.history)
            if since is not None and since >= 0:
                found.append(
                    Fact("hard since", (f"round {grouped(since)}") if since else "the start")
                )
        name = "margin" if snapshot.history.problem.classes else "residual"
        found.append(Fact(name, readable(float(snapshot.margins[row]), 3)))
        return found

    def _since(self, line: int, row: int, history: History) -> int | None:
        """Since when the row is hard; None as long as rounds arrive, or it is computed."""
        current = self.workspace.current
        if current is None or current.run is None:
            return None
        key, rounds = (line, history), history.rounds
        if self._hard_since is None or self._hard_since[:2] != key:
            self._lane.follow(
                "Looking at a row",
                lambda _watch: (line, history, hard_since(history, row, rounds)),
                self._take_since,
                self.workspace.failed.emit,
            )
        known = self._hard_since
        return known[2] if known is not None and known[:2] == key else None

    def _take_since(self, found: tuple[int, History, int]) -> None:
        self._hard_since = found
        current, lines = self.workspace.current, self.workspace.selection
        if current and current.history is found[1] and lines.tolist() == [found[0]]:
            self.redraw()

    # Many rows

    def _many(self, lines: Integers) -> list[Fact]:
        decisions, ranking, snapshot = (
            self.workspace.decisions,
            self.suspects.ranking,
            self._snapshot(),
        )
        found: list[Fact] = []
        rows = self.workspace.selected_rows()
        dataset = self.workspace.shown_dataset
        if dataset is not None and dataset.classes and len(rows):
            counts = np.bincount(dataset.labels[rows].astype(int), minlength=len(dataset.classes))
            most = np.argsort(-counts, kind="stable")[:_MOST_CLASSES]
            told = [f"{dataset.classes[k]} {grouped(counts[k])}" for k in most if counts[k]]
            rest = len(rows) - int(counts[most].sum())
            told += [f"others {grouped(rest)}"] if rest else []
            found.append(Fact("given", ", ".join(told)))
        if ranking is not None:
            flagged = ranking.flagged_among(lines)
            found.append(Fact("flagged", f"{grouped(flagged)} of {grouped(len(lines))}"))
        if snapshot is not None and snapshot.weights is not None and len(rows):
            mean = times_average(float(snapshot.weights[rows].mean()))
            found.append(Fact("average weight", mean))
        if decisions is not None:
            verbs = decisions.stands.verbs(lines)
            told = [f"{grouped(verbs[verb])} {PAST[verb]}" for verb in Verb if verb in verbs]
            if told:
                found.append(Fact("decided", ", ".join(told)))
        return found

    def _snapshot(self) -> Snapshot | None:
        """What rows have at the round shown, if it is of the run shown."""
        snapshot, current = self.workspace.snapshot, self.workspace.current
        if snapshot is None or current is None or snapshot.history is not current.history:
            return None
        return snapshot


def hard_since(history: History, row: int, rounds: int) -> int:
    """The first round of the last stretch in which the row is heavier than average; -1 if light.

    It is light if its weight after the last round is average or less.
    """
    weights = history.relative_paths(np.array([row]), rounds)[0]
    light = np.flatnonzero(weights <= 1 + 1e-9)
    since = int(light[-1]) + 1 if len(light) else 0
    return since if since <= rounds else -1
