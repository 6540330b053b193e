"""The small subtrees of rows in several places, and the whole tree.

The rows of nodes that are small in all come together in one place, which grows the subtrees; the
others are told the questions, and part their own rows by them.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from core.base.arrays import Codes, Floats, Integers
from core.engine.growing.ground import Ground
from core.engine.growing.growth import Grown
from core.engine.growing.subtrees import room_for
from core.engine.growing.tidying import with_empty_branches, without_idle_questions
from core.engine.growing.trunk import GrownTrunk
from core.engine.kernels.growing.arguments import CodedFeatures, Nodes, RowValues, Subtrees


class GatheredRows(NamedTuple):
    """Rows of small nodes, node after node."""

    counts: Integers
    """How many rows each node has here."""
    codes: Codes
    """The codes of the features that may be asked about."""
    pairs: Floats
    weights: Floats
    labels: Integers

    @classmethod
    def joined(cls, found: "list[GatheredRows]") -> "GatheredRows":
        """Those of several places, node after node."""
        counts = np.array([own.counts for own in found])
        nodes = np.concatenate([np.repeat(np.arange(len(own)), own) for own in counts])
        order = np.argsort(nodes, kind="stable")

        def together(name: str, axis: int = 0) -> npt.NDArray[Any]:
            every = np.concatenate([getattr(own, name) for own in found], axis)
            return every if every.shape[axis] == 0 else every.take(order, axis)

        return cls(
            counts.sum(axis=0),
            np.ascontiguousarray(together("codes", 1)),
            together("pairs"),
            together("weights"),
            together("labels"),
        )


def finished_together(ground: Ground, trunk: GrownTrunk) -> Grown:
    """Grow the small subtrees, and put everything together."""
    from core.engine.kernels.growing import subtrees as kernels
    from core.engine.kernels.growing.partitioning import part_below

    subtrees, room = _subtrees(ground, trunk)
    nodes = trunk.nodes + int(subtrees.nodes.sum()) - len(subtrees.roots)
    tree = Nodes.room(nodes, trunk.subsets + int(subtrees.subsets.sum()))
    trunk.write(tree)
    kernels.stitch(subtrees, room, trunk.nodes, trunk.subsets, tree)
    roots = trunk.roots
    tree.starts[roots.nodes], tree.stops[roots.nodes] = roots.starts, roots.stops
    is_below = np.arange(nodes) >= trunk.nodes
    is_below[roots.nodes] = True
    part_below(ground.features, ground.rows, tree, is_below, np.empty_like(ground.rows))
    tree = without_idle_questions(tree)
    stats, sizes = _stats(ground, tree)
    tree, stats, sizes = with_empty_branches(tree, stats, sizes)
    return Grown(rows=ground.rows, stats=stats, sizes=sizes, **tree._asdict())


def _subtrees(ground: Ground, trunk: GrownTrunk) -> tuple[Subtrees, Nodes]:
    """The small subtrees of the rows of all places; those that cannot grow are leaves."""
    how, roots = ground.how, trunk.roots
    can_grow = (trunk.depths < how.depth) & (roots.sizes >= max(2, 2 * how.min_rows))
    can_grow &= len(ground.usable) > 0

    def grow(found: list[GatheredRows]) -> tuple[Subtrees, Nodes]:
        return _packed_close(*_grown(ground, trunk, GatheredRows.joined(found)))

    if not can_grow.any():
        return grow([_gathered(ground, trunk, can_grow)])
    return ground.sums.worked_out(lambda: _gathered(ground, trunk, can_grow), grow)


def _gathered(ground: Ground, trunk: GrownTrunk, can_grow: npt.NDArray[np.bool_]) -> GatheredRows:
    roots, values = trunk.roots, ground.values
    counts = np.where(can_grow, roots.stops - roots.starts, 0)
    ranges = zip(roots.starts, counts, strict=True)
    places = [np.arange(start, start + count) for start, count in ranges if count]
    rows = ground.rows[np.concatenate(places)] if places else ground.rows[:0]

    def of_rows(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array[rows] if len(array) else array

    codes = ground.data.codes[np.ix_(ground.usable, rows)]  # those of other rows may be mapped
    return GatheredRows(
        counts, codes, of_rows(values.pairs), of_rows(values.weights), of_rows(values.labels)
    )


def _grown(ground: Ground, trunk: GrownTrunk, found: GatheredRows) -> tuple[Subtrees, Nodes]:
    """Grow the subtrees on the rows that came together."""
    from core.engine.kernels.growing import subtrees as kernels

    rows, features = found.codes.shape[1], ground.features
    codes = np.zeros((len(features.codes), rows), np.uint8)
    codes[ground.usable] = found.codes
    known = CodedFeatures(codes, features.is_category, features.tops, features.spans)
    values = ground.values
    brought = RowValues(found.pairs, found.weights, found.labels, values.channels, values.units)
    ends = np.cumsum(found.counts)
    subtrees = room_for(ground, trunk, ends - found.counts, ends)
    room = Nodes.room(int(subtrees.offsets[-1]), int(subtrees.subset_offsets[-1]))
    order = np.arange(rows, dtype=np.uint32)

    def work(first: int, last: int) -> None:
        kernels.grow_subtrees(
            known, ground.usable, order, brought, ground.how.rules, subtrees, first, last, room
        )

    ground.share(len(subtrees.roots), work)
    return subtrees, room


def _packed_close(subtrees: Subtrees, room: Nodes) -> tuple[Subtrees, Nodes]:
    """Without the room that was not needed."""
    nodes = _places(subtrees.offsets, subtrees.nodes)
    subsets = _places(subtrees.subset_offsets, subtrees.subsets)
    close = room.take(nodes)._replace(subsets=room.subsets[subsets])
    return (
        subtrees._replace(
            offsets=np.concatenate([[0], np.cumsum(subtrees.nodes)]),
            subset_offsets=np.concatenate([[0], np.cumsum(subtrees.subsets)]),
        ),
        close,
    )


def _places(offsets: Integers, counts: Integers) -> Integers:
    """So many places from each offset on."""
    shifts = np.repeat(offsets[:-1] - (np.cumsum(counts) - counts), counts)
    return np.asarray(np.arange(len(shifts)) + shifts)


def _stats(ground: Ground, tree: Nodes) -> tuple[Floats, Integers]:
    """The statistics of every node, and how many rows reached it everywhere."""
    from core.engine.kernels.growing import statistics

    nodes, channels = len(tree.left), ground.values.channels
    own = np.zeros((nodes, channels))
    halves = np.zeros((nodes, channels, 2))

    def measure(first: int, last: int) -> None:
        statistics.largest_of_leaves(first, last, ground.rows, tree, ground.values, own)

    ground.share(nodes, measure)
    told = ground.sums.gathered(lambda: [(tree.stops - tree.starts, own)])
    found = [each for place in told for each in place]
    sizes = np.sum([each[0] for each in found], axis=0)
    largest = np.max([each[1] for each in found], axis=0)

    def sum_up(first: int, last: int) -> None:
        statistics.halves_of_leaves(
            first, last, ground.rows, tree, ground.values, sizes, largest, halves
        )

    ground.share(nodes, sum_up)
    together, stats = ground.sums.added(halves), np.empty((nodes, channels))
    statistics.join_halves(together, largest, stats)
    statistics.inner_stats(tree.left, tree.right, stats)
    return stats, sizes
