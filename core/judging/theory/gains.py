"""What a question about each column tells at a node of a tree: entropy, gain and gain ratio.

The questions are those of ID3 and C4.5 (Quinlan 1986, 1993): a category has a branch for each value
that is there, a number is cut at the threshold of most gain, and a missing value is a branch of a
category, and on the better side of a cut.

    H(Y) = -Σ_k P(k) log₂ P(k)            entropy of the labels at the node
    H(Y | X) = Σ_b P(b) H(Y | b)          what is left of it, on average over the branches b
    gain = H(Y) - H(Y | X)
    gain ratio = gain / -Σ_b P(b) log₂ P(b)
"""

import math

import numpy as np
import pandas as pd

from core.base.arrays import Codes, Floats, Integers, Mask
from core.base.errors import NoMeaningError
from core.base.lacking import Lacking
from core.data.dataset import Dataset
from core.engine.codes import BINS, MISSING
from core.engine.trees import Trees
from core.judging.diagnostics.run_access import class_history_of
from core.judging.theory.entropy import entropies
from core.learning.histories.quantities import Quantity
from core.learning.problem import Problem
from core.learning.run import Run
from core.learning.words.tree_reading import asked, codes_left

_NOTHING = 1e-12
"""A gain below this is rounding."""


def column_gains(dataset: Dataset) -> pd.DataFrame:
    """What each column tells of the training rows' classes, the most telling first.

    >>> import core
    >>> found = column_gains(core.example("restaurant", validation_share=0))
    >>> found[["column", "entropy", "left", "gain", "ratio"]].round(3).head(3)
        column  entropy   left   gain  ratio
    0  patrons      1.0  0.459  0.541  0.371
    1  minutes      1.0  0.792  0.208  0.116
    2   hungry      1.0  0.804  0.196  0.200
    """
    problem = Problem.of(dataset)
    if problem.is_regression:
        raise NoMeaningError("The target is a number, and entropy is about classes.")
    weights = problem.row_weights[: problem.training]
    return _table(problem, np.flatnonzero(weights > 0), weights)


def gains_at(run: Run, node: int, number: int = 1) -> pd.DataFrame | Lacking:
    """The same of the training rows that reach a node of the tree of round `number`.

    Nodes are numbered as `learned(run.model, number).tree` numbers them, the root first. In
    boosting the rows weigh what they did in that round.

    >>> import core
    >>> data = core.example("restaurant", validation_share=0)
    >>> run = core.fit(data, core.SingleLearner(learner=core.C45Tree(criterion="gain")))
    >>> gains_at(run, 0).equals(column_gains(data))
    True
    """
    history = class_history_of(run)
    problem = history.problem
    history.check_round(number)
    found = run.model.predictor.tree_of(number)
    if isinstance(found, Lacking):
        return found
    weights = problem.row_weights[: problem.training]
    if history.has(Quantity.WEIGHTS):
        weights = history.weights(number - 1)[history.order][: problem.training]
    reached = rows_reaching(*found, node, problem.data.codes[:, : problem.training])
    rows = reached[weights[reached] > 0]
    if not len(rows):
        raise ValueError(f"No training row reaches node {node} of round {number}.")
    return _table(problem, rows, weights)


def rows_reaching(trees: Trees, number: int, node: int, codes: Codes) -> Integers:
    """Which rows, a column of codes each, come to a node of a tree."""
    path: tuple[tuple[int, bool], ...] | None = None
    waiting: list[tuple[int, tuple[tuple[int, bool], ...]]] = [(int(trees.roots[number]), ())]
    while waiting and path is None:
        here, came = waiting.pop()
        if here == node:
            path = came
        elif trees.left[here] >= 0:
            waiting.append((int(trees.left[here]), (*came, (here, True))))
            waiting.append((int(trees.right[here]), (*came, (here, False))))
    if path is None:
        raise ValueError(f"The tree has no node {node}.")
    rows = np.arange(codes.shape[1])
    for above, goes_left in path:
        is_left = codes_left(trees, above)[codes[trees.feature[above], rows]]
        rows = rows[is_left == goes_left]
    return rows


def _table(problem: Problem, rows: Integers, weights: Floats) -> pd.DataFrame:
    """A row a column of the data."""
    features = problem.data.encoder.features
    before = float(entropies(_counted(problem, rows, weights, None).sum(axis=0)[None])[0])
    found = []
    for place, feature in enumerate(features):
        counted = _counted(problem, rows, weights, place)
        is_left = None
        if feature.is_category:
            branches = counted[counted.any(axis=1)]
        else:
            is_left = _best_cut(counted)
            branches = np.stack([counted[is_left].sum(axis=0), counted[~is_left].sum(axis=0)])
        own = branches.sum(axis=1)
        left = float(own @ entropies(branches) / own.sum())
        info = float(entropies(own[None])[0])
        gain = max(0.0, before - left)
        gain = gain if gain > _NOTHING else 0.0
        ratio = gain / info if info > 0 else math.nan
        if is_left is None:
            text = f"{feature.name}?"
        else:
            text = asked(feature, is_left)[0] if info > 0 else ""
        found.append((feature.name, text, before, before - gain, gain, ratio))
    table = pd.DataFrame(found, columns=["column", "question", "entropy", "left", "gain", "ratio"])
    return table.sort_values("gain", ascending=False, kind="stable", ignore_index=True)


def _counted(problem: Problem, rows: Integers, weights: Floats, feature: int | None) -> Floats:
    """The weight of every class, a row a code of the feature; one row without a feature."""
    counted = np.zeros((1 if feature is None else BINS, problem.classes))
    codes = np.zeros(len(rows), np.int64) if feature is None else problem.data.codes[feature, rows]
    np.add.at(counted, (codes, problem.labels[rows]), weights[rows])
    return counted


def _best_cut(counted: Floats) -> Mask:
    """Which codes of a number go left of the cut of most gain; the first of equal ones."""
    missing, total = counted[MISSING], counted.sum(axis=0)
    cuts = np.flatnonzero(counted[:MISSING].any(axis=1))
    below = np.cumsum(counted[:MISSING], axis=0)[cuts]
    lefts = np.concatenate([below, below + missing])
    sizes = np.stack([lefts.sum(axis=1), (total - lefts).sum(axis=1)])
    remains = sizes[0] * entropies(lefts) + sizes[1] * entropies(np.maximum(total - lefts, 0.0))
    remains[(sizes <= _NOTHING * total.sum()).any(axis=0)] = np.inf
    is_left = np.zeros(BINS, bool)
    if len(remains) and np.isfinite(remains).any():
        best = int(np.argmin(remains))
        is_left[: cuts[best % len(cuts)] + 1] = True
        is_left[MISSING] = best >= len(cuts) and bool(missing.any())
    return is_left
