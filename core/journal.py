"""The journal: one append-only file of what a person did, a line of JSON each.

A line that a crash cut short is left out when
reading; all lines before it count.
"""

import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import WriteError
from core.files import make_folder


@dataclass(frozen=True)
class Entry:
    """One thing a person did, and when (seconds since 1970)."""

    what: str
    when: float
    facts: dict[str, Any]


class Journal:
    """Appends entries to a file, and reads them again.

    >>> import tempfile
    >>> journal = Journal(Path(tempfile.mkdtemp()) / "journal.jsonl")
    >>> journal.append("opened", path="orders.csv")
    >>> [(entry.what, entry.facts) for entry in journal.entries()]
    [('opened', {'path': 'orders.csv'})]
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def append(self, what: str, *, is_durable: bool = True, **facts: Any) -> None:
        """Write one entry; a durable one is on the disk before this returns.

        One that is not survives the end of the program, if not of the machine, and is quick.
        """
        make_folder(self.path.parent)
        line = json.dumps({"what": what, "when": time.time()} | facts, ensure_ascii=False)
        try:
            with self.path.open("ab") as file:
                # A crash may have left half a line: never write behind it.
                ends_whole = file.tell() == 0 or self._last_byte() == b"\n"
                start = "" if ends_whole else "\n"
                # A file's name may hold bytes that are no UTF-8.
                file.write(f"{start}{line}\n".encode(errors="surrogatepass"))
                file.flush()
                if is_durable:
                    os.fsync(file.fileno())
        except OSError as error:
            raise WriteError(
                f"The journal {self.path} cannot be written ({error.strerror})."
            ) from error

    def entries(self) -> Iterator[Entry]:
        """Every whole entry, oldest first."""
        try:
            lines = self.path.read_bytes().splitlines()
        except OSError:
            return
        for line in lines:
            try:
                facts = json.loads(line)
                yield Entry(str(facts.pop("what")), float(facts.pop("when")), facts)
            except (ValueError, KeyError, TypeError, AttributeError):
                continue

    def _last_byte(self) -> bytes:
        with self.path.open("rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read(1)
