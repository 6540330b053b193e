"""A round of votes, taken in by every row: sums, errors and hardness in one pass."""

import numpy as np

from core.base.compiling import inner, kernel, part

TRAINING_WRONG, VALIDATION_WRONG, OUTSIDE_WRONG, OUTSIDE_WEIGHT = 0, 1, 2, 3
TALLIES = 4


@kernel
def add_class_votes(planes, vote, labels, sums, first, last):
    """Add a vote to the class that each row was given, and to the burden of rows given a wrong one.

    The burden is the last column and takes twice the vote. Classes are kept in bit planes, the
    lowest bit first.
    """
    burden, twice = sums.shape[1] - 1, 2.0 * vote
    for row in range(np.uint64(first), np.uint64(last)):
        byte, bit = row >> np.uint64(3), np.uint8(row & np.uint64(7))
        named = 0
        for plane in range(planes.shape[0]):
            named |= np.int64((planes[plane, byte] >> bit) & 1) << plane
        sums[row, named] += vote
        # Added in any case: which rows it is cannot be foreseen.
        sums[row, burden] += twice if named != labels[row] else 0.0


@kernel
def add_burden(planes, vote, labels, burden, first, last):
    """Add twice the vote to the burden of rows that were given a wrong class."""
    twice = 2.0 * vote
    for row in range(np.uint64(first), np.uint64(last)):
        byte, bit = row >> np.uint64(3), np.uint8(row & np.uint64(7))
        named = 0
        for plane in range(planes.shape[0]):
            named |= np.int64((planes[plane, byte] >> bit) & 1) << plane
        burden[row] += twice if named != labels[row] else 0.0


@inner
def _judge(scores, row, classes, label, commonest):
    """Whether a row is decided wrongly, and its margin.

    The highest score decides; of equal ones the commonest class, else the first. The margin is
    the own class's share of the votes minus the best other's, 0 without any vote.
    """
    total, highest, winner, other = 0.0, -np.inf, 0, -np.inf
    for place in range(classes):
        value = scores[row, place]
        total += value
        if value > highest:
            highest, winner = value, place
        if place != label and value > other:
            other = value
    if scores[row, commonest] == highest:
        winner = commonest
    if classes < 2:
        return winner != label, 1.0
    return winner != label, (scores[row, label] - other) / total if total > 0.0 else 0.0


@kernel
def take_votes(
    said,
    is_outside,
    labels,
    weights,
    commonest,
    training,
    start,
    stop,
    sums,
    outside,
    hardness,
    tally,
):
    """Add what a member says of rows start to stop to their sums, and to those it never saw.

    `outside` has a last column for how many members never saw a row, and no rows where members
    see all of them. Hardness grows by the share of the votes against the row's label, judged by
    members that never saw it where there are any. The tally goes on from what it is.
    """
    classes, first = said.shape[1], start
    if classes == 2 and len(outside) > 0:
        start = max(start, min(stop, training))
        _take_two(
            said,
            is_outside,
            labels,
            weights,
            commonest,
            first,
            start,
            sums,
            outside,
            hardness,
            tally,
        )
    for row in range(np.uint64(start), np.uint64(stop)):
        label, own = labels[row], row - np.uint64(first)
        for place in range(classes):
            sums[row, place] += said[own, place]
        is_wrong, margin = _judge(sums, row, classes, label, commonest)
        if row < training:
            tally[TRAINING_WRONG] += weights[row] * is_wrong
            if len(outside) > 0:
                if is_outside[row]:
                    for place in range(classes):
                        outside[row, place] += said[own, place]
                    outside[row, classes] += 1.0
                if outside[row, classes] > 0.0:
                    is_wrong, margin = _judge(outside, row, classes, label, commonest)
                    tally[OUTSIDE_WRONG] += weights[row] * is_wrong
                    tally[OUTSIDE_WEIGHT] += weights[row]
        else:
            tally[VALIDATION_WRONG] += weights[row] * is_wrong
        hardness[row] += (1.0 - margin) / 2.0


@inner
def _take_two(
    said, is_outside, labels, weights, commonest, start, stop, sums, outside, hardness, tally
):
    """`take_votes` of two classes for training rows start to stop, without a branch a class."""
    wrong = tally[TRAINING_WRONG]
    outside_wrong, outside_weight = tally[OUTSIDE_WRONG], tally[OUTSIDE_WEIGHT]
    for row in range(np.uint64(start), np.uint64(stop)):
        own = row - np.uint64(start)
        label, weight, one, two = labels[row], weights[row], said[own, 0], said[own, 1]
        sums[row, 0] += one
        sums[row, 1] += two
        is_wrong, margin = _judge_two(sums[row, 0], sums[row, 1], label, commonest)
        wrong += weight * is_wrong
        is_out = is_outside[row]
        outside[row, 0] += one if is_out else 0.0
        outside[row, 1] += two if is_out else 0.0
        outside[row, 2] += 1.0 if is_out else 0.0
        if outside[row, 2] > 0.0:
            is_wrong, margin = _judge_two(outside[row, 0], outside[row, 1], label, commonest)
            outside_wrong += weight * is_wrong
            outside_weight += weight
        hardness[row] += (1.0 - margin) / 2.0
    tally[TRAINING_WRONG] = wrong
    tally[OUTSIDE_WRONG] = outside_wrong
    tally[OUTSIDE_WEIGHT] = outside_weight


@part
def _judge_two(one, two, label, commonest):
    """`_judge` of two classes."""
    own, other = (two, one) if label == 1 else (one, two)
    is_wrong = own < other or (own == other and label != commonest)
    total = one + two
    return is_wrong, (own - other) / total if total > 0.0 else 0.0
