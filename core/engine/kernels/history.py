"""Replaying the rounds from one bit a row a round.

A bit is set where the round's learner was right about the row. `bits[round, byte]` holds eight
rows a byte, lowest bit first.
"""

import math

import numpy as np

from core.base.compiling import kernel
from core.engine.kernels.boosting import HEAVIEST, reweighted

_BLOCK = 512


_SIGNS = np.where((np.arange(256)[:, None] >> np.arange(8)) & 1, 1.0, -1.0)
"""What each byte of bits says of its eight rows: 1 for right, -1 for wrong."""


@kernel
def add_agreement(bits, rounds, votes, start, stop, agreement):
    """agreement[row] += vote where the learner was right, -= vote where it was wrong.

    Eight rows at a time stay in registers for all rounds. The bits of a block are copied first:
    where rounds are a power of two apart, the cache would hold but a few of them.
    """
    block = np.empty((rounds, _BLOCK >> 3), np.uint8)
    for low in range(start, stop, _BLOCK):
        high = min(low + _BLOCK, stop)
        first = low >> 3
        for number in range(rounds):
            for byte in range((high + 7 - low) >> 3):
                block[number, byte] = bits[number, first + byte]
        whole = (high - low) >> 3
        for byte in range(whole):
            row = np.uint64(low + (byte << 3))
            one, two = agreement[row], agreement[row + np.uint64(1)]
            three, four = agreement[row + np.uint64(2)], agreement[row + np.uint64(3)]
            five, six = agreement[row + np.uint64(4)], agreement[row + np.uint64(5)]
            seven, eight = agreement[row + np.uint64(6)], agreement[row + np.uint64(7)]
            for number in range(rounds):
                vote, pattern = votes[number], np.uint64(block[number, byte])
                one += vote * _SIGNS[pattern, 0]
                two += vote * _SIGNS[pattern, 1]
                three += vote * _SIGNS[pattern, 2]
                four += vote * _SIGNS[pattern, 3]
                five += vote * _SIGNS[pattern, 4]
                six += vote * _SIGNS[pattern, 5]
                seven += vote * _SIGNS[pattern, 6]
                eight += vote * _SIGNS[pattern, 7]
            agreement[row], agreement[row + np.uint64(1)] = one, two
            agreement[row + np.uint64(2)], agreement[row + np.uint64(3)] = three, four
            agreement[row + np.uint64(4)], agreement[row + np.uint64(5)] = five, six
            agreement[row + np.uint64(6)], agreement[row + np.uint64(7)] = seven, eight
        for row in range(low + (whole << 3), high):
            for number in range(rounds):
                agreement[row] += votes[number] * _SIGNS[block[number, whole], row & 7]


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
    start,
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
    at the level of those before: shifted, and ending at the top. The first row of `log_weights` is
    that with the number `start`.
    """
    rows = len(log_weights)
    for low in range(0, rows, _BLOCK):
        high = min(low + _BLOCK, rows)
        for number in range(rounds):
            column = columns[number]
            right, wrong = log_rights[number], log_wrongs[number]
            for row in range(low, high):
                at = start + row
                is_right = (bits[number, at >> 3] >> (at & 7)) & 1
                value = log_weights[row] + (right if is_right else wrong)
                log_weights[row] = value
                if at >= training:
                    value = min(value + shifts[number], tops[number])
                pixel = pixel_rows[row]
                if pixel >= 0 and value > image[pixel, column]:
                    image[pixel, column] = value


@kernel
def weights_from_agreement(log_start, agreement, training, weights):
    """exp(log w0 - yF), scaled so that the training rows sum to 1."""
    highest = -math.inf
    for row in range(training):
        highest = max(highest, log_start[row] - agreement[row])
    total = 0.0
    for row in range(len(agreement)):
        weights[row] = math.exp(log_start[row] - agreement[row] - highest)
        if row < training:
            total += weights[row]
    for row in range(len(agreement)):
        weights[row] = min(weights[row] / total, HEAVIEST)
