"""Does a proof lie? A reviewer who accepts every flagged suggestion, and the truth by fresh rows.

    python -m tests.benchmarks.review.false_proof --trials 400 --seed 0

Labels are audited by judges taught with all rows, validation rows included. On clean classes that
overlap there is nothing to put right, and every suggestion that is accepted moves labels towards
the judges' opinion, which the labels of validation rows have a part in. So a proof may be too good.
Each trial draws a table, audits it, accepts what is flagged, trains before and after, and holds
what the proof says against 20,000 fresh rows. The rule that left out the rows about which something
was decided is measured beside the one that is used (see `core.learning.counting`).
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core import AdaBoost, Dataset, Tree, audit, fit
from core.judging.reviewing.paired import mcnemar
from core.judging.reviewing.proof import ProofVerdict, proof
from core.learning.ensemble import Ensemble
from core.learning.run import Run
from tests.benchmarks.measuring import print_table, print_target

FRESH = 20_000
NAMES = np.array(["a", "b", "c"])
SETTINGS: dict[str, Ensemble] = {
    "stumps": AdaBoost(rounds=50),
    "trees": AdaBoost(rounds=50, base=Tree(depth=4)),
}


def two_bells(rows: int, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Two classes around two points: some 18 % cannot be told."""
    labels = random.integers(0, 2, rows)
    x = random.normal(size=(rows, 2))
    x[:, 0] += 0.9 * (2 * labels - 1)
    return x, labels


def five_columns(rows: int, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Two of five columns tell something."""
    labels = random.integers(0, 2, rows)
    x = random.normal(size=(rows, 5))
    x[:, :2] += 0.7 * (2 * labels - 1)[:, None]
    return x, labels


def blurred_moons(rows: int, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Two crescents, so blurred that they overlap."""
    labels, angle = random.integers(0, 2, rows), np.pi * random.random(rows)
    x = np.where(labels == 0, np.cos(angle), 1 - np.cos(angle))
    y = np.where(labels == 0, np.sin(angle), 0.5 - np.sin(angle))
    return np.column_stack([x, y]) + 0.4 * random.normal(size=(rows, 2)), labels


def three_bells(rows: int, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Three classes around three points."""
    labels = random.integers(0, 3, rows)
    centres = np.array([[0, 1.2], [1.1, -0.7], [-1.1, -0.7]])
    return centres[labels] + random.normal(size=(rows, 2)), labels


TABLES = ((two_bells, 400), (five_columns, 600), (blurred_moons, 400), (three_bells, 600))
NOISES = (0.0, 0.0, 0.1, 0.2)
"""Half of the trials are on clean labels."""


@dataclass(frozen=True)
class Trial:
    """What came of accepting every flagged suggestion."""

    noise: float
    excludes: bool
    """Whether flagged rows were left out, rather than relabelled."""
    gain: float
    """By how much the error on fresh rows with true labels fell."""
    shown: float
    """By how much the proof says that it fell."""
    says_better: bool
    left_out_shown: float
    """The same by the rows about which nothing was decided."""
    left_out_better: bool

    @property
    def is_gain(self) -> bool:
        """Whether the error did fall."""
        return self.gain > 0


def trials(count: int, seed: int = 0) -> Iterator[Trial]:
    """Tables, noise and learners in turn, so that any number of trials has a share of each."""
    for number in range(count):
        table, rows = TABLES[number % len(TABLES)]
        noise = NOISES[number // len(TABLES) % len(NOISES)]
        turn = number // (len(TABLES) * len(NOISES))
        settings = tuple(SETTINGS.values())[turn % len(SETTINGS)]
        excludes = turn // len(SETTINGS) % 4 == 3
        yield _trial(table, rows, noise, settings, excludes, [seed, number])


def _trial(table, rows: int, noise: float, settings: Ensemble, excludes: bool, seed) -> Trial:
    random = np.random.default_rng(seed)
    x, truth = table(rows, random)
    kinds = int(truth.max()) + 1
    is_flipped = random.random(rows) < noise
    given = np.where(is_flipped, (truth + random.integers(1, kinds, rows)) % kinds, truth)
    data = Dataset.from_frame(_frame(x).assign(y=NAMES[given]), "y", seed=seed[1])
    found = audit(data, settings)
    wrong = np.flatnonzero(found.flagged & (found.suggested != data.labels))
    before = found.run
    if excludes and len(wrong):
        after = fit(data.excluding(data.lines[wrong].tolist()), settings)
    elif len(wrong):
        labels = {int(data.lines[row]): data.classes[found.suggested[row]] for row in wrong}
        after = fit(data.relabelled(labels), settings)
    else:
        after = before
    fresh, fresh_labels = table(FRESH, random)
    errors = [
        float(np.mean(run.model.predict(_frame(fresh)) != NAMES[fresh_labels]))
        for run in (before, after)
    ]
    judged = proof(before, after)
    undecided = np.setdiff1d(data.lines[data.validation], data.lines[wrong])
    fewer, more = _changed(before, after, undecided)
    return Trial(
        noise,
        excludes,
        errors[0] - errors[1],
        -judged.difference.share,
        judged.verdict is ProofVerdict.BETTER,
        (fewer - more) / len(undecided),
        fewer > more and mcnemar(fewer, more) < 0.05,
    )


def _frame(x: np.ndarray) -> pd.DataFrame:
    return pd.DataFrame(x, columns=[f"x{place}" for place in range(x.shape[1])])


def _changed(before: Run, after: Run, lines: np.ndarray) -> tuple[int, int]:
    """How many of these rows are no longer wrong, and how many now are."""
    wrong = []
    for run in (before, after):
        rows = run.dataset.rows_of(lines)
        wrong.append(run.history.predicted(run.rounds)[rows] != run.dataset.labels[rows])
    return int((wrong[0] & ~wrong[1]).sum()), int((wrong[1] & ~wrong[0]).sum())


def bias(shown: np.ndarray, gains: np.ndarray) -> tuple[float, float]:
    """By how much what is shown is too high on average, and the standard error of that."""
    excess = shown - gains
    return float(excess.mean()), float(excess.std(ddof=1) / np.sqrt(len(excess)))


def report(found: list[Trial]) -> None:
    """Print what was found, by noise."""
    rows = []
    parts = {
        "clean": [t for t in found if not t.noise],
        "flipped": [t for t in found if t.noise],
        "relabelled": [t for t in found if not t.excludes],
        "excluded": [t for t in found if t.excludes],
        "all": found,
    }
    for name, part in parts.items():
        if len(part) < 2:
            continue
        gains = np.array([trial.gain for trial in part])
        for rule, shown, says in (
            ("as the file", "shown", "says_better"),
            ("decided left out", "left_out_shown", "left_out_better"),
        ):
            excess, error = bias(np.array([getattr(trial, shown) for trial in part]), gains)
            better = np.array([getattr(trial, says) for trial in part])
            idle = ~np.array([trial.is_gain for trial in part])
            real = gains >= 0.03
            power = f"{better[real].mean():.2f} of {real.sum()}" if real.any() else "–"
            rows.append(
                [
                    name,
                    rule,
                    str(len(part)),
                    f"{100 * gains.mean():.2f}",
                    f"{100 * (gains.mean() + excess):.2f}",
                    f"{100 * excess:+.2f} ± {100 * error:.2f}",
                    f"{better[idle].sum()} of {idle.sum()}",
                    power,
                ]
            )
    print_table(
        [
            "",
            "rule",
            "trials",
            "true gain, points",
            "shown",
            "too high by",
            "falsely better",
            "better where 3 points were gained",
        ],
        rows,
    )
    idle = [trial for trial in found if not trial.is_gain]
    lies = sum(trial.says_better for trial in idle)
    print_target("falsely better, of trials without a gain", "5 %", f"{lies} of {len(idle)}")
    excess, error = bias(*(np.array([getattr(t, w) for t in found]) for w in ("shown", "gain")))
    print_target("standard errors between shown and true gain", "2", f"{abs(excess) / error:.1f}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--trials", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    report(list(trials(arguments.trials, arguments.seed)))


if __name__ == "__main__":
    main()
