"""Deep trees in little memory: the pure leaves of a class are one node, and shares are a table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.base.arrays import Floats
from core.engine.growing.grower import Grown
from core.engine.trees import Trees
from core.learning.predictors.cascade_forest import ForestLevel
from core.learning.predictors.stacked import NumberEncoder


@dataclass(frozen=True, eq=False)
class LeanTree:
    """A tree whose values are rows of a table of shares: first one a class, then `mixed`."""

    tree: Trees
    mixed: Floats

    @classmethod
    def of(cls, grown: Grown) -> "LeanTree":
        """What a grown tree says of the classes."""
        classes = grown.stats.shape[1]
        is_leaf = grown.left < 0
        is_pure = is_leaf & ((grown.stats > 0).sum(axis=1) == 1)
        pure, kept = np.flatnonzero(is_pure), np.flatnonzero(~is_pure)
        named, first, which = np.unique(
            grown.stats[pure].argmax(axis=1), return_index=True, return_inverse=True
        )
        # The others first, in their order, then a pure leaf a class: children follow parents.
        nodes = np.concatenate([kept, pure[first]])
        place = np.full(len(grown.left) + 1, -1, np.int32)  # the last one stands for "no child"
        place[kept] = np.arange(len(kept))
        place[pure] = len(kept) + which
        mixed = np.flatnonzero(is_leaf & ~is_pure)
        row = np.zeros(len(nodes))
        row[place[mixed]] = classes + np.arange(len(mixed))
        row[len(kept) :] = named
        tree = grown.tree(np.zeros((len(grown.left), 1)))
        lean = replace(
            tree,
            roots=place[tree.roots],
            feature=tree.feature[nodes],
            threshold=tree.threshold[nodes],
            missing_left=tree.missing_left[nodes],
            subset=tree.subset[nodes],
            left=place[tree.left[nodes]],
            right=place[tree.right[nodes]],
            values=row[:, None],
            gains=tree.gains[nodes],
            rows=tree.rows[nodes],
        )
        own = grown.stats[mixed]
        return cls(lean, own / own.sum(axis=1, keepdims=True))


def level_of(
    trees: Sequence[LeanTree], forests: int, classes: int, columns: NumberEncoder
) -> ForestLevel:
    """Trees, forest by forest, as a level of a cascade."""
    starts = np.cumsum([0, *(len(lean.mixed) for lean in trees)])[:-1]
    parts = [
        replace(lean.tree, values=lean.tree.values + start * (lean.tree.values >= classes))
        for lean, start in zip(trees, starts, strict=True)
    ]
    shares = np.vstack([np.eye(classes), *(lean.mixed for lean in trees)])
    return ForestLevel(Trees.chained(parts), forests, columns, shares)
