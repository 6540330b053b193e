"""Trees whose questions add up several columns, randomly weighed (Breiman 2001, Forest-RC)."""

import numpy as np

from core.base.compiling import inner, kernel
from core.engine.kernels.growing.criteria import NUMBERS, is_nearly_pure, score
from core.engine.kernels.growing.random_splits import next_random

_ROUNDING = 1e-12


@inner
def _uniform(state):
    """A random number in [-1, 1)."""
    state, number = next_random(state)
    return state, 2.0 * (np.float64(number >> np.uint64(11)) / 9007199254740992.0) - 1.0


@inner
def _sum_up(rows, weights, targets, labels, criterion, stats):
    """The statistics of some rows: sums of weights per class, or (Σ w, Σ w y)."""
    stats[:] = 0.0
    for row in rows:
        if criterion == NUMBERS:
            stats[0] += weights[row]
            stats[1] += targets[row]
        else:
            stats[labels[row]] += weights[row]


@kernel
def sum_up_nodes(rows, starts, stops, weights, targets, labels, criterion, stats):
    """The statistics of every node."""
    for node in range(len(stats)):
        here = rows[starts[node] : stops[node]]
        _sum_up(here, weights, targets, labels, criterion, stats[node])


@inner
def _is_settled(rows, weights, targets, total, criterion):
    """Whether all rows are of one class, or have one number."""
    if criterion != NUMBERS:
        return is_nearly_pure(total)
    squares = 0.0
    for row in rows:
        squares += targets[row] / weights[row] * targets[row]
    return squares - total[1] / total[0] * total[1] <= _ROUNDING * squares


@inner
def _even_cut(matrix, rows, first, min_rows, values):
    """The first column from `first` on that parts the rows, and where most evenly; -1 without."""
    count, size = matrix.shape[1], len(rows)
    for step in range(count):
        column = (first + step) % count
        for place in range(size):
            values[place] = matrix[rows[place], column]
        order = np.argsort(values)
        best, threshold = size, 0.0
        for place in range(min_rows - 1, size - min_rows):
            low, high = values[order[place]], values[order[place + 1]]
            larger = max(place + 1, size - place - 1)
            if low < high and larger < best:
                middle = low + (high - low) / 2
                best, threshold = larger, middle if low <= middle < high else low
        if best < size:
            return column, threshold
    return -1, 0.0


@kernel
def grow_oblique(matrix, rows, values, rules, seed, tree):
    """Grow a tree on `rows`, which are left sorted by leaf; tells how many nodes it has.

    Each node tries so many sums of `combined` random columns with coefficients in [-1, 1], and
    takes the sum and the threshold that part its rows best; an impure node where none gains
    anything is parted evenly by a single column. The right child follows the left.
    """
    weights, targets, labels, channels = values
    criterion, depth, min_rows, tries, combined = rules
    columns, coefficients, thresholds, left, starts, stops, gains = tree
    count = matrix.shape[1]
    depth = depth if count > 0 else 0
    total, below, above = np.empty(channels), np.empty(channels), np.empty(channels)
    stack, levels = np.empty(2 * depth + 4, np.int64), np.empty(2 * depth + 4, np.int64)
    chosen, scales = np.empty(combined, np.int32), np.empty(combined)
    nodes, waiting = 1, 1
    starts[0], stops[0], stack[0], levels[0] = 0, len(rows), 0, 0
    state = np.uint64(seed)
    while waiting > 0:
        waiting -= 1
        node, level = stack[waiting], levels[waiting]
        left[node], gains[node], thresholds[node] = -1, 0.0, 0.0
        columns[node], coefficients[node] = 0, 0.0
        start, stop = starts[node], stops[node]
        size = stop - start
        if level >= depth or size < 2 * min_rows or size < 2:
            continue
        here = rows[start:stop]
        _sum_up(here, weights, targets, labels, criterion, total)
        if _is_settled(here, weights, targets, total, criterion):
            continue
        before = score(total, criterion, 0.0)
        best = before
        values = np.empty(size)
        for _ in range(tries):
            for place in range(combined):
                state, number = next_random(state)
                chosen[place] = number % np.uint64(count)
                state, scales[place] = _uniform(state)
            for place in range(size):
                value = 0.0
                for part in range(combined):
                    value += scales[part] * matrix[here[place], chosen[part]]
                values[place] = value
            order = np.argsort(values)
            below[:] = 0.0
            for place in range(size - 1):
                row = here[order[place]]
                if criterion == NUMBERS:
                    below[0] += weights[row]
                    below[1] += targets[row]
                else:
                    below[labels[row]] += weights[row]
                low, high = values[order[place]], values[order[place + 1]]
                if low == high or place + 1 < min_rows or size - place - 1 < min_rows:
                    continue
                for channel in range(channels):
                    above[channel] = total[channel] - below[channel]
                found = score(below, criterion, 0.0) + score(above, criterion, 0.0)
                if found > best * (1 + 1e-12) and found > best:
                    middle = low + (high - low) / 2
                    best = found
                    thresholds[node] = middle if low <= middle < high else low
                    for part in range(combined):
                        columns[node, part] = chosen[part]
                        coefficients[node, part] = scales[part]
        if best <= before:
            # No sum gains anything, or none parts the rows: part them evenly by a single column.
            state, number = next_random(state)
            first = np.int64(number % np.uint64(count))
            column, thresholds[node] = _even_cut(matrix, here, first, min_rows, values)
            if column < 0:
                thresholds[node] = 0.0
                continue
            columns[node], coefficients[node] = column, 0.0
            coefficients[node, 0] = 1.0
        count_left = 0
        spare = np.empty(size, rows.dtype)
        count_right = 0
        for place in range(size):
            row = here[place]
            value = 0.0
            for part in range(combined):
                value += coefficients[node, part] * matrix[row, columns[node, part]]
            if value <= thresholds[node]:
                here[count_left] = row
                count_left += 1
            else:
                spare[count_right] = row
                count_right += 1
        for place in range(count_right):
            here[count_left + place] = spare[place]
        if count_left == 0 or count_right == 0:
            columns[node], coefficients[node], thresholds[node] = 0, 0.0, 0.0
            continue
        gains[node] = best - before
        left[node] = nodes
        starts[nodes], stops[nodes] = start, start + count_left
        starts[nodes + 1], stops[nodes + 1] = start + count_left, stop
        stack[waiting], levels[waiting] = nodes + 1, level + 1
        stack[waiting + 1], levels[waiting + 1] = nodes, level + 1
        waiting += 2
        nodes += 2
    return nodes


@kernel
def walk_oblique(matrix, columns, coefficients, thresholds, left, leaf):
    """The leaf that each row of the matrix ends in."""
    for row in range(matrix.shape[0]):
        node = 0
        while left[node] >= 0:
            value = 0.0
            for part in range(columns.shape[1]):
                value += coefficients[node, part] * matrix[row, columns[node, part]]
            node = left[node] if value <= thresholds[node] else left[node] + 1
        leaf[row] = node
