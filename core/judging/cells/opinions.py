"""What the judges say of the cells of a column: how likely any value would be in any row."""

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from core.base.arrays import Floats, Integers
from core.judging.cells.columns import CellColumn

_NORMAL = 1.4826
_FREEDOMS = np.array([1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0])
"""The tails of a column are never taken to be lighter than the last: nobody has seen them."""
_UPPER = 0.8
_PARTS, _LEAST_PART = 12, 25
_LEAST_SHARE = 0.1
"""The local spread is at least this share of the column's."""
_NATURAL, _BROAD = 1e-3, 10.0
"""Of a thousand right values one may come from anywhere, so many spreads wide."""
_POWERS = (1.0, 2.0, 4.0)
_DOUBTS = (0.3, 0.1, 0.03, 0.01, 0.003, 0.001)
MOST_SURPRISE = 15.0
_FARTHEST = 1e9


class CellOpinion(Protocol):
    """What is said of one column, for a number of rows in their order."""

    def surprise(self, values: Floats) -> Floats:
        """-log10 of the probability of a value as unlikely as this; 0 for a missing one."""

    def log_density(self, values: Floats) -> Floats:
        """The logarithm of how likely the values are, in the column's own unit; NaN if missing."""

    def log_density_alone(self, values: Floats) -> Floats:
        """The same by the column alone, whatever the rest of the row says."""

    def fitting(self) -> Floats:
        """The value that would fit best."""

    def take(self, rows: Integers) -> "CellOpinion":
        """The same about some of the rows."""


@dataclass(frozen=True)
class LocalSpread:
    """How far numbers usually lie from what is expected: of small and large ones by themselves.

    After division by it, the distances follow a t distribution whose degrees of freedom the middle
    of them gives: an empirical null (Efron 2004).
    """

    at: tuple[float, ...]
    spreads: tuple[float, ...]
    freedom: float

    @classmethod
    def of(
        cls, expected: Floats, residuals: Floats, step: float, most_parts: int = _PARTS
    ) -> "LocalSpread":
        """Learned from rows whose numbers are known."""
        from scipy import special  # scipy.stats takes long to load

        overall = max(_usual(residuals), step / 2, 1e-9)
        order = np.argsort(expected, kind="stable")
        parts = max(1, min(most_parts, len(order) // _LEAST_PART))
        at, spreads = [], []
        for rows in np.array_split(order, parts):
            own = _usual(residuals[rows])
            # A few rows say little: the column's own spread counts as so many more of them.
            mixed = len(rows) * own**2 + _LEAST_PART * overall**2
            at.append(float(np.median(expected[rows])) if len(rows) else 0.0)
            spread = math.sqrt(mixed / (len(rows) + _LEAST_PART))
            spreads.append(max(spread, _LEAST_SHARE * overall))
        freedom = _freedom(np.abs(residuals) / np.interp(expected, at, spreads))
        # The middle of a t distribution is wider than that of a normal one.
        stretch = _NORMAL * float(special.stdtrit(freedom, 0.75))
        return cls(tuple(at), tuple(spread / stretch for spread in spreads), freedom)

    @classmethod
    def alone(cls, scaled: Floats) -> "LocalSpread":
        """That of a column by itself: around its middle, the same everywhere."""
        return cls.of(np.zeros(len(scaled)), scaled, 0.0, 1)

    def __call__(self, expected: Floats) -> Floats:
        return np.asarray(np.interp(expected, self.at, self.spreads))


@dataclass(frozen=True, eq=False)
class NumberOpinion:
    """A number is expected, give or take a local spread."""

    column: CellColumn
    expected: Floats
    """On the column's scale."""
    spread: Floats
    freedom: float
    alone: LocalSpread
    """Of the column by itself, whatever the rest of the row says."""

    def surprise(self, values: Floats) -> Floats:
        """By both tails of the t distribution, given the rest of the row or by itself.

        The less likely of the two counts, twice as likely for the choice (Bonferroni).
        """
        from scipy import special

        scaled = self.column.scale(values)
        missing = np.isnan(scaled)
        beside = np.abs(self._away(values))
        itself = np.abs(scaled) / self.alone.spreads[0]
        tails = [
            special.stdtr(freedom, -np.where(missing, 0.0, np.minimum(away, _FARTHEST)))
            for away, freedom in ((beside, self.freedom), (itself, self.alone.freedom))
        ]
        tail = np.minimum(1.0, 4 * np.minimum(*tails))
        return np.asarray(np.clip(-np.log10(tail), 0.0, MOST_SURPRISE))

    def log_density(self, values: Floats) -> Floats:
        """The t density, and a little of a broad one (Cauchy's): right values may lie anywhere."""
        density = _log_density(self._away(values), self.freedom) - np.log(self.spread)
        return np.asarray(density + self.column.scale.log_slope(values))

    def log_density_alone(self, values: Floats) -> Floats:
        """The same by the column alone, whatever the rest of the row says."""
        spread = self.alone.spreads[0]
        away = np.clip(self.column.scale(values) / spread, -_FARTHEST, _FARTHEST)
        density = _log_density(away, self.alone.freedom) - math.log(spread)
        return np.asarray(density + self.column.scale.log_slope(values))

    def fitting(self) -> Floats:
        """What is expected."""
        return self.column.scale.undo(self.expected)

    def take(self, rows: Integers) -> "NumberOpinion":
        """The same about some of the rows."""
        return NumberOpinion(
            self.column, self.expected[rows], self.spread[rows], self.freedom, self.alone
        )

    def _away(self, values: Floats) -> Floats:
        away = (self.column.scale(values) - self.expected) / self.spread
        return np.clip(away, -_FARTHEST, _FARTHEST)


def _log_density(away: Floats, freedom: float) -> Floats:
    height = math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)
    height -= math.log(freedom * math.pi) / 2
    usual = np.exp(height - (freedom + 1) / 2 * np.log1p(away**2 / freedom))
    broad = 1 / (math.pi * _BROAD * (1 + (away / _BROAD) ** 2))
    return np.asarray(np.log((1 - _NATURAL) * usual + _NATURAL * broad))


@dataclass(frozen=True, eq=False)
class CategoryOpinion:
    """Each name of the column has a share in each row."""

    shares: Floats
    usual: Floats
    """The shares of the names in the whole column."""

    def surprise(self, values: Floats) -> Floats:
        """By the shares of all names that are no likelier than the given one."""
        own = self._own(values)
        known = np.where(np.isnan(own), 1.0, own)
        tail = np.where(self.shares <= known[:, None] * (1 + 1e-9), self.shares, 0.0).sum(axis=1)
        return np.asarray(np.clip(-np.log10(np.maximum(tail, 1e-15)), 0.0, MOST_SURPRISE))

    def log_density(self, values: Floats) -> Floats:
        """The share of the given name."""
        return np.asarray(np.log(self._own(values)))

    def log_density_alone(self, values: Floats) -> Floats:
        """The usual share of the given name."""
        missing = np.isnan(values) | (values < 0)
        usual = self.usual[np.where(missing, 0, values).astype(np.int64)]
        return np.asarray(np.log(np.where(missing, np.nan, usual)))

    def fitting(self) -> Floats:
        """The name with the largest share."""
        return np.asarray(self.shares.argmax(axis=1), np.float64)

    def take(self, rows: Integers) -> "CategoryOpinion":
        """The same about some of the rows."""
        return CategoryOpinion(self.shares[rows], self.usual)

    def _own(self, values: Floats) -> Floats:
        missing = np.isnan(values) | (values < 0)
        places = np.where(missing, 0, values).astype(np.int64)
        own = self.shares[np.arange(len(values)), places]
        return np.where(missing, np.nan, own)


@dataclass(frozen=True)
class Sharpness:
    """How the shares of a forest become probabilities: share^power, and some doubt mixed in.

    A forest of small trees is less sure than it could be where one column decides, and surer than
    it is right elsewhere; what makes the given names likeliest out of fold is taken.
    """

    power: float
    doubt: float

    @classmethod
    def of(cls, shares: Floats, usual: Floats, values: Floats) -> "Sharpness":
        """The best by the rows whose name is known."""
        known = ~np.isnan(values)
        places = values[known].astype(np.int64)
        gains = {}
        for power in _POWERS:
            own = sharpened(shares[known], power)[np.arange(len(places)), places]
            for doubt in _DOUBTS:
                mixed = (1 - doubt) * own + doubt * usual[places]
                gains[cls(power, doubt)] = float(np.log(mixed).mean())
        return max(gains, key=lambda each: gains[each])

    def __call__(self, shares: Floats, usual: Floats) -> Floats:
        return (1 - self.doubt) * sharpened(shares, self.power) + self.doubt * usual


def sharpened(shares: Floats, power: float) -> Floats:
    """Shares to a power, summing up to 1 again."""
    raised = shares**power
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _usual(residuals: Floats) -> float:
    """The usual size, as a normal deviation; where half of them are 0, their mean size."""
    if not len(residuals):
        return 0.0
    sizes = np.abs(residuals)
    return float(_NORMAL * np.median(sizes)) or float(sizes.mean())


def _freedom(sizes: Floats) -> float:
    from scipy import special

    seen = sizes[sizes > 0]
    if len(seen) < _LEAST_PART:
        return float(_FREEDOMS[0])
    # Further out, wrong values would have a say in what is usual.
    middle, upper = np.quantile(seen, (0.5, _UPPER))
    ratios = special.stdtrit(_FREEDOMS, (1 + _UPPER) / 2) / special.stdtrit(_FREEDOMS, 0.75)
    return float(_FREEDOMS[np.argmin(np.abs(np.log(ratios * middle / upper)))])
