"""Replaying the rounds from one bit a row a round.

A bit is set where the round's learner was right about the row. `bits[round, byte]` holds eight
rows a byte, lowest bit first.
"""

import math

import numpy as np

from core.base.compiling import kernel
from core.engine.kernels.boosting import HEAVIEST, reweighted

_BLOCK = 512


@kernel
def add_agreement(bits, rounds, votes, start, stop, agreement):
    """agreement[row] += vote where the learner was right, -= vote where it was wrong."""
    for low in range(start, stop, _BLOCK):
        high = min(low + _BLOCK, stop)
        for number in range(rounds):
            vote = votes[number]
            for byte in range(low >> 3, (high + 7) >> 3):
                pattern = bits[number, byte]
                row = byte << 3
                for bit in range(min(8, high - row)):
                    agreement[row + bit] += vote if (pattern >> bit) & 1 else -vote


@kernel
def replay_weights(
    bits,
    rounds,
    votes,
    rights,
    wrongs,
    log_scales,
    labels,
    start_weights,
    start,
    stop,
    agreement,
    signed,
    sums,
):
    """Reweight as training did, bit for bit, and add every round's weight to `sums`."""
    for row in range(start, stop):
        byte, bit = row >> 3, row & 7
        sum_, value, agreed = sums[row], signed[row], agreement[row]
        for number in range(rounds):
            if (bits[number, byte] >> bit) & 1:
                agreed += votes[number]
                factor = rights[number]
            else:
                agreed -= votes[number]
                factor = wrongs[number]
            value = reweighted(
                value * factor, labels[row], start_weights[row], agreed, log_scales[number]
            )
            sum_ += abs(value)
        sums[row], signed[row], agreement[row] = sum_, value, agreed


@kernel
def weight_image(
    bits,
    rounds,
    log_rights,
    log_wrongs,
    columns,
    pixel_rows,
    log_weights,
    training,
    shifts,
    tops,
    image,
):
    """Advance the logs of the weights round by round and keep the maximum per pixel.

    `columns[round]` and `pixel_rows[row]` say which pixel a round and a row fall into; a row
    with pixel -1 is not drawn. A hot row is never averaged away. Rows from `training` on are drawn
    at the level of those before: shifted, and ending at the top.
    """
    rows = len(log_weights)
    for low in range(0, rows, _BLOCK):
        high = min(low + _BLOCK, rows)
        for number in range(rounds):
            column = columns[number]
            right, wrong = log_rights[number], log_wrongs[number]
            for row in range(low, high):
                is_right = (bits[number, row >> 3] >> (row & 7)) & 1
                value = log_weights[row] + (right if is_right else wrong)
                log_weights[row] = value
                if row >= training:
                    value = min(value + shifts[number], tops[number])
                pixel = pixel_rows[row]
                if pixel >= 0 and value > image[pixel, column]:
                    image[pixel, column] = value


@kernel
def weights_from_agreement(log_start, agreement, training):
    """exp(log w0 - yF), scaled so that the training rows sum to 1."""
    highest = -math.inf
    for row in range(training):
        highest = max(highest, log_start[row] - agreement[row])
    weights = np.empty(len(agreement))
    total = 0.0
    for row in range(len(agreement)):
        weights[row] = math.exp(log_start[row] - agreement[row] - highest)
        if row < training:
            total += weights[row]
    for row in range(len(agreement)):
        weights[row] = min(weights[row] / total, HEAVIEST)
    return weights
