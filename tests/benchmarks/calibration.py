"""Whether what the audit says of wrong labels holds: how many, which, and how surely.

python -m tests.benchmarks.calibration [--data FOLDER] [--rows N] [--quick]: the labels of each data
set are made wrong at several rates and audited; the true errors among the first 40 and 100 rows are
put right and the file is audited again, with the decisions known, and as a file that was corrected
elsewhere. Everything is printed twice: as the program has it, whose constants were fitted to such
data, and with constants fitted to all other data sets. The latter counts.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.judging.auditing.doubting.calibration import USUAL, Noise, NoiseCalibration
from tests.benchmarks.calibration_fit import Cell, fitted
from tests.benchmarks.measuring import print_machine, print_table, print_target
from tests.benchmarks.noise_data import BY_CLASS, UNIFORM, Case, flipped
from tests.benchmarks.noise_variations import Variation, variations

RATES = (0.0, 0.05, 0.1, 0.2, 0.3)
LOOKED_AT = (40, 100)
NOT_TRUSTED = frozenset({"adult", "credit_data", "german_credit", "pima"})
"""Sets whose own labels cannot be trusted, or which no column tells: they confound the count."""


@dataclass(frozen=True, eq=False)
class Answer:
    """What was said of a cell, and how it is."""

    cell: Cell
    noise: Noise
    wrong: np.ndarray
    """How likely each label is wrong, in the order of the rows, never falling with suspicion."""

    @property
    def holds(self) -> bool:
        """Whether the interval holds the share of labels that are wrong."""
        return self.noise.low <= self.cell.is_wrong.mean() <= self.noise.high


def main() -> None:
    """Measure, fit with every family left out, and print both."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.calibration")
    parser.add_argument("--data", type=Path, metavar="FOLDER")
    parser.add_argument("--rows", type=int, default=500, metavar="N", help="at most, of each set")
    parser.add_argument("--quick", action="store_true", help="no variations, uniform noise alone")
    chosen = parser.parse_args()
    print_machine()
    known = list(variations(chosen.data, chosen.rows))
    if chosen.quick:
        known = [one for one in known if one.name in ("whole", "first")]
    cells: list[Cell] = []
    try:
        for seed, kind in enumerate((UNIFORM,) if chosen.quick else (UNIFORM, BY_CLASS)):
            for variation in known:
                for rate in RATES if kind == UNIFORM else RATES[1:]:
                    cells += measured(variation, kind, rate, seed)
                print(f"{variation.family}, {variation.name}, {kind}: done", flush=True)
    except KeyboardInterrupt:
        print("\nstopped: what follows is of the cells so far")
    report(cells)
    print_machine()


def measured(variation: Variation, kind: str, rate: float, seed: int) -> Iterator[Cell]:
    """One cell before any correction, and what becomes of it after some."""
    case = variation.case
    labels = case.labels.copy()
    if rate:
        labels = flipped(case.labels, len(case.classes), rate, kind, seed)
    first = _audited(case, labels, labels, np.empty(0, np.int64), seed)
    yield Cell(variation.family, "before", kind, rate, *first, is_wrong=labels != case.labels)
    if not rate:
        return
    for many in LOOKED_AT:
        looked = np.argsort(-first[4], kind="stable")[:many]
        put_right = labels.copy()
        put_right[looked] = case.labels[looked]
        left = put_right != case.labels
        for name, given, rows in (
            (f"{many} decided", labels, looked),
            (f"{many} elsewhere", put_right, looked[:0]),
        ):
            again = _audited(case, put_right, given, rows, seed)
            yield Cell(variation.family, name, kind, rate, *again, is_wrong=left)


def _audited(case: Case, labels, given, looked, seed: int):
    """The judges' shares, the labels as given, the classes known, can it be told, the suspicion."""
    from core.judging.auditing.auditing import Auditing

    data = case.dataset(given)
    lines = data.lines
    names = {int(lines[row]): case.classes[labels[row]] for row in looked}
    changed = {line: name for line, name in names.items() if name != _name(data, line)}
    kept = [line for line in names if line not in changed]
    auditing = Auditing(data.relabelled(changed) if changed else data, seed=seed, kept=kept)
    for _ in auditing:
        pass
    found = auditing.audit()
    shares = np.zeros((len(labels), len(case.classes)))
    column = np.array([case.classes.index(name) for name in data.classes])
    shares[np.ix_(auditing._problem.data.order, column)] = auditing._outputs
    decided = np.full(len(labels), -1)
    decided[looked] = labels[looked]
    return shares, given, decided, found.can_tell, found.suspicion


def _name(data, line: int) -> str:
    return data.label_text(int(data.rows_of([line])[0]))


# -- what is printed ------------------------------------------------------------------------


def report(cells: list[Cell]) -> None:
    """Print everything as the program has it, and with all other families alone to choose by."""
    own = [_answered(cell, USUAL) for cell in cells]
    left_out = []
    for family in dict.fromkeys(cell.family for cell in cells):
        calibration = fitted([cell for cell in cells if cell.family != family])
        left_out += [_answered(cell, calibration) for cell in cells if cell.family == family]
    everywhere = fitted(cells)
    print(f"\nfitted to all {len(cells)} cells: {everywhere}")
    trusted = [one for one in left_out if one.cell.family not in NOT_TRUSTED]
    for title, answers in (
        ("as the program has it", own),
        ("left out", left_out),
        ("left out, sets whose labels are trusted", trusted),
    ):
        print(f"\n== {title}: {len(answers)} cells")
        _print_coverage(answers)
        _print_reliability(answers)
        _print_flags(answers)
    untold = [cell for cell in cells if cell.when == "before" and not cell.can_tell]
    before = sum(cell.when == "before" for cell in cells)
    print_target("cannot be told", "at most 10 % of cells", f"{100 * len(untold) / before:.0f} %")
    print("  in " + ", ".join(sorted({cell.family for cell in untold})))


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
            width = np.median([one.noise.high - one.noise.low for one in some]) if some else 0
            covered = np.mean([one.holds for one in some]) if some else 0
            row.append(f"{100 * covered:.0f} %, {100 * width:.1f} wide" if some else "-")
        rows.append(row)
    print("the 90 % interval holds the truth, and its median width in points, by share of errors")
    print_table(["", *(f"{100 * rate:.0f} %" for rate in RATES)], rows)
    width = np.median([one.noise.high - one.noise.low for one in answers])
    print_target("median width", "at most 10 points", f"{100 * width:.1f}")


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
    from core.judging.auditing.verdict import FLAGGED

    rows = []
    for rate in RATES[1:]:
        some = [one for one in answers if (one.cell.when, one.cell.rate) == ("before", rate)]
        flagged = [one.wrong > FLAGGED for one in some]
        hits = [(here & one.cell.is_wrong).sum() for here, one in zip(flagged, some, strict=True)]
        counts = [int(here.sum()) for here in flagged]
        right = [hit / count for hit, count in zip(hits, counts, strict=True) if count]
        said = [
            one.wrong[here].mean() for here, one in zip(flagged, some, strict=True) if here.any()
        ]
        found = [hit / one.cell.is_wrong.sum() for hit, one in zip(hits, some, strict=True)]
        if right:
            means = np.mean(right), np.mean(said), np.mean(found)
            rows.append([f"{100 * rate:.0f} %", *(f"{mean:.3f}" for mean in means)])
    print_table(["flags", "precision", "as expected", "recall"], rows)


if __name__ == "__main__":
    main()
