"""Several files that are one table: a folder of them, or a pattern of names.

They are an ordered list, sorted by their names relative to the folder that holds them all. How the
rows are cut into files decides about nothing but where a person finds them again.
"""

import glob
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.base.errors import DataError
from core.base.wording import count
from core.sources.source import Source
from core.sources.stretch import Stretch

ENDINGS = (".csv", ".tsv", ".txt", ".parquet", ".csv.gz", ".tsv.gz", ".txt.gz")
"""What is taken of a folder: other files may lie beside the data."""


@dataclass(frozen=True)
class Parts:
    """Some files, and what each is called."""

    root: Path
    names: tuple[str, ...]
    given: Path | None = None
    """The folder, the pattern or the file that they were named by."""
    left_out: frozenset[str] = frozenset()
    """Files of it that a person left out."""
    stretches: tuple[Stretch | None, ...] = ()
    """Of each file the rows that are meant, where they are not all of them; a name may stand there
    several times then."""

    @classmethod
    def of(cls, given: str | os.PathLike[str], left_out: Iterable[str] = ()) -> "Parts":
        """The files of a folder and of those below it, of a pattern such as 'orders/*.csv'.

        A single file is one part. Raise DataError if there is none.
        """
        found = replace(cls._found(given), given=Path(os.path.abspath(given)))  # noqa: PTH100
        return found.without(left_out)

    @classmethod
    def _found(cls, given: str | os.PathLike[str]) -> "Parts":
        path = Path(given)
        if path.is_file():
            return cls(path.parent, (path.name,))
        if path.is_dir():
            found = [each for each in path.rglob("*") if _is_data(each, path)]
            if not found:
                raise DataError(
                    f"{path} holds no file to read. There should be some that end in "
                    f"{', '.join(ENDINGS[:4])}; a pattern, such as '{path}/*.dat', takes others."
                )
            return cls._named(path, found)
        if not is_pattern(given):
            raise DataError(f"There is no file {path}. Check the name and the folder.")
        fixed = []
        for part in path.parts[:-1]:
            if glob.has_magic(part):
                break
            fixed.append(part)
        root = Path(*fixed)
        found = [each for each in root.glob(str(path.relative_to(root))) if each.is_file()]
        if not found:
            raise DataError(f"No file is called {path}. Check the pattern, and the folder.")
        return cls._named(root, found)

    @classmethod
    def _named(cls, root: Path, found: Sequence[Path]) -> "Parts":
        return cls(root, tuple(sorted(each.relative_to(root).as_posix() for each in found)))

    def __len__(self) -> int:
        return len(self.names)

    def without(self, names: Iterable[str]) -> "Parts":
        """The same without some files; raise DataError if none is left."""
        gone = self.left_out | frozenset(names)
        stay = tuple(name for name in self.names if name not in gone)
        if not stay:
            raise DataError(f"Every file of {self.place} is left out. Keep at least one.")
        return replace(self, names=stay, left_out=gone)

    @property
    def place(self) -> Path:
        """What they were named by, as a whole."""
        return self.given or self.root

    @property
    def paths(self) -> list[Path]:
        """Where the files are."""
        return [self.root / name for name in self.names]

    @property
    def title(self) -> str:
        """What they are called together."""
        if len(self) == 1:
            return self.names[0]
        return f"{self.root.resolve().name or self.root} ({count(len(self), 'file')})"

    @property
    def sources(self) -> list[Source]:
        """The files, each called as it is relative to the folder."""
        stretches = self.stretches or (None,) * len(self)
        return [
            Source(name, self.root / name, stretch=stretch)
            for name, stretch in zip(self.names, stretches, strict=True)
        ]


def is_pattern(given: str | os.PathLike[str]) -> bool:
    """Whether a name stands for several: no file has it, and it holds the signs of a pattern."""
    return glob.has_magic(str(given)) and not Path(given).exists()


def are_parts(given: str | os.PathLike[str]) -> bool:
    """Whether a name is that of several files rather than one."""
    return is_pattern(given) or Path(given).is_dir()


def _is_data(path: Path, root: Path) -> bool:
    own = path.relative_to(root).parts
    is_hidden = any(part.startswith((".", "_")) for part in own)
    return not is_hidden and path.name.lower().endswith(ENDINGS) and path.is_file()
