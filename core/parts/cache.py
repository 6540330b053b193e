"""Where the codes of data in parts are kept: a folder of a bounded size, that goes when asked to.

An entry is a folder of arrays and one file of facts. It is written aside and then renamed, so that
there is all of it or nothing; what the oldest ones take is given back when there is too much.
"""

import contextlib
import hashlib
import json
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.base import cache_folder
from core.base.errors import WriteError

MOST_BYTES = 50_000_000_000
"""So much is kept; the entries used longest ago go first."""
_ASIDE = ".writing-"
_STALE = 24 * 3600
_FACTS = "facts.json"


def entry_of(told: Any) -> Path:
    """The folder of what was told, as JSON holds it."""
    digest = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
    return cache_folder.parts_folder() / digest[:32]


def facts(entry: Path) -> Any:
    """What is known of a finished entry; None if there is none. It counts as used now."""
    try:
        known = json.loads((entry / _FACTS).read_text("utf-8"))
        os.utime(entry)
    except (OSError, ValueError):
        return None
    return known


@contextlib.contextmanager
def written(entry: Path) -> Iterator[Path]:
    """A folder beside an entry to write to; it becomes the entry when all went well."""
    aside = entry.parent / f"{_ASIDE}{secrets.token_hex(8)}"
    try:
        aside.mkdir(parents=True)
        yield aside
        if entry.exists():
            shutil.rmtree(entry)
        aside.rename(entry)
    except OSError as error:
        raise WriteError(
            f"The codes of the rows could not be written to {entry.parent} "
            f"({error.strerror or error}). Make room there, and open the files again."
        ) from error
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def write_facts(folder: Path, known: Any) -> None:
    """Write what is to be known of an entry."""
    (folder / _FACTS).write_text(json.dumps(known), "utf-8")


def make_room(size: int) -> None:
    """Drop the entries used longest ago, until so many bytes more are within the limit."""
    folder = cache_folder.parts_folder()
    if not folder.is_dir():
        return
    for left in folder.glob(f"{_ASIDE}*"):  # of a program that was killed
        with contextlib.suppress(OSError):
            if time.time() - left.stat().st_mtime > _STALE:
                shutil.rmtree(left, ignore_errors=True)
    entries = [path for path in folder.iterdir() if not path.name.startswith(".")]
    entries.sort(key=lambda path: path.stat().st_mtime)
    sizes = {path: cache_folder.cache_size(path) for path in entries}
    for path in entries:
        if sum(sizes.values()) + size <= MOST_BYTES:
            return
        shutil.rmtree(path, ignore_errors=True)
        del sizes[path]
