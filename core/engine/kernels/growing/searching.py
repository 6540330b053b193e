"""The best split of a node among its features: for all nodes of a level, and for a node alone."""

import math

import numpy as np

from core.base.compiling import inner, inner_leaf, kernel
from core.engine.codes import BINS
from core.engine.kernels.growing.criteria import score
from core.engine.kernels.growing.cuts import best_cut
from core.engine.kernels.growing.histograms import fill, subtract
from core.engine.kernels.growing.random_splits import next_random
from core.engine.kernels.growing.subsets import best_subset

_ROUNDING = 1e-14
"""A gain this small beside the scores it is the difference of is rounding."""
NO_QUESTION, NO_GAIN = -1, -2


@kernel
def scan_level(
    features, shown, first, last, rows, values, fillings, level, rules, histograms, found
):
    """The best splits of all nodes of a level by the features at places first to last.

    A child's histogram is filled from its rows, and subtracted from its parent's, which becomes
    its sibling's. Then the histograms of the level's nodes are looked at.
    """
    for number in range(len(fillings.slots)):
        own = histograms[fillings.slots[number]]
        here = rows[fillings.starts[number] : fillings.stops[number]]
        fill(features.codes, shown, first, last, here, values, own)
        if fillings.taken_from[number] >= 0:
            subtract(own, first, last, histograms[fillings.taken_from[number]])
    look(features, shown, first, last, level, rules, histograms, found)


@kernel
def look(features, shown, first, last, level, rules, histograms, found):
    """The best splits of the nodes whose histograms are there, by features first to last."""
    channels = level.totals.shape[1]
    left, right = np.empty(channels), np.empty(channels)
    for number in range(len(level.slots)):
        size = level.sizes[number]
        sums, total = histograms[level.slots[number]], level.totals[number]
        for place in range(first, last):
            feature = shown[place]
            (
                found.scores[number, place],
                found.cuts[number, place],
                found.sides[number, place],
                found.followings[number, place],
            ) = best_split(
                sums[place],
                features.is_category[feature],
                features.tops[feature],
                total,
                size,
                rules,
                left,
                right,
                found.masks[number, place],
            )


@kernel
def scan_nodes(features, shown, first, last, rows, values, level, rules, found):
    """The best splits of nodes by their own features; first and last count over all of those."""
    channels, wanted = level.totals.shape[1], shown.shape[1]
    left, right = np.empty(channels), np.empty(channels)
    histograms = np.empty((wanted, BINS, channels + 1))
    for number in range(first // wanted, (last + wanted - 1) // wanted):
        low, high = max(first - number * wanted, 0), min(last - number * wanted, wanted)
        here = rows[level.starts[number] : level.stops[number]]
        fill(features.codes, shown[number], low, high, here, values, histograms)
        for place in range(low, high):
            feature = shown[number, place]
            (
                found.scores[number, place],
                found.cuts[number, place],
                found.sides[number, place],
                found.followings[number, place],
            ) = best_split(
                histograms[place],
                features.is_category[feature],
                features.tops[feature],
                level.totals[number],
                len(here),
                rules,
                left,
                right,
                found.masks[number, place],
            )


@inner
def best_split(sums, is_category, top, total, rows, rules, left, right, mask):
    """The best split of a feature with this histogram.

    Tells its score, and for a cut the last code, the side of missing values and the next code.
    """
    if is_category:
        return best_subset(sums, total, rows, rules, left, right, mask), 0, False, -1
    return best_cut(sums, top, total, rows, rules, left, right)


@kernel
def choose_splits(features, found, totals, rules, states, best, gains):
    """The place of each node's split, negative as `choose` says if it is none, and its gain."""
    for number in range(len(found)):
        best[number], gains[number], states[number] = choose(
            features[number], found[number], totals[number], rules, states[number]
        )


@inner_leaf
def choose(features, found, total, rules, state):
    """The place of the best split, ties to the lowest feature; or of a random one of the best.

    NO_QUESTION instead of a place if no feature parts the rows, NO_GAIN if none gains anything.
    """
    best = NO_QUESTION
    for place in range(len(found)):
        if found[place] == -math.inf:
            continue
        if (
            best < 0
            or found[place] > found[best]
            or (found[place] == found[best] and features[place] < features[best])
        ):
            best = place
    if best < 0:
        return best, 0.0, state
    own, min_gain = score(total, rules.criterion, rules.penalty), rules.min_gain
    if rules.among_best > 1:
        # Only among those that gain something.
        least = own + max(min_gain, _ROUNDING * abs(found[best]))
        good = 0
        for place in range(len(found)):
            good += found[place] > least
        good = max(1, min(good, rules.among_best))
        state, number = next_random(state)
        best = _place_of_rank(found, np.int64(number % np.uint64(good)))
    gain = found[best] - own
    if not gain > max(min_gain, _ROUNDING * abs(found[best])):
        best = NO_GAIN
    return best, gain, state


@inner_leaf
def _place_of_rank(found, rank):
    """The place that so many come before: the highest first, equal ones in their order."""
    place = -1
    for _ in range(rank + 1):
        following = -1
        for other in range(len(found)):
            is_behind = (
                place < 0
                or found[other] < found[place]
                or (found[other] == found[place] and other > place)
            )
            if is_behind and (following < 0 or found[other] > found[following]):
                following = other
        place = following
    return place
