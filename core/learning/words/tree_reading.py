"""Trees in words: what each node asks, where its answers lead, and what its leaves say.

Nodes are read one at a time, when they are asked for: a tree may have many thousands of them.
"""

import abc
import functools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.wording import readable
from core.engine.binning import FeatureEncoder
from core.engine.branches import is_before_another, is_empty_branch
from core.engine.codes import BINS, MISSING
from core.engine.matrix import MatrixLayout
from core.engine.questions import question
from core.engine.trees import Int32s, Trees

YES, NO = "yes", "no"


@dataclass(frozen=True)
class Leaf:
    """What a leaf says."""

    text: str
    label: int | None = None
    """The class that it speaks for, if it speaks for one."""
    value: float = math.nan
    """The share of that class, or what is added to a score, or the number."""


@dataclass(frozen=True)
class TreeAnswer:
    """An answer, and the node that it leads to."""

    answer: str
    node: int


@dataclass(frozen=True)
class Node:
    """A node in words: a question with its branches, or a leaf."""

    question: str
    branches: tuple[TreeAnswer, ...]
    leaf: Leaf | None
    missing: str = ""
    """The answer that a missing value is given, where one can be missing."""
    share: float = math.nan
    """The share of the tree's training rows that reach it; NaN where they are not counted."""


LeafReader = Callable[[int], Leaf]


class TreeReading(abc.ABC):
    """A tree whose nodes can be read."""

    def __init__(self, root: int, left: Int32s, right: Int32s, leaf: LeafReader) -> None:
        self.root = root
        self._left, self._right, self._leaf = left, right, leaf

    @abc.abstractmethod
    def node(self, number: int) -> Node:
        """One node in words."""

    def feature(self, number: int) -> str:
        """The name of the one column that a node asks about; empty if there is none."""
        return ""

    def leaves(self, number: int | None = None) -> int:
        """How many leaves there are below a node, or in the whole tree; not counting empty ones."""
        nodes = np.array([self.root if number is None else number])
        count = 0
        while len(nodes):  # level by level
            is_leaf = self._left[nodes] < 0
            count += int((is_leaf & ~self._is_empty(nodes)).sum())
            inner = nodes[~is_leaf]
            nodes = np.concatenate([self._left[inner], self._right[inner]])
        return count

    def _is_empty(self, nodes: Integers) -> Mask:
        """Which of some nodes no training row reached."""
        return np.zeros(len(nodes), bool)


class PlainTree(TreeReading):
    """A tree of our format. A question that takes several nodes is read as one.

    `gaps` tells which features may be missing; the others need no word about it.
    """

    def __init__(
        self,
        trees: Trees,
        number: int,
        features: tuple[FeatureEncoder, ...],
        leaf: LeafReader,
        gaps: Mask | None = None,
        counts_rows: bool = True,
    ) -> None:
        super().__init__(int(trees.roots[number]), trees.left, trees.right, leaf)
        self._trees, self._features, self._gaps = trees, features, gaps
        self._total = int(trees.rows[self.root]) if counts_rows else 0

    @functools.cached_property
    def _empty(self) -> Mask:
        return is_empty_branch(self._trees)

    @functools.cached_property
    def _before(self) -> Mask:
        return is_before_another(self._trees)

    def _is_empty(self, nodes: Integers) -> Mask:
        return np.asarray(self._empty[nodes])

    def node(self, number: int) -> Node:
        """One node in words."""
        trees = self._trees
        share = trees.rows[number] / self._total if self._total else math.nan
        if trees.left[number] < 0:
            return Node("", (), self._leaf(number), share=share)
        feature = self._features[trees.feature[number]]
        chain = self._chain(number)
        if len(chain) > 1:
            return Node(f"{feature.name}?", self._fan(chain, feature), None, share=share)
        own = int(trees.left[number]) if self._before[number] else number
        there = codes_left(trees, number) if own != number else None
        is_left = codes_left(trees, own)
        text, yes_is_left = asked(feature, is_left, there)
        left, right = int(trees.left[own]), int(trees.right[own])
        yes, no = (left, right) if yes_is_left else (right, left)
        branches = [TreeAnswer(YES, yes), TreeAnswer(NO, no)]
        missing = YES if is_left[MISSING] == yes_is_left else NO
        if there is not None:
            rest = [name for code, name in enumerate(feature.categories) if not there[code]]
            branches.append(TreeAnswer(_anything_else(rest), int(trees.right[number])))
            missing = missing if there[MISSING] else branches[-1].answer
        if not self._may_miss(number) or "missing" in text:
            missing = ""
        return Node(text, tuple(branches), None, missing, share)

    def feature(self, number: int) -> str:
        """The name of the column that a node asks about; empty for a leaf."""
        is_leaf = self._trees.left[number] < 0
        return "" if is_leaf else self._features[self._trees.feature[number]].name

    def _may_miss(self, number: int) -> bool:
        return self._gaps is None or bool(self._gaps[self._trees.feature[number]])

    def _chain(self, number: int) -> list[int]:
        """The nodes that ask, one behind the other, about single codes of one category column.

        Only the first one of a multiway question has a gain.
        """
        trees, chain = self._trees, [number]
        if self._single_code(number) is None:
            return chain
        while True:
            following = int(trees.right[chain[-1]])
            if (
                trees.left[following] < 0
                or trees.feature[following] != trees.feature[number]
                or trees.gains[following] != 0
                or self._single_code(following) is None
            ):
                return chain
            chain.append(following)

    def _single_code(self, number: int) -> int | None:
        subset = int(self._trees.subset[number])
        if subset < 0:
            return None
        codes = np.flatnonzero(np.unpackbits(self._trees.subsets[subset], bitorder="little"))
        return int(codes[0]) if len(codes) == 1 else None

    def _fan(self, chain: list[int], feature: FeatureEncoder) -> tuple[TreeAnswer, ...]:
        trees = self._trees
        codes = [code for node in chain if (code := self._single_code(node)) is not None]
        branches = [
            TreeAnswer(code_text(feature, code), int(trees.left[node]))
            for code, node in zip(codes, chain, strict=True)
        ]
        rest = [name for code, name in enumerate(feature.categories) if code not in codes]
        return (*branches, TreeAnswer(_anything_else(rest), int(trees.right[chain[-1]])))


def _anything_else(rest: list[str]) -> str:
    """The answer of whatever has no branch of its own: these categories, and new ones."""
    return f"{rest[0]}, or new" if len(rest) == 1 else "any other"


class SumTree(TreeReading):
    """A tree that asks about sums of columns; `asks` says what, in the columns' own units."""

    def __init__(
        self, asks: Callable[[int], str], left: Int32s, right: Int32s, leaf: LeafReader
    ) -> None:
        super().__init__(0, left, right, leaf)
        self._asks = asks

    def node(self, number: int) -> Node:
        """One node in words."""
        left = int(self._left[number])
        if left < 0:
            return Node("", (), self._leaf(number))
        text = self._asks(number)
        return Node(text, (TreeAnswer(YES, left), TreeAnswer(NO, left + 1)), None)


def codes_left(trees: Trees, number: int) -> Mask:
    """Which codes a node sends left."""
    subset = int(trees.subset[number])
    if subset >= 0:
        return np.unpackbits(trees.subsets[subset], bitorder="little").astype(bool)
    is_left = np.arange(BINS) <= trees.threshold[number]
    is_left[MISSING] = trees.missing_left[number]
    return np.asarray(is_left)


def asked(feature: FeatureEncoder, is_left: Mask, there: Mask | None = None) -> tuple[str, bool]:
    """A question in words, and whether yes leads left; of the categories that are `there`.

    >>> asked(FeatureEncoder("age", False, np.array([20.5, 30.5])), np.arange(256) <= 1)
    ('age ≤ 30.5', True)
    """
    text = question(feature, np.where(is_left, 1, -1).astype(np.int8), there)
    if not feature.is_category:
        return text, not text.endswith("is missing") or not is_left[:MISSING].any()
    # With all names on the left the question is about what goes right.
    named = is_left[: len(feature.categories)]
    named = named if there is None else named[there[: len(feature.categories)]]
    return text, not (len(named) and bool(named.all()))


def code_text(feature: FeatureEncoder, code: int) -> str:
    """A category by its code."""
    if code == MISSING:
        return "missing"
    return feature.categories[code] if code < len(feature.categories) else "a rarer one"


def column_text(layout: MatrixLayout, features: tuple[FeatureEncoder, ...], column: int) -> str:
    """The name of a column of a matrix: a feature, or a feature having a value."""
    if column < len(layout.number):
        name: str = features[layout.number[column]].name
        return name
    place = column - len(layout.number)
    feature = features[layout.flag[place]]
    return f"[{feature.name} is {code_text(feature, int(layout.code[place]))}]"


def formula(
    layout: MatrixLayout,
    features: tuple[FeatureEncoder, ...],
    columns: Int32s,
    coefficients: Floats,
    threshold: float,
) -> str:
    """Σ coefficient · column ≤ threshold, of raw instead of standardised values."""
    raw: dict[int, float] = {}
    for column, coefficient in zip(columns.tolist(), coefficients.tolist(), strict=True):
        own = coefficient
        if column < len(layout.number):
            own /= float(layout.deviation[column])
            threshold += own * float(layout.mean[column])
        raw[column] = raw.get(column, 0.0) + own
    text = ""
    for column, coefficient in raw.items():
        sign = "− " if coefficient < 0 else ("+ " if text else "")
        name = column_text(layout, features, column)
        text += f"{' ' if text else ''}{sign}{readable(abs(coefficient), 3)} {name}"
    return f"{text} ≤ {readable(threshold, 3)}"
