"""What a file needs is known before it is read."""

import sys

import numpy as np
import pytest

from core.reading import memory
from core.reading.memory import free_memory, needed
from core.reading.preview import preview
from core.reading.tables import read_table
from core.sources.source import Source


def source_of(rows):
    rng = np.random.default_rng(0)
    lines = [f"{rng.normal()},{rng.integers(5)}x,name {row}" for row in range(rows)]
    return Source.from_bytes(("x,c,t\n" + "\n".join(lines)).encode())


def test_a_small_file_fits():
    source = source_of(1000)
    need = needed(source, preview(source))
    assert need.fits
    assert need.sample_rows == pytest.approx(1000, rel=0.3)
    assert need.bytes_free == pytest.approx(free_memory(), rel=0.5)


def test_a_large_file_does_not_fit_and_a_sample_does():
    source = source_of(20_000)
    seen = preview(source)
    whole = needed(source, seen, bytes_free=10**12)
    small = needed(source, seen, bytes_free=whole.bytes_needed + 10**6)
    assert not small.fits
    assert 1 <= small.sample_rows < seen.estimated_rows
    assert small.bytes_needed == whole.bytes_needed


def test_the_estimate_covers_what_the_table_holds():
    source = source_of(20_000)
    table = read_table(source)
    held = table.lines.nbytes + table.origin.starts.nbytes + table.origin.lengths.nbytes
    for column in table.columns:
        held += column.values.nbytes + sum(sys.getsizeof(text) for text in column.categories)
    need = needed(source, preview(source), bytes_free=10**12)
    assert held < need.bytes_needed


def test_a_limit_of_the_container_counts(tmp_path, monkeypatch):
    most, now = tmp_path / "max", tmp_path / "current"
    most.write_text("300000\n")
    now.write_text("100000\n")
    monkeypatch.setattr(memory, "_CGROUPS", ((str(most), str(now)),))
    assert free_memory() == 200_000
    most.write_text("max\n")
    assert free_memory() > 200_000
    monkeypatch.setattr(memory, "_CGROUPS", ((str(tmp_path / "none"), str(now)),))
    assert free_memory() > 200_000
