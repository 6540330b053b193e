"""Writing files whole: aside first, then renamed, so that nothing is ever cut in half."""

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

from core.base.errors import WriteError

MODEL_SUFFIX, SESSION_SUFFIX = ".ensemble", ".workbench"
TABLE_KINDS = {".csv": "CSV", ".xlsx": "Excel workbook", ".parquet": "Parquet"}
"""As what tables can be written, by the ending."""


_noting: list[list[Path]] = []


@contextlib.contextmanager
def noting_files() -> Iterator[list[Path]]:
    """A list of the files that are written while this lasts, in their order.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "answer.txt"
    >>> with noting_files() as written, written_whole(path) as aside:
    ...     _ = aside.write_text("42")
    >>> written == [path]
    True
    """
    noted: list[Path] = []
    _noting.append(noted)
    try:
        yield noted
    finally:
        _noting[:] = [each for each in _noting if each is not noted]


@contextlib.contextmanager
def written_whole(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give a path beside `path` to write to; rename it over `path` when all went well.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> with written_whole(folder / "answer.txt") as aside:
    ...     _ = aside.write_text("42")
    >>> (folder / "answer.txt").read_text()
    '42'
    """
    target = Path(path)
    aside = target.parent / f".{secrets.token_hex(8)}{target.suffix}"
    try:
        # The system gives it the rights of an ordinary file. To ask for them, as whoever makes a
        # private file and shares it later must, changes them for every other thread meanwhile.
        os.close(os.open(aside, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666))
        yield aside
        _to_disk(aside)
        aside.replace(target)
        for noted in _noting:
            noted.append(target)
    except OSError as error:
        raise WriteError(_sentence(target, error)) from error
    finally:
        # A disk that is gone keeps what was written aside; what went wrong is told already.
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)


def make_folder(path: str | os.PathLike[str]) -> Path:
    """Make a folder and its parents, or say in a sentence why it cannot be made."""
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WriteError(
            f"The folder {folder} cannot be made ({error.strerror}). Choose another one."
        ) from error
    return folder


def _sentence(target: Path, error: OSError) -> str:
    return (
        f"{target.name} could not be written to {target.parent.resolve()} "
        f"({error.strerror or error}). Nothing was changed; choose another place or make room."
    )


def _to_disk(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
