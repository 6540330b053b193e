"""Room for arrays: in memory, or in files that nobody sees, with the same values."""

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
