"""Something learned, in words, and the words that columns and classes are called by."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Mask
from core.engine.binning import FeatureEncoder
from core.engine.matrix import MatrixLayout
from core.learning.words.tree_reading import TreeReading, column_text

MOST_FACTS = 12


@dataclass(frozen=True, eq=False)
class Learned:
    """Something learned: a tree, or what there is to say of it."""

    title: str
    sentence: str
    tree: TreeReading | None = None
    facts: tuple[tuple[str, str], ...] = ()
    """Names and numbers, the most telling first."""


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """What the columns and classes are called."""

    features: tuple[FeatureEncoder, ...]
    classes: tuple[str, ...]
    gaps: Mask | None = None
    """Which columns may be missing; None if nothing is known about it."""

    def among(self, columns: tuple[FeatureEncoder, ...], behind: bool) -> "Vocabulary":
        """The words for derived columns, which are never missing, alone or behind the others."""
        features = (*self.features, *columns) if behind else columns
        own = self.gaps if self.gaps is not None else np.ones(len(self.features), bool)
        none = np.zeros(len(columns), bool)
        return Vocabulary(features, self.classes, np.concatenate([own, none]) if behind else none)

    def columns_of(self, layout: MatrixLayout) -> list[str]:
        """The names of the columns of a matrix."""
        return [column_text(layout, self.features, column) for column in range(layout.width)]


def largest_facts(
    names: list[str], sizes: Floats, text: Callable[[int], str]
) -> tuple[tuple[str, str], ...]:
    """What there is to say of the columns of the largest sizes.

    >>> largest_facts(["a", "b"], np.array([1.0, 3.0]), lambda column: f"column {column}")
    (('b', 'column 1'), ('a', 'column 0'))
    """
    order = np.argsort(-sizes, kind="stable")[:MOST_FACTS]
    return tuple((names[column], text(int(column))) for column in order)
