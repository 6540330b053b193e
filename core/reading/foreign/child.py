"""python -m core.reading.foreign.child: reads one file and hands it over, then ends.

It is asked by a line of JSON and answers by lines of JSON; the table lies in an Arrow file. Nothing
that is handed over can be run. When whoever asked is gone, it ends at once.
"""

import contextlib
import importlib
import json
import os
import sys
import threading
from pathlib import Path
from typing import IO, Any

from core.base.errors import WorkbenchError
from core.reading.foreign.found import Found, ReadAsk
from core.sources.excerpt import Excerpt
from core.sources.formats import Format

TABLE = "table.arrow"


def main() -> None:
    """Answer one question."""
    # Libraries may print: only answers go to whoever asked.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    question = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_asker, daemon=True).start()
    _limit_memory(int(question["memory"]))
    try:
        _say(answers, found=_handed(question, answers))
    except WorkbenchError as error:
        _say(answers, refused=str(error))
    except MemoryError:
        _say(answers, full=True)
    except BaseException as error:  # a library's panic is no Exception
        _say(answers, broken=f"{type(error).__name__}: {error}"[:500])
    answers.flush()
    os._exit(0)  # whatever a library still runs


def _handed(question: dict[str, Any], answers: IO[str]) -> dict[str, Any]:
    kind = Format[question["kind"]]
    reader = importlib.import_module(f"core.reading.foreign.{kind.about.reader}")

    def tell(done: float, total: float, words: str) -> None:
        _say(answers, done=done, total=total, words=words)

    excerpt = Excerpt.from_plain(question.get("excerpt", {}))
    ask = ReadAsk(Path(question["path"]), question["name"], kind, excerpt, tell)
    if "copy" in question:
        from core.reading.foreign.book_copy import copy_values

        copy_values(ask, Path(question["copy"]), question["edits"])
        return {}
    found: Found = reader.read(ask)
    _write(found, Path(question["folder"]) / TABLE)
    return {
        "names": found.names,
        "excerpt": found.excerpt.plain(),
        "parts": found.parts,
        "notes": found.notes,
        "places": found.places,
        "problems": found.problems,
        "scales": found.scales,
        "reasons": found.reasons,
    }


def _write(found: Found, path: Path) -> None:
    import pyarrow as pa

    columns = [pa.array(found.numbers), *found.arrays]
    table = pa.Table.from_arrays(columns, [str(place) for place in range(len(columns))])
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table)


def _say(answers: IO[str], **said: Any) -> None:
    answers.write(json.dumps(said) + "\n")
    answers.flush()


def _end_with_asker() -> None:
    """Who asked holds the other end open as long as the answer is wanted."""
    with contextlib.suppress(OSError):
        while sys.stdin.buffer.read(1):
            pass
    os._exit(1)


def _limit_memory(most: int) -> None:
    """Where the system can: a file that is made to fill the memory ends this process alone."""
    try:
        import resource
    except ImportError:
        return
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
