"""Finding wrong numbers: the audit beside a plain forest and cleanlab, numbers spoilt on purpose.

python -m tests.benchmarks.noise.numbers [--data FOLDER] [--only NAME ...]: digits swapped, a factor
of 10 or 1,000, the sign, another unit, in 5 % of the rows. FOLDER is that of the noise benchmark;
without it generated tables and scikit-learn's diabetes serve. The constants of the local scale are
chosen twice: on all tables, and for each table on the others.
"""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from core.judging.auditing.regression import LocalScale, unexplained
from tests.benchmarks.measuring import has, print_machine, print_table

_RATE = 0.05
_MOST_ROWS = 600
_TARGETS = (
    ("credit_data", "Price"),
    ("penguins", "body_mass_g"),
    ("wine", "proline"),
    ("vehicle", "Comp"),
    ("pima", "mass"),
)
_UNITS = (2.2046, 2.54, 1.8)
OURS, FOREST, CLEANLAB = "the audit", "forest's residual", "cleanlab's regression score"
SCALES = tuple(LocalScale(share) for share in (0.0, 0.25, 0.5, 0.75, 1.0))


Found = dict[tuple[str, str, int], tuple[dict[str, float], list[float]]]


@dataclass(frozen=True, eq=False)
class Numbers:
    """A table whose target counts as right."""

    name: str
    features: pd.DataFrame
    target: np.ndarray


def tables(folder: Path | None) -> Iterator[Numbers]:
    """Generated tables, diabetes, and number columns of a folder's data sets."""
    from sklearn.datasets import (
        load_diabetes,
        make_friedman1,
        make_friedman2,
        make_friedman3,
    )

    noise = {make_friedman1: 1.0, make_friedman2: 50.0, make_friedman3: 0.1}
    for number, (make, size) in enumerate(noise.items(), 1):
        values, target = make(500, noise=size, random_state=number)
        yield Numbers(f"Friedman {number}", _frame(values), 10 * target)
    values, target = load_diabetes(return_X_y=True)
    yield Numbers("diabetes", _frame(values), target)
    for name, column in _TARGETS if folder else ():
        frame = pd.read_csv(folder / f"{name}.csv").dropna(subset=[column])
        frame = frame.sample(min(len(frame), _MOST_ROWS), random_state=0).reset_index(drop=True)
        yield Numbers(
            f"{name}, {column}", frame.drop(columns=column), frame[column].to_numpy(float)
        )


def _frame(values: np.ndarray) -> pd.DataFrame:
    return pd.DataFrame(values, columns=[f"x{number + 1}" for number in range(values.shape[1])])


def swapped(value: float, random: np.random.Generator) -> float:
    """Two neighbouring digits of the first four change places, if any two differ.

    >>> swapped(1200.0, np.random.default_rng(0)) in (2100.0, 1020.0)
    True
    """
    text = f"{value:.4g}" if abs(value) < 10_000 else f"{value:.0f}"
    places = [
        place
        for place in range(len(text) - 1)
        if text[place : place + 2].isdigit() and text[place] != text[place + 1]
    ]
    if not places:
        return value
    place = int(random.choice(places))
    return float(text[:place] + text[place + 1] + text[place] + text[place + 2 :])


KINDS: dict[str, Callable[[float, np.random.Generator], float]] = {
    "digits swapped": swapped,
    "factor 10": lambda value, random: value * 10.0 ** random.choice([-1, 1]),
    "factor 1,000": lambda value, random: value * 1000.0 ** random.choice([-1, 1]),
    "sign": lambda value, _: -value,
    "unit": lambda value, random: value * random.choice(_UNITS),
}


def spoilt(target: np.ndarray, kind: str, seed: int) -> np.ndarray:
    """The numbers with a share of them wrong."""
    random = np.random.default_rng([seed, *kind.encode()])
    numbers = target.copy()
    for row in random.permutation(len(target))[: round(_RATE * len(target))]:
        numbers[row] = KINDS[kind](float(target[row]), random)
    return numbers


def measured(table: Numbers, kind: str, seed: int) -> tuple[dict[str, float], list[float]]:
    """Average precision of every contender, and of every choice of the scale."""
    from core import Dataset
    from core.judging.auditing.auditing import Auditing
    from tests.benchmarks.noise.grid import precision

    given = spoilt(table.target, kind, seed)
    is_wrong = given != table.target
    frame = table.features.assign(**{"number of the case": given})
    data = Dataset.from_frame(frame, "number of the case", validation_share=0)
    auditing = Auditing(data, seed=seed)
    for _ in auditing:
        pass
    audit = auditing.audit()
    said = np.column_stack([opinion.own for opinion in audit.opinions])
    scaled = [unexplained(said, given, None, how) for how in SCALES]
    rankings = _peers(table, given, seed) | {OURS: audit.suspicion}
    return (
        {name: precision(one, is_wrong) for name, one in rankings.items()},
        [precision(one, is_wrong) for one in scaled],
    )


def _peers(table: Numbers, given: np.ndarray, seed: int) -> dict[str, np.ndarray]:
    from cleanlab.regression.rank import get_label_quality_scores
    from sklearn.ensemble import RandomForestRegressor

    flags = pd.get_dummies(table.features, dummy_na=True, dtype=float)
    matrix = flags.fillna(flags.median()).fillna(0.0).to_numpy()
    forest = RandomForestRegressor(300, oob_score=True, n_jobs=-1, random_state=seed)
    said = forest.fit(matrix, given).oob_prediction_
    return {
        FOREST: np.abs(said - given),
        CLEANLAB: -get_label_quality_scores(given, said),
    }


def main() -> None:
    """Measure, and print everything side by side."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.noise.numbers")
    parser.add_argument("--data", type=Path, metavar="FOLDER")
    parser.add_argument("--only", nargs="*", metavar="NAME", help="tables that begin so")
    parser.add_argument("--seeds", type=int, default=1, metavar="N")
    asked = parser.parse_args()
    print_machine()
    if not has("cleanlab"):
        return
    found: Found = {}
    for table in tables(asked.data):
        if asked.only and not table.name.startswith(tuple(asked.only)):
            continue
        for kind in KINDS:
            for seed in range(asked.seeds):
                figures, choices = measured(table, kind, seed)
                found[table.name, kind, seed] = figures, choices
                told = "  ".join(f"{name} {value:.3f}" for name, value in figures.items())
                print(f"{table.name:22} {kind:15} seed {seed}  {told}", flush=True)
    if found:
        _print(found)


def _print(found: Found) -> None:
    """By table and by kind, with the scale as it is, chosen here, and chosen elsewhere."""
    from tests.benchmarks.noise.choice import best_elsewhere

    names = [key[0] for key in found]
    every = np.array([choices for _, choices in found.values()])
    here, elsewhere = best_elsewhere(names, every)
    columns = {
        name: np.array([figures[name] for figures, _ in found.values()])
        for name in (FOREST, CLEANLAB, OURS)
    }
    columns["chosen on these tables"] = every[:, here]
    columns["left out when chosen"] = every[np.arange(len(names)), elsewhere]
    for place, title in ((0, "by table"), (1, "by kind")):
        print(f"\naverage precision, {title}")
        keys = np.array([str(key[place]) for key in found])
        rows = []
        for group in (*dict.fromkeys(keys.tolist()), "all"):
            some = (keys == group) | (group == "all")
            rows.append([group, *(f"{values[some].mean():.3f}" for values in columns.values())])
        print_table(["", *columns], rows)
    print(f"chosen on all: {SCALES[here]}")


if __name__ == "__main__":
    main()
