"""Which file each row of a table came from, where it has several, and a hash of that place.

Rows of several files are numbered by the lines of all of them one behind the other: a row keeps
one number, its `line`, and file and line follow from it. Who is in which sample or side of the
split is decided by a hash of file and line, so that neither the order of the rows nor the way they
are cut into parts decides anything.
"""

import functools
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers
from core.base.wording import grouped
from core.sources.files_origin import FilesOrigin

Hashes = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Files:
    """The names of files in their order, and how many lines stand before each.

    >>> files = Files(("a.csv", "b.csv"), (0, 10))
    >>> files.told(12), files.places(np.array([2, 10, 11]))[1].tolist()
    ('b.csv, line 2', [2, 10, 1])
    """

    names: tuple[str, ...]
    before: tuple[int, ...] = (0,)
    origin: FilesOrigin | None = None
    """How they were read; None for those that are not there as files."""

    @functools.cached_property
    def _before(self) -> Integers:
        return np.array(self.before, np.int64)

    def places(self, lines: Integers) -> tuple[Integers, Integers]:
        """The number of the file of each of these lines, and the line that it has there."""
        file = np.searchsorted(self._before, lines, side="left") - 1
        return file, lines - self._before[file]

    def place(self, line: int) -> tuple[str, int]:
        """The name of the file of a line, and the line that it has there."""
        (file,), (own,) = self.places(np.array([line]))
        return self.names[file], int(own)

    def line(self, name: str, own: int) -> int:
        """The line among those of all files that a line of one of them has."""
        return self.before[self.names.index(name)] + own

    def told(self, line: int) -> str:
        """A line as a person reads it."""
        name, own = self.place(line)
        return f"{name}, line {grouped(own)}"

    def hashes(self, lines: Integers, stream: Sequence[int]) -> Hashes:
        """The hashes of the places of these lines, see `place_hashes`."""
        if len(self.names) == 1:
            return place_hashes(self.names[0], lines - self.before[0], stream)
        file, own = self.places(lines)
        found = np.empty(len(lines), np.uint64)
        bounds = np.searchsorted(file, np.arange(len(self.names) + 1))
        for number in np.unique(file).tolist():
            some = slice(bounds[number], bounds[number + 1])
            found[some] = place_hashes(self.names[number], own[some], stream)
        return found


def place_hashes(name: str, lines: Integers, stream: Sequence[int]) -> Hashes:
    """64 bits for every line of a file: a function of its name, the line and the stream alone.

    The finaliser of splitmix64 (Steele, Lea & Flood 2014), over the line and a digest of the rest.
    """
    mixed = lines.astype(np.uint64)
    mixed *= np.uint64(0x9E3779B97F4A7C15)
    mixed += digest64(name, *stream)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed ^= mixed >> np.uint64(shift)
        mixed *= np.uint64(factor)
    mixed ^= mixed >> np.uint64(31)
    return mixed


def digest64(text: str, *stream: int) -> np.uint64:
    """64 bits of a text and some numbers."""
    told = repr((text, *map(int, stream))).encode("utf-8", "surrogatepass")
    return np.uint64(int.from_bytes(hashlib.blake2b(told, digest_size=8).digest(), "little"))


def shares(hashes: Hashes) -> Floats:
    """Hashes as numbers from 0 to 1, evenly spread."""
    return (hashes >> np.uint64(11)).astype(np.float64) * 2.0**-53
