"""A round of gradient boosting over the rows: slopes for the next trees, losses and errors.

For every training row a pair (h, g) is written: what the next tree's leaves sum up. Rows are in
training order. A tally holds the losses of training and validation rows and their errors, weighted
sums all of them; `hardness` grows by how much each row is still missed. Each block of row numbers
has a tally of its own: tables in parts that end with a block add up to the same.
"""

import math

import numpy as np

from core.base.compiling import inner, kernel, sum_kernel
from core.engine.kernels.exponentials import exp_all, log1p_all

LOSS, VALIDATION_LOSS, ERROR, VALIDATION_ERROR = 0, 1, 2, 3
TALLIES = 4
SQUARED, ABSOLUTE, HUBER = 0, 1, 2
_MOST_RESPONSE = 4.0
"""Where a working response is cut off (Friedman, Hastie & Tibshirani 2000)."""
_LEAST_WEIGHT = 1e-12
_BLOCK = 1024
ROWS = 4 * _BLOCK
"""Rows of a block that is tallied for itself."""


@inner
def working_pair(residual, variance):
    """LogitBoost's (w, w z) with w = p(1-p) and the working response z = (y-p)/w, cut off."""
    weight = max(variance, _LEAST_WEIGHT)
    response = min(max(residual / weight, -_MOST_RESPONSE), _MOST_RESPONSE)
    return weight, weight * response


@inner
def _rows_of(number, scores, tallies):
    """Where a block of rows begins and ends, and its tally, which is empty yet."""
    tally = tallies[number]
    for place in range(TALLIES):
        tally[place] = 0.0
    return number * ROWS, min((number + 1) * ROWS, len(scores)), tally


@sum_kernel
def _total(values, count):
    total = 0.0
    for place in range(np.uint64(count)):
        total += values[place]
    return total


@kernel
def judge_logistic(
    scores,
    labels,
    weights,
    training,
    first,
    last,
    scale,
    tie,
    is_working,
    slopes,
    hardness,
    tallies,
):
    """Two classes: P = 1/(1+exp(-scale F)), loss -ln P of the own class, g = y - P, h = P(1-P)."""
    own, small, loss = np.empty(_BLOCK), np.empty(_BLOCK), np.empty(_BLOCK)
    room = np.empty(_BLOCK)
    for number in range(first, last):
        start, stop, tally = _rows_of(number, scores, tallies)
        for part in range(2):
            begin, end = (start, min(stop, training)) if part == 0 else (max(start, training), stop)
            for low in range(begin, end, _BLOCK):
                rows = np.uint64(min(_BLOCK, end - low))
                score, label, weight = scores[low:, 0], labels[low:], weights[low:]
                for place in range(rows):
                    own[place] = scale * (score[place] if label[place] == 1 else -score[place])
                    # Of exp(|F|) and exp(-|F|) only the small one is needed: it cannot overflow.
                    loss[place] = -abs(own[place])
                exp_all(loss, rows, room, small)
                log1p_all(small, rows, loss)
                missed = hardness[low:]
                for place in range(rows):
                    other = (small[place] if own[place] > 0.0 else 1.0) / (1.0 + small[place])
                    small[place] = other
                    missed[place] += other
                    loss[place] = weight[place] * (loss[place] + max(-own[place], 0.0))
                    is_tie = own[place] == 0.0
                    is_wrong = (own[place] < 0.0) | (is_tie & (label[place] != tie))
                    room[place] = weight[place] if is_wrong else 0.0
                tally[LOSS + part] += _total(loss, rows)
                tally[ERROR + part] += _total(room, rows)
                if part == 0:
                    _logistic_slopes(small, label, weight, rows, is_working, slopes[0, low:])


@inner
def _logistic_slopes(other, label, weight, rows, is_working, slopes):
    """w (h, g) of some rows, by the share of the class that is not theirs."""
    for place in range(rows):
        residual = other[place] if label[place] == 1 else -other[place]
        variance = other[place] * (1.0 - other[place])
        if is_working:
            variance, residual = working_pair(residual, variance)
        slopes[place, 0] = weight[place] * variance
        slopes[place, 1] = weight[place] * residual


@kernel
def judge_softmax(
    scores, labels, weights, training, first, last, tie, is_working, slopes, hardness, tallies
):
    """Many classes: P_k of exp(F_k), loss -ln P of the own class, g = y - P, h = K/(K-1) P(1-P)."""
    classes = scores.shape[1]
    block = max(1, 4 * _BLOCK // classes)
    away, room, exps = (
        np.empty(block * classes),
        np.empty(block * classes),
        np.empty(block * classes),
    )
    for number in range(first, last):
        start, stop, tally = _rows_of(number, scores, tallies)
        for low in range(start, stop, block):
            rows = min(block, stop - low)
            for place in range(rows):
                highest = scores[low + place, 0]
                for output in range(classes):
                    highest = max(highest, scores[low + place, output])
                for output in range(classes):
                    away[place * classes + output] = scores[low + place, output] - highest
            exp_all(away, rows * classes, room, exps)
            for place in range(rows):
                begin = place * classes
                _judge_shares(
                    away[begin : begin + classes],
                    exps[begin : begin + classes],
                    labels[low + place],
                    weights[low + place],
                    low + place,
                    training,
                    tie,
                    is_working,
                    slopes,
                    hardness,
                    tally,
                )


@inner
def _judge_shares(
    away, shares, label, weight, row, training, tie, is_working, slopes, hardness, tally
):
    """Judge a row by its scores less the highest one, and what exp makes of these."""
    classes = len(away)
    total = 0.0
    for output in range(classes):
        total += shares[output]
    loss = math.log(total) - away[label]
    best_other = 0.0
    named = -1
    for output in range(classes):
        shares[output] /= total
        if output != label:
            best_other = max(best_other, shares[output])
        if named < 0 and away[output] == 0.0:
            named = output
    if away[tie] == 0.0:
        named = tie
    hardness[row] += (1.0 - (shares[label] - best_other)) / 2
    is_wrong = named != label
    if row >= training:
        tally[VALIDATION_LOSS] += weight * loss
        tally[VALIDATION_ERROR] += weight * is_wrong
        return
    factor = classes / (classes - 1)
    for output in range(classes):
        share = shares[output]
        residual = (1.0 if output == label else 0.0) - share
        if is_working:
            h, g = working_pair(residual, share * (1.0 - share))
        else:
            h, g = factor * share * (1.0 - share), residual
        slopes[output, row, 0] = weight * h
        slopes[output, row, 1] = weight * g
    tally[LOSS] += weight * loss
    tally[ERROR] += weight * is_wrong


@kernel
def judge_numbers(
    scores, targets, weights, training, first, last, kind, delta, slopes, hardness, tallies
):
    """Numbers, with r = y - F. The error is r²; g is r, its sign, or r cut off at ±δ; h = 1.

    squared: r²/2; absolute: |r|; huber: r²/2 up to δ, δ(|r| - δ/2) beyond (Friedman 2001).
    """
    for number in range(first, last):
        start, stop, tally = _rows_of(number, scores, tallies)
        for row in range(np.uint64(start), np.uint64(stop)):
            residual = targets[row] - scores[row, 0]
            size = abs(residual)
            if kind == SQUARED:
                loss, slope = residual * residual / 2, residual
            elif kind == ABSOLUTE:
                loss, slope = size, float(np.sign(residual))
            elif size <= delta:
                loss, slope = residual * residual / 2, residual
            else:
                loss, slope = delta * (size - delta / 2), math.copysign(delta, residual)
            hardness[row] += size
            weight = weights[row]
            if row < training:
                slopes[0, row, 0] = weight
                slopes[0, row, 1] = weight * slope
                tally[LOSS] += weight * loss
                tally[ERROR] += weight * residual * residual
            else:
                tally[VALIDATION_LOSS] += weight * loss
                tally[VALIDATION_ERROR] += weight * residual * residual


@kernel
def weighted_quantile(values, weights, share):
    """The least value with at least so much of the weight at or below it."""
    order = np.argsort(values)
    wanted = share * weights.sum()
    below = 0.0
    for place in order:
        below += weights[place]
        if below >= wanted and weights[place] > 0.0:
            return values[place]
    return values[order[-1]]


@kernel
def location_values(first, last, leaves, rows, starts, stops, residuals, weights, kind, delta, out):
    """The leaf values of the absolute and the Huber loss: where the leaf's residuals lie.

    absolute: their median m; huber: m + mean of sign(r - m) min(|r - m|, δ) (Friedman 2001).
    """
    for place in range(first, last):
        node = leaves[place]
        here = rows[starts[node] : stops[node]]
        own, own_weights = np.empty(len(here)), np.empty(len(here))
        for spot in range(len(here)):
            own[spot] = residuals[here[spot]]
            own_weights[spot] = weights[here[spot]]
        middle = weighted_quantile(own, own_weights, 0.5)
        value = middle
        if kind == HUBER:
            total, weight = 0.0, 0.0
            for spot in range(len(here)):
                total += own_weights[spot] * min(max(own[spot] - middle, -delta), delta)
                weight += own_weights[spot]
            value += total / weight
        out[node, 0] = value


@kernel
def add_leaves(first, last, leaves, rows, starts, stops, values, vote, output, scores):
    """Add to scores: vote * leaf value, for the rows that a tree was grown on."""
    width = values.shape[1]
    for place in range(first, last):
        node = leaves[place]
        here = rows[starts[node] : stops[node]]
        if width == 1:
            added = vote * values[node, 0]
            for row in here:
                scores[row, output] += added
        else:
            for channel in range(width):
                added = vote * values[node, channel]
                for row in here:
                    scores[row, channel] += added
