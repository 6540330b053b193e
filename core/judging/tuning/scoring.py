"""Scoring settings on folds: the cheaper, the rougher.

A rung says on how many folds, and for which share of the rounds, settings are trained. A training
of t rounds holds all shorter ones, so the best number of rounds is read off its curve, and costs
nothing. What has no rounds to be cut short is taught with a share of the rows instead.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from core.base.arrays import Floats
from core.data.dataset import Dataset
from core.data.splits.grouping import mixed
from core.learning.ensemble import Ensemble
from core.learning.rounds import VALIDATION_ERROR
from core.learning.space import ROUNDS, Space
from core.learning.training import Training

FOLDS = 5
_SMOOTHED = 0.1
"""A round is judged with so large a share of the rounds around it: curves jump by chance."""


@dataclass(frozen=True)
class Rung:
    """How much a trial may cost: a share of the folds, and of the rounds or rows."""

    folds: float
    share: float

    def of(self, folds: int) -> int:
        """How many of so many folds are used."""
        return max(1, min(folds, round(self.folds * folds)))


RUNGS = (Rung(0.4, 0.25), Rung(0.6, 0.5), Rung(1.0, 1.0))
"""About a third of the trials go on to the next: each rung costs about as much as the others."""


@dataclass(frozen=True)
class FoldScore:
    """What settings are worth on some folds."""

    settings: Ensemble
    """With the rounds that were best, where these are tried out."""
    error: float
    spread: float
    """The standard error over the folds; infinite with one."""


Between = Callable[[], object]
"""Called before every round; ends the work by raising an exception."""


def scored(
    space: Space,
    settings: Ensemble,
    parts: tuple[Dataset, ...],
    rung: Rung,
    seed: int,
    between: Between,
    is_fixed: bool = False,
) -> FoldScore:
    """Train on parts of the rows and judge by the others; with `is_fixed` at its own rounds."""
    used = parts[: rung.of(len(parts))]
    has_rounds = any(each.name == ROUNDS for each in settings.declared())
    free = None if is_fixed else space.rounds
    if not has_rounds:
        curves = [_curve(_fewer(part, rung.share, seed), settings, seed, between) for part in used]
        return _score(settings, curves, used)
    longest = int(free.high) if free else settings.planned_rounds
    done = max(1, math.ceil(rung.share * longest))
    shorter = settings.with_rounds(done).blinded()
    curves = [_curve(part, shorter, seed, between) for part in used]
    if free is None:
        return _score(settings, curves, used)
    best = _best_round(_mean(curves, used), min(int(free.low), done))
    at_best = [curve[: min(best, len(curve))] for curve in curves]
    return _score(settings.with_rounds(best), at_best, used)


def _curve(part: Dataset, settings: Ensemble, seed: int, between: Between) -> Floats:
    """The error of the rows that judge, after every round."""
    training = Training(part, settings.blinded(), seed)
    while True:
        between()
        if next(training, None) is None:
            break
    history = training.history
    if not history.rounds:
        return np.array([history.validation_error(0)])
    return history.curve(VALIDATION_ERROR.name).copy()


def _fewer(part: Dataset, share: float, seed: int) -> Dataset:
    """The part with a share of the rows that teach."""
    if share >= 1:
        return part
    teaching = np.flatnonzero(~part.validation)
    groups = None if part.groups is None else part.groups[teaching]
    kept = mixed(groups, len(teaching), [seed, 1])[: max(1, round(share * len(teaching)))]
    keep = part.validation.copy()
    keep[teaching[kept]] = True
    return part.only(keep)


def _weight(part: Dataset) -> float:
    return float(part.weights[part.validation].sum())


def _mean(curves: list[Floats], parts: tuple[Dataset, ...]) -> Floats:
    """The error of all folds after every round; one that ended early stays where it ended."""
    length = max(len(curve) for curve in curves)
    weights = np.array([_weight(part) for part in parts])
    errors = np.array([np.pad(curve, (0, length - len(curve)), "edge") for curve in curves])
    return _together(errors, weights, bool(parts[0].classes))


def _together(errors: Floats, weights: Floats, is_share: bool) -> Floats:
    """Shares of wrong rows add up by their weights, root mean squared errors by their squares."""
    if is_share:
        return np.asarray(np.average(errors, axis=0, weights=weights))
    return np.asarray(np.sqrt(np.average(errors**2, axis=0, weights=weights)))


def _best_round(curve: Floats, least: int) -> int:
    """The round of least error, each judged with those around it; the first of equal ones."""
    half = int(_SMOOTHED * len(curve) / 2)
    sums = np.concatenate([[0.0], np.cumsum(curve)])
    place = np.arange(len(curve))
    low, high = np.maximum(0, place - half), np.minimum(len(curve), place + half + 1)
    smooth = (sums[high] - sums[low]) / (high - low)
    first = min(least, len(curve)) - 1
    return int(first + np.argmin(np.round(smooth[first:], 12))) + 1


def _score(settings: Ensemble, curves: list[Floats], parts: tuple[Dataset, ...]) -> FoldScore:
    last = np.array([curve[-1] for curve in curves])
    weights = np.array([_weight(part) for part in parts])
    error = float(_together(last, weights, bool(parts[0].classes)))
    spread = float(last.std(ddof=1) / math.sqrt(len(last))) if len(last) > 1 else math.inf
    return FoldScore(settings, error, spread)


def unpeeking(parts: tuple[Dataset, ...]) -> tuple[Dataset, ...]:
    """The parts that can judge: some rows that teach and some that judge have a weight.

    They judge by the labels as they stand: this is a choice, and no proof of it.
    """
    able = (part for part in parts if part.has_validation and part.weights[~part.validation].any())
    return tuple(replace(part, first_labels=None) for part in able)
