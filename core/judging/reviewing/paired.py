"""Two answers to the same rows: tests of whether one is better beyond chance."""

import math
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.intervals import Interval, standard_error

_FEW_CHANGED = 1000
"""Of so many tosses all ways are counted, exactly."""
_NO_LONGER_COUNTS = 1e-18
_Z95 = 1.959963984540054
_FLIPS = 9_999
_MOST_FLIPPED = 10_000
"""Beyond so many rows the normal distribution is as good as drawing signs."""


@dataclass(frozen=True)
class PairedTest:
    """Whether the second of two answers to the same rows is better beyond chance."""

    p: float
    """How often chance alone would do this or more, were both as good."""
    shift: float
    """Below 0 for the better."""
    difference: Interval
    """The second error minus the first, with 95 %; of numbers, of the mean squared error."""


def paired_test(
    first: Floats, second: Floats, groups: Integers | None, is_number: bool
) -> PairedTest:
    """Hold two answers against one another: 1 for a wrong row and 0 for a right one, or squares.

    Classes: the exact test of McNemar on the rows that changed between right and wrong. Numbers:
    signs of the ranks of the changes of the absolute errors, flipped at random (Wilcoxon 1945), so
    that a few wild numbers decide nothing. Where rows come in groups, the signs of whole groups are
    flipped.

    >>> wrong = np.repeat([1.0, 0.0], [10, 30])
    >>> found = paired_test(wrong, np.zeros(40), None, is_number=False)
    >>> round(found.p, 4), found.shift
    (0.002, -10.0)
    """
    change = second - first
    improved, worsened = int((change < 0).sum()), int((change > 0).sum())
    if is_number:
        ranks = signed_ranks(np.sqrt(second) - np.sqrt(first))
        p, shift = sign_flips(summed(ranks, groups)), float(ranks.sum())
        return PairedTest(p, shift, mean_interval(change, groups))
    shift = float(worsened - improved)
    if groups is not None:
        p = sign_flips(summed(change, groups))
        return PairedTest(p, shift, mean_interval(change, groups))
    difference = paired_difference(improved, worsened, len(change))
    return PairedTest(mcnemar(improved, worsened), shift, difference)


def mcnemar(one_way: int, other_way: int) -> float:
    """The exact p-value of rows that changed one way against those that changed the other.

    If neither is better, each row that changed did so by the toss of a coin: p is the chance of a
    toss of n as uneven as this one or more, 2 Σ_{k ≤ min} C(n, k) / 2^n (McNemar 1947).

    >>> round(mcnemar(12, 5), 4), mcnemar(0, 0), mcnemar(6, 0)
    (0.1435, 1.0, 0.03125)
    """
    changed, fewer = one_way + other_way, min(one_way, other_way)
    if one_way == other_way:
        return 1.0
    if changed <= _FEW_CHANGED:
        return min(1.0, 2 * _tosses(fewer, changed) / (1 << changed))
    return min(1.0, 2 * _tail(fewer, changed))


def _tail(most: int, tossed: int) -> float:
    """The share of all ways that coins can fall which have so many heads or fewer, most < tossed/2.

    From the likeliest of them on each is a part of the one before: they are added until they no
    longer count, some thousands of them among a million. SciPy, which knows this sum, is slow to
    load.
    """
    likeliest = math.lgamma(tossed + 1) - math.lgamma(most + 1) - math.lgamma(tossed - most + 1)
    part = total = 1.0
    for heads in range(most, 0, -1):
        part *= heads / (tossed - heads + 1)
        total += part
        if part < total * _NO_LONGER_COUNTS:
            break
    return math.exp(likeliest - tossed * math.log(2) + math.log(total))


def _tosses(most: int, tossed: int) -> int:
    """How many of all ways that coins can fall have so many heads or fewer.

    >>> _tosses(1, 3), _tosses(3, 3)
    (4, 8)
    """
    ways = total = 1
    for heads in range(1, most + 1):
        ways = ways * (tossed - heads + 1) // heads
        total += ways
    return total


def paired_difference(fewer: int, more: int, rows: int) -> Interval:
    """By how much the share of wrong rows differs, with its 95 % interval.

    `fewer` rows are no longer wrong, `more` are now. A Wald interval after adding half a row to
    each cell of the table of both answers (Agresti & Min 2005).

    >>> found = paired_difference(12, 5, 750)
    >>> [round(end, 4) for end in (found.share, found.low, found.high)]
    [-0.0093, -0.0203, 0.0017]
    """
    if rows == 0:
        return Interval(math.nan, -1.0, 1.0)
    total, changed, shift = rows + 2, fewer + more + 1, more - fewer
    half = _Z95 * math.sqrt(changed - shift**2 / total) / total
    middle = shift / total
    return Interval(shift / rows, max(-1.0, middle - half), min(1.0, middle + half))


def sign_flips(differences: Floats, seed: int = 0) -> float:
    """The p-value of a mean difference, if each might as well have had the other sign.

    The share of random signs that give a sum at least as far from 0, the one that was seen counted
    in (Fisher 1935). Of very many rows, the normal distribution that the sums then have.

    >>> sign_flips(np.zeros(5)), sign_flips(np.ones(20)) < 0.001
    (1.0, True)
    """
    told = differences[differences != 0]
    seen = abs(float(told.sum()))
    if len(told) == 0 or seen == 0:
        return 1.0
    if len(told) > _MOST_FLIPPED:
        return math.erfc(seen / math.sqrt(2 * float((told**2).sum())))
    random = np.random.default_rng(seed)
    reached = 0
    # A sum that differs by rounding alone is as far.
    least = seen - 1e-9 * float(np.abs(told).sum())
    for start in range(0, _FLIPS, 999):
        signs = random.integers(0, 2, (min(999, _FLIPS - start), len(told)), np.int8)
        reached += int((np.abs((2.0 * signs - 1) @ told) >= least).sum())
    return (reached + 1) / (_FLIPS + 1)


def summed(differences: Floats, groups: Integers | None) -> Floats:
    """The sum of each group, as signs are flipped of whole groups; without groups as they are.

    >>> summed(np.array([1.0, 1.0, -1.0]), np.array([0, 0, 1])).tolist()
    [2.0, -1.0]
    """
    return differences if groups is None else np.bincount(groups, differences).astype(np.float64)


def signed_ranks(differences: Floats) -> Floats:
    """The ranks of the sizes of differences, with their signs; equal sizes share their mean rank.

    Their sum is the statistic of Wilcoxon (1945). Differences of 0 have no sign and no rank.

    >>> signed_ranks(np.array([0.0, 5.0, -1.0, 1.0])).tolist()
    [0.0, 3.0, -1.5, 1.5]
    """
    told = differences != 0
    _, place, counts = np.unique(np.abs(differences[told]), return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks = np.zeros(len(differences))
    ranks[told] = np.sign(differences[told]) * (last - (counts - 1) / 2)[place]
    return ranks


def mean_interval(values: Floats, groups: Integers | None = None) -> Interval:
    """A mean with its 95 % interval, by the normal distribution; of rows, or of groups of them.

    >>> found = mean_interval(np.array([1.0, 2.0, 3.0]))
    >>> found.share, round(found.low, 2), round(found.high, 2)
    (2.0, 0.87, 3.13)
    """
    if len(values) == 0:
        return Interval(math.nan, -math.inf, math.inf)
    mean = float(values.mean())
    half = _Z95 * standard_error(values, groups)
    return Interval(mean, mean - half, mean + half)
