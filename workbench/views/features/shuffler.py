"""Importance by shuffling: long work, kept for each run, that can be watched and stopped."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from core.judging.diagnostics.importance import Importance, permutation_importance
from core.judging.diagnostics.run_access import Part
from workbench.jobs.background import Latest
from workbench.jobs.stoppable import Stoppable
from workbench.state.workspace import RunItem, Workspace

_POLL_MILLISECONDS = 100


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
        self._jobs = Latest(workspace.background)
        self._found: dict[RunItem, Shuffled] = {}
        self._item: RunItem | None = None
        self._work = Stoppable()
        self._poll = QTimer(self)
        self._poll.setInterval(_POLL_MILLISECONDS)
        self._poll.timeout.connect(self.changed)

    @property
    def share(self) -> float:
        """How much of the work under way is done."""
        return self._work.share

    def is_shuffling(self, item: RunItem) -> bool:
        """Whether the columns of this run are being shuffled."""
        return self._item is item

    def found(self, item: RunItem) -> Shuffled | None:
        """What came out for a run."""
        return self._found.get(item)

    def start(self, item: RunItem) -> None:
        """Shuffle the columns of a finished run, among its validation rows if it has any."""
        run = item.run
        if run is None or self._item is item:
            return
        self._work.stop()
        part = Part.VALIDATION if item.dataset.has_validation else Part.TRAINING
        work = Stoppable()
        self._item, self._work = item, work

        def done(importance: Importance | None) -> None:
            if importance is not None:
                self._found[item] = Shuffled(importance, part)
            self._end(work)

        def failed(error: Exception) -> None:
            self._end(work)
            self._workspace.failed.emit(error)

        self._poll.start()
        self._jobs.request(
            lambda: permutation_importance(run, part, progress=work.tell), done, failed
        )
        self.changed.emit()

    def stop(self) -> None:
        """Stop; the shuffles that are complete count."""
        self._work.stop()

    def forget_all_but(self, items: Sequence[RunItem]) -> None:
        """Runs have left; what is shuffled for none that is there is stopped."""
        self._found = {item: found for item, found in self._found.items() if item in items}
        if self._item is not None and self._item not in items:
            self.stop()

    def _end(self, work: Stoppable) -> None:
        if work is self._work:
            self._item = None
            self._poll.stop()
        self.changed.emit()
