"""The exam's promise beside what the audit finds of errors of that kind.

python -m tests.benchmarks.auditing.exam [--data FOLDER] [--rows N] [--seeds N]: labels of each data
set are made wrong, the file is audited and examined. Then the right labels, which the exam never
saw, are made wrong in the way and the number that it planted, and audited: the promised share of
errors among the first rows is held against the true one, at a half, once, 1.2 times and twice as
many rows as errors. The errors that were in the file all along are shown beside it: their kind and
number may be others than those that were estimated.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from core import audit
from core.judging.exam.exam import exam
from core.judging.exam.guess import planted
from tests.benchmarks.measuring import print_table, print_target
from tests.benchmarks.noise.data import BY_CLASS, UNIFORM, Case, cases, flipped

LOOKS = (0.5, 1.0, 1.2, 2.0)
RATES = (0.1, 0.2)


@dataclass(frozen=True)
class Held:
    """A promise and what came of it."""

    case: str
    kind: str
    rate: float
    looks: float
    promised: float
    low: float
    high: float
    found: float
    """Of errors of the kind and the number that the exam planted."""
    before: float
    """Of the errors that were in the file."""
    seconds: float

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


def held(case: Case, kind: str, rate: float, seed: int) -> Iterator[Held]:
    """Audit and examine a data set with wrong labels."""
    given = flipped(case.labels, len(case.classes), rate, kind, seed)
    found = audit(case.dataset(given), seed=seed)
    if not found.can_tell:  # the exam says so, and promises nothing
        return
    started = time.perf_counter()
    promise = exam(found, seed=seed)
    seconds = time.perf_counter() - started
    before = np.argsort(found.ranked)[given != case.labels]
    random = np.random.default_rng([seed, 99])
    anew = planted(case.labels, promise.rates, promise.errors, random)
    again = audit(case.dataset(anew), seed=seed)
    places = np.argsort(again.ranked)[anew != case.labels]
    for looks in LOOKS:
        promised = promise.curve.at(round(looks * promise.errors))
        true, own = (float((each < round(looks * len(each))).mean()) for each in (places, before))
        yield Held(case.name, kind, rate, looks, *promised, true, own, seconds)


def main() -> None:
    """Measure, and print what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, metavar="FOLDER")
    parser.add_argument("--rows", type=int, default=500)
    parser.add_argument("--seeds", type=int, default=1)
    chosen = parser.parse_args()
    known = list(cases(chosen.data, chosen.rows)) if chosen.data else list(generated(chosen.rows))
    all_: list[Held] = []
    for case in known:
        for kind in (UNIFORM, BY_CLASS):
            for rate in RATES:
                for seed in range(chosen.seeds):
                    own = list(held(case, kind, rate, seed))
                    all_ += own
                    if not own:
                        print(f"{case.name} {kind} {rate:g}: cannot be told", flush=True)
                        continue
                    told = " ".join(
                        f"{one.looks:g}: {one.low:.2f} {one.promised:.2f} {one.high:.2f} "
                        f"[{one.found:.2f}, {one.before:.2f}]{'' if one.is_kept else ' OUT'}"
                        for one in own
                    )
                    print(f"{case.name} {kind} {rate:g} {own[0].seconds:.0f} s  {told}", flush=True)
    summary(all_)


def summary(all_: list[Held]) -> None:
    """Coverage, width and bias, by kind and in all."""
    rows = []
    for name, part in [
        ("all", all_),
        *((kind, [one for one in all_ if one.kind == kind]) for kind in (UNIFORM, BY_CLASS)),
    ]:
        kept = np.mean([one.is_kept for one in part])
        half = np.mean([(one.high - one.low) / 2 for one in part])
        bias = np.mean([one.promised - one.found for one in part])
        own = np.mean([one.low <= one.before <= one.high for one in part])
        rows.append(
            [name, str(len(part)), f"{kept:.2f}", f"{half:.3f}", f"{bias:+.3f}", f"{own:.2f}"]
        )
    print_table(
        ["", "cells", "held by the band", "half-width", "promise - truth", "file's own held"], rows
    )
    print_target("cells held by the band", ">= 0.90", rows[0][2])
    print_target("mean half-width", "<= 0.10", rows[0][3])


if __name__ == "__main__":
    main()
