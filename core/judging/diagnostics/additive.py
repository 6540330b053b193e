"""What one column does to the score: exactly for stumps, on average for all other models.

A sum of stumps is a sum of functions of single columns, F(x) = offset + Σ_j f_j(x_j), where f_j
adds up what the stumps about column j say. For other models there is the partial dependence
PD_j(v), the mean of the outputs over rows whose value in column j is replaced by v (Friedman 2001).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.lacking import Lacking
from core.base.progress import Progress, Watch, unwatched
from core.data.column import Column, Kind
from core.data.dataset import Dataset
from core.engine.binning import FeatureEncoder
from core.engine.codes import BINS, MISSING
from core.engine.inputs import Inputs
from core.engine.trees import Trees
from core.learning.model import Model
from core.learning.predictors.predictor import SumOfTrees
from core.learning.words.tree_reading import codes_left

MOST_POINTS = 32
MOST_ROWS = 300
"""How many values, and how many rows, a partial dependence is computed of at most."""


@dataclass(frozen=True, eq=False)
class AdditiveCurve:
    """f_j of one column: what its stumps add to each score, code by code."""

    feature: FeatureEncoder
    table: Floats
    """A row a code, a column a score."""
    stumps: int
    """How many stumps ask about the column."""

    @property
    def edges(self) -> Floats:
        """Where the curve of a number may step."""
        return self.feature.edges

    @property
    def values(self) -> Floats:
        """What is added between the edges, from below the first to above the last; or by category.

        A row an interval or a category, a column a score.
        """
        feature = self.feature
        count = len(feature.categories) if feature.is_category else len(feature.edges) + 1
        return self.table[:count]

    @property
    def missing(self) -> Floats:
        """What is added where the value is missing."""
        return np.asarray(self.table[MISSING])


def stumps_of(model: Model, rounds: int | None = None) -> SumOfTrees | Lacking:
    """The model, or its first rounds, as a sum of functions of single columns, if it is one.

    >>> import core
    >>> print(stumps_of(core.fit(core.example("moons"), core.RandomForest(rounds=3)).model))
    The trees of this model ask several questions in turn, about several columns.
    """
    found = model.predictor.additive()
    if isinstance(found, Lacking):
        return found
    if _asks_in_turn(found.trees):
        return Lacking(
            "The trees of this model ask several questions in turn, about several columns."
        )
    return found if rounds is None else model.first(rounds).predictor.additive()


def _asks_in_turn(trees: Trees) -> bool:
    """Whether any tree asks about several columns."""
    nodes = trees.roots[trees.left[trees.roots] >= 0]
    column = trees.feature[nodes]
    while len(nodes):
        if bool(np.any(trees.feature[nodes] != column)):
            break
        nodes, column = (
            np.concatenate([trees.left[nodes], trees.right[nodes]]),
            np.concatenate([column, column]),
        )
        nodes, column = nodes[trees.left[nodes] >= 0], column[trees.left[nodes] >= 0]
    return len(nodes) > 0


def additive_curve(model: Model, column: int, rounds: int | None = None) -> AdditiveCurve | Lacking:
    """The exact curve of a column, of the first rounds or of all, where there is one.

    >>> import core
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> curve = additive_curve(run.model, 1)
    >>> curve.stumps, curve.values[[0, -1], 0].round(2).tolist()
    (2, [0.27, -0.27])
    """
    found = stumps_of(model, rounds)
    if isinstance(found, Lacking):
        return Lacking(f"{found} Its partial dependence tells what a column does on average.")
    trees, outputs = found.trees, len(found.offset)
    table, count = np.zeros((BINS, outputs)), 0
    is_about = (trees.left[trees.roots] >= 0) & (trees.feature[trees.roots] == column)
    for number in np.flatnonzero(is_about).tolist():
        for leaf, codes in _leaves(trees, int(trees.roots[number])):
            table[codes] += _said(trees, number, leaf, outputs)
        count += 1
    return AdditiveCurve(model.encoder.features[column], table, count)


def additive_offset(model: Model, rounds: int | None = None) -> Floats | Lacking:
    """What the scores are without any column, where the model is additive."""
    found = stumps_of(model, rounds)
    if isinstance(found, Lacking):
        return found
    trees, offset = found.trees, found.offset.copy()
    for number in np.flatnonzero(trees.left[trees.roots] < 0).tolist():
        offset += _said(trees, number, int(trees.roots[number]), len(offset))
    return offset


def _leaves(trees: Trees, root: int) -> Iterator[tuple[int, Mask]]:
    """The leaves of a tree that asks about one column, with the codes that lead to each."""
    waiting = [(root, np.ones(BINS, bool))]
    for node, codes in waiting:  # grows while it is walked
        if trees.left[node] < 0:
            yield node, codes
            continue
        is_left = codes_left(trees, node)
        waiting.append((int(trees.left[node]), codes & is_left))
        waiting.append((int(trees.right[node]), codes & ~is_left))


def _said(trees: Trees, number: int, leaf: int, outputs: int) -> Floats:
    """What a leaf of a tree adds to each score."""
    said = np.zeros(outputs)
    if trees.values.shape[1] == 1:
        said[trees.output[number]] = trees.values[leaf, 0]
    else:
        said += trees.values[leaf]
    return np.asarray(said * trees.votes[number])


@dataclass(frozen=True, eq=False)
class PartialDependence:
    """The mean outputs at some values of one column, all else being as it is in some rows."""

    name: str
    points: Floats | tuple[str, ...]
    """The numbers, ascending, or the categories."""
    values: Floats
    """A row a point, a column a class; or one column for a number."""
    missing: Floats | None
    """The same without a value, where rows have none."""
    rows: int
    """How many rows it is averaged over."""


def partial_dependence(
    model: Model,
    dataset: Dataset,
    column: int,
    *,
    rounds: int | None = None,
    most_rows: int = MOST_ROWS,
    seed: int = 0,
    watch: Watch = unwatched,
) -> PartialDependence:
    """How the outputs depend on a column, on average over a sample of rows (Friedman 2001).

    Columns that go together are torn apart: some of the rows asked about could never be.

    >>> import core
    >>> run = core.fit(core.example("moons"), core.RandomForest(rounds=20))
    >>> found = partial_dependence(run.model, run.dataset, 1)
    >>> bool(found.values[0, 0] > found.values[-1, 0])
    True
    """
    shown = model if rounds is None else model.first(rounds)
    inputs = model.inputs(dataset)
    random = np.random.default_rng(seed)
    rows = np.arange(len(dataset))
    if len(rows) > most_rows:
        rows = np.sort(random.choice(rows, most_rows, replace=False))
    weights = dataset.weights[rows]
    own = inputs.columns[column]
    grid = _grid(own)
    sample = [other.take(rows) for other in inputs.columns]
    found: list[Floats] = []
    asked = [*grid.tolist(), *([np.nan if own.is_number else -1] if own.missing.any() else [])]
    for place, value in enumerate(asked):
        watch(Progress(place, len(asked)))
        values = np.full(len(rows), value, own.values.dtype)
        sample[column] = Column(own.name, own.kind, values, own.categories)
        outputs = shown.predictor.outputs(
            Inputs(inputs.encoder, tuple(sample), np.arange(len(rows)))
        )
        found.append(_mean(outputs, weights))
    missing = found.pop() if own.missing.any() else None
    points: Floats | tuple[str, ...] = (
        grid.astype(np.float64)
        if own.is_number
        else tuple(own.categories[place] for place in grid.tolist())
    )
    return PartialDependence(
        own.name, points, np.array(found).reshape(len(found), -1), missing, len(rows)
    )


def _mean(outputs: Floats, weights: Floats) -> Floats:
    if not weights.any():
        return np.asarray(outputs.mean(axis=0))
    return np.asarray(np.average(outputs, axis=0, weights=weights))


def _grid(column: Column) -> Floats | Integers:
    """Quantiles of the numbers, or the commonest categories in the order of their names."""
    there = column.values[~column.missing]
    if column.kind is Kind.NUMBER:
        there = there[np.isfinite(there)]
        if not len(there):
            return np.empty(0)
        return np.unique(
            np.quantile(there, np.linspace(0, 1, MOST_POINTS), method="closest_observation")
        )
    counts = np.bincount(there, minlength=len(column.categories))
    commonest = np.argsort(-counts, kind="stable")[:MOST_POINTS]
    return np.sort(commonest[counts[commonest] > 0]).astype(np.int64)
