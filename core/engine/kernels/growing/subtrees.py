"""Growing whole small trees, node after node, and putting them behind one another."""

import numpy as np

from core.base.compiling import inner, inner_leaf, kernel, part
from core.engine.codes import BINS
from core.engine.kernels.growing.arguments import (
    CodedFeatures,
    FoundSplits,
    Nodes,
    RowValues,
    SubtreeRoom,
)
from core.engine.kernels.growing.criteria import GINI, is_pure
from core.engine.kernels.growing.cuts import best_cut_few, middle_cut
from core.engine.kernels.growing.even_splits import even_split, may_go_on, spread_of
from core.engine.kernels.growing.histograms import fill
from core.engine.kernels.growing.partitioning import partition
from core.engine.kernels.growing.random_splits import (
    choose_features,
    choose_one,
    next_random,
    put_back,
    random_cut,
)
from core.engine.kernels.growing.rounding import on_grid
from core.engine.kernels.growing.searching import NO_GAIN, NO_QUESTION, best_split, choose
from core.engine.kernels.growing.statistics import add_stats
from core.engine.kernels.growing.subsets import MASK
from core.engine.kernels.growing.whole_cuts import (
    MOST_ROWS,
    are_whole,
    room_for_tallies,
    search_tallied,
    tally,
    weights_of,
)

_FEW = 512
"""Nodes with no more rows than this note which codes occur, and look at those alone."""
_EXACT = float(1 << 26)
"""Whole weights below this have squares, and so scores of pure sides, without any rounding."""
_NEAR = 1 << 18
"""So many codes are near enough, however far apart the rows of a subtree are."""


@kernel
def make_room(subtrees, depth, is_category, usable):
    """Tell where the nodes and the subsets of each subtree begin, given room for all it may have.

    A tree of n rows has 2n - 1 nodes at most, one of depth d has 2^(d+1) - 1; a subset is asked
    for by inner nodes alone, and only where a usable feature is a category.
    """
    has_subsets = False
    for feature in usable:
        has_subsets |= is_category[feature]
    subtrees.offsets[0] = subtrees.subset_offsets[0] = 0
    for number in range(len(subtrees.roots)):
        rows = subtrees.ends[number] - subtrees.begins[number]
        levels = min(depth - subtrees.levels[number], 40)
        nodes = min(max(1, 2 * rows - 1), (1 << (levels + 1)) - 1)
        subsets = nodes // 2 if has_subsets else 0
        subtrees.offsets[number + 1] = subtrees.offsets[number] + nodes
        subtrees.subset_offsets[number + 1] = subtrees.subset_offsets[number] + subsets


@kernel
def grow_subtrees(features, usable, rows, values, rules, subtrees, first, last, nodes):
    """Grow the whole subtrees first to last; each writes its nodes from its offset on.

    The rows of a subtree, begins to ends, are left sorted by leaf. Its nodes are numbered from 0.
    """
    room = _room(features, usable, values, rules, subtrees, first, last)
    for number in range(first, last):
        low, begin, end = subtrees.offsets[number], subtrees.begins[number], subtrees.ends[number]
        depth = rules.depth - subtrees.levels[number]
        here, near, near_values = rows[begin:end], features, values
        is_near = _is_worth_gathering(features.codes, len(usable), end - begin, depth, rules)
        if is_near:
            near, near_values = _gathered(features, usable, here, values)
            here = _numbered(end - begin)
        own = _nodes_of(subtrees, number, nodes)
        subtrees.nodes[number], subtrees.subsets[number] = _grow_subtree(
            near, usable, here, near_values, rules, depth, subtrees.states[number], own, room
        )
        if is_near:
            _put_back_rows(rows[begin:end], here)
        for node in range(low, low + subtrees.nodes[number]):
            nodes.starts[node] += begin
            nodes.stops[node] += begin


@inner
def _is_worth_gathering(codes, usable, rows, depth, rules):
    """Whether a subtree's rows are read so often that what they bring is put side by side."""
    looked_at = min(rules.per_node, usable) if rules.per_node > 0 else usable
    levels, size = 0, rows
    while size > 1 and levels < depth:
        size >>= 1
        levels += 1
    return codes.size > _NEAR and rows < codes.shape[1] and looked_at * levels >= 2 * usable


@inner
def _numbered(count):
    """The numbers from 0 on, as rows."""
    rows = np.empty(count, np.uint32)
    for place in range(np.uint64(count)):
        rows[place] = place
    return rows


@inner
def _put_back_rows(rows, order):
    """Put rows into the order of their places."""
    known = np.empty(len(rows), np.uint32)
    for place in range(np.uint64(len(rows))):
        known[place] = rows[place]
    for place in range(np.uint64(len(rows))):
        rows[place] = known[order[place]]


@kernel
def _gathered(features, usable, rows, values):
    """The codes and values of some rows alone, which are numbered from 0 on."""
    count = np.uint64(len(rows))
    codes = np.empty((features.codes.shape[0], len(rows)), np.uint8)
    for feature in usable:
        column, own = features.codes[feature], codes[feature]
        for place in range(count):
            own[place] = column[rows[place]]
    pairs = np.empty((len(rows) if len(values.pairs) else 0, 2))
    for place in range(np.uint64(len(pairs))):
        pairs[place, 0] = values.pairs[rows[place], 0]
        pairs[place, 1] = values.pairs[rows[place], 1]
    weights = np.empty(len(rows) if len(values.weights) else 0)
    for place in range(np.uint64(len(weights))):
        weights[place] = values.weights[rows[place]]
    labels = np.empty(len(rows) if len(values.labels) else 0, np.int64)
    for place in range(np.uint64(len(labels))):
        labels[place] = values.labels[rows[place]]
    near = CodedFeatures(codes, features.is_category, features.tops, features.spans)
    return near, RowValues(pairs, weights, labels, values.channels, values.units)


@part
def _nodes_of(subtrees, number, nodes):
    """The room for the nodes of a subtree."""
    low, high = subtrees.offsets[number], subtrees.offsets[number + 1]
    subset_low, subset_high = subtrees.subset_offsets[number], subtrees.subset_offsets[number + 1]
    return Nodes(
        nodes.feature[low:high],
        nodes.threshold[low:high],
        nodes.missing_left[low:high],
        nodes.subset[low:high],
        nodes.subsets[subset_low:subset_high],
        nodes.left[low:high],
        nodes.right[low:high],
        nodes.starts[low:high],
        nodes.stops[low:high],
        nodes.gains[low:high],
    )


@inner
def _room(features, usable, values, rules, subtrees, first, last):
    """Room for growing the largest of the subtrees first to last."""
    rows = np.int64(0)
    for number in range(first, last):
        rows = max(rows, subtrees.ends[number] - subtrees.begins[number])
    count, channels = len(usable), values.channels
    looked_at = min(rules.per_node, count) if rules.per_node > 0 else count
    waiting = 2 * min(rules.depth, rows) + 4
    found = FoundSplits(
        np.empty(looked_at),
        np.empty(count, np.int64),
        np.empty(count, np.bool_),
        np.empty(looked_at, np.int64),
        np.zeros((count, MASK), np.uint8),
    )
    return SubtreeRoom(
        usable.copy(),
        np.empty(count, np.int64),
        np.empty((3, channels)),
        found,
        np.zeros((looked_at, BINS, channels + 1)),
        np.zeros((BINS, 3)),
        np.empty((_FEW, 2)),
        room_for_tallies(rows if rules.criterion == GINI and channels == 2 else 0),
        np.empty(rows, np.uint32),
        np.empty((2, waiting), np.int64),
        np.empty(waiting, np.uint64),
    )


@inner_leaf
def _grow_subtree(features, usable, rows, values, rules, depth, seed, tree, room):
    """Grow a tree on `rows`, which are left sorted by leaf; tells (nodes, subsets) used."""
    count, channels = len(usable), values.channels
    criterion, min_rows, per_node = rules.criterion, rules.min_rows, rules.per_node
    codes, is_category, pairs = features.codes, features.is_category, values.pairs
    unit, other = values.units[0], values.units[1]
    back, other_back = 1.0 / unit, 1.0 / other
    feature, threshold, missing_left = tree.feature, tree.threshold, tree.missing_left
    subset, subsets, left, right = tree.subset, tree.subsets, tree.left, tree.right
    starts, stops, gains = tree.starts, tree.stops, tree.gains
    if depth == 0 or len(rows) < max(2, 2 * min_rows) or count == 0:
        left[0] = right[0] = subset[0] = -1
        feature[0] = threshold[0] = 0
        missing_left[0] = False
        starts[0], stops[0], gains[0] = 0, len(rows), 0.0
        return 1, 0
    looked_at = min(per_node, count) if per_node > 0 else count
    order, swaps, found, histograms = room.order, room.swaps, room.found, room.histograms
    total, side_one, side_two = room.stats[0], room.stats[1], room.stats[2]
    scores, cuts, sides, masks = found.scores, found.cuts, found.sides, found.masks
    followings, few, own, spare = found.followings, room.few, room.own, room.spare
    can_settle = criterion == GINI and rules.among_best == 1
    can_tally = criterion == GINI and channels == 2 and are_whole(rows, pairs)
    # Children wait on a stack; a node is written when it is made, so children follow parents.
    stack, depths, states = room.waiting[0], room.waiting[1], room.states
    nodes, used_subsets, waiting = 1, 0, 1
    starts[0], stops[0], stack[0], depths[0], states[0] = 0, len(rows), 0, 0, seed
    while waiting > 0:
        waiting -= 1
        node, level, state = stack[waiting], depths[waiting], states[waiting]
        left[node] = right[node] = subset[node] = -1
        feature[node] = threshold[node] = 0
        missing_left[node] = False
        gains[node] = 0.0
        start, stop = starts[node], stops[node]
        size = stop - start
        if level >= depth or size < max(2, 2 * min_rows):
            continue
        here = rows[start:stop]
        is_tallied = can_tally and size <= MOST_ROWS
        is_few = channels == 2 and size <= _FEW and not is_tallied
        total[:] = 0.0
        purest, tallied = np.inf, np.int64(0)
        if is_tallied:
            tallied = tally(here, pairs, room.tallies)
            total[0], total[1] = weights_of(tallied)
            purest = total[0] + total[1] if can_settle else np.inf
        elif is_few:
            one, two, is_whole = 0.0, 0.0, can_settle
            for spot in range(np.uint64(size)):
                row = here[spot]
                own[spot, 0] = on_grid(pairs[row, 0], unit, back)
                own[spot, 1] = on_grid(pairs[row, 1], other, other_back)
                weight = own[spot, 0] + own[spot, 1]
                is_whole &= weight == np.rint(weight)
                one += own[spot, 0]
                two += own[spot, 1]
            total[0], total[1] = one, two
            # Nothing is purer than two pure sides, and of equals the lowest feature is asked.
            purest = one + two if is_whole and one + two < _EXACT else np.inf
        else:
            add_stats(here, values, total)
        if is_pure(total, criterion):
            continue
        best = -1
        gain = 0.0
        if rules.is_random:
            state = choose_features(order, count, swaps, state)
            for place in range(count):
                chosen = order[place]
                is_found, cuts[place], sides[place], state = random_cut(
                    codes[chosen], here, is_category[chosen], state, masks[place]
                )
                if is_found:
                    best = place
                    break
            chosen = order[max(best, 0)]
            put_back(order, count, swaps)
        else:
            shown, drawn = order[:looked_at], looked_at
            if per_node > 0:
                state = choose_features(order, looked_at, swaps, state)
            while True:
                if not (is_few or is_tallied):
                    fill(codes, shown, np.int64(0), len(shown), here, values, histograms)
                if is_tallied:
                    search_tallied(
                        features, shown, here, tallied, purest, min_rows, room.tallies, found
                    )
                settled = np.int64(-1)
                for place in range(len(shown)):
                    asked = shown[place]
                    if settled >= 0 and asked > settled:
                        scores[place] = -np.inf
                        continue
                    if is_tallied and not is_category[asked]:
                        continue
                    if is_few and not is_category[asked]:
                        scores[place], cuts[place], sides[place], followings[place] = best_cut_few(
                            codes[asked], here, own, total, rules, few
                        )
                        if scores[place] == purest:
                            settled = asked
                        continue
                    if is_few or is_tallied:
                        fill(codes, shown, place, place + 1, here, values, histograms)
                    scores[place], cuts[place], sides[place], followings[place] = best_split(
                        histograms[place],
                        is_category[asked],
                        features.tops[asked],
                        total,
                        size,
                        rules,
                        side_one,
                        side_two,
                        masks[place],
                    )
                best, gain, state = choose(shown, scores[: len(shown)], total, rules, state)
                if best != NO_QUESTION or drawn == count:
                    break
                # None of the features that were drawn parts the rows: draw on until one does.
                state = choose_one(order, drawn, swaps, state)
                shown = order[drawn : drawn + 1]
                drawn += 1
            if best == NO_GAIN:
                best = -1
                goes_on = False
                if rules.min_gain == 0.0:
                    spread = spread_of(here, pairs, criterion)
                    goes_on = may_go_on(spread, total, rules, gain)
                if goes_on:
                    best = even_split(features, shown, here, values, rules, found)
                gain = 0.0
            chosen = shown[max(best, 0)]
            if best >= 0 and not is_category[chosen]:
                cuts[best] = middle_cut(features.spans[chosen], cuts[best], followings[best])
            if per_node > 0:
                put_back(order, drawn, swaps)
        if best < 0:
            continue
        count_left = partition(
            codes[chosen], here, is_category[chosen], masks[best], cuts[best], sides[best], spare
        )
        if count_left in (0, size):
            continue
        feature[node] = chosen
        gains[node] = gain
        if is_category[chosen]:
            subset[node] = used_subsets
            for byte in range(MASK):
                subsets[used_subsets, byte] = masks[best, byte]
            used_subsets += 1
        else:
            threshold[node] = cuts[best]
            missing_left[node] = sides[best]
        left[node], right[node] = nodes, nodes + 1
        starts[nodes], stops[nodes] = start, start + count_left
        starts[nodes + 1], stops[nodes + 1] = start + count_left, stop
        state, left_state = next_random(state)
        state, right_state = next_random(state)
        stack[waiting], depths[waiting] = nodes + 1, level + 1
        states[waiting] = right_state
        stack[waiting + 1], depths[waiting + 1] = nodes, level + 1
        states[waiting + 1] = left_state
        waiting += 2
        nodes += 2
    return nodes, used_subsets


@kernel
def stitch(subtrees, room, nodes, subsets, tree):
    """Append subtrees behind the nodes that are there; each one's first node is there already."""
    for number in range(len(subtrees.roots)):
        for node in range(subtrees.nodes[number]):
            place = subtrees.offsets[number] + node
            to = subtrees.roots[number] if node == 0 else nodes + node - 1
            subset, left, right = room.subset[place], room.left[place], room.right[place]
            tree.feature[to] = room.feature[place]
            tree.threshold[to] = room.threshold[place]
            tree.missing_left[to] = room.missing_left[place]
            tree.subset[to] = subset + subsets if subset >= 0 else -1
            tree.left[to] = left + nodes - 1 if left >= 0 else -1
            tree.right[to] = right + nodes - 1 if right >= 0 else -1
            tree.starts[to] = room.starts[place]
            tree.stops[to] = room.stops[place]
            tree.gains[to] = room.gains[place]
        nodes += subtrees.nodes[number] - 1
        for place in range(subtrees.subsets[number]):
            source = subtrees.subset_offsets[number] + place
            for byte in range(MASK):
                tree.subsets[subsets, byte] = room.subsets[source, byte]
            subsets += 1
