"""The exam's promise beside what the audit finds of errors of that kind.

python -m tests.benchmarks.auditing.exam [--data FOLDER] [--rows N] [--draws N] [--kept FOLDER]
[--minutes N] [--quick]: labels of each data set, and of generated tables, are made wrong, the file
is audited and examined. Then the right labels, which the exam never saw, are made wrong in the way
and the number that it planted, and audited: the promised share of errors among the first rows is
held against the true one, at a half, once, 1.2 times and twice as many rows as errors. The errors
that were in the file all along are shown beside it: their kind and number may be others than those
estimated.

How wide the band is is told as the program has it, as it would be if chosen on the generated
tables alone, and as chosen on all other families of tables. The sets of the folder count.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd

from core import audit
from core.judging.exam.curve import UNKNOWN, found_curve
from core.judging.exam.exam import exam
from core.judging.exam.guess import planted
from tests.benchmarks.measuring import print_machine, print_table, print_target
from tests.benchmarks.noise.data import BY_CLASS, UNIFORM, Case, cases, flipped
from tests.benchmarks.noise.variations import Variation, drawn_tables

LOOKS = (0.5, 1.0, 1.2, 2.0)
Asked = tuple[tuple[str, float], ...]
ALL: Asked = tuple((kind, rate) for kind in (UNIFORM, BY_CLASS) for rate in (0.1, 0.2))
QUICK: Asked = ((UNIFORM, 0.1), (BY_CLASS, 0.2))
ASKED = 0.9
CHOICES = tuple(np.arange(0.02, 0.201, 0.005).round(3).tolist())
"""By how much promises may be off beyond chance."""


@dataclass(frozen=True, eq=False)
class Examined:
    """A data set with wrong labels that was examined, and what came of the promise."""

    family: str
    kind: str
    rate: float
    rows: int
    places: tuple[np.ndarray, ...]
    """Those of the errors that the exam planted, planting by planting."""
    anew: np.ndarray
    """Those of errors of that kind and number among the right labels."""
    before: np.ndarray
    """Those of the errors that were in the file."""
    seconds: float


@dataclass(frozen=True)
class Held:
    """A promise and what came of it."""

    family: str
    kind: str
    looks: float
    """How many rows are looked at for each error."""
    promised: float
    low: float
    high: float
    found: float
    """Of errors of the kind and the number that the exam planted."""
    before: float
    """Of the errors that were in the file."""

    @property
    def is_kept(self) -> bool:
        """Whether the band holds what was found."""
        return self.low <= self.found <= self.high


def generated(rows: int) -> Iterator[Case]:
    """Tables with rules, with classes that overlap, and with a rare class."""
    random = np.random.default_rng(0)
    x = random.normal(size=(rows, 5))
    frame = pd.DataFrame(x, columns=list("abcde"))
    rule = (x[:, 0] > 0).astype(np.int64) + 2 * (x[:, 1] * x[:, 2] > 0)
    yield Case("rules", frame, rule, tuple("pqrs"))
    blurred = (x[:, 0] + x[:, 1] + random.normal(size=rows) > 0).astype(np.int64)
    yield Case("overlapping", frame, blurred, tuple("pq"))
    rare = np.where(x[:, 0] + 0.3 * random.normal(size=rows) > 1.5, 2, x[:, 1] > 0)
    yield Case("rare class", frame, rare.astype(np.int64), tuple("pqr"))


def examined(variation: Variation, kind: str, rate: float, seed: int) -> Examined | None:
    """Audit and examine a data set with wrong labels; None where the exam promises nothing."""
    case = variation.case
    given = flipped(case.labels, len(case.classes), rate, kind, seed)
    found = audit(case.dataset(given), seed=seed)
    if not found.can_tell:
        return None
    started = time.perf_counter()
    promise = exam(found, seed=seed)
    seconds = time.perf_counter() - started
    random = np.random.default_rng([seed, 99])
    anew = planted(case.labels, promise.rates, promise.errors, random)
    again = audit(case.dataset(anew), seed=seed)
    places, before = (
        np.argsort(one.ranked)[labels != case.labels]
        for one, labels in ((again, anew), (found, given))
    )
    return Examined(
        variation.family, kind, rate, len(given), promise.places, places, before, seconds
    )


def held(one: Examined, unknown: float = UNKNOWN) -> Iterator[Held]:
    """The promise at several numbers of rows, and what was found."""
    curve = found_curve(one.places, one.rows, unknown)
    errors = round(float(np.mean([len(each) for each in one.places])))
    for looks in LOOKS:
        true, own = (
            float((each < round(looks * len(each))).mean()) for each in (one.anew, one.before)
        )
        promised = curve.at(round(looks * errors))
        yield Held(one.family, one.kind, looks, *promised, true, own)


def chosen_on(known: list[Examined]) -> float:
    """The choice that these speak for: the narrowest band that holds as often as is asked."""
    for unknown in CHOICES:
        if np.mean([each.is_kept for one in known for each in held(one, unknown)]) >= ASKED:
            return unknown
    return CHOICES[-1]


def main() -> None:
    """Measure, choose twice, and print what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, metavar="FOLDER")
    parser.add_argument("--rows", type=int, default=500)
    parser.add_argument("--draws", type=int, default=2, help="of each kind of generated table")
    parser.add_argument("--kept", type=Path, metavar="FOLDER", help="what was measured before")
    parser.add_argument("--minutes", type=float, default=np.inf, metavar="N")
    parser.add_argument("--quick", action="store_true", help="one rate of each kind of errors")
    chosen = parser.parse_args()
    print_machine()
    sets = [] if chosen.data is None else list(cases(chosen.data, chosen.rows))
    asked = (
        ([Variation(case.name, "whole", case) for case in sets], False),
        (list(drawn_tables(chosen.draws, chosen.rows)), True),
    )
    until = time.perf_counter() + 60 * chosen.minutes
    found = list(_all(asked, QUICK if chosen.quick else ALL, chosen.kept, until))
    made, real = ([one for one, is_made in found if is_made is which] for which in (True, False))
    on_made = chosen_on(made)
    summary("generated tables, as the program has it", [(one, UNKNOWN) for one in made])
    summary(f"generated tables, chosen on them: {on_made}", [(one, on_made) for one in made])
    if not real:
        return
    summary("sets of the folder, as the program has it", [(one, UNKNOWN) for one in real])
    summary("sets of the folder, chosen on generated tables", [(one, on_made) for one in real])
    everyone = [*made, *real]
    left_out = {
        family: chosen_on([one for one in everyone if one.family != family])
        for family in dict.fromkeys(one.family for one in real)
    }
    summary(
        "sets of the folder, chosen on all other families",
        [(one, left_out[one.family]) for one in real],
    )
    print(f"chosen on all: {chosen_on(everyone)}")


def _all(
    known: tuple[tuple[list[Variation], bool], ...], asked: Asked, folder: Path | None, until: float
) -> Iterator[tuple[Examined, bool]]:
    """Every table with one kind of errors, and then with the next one: it may be ended any time."""
    untold = 0
    for kind, rate in asked:
        for one, is_made in ((each, is_made) for some, is_made in known for each in some):
            try:
                own = _kept(folder, one, kind, rate, time.perf_counter() < until)
            except _NotAskedError:
                continue
            if own is None:
                untold += 1
                print(f"{one.family} {kind} {rate:g}: cannot be told", flush=True)
                continue
            told = " ".join(
                f"{each.low:.2f} {each.promised:.2f} {each.high:.2f} [{each.found:.2f}, "
                f"{each.before:.2f}]{'' if each.is_kept else ' OUT'}"
                for each in held(own)
            )
            print(f"{one.family} {kind} {rate:g} {own.seconds:.0f} s  {told}", flush=True)
            yield own, is_made
    print(f"{untold} more files were not examined, since nothing can be told of them")


class _NotAskedError(Exception):
    """Nothing is known, and there is no time to ask."""


def _kept(
    folder: Path | None, one: Variation, kind: str, rate: float, may_measure: bool
) -> Examined | None:
    """What is known of a table with such labels, or what is measured now, and kept."""
    path = None if folder is None else folder / f"{one.family}~{one.name}~{kind}~{rate}.npz"
    if path is not None and path.exists():
        return _read(path, one.family, kind, rate)
    if not may_measure:
        raise _NotAskedError
    found = examined(one, kind, rate, 0)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside, nothing = path.with_suffix(".part.npz"), np.empty(0, np.int64)
        every = (nothing, nothing) if found is None else (found.anew, found.before, *found.places)
        np.savez(
            aside,
            places=np.concatenate(every),
            ends=np.cumsum([0, *map(len, every)]),
            told=np.array([found.rows, found.seconds] if found else []),
        )
        aside.rename(path)
    return found


def _read(path: Path, family: str, kind: str, rate: float) -> Examined | None:
    with np.load(path) as plain:
        places, ends, told = plain["places"], plain["ends"].tolist(), plain["told"].tolist()
    if not told:
        return None
    anew, before, *every = (places[first:last] for first, last in pairwise(ends))
    return Examined(family, kind, rate, int(told[0]), tuple(every), anew, before, told[1])


def summary(title: str, promises: list[tuple[Examined, float]]) -> None:
    """Coverage, width and bias, by kind and in all."""
    all_ = [each for one, unknown in promises for each in held(one, unknown)]
    rows = []
    for name, part in [
        ("all", all_),
        *((kind, [one for one in all_ if one.kind == kind]) for kind in (UNIFORM, BY_CLASS)),
        *((f"{looks:g} x", [one for one in all_ if one.looks == looks]) for looks in LOOKS),
    ]:
        if not part:
            continue
        kept = np.mean([one.is_kept for one in part])
        half = np.mean([(one.high - one.low) / 2 for one in part])
        bias = np.mean([one.promised - one.found for one in part])
        own = np.mean([one.low <= one.before <= one.high for one in part])
        rows.append(
            [name, str(len(part)), f"{kept:.3f}", f"{half:.3f}", f"{bias:+.3f}", f"{own:.2f}"]
        )
    print(f"\n== {title}: {len(promises)} files, {len(LOOKS)} points each")
    print_table(
        ["", "points", "held by the band", "half-width", "promise - truth", "file's own held"], rows
    )
    print_target("points held by the band", ">= 0.90", rows[0][2])
    print_target("mean half-width", "<= 0.10", rows[0][3])


if __name__ == "__main__":
    main()
