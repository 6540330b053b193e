"""Finding the best rule on folds of the training rows: long work, which can be stopped."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from core.base.progress import Watch, part
from core.judging.deciding.finding import rule_from
from core.judging.deciding.unseen import UnseenShares, unseen_shares
from core.learning.deciding import DecisionRule, Matrix
from core.learning.run import Run
from workbench.jobs.job import Job
from workbench.jobs.lane import Lane
from workbench.state.workspace import RunItem, Workspace


class RuleFinder(QObject):
    """Looks for the best rule of one run at a time; rows that were judged once need it no more."""

    changed = Signal()
    """It started, is further, or ended."""
    found = Signal(object)
    """The rule that was found."""

    def __init__(self, workspace: Workspace, lane: Lane, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace, self._lane = workspace, lane
        self._unseen: dict[RunItem, UnseenShares] = {}
        self._item: RunItem | None = None

    @property
    def is_running(self) -> bool:
        """Whether it looks for a rule."""
        return self._item is not None

    @property
    def share(self) -> float:
        """How much of the work under way is done."""
        progress = self._lane.progress
        return progress.share if progress is not None else 0.0

    def knows(self, item: RunItem) -> bool:
        """Whether the rows of a run were judged unseen already."""
        return item in self._unseen

    def start(self, item: RunItem, costs: Matrix) -> None:
        """Find the best rule of a finished run for these costs."""
        run = item.run
        if run is None:
            return
        self.stop()
        self._item, known = item, self._unseen.get(item)
        self._lane.start(
            f"Finding the best threshold of {item.name}"
            if len(costs) == 2
            else f"Finding how {item.name} decides best",
            lambda watch: _found(run, known, costs, watch),
            self._done,
            self._failed,
            progressed=self._progressed,
        )
        self.changed.emit()

    def stop(self) -> None:
        """Stop what is under way."""
        if self._item is not None:
            self._lane.cancel()
            self._item = None
            self.changed.emit()

    def forget_all_but(self, items: Sequence[RunItem]) -> None:
        """Runs have left."""
        if self._item is not None and self._item not in items:
            self.stop()
        self._unseen = {item: known for item, known in self._unseen.items() if item in items}

    def _progressed(self, _job: Job) -> None:
        self.changed.emit()

    def _done(self, result: tuple[UnseenShares, DecisionRule]) -> None:
        item, self._item = self._item, None
        unseen, rule = result
        if item is not None:
            self._unseen[item] = unseen
        self.changed.emit()
        if item is self._workspace.current:
            self.found.emit(rule)

    def _failed(self, error: Exception) -> None:
        self._item = None
        self.changed.emit()
        self._workspace.failed.emit(error)


def _found(
    run: Run, known: UnseenShares | None, costs: Matrix, watch: Watch
) -> tuple[UnseenShares, DecisionRule]:
    """Runs off the GUI thread."""
    unseen = known or unseen_shares(run, part(watch, 0.0, 0.9))
    rule = rule_from(unseen, costs, run.model.commonest, run.seed, part(watch, 0.9, 1.0))
    return unseen, rule
