"""The nearest neighbours: keeps the rows that it learned from."""

import functools
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from core.base.arrays import Floats
from core.base.codec import Stored, require
from core.base.errors import ExportError
from core.base.wording import grouped
from core.engine.inputs import Inputs
from core.engine.matrix import Int32s, are_bounded
from core.learning.graph import GraphColumns, Judged
from core.learning.predictors.links import IDENTITY, SHARES
from core.learning.predictors.predictor import SAVE_INSTEAD
from core.learning.predictors.scored import Scored
from core.learning.words.learned import Learned, Vocabulary

MOST_NEIGHBOURS = 1000


@dataclass(frozen=True, eq=False)
class Neighbours(Scored):
    """The shares of the classes, or the mean, among the nearest rows (Euclidean distance)."""

    kind = "neighbours"

    points: Annotated[Floats, Stored("<f8", 2)]
    counts: Annotated[Int32s, Stored("<i4")]
    """How often each row is there."""
    answers: Annotated[Floats, Stored("<f8")]
    """Each row's place among the classes present, or its number."""
    neighbours: int

    @property
    def breadth(self) -> int:
        """A row becomes so many distances and so many shares."""
        return max(self.layout.width, self._asked, len(self.present))

    def scores(self, inputs: Inputs, rows: slice) -> Floats:
        """How many of the neighbours have each class, or their mean."""
        matrix = self.layout.matrix(inputs, rows)
        found = self._tree.query(matrix, np.arange(1, self._asked + 1))[1]
        counts = self.counts[found].astype(np.float64)
        # The nearest ones first, each as often as it is there, until there are enough.
        before = np.cumsum(counts, axis=1) - counts
        counted = np.clip(self.neighbours - before, 0, counts)
        answers = self.answers[found]
        if self.link == IDENTITY:
            return np.asarray(
                (counted * answers).sum(axis=1, keepdims=True) / counted.sum(axis=1, keepdims=True)
            )
        scores = np.zeros((len(matrix), len(self.present)))
        np.add.at(scores, (np.arange(len(matrix))[:, None], answers.astype(np.int64)), counted)
        return scores

    @property
    def _asked(self) -> int:
        return min(self.neighbours, len(self.points))

    @functools.cached_property
    def _tree(self) -> Any:
        from scipy.spatial import cKDTree

        return cKDTree(self.points)

    def told(self, words: Vocabulary, classes: list[str]) -> Learned:
        """How many rows it keeps, and how many of them it asks."""
        kept = int(self.counts.sum())
        return Learned(
            "nearest neighbours",
            f"It asks the {grouped(self.neighbours)} nearest of {grouped(kept)} kept rows, "
            "by the distance "
            f"over {grouped(self.layout.width)} columns.",
        )

    def as_operators(self, columns: GraphColumns, outputs: int) -> Judged:
        """Not to be said in operators."""
        raise ExportError(
            "Nearest neighbours keep the rows that they learned from and search among them, and "
            f"ONNX has no search. {SAVE_INSTEAD}"
        )

    def check(self, features: int, outputs: int) -> None:
        """Raise ValueError if a search could go wrong."""
        self.check_scores(features, outputs, len(self.present))
        require(self.link in (SHARES, IDENTITY) and self.layout.width >= 1)
        require(len(self.points) == len(self.counts) == len(self.answers) > 0)
        require(self.points.shape[1] == self.layout.width)
        require(are_bounded(self.points, self.answers))
        require(1 <= self.neighbours <= MOST_NEIGHBOURS and bool(np.all(self.counts >= 1)))
        if self.link == SHARES:
            within = (self.answers >= 0) & (self.answers < len(self.present))
            require(bool(np.all(within & (self.answers == np.floor(self.answers)))))
