"""What the leaves of a tree say: shares of the classes, a vote, a number, or what they add."""

import math

import numpy as np

from core.base.arrays import Floats
from core.base.wording import grouped, readable
from core.learning.words.tree_reading import Leaf, LeafReader, TreeReading


def added(value: float, up: int | None, down: int | None) -> Leaf:
    """What is added to a score, for the class that it speaks for.

    >>> added(-0.25, 1, 0).text
    '−0.25'
    """
    sign = "+" if value >= 0 else "−"
    return Leaf(f"{sign}{readable(abs(value), 3)}", up if value > 0 else down, value)


def share_leaves(values: Floats, classes: tuple[str, ...], is_hard: bool = False) -> LeafReader:
    """Leaves that hold the shares of the classes, or one number."""

    def read(node: int) -> Leaf:
        if not classes:
            return Leaf(readable(values[node, 0]), None, float(values[node, 0]))
        return shares_leaf(values[node], classes, is_hard)

    return read


def shares_leaf(shares: Floats, classes: tuple[str, ...], is_hard: bool = False) -> Leaf:
    """A leaf that holds the shares of the classes, or votes for the largest.

    >>> shares_leaf(np.array([1.0, 3.0]), ("no", "yes")).text
    'yes 75 %'
    """
    label = int(np.argmax(shares))
    total = float(shares.sum())
    share = float(shares[label]) / total if total > 0 else math.nan
    text = f"votes {classes[label]}" if is_hard else f"{classes[label]} {100 * share:.0f} %"
    return Leaf(text, label, share)


def tree_sentence(tree: TreeReading) -> str:
    """How large a tree is."""
    leaves = tree.leaves()
    return (
        "One question."
        if leaves == 2
        else (f"{grouped(leaves)} {'leaf' if leaves == 1 else 'leaves'}.")
    )


def with_vote(sentence: str, vote: float) -> str:
    """A sentence about a learner, with its vote."""
    return f"{sentence} Its vote is {readable(vote)}."
