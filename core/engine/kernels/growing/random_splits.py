"""Random numbers, random features, and splits by chance alone. Each node has its own stream."""

import numpy as np

from core.base.compiling import inner, inner_leaf, kernel
from core.engine.codes import BINS, MISSING, MOST_VALUES


@inner
def next_random(state):
    """A step of splitmix64 (Steele, Lea & Flood 2014): the next state and a number of 64 bits."""
    state += np.uint64(0x9E3779B97F4A7C15)
    mixed = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state, mixed ^ (mixed >> np.uint64(31))


@kernel
def children_states(states, left_states, right_states):
    """The random numbers of the children: each node has a stream of its own."""
    for number in range(len(states)):
        state, left_states[number] = next_random(states[number])
        _, right_states[number] = next_random(state)


@inner_leaf
def choose_features(features, wanted, swaps, state):
    """Shuffle so that the first `wanted` are a random choice (Fisher & Yates)."""
    for place in range(wanted):
        state = choose_one(features, place, swaps, state)
    return state


@inner_leaf
def choose_one(features, place, swaps, state):
    """Put a random one of the features from a place on there."""
    count = len(features)
    other = place
    if place < count - 1:
        state, number = next_random(state)
        other = place + np.int64(number % np.uint64(count - place))
    swaps[place] = other
    features[place], features[other] = features[other], features[place]
    return state


@inner_leaf
def put_back(features, wanted, swaps):
    """Undo `choose_features`: a node's choice depends on its own random numbers alone."""
    for place in range(wanted - 1, -1, -1):
        other = swaps[place]
        features[place], features[other] = features[other], features[place]


@kernel
def choose_for_nodes(usable, wanted, states, features):
    """The random features that each node looks at."""
    order, swaps = usable.copy(), np.empty(wanted, np.int64)
    for number in range(len(states)):
        states[number] = choose_features(order, wanted, swaps, states[number])
        for place in range(wanted):
            features[number, place] = order[place]
        put_back(order, wanted, swaps)


@inner
def random_cut(column, rows, is_category, state, mask):
    """A completely random split of one feature: (found, last code, missing left, state)."""
    counts = np.zeros(BINS, np.int64)
    for row in rows:
        counts[column[row]] += 1
    present = 0
    for code in range(BINS):
        present += counts[code] > 0
    if present < 2:
        return False, 0, False, state
    if is_category:
        # Each code on a random side; the first one left and the last one right.
        for byte in range(BINS // 8):
            state, number = next_random(state)
            mask[byte] = np.uint8(number & np.uint64(255))
            mask[BINS // 8 + byte] = 0
        seen = 0
        for code in range(BINS):
            if counts[code] > 0:
                seen += 1
                bit = np.uint8(1 << (code & 7))
                if seen == 1:
                    mask[code >> 3] |= bit
                elif seen == present:
                    mask[code >> 3] &= ~bit
                mask[BINS // 8 + (code >> 3)] |= bit
        return True, 0, False, state
    low, high = BINS, -1
    for code in range(MISSING):
        if counts[code] > 0:
            low, high = min(low, code), code
    state, number = next_random(state)
    missing_left = (number & np.uint64(1)) == 1
    if low == high:
        return True, MOST_VALUES - 1, False, state  # all values left, missing ones right
    state, number = next_random(state)
    return True, low + np.int64(number % np.uint64(high - low)), missing_left, state
