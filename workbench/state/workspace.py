"""The Workspace: the window's adapter of the project. It turns changes into signals.

A view is a function of (run, round, selection, its own settings). It writes back the round and
the selection, and no view talks to another one. The state itself is the project's, which knows no
Qt; only what takes long to compute for the round shown is kept here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from PySide6.QtCore import QElapsedTimer, QObject, Signal

from core.base.arrays import Integers
from core.base.ascending import places_among
from core.base.wording import grouped
from core.project import Project, events
from core.project.runs import RunItem
from workbench.jobs.lane import Lane
from workbench.jobs.registry import Jobs
from workbench.jobs.scheduler import AtOnce, Turns
from workbench.state.helping import Helping
from workbench.state.inquiries import Inquiries
from workbench.state.tried_row import TriedRow
from workbench.state.view_options import options_from

if TYPE_CHECKING:
    from core import Dataset, Model, Run, Training
    from core.judging.auditing.result import Audit
    from core.judging.reviewing.decisions import Decisions
    from core.learning.deciding import DecisionRule
    from core.learning.ensemble import Ensemble
    from core.learning.histories.history import History
    from core.learning.snapshot import Snapshot

__all__ = ["Choice", "RunItem", "Workspace"]

Kind = TypeVar("Kind")

_SNAPSHOT_MILLISECONDS = 800
_SNAPSHOT_SHARE = 25
"""While training, what every row has takes at most one part in so many of the time."""


@dataclass(frozen=True)
class Choice:
    """What the next training is to be."""

    settings: "Ensemble"
    seed: int


class Workspace(QObject):
    """The project, told by signals, and what every row has at the round shown."""

    dataset_changed = Signal()
    """Other data, or another branch of the same."""
    revised = Signal()
    """Another revision of the same data."""
    current_changed = Signal()
    runs_changed = Signal()
    """A run was added, renamed, removed or put back."""
    compared_changed = Signal()
    """Other runs are drawn beside the current one."""
    run_finished = Signal()
    """The training of one of the runs came to its end."""
    rule_changed = Signal()
    """A run decides between the classes by another rule."""
    round_changed = Signal()
    """The round shown, or how many rounds there are, is another one."""
    snapshot_changed = Signal()
    """The per-row quantities of the round shown are there."""
    model_changed = Signal()
    """The current run's model is there, or a newer one."""
    decisions_changed = Signal()
    """Something was decided, noted, undone or redone."""
    sample_changed = Signal()
    """A row was drawn, a check was answered, or a sample began or ended."""
    audit_changed = Signal()
    selection_changed = Signal()
    history_changed = Signal()
    """Something else was done last, or can be undone or redone."""
    options_changed = Signal(str)
    """The options of the view of this name are others."""
    tried_changed = Signal()
    """Other values are tried in a row, or none any more."""
    why_asked = Signal()
    """A person asked why the selected row is predicted as it is."""
    columns_chosen = Signal(object)
    """Only the columns of these names are to be learned from."""
    failed = Signal(object)

    def __init__(
        self,
        jobs: Jobs,
        parent: QObject | None = None,
        turns: Turns | None = None,
        project: Project | None = None,
    ) -> None:
        super().__init__(parent)
        self.project = project or Project()
        self.snapshot: Snapshot | None = None
        self.choice: Choice | None = None
        """What the next training is to be; None before somebody could choose."""
        self.model_watchers: set[object] = set()
        """The views in sight that show the model while it grows."""
        self.jobs = jobs
        self.helping = Helping(jobs, self)
        """Who helps with the data that are open."""
        self.helping.failed.connect(self.failed)
        self.turns = turns or AtOnce(self)
        """Whoever draws much waits for their turn."""
        self.inquiries = Inquiries()
        """What was asked about the audit."""
        self.tried: TriedRow | None = None
        """A row with other values than it has, of which somebody asks what it would be."""
        self._selected: tuple[Dataset, Integers, Integers] | None = None
        """The rows selected last in a dataset: it, their lines, and where they are in it."""
        self._snapshots = Lane(jobs)
        self._since_snapshot = QElapsedTimer()
        self._snapshot_milliseconds = 0
        self.project.observe(self._take_event)

    def _take_event(self, event: events.Event) -> None:
        """Tell the window what changed in the project."""
        match event:
            case events.DataOpened() | events.BranchChanged():
                self.helping.follow(self.project)
                self.snapshot = None
                self.dataset_changed.emit()
            case events.CurrentChanged():
                self.snapshot = None
                self.current_changed.emit()
                self.refresh()
            case events.RuleChanged():
                self.rule_changed.emit()
                self.runs_changed.emit()
                self.model_changed.emit()
                self.refresh()
            case events.AuditChanged():
                self.audit_changed.emit()
                self.refresh()
            case events.OptionsChanged():
                self.options_changed.emit(event.name)
            case events.WriteFailed():
                self.failed.emit(event.error)
            case _:
                getattr(self, _SIGNALS[type(event)]).emit()

    # The state, which is the project's

    @property
    def dataset(self) -> "Dataset | None":
        """The data as they stand."""
        return self.project.dataset

    @property
    def runs(self) -> list[RunItem]:
        """The runs of all branches."""
        return self.project.runs

    @property
    def compared(self) -> list[RunItem]:
        """The runs that are drawn beside the current one, in the order they were chosen."""
        return self.project.compared

    @property
    def current(self) -> RunItem | None:
        """The run that is shown."""
        return self.project.current

    @property
    def round(self) -> int:
        """The round that is shown."""
        return self.project.round

    @property
    def follows(self) -> bool:
        """Whether the round shown follows the newest one."""
        return self.project.follows

    @property
    def selection(self) -> Integers:
        """The lines of the selected rows, ascending."""
        return self.project.selection

    @property
    def options(self) -> dict[str, Any]:
        """Each view's own settings, by the view's name."""
        return self.project.options

    @property
    def audit(self) -> "Audit | None":
        """What the judges say of one revision of the data."""
        return self.project.audit

    @property
    def decisions(self) -> "Decisions | None":
        """What is decided about the rows; None without data."""
        return self.project.decisions if self.project.branch else None

    @property
    def finished_runs(self) -> "list[Run]":
        """The runs of this branch whose training has ended, in the order of the list."""
        return self.project.finished_runs

    @property
    def has_result(self) -> bool:
        """Whether the current run is finished, and learned something."""
        run = self.current.run if self.current else None
        return run is not None and run.rounds > 0

    @property
    def rounds(self) -> int:
        """How many rounds the current run has."""
        return self.project.rounds

    # What changes it

    def set_dataset(self, dataset: "Dataset") -> None:
        """Show other data, about which nothing is known."""
        self.project.take_over(Project.of(dataset))

    def add_run(self, training: "Training | Run") -> RunItem:
        """Put a training that starts now, or a run, into the list, and show it."""
        return self.project.add_run(training)

    def set_audit(self, audit: "Audit") -> None:
        """The audit of a revision is there: its ranking takes the place of the first one."""
        self.project.set_audit(audit)

    def rename_run(self, item: RunItem, name: str) -> None:
        """Call a run by another name."""
        self.project.rename_run(item, name)

    def decide_by(self, rule: "DecisionRule | None") -> None:
        """Let the run that is shown decide by a rule; by none, the largest share wins."""
        if self.current is not None:
            self.project.decide_by(self.current, rule)

    def compare(self, items: list[RunItem]) -> None:
        """Draw these runs beside the current one."""
        self.project.compare(items)

    def finish_run(self, item: RunItem, run: "Run") -> None:
        """A training came to its end: its run takes its place."""
        self.project.finish_run(item, run)
        if item is self.current:
            self.model_changed.emit()
            self.refresh()

    def take_model(self, item: RunItem, model: "Model") -> None:
        """A run under way has a newer model."""
        item.early_model = model
        if item is self.current:
            self.model_changed.emit()

    def show_run(self, item: RunItem) -> None:
        """Show another run of the list."""
        self.project.show_run(item)

    def go_to(self, number: int) -> None:
        """Show a round; the last one is followed as more arrive."""
        if self.project.go_to(number):
            self.refresh()

    def grow(self) -> None:
        """Rounds have arrived. What every row has is computed a few times a second only."""
        since = self._since_snapshot
        pause = max(_SNAPSHOT_MILLISECONDS, _SNAPSHOT_SHARE * self._snapshot_milliseconds)
        self.refresh(rows=not since.isValid() or since.elapsed() > pause)

    def refresh(self, rows: bool = True) -> None:
        """Rounds have arrived, or another one is shown: tell everyone, compute what rows have."""
        if self.follows:
            self.project.round = self.rounds
        self.round_changed.emit()
        if self.current is not None and rows:
            self._since_snapshot.restart()
            item, number = self.current, self.round
            run, history = item.run, item.history
            self._snapshots.follow(
                f"Looking at the rows after round {grouped(number)}",
                lambda _watch: _looked_at(history, run, number),
                self._take_snapshot,
                self.failed.emit,
            )

    def select(self, lines: Sequence[int] | Integers) -> None:
        """Select the rows that came from these lines, in every view."""
        self.project.select(lines)

    def try_values(self, tried: TriedRow | None) -> None:
        """Ask what a row would be with other values; nothing in the data changes."""
        if tried != self.tried:
            self.tried = tried
            self.tried_changed.emit()

    def ask_why(self, line: int) -> None:
        """Select a row, and ask why it is predicted as it is."""
        self.select([line])
        self.why_asked.emit()

    def selected_rows(self) -> Integers:
        """The selected rows as positions in the current run's dataset."""
        dataset = self.shown_dataset
        return np.empty(0, np.int64) if dataset is None else self.selected_in(dataset)

    def selected_in(self, dataset: "Dataset") -> Integers:
        """The selected rows that a dataset has, as positions in it; every view asks the same."""
        known = self._selected
        if known is None or known[0] is not dataset or known[1] is not self.selection:
            rows, is_there = places_among(dataset.lines, self.selection)
            known = self._selected = (dataset, self.selection, rows[is_there])
        return known[2]

    def run_names(self) -> dict[RunItem, str]:
        """What the runs of the list are called: by what tells them apart."""
        from core.project.run_names import names_of

        return names_of(self.runs)

    def options_of(self, name: str, kind: type[Kind]) -> Kind:
        """The options of a view, which start with their defaults."""
        found = self.options.get(name)
        if not isinstance(found, kind):
            plain = found if isinstance(found, Mapping) else {}
            found = self.options[name] = options_from(kind, plain)
        return found

    def restore_options(self, plain: Mapping[str, Any]) -> None:
        """Give every view the options of an earlier session; one that is made later too."""
        for name, options in plain.items():
            self.options[name] = options
            self.options_changed.emit(name)

    def set_options(self, name: str, options: object) -> None:
        """Give a view other options."""
        self.project.set_options(name, options)

    @property
    def shown_dataset(self) -> "Dataset | None":
        """The dataset that the views show: the current run's, else the one that is open."""
        return self.project.shown_dataset

    def _take_snapshot(self, snapshot: "Snapshot") -> None:
        if self.current is not None and snapshot.history is self.current.history:
            self._snapshot_milliseconds = self._since_snapshot.elapsed()
            audit = self.audit
            if audit is not None and audit.dataset is self.current.dataset:
                snapshot = snapshot.ranked_by(
                    audit.suspicion,
                    audit.ranked,
                    audit.flagged,
                    audit.suggested,
                    audit.probability,
                )
            self.snapshot = snapshot
            self.snapshot_changed.emit()


def _looked_at(history: "History", run: "Run | None", number: int) -> "Snapshot":
    """What every row has after a round, and what the run's rule makes of it."""
    from core.base.lacking import Lacking
    from core.judging.diagnostics.run_access import shares_at
    from core.learning.snapshot import Snapshot

    snapshot = Snapshot.of(history, number)
    if run is None or run.rule is None:
        return snapshot
    shares = shares_at(run, number)
    return snapshot if isinstance(shares, Lacking) else snapshot.deciding_by(run.rule, shares)


_SIGNALS = {
    events.Revised: "revised",
    events.DecisionsChanged: "decisions_changed",
    events.SampleChanged: "sample_changed",
    events.RunsChanged: "runs_changed",
    events.ComparedChanged: "compared_changed",
    events.RunFinished: "run_finished",
    events.SelectionChanged: "selection_changed",
    events.HistoryChanged: "history_changed",
}
"""What is told as it is."""
