"""Reduced-error pruning of a tree (Quinlan 1987).

Rows that the tree was not grown on walk through it. From the leaves upwards, a node whose subtree
errs no less on them than the node alone would, as a leaf, becomes that leaf. Nodes that none of
these rows reach become leaves too: nothing speaks for their questions. A question that takes
several nodes stays as a whole or not at all.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from core.base.arrays import Codes, Floats, Integers, Mask
from core.engine.branches import continues
from core.engine.codes import MISSING
from core.engine.trees import Int32s, Trees

Loss = Callable[[Floats, Integers], Floats]
"""loss(values, rows): what the value of a node, one a row, costs each of these rows."""


def pruned(tree: Trees, codes: Codes, loss: Loss) -> Trees:
    """The one tree without the subtrees that do not pay on the rows of these codes."""
    if len(tree) != 1:
        raise ValueError("only a single tree can be pruned")
    as_leaf = _losses_as_leaves(tree, codes, loss)
    left, right = tree.left.copy(), tree.right.copy()
    least, goes_on = as_leaf.copy(), continues(tree)
    for node in range(len(left) - 1, -1, -1):  # children come behind their parents
        if left[node] < 0:
            continue
        below = least[left[node]] + least[right[node]]
        if as_leaf[node] <= below and not goes_on[node]:
            left[node] = right[node] = -1
        else:
            least[node] = below
    return without_unreached(tree, left, right)


def _losses_as_leaves(tree: Trees, codes: Codes, loss: Loss) -> Floats:
    """What the rows that reach a node would cost there if it were a leaf, node by node."""
    losses = np.zeros(len(tree.left))
    rows = np.arange(codes.shape[1])
    node = np.full(len(rows), tree.roots[0], np.int64)
    while len(rows):
        losses += np.bincount(node, loss(tree.values[node], rows), len(losses))
        goes_on = tree.left[node] >= 0
        rows, node = rows[goes_on], node[goes_on]
        node = np.where(_goes_left(tree, node, codes, rows), tree.left[node], tree.right[node])
    return losses


def _goes_left(tree: Trees, node: Integers, codes: Codes, rows: Integers) -> Mask:
    code = codes[tree.feature[node], rows]
    by_cut = np.where(code == MISSING, tree.missing_left[node], code <= tree.threshold[node])
    is_subset = tree.subset[node] >= 0
    if not is_subset.any():
        return by_cut
    byte = tree.subsets[np.maximum(tree.subset[node], 0), code >> 3]
    return np.where(is_subset, (byte >> (code & 7)) & 1 == 1, by_cut)


def without_unreached(tree: Trees, left: Int32s, right: Int32s) -> Trees:
    """The tree with these children, and only the nodes and subsets that are still asked."""
    kept = np.zeros(len(left), bool)
    kept[tree.roots[0]] = True
    for node in range(len(left)):
        if kept[node] and left[node] >= 0:
            kept[left[node]] = kept[right[node]] = True
    nodes = np.flatnonzero(kept)
    place = np.full(len(left) + 1, -1, np.int32)  # the last one stands for "no child"
    place[nodes] = np.arange(len(nodes))
    inner = left[nodes] >= 0
    subset = np.where(inner, tree.subset[nodes], -1)
    asked = np.unique(subset[subset >= 0])
    renumbered = np.where(subset >= 0, np.searchsorted(asked, subset), -1)
    return replace(
        tree,
        roots=place[tree.roots],
        feature=np.where(inner, tree.feature[nodes], 0).astype(np.int32),
        threshold=np.where(inner, tree.threshold[nodes], 0).astype(np.uint8),
        missing_left=tree.missing_left[nodes] & inner,
        subset=renumbered.astype(np.int32),
        subsets=tree.subsets[asked],
        left=place[left[nodes]],
        right=place[right[nodes]],
        values=tree.values[nodes],
        gains=np.where(inner, tree.gains[nodes], 0.0),
        rows=tree.rows[nodes],
    )
