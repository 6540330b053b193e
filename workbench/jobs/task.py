"""A task: what a thread sees of a job. No Qt here, nor anything that leads to it.

The work is a plain function that takes a `watch`, or one that yields: what it yields can be looked
at on the way, and what it returns is the result. Each time it tells its progress or yields, it may
be held up or ended.
"""

import threading
from collections.abc import Callable, Generator
from types import GeneratorType
from typing import Any

from core.base.progress import Cancelled, Progress, Watch
from core.base.stopping import stoppable

Work = Callable[[Watch], Any]


class JobTask:
    """One piece of work, where it stands, and what came of it."""

    def __init__(self, work: Work, is_paused: bool = False) -> None:
        self.progress: Progress | None = None
        """What was told last."""
        self.latest: Any = None
        """What was yielded last."""
        self.result: Any = None
        self.error: Exception | None = None
        self.is_resting = False
        """Whether the thread waits to be allowed another step."""
        self.ended = threading.Event()
        """Set when no thread has to do with it any more."""
        self._work: Work | None = work
        self._is_off = threading.Event()
        self._wake = threading.Condition()
        self._allowed: int | None = 0 if is_paused else None

    # From the GUI thread

    def allow(self, steps: int | None) -> None:
        """Let so many more steps be done; None for no limit."""
        with self._wake:
            self._allowed = steps
            self._wake.notify()

    def allow_one_more(self) -> None:
        """Let one more step be done than so far; without a limit so far, just one."""
        with self._wake:
            self._allowed = (self._allowed or 0) + 1
            self._wake.notify()

    def call_off(self) -> None:
        """End it at its next step, or between two rounds of a training within it."""
        with self._wake:
            self._is_off.set()
            self._wake.notify()

    # On the thread

    def do(self) -> None:
        """Do the work. It is forgotten on the way: no thread may be the last to know of it."""
        work, self._work = self._work, None
        assert work is not None
        try:
            with stoppable(self._is_off):
                found = work(self._watch)
                self.result = self._driven(found) if isinstance(found, GeneratorType) else found
        except Exception as error:
            if not (isinstance(error, Cancelled) and self._is_off.is_set()):
                self.error = error

    def _driven(self, steps: Generator[Any, None, Any]) -> Any:
        while True:
            self._step()
            try:
                self.latest = next(steps)
            except StopIteration as end:
                return end.value

    def _watch(self, progress: Progress) -> None:
        self.progress = progress
        self._step()

    def _step(self) -> None:
        """Wait as long as it is paused; raise Cancelled once it is called off."""
        with self._wake:
            while self._allowed == 0 and not self._is_off.is_set():
                self.is_resting = True
                self._wake.wait()
            self.is_resting = False
            if self._allowed is not None:
                self._allowed -= 1
        if self._is_off.is_set():
            raise Cancelled
