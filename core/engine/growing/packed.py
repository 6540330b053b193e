"""The trunk of trees with two statistics, numbers and two classes: grown by whole numbers.

The threads are a team inside one kernel (core.engine.kernels.team): a tree has dozens of steps that
they share, each a fraction of a millisecond, and to wake a thread for each takes as long.
"""

import numpy as np

from core.engine.codes import BINS
from core.engine.growing import grids
from core.engine.growing.ground import Ground
from core.engine.growing.histograms import most_slots
from core.engine.growing.trunk import GrownTrunk
from core.engine.kernels.growing.arguments import Level, Nodes, PackedGround, TrunkRoom


def grow_packed(ground: Ground, many: int, seed: int) -> GrownTrunk:
    """Split all nodes that have more rows than `many`."""
    from core.engine.kernels.growing.trunks import grow_trunk
    from core.engine.kernels.team import BOARD

    how, count, threads = ground.how, len(ground.rows), ground.threads
    packed = grids.packed(ground.values.pairs, ground.sizes, count, how.is_of_numbers, ground.share)
    depth = min(how.depth, 30)
    big = min(count // many, 2**depth) + 1
    slots = min(2 * big, most_slots(ground), 2**depth + 1)
    # At most so many nodes a level, for as many levels as there may be; most of it is never used.
    nodes = min(2 * big * min(how.depth + 1, count), 2 ** (depth + 1), 2 * count) + 1
    blocks = ground.blocks
    pieces = 4 * threads * (1 + blocks.shape[1] // 16) + 4
    board = np.zeros(BOARD, np.int64)
    room = TrunkRoom.of(board, big, slots, pieces, len(ground.usable), nodes)
    histograms = np.empty((slots + 2 * threads, 4 * blocks.shape[1], BINS, 2), np.int64)
    tree = Nodes.room(nodes, nodes if ground.features.is_category[ground.usable].any() else 0)
    known = PackedGround(
        ground.features,
        ground.usable,
        blocks,
        ground.rows,
        np.empty_like(ground.rows),
        ground.values.pairs,
    )

    def work(first: int, last: int) -> None:
        for number in range(first, last):
            grow_trunk(
                number,
                threads,
                many,
                np.uint64(seed),
                known,
                packed,
                how.rules,
                histograms,
                room,
                tree,
            )

    ground.share(threads, work)
    return _grown(room, tree)


def _grown(room: TrunkRoom, tree: Nodes) -> GrownTrunk:
    nodes, subsets, small = room.grown.tolist()
    columns = room.small[:small].T
    roots = Level(
        nodes=columns[0].copy(),
        starts=columns[1].copy(),
        stops=columns[2].copy(),
        totals=np.zeros((small, 2)),
        states=room.small_states[:small],
        slots=columns[3].copy(),
        sizes=columns[2] - columns[1],
    )
    return GrownTrunk(
        nodes, subsets, roots, columns[4].copy(), lambda to: to.write(tree, nodes, subsets)
    )
