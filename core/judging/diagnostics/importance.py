"""Importance: which columns an ensemble uses, and how much worse it is without them."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.intervals import Z95, standard_error
from core.base.lacking import Lacking
from core.base.progress import Progress, Watch, unwatched
from core.engine.branches import continues
from core.engine.inputs import Inputs
from core.engine.trees import Trees
from core.judging.diagnostics.run_access import Part, history_of, rows_of
from core.learning.histories.quantities import Quantity
from core.learning.model import Model
from core.learning.predictors.predictor import Predictor
from core.learning.predictors.winners import winners
from core.learning.problem import Problem
from core.learning.run import Run

_MOST_TOLD = 10_000
"""So many rows tell how unlike rows are; all columns of more would take much memory."""


@dataclass(frozen=True, eq=False)
class Usage:
    """How the trees of a model use each column."""

    names: tuple[str, ...]
    counts: Integers
    """How many questions ask about it."""
    votes: Floats
    """The sum of |vote| of the trees over those questions."""
    gains: Floats
    """The sum of what those questions gain, times |vote|; 0 where gains are not kept."""


def usage(model: Model, rounds: int | None = None) -> Usage | Lacking:
    """How often and how strongly the trees of a model ask about each column.

    >>> import core
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> found = usage(run.model)
    >>> found.names, found.counts.tolist(), found.votes.round(2).tolist()
    (('x1', 'x2'), [1, 2], [0.42, 1.57])
    """
    names = _names(model)
    counts, votes, gains = (
        np.zeros(len(names), np.int64),
        np.zeros(len(names)),
        np.zeros(len(names)),
    )
    sums = _tree_sums(model, rounds)
    if isinstance(sums, Lacking):
        return sums
    for trees, weight in sums:
        nodes, owners = _questions(trees, len(names))
        vote = np.abs(trees.votes[owners]) * weight
        feature = trees.feature[nodes]
        np.add.at(counts, feature, 1)
        np.add.at(votes, feature, vote)
        np.add.at(gains, feature, vote * trees.gains[nodes])
    return Usage(names, counts, votes, gains)


def impurity_importance(
    model: Model, rounds: int | None = None, *, per_tree: bool = True
) -> dict[str, float] | Lacking:
    """Each column's share of what the trees' questions gained in purity; the shares sum to 1.

    The mean decrease in impurity (Breiman 2001): a tree's gains count as shares of its own total,
    times its |vote|. Without `per_tree` gains count as they are, which suits gradient boosting,
    whose later trees have less to gain. Columns of many different values look too important,
    for gains are counted on the rows that the trees were grown on (Strobl et al. 2007).

    >>> import core
    >>> run = core.fit(core.example("moons"), core.RandomForest(rounds=10))
    >>> found = impurity_importance(run.model)
    >>> sorted(found), round(sum(found.values()), 9)
    (['x', 'y'], 1.0)
    """
    names = _names(model)
    shares, has_questions = np.zeros(len(names)), False
    sums = _tree_sums(model, rounds)
    if isinstance(sums, Lacking):
        return sums
    for trees, weight in sums:
        nodes, owners = _questions(trees, len(names))
        has_questions |= len(nodes) > 0
        gains = trees.gains[nodes] * np.abs(trees.votes[owners]) * weight
        if per_tree:
            totals = np.bincount(owners, trees.gains[nodes], len(trees))[owners]
            gains = np.divide(gains, totals, out=np.zeros_like(gains), where=totals > 0)
        np.add.at(shares, trees.feature[nodes], gains)
    if has_questions and not shares.any():
        return Lacking(
            "These stumps are chosen by their error and keep no gains in purity. Their votes tell "
            "how much each column is used."
        )
    total = shares.sum()
    shares = shares / total if total > 0 else shares
    return dict(zip(names, shares.tolist(), strict=True))


@dataclass(frozen=True, eq=False)
class Importance:
    """How much the error grows when a column says nothing."""

    names: tuple[str, ...]
    error: float
    """The error as it is: a share wrong, or the mean squared error of a number."""
    rises: Floats
    """By how much it rises when a column is shuffled, a row a repeat, a column a column."""
    rows: int
    """How many rows judge."""
    standard_errors: Floats
    """Of every mean rise, by how unlike the rows are; NaN where that is not known."""

    @property
    def means(self) -> Floats:
        """The mean rise of every column."""
        return np.asarray(self.rises.mean(axis=0), np.float64)

    @property
    def intervals(self) -> tuple[Floats, Floats]:
        """The ends of the 95 % intervals of the mean rises, for other rows of the same kind."""
        half = Z95 * self.standard_errors
        return self.means - half, self.means + half


def permutation_importance(
    run: Run,
    part: Part = Part.VALIDATION,
    *,
    repeats: int = 5,
    seed: int = 0,
    watch: Watch = unwatched,
) -> Importance:
    """How much the error rises when a column's values are shuffled among the rows.

    (Breiman 2001; Fisher, Rudin & Dominici 2019.) Columns that say the same stand in for each
    other, and each looks unimportant. On training rows it tells what the model leans on, not
    what helps with new rows.

    >>> import core
    >>> run = core.fit(core.example("moons"), core.AdaBoost(rounds=30))
    >>> found = permutation_importance(run)
    >>> found.names, bool((found.means > 0.05).all())
    (('x', 'y'), True)
    """
    _check_repeats(repeats)
    return deque(shuffles(run, part, repeats=repeats, seed=seed, watch=watch), maxlen=1).pop()


def shuffles(
    run: Run,
    part: Part = Part.VALIDATION,
    *,
    repeats: int = 5,
    seed: int = 0,
    most_rows: int | None = None,
    watch: Watch = unwatched,
) -> Iterator[Importance]:
    """The permutation importance after each repeat, for who may stop before the last one.

    Of more than `most_rows` as many, evenly spread, judge.

    >>> import core
    >>> run = core.fit(core.example("moons"), core.AdaBoost(rounds=30))
    >>> [len(found.rises) for found in shuffles(run, repeats=3)]
    [1, 2, 3]
    """
    history = history_of(run)
    problem = history.problem
    rows = np.flatnonzero(rows_of(history, part)[history.order])
    rows = _spread(rows, len(rows) if most_rows is None else most_rows)
    inputs = problem.inputs.take(rows)
    predictor, random = run.model.predictor, np.random.default_rng(seed)
    losses, weights = _losses(predictor, problem, inputs, rows), problem.row_weights[rows]
    told = _spread(np.arange(len(rows)), _MOST_TOLD)
    features = len(inputs.columns)
    sums = np.zeros((features, len(told)))
    rises: list[Floats] = []
    for repeat in range(repeats):
        rise = np.zeros(features)
        for feature in range(features):
            watch(Progress(repeat * features + feature, repeats * features))
            shuffled = _shuffled(inputs, feature, random)
            own = _losses(predictor, problem, shuffled, rows) - losses
            rise[feature] = np.average(own, weights=weights)
            sums[feature] += own[told]
        rises.append(rise)
        yield Importance(
            _names(run.model),
            float(np.average(losses, weights=weights)),
            np.stack(rises),
            len(rows),
            _standard_errors(sums / len(rises), problem, rows[told], len(rows)),
        )


def _spread(places: Integers, most: int) -> Integers:
    """At most so many of some places, evenly spread."""
    if len(places) <= most:
        return places
    return places[np.linspace(0, len(places) - 1, most).astype(np.int64)]


def _standard_errors(means: Floats, problem: Problem, told: Integers, rows: int) -> Floats:
    """Of the mean over so many rows, of which some tell how unlike they are; by their groups."""
    weights, groups = problem.row_weights[told], problem.groups
    own = None if groups is None else np.unique(groups[told], return_inverse=True)[1]
    shares = weights / weights.mean()
    found = [
        standard_error((mean - np.average(mean, weights=weights)) * shares, own) for mean in means
    ]
    return np.asarray(np.array(found) * np.sqrt(len(told) / rows), np.float64)


def out_of_bag_importance(
    run: Run, *, repeats: int = 1, seed: int = 0, watch: Watch = unwatched
) -> Importance | Lacking:
    """Permutation importance on the rows that each member never saw, averaged over the members.

    Each member is asked about its own out-of-bag rows, as they are and with a column shuffled
    (Breiman 2001).

    >>> import core
    >>> run = core.fit(core.example("moons"), core.RandomForest(rounds=20))
    >>> bool((out_of_bag_importance(run).means > 0.05).all())
    True
    """
    _check_repeats(repeats)
    history = history_of(run)
    if lacking := history.lacks(Quantity.OUT_OF_BAG):
        return lacking
    problem, random = history.problem, np.random.default_rng(seed)
    features = len(problem.inputs.columns)
    errors: list[float] = []
    rises: list[Floats] = []
    judged = 0
    for repeat in range(repeats):
        found: list[Floats] = []
        for number, member in enumerate(run.members[: history.rounds], start=1):
            watch(Progress(repeat * history.rounds + number - 1, repeats * history.rounds))
            rows = np.flatnonzero(_judges(problem, history.outside(number)))
            if len(rows) == 0:
                continue
            inputs = problem.inputs.take(rows)
            error = _error(member, problem, inputs, rows)
            errors.append(error)
            judged += len(rows)
            shuffled = (_shuffled(inputs, feature, random) for feature in range(features))
            found.append(
                np.array([_error(member, problem, other, rows) - error for other in shuffled])
            )
        if not found:
            return Lacking("No row was left out of any sample, so none is out of bag.")
        rises.append(np.mean(found, axis=0))
    # A row judges many members, that are alike: how far their mean may be off is not known.
    unknown = np.full(features, np.nan)
    return Importance(
        _names(run.model), float(np.mean(errors)), np.stack(rises), judged // repeats, unknown
    )


def _judges(problem: Problem, outside: Mask) -> Mask:
    return np.asarray(outside & (problem.row_weights[: problem.training] > 0))


def _error(predictor: Predictor, problem: Problem, inputs: Inputs, rows: Integers) -> float:
    """The share wrong, or the mean squared error, of some rows in training order."""
    losses = _losses(predictor, problem, inputs, rows)
    return float(np.average(losses, weights=problem.row_weights[rows]))


def _losses(predictor: Predictor, problem: Problem, inputs: Inputs, rows: Integers) -> Floats:
    """1 for a wrong row and 0 for a right one, or the squared error, of each row."""
    scores, outputs = predictor.judged(inputs)
    if problem.is_regression:
        return np.asarray((outputs[:, 0] - problem.targets[rows]) ** 2, np.float64)
    return np.asarray(winners(scores, problem.commonest) != problem.labels[rows], np.float64)


def _shuffled(inputs: Inputs, feature: int, random: np.random.Generator) -> Inputs:
    """The rows with one column shuffled among them: its codes and its raw values alike."""
    order = random.permutation(len(inputs))
    column = inputs.columns[feature]
    values = column.values.copy()
    values[inputs.rows] = column.values[inputs.rows[order]]
    columns = list(inputs.columns)
    columns[feature] = replace(column, values=values)
    shuffled = Inputs(inputs.encoder, tuple(columns), inputs.rows)
    codes = inputs.codes.copy()
    codes[feature] = codes[feature][order]
    shuffled.__dict__["codes"] = codes  # as Inputs.of does: nothing is encoded twice
    return shuffled


def _names(model: Model) -> tuple[str, ...]:
    return tuple(feature.name for feature in model.encoder.features)


def _tree_sums(model: Model, rounds: int | None) -> list[tuple[Trees, float]] | Lacking:
    """Every sum of trees in a model with the |vote| that it has there."""
    predictor = model.predictor if rounds is None else model.first(rounds).predictor
    none = Lacking("This model asks no questions about single columns: it has no trees.")
    return list(predictor.tree_sums()) or none


def _questions(trees: Trees, features: int) -> tuple[Integers, Integers]:
    """The nodes of all trees that ask about a column of the data, and the tree of each."""
    nodes: Integers = trees.roots.astype(np.int64)
    owners: Integers = np.arange(len(trees), dtype=np.int64)
    found_nodes, found_owners = [nodes[:0]], [owners[:0]]
    while len(nodes):
        is_inner = trees.left[nodes] >= 0
        nodes, owners = nodes[is_inner], owners[is_inner]
        found_nodes.append(nodes)
        found_owners.append(owners)
        nodes = np.concatenate([trees.left[nodes], trees.right[nodes]]).astype(np.int64)
        owners = np.concatenate([owners, owners])
    inner, owners = np.concatenate(found_nodes), np.concatenate(found_owners)
    # The later levels of a deep forest also ask about what the level before said; and a question
    # may take several nodes.
    of_data = (trees.feature[inner] < features) & ~continues(trees)[inner]
    return inner[of_data], owners[of_data]


def _check_repeats(repeats: int) -> None:
    if repeats < 1:
        raise ValueError("There must be at least one repeat.")
