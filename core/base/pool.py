"""One pool of threads that runs compiled kernels on fixed chunks of rows.

The chunks depend on the number of rows alone, never on the number of threads, and what the
chunks give is added up in their order: results are the same bits on 1 and on 8 threads.
"""

import contextlib
import itertools
import os
import sys
import threading
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import TypeVar

_CHUNKS = 8
_LEAST_ROWS = 4096
_GIVING_WAY = 19
_PARTS = 2
_ALIGNMENT = 64  # whole bytes of packed bits, whole cache lines of codes

Work = Callable[[int, int], object]
Found = TypeVar("Found")

_threads = max(1, min(16, os.cpu_count() or 1))
_lock = threading.Lock()
_helpers: list[threading.Thread] = []
# Queues of our own, one a helper: a future's round trip takes five times as long.
_jobs: "list[SimpleQueue[_Job | _Invitation]]" = []
_here = threading.local()
_gives_way = False


def threads() -> int:
    """How many threads kernels run on."""
    return _threads


def set_threads(count: int) -> None:
    """Choose how many threads kernels run on."""
    global _threads  # noqa: PLW0603 - the one pool of the process
    if count < 1:
        raise ValueError("at least one thread is needed")
    _threads = count


def chunk_rows(rows: int) -> int:
    """How many rows a chunk has: a function of the number of rows alone."""
    wanted = max(_LEAST_ROWS, -(-rows // _CHUNKS))
    return -(-wanted // _ALIGNMENT) * _ALIGNMENT


def chunk_count(rows: int) -> int:
    """How many chunks there are."""
    return max(1, -(-rows // chunk_rows(rows)))


def over_chunks(rows: int, work: Work) -> None:
    """Call `work(first, last)` for consecutive ranges of chunks that cover all rows."""
    over(chunk_count(rows), work)


def over_rows(rows: int, work: Work) -> None:
    """Call `work(start, stop)` for the rows of every chunk; each starts at a whole byte."""
    chunk = chunk_rows(rows)

    def chunks(first: int, last: int) -> None:
        for number in range(first, last):
            work(number * chunk, min((number + 1) * chunk, rows))

    over_chunks(rows, chunks)


def over(count: int, work: Work, one_by_one: bool = False) -> None:
    """Call `work(first, last)` for consecutive ranges that cover 0 to `count`, side by side.

    The ranges depend on the number of threads, so what they give must not depend on them. Work
    that itself asks for this is done by the thread that asks: all helpers could be waiting.
    One by one, each is claimed by whoever is free: for few pieces of work of unequal length.
    """
    parts = max(1, min(_threads, count))
    if parts == 1 or getattr(_here, "is_at_work", False):
        work(0, count)
        return
    helpers = parts - 1
    # More parts than threads: who starts late does fewer of them.
    parts = count if one_by_one else min(count, _PARTS * parts)
    job = _Job(count, parts, helpers + 1, work)
    _ensure_helpers(helpers)
    for jobs in _jobs[:helpers]:
        jobs.put(job)
    _here.is_at_work = True
    try:
        # A part that no helper has begun yet is done here: a busy helper is not waited for.
        own = job.work_off()
    finally:
        _here.is_at_work = False
    job.wait(parts - own)


def side_by_side(works: Sequence[Callable[[], Found]]) -> list[Found]:
    """What several pieces of work give, in their order; each is done by whoever is free.

    >>> side_by_side([lambda: 1, lambda: 2])
    [1, 2]
    """
    found: dict[int, Found] = {}

    def work(first: int, last: int) -> None:
        for place in range(first, last):
            found[place] = works[place]()

    over(len(works), work, one_by_one=True)
    return [found[place] for place in range(len(works))]


def invite(helper: int, work: Callable[[], object]) -> bool:
    """Let a helper, of those from 1 on, do some work once it is free; nobody waits for it.

    A thread of the pool invites nobody, and is told so: it is one of several that share the work.
    """
    if getattr(_here, "is_at_work", False):
        return False
    _ensure_helpers(helper)
    _jobs[helper - 1].put(_Invitation(work))
    return True


class _Invitation:
    """Work of which nobody waits for the end."""

    def __init__(self, work: Callable[[], object]) -> None:
        self._work = work

    def help(self, helper: int) -> None:
        self._work()


class _Job:
    """Ranges that threads claim one by one; who asked waits for those that others claimed.

    Each thread begins with a share of its own, the same one in each job over as many rows: what
    it wrote last time is still in its cache. Whoever is done goes on with what others have left.
    """

    def __init__(self, count: int, parts: int, threads: int, work: Work) -> None:
        self._bounds = [count * part // parts for part in range(parts + 1)]
        shares = [parts * thread // threads for thread in range(threads + 1)]
        # next() of each is one step of the interpreter
        self._unclaimed = [iter(range(*share)) for share in itertools.pairwise(shares)]
        self._work = work
        self._done: SimpleQueue[BaseException | None] = SimpleQueue()
        self._error: BaseException | None = None

    def work_off(self) -> int:
        """Do ranges until none is left; tells how many."""
        count = 0
        for unclaimed in self._unclaimed:
            for part in unclaimed:
                count += 1
                try:
                    self._work(self._bounds[part], self._bounds[part + 1])
                except BaseException as error:
                    self._error = error
        return count

    def help(self, helper: int) -> None:
        """Do ranges for somebody else, and tell them of each."""
        own = helper + 1
        for unclaimed in self._unclaimed[own:] + self._unclaimed[:own]:
            for part in unclaimed:
                try:
                    self._work(self._bounds[part], self._bounds[part + 1])
                except BaseException as error:
                    self._done.put(error)
                else:
                    self._done.put(None)

    def wait(self, others: int) -> None:
        """Wait for the ranges of others: the arrays belong to the caller again only then."""
        errors = [self._error, *(self._done.get() for _ in range(others))]
        for error in errors:
            if error is not None:
                raise error


def _ensure_helpers(count: int) -> None:
    if len(_helpers) < count:
        with _lock:
            while len(_helpers) < count:
                _jobs.append(SimpleQueue())
                helper = threading.Thread(
                    target=_help, args=(len(_helpers),), name="kernels", daemon=True
                )
                helper.start()
                _helpers.append(helper)


def _forget_helpers() -> None:
    """In a forked process no helper lives on, and nobody waits for what the queue holds."""
    global _lock  # noqa: PLW0603 - the one pool of the process
    _helpers.clear()
    _jobs.clear()
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_helpers)


def _help(number: int) -> None:
    _here.is_at_work = True
    has_yielded = False
    jobs = _jobs[number]
    while True:
        job = jobs.get()
        if _gives_way and not has_yielded:
            yield_to_others()
            has_yielded = True
        job.help(number)


def give_way() -> None:
    """From now on the pool's threads give way to others: for a program with a window."""
    global _gives_way  # noqa: PLW0603 - the one pool of the process
    _gives_way = True


def yield_to_others() -> None:
    """Let this thread give way to those that a person waits for, where the system can do that."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _GIVING_WAY)
