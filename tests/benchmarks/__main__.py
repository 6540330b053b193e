"""python -m tests.benchmarks [SUBJECT ...]: measure, and print each figure beside its target."""

import argparse
import importlib
import json
import sys
import time
from pathlib import Path
from typing import Any

from core.base.files import written_whole
from tests.benchmarks.measuring import (
    Options,
    in_own_process,
    kept,
    machine,
    print_machine,
    versions,
)

ROOMS = {
    "learning": (
        "agreement",
        "boosting",
        "programs",
        "trees",
        "forests",
        "peers",
        "courses",
        "letter",
        "binning",
        "scaling",
        "compiling",
        "memory",
        "pools",
        "learner_peers",
        "onnx_files",
        "predicting",
        "commands",
        "contributions",
        "tuning",
    ),
    "window": ("starting", "alive", "opening", "ranking"),
    "reading": ("reading", "csv_readers", "books"),
    "review": ("deciding", "carrying"),
    "auditing": ("cells", "labels"),
}
"""The subjects by the room that they are in. What takes hours is started by itself, see make."""
SUBJECTS = {name: room for room, names in ROOMS.items() for name in names}
LONG = {"parts": "learning", "cluster": "learning"}
"""Subjects that are measured only if they are asked for: they take an hour, and a disk."""


def main() -> int:
    """Run the subjects that were asked for, one after the other."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("subjects", nargs="*", metavar="SUBJECT", help="what to measure, else all")
    parser.add_argument("--list", action="store_true", help="list the subjects and leave")
    parser.add_argument("--quick", action="store_true", help="fewer repetitions, smaller data")
    parser.add_argument(
        "--data", type=Path, metavar="FOLDER", help="CSV files with an index.csv, for accuracy"
    )
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="put what was measured into there, too"
    )
    parser.add_argument(
        "--rows",
        type=int,
        metavar="COUNT",
        help="of the subjects parts and cluster, instead of 40,000,000 or 1,000,000",
    )
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FOLDER",
        help="keep the files of the subject parts and what was measured, and go on from there",
    )
    chosen = parser.parse_args()
    unknown = sorted(set(chosen.subjects) - set(SUBJECTS | LONG))
    if unknown:
        parser.error(f"there is no subject {unknown[0]!r}. There are: {', '.join(SUBJECTS)}")
    if chosen.list:
        for name in SUBJECTS | LONG:
            print(f"{name:<12} {_summary(name)}")
        return 0
    options = Options(chosen.quick, chosen.data, chosen.rows, chosen.keep)
    print_machine()
    is_whole = True
    for name in chosen.subjects or SUBJECTS:
        measured = _run(name, options)
        is_whole &= measured is not None
        if chosen.json is not None and measured is not None:
            _keep(chosen.json, measured)
    print()
    print_machine()
    return 0 if is_whole else 1


def _run(name: str, options: Options) -> dict[str, Any] | None:
    """Measure one subject in a process of its own: no threads or memory of the one before."""
    print(f"\n=== {name}: {_summary(name)}", flush=True)
    started = time.perf_counter()
    try:
        told: dict[str, Any] = in_own_process(kept, _module(name).run, options)
    except Exception as error:  # the others are measured all the same
        print(f"{name} broke off: {type(error).__name__}: {error}")
        return None
    seconds = time.perf_counter() - started
    print(f"({seconds:.0f} s)", flush=True)
    return {
        "name": name,
        "title": _summary(name),
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "machine": machine(),
        "quick": options.quick,
        "libraries": versions(),
        "seconds": round(seconds, 1),
        **told,
    }


def _keep(path: Path, measured: dict[str, Any]) -> None:
    """Write what was measured, when and where; subjects that were measured before stay."""
    known = json.loads(path.read_text(encoding="utf-8"))["subjects"] if path.exists() else []
    by_name = {each["name"]: each for each in [*known, measured]}
    told = {
        "left_out": [name for name in SUBJECTS if name not in by_name],
        "subjects": [by_name[name] for name in SUBJECTS | LONG if name in by_name],
    }
    with written_whole(path) as aside:
        aside.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"what was measured is in {path}")


def _module(name: str):
    return importlib.import_module(f"tests.benchmarks.{(SUBJECTS | LONG)[name]}.{name}")


def _summary(name: str) -> str:
    return _module(name).__doc__.splitlines()[0].rstrip(".")


if __name__ == "__main__":
    sys.exit(main())
