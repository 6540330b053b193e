"""What a model of the labels says, set right by how such models err on data whose errors are known.

On data sets whose labels were made wrong on purpose two things were fitted once: how often labels
are wrong of which the model says so (Platt 1999), and how far the share of wrong labels lies from
the estimate in nine cells of ten (quantile regression: Koenker & Bassett 1978). How often the
result holds on data sets that were left out is told by the benchmark of the same name.
"""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats


@dataclass(frozen=True)
class Noise:
    """The estimated share of wrong labels, with the bounds of a 90 % interval."""

    estimate: float
    low: float
    high: float

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.estimate <= self.high <= 1:
            raise ValueError("an estimate lies within its interval")


@dataclass(frozen=True, eq=False)
class NoiseEvidence:
    """What an estimate of the share of wrong labels is made of."""

    wrong: Floats
    """How likely each label is wrong."""
    said: Floats
    """The share of wrong labels by each model."""
    weights: Floats
    """How much each model is to be believed."""
    torn: float
    """The mean share of the class that the judges hold for the second likeliest."""
    units: int
    """How many rows, or groups of them, there are."""

    def reasons(self, is_above: bool) -> Floats:
        """What makes the truth lie below, or above, the estimate: see `Reach`."""
        estimate = float(self.wrong.mean())
        credible = self.said[self.weights >= _LEAST_WEIGHT]
        modelled = float(self.said @ self.weights)
        farthest = credible.max() - modelled if is_above else estimate - credible.min()
        return np.array(
            [
                1.0,
                (self.wrong * (1 - self.wrong)).mean(),
                np.sqrt((estimate * (1 - estimate) + 1 / self.units) / self.units),
                max(0.0, float(farthest)),
                max(0.0, self.torn - estimate) if is_above else 0.0,
            ]
        )


_LEAST_WEIGHT = 0.01
"""Models that are to be believed less than this are excluded."""


@dataclass(frozen=True)
class Reach:
    """How far an end of the interval lies from the estimate: the sum of five parts."""

    always: float
    """However many rows there are: what the model itself does not know."""
    unsure: float
    """Times the mean of w (1 - w), w being how likely a label is wrong."""
    chance: float
    """Times the standard error of a share so large among so many rows."""
    models: float
    """Times the distance to the farthest model that is not excluded; below the lowest one."""
    torn: float
    """Times how torn the judges are beyond the estimate: errors near a border look like one."""

    def of(self, reasons: Floats) -> float:
        """The distance."""
        parts = np.array([self.always, self.unsure, self.chance, self.models, self.torn])
        return float(parts @ reasons)


@dataclass(frozen=True)
class NoiseCalibration:
    """How a model is set right.

    logit P(wrong) = a + b logit P(wrong by the model) + c ln(K/2), K being the number of classes:
    among many classes judges name another one more easily by chance, and have fewer rows of each.
    """

    offset: float
    """a"""
    slope: float
    """b"""
    many_classes: float
    """c"""
    below: Reach
    above: Reach

    def wrong(self, modelled: Floats, classes: int) -> Floats:
        """How likely labels, of so many classes, are wrong of which a model says so.

        >>> plain = NoiseCalibration(0.0, 1.0, 0.0, Reach(0, 0, 2, 1, 0), Reach(0, 0, 2, 1, 0))
        >>> plain.wrong(np.array([0.1, 0.5, 0.9]), classes=2).round(6).tolist()
        [0.1, 0.5, 0.9]
        """
        inside = np.clip(modelled, 1e-4, 1 - 1e-4)
        raised = self.offset + self.slope * (np.log(inside) - np.log1p(-inside))
        raised += self.many_classes * np.log(max(2, classes) / 2)
        return np.asarray(1 / (1 + np.exp(-raised)))

    def noise(self, evidence: NoiseEvidence) -> Noise:
        """The share of wrong labels, and its interval.

        >>> said, believed = np.array([0.1]), np.array([1.0])
        >>> evidence = NoiseEvidence(np.repeat([0.0, 1.0], [90, 10]), said, believed, 0.1, 100)
        >>> noise = USUAL.noise(evidence)
        >>> noise.low < noise.estimate == 0.1 < noise.high
        True
        """
        estimate = float(evidence.wrong.mean())
        below = self.below.of(evidence.reasons(is_above=False))
        above = self.above.of(evidence.reasons(is_above=True))
        return Noise(estimate, max(0.0, estimate - below), min(1.0, estimate + above))


USUAL = NoiseCalibration(
    0.604,
    0.873,
    -0.781,
    below=Reach(0.01, 0.03, 1.394, 1.0, 0.0),
    above=Reach(0.025, 0.03, 1.3, 1.0, 0.327),
)
"""Fitted to 374 cells of 17 families, as the benchmark of calibration does it."""
