"""Growing the trunk of a tree by whole numbers: level by level, and the threads share each level.

All of a tree's big nodes are split in one call. Of two siblings the smaller one's histogram is
filled, and the other's is the parent's minus that (as in LightGBM: Ke et al. 2017). The leader
decides what is asked; what takes long is called out to the team:

    PART    part the rows of a node, and fill and look at the histograms of its children
    FILL    a piece of the rows of a filling so large that several threads share it
    LOOK    the features of a block of such a filling, when all its pieces are there

Sums are whole numbers, so that nothing depends on who does what.
"""

import numpy as np

from core.base.compiling import inner, kernel, part
from core.engine.codes import BINS, MISSING
from core.engine.kernels.blocks import BUNDLE
from core.engine.kernels.growing.criteria import NUMBERS
from core.engine.kernels.growing.cuts import middle_cut
from core.engine.kernels.growing.even_splits import may_go_on, spread_of
from core.engine.kernels.growing.histograms import fill_packed, subtract
from core.engine.kernels.growing.partitioning import partition
from core.engine.kernels.growing.random_splits import next_random
from core.engine.kernels.growing.rounding import unpack
from core.engine.kernels.growing.searching import NO_GAIN, NO_QUESTION, best_split, choose
from core.engine.kernels.growing.subsets import MASK
from core.engine.kernels.team import (
    LEAVE,
    call_off,
    call_out,
    claim,
    tell_done,
    wait_for_all,
    wait_for_call,
)

PART, FILL, LOOK = 0, 1, 2
NODE, START, STOP, SLOT, DEPTH = 0, 1, 2, 3, 4
FEATURE, CUT, SIDE, FILLING = 0, 3, 4, 5
TAKEN_FROM, BIG, SIBLING, EXTRA, EXTRAS = 0, 4, 5, 6, 7
FIRST, LAST = 4, 5
_LEAST_PIECE = 8192


@kernel
def grow_trunk(number, threads, many, seed, ground, packed, rules, histograms, room, tree):
    """Split all nodes that have more rows than `many`; the leader is number 0, others help it."""
    spots = np.empty((BINS, 3)), np.empty(2), np.empty(2)
    if number == 0:
        _lead(threads, many, seed, ground, packed, rules, histograms, room, spots, tree)
        call_off(room.board)
        return
    while True:
        kind, item = claim(room.board, number)
        if kind == LEAVE:
            return
        if kind < 0:
            wait_for_call(room.board)
            continue
        _do(kind, item, ground, packed, rules, histograms, room, spots)
        tell_done(room.board)


@part
def _share(kind, count, ground, packed, rules, histograms, room, spots):
    """The leader calls out some work, does its share, and waits for the others."""
    call_out(room.board, kind, count)
    while True:
        claimed, item = claim(room.board, 0)
        if claimed < 0:
            break
        _do(claimed, item, ground, packed, rules, histograms, room, spots)
        tell_done(room.board)
    wait_for_all(room.board, count)


@inner
def _do(kind, item, ground, packed, rules, histograms, room, spots):
    """Do one item of the work that was called out."""
    blocks, rows = ground.blocks, ground.rows
    if kind == PART:
        asked = room.parents[item]
        start, stop, feature = asked[START], asked[STOP], asked[FEATURE]
        partition(
            ground.features.codes[feature],
            rows[start:stop],
            ground.features.is_category[feature],
            room.masks[item],
            asked[CUT],
            asked[SIDE] == 1,
            ground.spare[start:stop],
        )
        if asked[FILLING] >= 0:
            filling = room.fillings[asked[FILLING]]
            here = rows[filling[START] : filling[STOP]]
            none, every = np.int64(0), blocks.shape[1]
            fill_packed(blocks, none, every, here, packed, histograms[filling[SLOT]])
            _look(filling, none, every, ground, packed, rules, histograms, room, spots)
    elif kind == FILL:
        piece = room.pieces[item]
        here = rows[piece[START] : piece[STOP]]
        fill_packed(blocks, piece[FIRST], piece[LAST], here, packed, histograms[piece[SLOT]])
    else:
        block = item % blocks.shape[1]
        filling = room.fillings[room.shared[item // blocks.shape[1]]]
        _look(filling, block, block + 1, ground, packed, rules, histograms, room, spots)


@inner
def _look(filling, first, last, ground, packed, rules, histograms, room, spots):
    """The best splits of a filled node and its sibling, by the features of blocks first to last."""
    sums, left, right = spots
    own, taken_from, found = histograms[filling[SLOT]], filling[TAKEN_FROM], room.found
    end = min(4 * last, len(ground.usable))
    for extra in range(filling[EXTRA], filling[EXTRA] + filling[EXTRAS]):
        for place in range(4 * first, end):
            more, known = histograms[extra, place], own[place]
            for code in range(np.uint64(BINS)):
                known[code, 0] += more[code, 0]
                known[code, 1] += more[code, 1]
    if taken_from >= 0:
        subtract(own, 4 * first, end, histograms[taken_from])
    for turn in range(2):
        node = filling[SIBLING] if turn else filling[BIG]
        if node < 0:
            continue
        slot = taken_from if turn else filling[SLOT]
        size, total = room.big[node, STOP] - room.big[node, START], room.totals[node]
        for place in range(4 * first, end):
            feature = ground.usable[place]
            unpack(histograms[slot, place], packed, sums)
            (
                found.scores[node, place],
                found.cuts[node, place],
                found.sides[node, place],
                found.followings[node, place],
            ) = best_split(
                sums,
                ground.features.is_category[feature],
                ground.features.tops[feature],
                total,
                size,
                rules,
                left,
                right,
                found.masks[node, place],
            )


@part
def _lead(threads, many, seed, ground, packed, rules, histograms, room, spots, tree):
    """Level after level: what is to be filled, then what each node asks, then its children."""
    free, unused = room.free, len(room.free) - 1
    nodes, subsets, small = 1, 0, 0
    room.level[0, NODE], room.level[0, START], room.level[0, SLOT] = 0, 0, 0
    room.level[0, STOP] = len(ground.rows)
    room.level_states[0] = seed
    count, depth = 1, 0
    while count > 0:
        bigs = 0
        for place in range(count):
            node = room.level[place]
            is_big = node[STOP] - node[START] > many and depth < rules.depth
            room.places[place] = bigs if is_big else -1
            if is_big:
                _copy(node, room.big[bigs])
                room.states[bigs] = room.level_states[place]
                for channel in range(2):
                    room.totals[bigs, channel] = room.level_totals[place, channel]
                bigs += 1
            else:
                small = _end(node, depth, room.level_states[place], small, room)
        _search(threads, count, ground, packed, rules, histograms, room, spots)
        for place in range(count):
            if room.places[place] < 0 and depth > 0:
                unused = _give_back(free, unused, room.level[place, SLOT])
        count = 0
        for place in range(bigs):
            node, total, given = room.big[place], room.totals[place], room.states[place]
            best, gain, state = choose(ground.usable, room.found.scores[place], total, rules, given)
            is_number = rules.criterion == NUMBERS
            is_pure = not is_number and not (total[0] > 0.0 and total[1] > 0.0)
            if is_pure:
                best = NO_QUESTION
            if best < 0:
                unused = _give_back(free, unused, node[SLOT])
                goes_on = False
                if best == NO_GAIN and rules.min_gain == 0.0:
                    here = ground.rows[node[START] : node[STOP]]
                    spread = spread_of(here, ground.pairs, rules.criterion)
                    goes_on = may_go_on(spread, total, rules, gain)
                if goes_on:
                    small = _end(node, depth, given, small, room)
                else:
                    _write_leaf(node, tree)
                continue
            feature = ground.usable[best]
            is_category = ground.features.is_category[feature]
            cut = np.int64(0)
            if not is_category:
                cut = middle_cut(
                    ground.features.spans[feature],
                    room.found.cuts[place, best],
                    room.found.followings[place, best],
                )
            side = room.found.sides[place, best] and not is_category
            mask = room.masks[count >> 1]
            for byte in range(MASK if is_category else 0):
                mask[byte] = room.found.masks[place, best, byte]
                tree.subsets[subsets, byte] = mask[byte]
            to = node[NODE]
            tree.feature[to], tree.threshold[to], tree.missing_left[to] = feature, cut, side
            tree.subset[to] = subsets if is_category else -1
            subsets += is_category
            tree.left[to], tree.right[to], tree.gains[to] = nodes, nodes + 1, gain
            tree.starts[to], tree.stops[to] = node[START], node[STOP]
            asked = room.parents[count >> 1]
            asked[FEATURE], asked[CUT], asked[SIDE] = feature, cut, side
            asked[START], asked[STOP] = node[START], node[STOP]
            unpack(histograms[node[SLOT], best], packed, spots[0])
            lefts = _sides(
                spots[0], is_category, mask, cut, side, room.level_totals[count : count + 2]
            )
            state, room.level_states[count] = next_random(state)
            state, room.level_states[count + 1] = next_random(state)
            unused -= 1
            is_left_smaller = 2 * lefts <= node[STOP] - node[START]
            left, right = room.level[count], room.level[count + 1]
            left[NODE], right[NODE] = nodes, nodes + 1
            left[START], right[STOP] = node[START], node[STOP]
            left[STOP] = right[START] = node[START] + lefts
            left[SLOT] = free[unused] if is_left_smaller else node[SLOT]
            right[SLOT] = node[SLOT] if is_left_smaller else free[unused]
            nodes += 2
            count += 2
        depth += 1
    room.grown[0], room.grown[1], room.grown[2] = nodes, subsets, small


@part
def _search(threads, count, ground, packed, rules, histograms, room, spots):
    """Part the rows of the level's parents, and look at all of its big nodes' histograms."""
    every = ground.blocks.shape[1]
    fillings, total = 0, 0
    if count == 1:
        # The root: its statistics are those of any feature's codes, once these are there.
        filling = room.fillings[0]
        filling[SLOT], filling[TAKEN_FROM], filling[BIG], filling[SIBLING] = 0, -1, 0, -1
        filling[START], filling[STOP] = 0, len(ground.rows)
        fillings, total = 1, len(ground.rows)
    for pair in range(count >> 1):
        room.parents[pair, FILLING] = -1
        one, two = room.places[2 * pair], room.places[2 * pair + 1]
        if one < 0 and two < 0:
            continue
        left, right = room.level[2 * pair], room.level[2 * pair + 1]
        is_right = right[STOP] - right[START] < left[STOP] - left[START]
        filled, larger = (right, left) if is_right else (left, right)
        filling = room.fillings[fillings]
        filling[SLOT], filling[TAKEN_FROM] = filled[SLOT], larger[SLOT]
        filling[START], filling[STOP] = filled[START], filled[STOP]
        filling[BIG], filling[SIBLING] = (two, one) if is_right else (one, two)
        room.parents[pair, FILLING] = fillings
        total += filled[STOP] - filled[START]
        fillings += 1
    most = total if threads == 1 else max(_LEAST_PIECE, total // (2 * threads) + 1)
    shared, pieces, extras = 0, 0, len(room.free)
    for pair in range(max(1, count >> 1)):
        number = 0 if count == 1 else room.parents[pair, FILLING]
        if number < 0:
            continue
        filling = room.fillings[number]
        filling[EXTRA], filling[EXTRAS] = extras, 0
        rows = filling[STOP] - filling[START]
        if count > 1 and rows <= most:
            continue
        if count > 1:
            room.parents[pair, FILLING] = -1
        room.shared[shared] = number
        shared += 1
        bundles = (every + np.int64(BUNDLE) - 1) // np.int64(BUNDLE)
        cuts = bundles if bundles > 1 else (rows + most - 1) // most
        for turn in range(cuts):
            piece = room.pieces[pieces]
            piece[START], piece[STOP], piece[SLOT] = filling[START], filling[STOP], filling[SLOT]
            piece[FIRST], piece[LAST] = 0, every
            if bundles > 1:
                piece[FIRST], piece[LAST] = every * turn // cuts, every * (turn + 1) // cuts
            else:
                piece[START] = filling[START] + rows * turn // cuts
                piece[STOP] = filling[START] + rows * (turn + 1) // cuts
                if turn > 0:
                    piece[SLOT] = extras
                    extras += 1
            pieces += 1
        filling[EXTRAS] = extras - filling[EXTRA]
    for kind in range(3):
        items = count >> 1 if kind == PART else pieces if kind == FILL else shared * every
        if kind == LOOK and count == 1:
            _sum_up(room.fillings[0], packed, histograms, spots[0], room.totals[0])
        if items > 0:
            _share(kind, items, ground, packed, rules, histograms, room, spots)


@inner
def _sum_up(filling, packed, histograms, sums, total):
    """The statistics of all rows of a filling, from the codes of the first feature."""
    total[0] = total[1] = 0.0
    for turn in range(filling[EXTRAS] + 1):
        slot = filling[SLOT] if turn == 0 else filling[EXTRA] + turn - 1
        unpack(histograms[slot, 0], packed, sums)
        for code in range(BINS):
            for channel in range(2):
                total[channel] += sums[code, channel]


@inner
def _sides(sums, is_category, mask, cut, missing_left, stats):
    """The statistics of both sides of a split by its histogram; tells how many rows go left."""
    for side in range(2):
        for channel in range(2):
            stats[side, channel] = 0.0
    lefts = 0.0
    for code in range(BINS):
        if is_category:
            goes_left = np.int64((mask[code >> 3] >> (code & 7)) & 1)
        elif code == MISSING:
            goes_left = np.int64(missing_left)
        else:
            goes_left = np.int64(code <= cut)
        lefts += sums[code, 2] * goes_left
        for channel in range(2):
            stats[1 - goes_left, channel] += sums[code, channel]
    return np.int64(lefts)


@part
def _end(node, depth, state, small, room):
    """Leave a node to the small subtrees; tells how many there are."""
    _copy(node, room.small[small])
    room.small[small, DEPTH] = depth
    room.small_states[small] = state
    return small + 1


@part
def _write_leaf(node, tree):
    to = node[NODE]
    tree.left[to] = tree.right[to] = tree.subset[to] = -1
    tree.feature[to] = tree.threshold[to] = 0
    tree.missing_left[to] = False
    tree.starts[to], tree.stops[to], tree.gains[to] = node[START], node[STOP], 0.0


@part
def _copy(node, to):
    for place in range(4):
        to[place] = node[place]


@part
def _give_back(free, unused, slot):
    free[unused] = slot
    return unused + 1
