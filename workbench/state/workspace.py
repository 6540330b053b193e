"""The Workspace: the only mutable state of the window. It signals changes; views read it.

A view is a function of (run, round, selection, its own settings). It writes back the round and
the selection, and no view talks to another one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from PySide6.QtCore import QElapsedTimer, QObject, Signal

import core
from core.base.arrays import Integers
from workbench.jobs.lane import Lane
from workbench.jobs.registry import Jobs
from workbench.jobs.scheduler import AtOnce, Turns
from workbench.state.view_options import options_from

if TYPE_CHECKING:
    from core import Dataset, History, Model, Run, Training
    from core.judging.auditing.result import Audit
    from core.judging.reviewing.decisions import Decisions
    from core.learning.ensemble import Ensemble
    from core.learning.snapshot import Snapshot

Kind = TypeVar("Kind")

_SNAPSHOT_MILLISECONDS = 800
_SNAPSHOT_SHARE = 25
"""While training, what every row has takes at most one part in so many of the time."""


@dataclass(eq=False)
class RunItem:
    """A run in the list: under way, or finished."""

    number: int
    source: "Training | Run"
    name: str = ""
    """What the person calls it; at first its number and algorithm."""
    early_model: "Model | None" = None
    """While it is under way, the model of some of the rounds done so far."""
    kept: str = ""
    """The file of the home folder that it is kept in; empty if it is in none."""

    def __post_init__(self) -> None:
        self.name = self.name or f"{self.number} {self.source.settings.title}"

    @property
    def run(self) -> "Run | None":
        """The finished run, or None while it is under way."""
        return self.source if isinstance(self.source, core.Run) else None

    @property
    def model(self) -> "Model | None":
        """The model; while the run is under way, a recent one of fewer rounds, if any."""
        return self.source.model if isinstance(self.source, core.Run) else self.early_model

    @property
    def history(self) -> "History":
        """The rounds done so far."""
        return self.source.history

    @property
    def dataset(self) -> "Dataset":
        """What it was trained on."""
        return self.source.dataset

    @property
    def settings(self) -> "Ensemble":
        """How it was trained."""
        return self.source.settings


class Workspace(QObject):
    """The dataset, the runs, the current run and round, and the selected rows."""

    dataset_changed = Signal()
    """Other data."""
    revised = Signal()
    """Another revision of the same data."""
    current_changed = Signal()
    runs_changed = Signal()
    """A run was added, renamed, removed or put back."""
    compared_changed = Signal()
    """Other runs are drawn beside the current one."""
    run_finished = Signal()
    """The training of one of the runs came to its end."""
    round_changed = Signal()
    """The round shown, or how many rounds there are, is another one."""
    snapshot_changed = Signal()
    """The per-row quantities of the round shown are there."""
    model_changed = Signal()
    """The current run's model is there, or a newer one."""
    decisions_changed = Signal()
    """Something was decided, noted, undone or redone."""
    audit_changed = Signal()
    selection_changed = Signal()
    options_changed = Signal(str)
    """The options of the view of this name are others."""
    failed = Signal(object)

    def __init__(
        self,
        jobs: Jobs,
        parent: QObject | None = None,
        turns: Turns | None = None,
    ) -> None:
        super().__init__(parent)
        self.dataset: Dataset | None = None
        self.runs: list[RunItem] = []
        self.compared: list[RunItem] = []
        """The runs that are drawn beside the current one, in the order they were chosen."""
        self.current: RunItem | None = None
        self._numbers = 0
        self.round = 0
        self.follows = True
        """Whether the round shown follows the newest one."""
        self.selection: Integers = np.empty(0, np.int64)
        """The lines of the selected rows, ascending."""
        self.snapshot: Snapshot | None = None
        self.audit: Audit | None = None
        """What the judges say of one revision of the data."""
        self.decisions: Decisions | None = None
        self.model_watchers: set[object] = set()
        """The views in sight that show the model while it grows."""
        self.options: dict[str, Any] = {}
        """Each view's own settings, by the view's name."""
        self.jobs = jobs
        self.turns = turns or AtOnce(self)
        """Whoever draws much waits for their turn."""
        self._snapshots = Lane(jobs)
        self._since_snapshot = QElapsedTimer()
        self._snapshot_milliseconds = 0

    def set_dataset(self, dataset: "Dataset") -> None:
        """Show other data; the runs of the data before leave with it."""
        self.dataset = dataset
        self.runs = []
        self._numbers = 0
        self.compare([])
        self.current = self.snapshot = self.audit = self.decisions = None
        self.dataset_changed.emit()
        self._show(None)
        self.select([])

    def add_run(self, training: "Training") -> RunItem:
        """Put a training that starts now into the list, and show it."""
        self._numbers += 1
        item = RunItem(self._numbers, training)
        self.runs.append(item)
        self.runs_changed.emit()
        self._show(item)
        return item

    def restore(
        self,
        runs: Sequence[RunItem],
        current: int | None,
        compared: Sequence[int],
        number: int,
        lines: Integers,
    ) -> None:
        """Take over the runs of an earlier session of these data, and show what it showed."""
        self.runs = list(runs)
        self._numbers = max((item.number for item in runs), default=0)
        self.runs_changed.emit()
        by_number = {item.number: item for item in runs}
        self._show(None if current is None else by_number.get(current))
        self.compare([by_number[other] for other in compared])
        self.go_to(number)
        self.select(lines)

    def revise(self, dataset: "Dataset") -> None:
        """Take another revision of the same data: the runs stay, the next one uses it."""
        self.dataset = dataset
        self.revised.emit()

    def set_decisions(self, decisions: "Decisions") -> None:
        """Take what was decided about the rows; the data are the revision that it makes."""
        self.decisions = decisions
        self.tell_decided()

    def tell_decided(self) -> None:
        """Something was decided or taken back: the data are another revision."""
        assert self.decisions is not None
        revision = self.decisions.revision()
        if revision is not self.dataset:
            self.revise(revision)
        self.decisions_changed.emit()

    def set_audit(self, audit: "Audit") -> None:
        """The audit of a revision is there: its ranking takes the place of the first one."""
        self.audit = audit
        self.audit_changed.emit()
        self.refresh()

    def rename_run(self, item: RunItem, name: str) -> None:
        """Call a run by another name."""
        if name.strip():
            item.name = name.strip()
            self.runs_changed.emit()

    def remove_run(self, item: RunItem) -> None:
        """Take a run out of the list; the one before it is shown instead."""
        place = self.runs.index(item)
        self.runs.remove(item)
        self.compare([other for other in self.compared if other is not item])
        self.runs_changed.emit()
        if item is self.current:
            self._show(self.runs[max(0, place - 1)] if self.runs else None)

    def put_back_run(self, item: RunItem, place: int) -> None:
        """Put a run that was removed back into its place, and show it."""
        self.runs.insert(place, item)
        self.runs_changed.emit()
        self._show(item)

    def compare(self, items: list[RunItem]) -> None:
        """Draw these runs beside the current one."""
        if items != self.compared:
            self.compared = items
            self.compared_changed.emit()

    def finish_run(self, item: RunItem, run: "Run") -> None:
        """A training came to its end: its run takes its place."""
        item.source, item.early_model = run, None
        self.run_finished.emit()
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
        self._show(item)

    @property
    def finished_runs(self) -> "list[Run]":
        """The runs whose training has ended, in the order of the list."""
        return [item.run for item in self.runs if item.run is not None]

    @property
    def rounds(self) -> int:
        """How many rounds the current run has."""
        return self.current.history.rounds if self.current else 0

    def go_to(self, number: int) -> None:
        """Show a round; the last one is followed as more arrive."""
        number = max(0, min(number, self.rounds))
        self.follows = number == self.rounds
        if number != self.round:
            self.round = number
            self.refresh()

    def grow(self) -> None:
        """Rounds have arrived. What every row has is computed a few times a second only."""
        since = self._since_snapshot
        pause = max(_SNAPSHOT_MILLISECONDS, _SNAPSHOT_SHARE * self._snapshot_milliseconds)
        self.refresh(rows=not since.isValid() or since.elapsed() > pause)

    def refresh(self, rows: bool = True) -> None:
        """Rounds have arrived, or another one is shown: tell everyone, compute what rows have."""
        if self.follows:
            self.round = self.rounds
        self.round_changed.emit()
        if self.current is not None and rows:
            from core.learning.snapshot import Snapshot

            self._since_snapshot.restart()
            history, number = self.current.history, self.round
            self._snapshots.follow(
                f"Looking at the rows after round {number:,}",
                lambda _watch: Snapshot.of(history, number),
                self._take_snapshot,
                self.failed.emit,
            )

    def select(self, lines: Sequence[int] | Integers) -> None:
        """Select the rows that came from these lines, in every view."""
        chosen = np.asarray(lines, np.int64)
        if not np.all(chosen[:-1] < chosen[1:]):
            chosen = np.unique(chosen)
        if not np.array_equal(chosen, self.selection):
            self.selection = chosen
            self.selection_changed.emit()

    def selected_rows(self) -> Integers:
        """The selected rows as positions in the current run's dataset."""
        dataset = self.shown_dataset
        if dataset is None or len(self.selection) == 0:
            return np.empty(0, np.int64)
        # A line that is not there has the place of the next one, which may be selected itself.
        found = np.searchsorted(dataset.lines, self.selection)
        is_within = found < len(dataset)
        found, wanted = found[is_within], self.selection[is_within]
        rows: Integers = found[dataset.lines[found] == wanted]
        return rows

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
        if self.options.get(name) != options:
            self.options[name] = options
            self.options_changed.emit(name)

    @property
    def shown_dataset(self) -> "Dataset | None":
        """The dataset that the views show: the current run's, else the one that is open."""
        return self.current.dataset if self.current else self.dataset

    def _show(self, item: RunItem | None) -> None:
        self.current = item
        self.follows = True
        self.round = self.rounds
        self.snapshot = None
        self.current_changed.emit()
        self.refresh()

    def _take_snapshot(self, snapshot: "Snapshot") -> None:
        if self.current is not None and snapshot.history is self.current.history:
            self._snapshot_milliseconds = self._since_snapshot.elapsed()
            audit = self.audit
            if audit is not None and audit.dataset is self.current.dataset:
                snapshot = snapshot.ranked_by(
                    audit.suspicion, audit.ranked, audit.flagged, audit.suggested
                )
            self.snapshot = snapshot
            self.snapshot_changed.emit()
