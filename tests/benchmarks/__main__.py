"""python -m tests.benchmarks [SUBJECT ...]: measure, and print each figure beside its target."""

import argparse
import importlib
import json
import sys
import time
from pathlib import Path
from typing import Any

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
        "contributions",
        "tuning",
    ),
    "window": ("starting", "alive", "opening"),
    "reading": ("reading", "csv_readers", "books"),
    "review": ("deciding", "carrying"),
    "auditing": ("cells",),
}
"""The subjects by the room that they are in. What takes hours is started by itself, see make."""
SUBJECTS = {name: room for room, names in ROOMS.items() for name in names}


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
        "--json", type=Path, metavar="FILE", help="write what was measured there, too"
    )
    chosen = parser.parse_args()
    unknown = sorted(set(chosen.subjects) - set(SUBJECTS))
    if unknown:
        parser.error(f"there is no subject {unknown[0]!r}. There are: {', '.join(SUBJECTS)}")
    if chosen.list:
        for name in SUBJECTS:
            print(f"{name:<12} {_summary(name)}")
        return 0
    options = Options(chosen.quick, chosen.data)
    print_machine()
    measured = {name: _run(name, options) for name in chosen.subjects or SUBJECTS}
    print()
    print_machine()
    if chosen.json is not None:
        _keep(chosen.json, options, measured)
    return 1 if None in measured.values() else 0


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
    return {"name": name, "title": _summary(name), "seconds": round(seconds, 1), **told}


def _keep(path: Path, options: Options, measured: dict[str, dict[str, Any] | None]) -> None:
    """Write what was measured, when and where, and what was not."""
    told = {
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "machine": machine(),
        "libraries": versions(),
        "quick": options.quick,
        "left_out": [name for name in SUBJECTS if measured.get(name) is None],
        "subjects": [each for each in measured.values() if each is not None],
    }
    path.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"what was measured is in {path}")


def _module(name: str):
    return importlib.import_module(f"tests.benchmarks.{SUBJECTS[name]}.{name}")


def _summary(name: str) -> str:
    return _module(name).__doc__.splitlines()[0].rstrip(".")


if __name__ == "__main__":
    sys.exit(main())
