"""How far long work is, and the one way to end it.

Whatever takes long takes a `watch`, a function that it tells its `Progress` now and then. Whoever
watches ends the work by raising `Cancelled` from there; it goes through unchanged, and nothing
half done stays behind.

>>> def count(watch: Watch = unwatched) -> int:
...     for number in range(3):
...         watch(Progress(number, 3, "counting"))
...     return 3
>>> count()
3
>>> def enough(progress: Progress) -> None:
...     if progress.done == 2:
...         raise Cancelled
>>> count(enough)
Traceback (most recent call last):
    ...
core.base.progress.Cancelled
"""

from collections.abc import Callable
from dataclasses import dataclass


class Cancelled(Exception):  # noqa: N818 - nothing went wrong
    """Whoever asked for the work does not want it any more. Nothing was changed."""


@dataclass(frozen=True)
class Progress:
    """So much of so much is done: bytes, rows, rounds or shares, whatever the work counts in.

    >>> Progress(50, 200).share, Progress(0, 0, "looking at the file").share
    (0.25, 0.0)
    """

    done: float
    total: float
    """0 if nobody knows."""
    words: str = ""
    """What is being done or how much there is of it, for people; it may be empty."""

    @property
    def share(self) -> float:
        """From 0 to 1; 0 as long as the total is not known."""
        return min(1.0, self.done / self.total) if self.total else 0.0


Watch = Callable[[Progress], object]
"""Is told how far the work is; ends it by raising `Cancelled`."""


def unwatched(progress: Progress) -> None:
    """Nobody watches."""


def part(watch: Watch, start: float, end: float) -> Watch:
    """For work that is a part of some other: its whole way is the other's from `start` to `end`.

    >>> part(print, 0.5, 1.0)(Progress(10, 20, "copying"))
    Progress(done=0.75, total=1.0, words='copying')
    """

    def told(progress: Progress) -> None:
        watch(Progress(start + (end - start) * progress.share, 1.0, progress.words))

    return told
