"""Our trees as a TreeEnsemble operator.

`code <= k` is `value <= edges[k]`, so a number is compared as it is, with 64 bits. A subset of
categories becomes a column that is 0 for its members, and the question whether that is at most
0.5: the operator's own sets of values are unrolled by onnxruntime, and grow without bounds. A leaf
of the operator adds to one output, so a tree with several outputs is there once for each, without
the questions whose answer does not matter there.
"""

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers, Mask
from core.base.errors import ExportError
from core.engine.codes import BINS, MISSING
from core.engine.trees import Trees
from core.learning.graph import Name
from core.sharing.onnx.columns import Columns

Ints = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, eq=False)
class NodeTests:
    """What every node asks: whether a column of a matrix is at most `split`."""

    matrix: Name
    column: Integers
    split: Floats
    is_missing_yes: Mask
    """Whether a missing value counts as yes."""
    is_yes_right: Mask
    """Whether yes is the way to the right child."""

    @classmethod
    def of(cls, trees: Trees, columns: Columns) -> "NodeTests":
        """The questions of all nodes, and the matrix of the columns that they ask about."""
        nodes = len(trees.left)
        column, split = np.zeros(nodes, np.int64), np.full(nodes, 0.5)
        is_missing_yes, is_yes_right = np.zeros(nodes, bool), np.zeros(nodes, bool)
        parts: list[Name] = []
        width = 0
        inner = np.flatnonzero(trees.left >= 0)
        for feature in np.unique(trees.feature[inner]).tolist():
            own = inner[trees.feature[inner] == feature]
            column[own] = width
            goes_left = _goes_left(trees, own)
            if columns.encoder.is_category[feature]:
                relevant = np.zeros(BINS, bool)
                relevant[columns.codes(feature)] = True
                subsets, which = np.unique(goes_left & relevant, axis=0, return_inverse=True)
                column[own] += which.reshape(-1)
                parts.append(columns.members(feature, subsets))
                width += len(subsets)
            else:
                edges = columns.encoder.features[feature].edges
                below = _values_below(goes_left, len(edges))
                # Where no value goes left all of them go right, and yes is the way there.
                split[own] = np.append(edges, np.inf)[below - 1]
                is_yes_right[own] = below == 0
                is_missing_yes[own] = goes_left[:, MISSING] != (below == 0)
                parts.append(columns.values[feature])
                width += 1
        matrix = columns.graph.joined(parts) if parts else columns.zeros(1)
        return cls(matrix, column, split, is_missing_yes, is_yes_right)


def _values_below(goes_left: Mask, edges: int) -> Integers:
    """How many of a number's codes go left: the first ones, as a cut sends them."""
    codes = goes_left[:, : edges + 1]
    count = codes.sum(axis=1)
    if not np.array_equal(codes, np.arange(edges + 1) < count[:, None]):
        raise ExportError("The model asks whether a number is one of a set, which ONNX cannot say.")
    return np.asarray(count)


def _goes_left(trees: Trees, nodes: Integers) -> Mask:
    """Which codes each of the nodes sends left."""
    goes_left = np.arange(BINS) <= trees.threshold[nodes][:, None]
    goes_left[:, MISSING] = trees.missing_left[nodes]
    by_subset = trees.subset[nodes] >= 0
    bits = np.unpackbits(trees.subsets[trees.subset[nodes][by_subset]], axis=1, bitorder="little")
    goes_left[by_subset] = bits.astype(bool)
    return np.asarray(goes_left)


@dataclass(frozen=True, eq=False)
class Walks:
    """Trees with one output each, as they are walked: a place for every node that is reached."""

    tree: Integers
    """The tree of each place; its root comes first, and trees are counted from 0."""
    node: Integers
    left: Integers
    """The place of the left child, the right one follows; -1 in leaves."""
    target: Integers
    """The output that a leaf adds to."""
    weight: Floats
    """What a leaf adds."""

    @classmethod
    def of(
        cls, roots: Ints, left: Ints, right: Ints, values: Floats, votes: Floats, outputs: Ints
    ) -> "Walks":
        """Some trees; a part of one whose leaves all have the same value is a leaf."""
        value, is_leaf = _collapsed(roots, left, right, values)
        nodes, trees, firsts = [roots.astype(np.int64)], [np.arange(len(roots))], []
        count = len(roots)
        while len(nodes[-1]):
            asks = ~is_leaf[nodes[-1]]
            asked = nodes[-1][asks]
            first = np.full(len(asks), -1)
            first[asks] = count + 2 * np.arange(len(asked))
            count += 2 * len(asked)
            firsts.append(first)
            nodes.append(np.column_stack([left[asked], right[asked]]).ravel().astype(np.int64))
            trees.append(np.repeat(trees[-1][asks], 2))
        node, tree = np.concatenate(nodes), np.concatenate(trees)
        none = np.empty(0, np.int64)
        return cls(
            tree,
            node,
            np.concatenate([*firsts, none]),
            outputs[tree].astype(np.int64),
            votes[tree] * value[node],
        )

    @classmethod
    def constant(cls, offset: Floats) -> "Walks":
        """A tree that is one leaf for every output that does not start at 0."""
        target = np.flatnonzero(offset)
        none = np.zeros(len(target), np.int64)
        return cls(np.arange(len(target)), none, none - 1, target, offset[target])

    @classmethod
    def chained(cls, parts: "list[Walks]") -> "Walks":
        """All of them, one behind the other."""
        places = np.cumsum([0, *(len(part.node) for part in parts)])
        trees = np.cumsum([0, *(part.tree.max(initial=-1) + 1 for part in parts)])
        moved = [
            replace(
                part,
                tree=part.tree + trees[number],
                left=np.where(part.left >= 0, part.left + places[number], -1),
            )
            for number, part in enumerate(parts)
        ]
        return cls(
            *(
                np.concatenate([getattr(part, field.name) for part in moved])
                for field in fields(cls)
            )
        )

    def rounded(self) -> "Walks":
        """With weights so round that no sum of one leaf a tree needs more than 53 bits."""
        largest = np.zeros(self.tree.max(initial=-1) + 1)
        target = np.zeros(len(largest), np.int64)
        leaves = self.left < 0
        np.maximum.at(largest, self.tree[leaves], np.abs(self.weight[leaves]))
        target[self.tree[leaves]] = self.target[leaves]
        with np.errstate(over="ignore"):
            total = np.bincount(target, largest).max(initial=0.0)
        if total == 0 or np.isinf(total) or np.bincount(target).max() < 2:
            return self
        grid = 2.0 ** max(np.ceil(np.log2(total)) - 52, -1074)
        return replace(self, weight=np.round(self.weight / grid) * grid)


def _collapsed(roots: Ints, left: Ints, right: Ints, values: Floats) -> tuple[Floats, Mask]:
    """The value of each node below which there is but one, and whether there is but one."""
    levels = [np.unique(roots)]
    while len(levels[-1]):
        inner = levels[-1][left[levels[-1]] >= 0]
        levels.append(np.unique(np.concatenate([left[inner], right[inner]])))
    value, is_leaf = values.copy(), left < 0
    for level in reversed(levels):
        inner = level[left[level] >= 0]
        below, beside = left[inner], right[inner]
        is_leaf[inner] = is_leaf[below] & is_leaf[beside] & (value[below] == value[beside])
        value[inner] = value[below]
    return value, is_leaf


def sums(columns: Columns, trees: Trees, offset: Floats) -> Name:
    """offset + Σ vote · tree(x), a column an output.

    Weights are rounded to multiples of a power of 2, so small that it is below the rounding of
    the sum itself. Then no sum of them is rounded: in whatever order a runtime's threads add them
    up, a row has one result, and ties stay ties.
    """
    width = trees.values.shape[1]
    walks = [
        Walks.of(
            trees.roots,
            trees.left,
            trees.right,
            trees.values[:, channel],
            trees.votes,
            trees.output if width == 1 else np.full(len(trees), channel),
        )
        for channel in range(width)
    ]
    walk = Walks.chained([*walks, Walks.constant(offset)]).rounded()
    return _operator(columns, NodeTests.of(trees, columns), walk, len(offset))


def sums_in_order(columns: Columns, trees: Trees, values: Floats, groups: int) -> Name:
    """Σ tree(x) of each of the groups and each of the values of a node, the values side by side.

    Added up one tree after the other, as we do, so that not one bit differs: for sums that are
    asked about. It takes a number for each row, tree and value.
    """
    graph, each, width = columns.graph, len(trees) // groups, values.shape[1]
    group, place = np.divmod(np.arange(len(trees)), each)
    walks = [
        Walks.of(
            trees.roots,
            trees.left,
            trees.right,
            values[:, channel],
            np.ones(len(trees)),
            (group * width + channel) * each + place,
        )
        for channel in range(width)
    ]
    asks = NodeTests.of(trees, columns)
    apart = _operator(columns, asks, Walks.chained(walks), len(trees) * width)
    shape = graph.constant([0, groups * width, each], np.int64)  # 0: as many rows as there are
    added = graph.add("CumSum", graph.add("Reshape", apart, shape), graph.constant(2, np.int64))
    return graph.add("Gather", added, graph.constant(each - 1, np.int64), axis=2)


def walked(
    columns: Columns, asked: Name, column: Integers, split: Floats, left: Ints, values: Floats
) -> Name:
    """The values of the leaves of a tree whose nodes ask about columns of a matrix made for it."""
    no = np.zeros(len(left), bool)
    right = np.where(left >= 0, left + 1, -1)
    width = values.shape[1]
    walks = [
        Walks.of(
            np.zeros(1, np.int64), left, right, values[:, channel], np.ones(1), np.array([channel])
        )
        for channel in range(width)
    ]
    asks = NodeTests(asked, column, split, no, no)
    return _operator(columns, asks, Walks.chained(walks), width)


def _operator(columns: Columns, asks: NodeTests, walk: Walks, width: int) -> Name:
    _, roots = np.unique(walk.tree, return_index=True)
    is_leaf = walk.left < 0
    # A tree that is one leaf becomes a question with two that are the same: onnxruntime before
    # 1.30 counts a leaf that is on both sides twice. Where it adds nothing it is left out.
    is_alone = is_leaf[roots]
    is_empty = is_alone & (walk.weight[roots] == 0)
    alone = roots[is_alone & ~is_empty]
    if is_empty.all():
        return columns.zeros(width)
    is_kept = is_leaf.copy()
    is_kept[roots[is_empty]] = False
    leaves = np.concatenate([np.flatnonzero(is_kept), len(is_leaf) + np.arange(len(alone))])
    weight = np.append(walk.weight, walk.weight[alone])
    target = np.append(walk.target, walk.target[alone])
    inner = np.flatnonzero(~is_leaf)
    node, right = walk.node[inner], asks.is_yes_right[walk.node[inner]]
    yes = np.append(walk.left[inner] + right, alone)
    no = np.append(walk.left[inner] + ~right, len(is_leaf) + np.arange(len(alone)))
    is_leaf = np.append(is_leaf, np.ones(len(alone), bool))
    question = np.full(len(is_leaf), -1)
    question[np.append(inner, alone)] = np.arange(len(inner) + len(alone))
    first = question[roots[~is_empty]]
    # onnxruntime takes a root for a leaf if both ways have one number, though one is a leaf's.
    mixed = first[is_leaf[yes[first]] != is_leaf[no[first]]]
    number = question.copy()
    number[leaves] = np.arange(len(leaves))
    while np.any(number[yes[mixed]] == number[no[mixed]]):
        leaves = np.roll(leaves, 1)
        number[leaves] = np.arange(len(leaves))
    more = np.zeros(len(alone))
    return columns.graph.trees(
        asks.matrix,
        first,
        np.append(asks.column[node], more.astype(int)),
        np.append(asks.split[node], more),
        np.append(asks.is_missing_yes[node], more.astype(bool)),
        (number[yes], number[no]),
        (is_leaf[yes], is_leaf[no]),
        target[leaves],
        weight[leaves],
        width,
    )
