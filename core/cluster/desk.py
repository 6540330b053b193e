"""A share on a Dask worker: an actor that has a thread of its own for the work.

Dask gives all actors of a worker one thread. So the methods here are coroutines, which run on the
worker's event loop and only hand over: whoever asks how far the work is, or ends it, is heard at
once.
"""

import asyncio
import weakref
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from core.base.progress import Progress
from core.cluster.share import Share


class Desk:
    """The share that one client has on this worker. It ends with its actor."""

    def __init__(self, threads: int) -> None:
        from core.base import pool

        pool.set_threads(max(1, threads))
        self._share = Share()
        self._worker = ThreadPoolExecutor(1, "share")
        # A client that is gone says nothing: its actors are dropped by the scheduler.
        self._end = weakref.finalize(self, _end, self._share, self._worker)

    async def ask(self, name: str, *given: Any) -> tuple[bool, Any]:
        """Whether a method of the share did its work, and what it gave, or raised."""
        method = getattr(self._share, name)
        try:
            loop = asyncio.get_running_loop()
            return True, await loop.run_in_executor(self._worker, method, *given)
        except Exception as error:
            return False, error

    async def progress(self) -> Progress:
        """How far the share is."""
        return self._share.progress

    async def leave(self) -> None:
        """End what is under way, and forget the rows."""
        self._end()
        self._share = Share()


def _end(share: Share, worker: ThreadPoolExecutor) -> None:
    share.end()
    worker.shutdown(wait=False, cancel_futures=True)
