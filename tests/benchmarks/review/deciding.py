"""Many decisions: how long they take, how they are undone, and how large the journal grows."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.benchmarks.measuring import (
    Options,
    additive_data,
    as_frame,
    milliseconds,
    print_table,
)


def run(options: Options) -> None:
    """Decide about many rows at once, then about one row very often."""
    rows, deeds = (100_000, 2_000) if options.quick else (1_000_000, 10_000)
    with tempfile.TemporaryDirectory() as folder:
        _at_once(rows, Path(folder) / "many.jsonl")
        _one_by_one(deeds, Path(folder) / "often.jsonl")


def _project(rows: int, path: Path):
    from core import Dataset
    from core.base.journal import Journal
    from core.project import Project
    from core.project.command_journal import CommandJournal

    values, labels = additive_data(rows, 5)
    data = Dataset.from_frame(as_frame(values, labels), "label", validation_share=0)
    journal = Journal(path)
    return Project.of(data, CommandJournal(journal, {"file": "rows.csv"})), journal


def _at_once(rows: int, path: Path) -> None:
    project, journal = _project(rows, path)
    lines = project.dataset.lines[::2]
    found = [
        ("decide", _seconds(lambda: project.decide(lines, "exclude")), journal.size),
        ("undo", _seconds(project.undo), journal.size),
        ("redo", _seconds(project.redo), journal.size),
    ]
    print(f"\n{len(lines):,} of {rows:,} rows decided in one go")
    print_table(
        ["", "ms", "bytes in the journal"],
        [[what, milliseconds(seconds), f"{size:,}"] for what, seconds, size in found],
    )


def _one_by_one(deeds: int, path: Path) -> None:
    from core.project.compaction import compact

    project, journal = _project(1000, path)
    lines = project.dataset.lines.tolist()
    written = _seconds(
        lambda: [
            project.decide([lines[number % len(lines)]], ("keep", "skip")[number // 1000 % 2])
            for number in range(deeds)
        ]
    )
    before = journal.size
    read = _seconds(lambda: sum(1 for _ in journal.entries()))
    compacted = _seconds(lambda: compact(journal))
    print(f"\n{deeds:,} decisions one by one")
    print_table(
        ["", "ms", "bytes in the journal"],
        [
            ["one decision, written and synced", milliseconds(written / deeds), f"{before:,}"],
            ["read all", milliseconds(read), f"{before:,}"],
            ["make it shorter", milliseconds(compacted), f"{journal.size:,}"],
        ],
    )


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
