"""Archives: zips of one JSON part and plain arrays, as models, runs and sessions are kept.

Reading keeps to limits that are checked before anything is read, and unpacks nothing to the disk.
A zip that claims to unpack to far more than its size, has a part twice, a link, a folder, a path,
a password or a packing of another kind is refused. Arrays are .npy files of version 1.0 with the
header that numpy writes; that header is matched, not evaluated, and no array of objects is read.
"""

import contextlib
import json
import os
import re
import stat
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from core.base.codec import Arrays, require
from core.base.errors import WorkbenchError, WriteError
from core.base.files import written_whole
from core.base.progress import Cancelled

_FREE_BYTES = 64 << 20
_MOST_RATIO = 100
"""A zip may unpack to so many times its size, and to the free bytes in any case."""
_MOST_BYTES = 16 << 30
_MOST_PARTS = 200_000
_MOST_JSON = 32 << 20
_MOST_VALUES = 1_500_000
"""A value of JSON takes many times the memory of its text: so many in one part."""
_ZIP64 = 1 << 31
_NAME = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)*")
_MAGIC = b"\x93NUMPY\x01\x00"
_HEADER = re.compile(
    rb"\{'descr': '([<|][a-z][0-9]{1,2})', 'fortran_order': False, "
    rb"'shape': \(((?:[0-9]{1,18}, )*(?:[0-9]{1,18},?)?)\), \} *\n"
)


class Archive:
    """A zip that is open for reading, its sizes checked."""

    def __init__(self, file: zipfile.ZipFile, packed: int) -> None:
        parts = file.infolist()
        require(len(parts) <= _MOST_PARTS)
        for part in parts:
            require(_NAME.fullmatch(part.filename) is not None)
            require(part.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
            require(not part.flag_bits & 1 and not stat.S_ISLNK(part.external_attr >> 16))
        self._file = file
        self._sizes = {part.filename: part.file_size for part in parts}
        require(len(self._sizes) == len(parts))
        if sum(self._sizes.values()) > min(_MOST_BYTES, _FREE_BYTES + _MOST_RATIO * packed):
            raise ValueError("its parts have the wrong sizes")

    def size(self, name: str) -> int:
        """How many bytes a part has; raise KeyError if there is none."""
        return self._sizes[name]

    def facts(self, name: str) -> dict[str, Any]:
        """The JSON part of this name, an object."""
        if self._sizes.get(name, _MOST_JSON + 1) > _MOST_JSON:
            raise ValueError("its parts have the wrong sizes")
        text = self.content(name)
        require(_values(text) <= _MOST_VALUES)
        facts = json.loads(text, parse_constant=_refuse)
        require(isinstance(facts, dict))
        return dict(facts)

    def content(self, name: str) -> bytes:
        """The bytes of a part."""
        with self._file.open(name) as part:
            return part.read()

    def array(self, name: str, kind: str, dimensions: int) -> npt.NDArray[Any]:
        """The array of a name, if it is of this kind (such as "<f8") and has these dimensions."""
        size = self._sizes[f"{name}.npy"]
        wanted = np.dtype(kind)
        with self._file.open(f"{name}.npy") as part:
            shape = _shape(part, wanted)
            require(len(shape) == dimensions)
            count = int(np.prod(shape, dtype=object))
            require(count * wanted.itemsize <= size)
            array = np.empty(count, wanted)
            _fill(part, array.view(np.uint8).data)
            require(not part.read(1))
        if wanted.kind == "b":  # a byte beyond 0 and 1 is no truth value
            require(bool(np.all(array.view(np.uint8) <= 1)))
        return array.reshape(shape).astype(wanted.newbyteorder("="), copy=False)


@contextlib.contextmanager
def reading(
    path: str | os.PathLike[str], what: str, error: type[WorkbenchError], remedy: str
) -> Iterator[Archive]:
    """Open an archive; whatever is wrong with it is raised as `error`, in a sentence."""
    path = Path(path)
    try:
        with zipfile.ZipFile(path) as file:
            yield Archive(file, path.stat().st_size)
    except Cancelled:
        raise
    except FileNotFoundError:
        raise error(f"There is no file {path}. Check the name and the folder.") from None
    except OSError as wrong:
        raise error(f"{path} cannot be read ({wrong.strerror or wrong}).") from wrong
    except WorkbenchError as wrong:
        kind = type(wrong) if isinstance(wrong, error) else error
        raise kind(f"{path.name} cannot be used: {wrong}") from wrong
    except Exception as wrong:
        # Whatever a damaged file does to the readers of zip, JSON and arrays, it is of no use.
        raise error(f"{path.name} is not {what}, or it is damaged ({wrong}). {remedy}") from wrong


def check_format(version: Any, newest: int, error: type[WorkbenchError]) -> int:
    """The number of a file's format, if this program can read it."""
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise ValueError("it has no format number")
    if version > newest:
        raise error(
            f"it was written by a newer version (format {version}, this one reads up to {newest}). "
            "Update the program."
        )
    return version


def write_archive(
    path: str | os.PathLike[str],
    name: str,
    facts: Mapping[str, Any],
    arrays: Arrays,
) -> None:
    """Write an archive, whole or not at all."""
    with written_whole(path) as aside, zipfile.ZipFile(aside, "w") as file:
        fill_archive(file, name, facts, arrays)


def fill_archive(
    file: zipfile.ZipFile, name: str, facts: Mapping[str, Any], arrays: Arrays
) -> None:
    """Put a JSON part and arrays into a zip that is open for writing."""
    text = json.dumps(facts, ensure_ascii=False, indent=1, allow_nan=False)
    # A file's name may hold bytes that are no UTF-8.
    content = text.encode(errors="surrogatepass")
    if len(content) > _MOST_JSON or _values(content) > _MOST_VALUES:
        raise WriteError(
            "This holds more than such a file can keep, decisions on too many rows for instance. "
            "Export them, and what was trained, each to a file of their own."
        )
    file.writestr(entry(name), content)
    for array_name, array in arrays.items():
        part = entry(f"{array_name}.npy")
        with file.open(part, "w", force_zip64=array.nbytes >= _ZIP64) as out:
            np.lib.format.write_array(out, array, version=(1, 0), allow_pickle=False)
    _weigh_down(file)


def _weigh_down(file: zipfile.ZipFile) -> None:
    """Add a part of nothing where the others pack so well that the zip would be refused."""
    parts = file.infolist()
    packed = sum(part.compress_size for part in parts)
    lacking = sum(part.file_size for part in parts) - _FREE_BYTES - _MOST_RATIO * packed
    if lacking > 0:
        blank = lacking // (_MOST_RATIO - 1) + 1  # it has to be read, too
        with file.open(entry("ballast", is_packed=False), "w") as out:
            out.write(bytes(blank))


def entry(name: str, is_packed: bool = True) -> zipfile.ZipInfo:
    """A part of an archive; its time is fixed, so that the same content gives the same file."""
    part = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    part.compress_type = zipfile.ZIP_DEFLATED if is_packed else zipfile.ZIP_STORED
    return part


def _values(text: bytes) -> int:
    """How many values there are at most in a JSON text."""
    return sum(map(text.count, b"[{,"))


def _shape(part: IO[bytes], wanted: np.dtype[Any]) -> tuple[int, ...]:
    """The shape that a .npy header tells, if its kind is the wanted one."""
    require(part.read(len(_MAGIC)) == _MAGIC)
    header = part.read(int.from_bytes(part.read(2), "little"))
    found = _HEADER.fullmatch(header)
    require(found is not None)
    assert found is not None
    require(found[1].decode() == wanted.str)
    return tuple(int(length) for length in found[2].decode().split(",") if length.strip())


def _fill(part: IO[bytes], room: memoryview) -> None:
    while room:
        count = part.readinto(room)  # type: ignore[attr-defined]
        require(count > 0)
        room = room[count:]


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no number")
