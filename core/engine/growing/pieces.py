"""The rows of big nodes, summed up and parted in pieces that the threads share."""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.engine.growing.ground import Ground, Rows
from core.engine.growing.trunk import Level, Questions

_PIECE = 32_768
"""How many rows a piece has."""


def total(ground: Ground) -> Floats:
    """The statistics of all rows."""
    from core.engine.kernels.growing import statistics

    pieces = -(-len(ground.rows) // _PIECE)
    parts = np.zeros((pieces, ground.values.channels))

    def work(first: int, last: int) -> None:
        for piece in range(first, last):
            own = ground.rows[piece * _PIECE : (piece + 1) * _PIECE]
            statistics.add_stats(own, *ground.values.arrays, parts[piece])

    ground.share(pieces, work)
    return np.asarray(parts.sum(axis=0))


@dataclass(frozen=True, eq=False)
class _Pieces:
    """Where each piece begins and ends, and of which node it is; the first piece of each node."""

    nodes: Integers
    begins: Integers
    ends: Integers
    heads: Integers

    @classmethod
    def of(cls, level: Level) -> "_Pieces":
        counts = -(-level.sizes // _PIECE)
        nodes = np.repeat(np.arange(len(counts)), counts)
        heads = np.cumsum(counts) - counts
        begins = level.starts[nodes] + _PIECE * (np.arange(len(nodes)) - heads[nodes])
        ends = np.minimum(begins + _PIECE, level.stops[nodes])
        return cls(nodes, begins, ends, heads)


def part(ground: Ground, spare: Rows, parents: Level, asked: Questions) -> tuple[Integers, Floats]:
    """How many rows of each node go left, and the statistics of both sides.

    Pieces are parted each on its own, and then gathered: left rows first, in their order.
    """
    from core.engine.kernels.growing import partitioning

    rows, values, data = ground.rows, ground.values, ground.data
    pieces = _Pieces.of(parents)
    nodes, begins, ends, heads = pieces.nodes, pieces.begins, pieces.ends, pieces.heads
    lefts = np.empty(len(nodes), np.int64)
    stats = np.empty((len(nodes), 2, values.channels))

    def part_alone(first: int, last: int) -> None:
        partitioning.partition_pieces(
            data.codes, data.encoder.is_category, first, last, rows, begins, ends, nodes,
            asked.features, asked.cuts, asked.sides, asked.masks, *values.arrays, spare, lefts,
            stats,
        )  # fmt: skip

    ground.share(len(nodes), part_alone)
    node_lefts = np.add.reduceat(lefts, heads)
    node_stats = np.add.reduceat(stats, heads, axis=0)
    # Before a piece, in its node: the left rows of earlier pieces, or all left rows and the
    # right rows of earlier pieces.
    earlier = np.cumsum(lefts) - lefts
    earlier -= earlier[heads][nodes]
    left_to = parents.starts[nodes] + earlier
    right_to = begins - earlier + node_lefts[nodes]

    def gather(first: int, last: int) -> None:
        partitioning.gather_pieces(first, last, rows, begins, ends, lefts, left_to, right_to, spare)

    def put_back(first: int, last: int) -> None:
        for piece in range(first, last):
            rows[begins[piece] : ends[piece]] = spare[begins[piece] : ends[piece]]

    if len(nodes) > len(parents.nodes):
        ground.share(len(nodes), gather)
        ground.share(len(nodes), put_back)
    return node_lefts, node_stats
