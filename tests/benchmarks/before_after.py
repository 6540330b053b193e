"""python -m tests.benchmarks.before_after BEFORE AFTER: the figures of two checkouts by turns.

Each checkout gets a process of its own that stays, and both are asked for one figure by turns,
who is first changing each time. What counts is the least of some turns, in seconds of the
processor: on a busy machine these are far steadier than those on the clock, which stand beside
them. Give one checkout twice to learn how far figures differ by chance. With --subjects, whole
benchmarks of both are run by turns as well, and the times that they print are put side by side.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.benchmarks.figures import FIGURES
from tests.benchmarks.measuring import milliseconds, print_machine, print_table

_WORK = Path(__file__).with_name("figures.py")
_START = "import runpy, sys; runpy.run_path(sys.argv[1], run_name='__main__')"
_NUMBER = re.compile(r"-?[0-9][0-9,]*\.?[0-9]*")


@dataclass
class Side:
    """One checkout: a process that does its work, and the seconds that it took."""

    folder: Path
    python: str
    cpu: dict[str, list[float]] = field(default_factory=dict)
    wall: dict[str, list[float]] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    process: "subprocess.Popen[str] | None" = None

    def start(self, cache: Path) -> None:
        """Start its process, with a cache of compiled kernels of its own."""
        self.process = subprocess.Popen(
            [self.python, "-c", _START, str(_WORK)],
            cwd=self.folder,
            env=self.environment(cache),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def environment(self, cache: Path) -> dict[str, str]:
        """Its own modules first, and nothing of the other's compiled code."""
        own = {"PYTHONPATH": str(self.folder), "XDG_CACHE_HOME": str(cache)}
        return os.environ | own | {"QT_QPA_PLATFORM": "offscreen"}

    def measure(self, name: str) -> None:
        """Ask for a figure once."""
        if name in self.failed or self.process is None:
            return
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(name + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        answer = json.loads(line) if line else {"error": "its process ended"}
        if "error" in answer:
            self.failed[name] = answer["error"]
            return
        self.cpu.setdefault(name, []).append(answer["cpu"])
        self.wall.setdefault(name, []).append(answer["wall"])

    def stop(self) -> None:
        """End its process."""
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.close()
            self.process.wait()


def main() -> int:
    """Measure, print, and tell by the exit code whether a figure got worse than allowed."""
    chosen = _arguments()
    sides = [Side(folder.resolve(), chosen.python) for folder in (chosen.before, chosen.after)]
    names = [name for name in FIGURES if not chosen.only or any(w in name for w in chosen.only)]
    print_machine()
    with tempfile.TemporaryDirectory() as own:
        folder = Path(chosen.cache or own)
        for number, side in enumerate(sides):
            side.start(folder / str(number))
        for name in names:
            _take_turns(sides, name, chosen.turns)
            print(f"  {name}", file=sys.stderr, flush=True)
        for side in sides:
            side.stop()
        worse = _print_figures(sides, names, chosen.allowed)
        for subject in chosen.subjects:
            _print_subject(sides, subject, folder, chosen)
    print_machine()
    return 1 if worse else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.before_after", description=__doc__
    )
    parser.add_argument("before", type=Path, help="the checkout before the change")
    parser.add_argument("after", type=Path, help="the checkout after it")
    parser.add_argument("--turns", type=int, default=9, help="how often each figure is measured")
    parser.add_argument("--only", nargs="*", metavar="WORD", help="figures with one of these words")
    parser.add_argument("--subjects", nargs="*", default=[], help="whole benchmarks to run as well")
    parser.add_argument("--allowed", type=float, default=5.0, help="percent that may be lost")
    parser.add_argument("--python", default=sys.executable, help="the Python of both")
    parser.add_argument("--cache", type=Path, help="where compiled kernels are kept for next time")
    return parser.parse_args()


def _take_turns(sides: Sequence[Side], name: str, turns: int) -> None:
    for turn in range(turns):
        for side in sides if turn % 2 == 0 else sides[::-1]:
            side.measure(name)


def _print_figures(sides: Sequence[Side], names: Sequence[str], allowed: float) -> list[str]:
    """A line a figure; gives those that got worse by more than is allowed."""
    before, after = sides
    rows, worse, ratios = [], [], []
    for name in names:
        for side, when in ((before, "before"), (after, "after")):
            if name in side.failed:
                print(f"{name}: not measured {when} ({side.failed[name]})")
        if name not in before.cpu or name not in after.cpu:
            continue
        cpu = min(after.cpu[name]) / min(before.cpu[name])
        wall = min(after.wall[name]) / min(before.wall[name])
        ratios.append(cpu)
        is_worse = cpu > 1 + allowed / 100
        worse += [name] if is_worse else []
        rows.append(
            [
                name,
                milliseconds(min(before.cpu[name])),
                milliseconds(min(after.cpu[name])),
                f"{cpu:.3f}x",
                f"{wall:.3f}x",
                f"{_scatter(before.cpu[name]):.0%}",
                "worse" if is_worse else "",
            ]
        )
    print_table(
        ["", "before, CPU ms", "after", "after / before", "on the clock", "scatter", ""], rows
    )
    if ratios:
        print(f"The median of the ratios is {statistics.median(ratios):.3f}x.")
    return worse


def _scatter(seconds: Sequence[float]) -> float:
    """How far above the least a turn usually is."""
    return statistics.median(seconds) / min(seconds) - 1


def _print_subject(
    sides: Sequence[Side], subject: str, folder: Path, chosen: argparse.Namespace
) -> None:
    """A whole benchmark of both checkouts by turns: the least of each time that it prints."""
    found: list[dict[str, float]] = [{}, {}]
    for turn in range(2):
        for number in (0, 1) if turn % 2 == 0 else (1, 0):
            side = sides[number]
            done = subprocess.run(
                [side.python, "-m", "tests.benchmarks", "--quick", subject],
                cwd=side.folder,
                env=side.environment(folder / str(number)),
                capture_output=True,
                text=True,
                check=False,
            )
            for name, value in times_in(done.stdout).items():
                found[number][name] = min(value, found[number].get(name, value))
    rows = [
        [name, f"{value:g}", f"{found[1][name]:g}", f"{found[1][name] / value:.2f}x"]
        for name, value in found[0].items()
        if name in found[1] and value > 0
    ]
    print(f"\n{subject}, the least of two runs on the clock")
    print_table(["", "before", "after", "after / before"], rows)


def times_in(printed: str) -> dict[str, float]:
    """The figures in a benchmark's tables whose heading is a time or a size."""
    times: dict[str, float] = {}
    lines = printed.splitlines()
    for place, line in enumerate(lines[1:], 1):
        if not re.fullmatch(r" *-+(?:  -+)+", line):
            continue
        heads = _cells(lines[place - 1], line)
        for row in lines[place + 1 :]:
            if not row.startswith("  "):
                break
            name, *cells = _cells(row, line)
            for head, cell in zip(heads[1:], cells, strict=False):
                number = _NUMBER.match(cell)
                if number and re.search(r"\b(?:best|ms|MB|s|seconds)\b", head):
                    times[f"{name}, {head}"] = float(number[0].replace(",", ""))
    return times


def _cells(line: str, rule: str) -> list[str]:
    """What stands above or below each piece of the rule."""
    return [line[found.start() : found.end()].strip() for found in re.finditer("-+", rule)]


if __name__ == "__main__":
    sys.exit(main())
