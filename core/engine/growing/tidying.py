"""What is done to a grown tree: idle questions are taken back, and empty branches are added."""

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers
from core.engine.codes import BINS
from core.engine.kernels.growing.arguments import Nodes
from core.engine.trees import Int32s


def without_idle_questions(tree: Nodes) -> Nodes:
    """The tree without the questions that gain nothing, and behind which nothing is gained.

    A node goes on where no question gains anything, for what a second one may gain. If none did,
    its leaves say what the node itself would say.
    """
    idle = (tree.left >= 0) & (tree.gains == 0)
    if not idle.any():
        return tree
    is_kept, is_leaf = np.ones(len(idle), bool), tree.left < 0
    for node in np.flatnonzero(idle)[::-1]:  # children come behind their parents
        children = [tree.left[node], tree.right[node]]
        if is_leaf[children].all():
            is_leaf[node] = True
            is_kept[children] = False
    place = np.cumsum(is_kept) - 1
    rest = tree.take(is_kept)
    is_leaf = is_leaf[is_kept]
    for child in (rest.left, rest.right):
        child[:] = np.where(is_leaf, -1, place[child])
    rest.subset[is_leaf] = -1
    rest.feature[is_leaf] = rest.threshold[is_leaf] = 0
    rest.missing_left[is_leaf] = False
    return rest


def with_empty_branches(
    tree: Nodes, stats: Floats, sizes: Integers
) -> tuple[Nodes, Floats, Integers]:
    """The tree with a third branch, a leaf, for the categories that did not reach a node.

    No training row speaks for them, so that they are answered as the node itself would answer
    (Quinlan 1986). In our tree format that is a question before the node's own: whether the
    category is one of those that reached it. The statistics and sizes are the nodes'.
    """
    asks = tree.subset >= 0
    count = int(asks.sum())
    if not count:
        return tree._replace(subsets=np.empty((0, BINS // 8), np.uint8)), stats, sizes
    # In place of such a node stand the question before it, the node, and the empty leaf.
    first = first_places(tree)
    source = np.repeat(np.arange(len(asks)), np.where(asks, 3, 1))
    before, own, empty = first[asks], first[asks] + 1, first[asks] + 2
    new = tree.take(source)
    for child in (new.left, new.right):
        child[:] = np.where(child >= 0, first[child], -1)
    new.left[before], new.right[before] = own, empty
    new.gains[own] = new.gains[empty] = 0.0  # one question, one gain
    new.left[empty] = new.right[empty] = new.subset[empty] = -1
    new.feature[empty] = 0
    new.starts[empty] = new.stops[empty]
    new.subset[before], new.subset[own] = 2 * np.arange(count), 2 * np.arange(count) + 1
    subsets = _there_and_left(tree.subsets, tree.subset[asks])
    new_sizes = sizes[source]
    new_sizes[empty] = 0
    return new._replace(subsets=subsets), stats[source], new_sizes


def first_places(tree: Nodes) -> Integers:
    """Where each node, or the question before it, stands once empty branches are added."""
    asks = tree.subset >= 0
    return np.asarray(np.arange(len(asks)) + 2 * (np.cumsum(asks) - asks))


def _there_and_left(masks: npt.NDArray[np.uint8], used: Int32s) -> npt.NDArray[np.uint8]:
    """The codes that reached each node, and those of them on its left, in turn."""
    halves = masks[used].reshape(len(used), 2, BINS // 8)
    return np.ascontiguousarray(halves[:, ::-1]).reshape(-1, BINS // 8)
