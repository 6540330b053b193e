"""Questions that take several nodes of our tree format.

A question with one branch a category is a chain of nodes, each of which asks for one category and
leads to the next one on its right. A question before which stands another, whether the category
reached the node in training at all, has a third, empty branch: the right child of that node, a
leaf that no training row reached. A question's gain stands at the first of its nodes.
"""

import numpy as np

from core.base.arrays import Mask
from core.engine.trees import Trees


def is_before_another(trees: Trees) -> Mask:
    """Which nodes only ask whether a category is known; the question itself is on their left."""
    here = np.flatnonzero((trees.left >= 0) & (trees.subset >= 0) & (trees.rows > 0))
    left, right = trees.left[here], trees.right[here]
    is_empty = (trees.left[right] < 0) & (trees.rows[right] == 0)
    asks = (trees.left[left] >= 0) & (trees.subset[left] >= 0)
    found = np.zeros(len(trees.left), bool)
    found[here[is_empty & asks & (trees.feature[left] == trees.feature[here])]] = True
    return found


def asks_for_one(trees: Trees) -> Mask:
    """Which nodes ask for a single category."""
    codes = np.unpackbits(trees.subsets, axis=1).sum(axis=1)
    found = np.zeros(len(trees.left), bool)
    here = np.flatnonzero((trees.left >= 0) & (trees.subset >= 0))
    found[here] = codes[trees.subset[here]] == 1
    return found


def continues(trees: Trees) -> Mask:
    """Which nodes belong to the question of the node before them."""
    found = np.zeros(len(trees.left), bool)
    found[trees.left[is_before_another(trees)]] = True
    single = asks_for_one(trees)
    here = np.flatnonzero(single)
    right = trees.right[here]
    is_next = single[right] & (trees.gains[right] == 0)
    found[right[is_next & (trees.feature[right] == trees.feature[here])]] = True
    return found


def is_empty_branch(trees: Trees) -> Mask:
    """Which nodes are leaves for categories that no training row had where they are asked about."""
    found = np.zeros(len(trees.left), bool)
    here = np.flatnonzero((trees.left >= 0) & (trees.subset >= 0) & (trees.rows > 0))
    right = trees.right[here]
    found[right[(trees.left[right] < 0) & (trees.rows[right] == 0)]] = True
    return found
