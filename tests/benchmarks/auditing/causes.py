"""Causes that are planted, and files without one: how many are found, how many are made up.

python -m tests.benchmarks.auditing.causes [--data FOLDER] [--rows N] [--seeds N] [--only NAME ...]
[--kept FOLDER] [--minutes N] [--large]: each data set gets columns that tell nothing (an operator,
a day, an id). Labels are made wrong where a rule holds (40 % there, 1 % elsewhere), or everywhere
alike, or not at all; the file is audited, and causes are looked for. Two generated tables are added
on which judges must not be believed too much: 1 % of one class, and a class of 30 rows.

A planted cause counts as found if the rows of a named one are mostly its rows: the rows of both
over the rows of either (Jaccard 1901) are at least a half. Beside it stands who knows all: the same
search, told which labels were made wrong. What even that does not find has too few rows for anybody
to tell; shares are printed of all planted causes, and of those that can be found. A cause that is
named beside a planted one, and is none of its rows, is counted as made up as well.

What was measured can be kept in a folder, for the version that measured it: files without a cause
come first, and the end of the minutes leaves out those not kept. With --large it tells how long a
search takes on 100,000 rows and 20 columns.
"""

import argparse
import dataclasses
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from core import Dataset, Plan, Role, audit
from core.base.progress import Progress
from core.data.dataset import Task
from core.data.table import Table
from core.judging.causes.attributes import attributes
from core.judging.causes.causes import LEVEL, causes
from core.judging.causes.evidence import WrongRows
from core.judging.causes.scanning import Scan
from tests.benchmarks.auditing.exam import generated
from tests.benchmarks.measuring import print_table, print_target
from tests.benchmarks.noise.data import BY_CLASS, UNIFORM, Case, cases, flipped
from tests.core.judging.causes.judged import judged, two_classes

_TARGET = "label of the case"
ADDED = ("operator", "day", "ticket")
_RATE, _ELSEWHERE, _ALIKE = 0.4, 0.01, 0.5
_LARGE = 100_000

Where = Callable[[pd.DataFrame], np.ndarray]
PLANTED: dict[str, tuple[Where, bool]] = {
    "operator, ignored": (lambda frame: frame.operator == 7, True),
    "operator, learned from": (lambda frame: frame.operator == 7, False),
    "period, ignored": (
        lambda frame: (frame.day >= "2024-02-01") & (frame.day < "2024-02-18"),
        True,
    ),
    "operator and day, ignored": (
        lambda frame: frame.operator.isin([2, 3]) & (frame.day >= "2024-02-10"),
        True,
    ),
    "ids, ignored": (lambda frame: frame.ticket.str.startswith("B"), True),
    "lines": (lambda frame: np.arange(len(frame)) < 0.12 * len(frame), True),
}
"""The rule, and whether the columns of it are kept from the judges."""
NONE: dict[str, tuple[str, float]] = {
    "as it is": (UNIFORM, 0.0),
    "uniform": (UNIFORM, 0.1),
    "by class": (BY_CLASS, 0.2),
}


@dataclass(frozen=True)
class Sought:
    """What a search came to."""

    kind: str
    named: int
    is_found: bool
    """Whether a planted cause was found."""
    made_up: bool
    """Whether something was named that was not planted."""
    can_be_found: bool
    """Whether whoever knows all wrong labels finds it."""
    cannot_tell: bool
    seconds: float


def rare(rows: int) -> Iterator[Case]:
    """Tables with so few rows of one class that judges hardly know it."""
    random = np.random.default_rng(1)
    x = random.normal(size=(rows, 5))
    frame = pd.DataFrame(x, columns=list("abcde"))
    score = x[:, 0] + x[:, 1] + 0.5 * random.normal(size=rows)
    yield Case(
        "1 % positive", frame, (score >= np.quantile(score, 0.99)).astype(np.int64), ("n", "p")
    )
    labels = (x[:, 2] + 0.3 * random.normal(size=rows) > 0).astype(np.int64)
    labels[np.argsort(-score)[:30]] = 2
    yield Case("class of 30 rows", frame, labels, tuple("pqr"))


def with_columns(case: Case, seed: int) -> pd.DataFrame:
    """The data set's columns, and some that tell nothing."""
    random, rows = np.random.default_rng([seed, 5]), len(case.labels)
    days = np.datetime64("2024-01-01") + random.integers(0, 120, rows)
    letters = random.choice(list("ABCD"), rows)
    return case.features.assign(
        operator=random.integers(1, 9, rows),
        day=days.astype(str),
        ticket=[f"{letter}{number:05}" for number, letter in enumerate(letters)],
    )


def dataset(case: Case, frame: pd.DataFrame, labels: np.ndarray, is_ignored: bool) -> Dataset:
    """As core takes it, the added columns ignored or not."""
    names = np.array(case.classes, dtype=object)[labels]
    table = Table.from_frame(frame.assign(**{_TARGET: names}), case.name)
    plan = Plan.suggested(table, _TARGET)
    for name in ADDED if is_ignored else ():
        plan = plan.with_role(name, Role.IGNORED)
    task = Task.TWO_CLASSES if len(case.classes) == 2 else Task.MANY_CLASSES
    return Dataset.from_table(table, plan=plan, task=task, validation_share=0)


def planted(case: Case, kind: str, seed: int) -> Sought:
    """Plant a cause and look for it."""
    where, is_ignored = PLANTED[kind]
    random, frame = np.random.default_rng([seed, 6]), with_columns(case, seed)
    there = np.asarray(where(frame), bool)
    wrong = random.random(len(there)) < np.where(there, _RATE, _ELSEWHERE)
    moved = random.integers(1, len(case.classes), len(there))
    labels = np.where(wrong, (case.labels + moved) % len(case.classes), case.labels)
    return sought(kind, dataset(case, frame, labels, is_ignored), seed, there, wrong)


def without(case: Case, kind: str, seed: int) -> Sought:
    """Look for a cause where there is none."""
    how, rate = NONE[kind]
    labels = flipped(case.labels, len(case.classes), rate, how, seed) if rate else case.labels
    data = dataset(case, with_columns(case, seed), labels, bool(seed % 2))
    nowhere = np.zeros(len(labels), bool)
    return sought(kind, data, seed, nowhere, nowhere)


def sought(kind: str, data: Dataset, seed: int, there: np.ndarray, wrong: np.ndarray) -> Sought:
    """Audit, look, and see whether what is named is what was planted."""
    known = audit(data, seed=seed)
    started = time.perf_counter()
    found = causes(known, seed=seed)
    seconds = time.perf_counter() - started
    for cause in found.found:
        print(f"    {data.name}, {kind}: {cause.sentence}", flush=True)
    rows = [np.isin(data.lines, cause.lines) for cause in found.found]
    return Sought(
        kind,
        len(rows),
        any(_is_alike(own, there) for own in rows),
        any((own & there).sum() < 0.5 * own.sum() for own in rows),
        can_be_found(data, wrong, there, seed),
        bool(found.why_none),
        seconds,
    )


def can_be_found(data: Dataset, wrong: np.ndarray, there: np.ndarray, seed: int) -> bool:
    """Whether the search finds what was planted if it is told which labels are wrong."""
    if not there.any():
        return False
    evidence = WrongRows(wrong.astype(np.float64), np.zeros(len(wrong), np.int64))
    scan = Scan(attributes(data, data.rows), evidence)
    rules = scan.best()
    if not rules or scan.by_chance(rules[0].excess, LEVEL, seed) is None:
        return False
    return _is_alike(scan.holds(rules[0]), there)


def _is_alike(own: np.ndarray, there: np.ndarray) -> bool:
    return bool(there.any() and (own & there).sum() >= _ALIKE * (own | there).sum())


def _all(
    known: list[Case], scarce: list[Case], seeds: range, folder: Path | None, seconds: float
) -> Iterator[Sought]:
    started = time.perf_counter()
    for make, kinds, some in ((without, NONE, (*known, *scarce)), (planted, PLANTED, known)):
        for seed in seeds:
            for kind in kinds:
                for case in some:
                    may_measure = time.perf_counter() - started < seconds
                    found = _kept(folder, make, case, kind, seed, may_measure)
                    if found is not None:
                        yield found


def _kept(
    folder: Path | None,
    make: Callable[[Case, str, int], Sought],
    case: Case,
    kind: str,
    seed: int,
    may_measure: bool,
) -> Sought | None:
    """What is known of a file, or what is measured now; None if there is no time for it."""
    path = None if folder is None else folder / f"{case.name}~{kind}~{seed}.json"
    if path is not None and path.exists():
        return Sought(**json.loads(path.read_text()))
    if not may_measure:
        return None
    found = make(case, kind, seed)
    print(f"{case.name}, {kind}, {seed}: {found.named} named, {found.seconds:.1f} s", flush=True)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = path.with_suffix(".part")
        aside.write_text(json.dumps(dataclasses.asdict(found)))
        aside.rename(path)
    return found


def main() -> None:
    """Measure, and print what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, metavar="FOLDER")
    parser.add_argument("--rows", type=int, default=800)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--only", nargs="*", metavar="NAME", help="these sets only")
    parser.add_argument("--kept", type=Path, metavar="FOLDER", help="what was measured before")
    parser.add_argument("--minutes", type=float, default=np.inf, metavar="N")
    parser.add_argument("--large", action="store_true")
    chosen = parser.parse_args()
    if chosen.large:
        large()
        return
    known = list(cases(chosen.data, chosen.rows)) if chosen.data else []
    known = [case for case in known if not chosen.only or case.name in chosen.only]
    scarce = [*generated(chosen.rows), *rare(2 * chosen.rows)]
    plain, seeds = known or list(generated(chosen.rows)), range(chosen.seeds)
    summary(list(_all(plain, scarce, seeds, chosen.kept, 60 * chosen.minutes)))


def large() -> None:
    """How long it takes on many rows, with a cause and without one, and how often it tells so."""
    rows = []
    for rate in (0.0, _RATE):
        random = np.random.default_rng(0)
        frame, shares, labels = two_classes(random, 4.0, _LARGE)
        more = pd.DataFrame(random.normal(size=(_LARGE, 13))).add_prefix("x")
        there = (frame.operator == 7).to_numpy()
        wrong = random.random(_LARGE) < np.where(there, rate, _ELSEWHERE)
        known = judged(frame.join(more), np.where(wrong, 1 - labels, labels), shares)
        told = [time.perf_counter()]

        def watch(_: Progress, told: list[float] = told) -> None:
            told.append(time.perf_counter())

        found = causes(known, watch=watch)
        seconds, silent = told[-1] - told[0], float(np.max(np.diff(told)))
        name = found.found[0].rule if found.found else "none"
        rows.append([name, f"{seconds:.1f} s", f"{silent:.1f} s"])
    print_table([f"{_LARGE:,} rows x 20 columns: cause", "time", "longest silence"], rows)


def summary(all_: list[Sought]) -> None:
    """How many were found, and how many were made up."""
    rows = []
    for kind in (*PLANTED, *NONE):
        part = [one for one in all_ if one.kind == kind]
        if not part:
            continue
        can, found = (
            str(sum(values)) if kind in PLANTED else "-"
            for values in ([one.can_be_found for one in part], [one.is_found for one in part])
        )
        rows.append(
            [
                kind,
                str(len(part)),
                can,
                found,
                str(sum(one.made_up for one in part)),
                str(sum(one.cannot_tell for one in part)),
                f"{np.mean([one.seconds for one in part]):.1f} s",
            ]
        )
    heads = ["", "files", "who knows all", "found", "made up", "cannot be told", "time"]
    print_table(heads, rows)
    hidden = [one for one in all_ if one.kind in PLANTED]
    clean = [one for one in all_ if one.kind in NONE]
    findable = [one for one in hidden if one.can_be_found]
    if hidden:
        print_target("planted causes found", ">= 0.90", _share([one.is_found for one in hidden]))
        print_target(
            "of those that can be found", ">= 0.90", _share([one.is_found for one in findable])
        )
        print_target("made up beside a planted one", "", _share([one.made_up for one in hidden]))
    print_target(
        "files without a cause in which one is named",
        "<= 0.05",
        _share([one.made_up for one in clean]),
    )


def _share(values: list[bool]) -> str:
    return f"{np.mean(values):.2f} ({sum(values)} of {len(values)})" if values else "-"


if __name__ == "__main__":
    main()
