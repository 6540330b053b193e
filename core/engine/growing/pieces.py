"""The rows of big nodes, summed up and parted in pieces that the threads share."""

import numpy as np

from core.base.arrays import Floats, Integers
from core.engine.growing.ground import Ground, Rows
from core.engine.kernels.growing.arguments import Level, Pieces, Questions

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
            statistics.add_stats(own, ground.values, parts[piece])

    ground.share(pieces, work)
    return np.asarray(parts.sum(axis=0))


def _cut_up(level: Level) -> tuple[Pieces, Integers]:
    """The pieces of a level's nodes, and the first piece of each node."""
    counts = -(-level.sizes // _PIECE)
    nodes = np.repeat(np.arange(len(counts)), counts)
    heads = np.cumsum(counts) - counts
    starts = level.starts[nodes] + _PIECE * (np.arange(len(nodes)) - heads[nodes])
    return Pieces(nodes, starts, np.minimum(starts + _PIECE, level.stops[nodes])), heads


def part(ground: Ground, spare: Rows, parents: Level, asked: Questions) -> tuple[Integers, Floats]:
    """How many rows of each node go left, and the statistics of both sides.

    Pieces are parted each on its own, and then gathered: left rows first, in their order.
    """
    from core.engine.kernels.growing import partitioning

    rows, values, features = ground.rows, ground.values, ground.features
    pieces, heads = _cut_up(parents)
    nodes, starts, stops = pieces
    lefts = np.empty(len(nodes), np.int64)
    stats = np.empty((len(nodes), 2, values.channels))

    def part_alone(first: int, last: int) -> None:
        partitioning.partition_pieces(
            features, first, last, rows, pieces, asked, values, spare, lefts, stats
        )

    ground.share(len(nodes), part_alone)
    node_lefts = np.add.reduceat(lefts, heads)
    node_stats = np.add.reduceat(stats, heads, axis=0)
    # Before a piece, in its node: the left rows of earlier pieces, or all left rows and the
    # right rows of earlier pieces.
    earlier = np.cumsum(lefts) - lefts
    earlier -= earlier[heads][nodes]
    left_to = parents.starts[nodes] + earlier
    right_to = starts - earlier + node_lefts[nodes]

    def gather(first: int, last: int) -> None:
        partitioning.gather_pieces(first, last, rows, pieces, lefts, left_to, right_to, spare)

    def put_back(first: int, last: int) -> None:
        for piece in range(first, last):
            rows[starts[piece] : stops[piece]] = spare[starts[piece] : stops[piece]]

    if len(nodes) > len(parents.nodes):
        ground.share(len(nodes), gather)
        ground.share(len(nodes), put_back)
    return node_lefts, node_stats
