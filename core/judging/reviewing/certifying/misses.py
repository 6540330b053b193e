"""How often the reviewer misses an error: what the blind checks tell, at any moment."""

import math

_PRIOR = (0.5, 4.5)
"""Missed and found: the shape of the bets on the miss rate, one in ten on average."""


def miss_bound(found: int, missed: int, alpha: float) -> float:
    """The highest rate of missed errors that the checks do not refute, whenever one asks.

    Bets on rates r, mixed by a beta distribution, win B(a + missed, b + found) / B(a, b) over
    r^missed (1 - r)^found (Robbins 1970; Ville 1939): a rate is refuted once that reaches
    1 / alpha.

    >>> [round(miss_bound(found, 0, 0.05), 2) for found in (0, 10, 30)]
    [1.0, 0.3, 0.13]
    """
    if not found + missed:
        return 1.0
    a, b = _PRIOR
    limit = math.log(1 / alpha) - _log_beta(a + missed, b + found) + _log_beta(a, b)
    low, high = missed / (found + missed), 1.0
    for _ in range(60):
        rate = (low + high) / 2
        hits = found * math.log1p(-rate) if found else 0.0
        cost = (missed * math.log(rate) if missed else 0.0) + hits
        low, high = (rate, high) if -cost < limit else (low, rate)
    return high


def widened(seen: int, most: int, rate: float, alpha: float) -> int:
    """The most errors there can have been if at most `seen` of them would have been noticed.

    Each is missed with probability `rate`, by itself: the largest E for which noticing so few of
    E has a probability above alpha (Clopper & Pearson 1934), and never more than `most`.

    >>> widened(20, 1000, 0.0, 0.01), widened(20, 1000, 0.2, 0.01), widened(20, 1000, 1.0, 0.01)
    (20, 32, 1000)
    """
    from scipy.special import bdtr

    if rate <= 0 or seen >= most:
        return min(seen, most)
    low, high = seen, most
    while low < high:
        middle = (low + high + 1) // 2
        is_possible = bdtr(seen, middle, 1 - rate) > alpha if middle > seen else True
        low, high = (middle, high) if is_possible else (low, middle - 1)
    return low


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
