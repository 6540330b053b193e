"""A round of boosting with stumps, by a team of threads.

ROWS      a chunk of rows: the stump votes on them, and they are weighed anew
COLUMNS   some features: their histogram D is brought up to the new weights, and searched

D' = right D + (wrong - right) D_wrong, where D_wrong is D of the rows that the stump got wrong,
with their weights before: a minority, which is all that has to be looked at. Each thread sums it up
for the chunks that it has; with many columns, column by column from a list of those rows. Now and
then D is summed up anew from all rows. Sums are whole numbers of a unit, so that nothing depends on
who does what.

A round needs no sum y F: whether the ensemble is wrong about a row can be told from its weight,
but where both classes have nearly as many votes. Only then is the sum brought up to date, from the
bits of the rounds since, and by all chunks at the end of a block of bits.
"""

import math

import numpy as np

from core.base.compiling import inner_leaf, kernel, part
from core.engine.codes import BINS
from core.engine.kernels.blocks import add_rows
from core.engine.kernels.boosting import (
    best_cut,
    best_of_feature,
    chosen_stump,
    cut_of,
    judge,
    judge_cut,
    multiply,
    pack,
    pick_missed,
    reweighted,
    run_up,
    weigh,
    weigh_heavy,
    weigh_wrong,
)
from core.engine.kernels.history import add_agreement
from core.engine.kernels.team import (
    LEAVE,
    call_out,
    claim,
    leave,
    stay_for_call,
    tell_done,
    wait_for_all,
)

ROWS, COLUMNS = 0, 1
FEATURE, IS_ANEW, LINE = 0, 1, 2
RIGHT, WRONG, LOG_SCALE = 0, 1, 2
WEIGHT, TRAINING_WRONG, VALIDATION_WRONG = 0, 1, 2
TALLIES = 3
GROUP = 16
"""The features of four blocks: their sums stay in the first cache."""
_MOST_SCALE = 600.0
"""exp of more is out of reach of what a weight may be."""


@kernel
def boost(number, first, last, board, rows, stump, columns, state):
    """Let a stump vote, reweight, and find the next one; the leader is number 0, others help.

    Without a feature nobody votes. Kinds of work first to last are done: between ROWS and COLUMNS,
    sums of rows elsewhere may be added. Helpers stay for the rounds that follow.
    """
    room = _room(rows.chunk)
    if number == 0:
        if first == ROWS:
            for member in range(len(state.tallies)):
                for place in range(TALLIES):
                    state.tallies[member, place] = 0
        groups = (len(columns.histogram) + GROUP - 1) // GROUP
        for kind in range(first, last + 1):
            items = len(state.counts) if kind == ROWS else groups
            _share(kind, items, board, rows, stump, columns, state, room)
        state.chosen[0], state.edge[0] = chosen_stump(
            columns.histogram,
            columns.counts,
            columns.is_category,
            columns.spans,
            columns.edges,
            columns.cuts,
            state.sides,
        )
        return
    while True:
        kind, item = claim(board, number)
        if kind == LEAVE:
            leave(board, number)
            return
        if kind < 0:
            if not stay_for_call(board, number):
                return
            continue
        _do(kind, item, number, rows, stump, columns, state, room)
        tell_done(board)


@kernel
def _room(chunk):
    """What a thread needs for a chunk of rows, and for a group of columns."""
    return (
        np.empty(chunk, np.uint8),
        np.empty((chunk >> 6) + 1, np.uint64),
        np.empty((GROUP, BINS), np.int64),
        np.empty((GROUP, BINS)),
        np.empty(BINS),
    )


@part
def _share(kind, count, board, rows, stump, columns, state, room):
    """The leader calls out some work, does its share, and waits for the others."""
    call_out(board, kind, count)
    while True:
        claimed, item = claim(board, np.int64(0))  # a literal would compile all of it once more
        if claimed < 0:
            break
        _do(claimed, item, np.int64(0), rows, stump, columns, state, room)
        tell_done(board)
    wait_for_all(board, count)


@inner_leaf
def _do(kind, item, member, rows, stump, columns, state, room):
    is_right, words, sums, below, edges = room
    if kind == ROWS:
        _weigh_rows(item, member, rows, stump, columns, state, is_right, words)
    else:
        _search_columns(item, rows, stump, columns, state, sums, below, edges)


@inner_leaf
def _weigh_rows(number, member, rows, stump, columns, state, is_right, words):
    """Let the stump vote on a chunk, reweight, and list the rows that D' has to look at.

    `sides` gives the stump's vote (-1 or 1) for each code of its feature; `right` and `wrong` are
    what weights are multiplied by. A bit is set where the stump was right.

    Short loops with one job each, and unsigned indices: the compiler makes vectors of them.
    """
    chunk, training, signed = rows.chunk, rows.training, state.signed
    start = number * chunk
    stop = min(start + chunk, len(signed))
    end = max(start, min(stop, training))
    labels = rows.labels[start:stop]
    # Where the list is used up at once, it is written over: it stays in the cache.
    low = member * chunk if len(state.parts) else start
    high, count = low + end - start, 0
    missed, values = state.missed[low:high], state.values[low:high]
    back, is_anew = 1.0 / rows.unit, stump.asked[IS_ANEW] != 0
    if stump.asked[FEATURE] >= 0:
        packed = words.view(np.uint8)
        cut, codes = cut_of(stump.sides), rows.codes[stump.asked[FEATURE], start:stop]
        if cut >= 0:
            judge_cut(codes, labels, stump.sides, cut, is_right)
        else:
            judge(codes, labels, stump.sides, is_right)
        pack(is_right, stop - start, packed)
        line = np.uint64(stump.asked[LINE])
        for byte in range(np.uint64((stop - start + 7) >> 3)):
            stump.bits[line, np.uint64(start >> 3) + byte] = packed[byte]
        if not is_anew:
            count = np.int64(pick_missed(words, start, end - start, missed))
            for place in range(np.uint64(count)):
                values[place] = np.int64(np.rint(signed[missed[place]] * back))
        own, step = signed[start:stop], stump.step
        if multiply(is_right, step[RIGHT], step[WRONG], own) > 0:
            _agree(number, start, stop, stump, state)
            for row in range(start, stop):
                signed[row] = reweighted(
                    signed[row],
                    rows.labels[row],
                    rows.start_weights[row],
                    state.agreement[row],
                    step[LOG_SCALE],
                )
    if is_anew:
        count = end - start
        for place in range(np.uint64(count)):
            missed[place] = np.uint32(start + np.int64(place))
            values[place] = np.int64(np.rint(signed[start + np.int64(place)] * back))
    state.counts[number] = count
    if len(state.parts):
        add_rows(columns.blocks, missed[:count], values[:count], state.parts[member])
    tally = state.tallies[member]
    tally[WEIGHT] += weigh(signed[start:end], back)
    if stump.asked[FEATURE] >= 0:
        tally[TRAINING_WRONG] += _wrong(number, start, end, rows, stump, state)
        tally[VALIDATION_WRONG] += _wrong(number, end, stop, rows, stump, state)


@inner_leaf
def _wrong(number, start, stop, rows, stump, state):
    """What rows of a chunk weigh, in units and at the start, that the ensemble gets wrong now."""
    weights, back = rows.row_weights[start:stop], 1.0 / rows.weight_unit
    found, scale = np.int64(-1), -stump.step[LOG_SCALE]
    if scale < _MOST_SCALE:
        factor = math.exp(scale) / rows.total
        found = weigh_heavy(state.signed[start:stop], weights, rows.even_weight, factor, back)
    if found < 0:
        first = number * rows.chunk
        _agree(number, first, min(first + rows.chunk, len(state.signed)), stump, state)
        agreement, labels = state.agreement[start:stop], rows.labels[start:stop]
        found = weigh_wrong(agreement, labels, weights, rows.tie, back)
    return found


@inner_leaf
def _agree(number, start, stop, stump, state):
    """Bring the sums y F of a chunk up to the vote that is cast."""
    known, asked = state.agreed[number], stump.asked[LINE] + 1
    if known < asked:
        bits, votes = stump.bits[known:asked], stump.votes[known:asked]
        add_agreement(bits, asked - known, votes, start, stop, state.agreement)
        state.agreed[number] = asked


@inner_leaf
def _search_columns(group, rows, stump, columns, state, sums, below, edges):
    """Bring D of some features up to the new weights, and find the best edge of each."""
    first = group * GROUP
    last = min(first + GROUP, len(columns.histogram))
    for place in range(GROUP):
        for code in range(np.uint64(BINS)):
            sums[place, code] = 0
    for member in range(len(state.parts)):
        for place in range(last - first):
            own, other = sums[place], state.parts[member, first + place]
            for code in range(np.uint64(BINS)):
                own[code] += other[code]
                other[code] = 0
    if not len(state.parts):
        blocks = columns.blocks[group * GROUP // 4 : (group + 1) * GROUP // 4]
        for number in range(len(state.counts)):
            start, count = number * rows.chunk, state.counts[number]
            missed, values = state.missed[start:], state.values[start:]
            add_rows(blocks, missed[:count], values[:count], sums)
    right, factor = 0.0, rows.unit
    if stump.asked[IS_ANEW] == 0:
        right = stump.step[RIGHT]
        factor = (stump.step[WRONG] - right) * rows.unit
    for place in range(last - first):
        feature = first + place
        known, own = columns.histogram[feature], sums[place]
        for code in range(np.uint64(BINS)):
            known[code] = right * known[code] + factor * np.float64(own[code])
    known = columns.histogram[first:last]
    run_up(known, below)
    for feature in range(first, last):
        place, cut = feature - first, columns.cuts[feature]
        low, top = columns.ends[feature, 0], columns.ends[feature, 1]
        if low >= 0:
            edge = best_cut(below[place], low, top, edges, cut)
        else:
            is_category = columns.is_category[feature]
            edge = best_of_feature(known[place], columns.counts[feature], is_category, cut)
        columns.edges[feature] = edge
