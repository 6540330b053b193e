"""The journal: one append-only file of what a person did, a line of JSON each.

A line that a crash cut short is left out when reading; all lines before it count. Several programs
may append to the same file: an entry tells which of them wrote it.
"""

import contextlib
import io
import json
import os
import threading
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.base.errors import WriteError
from core.base.files import make_folder, written_whole

_OWN = ("what", "when", "by")


@dataclass(frozen=True)
class Entry:
    """One thing a person did, and when (seconds since 1970)."""

    what: str
    when: float
    facts: dict[str, Any]
    by: str = ""
    """The name of the program that wrote it, if it has one."""


class Journal:
    """Appends entries to a file, and reads them again.

    >>> import tempfile
    >>> journal = Journal(Path(tempfile.mkdtemp()) / "journal.jsonl")
    >>> entry = journal.append("opened", path="orders.csv")
    >>> [(entry.what, entry.facts) for entry in journal.entries()]
    [('opened', {'path': 'orders.csv'})]
    """

    def __init__(self, path: str | os.PathLike[str], by: str = "") -> None:
        self.path, self.by = Path(path), by
        self._lock = threading.RLock()

    @property
    def size(self) -> int:
        """How many bytes it has; 0 without a file."""
        try:
            return self.path.stat().st_size
        except OSError:
            return 0

    def append(self, what: str, /, *, is_durable: bool = True, **facts: Any) -> Entry:
        """Write one entry, and give it back; a durable one is on the disk before this returns.

        One that is not survives the end of the program, if not of the machine, and is quick.
        """
        if taken := [name for name in _OWN if name in facts]:
            raise TypeError(f"{taken[0]!r} is the entry's own, and cannot be a fact's name")
        entry = Entry(what, time.time(), facts, self.by)
        line = _line(entry)
        make_folder(self.path.parent)
        try:
            with self._lock, self.path.open("a+b", buffering=0) as file:
                end = file.seek(0, os.SEEK_END)
                # A crash may have left half a line: never write behind it.
                start = "" if _ends_whole(file, end) else "\n"
                # A file's name may hold bytes that are no UTF-8.
                content = f"{start}{line}\n".encode(errors="surrogatepass")
                try:
                    _write_all(file, content)
                    if is_durable:
                        os.fsync(file.fileno())
                except OSError:
                    # What is told to have failed must not be read as done; what another program
                    # wrote meanwhile must.
                    file.seek(end)
                    if content.startswith(file.readall()):
                        file.truncate(end)
                    raise
            if is_durable and end == 0:
                _name_to_disk(self.path.parent)
        except OSError as error:
            raise self._failed(error) from error
        return entry

    def _failed(self, error: OSError) -> WriteError:
        return WriteError(
            f"The journal {self.path} cannot be written ({error.strerror}). Make room, or see to "
            "it that its folder may be written to; what was done before is kept."
        )

    def rewrite(self, shorten: Callable[[list[Entry]], list[Entry]]) -> bool:
        """Put fewer entries in the place of all, whole or not at all; tells whether that was done.

        It is not if somebody wrote meanwhile; whoever writes in this program waits.
        """
        with self._lock:
            size = self.size
            lines = [_line(entry) for entry in shorten(list(self.entries()))]
            content = "".join(f"{line}\n" for line in lines).encode(errors="surrogatepass")
            with contextlib.suppress(_WrittenError), written_whole(self.path) as aside:
                aside.write_bytes(content)
                if self.size != size:
                    raise _WrittenError
                return True
        return False

    def sync(self) -> None:
        """Bring to the disk what was written; raise WriteError if it cannot be."""
        try:
            with self.path.open("rb") as file:
                os.fsync(file.fileno())
        except FileNotFoundError:
            return
        except OSError as error:
            raise self._failed(error) from error

    def entries(self, kinds: Collection[str] | None = None) -> Iterator[Entry]:
        """Every whole entry, oldest first; only those of some kinds if told which."""
        try:
            lines = self.path.read_bytes().split(b"\n")
        except OSError:
            return
        # Far quicker than reading each: an entry of another kind has none of these words.
        words = None if kinds is None else tuple(f'"{kind}"'.encode() for kind in kinds)
        for line in lines:
            if words is not None and not any(word in line for word in words):
                continue
            entry = _entry(line)
            if entry is not None and (kinds is None or entry.what in kinds):
                yield entry


class _WrittenError(Exception):
    """Another program wrote to the journal while it was made shorter."""


def _line(entry: Entry) -> str:
    own = {"what": entry.what, "when": entry.when} | ({"by": entry.by} if entry.by else {})
    return json.dumps(own | entry.facts, ensure_ascii=False)


def _entry(line: bytes) -> Entry | None:
    """The entry that a line holds, if it is a whole one."""
    try:
        facts = json.loads(line)
        what, when = str(facts.pop("what")), float(facts.pop("when"))
        return Entry(what, when, facts, str(facts.pop("by", "")))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _ends_whole(file: io.FileIO, end: int) -> bool:
    if end == 0:
        return True
    file.seek(end - 1)
    return file.read(1) == b"\n"


def _write_all(file: io.FileIO, content: bytes) -> None:
    """In one call where the system lets us: two programs never mix up their lines."""
    while content:
        content = content[file.write(content) :]


def _name_to_disk(folder: Path) -> None:
    """A new file's name is kept by its folder, which has to reach the disk too."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
