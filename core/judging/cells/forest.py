"""A small forest for each column: it finds what is bent, and what depends on several columns."""

import math
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from core.base import pool
from core.base.arrays import Codes, Floats, Integers
from core.engine.binning import Binned, Encoder
from core.engine.growing.grower import Criterion, Grown, Growth
from core.engine.growing.together import Repeated
from core.engine.trees import Trees
from core.judging.cells.columns import CellColumn
from core.judging.cells.scale import FAR
from core.learning.sampling import bootstrap, round_seed

TREES, _TOGETHER = 20, 5
_LEAF_ROWS = 5
_MOST_ROWS = 4000
_MOST_ASKED = 30
"""A forest asks about no more columns than these: those that tell most of its own."""


@dataclass(frozen=True, eq=False)
class CellForest:
    """What was learned about one column: a number on its scale, or shares of its names."""

    trees: Trees
    asked: Integers
    """The columns that it asks about."""
    outputs: int

    def say(self, codes: Codes) -> Floats:
        """What it says about rows, given by the codes of all columns."""
        said = np.zeros((codes.shape[1], self.outputs))
        self.trees.add_to(said, np.ascontiguousarray(codes[self.asked]))
        return said


def grown_forest(
    data: Binned, column: CellColumn, rows: Integers, asked: Integers, seed: int
) -> CellForest:
    """A forest that learned a column from the given rows of the others."""
    rows = rows[~column.missing[rows]]
    if len(rows) > _MOST_ROWS:
        rows = np.sort(np.random.default_rng(seed).choice(rows, _MOST_ROWS, replace=False))
    seen = _seen(data, rows, asked)
    own = column.values[rows]
    targets = labels = None
    centre, classes = 0.0, len(column.names)
    if column.is_category:
        labels = own.astype(np.int64)
    else:
        scaled = np.clip(column.scale(own), -FAR, FAR)
        centre = float(scaled.mean())
        targets = scaled - centre
    growth = Growth(
        Criterion.GINI if column.is_category else Criterion.NUMBERS,
        min_rows=_LEAF_ROWS,
        per_node=max(1, math.ceil(len(asked) / 3)),
    )
    repeated = Repeated.of(seen, _TOGETHER, labels)

    def some(first: int) -> Trees:
        seeds = [round_seed(seed, number) for number in range(first, first + _TOGETHER)]
        drawn = np.array([bootstrap(len(rows), len(rows), own) for own in seeds])
        told = None if targets is None else drawn * targets
        grown = repeated.grown(growth, drawn, seeds, told, classes)
        return grown.trees(_values(grown.nodes, centre, column.is_category), 1 / TREES)

    made = pool.side_by_side([partial(some, first) for first in range(0, TREES, _TOGETHER)])
    return CellForest(Trees.chained(made), asked, classes if column.is_category else 1)


def most_telling(nearness: Floats, place: int, most: int = _MOST_ASKED) -> Integers:
    """The other columns, or those among them that are nearest to a column."""
    others = np.delete(np.arange(nearness.shape[1]), place)
    if len(others) <= most:
        return others
    order = np.argsort(-np.abs(nearness[place, others]), kind="stable")
    return np.sort(others[order[:most]])


def _seen(data: Binned, rows: Integers, asked: Integers) -> Binned:
    """Some rows and some columns of binned data."""
    encoder = Encoder(tuple(data.encoder.features[place] for place in asked))
    codes = np.ascontiguousarray(data.codes[np.ix_(asked, rows)])
    return replace(data, encoder=encoder, spans=data.spans[asked]).of_rows(codes, len(rows))


def _values(grown: Grown, centre: float, is_category: bool) -> Floats:
    """What each node says."""
    if is_category:
        return np.asarray(grown.stats / grown.stats.sum(axis=1, keepdims=True))
    return np.asarray(centre + grown.stats[:, 1:] / grown.stats[:, :1])
