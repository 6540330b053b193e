"""Growing whole small trees, node after node, and putting them behind one another."""

import numpy as np

from core.base.compiling import kernel, part
from core.engine.codes import BINS
from core.engine.kernels.growing.criteria import is_pure
from core.engine.kernels.growing.cuts import best_cut_few, middle_cut
from core.engine.kernels.growing.even_splits import even_split, may_go_on
from core.engine.kernels.growing.histograms import fill
from core.engine.kernels.growing.partitioning import partition
from core.engine.kernels.growing.random_splits import (
    choose_features,
    choose_one,
    next_random,
    put_back,
    random_cut,
)
from core.engine.kernels.growing.searching import NO_GAIN, NO_QUESTION, best_split, choose
from core.engine.kernels.growing.statistics import add_stats
from core.engine.kernels.growing.subsets import MASK

_FEW = 512
"""Nodes with no more rows than this note which codes occur, and look at those alone."""


@kernel
def grow_subtrees(
    codes, is_category, tops, spans, usable, rows, pairs, weights, labels, channels,
    criterion, penalty, depth, min_rows, min_gain, per_node, among_best, is_random,
    first, last, begins, ends, levels, states, offsets, inner_offsets, counted, used,
    feature, threshold, missing_left, subset, subsets, left, right, starts, stops, gains,
):  # fmt: skip
    """Grow the whole subtrees first to last; each writes its nodes from its offset on.

    The rows of a subtree, begins to ends, are left sorted by leaf. Its nodes are numbered from 0.
    """
    for number in range(first, last):
        low, high = offsets[number], offsets[number + 1]
        inner_low, inner_high = inner_offsets[number], inner_offsets[number + 1]
        counted[number], used[number] = _grow_subtree(
            codes, is_category, tops, spans, usable, rows[begins[number] : ends[number]], pairs,
            weights, labels, channels, criterion, penalty, depth - levels[number], min_rows,
            min_gain, per_node, among_best, is_random, states[number], feature[low:high],
            threshold[low:high], missing_left[low:high], subset[low:high],
            subsets[inner_low:inner_high], left[low:high], right[low:high], starts[low:high],
            stops[low:high], gains[low:high],
        )  # fmt: skip
        for node in range(low, low + counted[number]):
            starts[node] += begins[number]
            stops[node] += begins[number]


@part
def _grow_subtree(
    codes, is_category, tops, spans, usable, rows, pairs, weights, labels, channels,
    criterion, penalty, depth, min_rows, min_gain, per_node, among_best, is_random, seed,
    feature, threshold, missing_left, subset, subsets, left, right, starts, stops, gains,
):  # fmt: skip
    """Grow a tree on `rows`, which are left sorted by leaf; tells (nodes, subsets) used."""
    count = len(usable)
    if depth == 0 or len(rows) < max(2, 2 * min_rows) or count == 0:
        left[0] = right[0] = subset[0] = -1
        feature[0] = threshold[0] = 0
        missing_left[0] = False
        starts[0], stops[0], gains[0] = 0, len(rows), 0.0
        return 1, 0
    looked_at = min(per_node, count) if per_node > 0 else count
    features, swaps = usable.copy(), np.empty(count, np.int64)
    total, side_one, side_two = np.empty(channels), np.empty(channels), np.empty(channels)
    found, followings = np.empty(looked_at), np.empty(looked_at, np.int64)
    cuts = np.empty(count, np.int64)
    sides, masks = np.empty(count, np.bool_), np.zeros((count, MASK), np.uint8)
    histograms = np.zeros((looked_at, BINS, channels + 1))
    few = np.zeros((BINS, 3))
    own = np.empty((_FEW, 2))
    spare = np.empty(len(rows), rows.dtype)
    # Children wait on a stack; a node is written when it is made, so children follow parents.
    most = 2 * min(depth, len(rows)) + 4
    stack, depths = np.empty(most, np.int64), np.empty(most, np.int64)
    states = np.empty(most, np.uint64)
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
        is_few = channels == 2 and size <= _FEW
        total[:] = 0.0
        if is_few:
            one, two = 0.0, 0.0
            for spot in range(np.uint64(size)):
                row = here[spot]
                own[spot, 0] = pairs[row, 0]
                own[spot, 1] = pairs[row, 1]
                one += own[spot, 0]
                two += own[spot, 1]
            total[0], total[1] = one, two
        else:
            add_stats(here, pairs, weights, labels, total)
        if is_pure(total, criterion):
            continue
        best = -1
        gain = 0.0
        if is_random:
            state = choose_features(features, count, swaps, state)
            for place in range(count):
                chosen = features[place]
                is_found, cuts[place], sides[place], state = random_cut(
                    codes[chosen], here, is_category[chosen], state, masks[place]
                )
                if is_found:
                    best = place
                    break
            chosen = features[max(best, 0)]
            put_back(features, count, swaps)
        else:
            shown, drawn = features[:looked_at], looked_at
            if per_node > 0:
                state = choose_features(features, looked_at, swaps, state)
            while True:
                if not is_few:
                    fill(
                        codes, shown, np.int64(0), len(shown), here, pairs, weights, labels,
                        histograms,
                    )  # fmt: skip
                for place in range(len(shown)):
                    asked = shown[place]
                    if is_few and not is_category[asked]:
                        found[place], cuts[place], sides[place], followings[place] = best_cut_few(
                            codes[asked], here, own, total, criterion, penalty, min_rows, few
                        )
                        continue
                    if is_few:
                        fill(
                            codes, shown, place, place + 1, here, pairs, weights, labels,
                            histograms,
                        )  # fmt: skip
                    found[place], cuts[place], sides[place], followings[place] = best_split(
                        histograms[place], is_category[asked], tops[asked], total, size,
                        criterion, penalty, min_rows, side_one, side_two, masks[place],
                    )  # fmt: skip
                best, gain, state = choose(
                    shown, found[: len(shown)], total, criterion, penalty, min_gain, among_best,
                    state,
                )  # fmt: skip
                if best != NO_QUESTION or drawn == count:
                    break
                # None of the features that were drawn parts the rows: draw on until one does.
                state = choose_one(features, drawn, swaps, state)
                shown = features[drawn : drawn + 1]
                drawn += 1
            if best == NO_GAIN:
                best = -1
                if min_gain == 0.0 and may_go_on(here, pairs, total, criterion, penalty, gain):
                    best = even_split(
                        codes, is_category, shown, here, pairs, weights, criterion, min_rows,
                        cuts, sides, followings, masks,
                    )  # fmt: skip
                gain = 0.0
            chosen = shown[max(best, 0)]
            if best >= 0 and not is_category[chosen]:
                cuts[best] = middle_cut(spans[chosen], cuts[best], followings[best])
            if per_node > 0:
                put_back(features, drawn, swaps)
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
def stitch(
    roots, offsets, inner_offsets, counted, used, nodes, subsets_used,
    feature, threshold, missing_left, subset, subsets, left, right, starts, stops, gains,
    to_feature, to_threshold, to_missing_left, to_subset, to_subsets, to_left, to_right,
    to_starts, to_stops, to_gains,
):  # fmt: skip
    """Append subtrees behind the nodes that are there; each one's first node is there already."""
    for number in range(len(roots)):
        for node in range(counted[number]):
            place = offsets[number] + node
            to = roots[number] if node == 0 else nodes + node - 1
            to_feature[to] = feature[place]
            to_threshold[to] = threshold[place]
            to_missing_left[to] = missing_left[place]
            to_subset[to] = subset[place] + subsets_used if subset[place] >= 0 else -1
            to_left[to] = left[place] + nodes - 1 if left[place] >= 0 else -1
            to_right[to] = right[place] + nodes - 1 if right[place] >= 0 else -1
            to_starts[to] = starts[place]
            to_stops[to] = stops[place]
            to_gains[to] = gains[place]
        nodes += counted[number] - 1
        for place in range(used[number]):
            for byte in range(MASK):
                to_subsets[subsets_used, byte] = subsets[inner_offsets[number] + place, byte]
            subsets_used += 1
