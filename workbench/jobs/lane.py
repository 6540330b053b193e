"""A lane: one job at a time of one owner, of which the latest counts."""

from collections.abc import Callable
from typing import Any

from core.base.progress import Progress
from workbench.jobs.job import Job
from workbench.jobs.registry import Jobs
from workbench.jobs.task import Work


class Lane:
    """Runs one job at a time; what another one is asked meanwhile takes the place of."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self.job: Job | None = None
        """The one that was started last."""
        self._next: Callable[[], None] | None = None

    @property
    def is_running(self) -> bool:
        """Whether a job is under way whose result is wanted."""
        return self.job is not None and not self.job.is_over

    @property
    def progress(self) -> Progress | None:
        """How far the job under way is; None if there is none."""
        return self.job.progress if self.job is not None and self.is_running else None

    @property
    def latest(self) -> Any:
        """What the job under way yielded last; None if there is none."""
        return self.job.latest if self.job is not None and self.is_running else None

    def start(
        self,
        name: str,
        work: Work,
        done: Callable[[Any], object],
        failed: Callable[[Exception], object] | None = None,
        **how: Any,
    ) -> Job:
        """Start a job in place of the one under way, which is cancelled and tells nobody."""
        self.cancel()
        self.job = self._jobs.start(name, work, done, failed, **how)
        return self.job

    def follow(
        self,
        name: str,
        work: Work,
        done: Callable[[Any], object],
        failed: Callable[[Exception], object] | None = None,
        **how: Any,
    ) -> None:
        """Start a job now, or as soon as the one under way has told its result.

        Of those that are asked for meanwhile only the last one is ever started: however fast they
        come, something is told all the time, and nothing that is older than one job.
        """

        def begin() -> None:
            self._next = None
            self.job = self._jobs.start(
                name, work, self._then(done), self._then(failed or self._jobs.failed.emit), **how
            )

        if self.is_running:
            self._next = begin
        else:
            begin()

    def cancel(self) -> None:
        """Cancel the job under way, and what was to follow it."""
        self._next = None
        if self.job is not None:
            self.job.cancel()

    def _then(self, tell: Callable[[Any], object]) -> Callable[[Any], None]:
        """Start what follows, and tell the result."""

        def told(result: Any) -> None:
            if self._next is not None:
                self._next()
            tell(result)

        return told
