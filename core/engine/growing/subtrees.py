"""The small subtrees below the trunk: the threads share them, and each is grown by one."""

import numpy as np

from core.base.arrays import Floats, Integers
from core.engine.growing.ground import Ground
from core.engine.growing.growth import Grown
from core.engine.growing.tidying import (
    first_places,
    with_empty_branches,
    without_idle_questions,
)
from core.engine.growing.trunk import GrownTrunk
from core.engine.kernels.growing.arguments import Nodes, Subtrees
from core.engine.trees import Int32s

_PIECES = 16
"""Into so many pieces the leaves are cut to be summed up."""


def finished(ground: Ground, trunk: GrownTrunk) -> Grown:
    """Grow the small subtrees, and put everything together."""
    return finished_all(ground, trunk)[0]


def finished_all(ground: Ground, trunk: GrownTrunk, trees: int = 1) -> tuple[Grown, Int32s]:
    """The same where the first nodes are the roots of several trees; tells where these are then."""
    from core.engine.kernels.growing import subtrees as kernels

    how = ground.how
    subtrees = room_for(ground, trunk, trunk.roots.starts, trunk.roots.stops)
    room = Nodes.room(int(subtrees.offsets[-1]), int(subtrees.subset_offsets[-1]))

    def work(first: int, last: int) -> None:
        kernels.grow_subtrees(
            ground.features,
            ground.usable,
            ground.rows,
            ground.values,
            how.rules,
            subtrees,
            first,
            last,
            room,
        )

    ground.share(len(subtrees.roots), work)
    nodes = trunk.nodes + int(subtrees.nodes.sum()) - len(subtrees.roots)
    tree = Nodes.room(nodes, trunk.subsets + int(subtrees.subsets.sum()))
    trunk.write(tree)
    kernels.stitch(subtrees, room, trunk.nodes, trunk.subsets, tree)
    if not how.is_random:
        tree = without_idle_questions(tree)
    roots = first_places(tree)[:trees].astype(np.int32)
    tree, stats, sizes = with_empty_branches(tree, _stats(ground, tree), tree.stops - tree.starts)
    return Grown(rows=ground.rows, stats=stats, sizes=sizes, **tree._asdict()), roots


def room_for(ground: Ground, trunk: GrownTrunk, begins: Integers, ends: Integers) -> Subtrees:
    """The small subtrees of ranges of rows, each with room for as many nodes as it may have."""
    from core.engine.kernels.growing.subtrees import make_room

    roots = trunk.roots
    count = len(roots.nodes)
    subtrees = Subtrees(
        roots=roots.nodes,
        begins=begins,
        ends=ends,
        levels=trunk.depths,
        states=roots.states,
        offsets=np.empty(count + 1, np.int64),
        subset_offsets=np.empty(count + 1, np.int64),
        nodes=np.empty(count, np.int64),
        subsets=np.empty(count, np.int64),
    )
    make_room(subtrees, ground.how.depth, ground.features.is_category, ground.usable)
    return subtrees


def _stats(ground: Ground, tree: Nodes) -> Floats:
    """The statistics of every node: the leaves' from their rows, the others' from the leaves'."""
    from core.engine.kernels.growing import statistics

    stats = np.empty((len(tree.left), ground.values.channels))
    # Leaves have few rows or many: each piece of the work has about as many rows as any other.
    rows = np.cumsum(np.where(tree.left < 0, tree.stops - tree.starts, 0))
    bounds = np.searchsorted(rows, rows[-1] * np.arange(_PIECES + 1) / _PIECES)
    bounds[0], bounds[-1] = 0, len(rows)

    def sum_up(first: int, last: int) -> None:
        begin, end = int(bounds[first]), int(bounds[last])
        statistics.leaf_stats(begin, end, ground.rows, tree, ground.values, stats)

    ground.share(_PIECES, sum_up)
    statistics.inner_stats(tree.left, tree.right, stats)
    return stats
