"""Room for arrays: in memory, or in files that nobody sees, with the same values."""

import gc
import sys
from pathlib import Path

import numpy as np
import pytest

from core.base import cache_folder, room


@pytest.fixture(autouse=True)
def small(monkeypatch, tmp_path):
    monkeypatch.setattr(room, "LARGE", 1000)
    monkeypatch.setattr(cache_folder, "parts_folder", lambda: tmp_path / "parts")


def is_mapped(values):
    """Whether an array lies in a file."""
    base = values
    while isinstance(base, np.ndarray):
        base = base.base
    return base is not None


def test_large_arrays_lie_in_files_without_a_name(tmp_path):
    values = np.arange(2000.0)
    large = room.copied(values)
    assert is_mapped(large)
    assert large.flags.writeable
    assert np.array_equal(large, values)
    assert list((tmp_path / "parts").iterdir()) == []
    places = np.arange(0, 2000, 3)[::-1].copy()
    assert np.array_equal(room.taken(large, places), values[places])
    made = room.zeros((3, 2000), np.uint8)
    assert is_mapped(made)
    assert not made.any()
    assert not is_mapped(room.zeros(10))


def test_without_room_on_the_disk_memory_is_taken(monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda _path: type("", (), {"free": 100}))
    made = room.zeros(2000)
    assert not is_mapped(made)
    assert not made.any()

    def no_home():
        raise RuntimeError("no home")

    monkeypatch.setattr(cache_folder, "parts_folder", no_home)
    assert len(room.empty(2000)) == 2000


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what is mapped")
def test_pages_that_are_let_go_of_are_there_when_they_are_read():
    values = np.arange(4_000_000.0)
    large = room.copied(values)
    large *= 2
    before = mapped_bytes()
    room.let_go()
    assert mapped_bytes() < before - large.nbytes // 2
    assert np.array_equal(large, 2 * values)
    del large
    gc.collect()
    room.let_go()  # nothing of it is left


def mapped_bytes():
    """So much of mapped files is in the memory of this process."""
    told = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return 1024 * int(told["RssFile"].split()[0])


def test_a_file_that_nobody_uses_any_more_is_used_again():
    first = room.copied(np.arange(2000.0))
    place, part = first.ctypes.data, first[10:20]
    del first
    assert room.zeros(2000).ctypes.data != place  # a part of it is still used
    assert np.array_equal(part, np.arange(10.0, 20.0))
    del part
    made = room.zeros(2000)
    assert made.ctypes.data == place
    assert is_mapped(made)
    assert not made.any()
    made[:] = 1
    del made
    other = room.empty(2000)
    assert other.ctypes.data == place
    del other
    assert len(room._spare) == 1
    larger = room.zeros(3000)  # the room of a file of another size is given back
    assert len(room._spare) == 0
    assert not larger.any()
