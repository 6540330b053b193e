"""Importance by shuffling: long work, kept for each run, that can be watched and stopped."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from core.judging.diagnostics.importance import Importance, shuffles
from core.judging.diagnostics.run_access import Part
from workbench.jobs.job import Job
from workbench.jobs.lane import Lane
from workbench.state.workspace import RunItem, Workspace

_MOST_ROWS = 5000
"""More rows than this tell little more, and make one wait."""
_QUICK = 2e7
"""So many answers of trees to a row are given before anybody has asked for them."""


@dataclass(frozen=True, eq=False)
class Shuffled:
    """An importance, and the rows that it was computed on."""

    importance: Importance
    part: Part


class Shuffler(QObject):
    """Shuffles the columns of one run at a time."""

    changed = Signal()
    """It started, is further, or ended."""

    def __init__(self, workspace: Workspace, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._lane = Lane(workspace.jobs)
        self._found: dict[RunItem, Shuffled] = {}
        self._item: RunItem | None = None
        self._part = Part.TRAINING
        self._so_far: Importance | None = None
        """Of the shuffles that are complete."""

    @property
    def share(self) -> float:
        """How much of the work under way is done."""
        progress = self._lane.progress
        return progress.share if progress is not None else 0.0

    def is_shuffling(self, item: RunItem) -> bool:
        """Whether the columns of this run are being shuffled."""
        return self._item is item

    def found(self, item: RunItem) -> Shuffled | None:
        """What came out for a run."""
        return self._found.get(item)

    def is_quick(self, item: RunItem) -> bool:
        """Whether it takes no more than a few seconds."""
        data = item.dataset
        judging = int(data.validation.sum()) if data.has_validation else len(data)
        return min(judging, _MOST_ROWS) * len(data.features) * item.history.rounds <= _QUICK

    def start(self, item: RunItem) -> None:
        """Shuffle the columns of a finished run, among its validation rows if it has any."""
        run = item.run
        if run is None or self._item is item:
            return
        self.stop()
        self._item = item
        part = self._part = Part.VALIDATION if item.dataset.has_validation else Part.TRAINING
        self._lane.start(
            f"Shuffling the columns of {item.name}",
            lambda watch: shuffles(run, part, most_rows=_MOST_ROWS, watch=watch),
            lambda _nothing: self._end(),
            self._fail,
            progressed=self._progressed,
        )
        self.changed.emit()

    def stop(self) -> None:
        """Stop what is under way; the shuffles that are complete count."""
        if self._item is None:
            return
        self._so_far = self._lane.latest or self._so_far
        self._lane.cancel()
        self._end()

    def forget_all_but(self, items: Sequence[RunItem]) -> None:
        """Runs have left; what is shuffled for none that is there is stopped."""
        if self._item is not None and self._item not in items:
            self.stop()
        self._found = {item: found for item, found in self._found.items() if item in items}

    def _progressed(self, job: Job) -> None:
        self._so_far = job.latest
        self.changed.emit()

    def _fail(self, error: Exception) -> None:
        self._so_far = None
        self._end()
        self._workspace.failed.emit(error)

    def _end(self) -> None:
        if self._item is not None and self._so_far is not None:
            self._found[self._item] = Shuffled(self._so_far, self._part)
        self._item = self._so_far = None
        self.changed.emit()
