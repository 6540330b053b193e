"""Growing ID3 and C4.5 trees: one branch a category (Quinlan 1986, 1993).

A question with one branch for each of k categories is kept as a chain of k-1 nodes in our tree
format, each of which sends one category left; the heaviest branch comes last, so that categories
unseen in training follow it. Predictions are those of the multiway tree.
"""

from dataclasses import dataclass

import numpy as np

from core.arrays import Floats, Integers
from core.engine.binning import Binned
from core.engine.codes import BINS
from core.engine.growing import Rows
from core.engine.trees import Trees

# A gain below this share of the node's weight is rounding.
_NOTHING = 1e-12


@dataclass(frozen=True)
class Questioning:
    """How questions are chosen and when to stop."""

    by_ratio: bool
    depth: int
    min_rows: int


def grow_multiway(
    data: Binned, how: Questioning, rows: Rows, weights: Floats, labels: Integers, classes: int
) -> Trees:
    """Grow a tree on some training rows; its leaves hold the shares of the classes."""
    builder = _Builder(data, how, weights, labels, classes)
    builder.grow(rows)
    return builder.tree()


class _Builder:
    """Nodes as lists, children behind their parents."""

    def __init__(
        self, data: Binned, how: Questioning, weights: Floats, labels: Integers, classes: int
    ) -> None:
        self._data, self._how = data, how
        self._weights, self._labels, self._classes = weights, labels, classes
        self._features = np.flatnonzero(data.usable)
        self._nodes: list[list[float]] = []  # feature, threshold, missing left, subset, children
        self._values: list[Floats] = []
        self._rows: list[int] = []
        self._subsets: list[int] = []

    def grow(self, rows: Rows) -> None:
        """Ask question after question, breadth first."""
        waiting = [(self._node(rows), rows, 0)]
        for node, here, level in waiting:
            chosen = self._choose(here) if level < self._how.depth else None
            if chosen is None:
                continue
            feature, gain, cut, side = chosen
            if self._data.encoder.is_category[feature]:
                branches = self._chain(node, feature, gain, here)
            else:
                branches = self._cut(node, feature, gain, here, cut, side)
            waiting += [(child, part, level + 1) for child, part in branches]

    def _choose(self, rows: Rows) -> tuple[int, float, int, bool] | None:
        from core.engine.kernels.multiway import scan_questions

        if len(rows) < 2 * self._how.min_rows or len(np.unique(self._labels[rows])) < 2:
            return None
        count = len(self._features)
        gains, infos = np.empty(count), np.ones(count)
        cuts, sides = np.zeros(count, np.int64), np.zeros(count, bool)
        scan_questions(
            self._data.codes, self._data.encoder.is_category, self._features, rows, self._weights,
            self._labels, self._classes, self._how.min_rows, gains, infos, cuts, sides,
        )  # fmt: skip
        there = gains > _NOTHING * float(self._weights[rows].sum())
        if not there.any():
            return None
        merit = np.where(there, gains, -np.inf)
        if self._how.by_ratio:
            # Quinlan 1993: the best ratio among the questions of at least average gain.
            good = there & (gains >= gains[there].mean() * (1 - 1e-12)) & (infos > 0)
            merit = np.where(good, gains / np.where(infos > 0, infos, 1), -np.inf)
        best = int(np.argmax(merit))
        return int(self._features[best]), float(gains[best]), int(cuts[best]), bool(sides[best])

    def _cut(
        self, node: int, feature: int, gain: float, rows: Rows, cut: int, side: bool
    ) -> list[tuple[int, Rows]]:
        from core.engine.codes import MISSING

        codes = self._data.codes[feature, rows]
        is_left = np.where(codes == MISSING, side, codes <= cut)
        parts = [rows[is_left], rows[~is_left]]
        children = [self._node(part) for part in parts]
        self._ask(node, feature, gain, cut, side, -1, children)
        return list(zip(children, parts, strict=True))

    def _chain(self, node: int, feature: int, gain: float, rows: Rows) -> list[tuple[int, Rows]]:
        codes = self._data.codes[feature, rows]
        present = np.unique(codes)
        weight = np.bincount(codes, self._weights[rows], BINS)[present]
        order = present[np.argsort(weight, kind="stable")]
        branches = []
        rest = rows
        for place, code in enumerate(order[:-1]):
            is_here = self._data.codes[feature, rest] == code
            part, rest = rest[is_here], rest[~is_here]
            children = [self._node(part), self._node(rest)]
            self._ask(node, feature, gain if place == 0 else 0.0, 0, False, int(code), children)
            branches.append((children[0], part))
            node = children[1]
        return [*branches, (node, rest)]

    def _node(self, rows: Rows) -> int:
        counted = np.bincount(self._labels[rows], self._weights[rows], self._classes)
        self._values.append(counted / counted.sum())
        self._rows.append(len(rows))
        self._nodes.append([0, 0, 0, -1, -1, -1, 0.0])
        return len(self._nodes) - 1

    def _ask(
        self, node: int, feature: int, gain: float, cut: int, side: bool, code: int,
        children: list[int],
    ) -> None:  # fmt: skip
        subset = -1
        if code >= 0:
            subset = len(self._subsets)
            self._subsets.append(code)
        self._nodes[node] = [feature, cut, side, subset, *children, gain]

    def tree(self) -> Trees:
        """The nodes in the tree format."""
        table = np.array(self._nodes).reshape(-1, 7)
        is_in = np.zeros((len(self._subsets), BINS), bool)
        is_in[np.arange(len(self._subsets)), self._subsets] = True
        return Trees(
            np.zeros(1, np.int32), table[:, 0].astype(np.int32), table[:, 1].astype(np.uint8),
            table[:, 2].astype(bool), table[:, 3].astype(np.int32),
            np.packbits(is_in, axis=1, bitorder="little").reshape(-1, BINS // 8),
            table[:, 4].astype(np.int32), table[:, 5].astype(np.int32), np.array(self._values),
            table[:, 6].copy(), np.array(self._rows, np.int32), np.ones(1), np.zeros(1, np.int32),
        )  # fmt: skip
