"""How pure a node is, by its statistics S (see `statistics`).

A split is as good as score(left) + score(right) - score(node), with

    numbers   S_1² / (S_0 + penalty)      the variance it removes, or the second-order gain
    gini      Σ_k S_k² / Σ_k S_k          (Breiman et al. 1984)
    entropy   Σ_k S_k ln S_k - W ln W     the information gain times W (Quinlan 1986)
"""

import math

from core.base.compiling import inner, kernel

NUMBERS, GINI, ENTROPY = 0, 1, 2
_ROUNDING = 1e-12


@inner
def score_pair(one, two, criterion, penalty):
    """`score` for two statistics."""
    if criterion == NUMBERS:
        weight = one + penalty
        return two * two / weight if weight > 0.0 else 0.0
    total = one + two
    if total <= 0.0:
        return 0.0
    if criterion == GINI:
        return (one * one + two * two) / total
    sum_ = one * math.log(one) if one > 0.0 else 0.0
    if two > 0.0:
        sum_ += two * math.log(two)
    return sum_ - total * math.log(total)


@inner
def score(stats, criterion, penalty):
    """How pure a node is, times its weight; see the module's head."""
    if len(stats) == 2:
        return score_pair(stats[0], stats[1], criterion, penalty)
    total = 0.0
    for value in stats:
        total += value
    if total <= 0.0:
        return 0.0
    sum_ = 0.0
    if criterion == GINI:
        for value in stats:
            sum_ += value * value
        return sum_ / total
    for value in stats:
        if value > 0.0:
            sum_ += value * math.log(value)
    return sum_ - total * math.log(total)


@inner
def is_pure(stats, criterion):
    """Whether all rows are of one class."""
    if criterion == NUMBERS:
        return False
    seen = 0
    for value in stats:
        seen += value > 0.0
    return seen < 2


@kernel
def is_nearly_pure(stats):
    """Whether all but next to nothing of the weight is of one class."""
    total, most = 0.0, 0.0
    for value in stats:
        total += value
        most = max(most, value)
    return total - most <= _ROUNDING * total
