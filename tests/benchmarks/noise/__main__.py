"""Finding wrong labels: the audit beside cleanlab, on data whose labels were flipped on purpose.

python -m tests.benchmarks.noise [--data FOLDER] [--quick] [--only NAME ...] [--part PART ...]
[--sets] [--rows N] [--kept FOLDER] [--minutes N] [--slow-peers]: the first FOLDER holds CSV files
and an index.csv that names them and their targets; without it the bundled examples serve. Generated
tables and variations are among them. Every cell is printed when it is done, and kept if there is a
folder to keep it in. Ctrl+C, or the end of the minutes, leaves out those not kept: all families
come early, further seeds late. With --sets it is the folder's own sets alone, of a few hundred
rows, and whether any of them is below a plain forest or cleanlab's ensemble. The parts are the
ranking, what is said after cleaning, special files, and times beside cleanlab's.
"""

import argparse
import time
from pathlib import Path

import numpy as np

from tests.benchmarks.measuring import has, print_machine
from tests.benchmarks.noise.cleaning import cleaned_errors, flags
from tests.benchmarks.noise.data import UNIFORM, Case
from tests.benchmarks.noise.grid import (
    ORACLE,
    OURS,
    PEER,
    Cell,
    all_cells,
    measured,
)
from tests.benchmarks.noise.kept import is_kept, kept
from tests.benchmarks.noise.special import special
from tests.benchmarks.noise.tables import (
    Found,
    print_choices,
    print_contenders,
    print_differences,
    print_flags,
    print_so_far,
)
from tests.benchmarks.noise.times import times
from tests.benchmarks.noise.variations import Variation, variations

_MOST_ROWS, _ROWS_OF_SETS, _QUICK_ROWS = 1000, 300, 400
_SO_FAR = 50
"""After so many cells the means so far are printed."""
RANKING, CLEANING, SPECIAL, TIMES = PARTS = ("ranking", "cleaning", "special", "times")


def main() -> None:
    """Measure, and print everything side by side."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.noise", description=__doc__)
    parser.add_argument("--data", type=Path, metavar="FOLDER")
    parser.add_argument("--quick", action="store_true", help="fewer rows, rates, seeds, tables")
    parser.add_argument("--seeds", type=int, default=5, metavar="N")
    parser.add_argument("--only", nargs="*", metavar="NAME", help="these families only")
    parser.add_argument("--part", nargs="*", choices=PARTS, default=PARTS)
    parser.add_argument("--sets", action="store_true", help="the sets as they are, one by one")
    parser.add_argument("--rows", type=int, metavar="N", help="at most, of each set")
    parser.add_argument("--kept", type=Path, metavar="FOLDER", help="what was measured before")
    parser.add_argument("--slow-peers", action="store_true", help="also on very many rows")
    parser.add_argument(
        "--minutes", type=float, default=np.inf, metavar="N", help="for the ranking"
    )
    chosen = parser.parse_args()
    print_machine()
    if not has("cleanlab"):
        return
    rows = chosen.rows or (_ROWS_OF_SETS if chosen.sets else _MOST_ROWS)
    known = _known(chosen.data, chosen.only, chosen.quick, rows)
    if chosen.sets:
        known = [one for one in known if one.name == "whole"]
    _warm_up(known[0].case)
    seeds = 1 if chosen.quick else chosen.seeds
    found: Found = {}
    if RANKING in chosen.part:
        rates = (0.1, 0.3) if chosen.quick else (0.2, 0.05, 0.1, 0.3)
        asked = all_cells(known, rates, seeds)
        if chosen.sets:
            asked = [(one, cell) for one, cell in asked if cell.is_whole]
        found = _grid(asked, chosen.kept, 60 * chosen.minutes)
        if not found:
            return
        print_contenders(found)
        print_choices(found)
        print_differences(found)
        print_flags(found)
    if CLEANING in chosen.part and not chosen.sets:
        whole = [one.case for one in known if one.name == "whole"]
        figures = [
            ((cell.family, cell.kind, cell.rate), one.figures[OURS])
            for cell, one in found.items()
            if cell.is_whole
        ]
        if figures:
            flags(whole, figures, range(min(3, seeds)))
        cleaned_errors(whole, range(min(3, seeds)))
    if SPECIAL in chosen.part and not chosen.quick and not chosen.sets:
        special(chosen.data, chosen.slow_peers)
    if TIMES in chosen.part and not chosen.quick and not chosen.sets:
        times(chosen.data)
    print_machine()


def _known(
    folder: Path | None, only: list[str] | None, is_quick: bool, rows: int
) -> list[Variation]:
    known = variations(folder, min(rows, _QUICK_ROWS) if is_quick else rows)
    return [
        one
        for one in known
        if (not only or one.family in only) and (not is_quick or one.name in ("whole", "first"))
    ]


def _grid(asked: list[tuple[Variation, Cell]], folder: Path | None, seconds: float) -> Found:
    """All cells; Ctrl+C or the end of the time ends it, and what there is is told."""
    found: Found = {}
    started = time.perf_counter()
    try:
        for one, cell in asked:
            if time.perf_counter() - started > seconds and not is_kept(folder, cell):
                continue
            found[cell] = kept(folder, cell, lambda: measured(one.case, cell))  # noqa: B023
            _print_cell(cell, found)
            if len(found) % _SO_FAR == 0:
                print_so_far(found)
    except KeyboardInterrupt:
        pass
    if len(found) < len(asked):
        print(f"\nstopped: what follows is of {len(found)} of {len(asked)} cells")
    return found


def _print_cell(cell: Cell, found: Found) -> None:
    figures = found[cell].figures
    own, peer = figures[OURS], figures[PEER]
    print(
        f"{cell.family:16} {cell.name:16} {cell.kind:9} {100 * cell.rate:3.0f} %  "
        f"seed {cell.seed}  AP: audit {own['AP']:.3f}  cleanlab {peer['AP']:.3f}  "
        f"{ORACLE} {figures[ORACLE]['AP']:.3f}  seconds: {own['seconds']:.1f} and "
        f"{peer['seconds']:.1f}",
        flush=True,
    )


def _warm_up(case: Case) -> None:
    """Compile and load everything before anything is timed."""
    some = case.take(np.arange(min(len(case.labels), 200)))
    measured(some, Cell("warm-up", "rows", UNIFORM, 0.1, 0))


if __name__ == "__main__":
    main()
