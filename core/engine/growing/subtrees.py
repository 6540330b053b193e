"""The small subtrees below the trunk: the threads share them, and each is grown by one."""

import numpy as np

from core.base.arrays import Floats
from core.engine.growing.ground import Ground
from core.engine.growing.growth import Grown
from core.engine.growing.tidying import with_empty_branches, without_idle_questions
from core.engine.growing.trunk import Nodes, Trunk


def finished(ground: Ground, trunk: Trunk) -> Grown:
    """Grow the small subtrees, and put everything together."""
    from core.engine.kernels.growing import subtrees as kernels

    data, how, values = ground.data, ground.how, ground.values
    roots, begins, ends, states = (
        np.concatenate([getattr(level, name) for level in trunk.small])
        for name in ("nodes", "starts", "stops", "states")
    )
    depths = np.array(trunk.depths, np.int64)
    # Where the nodes of each subtree begin, in room for as many as it may have.
    capacities = np.maximum(1, 2 * (ends - begins) - 1)
    left_over = np.minimum(how.depth - depths, 40)
    capacities = np.minimum(capacities, 2 ** (left_over + 1) - 1)
    offsets = np.concatenate([[0], np.cumsum(capacities)])
    has_subsets = bool(data.encoder.is_category[ground.usable].any())
    inner_offsets = np.concatenate([[0], np.cumsum(capacities // 2 * has_subsets)])
    counted, used = np.empty(len(roots), np.int64), np.empty(len(roots), np.int64)
    room = Nodes.empty(int(offsets[-1]), int(inner_offsets[-1]))

    def work(first: int, last: int) -> None:
        kernels.grow_subtrees(
            data.codes, data.encoder.is_category, data.tops, data.spans, ground.usable, ground.rows,
            *values.arrays, values.channels, int(how.criterion), how.penalty, how.depth,
            how.min_rows, how.min_gain, how.per_node, how.among_best, how.is_random,
            first, last, begins, ends, depths, states, offsets, inner_offsets, counted, used,
            *room.arrays,
        )  # fmt: skip

    ground.share(len(roots), work)
    nodes = trunk.nodes + int(counted.sum()) - len(roots)
    tree = Nodes(nodes, trunk.subsets + int(used.sum()))
    trunk.write(tree)
    kernels.stitch(
        roots, offsets, inner_offsets, counted, used, trunk.nodes, trunk.subsets, *room.arrays,
        *tree.arrays,
    )  # fmt: skip
    if not how.is_random:
        tree = without_idle_questions(tree)
    tree, stats = with_empty_branches(tree, _stats(ground, tree))
    return Grown(rows=ground.rows, stats=stats, **vars(tree))


def _stats(ground: Ground, tree: Nodes) -> Floats:
    """The statistics of every node: the leaves' from their rows, the others' from the leaves'."""
    from core.engine.kernels.growing import statistics

    stats = np.empty((len(tree.left), ground.values.channels))

    def sum_up(first: int, last: int) -> None:
        statistics.leaf_stats(
            first, last, ground.rows, tree.starts, tree.stops, tree.left, *ground.values.arrays,
            stats,
        )  # fmt: skip

    ground.share(len(stats), sum_up)
    statistics.inner_stats(tree.left, tree.right, stats)
    return stats
