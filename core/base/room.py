"""Room for arrays: ordinary memory, or a file that is mapped, for those too large for it.

An array of a million rows is no burden; of a hundred million, each number a row takes 800 MB. What
is written once and read in passes lies in a file without a name then: the system keeps of it in
memory what there is room for, and it is gone with the process, however that ends.
"""

import contextlib
import ctypes
import math
import mmap
import os
import shutil
import sys
import tempfile
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base import cache_folder
from core.base.errors import WriteError

LARGE = 128 << 20
"""Arrays of more bytes lie in a file."""
PIECE = 1 << 16
"""Of long arrays so many numbers are computed at a time; whole bytes of bits."""
_lock = threading.Lock()
_scratches: "weakref.WeakSet[mmap.mmap]" = weakref.WeakSet()
_spare: deque[mmap.mmap] = deque(maxlen=1)
"""The file that nobody uses any more: its pages are there, a new one's are found one by one."""


def empty(shape: int | tuple[int, ...], dtype: npt.DTypeLike = np.float64) -> npt.NDArray[Any]:
    """Room for an array, its values anything; beyond `LARGE` bytes in a file, if a disk has room.

    >>> empty((2, 3), np.uint8).shape
    (2, 3)
    """
    kind = np.dtype(dtype)
    size = math.prod(shape if isinstance(shape, tuple) else (shape,)) * kind.itemsize
    scratch = _reused(size) or _scratch(size) if size > LARGE else None
    return np.empty(shape, kind) if scratch is None else _array(scratch, kind).reshape(shape)


def zeros(shape: int | tuple[int, ...], dtype: npt.DTypeLike = np.float64) -> npt.NDArray[Any]:
    """Room for an array of zeros."""
    kind = np.dtype(dtype)
    size = math.prod(shape if isinstance(shape, tuple) else (shape,)) * kind.itemsize
    if size > LARGE and (reused := _reused(size)) is not None:
        out = _array(reused, kind).reshape(shape)
        out[...] = 0
        return out
    # A file that was made longer is zeros already; so is fresh memory, without being touched.
    scratch = _scratch(size) if size > LARGE else None
    return np.zeros(shape, kind) if scratch is None else _array(scratch, kind).reshape(shape)


def copied(values: npt.NDArray[Any], dtype: npt.DTypeLike | None = None) -> npt.NDArray[Any]:
    """A copy that lies where there is room for it."""
    out = empty(values.shape, values.dtype if dtype is None else dtype)
    out[...] = values
    return out


def taken(
    values: npt.NDArray[Any], places: npt.NDArray[np.int64], dtype: npt.DTypeLike | None = None
) -> npt.NDArray[Any]:
    """The values at some places, in their order."""
    out = empty(len(places), values.dtype if dtype is None else dtype)
    step = LARGE // 16
    for start in range(0, len(places), step):
        out[start : start + step] = values[places[start : start + step]]
    return out


def kept(values: npt.NDArray[Any], is_kept: npt.NDArray[np.bool_]) -> npt.NDArray[Any]:
    """The values that are kept, in their order.

    >>> kept(np.array([1, 2, 3]), np.array([True, False, True])).tolist()
    [1, 3]
    """
    out = empty(int(np.count_nonzero(is_kept)), values.dtype)
    step, end = LARGE // 16, 0
    for start in range(0, len(values), step):
        some = values[start : start + step][is_kept[start : start + step]]
        out[end : end + len(some)] = some
        end += len(some)
    return out


def chosen(
    is_first: npt.NDArray[np.bool_], first: npt.NDArray[Any], other: npt.NDArray[Any]
) -> npt.NDArray[Any]:
    """Of each row the one value or the other."""
    out = copied(other)
    step = LARGE // 16
    for start in range(0, len(out), step):
        some = slice(start, start + step)
        np.copyto(out[some], first[some], where=is_first[some])
    return out


def pieces(start: int, stop: int) -> Iterator[slice]:
    """The places from `start` on, so many at a time that what is computed of them is no burden.

    >>> list(pieces(3, 9))
    [slice(3, 9, None)]
    """
    for first in range(start, stop, PIECE):
        yield slice(first, min(stop, first + PIECE))


def filled(
    rows: int,
    compute: Callable[[slice], npt.NDArray[Any] | float],
    dtype: npt.DTypeLike = np.float64,
) -> npt.NDArray[Any]:
    """Values that are computed piece by piece, so that nothing as long lies beside them.

    >>> filled(3, lambda some: np.arange(9.0)[some] / 2).tolist()
    [0.0, 0.5, 1.0]
    """
    out = empty(rows, dtype)
    for some in pieces(0, rows):
        out[some] = compute(some)
    return out


def mapped(path: Path) -> npt.NDArray[Any]:
    """The array of an .npy file; what is written into it stays in memory, and the file as it is."""
    # Writable, so that compiled code takes it for an array like any other.
    return np.asarray(np.load(path, mmap_mode="c", allow_pickle=False))


def _array(scratch: mmap.mmap, kind: np.dtype[Any]) -> npt.NDArray[Any]:
    """A file as numbers; once the last array of them is gone, it can be used again."""
    held = (ctypes.c_char * len(scratch)).from_buffer(scratch)
    weakref.finalize(held, _spare.append, scratch).atexit = False
    return np.frombuffer(memoryview(held), kind)


def _reused(size: int) -> mmap.mmap | None:
    """The file that is not used any more, if it has this size; else its room is given back."""
    with contextlib.suppress(IndexError):
        scratch = _spare.pop()
        return scratch if len(scratch) == size else None
    return None


def _scratch(size: int) -> mmap.mmap | None:
    """So many bytes of zeros in a file without a name; None where there is no room for it."""
    try:
        folder = cache_folder.parts_folder()  # a disk: what is temporary is memory on some systems
        folder.mkdir(parents=True, exist_ok=True)
        check_room(folder, size)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.truncate(size)
            _reserve(file.fileno(), size)
            made = mmap.mmap(file.fileno(), size)
    except (OSError, RuntimeError, WriteError):
        return None  # it may still fit into memory
    with _lock:
        _scratches.add(made)
    return made


def let_go() -> None:
    """Take the pages of files without a name out of this process: they are mapped again when read.

    The system keeps them as long as it has room. Where it cannot be told, nothing happens.
    """
    if sys.platform == "linux":
        with _lock:
            made = list(_scratches)
        for each in made:
            each.madvise(mmap.MADV_DONTNEED)


def reserve(path: Path) -> None:
    """Take the room of a file on its disk now: a mapped one that finds none later ends the process.

    Raise OSError if there is none.
    """
    with path.open("rb+") as file:
        _reserve(file.fileno(), path.stat().st_size)


def _reserve(file: int, size: int) -> None:
    if hasattr(os, "posix_fallocate") and size:
        os.posix_fallocate(file, 0, size)


def check_room(
    folder: Path, size: int, otherwise: str = "point XDG_CACHE_HOME to another disk"
) -> None:
    """Raise WriteError, naming the numbers, if a disk has no room for so many bytes."""
    free = shutil.disk_usage(folder).free
    if size > free:
        raise WriteError(
            f"The rows need {size / 1e9:.1f} GB on the disk of {folder}, and {free / 1e9:.1f} GB "
            f"are free. Make room there, or {otherwise}."
        )
