"""Sources: files packed and plain, bytes, and how a change of them is noticed."""

import gzip
import os
import zipfile

import pytest

from core import DataError
from core.reading.tables import read_table
from core.sources import source as source_module
from core.sources.source import Packing, Source
from tests.core.reading import torture

CONTENT = b"x,y\n1,a\n2,b\n"


@pytest.fixture
def packed(tmp_path):
    """The same content in every packing."""
    plain, gzipped, zipped = (tmp_path / name for name in ("a.csv", "a.csv.gz", "a.csv.zip"))
    plain.write_bytes(CONTENT)
    gzipped.write_bytes(gzip.compress(CONTENT))
    with zipfile.ZipFile(zipped, "w") as archive:
        archive.writestr("a.csv", CONTENT)
    return {Packing.PLAIN: plain, Packing.GZIP: gzipped, Packing.ZIP: zipped}


def test_every_packing_gives_the_same_bytes(packed):
    for packing, path in packed.items():
        source = Source.from_path(path)
        assert source.packing is packing
        assert source.size == path.stat().st_size
        assert source.head(100) == CONTENT
        assert source.piece(4, 3) == b"1,a"
        assert source.unpacked_size() == len(CONTENT)
    assert Source.from_bytes(gzip.compress(CONTENT)).head(3) == b"x,y"


def test_utf_16_comes_as_utf_8():
    text = "ä,b\n" * 1000
    source = Source.from_bytes(text.encode("utf-16-le"))
    assert source.head(10**5, "utf-16-le").decode() == text
    assert source.piece(5, 4, "utf-16-le").decode() == "ä,b"
    with pytest.raises(DataError, match="is not UTF-16 throughout"):
        Source.from_bytes(text.encode("utf-16-le") + b"x").head(10**5, "utf-16-le")


def test_a_changed_moved_or_touched_file_is_noticed(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(CONTENT)
    source = Source.from_path(path)
    cheap, exact = source.fingerprint(), source.fingerprint(with_checksum=True)
    assert source.is_still(cheap)
    assert source.is_still(exact)
    later = cheap.modified + 10**9
    os.utime(path, ns=(later, later))
    assert not source.is_still(cheap)
    assert source.is_still(exact)
    path.write_bytes(CONTENT.replace(b"a", b"z"))
    assert not source.is_still(exact)
    path.unlink()
    assert not source.is_still(cheap)


def test_a_file_that_unpacks_without_end_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(source_module, "_BOMB_BYTES", 1 << 20)
    monkeypatch.setattr(source_module, "_BOMB_RATIO", 100)
    path = tmp_path / "bomb.csv.gz"
    path.write_bytes(gzip.compress(b"x,y\n" + b"1,2\n" * 10**6))
    with pytest.raises(DataError, match="bomb.csv.gz unpacks to more than 100 times its size"):
        read_table(path)


@pytest.mark.parametrize("name", ["two.zip", "workbook.csv", "cut.csv.gz"])
def test_what_cannot_be_unpacked_is_refused_at_once(tmp_path, name):
    source = Source.from_path(torture.make(name, tmp_path))
    with pytest.raises(DataError, match=name):
        source.head(10**8)


def test_a_missing_file_is_told():
    source = Source.from_path("nowhere.csv")
    for ask in (lambda: source.size, lambda: source.packing, source.fingerprint):
        with pytest.raises(DataError, match="There is no file nowhere.csv. Check the name"):
            ask()
