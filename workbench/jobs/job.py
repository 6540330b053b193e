"""A job: work on a thread, as its owner in the GUI thread sees it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from core.base.progress import Progress
from workbench.jobs.task import JobTask, Work

LOOKS_MILLISECONDS = 40
"""How far a job is, is looked at so often at most: there is no signal for each step."""


class Running(Protocol):
    """What the registry knows of whatever takes long: a job, or something that needs no thread."""

    @property
    def name(self) -> str:
        """What it does, for people: "Reading orders.csv"."""

    @property
    def waits(self) -> bool:
        """Whether a person waits for it: meanwhile nothing is trained, saved or exported."""

    @property
    def progress(self) -> Progress:
        """How far it is."""

    def cancel(self) -> None:
        """End it soon, without a result."""


@dataclass(frozen=True, eq=False)
class Owner:
    """Whom a job tells, in the GUI thread."""

    done: Callable[[Any], object]
    """What came of it."""
    failed: Callable[[Exception], object]
    """What it broke on."""
    progressed: Callable[["Job"], object] | None = None
    """It is further, or yielded something."""


class Job:
    """One piece of work, from its start to its end; `Jobs.start` makes it."""

    def __init__(
        self,
        name: str,
        work: Work,
        owner: Owner,
        *,
        waits: bool,
        is_owed: bool,
        is_patient: bool,
        is_paused: bool,
        looks: int,
    ) -> None:
        self.name = name
        self.waits = waits
        self.is_patient = is_patient
        """Whether it lets go first what a person looks for, as keeping a run does."""
        self.is_owed = is_owed
        """Whether it comes to its end although the window is closed, as saving does."""
        self.is_over = False
        """Whether it has told its owner all that there is to tell."""
        self.looks = looks
        self.owner: Owner | None = owner
        self.cancelled: Callable[[], object] = lambda: None
        """Called when it is cancelled."""
        self.task = JobTask(work, is_paused)
        # Kept until the thread is done with it: what it refers to must not die there.
        self._work: Work | None = work
        self._seen: tuple[Progress | None, Any] = (None, None)

    @property
    def progress(self) -> Progress:
        """How far it is; nothing of nothing before it tells."""
        return self.task.progress or Progress(0, 0)

    @property
    def latest(self) -> Any:
        """What it yielded last."""
        return self.task.latest

    @property
    def is_resting(self) -> bool:
        """Whether it is paused and has come to a halt."""
        return self.task.is_resting

    def pause(self) -> None:
        """Wait after the step that is under way."""
        self.task.allow(0)

    def resume(self) -> None:
        """Go on."""
        self.task.allow(None)

    def step(self) -> None:
        """Do one step more, then wait."""
        self.task.allow_one_more()

    def cancel(self) -> None:
        """End it at its next step; its owner hears no more of it."""
        if not self.is_over:
            self.is_over, self.owner = True, None
            self.task.call_off()
            self.cancelled()

    # For the registry

    def tell_progress(self) -> bool:
        """Tell the owner what is new, and give whether there was something."""
        now = (self.task.progress, self.task.latest)
        is_new = now[0] is not self._seen[0] or now[1] is not self._seen[1]
        self._seen = now
        if is_new and self.owner is not None and self.owner.progressed is not None:
            self.owner.progressed(self)
        return is_new

    def tell_end(self) -> None:
        """The thread is done: tell the owner what came of it, and keep nothing of that."""
        self.tell_progress()
        owner, self.owner, self.is_over = self.owner, None, True
        error, result = self.task.error, self.task.result
        self.task.latest = self.task.result = self._work = None
        if owner is None:  # it is not wanted any more
            return
        if error is not None:
            owner.failed(error)
        else:
            owner.done(result)
