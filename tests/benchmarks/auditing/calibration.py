"""Whether what the audit says of wrong labels holds: how many, which, and how surely.

python -m tests.benchmarks.auditing.calibration [--data FOLDER] [--rows N ...] [--quick]
[--corrections N] [--kept FOLDER] [--minutes N]: each data set is cut to several sizes, its labels
are made wrong at several rates and audited; the true errors among the first 40 or 100 rows are put
right and the file is audited again, with the decisions known, or as a file that was corrected
elsewhere. Everything is printed twice: as the program has it, whose constants were fitted to such
data, and with constants fitted to all other data sets. The latter counts. Errors of other kinds are
held against the interval as well: to those near the border and to lopsided ones its upper end alone
is fitted, to the rest nothing.
"""

import argparse
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from core.judging.auditing.doubting.calibration import USUAL, Noise, NoiseCalibration
from core.judging.auditing.flagging import USUAL as USUAL_CUT
from core.judging.auditing.skill import STRONG, evidence
from tests.benchmarks.auditing.calibration_cells import (
    OTHERS,
    RATES,
    asked,
    questions,
    tables,
)
from tests.benchmarks.auditing.calibration_fit import FITTED, Cell, fitted
from tests.benchmarks.auditing.flag_choice import print_choice
from tests.benchmarks.measuring import print_machine, print_table, print_target
from tests.benchmarks.noise.grid import precision

CLEARLY = 0.8
"""Judges taught with right labels, whose average precision is above this, tell wrong labels."""
NOT_TRUSTED = frozenset({"adult", "credit_data", "german_credit", "pima"})
"""Sets whose own labels cannot be trusted, or which no column tells: they confound the count."""
_SIZES = (0, 400, 900, 100_000)
_BOUNDS = ("estimate", "low", "high")


@dataclass(frozen=True, eq=False)
class Answer:
    """What was said of a cell, and how it is."""

    cell: Cell
    noise: Noise
    wrong: np.ndarray
    """How likely each label is wrong, in the order of the rows, never falling with suspicion."""

    @property
    def width(self) -> float:
        """Of the interval."""
        return self.noise.high - self.noise.low

    @property
    def by_chance(self) -> float:
        """How wide a 90 % interval were if each label were as likely wrong as is said."""
        return 3.29 * float(np.sqrt((self.wrong * (1 - self.wrong)).sum())) / len(self.wrong)

    @property
    def holds(self) -> bool:
        """Whether the interval holds the share of labels that are wrong."""
        return self.noise.low <= self.cell.is_wrong.mean() <= self.noise.high


def main() -> None:
    """Measure, fit with every family left out, and print both."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.auditing.calibration")
    parser.add_argument("--data", type=Path, metavar="FOLDER")
    parser.add_argument("--rows", type=int, nargs="+", default=(300, 700, 1400), metavar="N")
    parser.add_argument("--quick", action="store_true", help="the least rows, no noise by class")
    parser.add_argument("--corrections", type=int, default=1, metavar="N", help="of each, up to 4")
    parser.add_argument("--kept", type=Path, metavar="FOLDER", help="what was measured before")
    parser.add_argument("--minutes", type=float, default=np.inf, metavar="N")
    chosen = parser.parse_args()
    print_machine()
    known = tables(chosen.data, tuple(chosen.rows), chosen.quick)
    cells: list[Cell] = []
    started, done, total = time.perf_counter(), 0, 0
    try:
        for question in questions(known, chosen.quick, chosen.corrections):
            total += 1
            may_measure = time.perf_counter() - started < 60 * chosen.minutes
            own = asked(chosen.kept, question, may_measure)
            cells, done = cells + own, done + bool(own)
            if own and may_measure:
                print(question.name, flush=True)
    except KeyboardInterrupt:
        print()
    print(f"{done} of {total} questions were asked")
    report(cells)
    print_machine()


# -- what is printed ------------------------------------------------------------------------


def report(cells: list[Cell]) -> None:
    """Print everything as the program has it, and with all other families alone to choose by."""
    own = [_answered(cell, USUAL) for cell in cells]
    left_out = []
    for family in dict.fromkeys(cell.family for cell in cells):
        others = [cell for cell in cells if cell.family != family]
        calibration = fitted(others)
        left_out += [_answered(cell, calibration) for cell in cells if cell.family == family]
    print(f"\nfitted to all {len(cells)} cells: {fitted(cells)}")
    for title, answers in (
        ("as the program has it", own),
        ("left out", left_out),
        ("left out, sets whose labels are trusted", _trusted(left_out)),
    ):
        usual = [one for one in answers if one.cell.kind in FITTED]
        print(f"\n== {title}: {len(usual)} cells")
        _print_coverage(usual)
        _print_reliability(usual)
        _print_flags(usual)
    print_choice([one for one in left_out if one.cell.kind in FITTED])
    _print_others(_trusted(left_out))
    _print_untold(cells)


def _trusted(answers: list[Answer]) -> list[Answer]:
    return [one for one in answers if one.cell.family not in NOT_TRUSTED]


def _print_untold(cells: list[Cell]) -> None:
    before = [cell for cell in cells if cell.when == "before"]
    untold = [cell for cell in before if not cell.can_tell]
    share = 100 * len(untold) / max(1, len(before))
    print_target("cannot be told", "at most 10 % of cells", f"{share:.1f} %")
    missed = [cell for cell in untold if cell.by_clean > CLEARLY]
    print_target(f"of these, clean-label judges exceed {CLEARLY}", "none", f"{len(missed)}")
    for cell in missed:
        own, chance = precision(cell.suspicion, cell.is_wrong), cell.is_wrong.mean()
        sizes = np.bincount(cell.given, minlength=cell.shares.shape[1])
        rarest = cell.given == sizes.argmin()
        print(
            f"  {cell.family}, {len(cell.given)} rows, {sizes.min()} of the rarest label, "
            f"{cell.is_wrong[rarest].sum()} of them wrong, {cell.kind} "
            f"{cell.rate:g}: {cell.by_clean:.2f}; evidence {evidence(cell.shares, cell.given):.1f} "
            f"(ln), {STRONG:.1f} is asked for; judges taught with these labels reach "
            f"{own:.2f}, a random order {chance:.2f}"
        )


def _answered(cell: Cell, calibration: NoiseCalibration) -> Answer:
    from core.judging.auditing.verdict import in_order

    evidence = cell.evidence(calibration)
    settled = cell.known >= 0
    everyone = np.ones(len(settled), bool)
    pooled = in_order(cell.suspicion, evidence.wrong, everyone, settled)
    return Answer(cell, calibration.noise(evidence), pooled)


def _print_coverage(answers: list[Answer]) -> None:
    rows = []
    for when in dict.fromkeys(one.cell.when for one in answers):
        row = [when]
        for rate in RATES:
            some = [one for one in answers if (one.cell.when, one.cell.rate) == (when, rate)]
            width = np.median([one.width for one in some]) if some else 0
            covered = np.mean([one.holds for one in some]) if some else 0
            row.append(f"{100 * covered:.0f} %, {100 * width:.1f} wide" if some else "-")
        rows.append(row)
    print("the 90 % interval holds the truth, and its median width in points, by share of errors")
    print_table(["", *(f"{100 * rate:.0f} %" for rate in RATES)], rows)
    width = np.median([one.width for one in answers])
    print_target("median width", "at most 10 points", f"{100 * width:.1f}")
    _print_sizes(answers)


def _print_sizes(answers: list[Answer]) -> None:
    """How the width goes with the rows, beside what nobody can know.

    Even who knows how likely each label is wrong does not know how many are: that alone takes an
    interval of 2 x 1.645 standard deviations of a sum of coins.
    """
    rows = []
    for few, many in pairwise(_SIZES):
        some = [one for one in answers if few < len(one.wrong) <= many]
        for name, part in (
            ("two classes", [one for one in some if one.cell.standing.classes == 2]),
            ("more", [one for one in some if one.cell.standing.classes > 2]),
        ):
            if part:
                held = f"{100 * np.mean([one.holds for one in part]):.0f} %"
                widths = ([one.width for one in part], [one.by_chance for one in part])
                told = [f"{100 * np.median(each):.1f}" for each in widths]
                rows.append([f"up to {many:,} rows, {name}", str(len(part)), held, *told])
    print_table(["", "cells", "holds", "median width", "of it chance alone"], rows)


def _print_reliability(answers: list[Answer]) -> None:
    said = np.concatenate([one.wrong[one.cell.known < 0] for one in answers])
    is_wrong = np.concatenate([one.cell.is_wrong[one.cell.known < 0] for one in answers])
    rows, worst = [], 0.0
    for step in range(10):
        here = np.minimum((said * 10).astype(int), 9) == step
        if not here.any():
            continue
        means = said[here].mean(), is_wrong[here].mean()
        if here.sum() >= 200:
            worst = max(worst, abs(means[0] - means[1]))
        rows.append([f"{step / 10:.1f}", *(f"{mean:.3f}" for mean in means), f"{here.sum():,}"])
    print_table(["likely wrong from", "said", "are wrong", "rows"], rows)
    print_target("farthest from the truth", "at most .07, steps of 200 rows", f"{worst:.3f}")


def _print_flags(answers: list[Answer]) -> None:
    """Precision beside what was expected: the mean over cells, and all flags together."""
    before = [one for one in answers if one.cell.when == "before"]
    parts = [(f"{100 * rate:.0f} %", [o for o in before if o.cell.rate == rate]) for rate in RATES]
    rows = []
    for name, some in [*parts, ("all", before)]:
        found = np.array([_flags(one) for one in some]).reshape(-1, 4)
        flagged, hits, said = found[found[:, 0] > 0, :3].T
        if not len(flagged):
            continue
        means = np.mean(hits / flagged), np.mean(said / flagged)
        sums = hits.sum() / flagged.sum(), said.sum() / flagged.sum()
        recall = np.mean(found[:, 1] / np.maximum(found[:, 3], 1))
        rows.append([name, *(f"{one:.3f}" for one in (*means, *sums, recall))])
    print_table(["flags", "precision", "as expected", "of all", "as expected", "recall"], rows)


def _flags(answer: Answer) -> tuple[float, float, float, float]:
    """How many rows are flagged, how many of these are wrong, as expected, and how many in all."""
    here = answer.wrong > USUAL_CUT.at(answer.noise.high)
    is_wrong = answer.cell.is_wrong
    hits = float((here & is_wrong).sum())
    return float(here.sum()), hits, float(answer.wrong[here].sum()), float(is_wrong.sum())


def _print_others(answers: list[Answer]) -> None:
    """Kinds of errors to which nothing was fitted, or the upper end alone."""
    rows = []
    for kind, rate in OTHERS:
        some = [one for one in answers if (one.cell.kind, one.cell.rate) == (kind, rate)]
        if some:
            told = [np.mean([getattr(one.noise, each) for one in some]) for each in _BOUNDS]
            held = f"{100 * np.mean([one.holds for one in some]):.0f} %"
            rows.append([f"{kind}, {100 * rate:.0f} %", held, *(f"{100 * x:.1f}" for x in told)])
    print_table(["other kinds", "interval holds", "told", "from", "to"], rows)


if __name__ == "__main__":
    main()
