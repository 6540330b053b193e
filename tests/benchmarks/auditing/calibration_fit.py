"""Fitting the constants of an audit's calibration to cells whose errors are known."""

import functools
from collections import Counter
from dataclasses import dataclass, field, replace

import numpy as np

from core.judging.auditing.doubting.calibration import NoiseCalibration, NoiseEvidence, Reach
from core.judging.auditing.doubting.flips import WeighedFlips, estimated_flips
from core.judging.auditing.doubting.noise import gathered
from tests.benchmarks.noise.data import BORDER

_LEAST_ALWAYS, _LEAST_UNSURE, _LEAST_CHANCE, _LEAST_MODELS = 0.01, 0.03, 1.3, 1.0
"""Every interval has a point to either side, some of what is unsure and of chance, all models."""
_BELOW, _ABOVE = 0.97, 0.975
"""The upper end takes more: what a model cannot exclude lies above."""
_ELSEWHERE = 3.0
"""So often a file counts for the interval that was corrected elsewhere, the hardest to tell."""
_WEIGHT = {"before": 1.0, "decided": 0.2, "elsewhere": 0.2}
"""What cells count for the offset and the slope: those of a person who begins count most."""


@dataclass(frozen=True, eq=False)
class Cell:
    """A data set with wrong labels, and what the judges say of it."""

    family: str
    when: str
    kind: str
    rate: float
    shares: np.ndarray
    given: np.ndarray
    known: np.ndarray
    can_tell: bool
    suspicion: np.ndarray
    is_wrong: np.ndarray = field(kw_only=True)
    """The labels that are wrong and not decided about."""
    by_clean: float = field(default=np.nan, kw_only=True)
    """The average precision of judges taught with the right labels; NaN where it is unknown."""

    @functools.cached_property
    def flips(self) -> WeighedFlips:
        """The model of its labels."""
        return estimated_flips(self.shares, self.given, self.known)

    @functools.cached_property
    def modelled(self) -> np.ndarray:
        """How likely each label is wrong, by the model alone."""
        return self.flips.wrong(self.shares, self.given)

    def evidence(self, calibration: NoiseCalibration) -> NoiseEvidence:
        """What the estimate is made of."""
        return gathered(self.flips, self.shares, self.given, self.known, calibration)


def fitted(cells: list[Cell]) -> NoiseCalibration:
    """The constants that these cells speak for; every family counts alike.

    Errors near a border cannot be told from a border: they have a say in the interval alone.
    """
    nothing = Reach(0.0, 0.0, 0.0, 0.0, 0.0)
    many = Counter(cell.family for cell in cells)
    told = [cell for cell in cells if cell.kind != BORDER]
    start = NoiseCalibration(*_rates(told, many), nothing, nothing)
    evidence = [cell.evidence(start) for cell in cells]
    off = np.array(
        [cell.is_wrong.mean() - one.wrong.mean() for cell, one in zip(cells, evidence, strict=True)]
    )
    counts = np.array(
        [(_ELSEWHERE if "elsewhere" in cell.when else 1.0) / many[cell.family] for cell in cells]
    )
    below = _reach([one.reasons(is_above=False) for one in evidence], -off, _BELOW, counts)
    above = _reach([one.reasons(is_above=True) for one in evidence], off, _ABOVE, counts)
    return replace(start, below=below, above=above)


def _rates(cells: list[Cell], many: Counter[str]) -> tuple[float, float, float]:
    """Offset, slope, and what many classes change: logistic regression (Newton's steps)."""
    logits, classes, is_wrong, weights = [], [], [], []
    for cell in cells:
        is_open = cell.known < 0
        inside = np.clip(cell.modelled[is_open], 1e-4, 1 - 1e-4)
        logits.append(np.log(inside / (1 - inside)))
        classes.append(np.full(len(inside), np.log(cell.shares.shape[1] / 2)))
        is_wrong.append(cell.is_wrong[is_open])
        weight = _WEIGHT[cell.when.split()[-1]]
        weights.append(np.full(len(inside), weight / len(inside) / many[cell.family]))
    x, k, y, w = (
        np.concatenate(parts).astype(float) for parts in (logits, classes, is_wrong, weights)
    )
    columns, found = np.column_stack([np.ones(len(x)), x, k]), np.array([0.0, 1.0, 0.0])
    for _ in range(20):
        said = 1 / (1 + np.exp(-columns @ found))
        curve = (columns * (w * said * (1 - said))[:, None]).T @ columns
        found = found + np.linalg.solve(curve, columns.T @ (w * (y - said)))
    return float(found[0]), float(found[1]), float(found[2])


def _reach(
    reasons: list[np.ndarray], far: np.ndarray, quantile: float, counts: np.ndarray
) -> Reach:
    """Linear quantile regression of the distance, no part below 0, as a linear programme."""
    from scipy.optimize import linprog

    parts, rows = np.array(reasons), len(reasons)
    count = parts.shape[1]
    cost = np.concatenate([np.zeros(count), quantile * counts, (1 - quantile) * counts])
    equal = np.hstack([parts, np.eye(rows), -np.eye(rows)])
    least = [
        (_LEAST_ALWAYS, None),
        (_LEAST_UNSURE, None),
        (_LEAST_CHANCE, None),
        (_LEAST_MODELS, None),
        (0, None),
    ]
    bounds = [*least, *[(0, None)] * (2 * rows)]
    solved = linprog(cost, A_eq=equal, b_eq=np.maximum(far, 0.0), bounds=bounds, method="highs")
    return Reach(*(round(float(part), 3) for part in solved.x[:count]))
