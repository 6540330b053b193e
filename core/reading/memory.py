"""Whether a file fits into memory, recognised before it is read."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from core.base import pool
from core.data.column import Kind
from core.reading.parsing import WAVE_BYTES
from core.reading.preview import Preview
from core.sources.source import Source

# Of the free memory a table may take half: training needs room beside it.
_SHARE = 0.5
# A number's float, with some to spare; a text's code, the line, the place and the length of a row,
# twice, since their parts and the whole of them live side by side at the end.
_NUMBER_BYTES, _TEXT_BYTES, _ROW_BYTES = 9, 2 * 4, 2 * (8 + 8 + 4)
_DISTINCT_BYTES = 120
_UNKNOWN_FREE = 2 << 30
_CGROUPS = (
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
    (
        "/sys/fs/cgroup/memory/memory.limit_in_bytes",
        "/sys/fs/cgroup/memory/memory.usage_in_bytes",
    ),
)


@dataclass(frozen=True)
class Need:
    """What reading a file takes, what is free, and how many rows fit if not all do."""

    bytes_needed: int
    bytes_free: int
    fits: bool
    sample_rows: int


def needed(source: Source, preview: Preview, bytes_free: int | None = None) -> Need:
    """Estimate the memory that reading takes, from the kinds and the texts of the first rows."""
    row = float(_ROW_BYTES)
    for place, kind in enumerate(preview.kinds):
        if kind is Kind.NUMBER:
            row += _NUMBER_BYTES
            continue
        texts = [values[place] for values in preview.rows if place < len(values)]
        share = len(set(texts)) / len(texts) if texts else 1.0
        # Texts that nearly all differ, such as names, are each kept.
        length = sum(map(len, texts)) / max(1, len(texts))
        row += _TEXT_BYTES + (share * (_DISTINCT_BYTES + length) if share > 0.5 else 0)
    fixed = WAVE_BYTES * pool.threads() * 2
    free = free_memory() if bytes_free is None else bytes_free
    total = int(fixed + row * preview.estimated_rows)
    room = _SHARE * free
    rows = int(max(0.0, room - fixed) / row)
    return Need(total, free, total <= room, max(1, min(preview.estimated_rows, rows)))


def free_memory() -> int:
    """The memory that this process can still take, in bytes: the least that any limit leaves."""
    limits = [_system_free()]
    for limit, used in _CGROUPS:
        most, now = _number_in(limit), _number_in(used)
        if most is not None and now is not None:
            limits.append(max(0, most - now))
    return min(limits)


def _system_free() -> int:
    if sys.platform == "win32":
        return _windows_free()
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return 1024 * int(line.split()[1])
    except (OSError, ValueError, IndexError):
        pass
    try:
        # Not what is free but what there is: systems without /proc do not tell more.
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (OSError, ValueError, AttributeError):
        return _UNKNOWN_FREE


def _windows_free() -> int:
    import ctypes

    class Status(ctypes.Structure):
        _fields_ = (
            ("length", ctypes.c_ulong),
            ("load", ctypes.c_ulong),
            ("total", ctypes.c_ulonglong),
            ("available", ctypes.c_ulonglong),
            ("rest", ctypes.c_ulonglong * 5),
        )

    status = Status(length=ctypes.sizeof(Status))
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - only Windows has it
    return (
        int(status.available)
        if kernel.GlobalMemoryStatusEx(ctypes.byref(status))
        else _UNKNOWN_FREE
    )


def _number_in(path: str) -> int | None:
    try:
        text = Path(path).read_text().strip()
    except OSError:
        return None
    return int(text) if text.isdigit() else None
