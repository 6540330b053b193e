"""What a person at a terminal sees while a command works: how far it is, and how long it takes."""

import time
from collections.abc import Iterator
from typing import TextIO

from core.base.progress import Progress, Watch, unwatched
from core.learning.training import Training

_SOON, _LEAST_SHARE = 3.0, 0.01
"""Before so many seconds, and such a share, nothing is said of how long it takes."""


def with_progress(training: Training, total: int | None, stream: TextIO) -> Iterator[None]:
    """Drive a training; on a terminal, show how far it is, ten times a second at most."""
    shows = stream.isatty()
    started = shown = time.perf_counter()
    for finished in training:
        yield None
        now = time.perf_counter()
        if shows and now - shown > 0.1:
            shown = now
            stream.write("\r" + progress_line(finished.number, total, now - started))
            stream.flush()
    if shows:
        stream.write("\r\x1b[K")
        stream.flush()


class StageWatch:
    """Shows how far a stage is, and about how long it still takes; on a terminal alone."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._share, self._first, self._started = 1.0, 0.0, 0.0

    def __call__(self, stage: Progress) -> None:
        """Show it; one that is less far than the one before is another stage."""
        now = time.perf_counter()
        if stage.share < self._share:
            self._first, self._started = stage.share, now
        self._share = stage.share
        if not self._stream.isatty():
            return
        left = time_left(stage.share - self._first, 1 - stage.share, now - self._started)
        self._stream.write(f"\r\x1b[K{stage.words}: {int(100 * stage.share)} %{left}")
        if stage.done == stage.total:
            self._stream.write("\r\x1b[K")
        self._stream.flush()

    def done(self) -> None:
        """Take away what is shown: a stage may end early."""
        self(Progress(1, 1))


def time_left(done: float, open_share: float, seconds: float) -> str:
    """About how long a stage still takes, in words; nothing before it can be told.

    >>> time_left(0.25, 0.75, 100.0), time_left(0.5, 0.5, 40.0), time_left(0.001, 0.9, 10.0)
    (', about 5 min left', ', about 40 s left', '')
    """
    if seconds < _SOON or done < _LEAST_SHARE:
        return ""
    left = seconds * open_share / done
    return f", about {left / 60:.0f} min left" if left > 90 else f", about {left:.0f} s left"


def row_progress(stream: TextIO) -> Watch:
    """On a terminal, what shows how many rows are done."""
    if not stream.isatty():
        return unwatched
    started = time.perf_counter()

    def show(progress: Progress) -> None:
        done, total = int(progress.done), int(progress.total)
        line = f"\x1b[K{progress.words}"
        if total:
            line = progress_line(done, total, time.perf_counter() - started, "rows")
        stream.write("\r\x1b[K" if total and done == total else f"\r{line}")
        stream.flush()

    return show


def progress_line(done: int, total: int | None, seconds: float, unit: str = "rounds") -> str:
    """One line of progress.

    >>> progress_line(50, 200, 2.0)
    '█████               50 of 200 rounds · 25 rounds/s · 6 s left '
    """
    speed = done / seconds if seconds > 0 else 0.0
    if total is None:
        return f"{done:,} {unit} · {speed:,.0f} {unit}/s "
    bar = "█" * (20 * done // total)
    left = (total - done) / speed if speed else 0.0
    return f"{bar:20}{done:,} of {total:,} {unit} · {speed:,.0f} {unit}/s · {left:,.0f} s left "
