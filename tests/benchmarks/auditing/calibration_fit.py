"""Fitting the constants of an audit's calibration to cells whose errors are known."""

import functools
from collections import Counter
from dataclasses import dataclass, field, replace

import numpy as np

from core.judging.auditing.doubting.calibration import (
    USUAL,
    NoiseCalibration,
    NoiseEvidence,
    Reach,
    logit,
)
from core.judging.auditing.doubting.flips import WeighedFlips, estimated_flips
from core.judging.auditing.doubting.noise import gathered
from core.judging.auditing.doubting.standing import LabelStanding
from tests.benchmarks.noise.data import BORDER, BY_CLASS, LOPSIDED, UNIFORM

FITTED = (UNIFORM, BY_CLASS)
"""The kinds of errors that are to be counted."""

_LEAST_ALWAYS = 0.0125
"""Every interval has so much to either side."""
_LEAST_CHANCE = 1.0
"""Chance is there as well, in standard errors: sets of about the same size do not tell it apart
from how open labels are."""
_BELOW, _ABOVE = 0.88, 0.985
"""Of what lies below, and above, so much is to be within reach: more labels than were said are the
worse mistake."""
_BORDER = 0.9
"""Of the files with errors near a border so many are to be within reach."""


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
    def standing(self) -> LabelStanding:
        """How the judges stand to the labels that nobody decided about."""
        is_open = self.known < 0
        return LabelStanding.of(self.shares[is_open], self.given[is_open], len(is_open))

    @functools.cached_property
    def modelled(self) -> np.ndarray:
        """How likely each label is wrong, by the model alone."""
        return self.flips.wrong(self.shares, self.given)

    def evidence(self, calibration: NoiseCalibration) -> NoiseEvidence:
        """What the estimate is made of."""
        return gathered(self.flips, self.shares, self.given, self.known, calibration)


def fitted(cells: list[Cell]) -> NoiseCalibration:
    """The constants that these cells speak for; every family counts alike.

    How far the interval reaches is to hold for few errors and for many: shares of them count alike.
    Errors near a border cannot be told from a border: only how high the upper end is at least goes
    by them. Nor can lopsided ones be counted: how far it is above the estimate goes by them, too.
    """
    many = Counter(cell.family for cell in cells)
    told = [cell for cell in cells if cell.kind in FITTED]
    start = NoiseCalibration(*_rates(told, many), USUAL.reach)
    near = [cell.is_wrong.mean() / max(cell.standing.torn, 0.01) for cell in _of(cells, BORDER)]
    border = round(float(np.quantile(near, _BORDER)), 2) if near else USUAL.reach.border
    below, above = (
        _reach([getattr(one, name)() for one in evidence], sign * off, quantile, counts, least)
        for name, sign, quantile, least, (evidence, off, counts) in (
            ("below", -1, _BELOW, _LEAST_CHANCE, _evidence(told, start, many)),
            ("above", 1, _ABOVE, 0.0, _evidence(told + _of(cells, LOPSIDED), start, many)),
        )
    )
    return replace(start, reach=Reach(*below, *above, border))


def _of(cells: list[Cell], kind: str) -> list[Cell]:
    return [cell for cell in cells if cell.kind == kind]


def _evidence(
    cells: list[Cell], start: NoiseCalibration, many: Counter[str]
) -> tuple[list[NoiseEvidence], np.ndarray, np.ndarray]:
    """What the estimates are made of, how far the truth lies above them, and what a cell counts."""
    found = [cell.evidence(start) for cell in cells]
    truth = np.array([cell.is_wrong.mean() for cell in cells])
    rates = Counter(cell.rate for cell in cells)
    counts = np.array([1 / many[cell.family] / rates[cell.rate] for cell in cells])
    counts *= len(cells) / counts.sum()
    return found, truth - np.array([one.estimate for one in found]), counts


def _rates(cells: list[Cell], many: Counter[str]) -> list[float]:
    """Offset, slope, what many classes and surest rows change: logistic regression, by Newton."""
    parts, is_wrong, weights = [], [], []
    for cell in cells:
        is_open = cell.known < 0
        logits, standing = logit(cell.modelled[is_open]), cell.standing
        of_cell = 1.0, np.log(standing.classes / 2), logit(np.array(standing.surest))
        parts.append(np.insert(np.tile(of_cell, (len(logits), 1)), 1, logits, axis=1))
        is_wrong.append(cell.is_wrong[is_open])
        weights.append(np.full(len(logits), 1 / len(logits) / many[cell.family]))
    columns, y, w = (np.concatenate(each).astype(float) for each in (parts, is_wrong, weights))
    found = np.array([0.0, 1.0, 0.0, 0.0])
    for _ in range(20):
        said = 1 / (1 + np.exp(-columns @ found))
        curve = (columns * (w * said * (1 - said))[:, None]).T @ columns
        found = found + np.linalg.solve(curve, columns.T @ (w * (y - said)))
    return [round(float(each), 3) for each in found]


def _reach(
    reasons: list[np.ndarray], far: np.ndarray, quantile: float, counts: np.ndarray, least: float
) -> list[float]:
    """Linear quantile regression of the distance, as a linear programme: no part is below 0, nor
    the second one below the `least`."""
    from scipy.optimize import linprog

    parts, rows = np.array(reasons), len(reasons)
    count = parts.shape[1]
    cost = np.concatenate([np.zeros(count), quantile * counts, (1 - quantile) * counts])
    equal = np.hstack([parts, np.eye(rows), -np.eye(rows)])
    bounds = [(_LEAST_ALWAYS, None), (least, None), *[(0, None)] * (count - 2 + 2 * rows)]
    solved = linprog(cost, A_eq=equal, b_eq=np.maximum(far, 0.0), bounds=bounds, method="highs")
    return [round(float(part), 3) for part in solved.x[:count]]
