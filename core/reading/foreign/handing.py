"""Has another program's file read by a process of its own, and takes over what that found.

A crash, a hang or a full memory there is a sentence here, and the reading can be called off at any
time. The table comes as an Arrow file in a folder that is removed with the last that needs it.
"""

import contextlib
import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from core.base.errors import DataError
from core.base.progress import Progress, Watch, unwatched
from core.reading.foreign.child import TABLE
from core.reading.foreign.found import TablePart
from core.reading.writing.edits import SheetEdits
from core.sources.excerpt import Excerpt
from core.sources.formats import Format
from core.sources.source import Fingerprint, Source

_LOOK_SECONDS = 0.05
_MOST_SILENT_SECONDS = 900.0
_LEAST_MEMORY = 1 << 30
_MEMORY_SHARE = 0.8
_ROOT = Path(__file__).parents[3]


@dataclass(frozen=True, eq=False)
class Handed:
    """What was found in a file, and where its table lies until it is read."""

    source: Source
    fingerprint: Fingerprint
    asked: Excerpt
    kind: Format
    names: tuple[str, ...]
    excerpt: Excerpt
    parts: tuple[TablePart, ...]
    notes: tuple[str, ...]
    places: tuple[int, ...]
    problems: tuple[tuple[int, str], ...]
    scales: dict[str, float]
    reasons: dict[str, str]
    folder: "_Folder"

    def table(self) -> Any:
        """The Arrow table: the numbers of the rows first, then the columns."""
        import pyarrow as pa

        # Read, not mapped: the folder can be removed while the table lives.
        with pa.OSFile(str(self.folder.path / TABLE)) as file:
            return pa.ipc.open_file(file).read_all()


class _Folder:
    """A folder that is removed with the last who holds it, or when the program ends."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="ensemble-workbench-"))
        self.remove = weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


_latest: list[Handed] = []
_lock = threading.Lock()
_MOST_KEPT = 2


def handed(source: Source, kind: Format, excerpt: Excerpt, watch: Watch) -> Handed:
    """Read a part of a file; what was read last is not read again. Raise DataError, Cancelled."""
    fingerprint = source.fingerprint()
    with _lock:
        for known in _latest:
            if (known.source, known.fingerprint, known.kind) == (source, fingerprint, kind) and (
                excerpt in (known.asked, known.excerpt)
            ):
                return known
    found = _asked(source, fingerprint, kind, excerpt, watch)
    with _lock:
        _latest.insert(0, found)
        del _latest[_MOST_KEPT:]
    return found


def copied(source: Source, kind: Format, edits: SheetEdits, to: Path) -> None:
    """Have a new workbook written with the values of all sheets of a book, but for the edits."""
    folder = _Folder()
    try:
        wanted = {"copy": str(to.resolve()), "edits": asdict(_sortable(edits))}
        _answer(source, kind, folder.path, unwatched, wanted)
    finally:
        folder.remove()


def forget() -> None:
    """Keep nothing of what was read."""
    with _lock:
        _latest.clear()


def _asked(
    source: Source, fingerprint: Fingerprint, kind: Format, excerpt: Excerpt, watch: Watch
) -> Handed:
    folder = _Folder()
    try:
        wanted = {"excerpt": excerpt.plain()}
        found = _answer(source, kind, folder.path, watch, wanted)
        _check_still(source, fingerprint)
        return Handed(
            source,
            fingerprint,
            excerpt,
            kind,
            tuple(found["names"]),
            Excerpt.from_plain(found["excerpt"]),
            tuple(TablePart(*part) for part in found["parts"]),
            tuple(found["notes"]),
            tuple(found["places"]),
            tuple((int(number), str(what)) for number, what in found["problems"]),
            dict(found["scales"]),
            dict(found["reasons"]),
            folder,
        )
    except BaseException:
        folder.remove()
        raise


def _check_still(source: Source, fingerprint: Fingerprint) -> None:
    if not source.is_still(fingerprint):
        raise DataError(f"{source.name} changed while it was read. Read it again.")


def _sortable(edits: SheetEdits) -> SheetEdits:
    """As JSON can hold it."""
    return replace(edits, emptied=tuple(sorted(edits.emptied)))  # type: ignore[arg-type]


def _answer(
    source: Source, kind: Format, folder: Path, watch: Watch, wanted: dict[str, Any]
) -> dict[str, Any]:
    """What the process answers; it ends with this, whatever happens."""
    path = source.path
    if path is None:
        assert source.content is not None  # a source is one of the two
        path = folder / "content"
        path.write_bytes(source.content)
    question = {
        "path": str(path.resolve()),
        "name": source.name,
        "kind": kind.name,
        **wanted,
        "folder": str(folder),
        "memory": _memory(),
    }
    with _running(folder) as process:
        assert process.stdin is not None
        with contextlib.suppress(OSError):  # it may have ended: what it said tells why
            process.stdin.write((json.dumps(question) + "\n").encode())
            process.stdin.flush()
        progress = Progress(0, 0, "")
        for answer in _answers(process, source.name):
            if answer is None:
                watch(progress)
            elif "found" in answer:
                found: dict[str, Any] = answer["found"]
                return found
            elif "refused" in answer:
                raise DataError(answer["refused"])
            elif "full" in answer:
                raise DataError(_full(source.name))
            elif "broken" in answer:
                raise DataError(_broken(source.name, kind, answer["broken"]))
            else:
                progress = Progress(answer["done"], answer["total"], answer["words"])
                watch(progress)
        code = process.wait()
    raise DataError(_broken(source.name, kind, f"the reader ended with code {code}"))


@contextlib.contextmanager
def _running(folder: Path) -> Iterator["subprocess.Popen[bytes]"]:
    paths = [str(_ROOT), *(path for path in sys.path if path)]
    with (folder / "said.txt").open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "core.reading.foreign.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            cwd=folder,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        try:
            yield process
        finally:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()


def _answers(process: "subprocess.Popen[bytes]", name: str) -> Iterator[dict[str, Any] | None]:
    """What the process says, and None while it says nothing; it ends when the process does."""
    said: queue.Queue[bytes] = queue.Queue()
    listener = threading.Thread(target=_listen, args=(process, said), daemon=True)
    listener.start()
    heard = time.monotonic()
    while True:
        try:
            line = said.get(timeout=_LOOK_SECONDS)
        except queue.Empty:
            if time.monotonic() - heard > _MOST_SILENT_SECONDS:
                raise DataError(
                    f"{name} takes longer than a quarter of an hour to read, and nothing comes of "
                    "it. Save its table as CSV or Parquet, and open that."
                ) from None
            yield None
            continue
        if not line:
            return
        heard = time.monotonic()
        yield json.loads(line)


def _listen(process: "subprocess.Popen[bytes]", said: "queue.Queue[bytes]") -> None:
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError):
        for line in process.stdout:
            said.put(line)
    said.put(b"")


def _memory() -> int:
    from core.reading.memory import free_memory

    return max(_LEAST_MEMORY, int(_MEMORY_SHARE * free_memory())) + _LEAST_MEMORY


def _full(name: str) -> str:
    return (
        f"Reading {name} takes more memory than there is. Nothing was harmed. Save its table as "
        "CSV or Parquet, which can be read in part, and open that."
    )


def _broken(name: str, kind: Format, why: str) -> str:
    return (
        f"{name} cannot be read as {_an(kind.about.title)}: what reads it broke off ({why}). "
        "It may be damaged. Save it again in its program, or as CSV, and open that."
    )


def _an(title: str) -> str:
    return f"{'an' if title[0] in 'AEHIOSUX' and title[:3] != 'Sta' else 'a'} {title}"
