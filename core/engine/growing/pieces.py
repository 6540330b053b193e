"""The rows of big nodes, summed up and parted in pieces that the threads share."""

import numpy as np

from core.base.arrays import Floats, Integers
from core.engine.growing.ground import Ground, Rows
from core.engine.kernels.growing.arguments import Level, Pieces, Questions

_PIECE = 262_144
"""How many rows a piece has."""


def _cut_up(starts: Integers, stops: Integers) -> tuple[Pieces, Integers]:
    """The pieces of ranges of rows, and the first piece of each range."""
    counts = np.maximum(1, -(-(stops - starts) // _PIECE))
    nodes = np.repeat(np.arange(len(counts)), counts)
    heads = np.cumsum(counts) - counts
    begins = starts[nodes] + _PIECE * (np.arange(len(nodes)) - heads[nodes])
    return Pieces(nodes, begins, np.minimum(begins + _PIECE, stops[nodes])), heads


def stats_of(ground: Ground, starts: Integers, stops: Integers) -> Floats:
    """The statistics of ranges of the rows, a row a range."""
    from core.engine.kernels.growing.statistics import piece_stats

    pieces, heads = _cut_up(starts, stops)
    stats = np.zeros((len(pieces.nodes), ground.values.channels))

    def work(first: int, last: int) -> None:
        piece_stats(first, last, ground.rows, pieces, ground.values, stats)

    ground.share(len(stats), work)
    return np.asarray(np.add.reduceat(stats, heads, axis=0))


def part(ground: Ground, spare: Rows, parents: Level, asked: Questions) -> Integers:
    """How many rows of each node go left.

    Pieces are parted each on its own, and then gathered: left rows first, in their order.
    """
    from core.engine.kernels.growing import partitioning

    rows, features = ground.rows, ground.features
    pieces, heads = _cut_up(parents.starts, parents.stops)
    nodes, starts, stops = pieces
    lefts = np.empty(len(nodes), np.int64)

    def part_alone(first: int, last: int) -> None:
        partitioning.partition_pieces(features, first, last, rows, pieces, asked, spare, lefts)

    ground.share(len(nodes), part_alone)
    if len(nodes) == len(parents.nodes):
        return lefts
    node_lefts = np.asarray(np.add.reduceat(lefts, heads))
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

    ground.share(len(nodes), gather)
    ground.share(len(nodes), put_back)
    return node_lefts
