"""Workers of a cluster that help with the data that are open: who they are, and when they go.

They are asked what they have every few seconds, on a thread. With the data they are let go of; if
they are gone by themselves, all that follows is done on this machine.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from core.base.errors import DataError
from core.base.wording import count
from core.engine.sums import SumsLostError
from workbench.jobs.lane import Lane
from workbench.jobs.registry import Jobs

if TYPE_CHECKING:
    from core import Dataset
    from core.cluster.helping import Helpers, WorkerState
    from core.learning.ensemble import Ensemble
    from core.project import Project

_ASKED_MILLISECONDS = 3000


class Helping(QObject):
    """Knows the helpers of the data of a project."""

    changed = Signal()
    """Others help, or nobody, or they have another amount of rows or memory."""
    failed = Signal(object)
    """Why fewer of them help than before, or none."""

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._asking = jobs, Lane(jobs)
        self.helpers: Helpers | None = None
        self.workers: tuple[WorkerState, ...] = ()
        """What was told last."""
        self._timer = QTimer(self, interval=_ASKED_MILLISECONDS)
        self._timer.timeout.connect(self.ask)

    def follow(self, project: "Project") -> None:
        """Keep the helpers of the data of a project, and let go of those of others."""
        found = self._found(project)
        if found is self.helpers:
            return
        self._release()
        self.helpers = found
        if found is not None:
            self._timer.start()
            self.ask()
        self.changed.emit()

    def hand_over(self, data: "Dataset", project: "Project") -> None:
        """Data were opened once more: whoever helps with them helps with those that are open."""
        if data.sample is None:
            return
        from core.cluster.helping import hand_over

        hand_over(data, project.open_branch.base)
        self.follow(project)

    def _found(self, project: "Project") -> "Helpers | None":
        bases = [branch.base for branch in project.branches if branch.base.sample is not None]
        if not bases:
            return None
        from core.cluster.helping import helpers_of

        found = (helpers_of(base) for base in bases)
        return next((each for each in found if each is not None), None)

    @property
    def words(self) -> str:
        """Who helps, in a few words; empty if nobody does."""
        if self.helpers is None:
            return ""
        where = self.helpers.address.scheduler or "this machine"
        return f"{count(len(self.workers), 'worker')} of {where}" if self.workers else where

    def why_not(self, data: "Dataset", settings: "Ensemble | None" = None) -> str:
        """Why none of those who are there helps with data; empty if they do, or nobody is there."""
        return self.helpers.why_not(data, settings) if self.helpers is not None else ""

    def of_training(self, data: "Dataset", settings: "Ensemble") -> "Helpers | None":
        """Who helps with a training."""
        return None if self.why_not(data, settings) else self.helpers

    def of_audit(self, data: "Dataset") -> "Helpers | None":
        """Who hears judges."""
        return None if self.why_not(data) else self.helpers

    def ask(self) -> None:
        """Ask the workers what they have, unless that is under way."""
        helpers = self.helpers
        if helpers is None or self._asking.is_running:
            return
        self._asking.start(
            "Asking the workers", lambda _watch: helpers.workers(), self._told, self.stumble
        )

    def stumble(self, error: Exception) -> None:
        """Something went wrong; if the workers are gone for good, they are let go of."""
        if isinstance(error, SumsLostError) and self.helpers is not None:
            self._release()
            self.changed.emit()
            error = SumsLostError(f"{error} Until then, everything is done on this machine.")
        self.failed.emit(error)

    def _told(self, workers: "list[WorkerState]") -> None:
        before, self.workers = self.workers, tuple(workers)
        there = {each.where for each in workers}
        if gone := [each.where for each in before if each.where not in there]:
            more = f" and {count(len(gone) - 1, 'other')}" if len(gone) > 1 else ""
            whose = "are gone. Their" if more else "is gone. Its"
            self.failed.emit(
                DataError(
                    f"{gone[0]}{more} {whose} rows are read again by the other workers as soon as "
                    "they are needed; results stay the same."
                )
            )
        if self.workers != before:
            self.changed.emit()

    def _release(self) -> None:
        """Leave the workers as they were; nobody waits for that, but the end of the program."""
        helpers, self.helpers, self.workers = self.helpers, None, ()
        self._timer.stop()
        self._asking.cancel()
        if helpers is not None:
            self._jobs.start(
                "Leaving the cluster",
                lambda _watch: helpers.close(),
                lambda _nothing: None,
                lambda _error: None,
                is_owed=True,
            )

    def close(self) -> None:
        """The window is closed."""
        self._release()
