"""Stopping within a round: who trains a member for long looks here whether anybody still wants it.

An algorithm knows nothing of who drives it. A driver that may be told to stop says so around a
round; the trainings of members within that round ask between their own.
"""

import contextlib
import threading
from collections.abc import Iterator

from core.base.errors import Cancelled

_here = threading.local()


@contextlib.contextmanager
def stoppable(asked: threading.Event) -> Iterator[None]:
    """While this lasts, `stop_if_asked` on this thread heeds the event.

    >>> asked = threading.Event()
    >>> with stoppable(asked):
    ...     stop_if_asked()
    ...     asked.set()
    ...     stop_if_asked()
    Traceback (most recent call last):
        ...
    core.base.errors.Cancelled
    """
    before = getattr(_here, "asked", None)
    _here.asked = asked
    try:
        yield
    finally:
        _here.asked = before


def stop_if_asked() -> None:
    """Raise Cancelled if whoever drives this thread's training was told to stop."""
    asked = getattr(_here, "asked", None)
    if asked is not None and asked.is_set():
        raise Cancelled
