"""Where a table comes from: a file, packed or not, or bytes from the clipboard."""

import codecs
import enum
import functools
import gzip
import hashlib
import io
import os
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from core.base.errors import DataError
from core.base.wording import grouped
from core.sources.stretch import Stretch

# A file that unpacks to more than this, and to so many times its size, fills a disk on purpose.
_BOMB_BYTES = 1 << 30
_BOMB_RATIO = 400
_BLOCK = 1 << 20
_KEPT_BYTES = 256 << 20
_SPREADSHEETS = ("[Content_Types].xml", "mimetype")


class Packing(enum.Enum):
    """How the text is packed; told by the first bytes, never by the name."""

    PLAIN = "plain"
    GZIP = "gzip"
    ZIP = "zip"
    PARQUET = "parquet"


@dataclass(frozen=True)
class Fingerprint:
    """What tells cheaply whether a file is still the same; the checksum only when asked for."""

    size: int
    modified: int
    checksum: str = ""

    def matches(self, other: "Fingerprint") -> bool:
        """Whether both can be the same content: by checksums where both have one."""
        if self.checksum and other.checksum:
            return (self.size, self.checksum) == (other.size, other.checksum)
        return (self.size, self.modified) == (other.size, other.modified)


@dataclass(frozen=True)
class Source:
    r"""A path, or bytes. Opening it gives the unpacked bytes, UTF-16 as UTF-8.

    >>> Source.from_bytes(b"x,y\n1,2\n").head(3)
    b'x,y'
    """

    name: str
    path: Path | None = None
    content: bytes | None = None
    stretch: Stretch | None = None
    """Which of its rows are meant; None for all of them."""

    @classmethod
    def of(cls, given: "Source | str | os.PathLike[str]") -> "Source":
        """A source stays itself; anything else is a path."""
        return given if isinstance(given, Source) else cls.from_path(given)

    @classmethod
    def from_path(cls, path: str | os.PathLike[str]) -> "Source":
        """A file."""
        path = Path(path)
        return cls(path.name or str(path), path)

    @classmethod
    def from_bytes(cls, content: bytes, name: str = "clipboard") -> "Source":
        """Bytes, such as those of a clipboard."""
        return cls(name, content=content)

    @property
    def size(self) -> int:
        """The bytes it takes as it is, packed or not."""
        if self.content is not None:
            return len(self.content)
        with self._told():
            return self._path.stat().st_size

    @functools.cached_property
    def packing(self) -> Packing:
        """How it is packed."""
        with self._told(), self._raw() as raw:
            start = raw.read(4)
        if start[:2] == b"\x1f\x8b":
            return Packing.GZIP
        if start == b"PK\x03\x04":
            return Packing.ZIP
        return Packing.PARQUET if start == b"PAR1" else Packing.PLAIN

    def fingerprint(self, with_checksum: bool = False) -> Fingerprint:
        """Size and time of the last change; with a SHA-256 checksum if asked for."""
        modified = 0
        if self.content is None:
            with self._told():
                modified = self._path.stat().st_mtime_ns
        checksum = ""
        if with_checksum:
            with self._told(), self._raw() as raw:
                checksum = hashlib.file_digest(raw, "sha256").hexdigest()  # type: ignore[arg-type]
        return Fingerprint(self.size, modified, checksum)

    def is_still(self, fingerprint: Fingerprint) -> bool:
        """Whether it is there and unchanged since the fingerprint was taken."""
        try:
            return self.fingerprint(bool(fingerprint.checksum)).matches(fingerprint)
        except DataError:
            return False

    @contextmanager
    def open(self, encoding: str = "utf-8") -> "Iterator[Stream]":
        """A stream of its bytes, unpacked; UTF-16 becomes UTF-8, every other encoding stays."""
        with self._told(), self._raw() as raw:
            if self.packing is Packing.GZIP:
                with gzip.GzipFile(fileobj=raw) as unpacked:
                    yield Stream(self, raw, unpacked, encoding)
            elif self.packing is Packing.ZIP:
                with (
                    zipfile.ZipFile(raw) as archive,
                    archive.open(self._only_member(archive)) as unpacked,
                ):
                    yield Stream(self, raw, unpacked, encoding)
            else:
                yield Stream(self, raw, raw, encoding)

    @contextmanager
    def members(self) -> Iterator[zipfile.ZipFile]:
        """The archive that a zipped source is."""
        with self._told(), self._raw() as raw, zipfile.ZipFile(raw) as archive:
            yield archive

    def head(self, size: int, encoding: str = "utf-8") -> bytes:
        """The first bytes, unpacked."""
        with self.open(encoding) as stream:
            return stream.read(size)

    def piece(self, start: int, length: int, encoding: str = "utf-8") -> bytes:
        """Some bytes of the unpacked stream."""
        if self.is_seekable(encoding):
            with self._told(), self._raw() as raw:
                raw.seek(start)
                return raw.read(length)
        if self._unpacked_size() <= _KEPT_BYTES:
            # In one piece, kept: a packed file cannot be entered in the middle.
            whole = _unpacked(self, self.fingerprint(), encoding)
            return whole[start : start + length]
        with self.open(encoding) as stream:
            stream.skip(start)
            return stream.read(length)

    def is_seekable(self, encoding: str) -> bool:
        """Whether a piece can be read without all that stands before it."""
        return self.packing is Packing.PLAIN and not encoding.startswith("utf-16")

    def unpacked_size(self, encoding: str = "utf-8") -> int:
        """About how many bytes the stream has."""
        return self._unpacked_size() // (2 if encoding.startswith("utf-16") else 1)

    def _unpacked_size(self) -> int:
        if self.packing is Packing.ZIP:
            with self._told(), self._raw() as raw, zipfile.ZipFile(raw) as archive:
                return self._only_member(archive).file_size
        if self.packing is not Packing.GZIP:
            return self.size
        with self.open() as stream:
            read = len(stream.read(_BLOCK))
            return read if read < _BLOCK else int(self.size * read / max(1, stream.consumed))

    @property
    def _path(self) -> Path:
        if self.path is None:
            raise DataError(f"{self.name} is not a file.")
        return self.path

    def _raw(self) -> IO[bytes]:
        if self.content is not None:
            return io.BytesIO(self.content)
        return self._path.open("rb")

    def _only_member(self, archive: zipfile.ZipFile) -> zipfile.ZipInfo:
        members = [member for member in archive.infolist() if not member.is_dir()]
        if any(member.filename in _SPREADSHEETS for member in members):
            raise DataError(
                f"{self.name} is a document of an Office program. Save its table as .xlsx or CSV, "
                "and open that."
            )
        members = [member for member in members if not member.filename.startswith("__MACOSX/")]
        if len(members) != 1:
            held = ", ".join(member.filename for member in members[:5]) or "nothing"
            raise DataError(
                f"{self.name} holds {len(members)} files ({held}). Unpack it, and open one of them."
            )
        if members[0].flag_bits & 1:
            raise DataError(f"{self.name} is locked by a password. Unpack it, and open the file.")
        return members[0]

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What goes wrong with a file, in a sentence."""
        try:
            yield
        except FileNotFoundError:
            raise DataError(
                f"There is no file {self.path}. Check the name and the folder."
            ) from None
        except IsADirectoryError:
            raise DataError(f"{self.path} is a folder. Choose a CSV file in it.") from None
        except (zipfile.BadZipFile, zlib.error, gzip.BadGzipFile, EOFError) as error:
            raise DataError(
                f"{self.name} is a damaged archive ({error}). Fetch it again, or unpack it."
            ) from error
        except UnicodeDecodeError as error:
            raise DataError(
                f"{self.name} is not UTF-16 throughout (byte {grouped(error.start)} of a block). "
                "Choose another encoding."
            ) from error
        except OSError as error:
            raise DataError(
                f"{self.path} cannot be read ({error.strerror or error}). "
                "Check that you may read it, or copy it elsewhere."
            ) from error


class Stream:
    """The unpacked bytes of a source, from the first to the last."""

    def __init__(self, source: Source, raw: IO[bytes], unpacked: Any, encoding: str) -> None:
        self._source = source
        self._raw = raw
        self._unpacked = unpacked
        self._given = 0
        self._decoder = (
            codecs.getincrementaldecoder(encoding)() if encoding.startswith("utf-16") else None
        )
        self._waiting = b""

    @property
    def consumed(self) -> int:
        """How much of the source, as it is, has been read."""
        return self._raw.tell()

    def readinto(self, room: memoryview) -> int:
        """Fill the room as far as there are bytes; less than all of it only at the end."""
        filled = 0
        while filled < len(room):
            if self._decoder is None:
                count = self._unpacked.readinto(room[filled:])
            else:
                count = self._transcode(room[filled:])
            if not count:
                break
            filled += count
            self._given += count
            self._check_growth()
        return filled

    def read(self, size: int) -> bytes:
        """The next bytes."""
        room = bytearray(size)
        return bytes(room[: self.readinto(memoryview(room))])

    def skip(self, size: int) -> None:
        """Pass over the next bytes."""
        if self._unpacked is self._raw and self._decoder is None:
            self._raw.seek(size, os.SEEK_CUR)
            return
        room = memoryview(bytearray(min(size, _BLOCK)))
        while size > 0:
            count = self.readinto(room[: min(size, _BLOCK)])
            if not count:
                break
            size -= count

    def _transcode(self, room: memoryview) -> int:
        while not self._waiting:
            block = self._unpacked.read(_BLOCK)
            self._waiting = self._decoder.decode(block, not block).encode()  # type: ignore[union-attr]
            if not block:
                break
        count = min(len(room), len(self._waiting))
        room[:count] = self._waiting[:count]
        self._waiting = self._waiting[count:]
        return count

    def _check_growth(self) -> None:
        if self._given > _BOMB_BYTES and self._given > _BOMB_RATIO * self._raw.tell():
            raise DataError(
                f"{self._source.name} unpacks to more than {_BOMB_RATIO} times its size, as files "
                "do that are made to fill a disk. Unpack it yourself if you trust it."
            )


@functools.lru_cache(maxsize=1)
def _unpacked(source: Source, fingerprint: Fingerprint, encoding: str) -> bytes:
    blocks = []
    with source.open(encoding) as stream:
        while block := stream.read(_BLOCK):
            blocks.append(block)
    return b"".join(blocks)
