"""Numbers: rows whose residual no judge can explain.

The judges' numbers are averaged, each with a weight of 1/s², s being the usual size of its
residuals: their median as a normal deviation. Large numbers are often missed by more than small
ones: a residual counts by what is usual where the judges say about the same (a local scale; by the
spread of a forest: Zhou et al. 2023). How large the residuals of that average are without any error
follows a t distribution, whose degrees of freedom the middle of them gives: an empirical
null (Efron 2004). What is seen beyond it is wrong.
"""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.judging.auditing.doubting.calibration import Noise
from core.judging.auditing.doubting.noise import Doubt, rising_ratio

_NORMAL = 1.4826
"""The deviation of a normal error over the median of its size."""
_FREEDOMS = (3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0, 30.0, 1000.0)
_FAR = 4.0
"""Smaller residuals than so many usual ones are never wrong, however seldom they are."""
_NEARLY_NOTHING = 1e-100
_LEAST_ROWS = 10
_REPEATS, _FEW_REPEATS, _MANY = 100, 20, 20_000
_STREAM = 0x402
_INTERVAL = (0.05, 0.95)
_NEAR_SHARE, _NEAR_ROWS = 0.2, 30
"""What is usual of a number is seen in so large a share of the rows around it, and in so many."""
_PLACES = 50
"""It is looked at in so many places, and in between it follows a line."""
_LEAST_SIZE = 1e-3
"""No place has a smaller usual residual than this share of that of all."""


@dataclass(frozen=True)
class LocalScale:
    """How far a residual counts by what is usual near its number rather than anywhere."""

    share: float = 0.75
    """The power of what is usual there: 0 is one scale for all, 1 a scale for every place."""


USUAL = LocalScale()


def average(said: Floats, targets: Floats, counts: Mask | None = None) -> Floats:
    """What the judges say together: a row a row, a column a judge; some rows weigh the judges."""
    return np.asarray(said @ judge_weights(said, targets, counts))


def judge_weights(said: Floats, targets: Floats, counts: Mask | None = None) -> Floats:
    """The share of each judge in what they say together: 1/s² over the sum of these."""
    usual = usual_size((said - targets[:, None])[_rows(counts)])
    # A judge that is nearly always right still leaves the others something to say.
    usual = np.maximum(usual / (float(usual.max()) or 1.0), 1e-3)
    weights = usual**-2.0
    return np.asarray(weights / weights.sum())


def unexplained(
    said: Floats, targets: Floats, counts: Mask | None = None, how: LocalScale = USUAL
) -> Floats:
    """How many usual residuals each number is away from what the judges say together."""
    expected = average(said, targets, counts)
    away = np.abs(expected - targets)
    # What vanishes beside the largest is explained: nothing is endlessly many of it away.
    away[away < _NEARLY_NOTHING * float(away.max())] = 0.0
    away = away / _local(expected, away, _rows(counts)) ** how.share
    size = float(usual_size(away[_rows(counts), None])[0]) or 1.0
    return np.asarray(away / size)


def _local(expected: Floats, away: Floats, rows: Mask | slice) -> Floats:
    """The usual residual where the judges say about as much, over that of all rows."""
    known, sizes = expected[rows], away[rows]
    everywhere = float(usual_size(sizes[:, None])[0])
    near = max(_NEAR_ROWS, round(_NEAR_SHARE * len(known)))
    if not everywhere or near >= len(known):
        return np.ones(len(expected))
    order = np.argsort(known, kind="stable")
    places = np.unique(np.linspace(0, len(known) - 1, _PLACES).astype(np.int64))
    starts = np.clip(places - near // 2, 0, len(known) - near)
    usual = [float(usual_size(sizes[order[s : s + near], None])[0]) for s in starts.tolist()]
    scale = np.maximum(np.array(usual) / everywhere, _LEAST_SIZE)
    return np.asarray(np.interp(np.searchsorted(known[order], expected), places, scale))


def usual_size(residuals: Floats) -> Floats:
    """The usual size of residuals, column by column; where half of them are 0, their mean size."""
    sizes = np.abs(residuals)
    usual = _NORMAL * np.median(sizes, axis=0)
    return np.asarray(np.where(usual > 0, usual, sizes.mean(axis=0)))


def doubted_numbers(sizes: Floats, seed: int, counts: Mask | None = None) -> Doubt:
    """How many of the numbers are wrong, and how likely each one is."""
    own = sizes[_rows(counts)]
    order, expected = _expected(own)
    # A row's own share, not that of all above it: what is expected more with each row.
    wrong = 1 - rising_ratio(np.diff(expected, prepend=0.0), np.ones(len(own)))
    # Rows that do not count are as likely wrong as the next smaller one that does.
    place = np.searchsorted(-own[order], -sizes, side="left")
    random = np.random.default_rng([seed, _STREAM])
    drawn = [
        _excess(_expected(own[random.integers(0, len(own), len(own))])[1])
        for _ in range(_REPEATS if len(own) < _MANY else _FEW_REPEATS)
    ]
    estimate = _excess(expected)
    low, high = np.quantile(drawn, _INTERVAL)
    return Doubt(
        Noise(estimate, min(float(low), estimate), max(float(high), estimate)),
        np.append(wrong, 0.0)[place],
    )


def _rows(counts: Mask | None) -> Mask | slice:
    return slice(None) if counts is None else counts


def _excess(expected: Floats) -> float:
    """The share of rows that are seen beyond what is to be expected, at the cut with the most."""
    count = np.arange(1, len(expected) + 1)
    return max(0.0, float((count - expected).max())) / len(expected)


def _expected(sizes: Floats) -> tuple[Integers, Floats]:
    """The rows, largest first, and how many as large are to be expected without any error."""
    from scipy import special  # scipy.stats takes long to load

    order = np.argsort(-sizes, kind="stable")
    seen = sizes[sizes > 0]
    if len(seen) < _LEAST_ROWS:
        return order, np.arange(1.0, len(sizes) + 1)
    middle, upper = np.quantile(seen, [0.5, 0.75])
    freedoms = np.array(_FREEDOMS)
    # Quantiles of the size: half of the values lie below the 75th percentile of both signs.
    ratios = special.stdtrit(freedoms, 0.875) / special.stdtrit(freedoms, 0.75)
    freedom = float(freedoms[np.argmin(np.abs(ratios - upper / middle))])
    scale = middle / special.stdtrit(freedom, 0.75)
    expected = len(seen) * 2 * special.stdtr(freedom, -sizes[order] / scale)
    expected += 2 * np.sqrt(expected)  # more than chance would bring
    near = int((sizes >= _FAR).sum())
    expected[near:] = np.arange(near, len(sizes)) + 1.0
    return order, expected
