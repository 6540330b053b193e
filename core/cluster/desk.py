"""A share on a Dask worker: an actor that has a thread of its own for the work.

Dask gives all actors of a worker one thread. So the methods here are coroutines, which run on the
worker's event loop and only hand over: whoever asks how far the work is, or ends it, is heard at
once. What is asked comes over several lines, and one call may overtake another: each has a number.
"""

import asyncio
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from core.base.progress import Progress
from core.cluster.share import Share
from core.cluster.staying_small import stay_small

_MISSED = 30.0
"""A call that others have overtaken is waited for so many seconds."""


class Desk:
    """The share that one client has on this worker. It ends with its actor."""

    def __init__(self, threads: int, limit: int) -> None:
        """On so many threads, with so many bytes of memory; 0 if nobody looks at these."""
        from core.base import pool

        pool.set_threads(max(1, threads))
        self._share = Share()
        self._worker = ThreadPoolExecutor(1, "share")
        self._taken = self._ended = 0
        """The numbers of the calls that were taken and that ended last."""
        is_over = threading.Event()
        if limit:
            threading.Thread(
                target=stay_small, args=(limit, is_over), name="memory of a share", daemon=True
            ).start()
        # A client that is gone says nothing: its actors are dropped by the scheduler.
        self._end = weakref.finalize(self, _end, self._share, self._worker, is_over)

    async def ask(self, number: int, name: str, *given: Any) -> tuple[bool, Any]:
        """Whether a method of the share did its work, and what it gave, packed, or raised."""
        await self._turn(number)
        try:
            loop = asyncio.get_running_loop()
            work = self._share.work(name, *given)
            # Packed here: Dask leaves a client waiting for what it had not the memory to pack.
            return True, await loop.run_in_executor(self._worker, lambda: packed(work()))
        except Exception as error:
            return False, error
        finally:
            self._ended = max(self._ended, number)

    async def _turn(self, number: int) -> None:
        """Wait for the calls made before this one; raise RuntimeError if one is missed."""
        latest = time.monotonic() + _MISSED
        while self._taken < number - 1:
            if time.monotonic() > latest:
                raise RuntimeError(f"call {number - 1} never came")
            await asyncio.sleep(0.001)
        self._taken = number

    async def progress(self) -> tuple[Progress, int]:
        """How far the share is, and the number of the call that ended last."""
        return self._share.progress, self._ended

    async def call_off(self, number: int) -> None:
        """Whatever was asked so far ends, though a step of it may still be at work."""
        await self._turn(number)
        self._share.call_off()

    async def leave(self) -> None:
        """End what is under way, and forget the rows."""
        self._end()
        self._share = Share()


def packed(found: Any) -> bytes:
    """What a share gave, as Dask packs messages; raise MemoryError if there is no room for that."""
    from distributed.protocol.pickle import dumps

    return bytes(dumps(found))


def unpacked(found: bytes) -> Any:
    """The same again."""
    from distributed.protocol.pickle import loads

    return loads(found)


def _end(share: Share, worker: ThreadPoolExecutor, is_over: threading.Event) -> None:
    is_over.set()
    share.end()
    worker.shutdown(wait=False, cancel_futures=True)
