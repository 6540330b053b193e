"""A round of boosting with stumps, by a team of threads.

ROWS      a chunk of rows: the stump votes on them, and they are weighed anew
COLUMNS   some features: their histogram D is brought up to the new weights, and searched

D' = right D + (wrong - right) D_wrong, where D_wrong is D of the rows that the stump got wrong,
with their weights before: a minority, which is all that has to be looked at. Each thread sums it up
for the chunks that it has; with many columns, column by column from a list of those rows. Now and
then D is summed up anew from all rows. Sums are whole numbers of a unit, so that nothing depends on
who does what.
"""

import numpy as np

from core.base.compiling import inner, kernel, part
from core.engine.codes import BINS
from core.engine.kernels.blocks import add_rows
from core.engine.kernels.boosting import (
    best_of_feature,
    chosen_stump,
    cut_of,
    judge,
    judge_cut,
    multiply,
    pack,
    pick_missed,
    reweighted,
    weigh,
    weigh_wrong,
)
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
FEATURE, IS_ANEW = 0, 1
VOTE, RIGHT, WRONG, LOG_SCALE = 0, 1, 2, 3
WEIGHT, TRAINING_WRONG, VALIDATION_WRONG = 0, 1, 2
TALLIES = 3
GROUP = 16
"""The features of four blocks: their sums stay in the first cache."""


@kernel
def boost(number, first, last, board, rows, stump, columns, state):
    """Let a stump vote, reweight, and find the next one; the leader is number 0, others help.

    Without a feature nobody votes. Kinds of work first to last are done: between ROWS and COLUMNS,
    sums of rows elsewhere may be added. Helpers stay for the rounds that follow.
    """
    if number == 0:
        if first == ROWS:
            for member in range(len(state.tallies)):
                for place in range(TALLIES):
                    state.tallies[member, place] = 0
        groups = (len(columns.histogram) + GROUP - 1) // GROUP
        for kind in range(first, last + 1):
            items = len(state.counts) if kind == ROWS else groups
            _share(kind, items, board, rows, stump, columns, state)
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
        _do(kind, item, number, rows, stump, columns, state)
        tell_done(board)


@part
def _share(kind, count, board, rows, stump, columns, state):
    """The leader calls out some work, does its share, and waits for the others."""
    call_out(board, kind, count)
    while True:
        claimed, item = claim(board, 0)
        if claimed < 0:
            break
        _do(claimed, item, 0, rows, stump, columns, state)
        tell_done(board)
    wait_for_all(board, count)


@inner
def _do(kind, item, member, rows, stump, columns, state):
    if kind == ROWS:
        _weigh_rows(item, member, rows, stump, columns, state)
    else:
        _search_columns(item, rows, stump, columns, state)


@inner
def _weigh_rows(number, member, rows, stump, columns, state):
    """Let the stump vote on a chunk, reweight, and list the rows that D' has to look at.

    `sides` gives the stump's vote (-1 or 1) for each code of its feature; `right` and `wrong` are
    what weights are multiplied by. A bit is set where the stump was right.

    Short loops with one job each, and unsigned indices: the compiler makes vectors of them.
    """
    chunk, training, signed = rows.chunk, rows.training, state.signed
    start = number * chunk
    stop = min(start + chunk, len(signed))
    end = max(start, min(stop, training))
    labels, agreement = rows.labels[start:stop], state.agreement[start:stop]
    # Where the list is used up at once, it is written over: it stays in the cache.
    low = member * chunk if len(state.parts) else start
    high, count = low + end - start, 0
    missed, values = state.missed[low:high], state.values[low:high]
    back, is_anew = 1.0 / rows.unit, stump.asked[IS_ANEW] != 0
    if stump.asked[FEATURE] >= 0:
        is_right = np.empty(chunk, np.uint8)
        words = np.empty((chunk >> 6) + 1, np.uint64)
        packed = words.view(np.uint8)
        cut, codes = cut_of(stump.sides), rows.codes[stump.asked[FEATURE], start:stop]
        if cut >= 0:
            judge_cut(codes, labels, stump.sides, cut, is_right)
        else:
            judge(codes, labels, stump.sides, is_right)
        pack(is_right, stop - start, packed)
        for byte in range((stop - start + 7) >> 3):
            stump.bits[(start >> 3) + byte] = packed[byte]
        if not is_anew:
            count = np.int64(pick_missed(words, start, end - start, missed))
            for place in range(np.uint64(count)):
                values[place] = np.int64(np.rint(signed[missed[place]] * back))
        own, step = signed[start:stop], stump.step
        if multiply(is_right, step[VOTE], step[RIGHT], step[WRONG], agreement, own) > 0:
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
    _tally(start, end, stop, rows, state, state.tallies[member])


@inner
def _tally(start, end, stop, rows, state, tally):
    """What training rows start to end weigh now, and the wrong ones of all rows at the start."""
    labels, weights, agreement = rows.labels, rows.row_weights, state.agreement
    back = 1.0 / rows.weight_unit
    tally[WEIGHT] += weigh(state.signed[start:end], 1.0 / rows.unit)
    tally[TRAINING_WRONG] += weigh_wrong(
        agreement[start:end], labels[start:end], weights[start:end], rows.tie, back
    )
    tally[VALIDATION_WRONG] += weigh_wrong(
        agreement[end:stop], labels[end:stop], weights[end:stop], rows.tie, back
    )


@inner
def _search_columns(group, rows, stump, columns, state):
    """Bring D of some features up to the new weights, and find the best edge of each."""
    first = group * GROUP
    last = min(first + GROUP, len(columns.histogram))
    sums = np.zeros((GROUP, BINS), np.int64)
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
        columns.edges[feature] = best_of_feature(
            known, columns.counts[feature], columns.is_category[feature], columns.cuts[feature]
        )
