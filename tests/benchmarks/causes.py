"""Causes that are planted, and files without one: how many are found, how many are made up.

python -m tests.benchmarks.causes [--data FOLDER] [--rows N] [--seeds N]: each data set gets columns
that tell nothing (an operator, a day, an id). Labels are made wrong where a rule holds (40 % there,
1 % elsewhere), or everywhere alike, or not at all; the file is audited, and causes are looked for.
A planted cause counts as found if the rows of a named one are mostly its rows (the rows of both
over the rows of either are at least a half).
"""

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from core import Dataset, Plan, Role, audit
from core.data.dataset import Task
from core.data.table import Table
from core.judging.causes.causes import causes
from tests.benchmarks.exam import generated
from tests.benchmarks.measuring import print_table, print_target
from tests.benchmarks.noise_data import BY_CLASS, UNIFORM, Case, cases, flipped

_TARGET = "label of the case"
ADDED = ("operator", "day", "ticket")
_RATE, _ELSEWHERE = 0.4, 0.01

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
    cannot_tell: bool
    seconds: float


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
    return sought(kind, dataset(case, frame, labels, is_ignored), seed, there)


def without(case: Case, kind: str, seed: int) -> Sought:
    """Look for a cause where there is none."""
    how, rate = NONE[kind]
    labels = flipped(case.labels, len(case.classes), rate, how, seed) if rate else case.labels
    frame = with_columns(case, seed)
    return sought(kind, dataset(case, frame, labels, bool(seed % 2)), seed, None)


def sought(kind: str, data: Dataset, seed: int, there: np.ndarray | None) -> Sought:
    """Audit, look, and see whether what is named is what was planted."""
    known = audit(data, seed=seed)
    started = time.perf_counter()
    found = causes(known, seed=seed)
    seconds = time.perf_counter() - started
    for cause in found.found:
        print(f"    {data.name}, {kind}: {cause.sentence}", flush=True)
    rows = [np.isin(data.lines, cause.lines) for cause in found.found]
    is_found = there is not None and any(
        (own & there).sum() >= 0.5 * (own | there).sum() for own in rows
    )
    return Sought(kind, len(rows), is_found, bool(found.why_none), seconds)


def _all(known: list[Case], seeds: range) -> Iterator[Sought]:
    for case in known:
        for seed in seeds:
            for kind in PLANTED:
                yield planted(case, kind, seed)
            for kind in NONE:
                yield without(case, kind, seed)


def main() -> None:
    """Measure, and print what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, metavar="FOLDER")
    parser.add_argument("--rows", type=int, default=800)
    parser.add_argument("--seeds", type=int, default=1)
    chosen = parser.parse_args()
    known = list(cases(chosen.data, chosen.rows)) if chosen.data else list(generated(chosen.rows))
    summary(list(_all(known, range(chosen.seeds))))


def summary(all_: list[Sought]) -> None:
    """How many were found, and how many were made up."""
    rows = []
    for kind in (*PLANTED, *NONE):
        part = [one for one in all_ if one.kind == kind]
        found = sum(one.is_found for one in part) if kind in PLANTED else "-"
        rows.append(
            [
                kind,
                str(len(part)),
                str(found),
                str(sum(one.named > 0 for one in part)),
                str(sum(one.cannot_tell for one in part)),
                f"{np.mean([one.seconds for one in part]):.1f} s",
            ]
        )
    print_table(["", "files", "found", "any named", "cannot be told", "time"], rows)
    hidden = [one for one in all_ if one.kind in PLANTED]
    clean = [one for one in all_ if one.kind in NONE]
    print_target(
        "planted causes found", ">= 0.90", f"{np.mean([one.is_found for one in hidden]):.2f}"
    )
    print_target(
        "files without a cause in which one is named",
        "<= 0.05",
        f"{np.mean([one.named > 0 for one in clean]):.2f}",
    )


if __name__ == "__main__":
    main()
