"""Trees with few leaves: the question that gains most is asked next (Shi 2007).

What a node asks does not depend on the order in which nodes are split. So the tree is grown whole,
and then only the questions are kept that best-first growth would have asked.
"""

import heapq

import numpy as np

from core.engine.branches import is_before_another
from core.engine.pruning import without_unreached
from core.engine.trees import Trees


def best_first(tree: Trees, leaves: int) -> Trees:
    """The one tree with at most so many leaves, empty branches not counted.

    Of all leaves that could be split, the one whose question gains most is split next; of equal
    gains the first node's.
    """
    before = is_before_another(tree)
    is_kept = np.zeros(len(tree.left), bool)
    root = int(tree.roots[0])
    waiting = [(-float(tree.gains[root]), root)]
    count = 1
    while waiting and count < leaves:
        _, node = heapq.heappop(waiting)
        if tree.left[node] < 0:
            continue
        is_kept[node] = True
        own = int(tree.left[node]) if before[node] else node
        is_kept[own] = True
        count += 1
        for child in (int(tree.left[own]), int(tree.right[own])):
            heapq.heappush(waiting, (-float(tree.gains[child]), child))
    left, right = (
        np.where(is_kept, child, -1).astype(np.int32) for child in (tree.left, tree.right)
    )
    return without_unreached(tree, left, right)
