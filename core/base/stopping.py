"""Stopping within a round: who trains a member for long looks here whether anybody still wants it.

An algorithm knows nothing of who drives it. A driver that may be told to stop says so around a
round; the trainings of members within that round ask between their own.
"""

import contextlib
import threading
from collections.abc import Iterator

from core.base.progress import Cancelled

_here = threading.local()


@contextlib.contextmanager
def stoppable(asked: threading.Event) -> Iterator[None]:
    """While this lasts, `stop_if_asked` on this thread heeds the event, too.

    >>> asked = threading.Event()
    >>> with stoppable(asked):
    ...     stop_if_asked()
    ...     asked.set()
    ...     stop_if_asked()
    Traceback (most recent call last):
        ...
    core.base.progress.Cancelled
    """
    before: tuple[threading.Event, ...] = getattr(_here, "asked", ())
    _here.asked = (*before, asked)
    try:
        yield
    finally:
        _here.asked = before


def stop_if_asked() -> None:
    """Raise Cancelled if somebody who drives this thread's training was told to stop."""
    if any(asked.is_set() for asked in getattr(_here, "asked", ())):
        raise Cancelled
