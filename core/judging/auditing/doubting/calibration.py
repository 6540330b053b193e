"""What a model of the labels says, set right by how such models err on data whose errors are known.

On data sets whose labels were made wrong on purpose two things were fitted once: how often labels
are wrong of which the model says so (Platt 1999), and how far the share of wrong labels lies from
the estimate in nine cells of ten (quantile regression: Koenker & Bassett 1978). How often the
result holds on data sets that were left out is told by the benchmark of the same name.
"""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats
from core.judging.auditing.doubting.standing import LabelStanding


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
    standing: LabelStanding
    units: int
    """How many rows, or groups of them, there are."""

    @property
    def estimate(self) -> float:
        """The share of wrong labels."""
        return float(self.wrong.mean())

    @property
    def lowest(self) -> float:
        """The least that a credible model says."""
        return float(self.said[self.weights >= _CREDIBLE].min(initial=1.0))

    def below(self) -> Floats:
        """What makes the truth lie below the estimate: see `Reach`."""
        units = min(self.units, _MOST_UNITS)
        doubt = float((self.wrong * (1 - self.wrong)).mean())
        return np.array([1.0, np.sqrt((doubt + 1 / units) / units), doubt])

    def above(self) -> Floats:
        """What makes the truth lie above it: what cannot be excluded."""
        share, standing = self.estimate, self.standing
        beyond = standing.contradicted - share, standing.surest - share
        return np.array([1.0, *(max(0.0, each) for each in beyond)])


_CREDIBLE = 0.1
"""Down to what a model says that is to be believed as much, labels may be right."""
_MOST_UNITS = 1000
"""More rows than these make chance smaller, and not what models err."""
_MOST_NEAR_BORDER = 0.1
"""The upper end keeps so many errors near a border in view, at most, whatever is estimated."""
_NEARLY_NONE = 0.005
"""Models of next to no wrong labels say a few: by so much the truth may be less."""


@dataclass(frozen=True)
class Reach:
    """How far the ends of the interval lie from the estimate: sums of these parts."""

    always_below: float
    """However many rows there are: what the model itself does not know."""
    chance: float
    """Times the standard error of the share, were each label wrong as likely as is said."""
    doubt: float
    """Times how open it is whether a label is wrong: what the model errs by, for all labels alike;
    p (1 - p) in the mean."""
    always_above: float
    contradicted: float
    """Times the share of contradicted labels beyond the estimate: each of these may be wrong."""
    surest: float
    """Times the share of contradicted labels among the surest rows, beyond the estimate: flips that
    go one way look like a class that is wider than it is, but for these rows."""
    border: float
    """Times how torn the judges are: so high is the upper end at least, see `noise`."""

    def below(self, evidence: NoiseEvidence) -> float:
        """The distance of the lower end."""
        return float(evidence.below() @ [self.always_below, self.chance, self.doubt])

    def above(self, evidence: NoiseEvidence) -> float:
        """The distance of the upper end."""
        parts = [self.always_above, self.contradicted, self.surest]
        return float(evidence.above() @ parts)

    def near_border(self, evidence: NoiseEvidence) -> float:
        """The share of labels that may be wrong unseen."""
        return min(_MOST_NEAR_BORDER, self.border * evidence.standing.torn)


@dataclass(frozen=True)
class NoiseCalibration:
    """How a model is set right.

    logit P(wrong) = a + b logit P(wrong by the model) + c ln(K/2) + d logit(s), K being the number
    of classes: among many classes judges name another one more easily by chance, and have fewer
    rows of each; and s the share of labels that are contradicted where the judges are surest: if
    even there many are, contradictions elsewhere are errors rather than classes that overlap.
    """

    offset: float
    """a"""
    slope: float
    """b"""
    many_classes: float
    """c"""
    surest: float
    """d"""
    reach: Reach

    def wrong(self, modelled: Floats, standing: LabelStanding) -> Floats:
        """How likely labels are wrong of which a model says so, in a file of such a standing.

        >>> plain = NoiseCalibration(0.0, 1.0, 0.0, 0.0, USUAL.reach)
        >>> plain.wrong(np.array([0.1, 0.9]), LabelStanding(2, 0.1, 0.1, 0.1)).round(6).tolist()
        [0.1, 0.9]
        """
        raised = self.offset + self.slope * logit(modelled)
        raised += self.many_classes * np.log(max(2, standing.classes) / 2)
        raised += self.surest * logit(np.array(standing.surest))
        return np.asarray(1 / (1 + np.exp(-raised)))

    def noise(self, evidence: NoiseEvidence) -> Noise:
        """The share of wrong labels, and its interval.

        Labels that are wrong near a border agree with judges whom they taught: such a file looks
        like one whose labels are right. So as many as judges may be torn about are never excluded.

        >>> said, believed = np.array([0.1]), np.array([1.0])
        >>> wrong, standing = np.repeat([0.0, 1.0], [90, 10]), LabelStanding(2, 0.1, 0.1, 0.1)
        >>> noise = USUAL.noise(NoiseEvidence(wrong, said, believed, standing, 100))
        >>> noise.low < noise.estimate == 0.1 < noise.high
        True
        """
        estimate = evidence.estimate
        low = min(estimate - self.reach.below(evidence), evidence.lowest - _NEARLY_NONE)
        high = max(estimate + self.reach.above(evidence), self.reach.near_border(evidence))
        return Noise(estimate, max(0.0, low), min(1.0, high))


def logit(shares: Floats) -> Floats:
    """ln(p / (1 - p)); what is next to nothing, or to all, is not told apart."""
    inside = np.clip(shares, 1e-4, 1 - 1e-4)
    return np.asarray(np.log(inside) - np.log1p(-inside))


USUAL = NoiseCalibration(
    0.737,
    0.772,
    -0.545,
    0.168,
    Reach(0.013, 1.0, 0.509, 0.013, 0.695, 0.582, 1.6),
)
"""As the benchmark of calibration fits it: to 638 cells of 21 families of tables, of 150 to 1,400
rows each."""
