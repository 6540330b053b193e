"""Growing ID3 and C4.5 trees: one branch a category (Quinlan 1986, 1993).

A question with one branch for each of k categories is kept as a chain of k nodes in our tree
format, each of which sends one category left. To the right of the last one is a leaf for whatever
else there is: a category that did not reach the node is answered as the node itself would answer.
Predictions are those of the multiway tree.
"""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.engine.binning import Binned
from core.engine.codes import BINS
from core.engine.growing.grower import Rows
from core.engine.pruning import without_unreached
from core.engine.trees import Trees

# A gain below this share of the node's weight is rounding.
_NOTHING = 1e-12
_LEFT = 4


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
        self._asked: list[tuple[int, float, list[int]]] = []  # node, gain, branches

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
            self._asked.append((node, gain, [child for child, _ in branches]))
            waiting += [(child, part, level + 1) for child, part in branches]
        self._take_back()

    def _take_back(self) -> None:
        """Take back the questions that gain nothing, and behind which nothing is gained."""
        for node, gain, branches in reversed(self._asked):
            if gain == 0 and all(self._nodes[child][_LEFT] < 0 for child in branches):
                self._nodes[node] = [0, 0, 0, -1, -1, -1, 0.0]

    def _choose(self, rows: Rows) -> tuple[int, float, int, bool] | None:
        from core.engine.kernels.growing.cuts import middle_cut
        from core.engine.kernels.multiway import scan_evenly, scan_questions

        if len(rows) < 2 * self._how.min_rows or self._is_pure(rows):
            return None
        count, data = len(self._features), self._data
        gains, infos = np.empty(count), np.ones(count)
        cuts, sides = np.zeros(count, np.int64), np.zeros(count, bool)
        followings = np.zeros(count, np.int64)
        about = (data.codes, data.encoder.is_category, self._features, rows, self._weights)
        scan_questions(
            *about,
            self._labels,
            self._classes,
            self._how.min_rows,
            gains,
            infos,
            cuts,
            sides,
            followings,
        )
        there = gains > _NOTHING * float(self._weights[rows].sum())
        merit = np.where(there, gains, -np.inf)
        if there.any() and self._how.by_ratio:
            # Quinlan 1993: the best ratio among the questions of at least average gain.
            good = there & (gains >= gains[there].mean() * (1 - 1e-12)) & (infos > 0)
            merit = np.where(good, gains / np.where(infos > 0, infos, 1), -np.inf)
        if not there.any():
            # What no single question tells, two may tell together: part the rows evenly.
            scan_evenly(*about, self._how.min_rows, merit, cuts, sides, followings)
            merit = np.where(merit < 0, -np.inf, np.round(merit, 9))
            gains = np.zeros(count)
        best = int(np.argmax(merit)) if count else 0
        if not count or merit[best] == -np.inf:
            return None
        feature = int(self._features[best])
        cut = middle_cut(data.spans[feature], cuts[best], followings[best])
        return feature, float(gains[best]), int(cut), bool(sides[best])

    def _is_pure(self, rows: Rows) -> bool:
        """Whether all but next to nothing of the weight is of one class."""
        from core.engine.kernels.growing.criteria import is_nearly_pure

        counted = np.bincount(self._labels[rows], self._weights[rows], self._classes)
        return bool(is_nearly_pure(counted))

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
        branches = []
        rest = rows
        for place, code in enumerate(np.unique(codes)):
            is_here = self._data.codes[feature, rest] == code
            part, rest = rest[is_here], rest[~is_here]
            children = [self._node(part), self._node(rest) if len(rest) else self._empty(rows)]
            self._ask(node, feature, gain if place == 0 else 0.0, 0, False, int(code), children)
            branches.append((children[0], part))
            node = children[1]
        return branches

    def _empty(self, parent: Rows) -> int:
        """A leaf that no row reached: it says what the node of these rows says."""
        node = self._node(parent)
        self._rows[node] = 0
        return node

    def _node(self, rows: Rows) -> int:
        counted = np.bincount(self._labels[rows], self._weights[rows], self._classes)
        self._values.append(counted / counted.sum())
        self._rows.append(len(rows))
        self._nodes.append([0, 0, 0, -1, -1, -1, 0.0])
        return len(self._nodes) - 1

    def _ask(
        self,
        node: int,
        feature: int,
        gain: float,
        cut: int,
        side: bool,
        code: int,
        children: list[int],
    ) -> None:
        subset = -1
        if code >= 0:
            subset = len(self._subsets)
            self._subsets.append(code)
        self._nodes[node] = [feature, cut, side, subset, *children, gain]

    def tree(self) -> Trees:
        """The nodes in the tree format, without those of questions that were taken back."""
        table = np.array(self._nodes).reshape(-1, 7)
        is_in = np.zeros((len(self._subsets), BINS), bool)
        is_in[np.arange(len(self._subsets)), self._subsets] = True
        left, right = table[:, 4].astype(np.int32), table[:, 5].astype(np.int32)
        tree = Trees(
            np.zeros(1, np.int32),
            table[:, 0].astype(np.int32),
            table[:, 1].astype(np.uint8),
            table[:, 2].astype(bool),
            table[:, 3].astype(np.int32),
            np.packbits(is_in, axis=1, bitorder="little").reshape(-1, BINS // 8),
            left,
            right,
            np.array(self._values),
            table[:, 6].copy(),
            np.array(self._rows, np.int32),
            np.ones(1),
            np.zeros(1, np.int32),
        )
        return without_unreached(tree, left, right)
