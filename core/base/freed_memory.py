"""What becomes of memory that is given back: a command keeps it for what comes next.

The GNU C library hands each large array back to the system at once, and asks for the next one anew.
Every page of that is found and filled with zeros first: of four million rows, where an array takes
32 MB and dozens come and go, that was a fifth of a command's time. A program with a window leaves
things as they are: it lives long, and others want its memory meanwhile.
"""

import ctypes
import sys

_TRIM_THRESHOLD, _TOP_PAD, _MMAP_MAX, _ARENA_MAX = -1, -2, -4, -8  # M_... of malloc.h
_NEVER = (1 << 31) - 1
_STEP = 64 << 20
"""So much is asked for at a time; what is not touched of it is not taken."""


def keep_freed_memory() -> bool:
    """Keep what is freed for later arrays, until the process ends; tells whether that is done.

    Only on Linux with the GNU C library: elsewhere nothing happens.
    """
    if sys.platform != "linux":
        return False
    choose = getattr(ctypes.CDLL(None), "mallopt", None)
    if choose is None:
        return False
    # One arena for all threads: a thread's own gives its memory back however it is told.
    chosen = ((_ARENA_MAX, 1), (_MMAP_MAX, 0), (_TRIM_THRESHOLD, _NEVER), (_TOP_PAD, _STEP))
    return all(choose(name, value) == 1 for name, value in chosen)
