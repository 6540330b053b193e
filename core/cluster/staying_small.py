"""A worker that stays below the limit at which Dask ends it.

Dask counts the pages of mapped files as memory of the process. The system does not: it takes them
away when they are wanted elsewhere. So they are let go of before there are too many.
"""

import os
import threading
from pathlib import Path

from core.base import room

_LOOKS = 0.05
"""So many seconds between two looks: Dask takes twice as many."""
_MOST = 0.5
"""Of the limit; Dask pauses a worker at four fifths, and ends it at nineteen twentieths."""
_STATM = Path("/proc/self/statm")


def stay_small(limit: int, is_over: threading.Event) -> None:
    """Until it is over, let go of mapped pages whenever the process seems to take too much."""
    if not _STATM.exists():  # another system than Linux
        return
    page = os.sysconf("SC_PAGE_SIZE")
    while not is_over.wait(_LOOKS):
        if int(_STATM.read_text("ascii").split()[1]) * page > _MOST * limit:
            room.let_go()
