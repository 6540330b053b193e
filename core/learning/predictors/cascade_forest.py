"""A cascade of forests: every level sees the columns and the class vectors of the level before."""

from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from core.base import pool
from core.base.arrays import Codes, Floats, Integers
from core.base.codec import Stored, require
from core.engine.inputs import Inputs
from core.engine.trees import Trees
from core.learning.predictors.predictor import Predictor
from core.learning.predictors.stacked import NumberEncoder


@dataclass(frozen=True, eq=False)
class ForestLevel:
    """The forests of a level: a class vector each, the mean of its trees' leaf shares."""

    trees: Trees
    """Forest by forest. A node's value is its row of `shares`: most leaves are of one class."""
    forests: int
    columns: NumberEncoder
    """How the class vectors of the level before become codes; none at the first level."""
    shares: Annotated[Floats, Stored("<f8", 2)]

    def vectors(self, codes: Codes) -> Floats:
        """The class vectors of every row, forest by forest."""
        from core.engine.kernels.forests import add_shares

        trees, rows = self.trees, codes.shape[1]
        per_forest = len(trees) // self.forests
        vectors = np.zeros((rows, self.forests * self.shares.shape[1]))
        chunk = pool.chunk_rows(rows)

        def work(first: int, last: int) -> None:
            add_shares(
                trees.roots,
                trees.feature,
                trees.threshold,
                trees.missing_left,
                trees.subset,
                trees.subsets,
                trees.left,
                trees.right,
                trees.values,
                self.shares,
                codes,
                per_forest,
                first * chunk,
                min(last * chunk, rows),
                vectors,
            )

        pool.over_chunks(rows, work)
        return vectors / per_forest

    def only(self, trees: Integers) -> "ForestLevel":
        """The level with some of the trees, as many of each forest."""
        own = self.trees
        some = replace(
            own, roots=own.roots[trees], votes=own.votes[trees], output=own.output[trees]
        )
        return replace(self, trees=some)

    def joined(self, codes: Codes, vectors: Floats | None) -> Codes:
        """The codes of the columns, and below them those of the class vectors before."""
        from core.learning.predictors.derived_columns import number_columns

        if vectors is None:
            return codes
        added = self.columns.encoder().encode(number_columns(vectors), np.arange(len(vectors)))
        return np.vstack([codes, added])

    def check(self, features: int, columns: int, classes: int) -> None:
        """Raise ValueError if a walk through the level's trees could go wrong."""
        self.columns.check(columns)
        self.trees.check(features + columns)
        require(self.forests >= 1 and len(self.trees) > 0 and len(self.trees) % self.forests == 0)
        require(self.trees.values.shape[1] == 1 and self.shares.shape[1] == classes)
        require(bool(np.all((self.shares >= 0) & (self.shares <= 1))))
        leaf = self.trees.values
        require(bool(np.all((leaf >= 0) & (leaf < len(self.shares)) & (leaf == np.floor(leaf)))))


@dataclass(frozen=True, eq=False)
class CascadeForest(Predictor):
    """The mean of the class vectors of the last level (Zhou & Feng 2017)."""

    kind = "cascade_forest"

    levels: tuple[ForestLevel, ...]

    def outputs(self, inputs: Inputs) -> Floats:
        """The shares of the classes."""
        vectors: Floats | None = None
        for level in self.levels:
            vectors = level.vectors(level.joined(inputs.codes, vectors))
        assert vectors is not None
        return mean_vector(vectors, self.levels[-1].forests)

    def among(self, features: Integers, width: int) -> "CascadeForest":
        """The same levels; class vectors come behind all columns, however many there are."""
        levels = []
        for level in self.levels:
            behind = width + np.arange(len(level.columns.counts))
            own = np.concatenate([features, behind])
            levels.append(replace(level, trees=level.trees.among(own)))
        return CascadeForest(tuple(levels))

    def first(self, rounds: int) -> "CascadeForest":
        """The first levels only."""
        return CascadeForest(self.levels[:rounds])

    def check(self, features: int, outputs: int) -> None:
        """Raise ValueError if a row could not go from level to level."""
        require(len(self.levels) > 0)
        columns = 0
        for level in self.levels:
            level.check(features, columns, outputs)
            columns = level.forests * outputs


def mean_vector(vectors: Floats, forests: int) -> Floats:
    """The mean of the forests' class vectors."""
    return np.asarray(vectors.reshape(len(vectors), forests, -1).mean(axis=1))
