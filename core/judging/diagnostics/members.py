"""Members: what each member of a committee says alone, how good it is, and how alike they are.

A committee gains from members that are good and err on different rows. The kappa-error diagram
draws each pair of members by how alike (κ) and how wrong they are (Margineantu & Dietterich 1997).
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers, Mask
from core.engine.trees import Int32s
from core.judging.diagnostics.agreement import MOST_MEMBERS, members_of
from core.learning.histories.history import History, rmse, share_wrong
from core.learning.histories.scores import ScoreHistory
from core.learning.model import Model
from core.learning.predictors.cascade_forest import CascadeForest, mean_vector
from core.learning.predictors.predictor import Predictor
from core.learning.predictors.reject_cascade import RejectCascade
from core.learning.predictors.tree_sum import TreeSum
from core.learning.predictors.votes import said_by
from core.learning.predictors.winners import winners
from core.learning.settings import Settings

MOST_ROWS = 5000
"""More rows than this say no more about members: as many, evenly spread, are asked about."""


@dataclass(frozen=True, eq=False)
class Judges:
    """The rows that members are judged by: validation rows, or training rows without any."""

    places: Integers
    """In training order."""
    given: npt.NDArray[Any]
    weights: Floats
    is_new: bool
    """Whether nobody was trained on them."""

    @classmethod
    def of(cls, history: History, most: int = MOST_ROWS) -> "Judges":
        """At most so many rows, evenly spread."""
        problem, training = history.problem, history.training
        is_new = problem.dataset.has_validation
        part = slice(training, None) if is_new else slice(None, training)
        places = np.flatnonzero(problem.row_weights[part] > 0) + (part.start or 0)
        if len(places) > most:
            places = places[np.linspace(0, len(places) - 1, most).astype(int)]
        given = problem.targets if problem.is_regression else problem.labels
        return cls(places, given[places], problem.row_weights[places], is_new)


@dataclass(frozen=True, eq=False)
class Members:
    """What is known about the first members of a committee, on some rows."""

    names: tuple[str, ...]
    errors: Floats
    """Each member's own error: the share of wrong rows, or the root mean squared error."""
    agreement: Floats
    """The share of the rows on which two say the same; of numbers the correlation."""
    kappa: Floats | None
    """Agreement beyond chance; None for numbers."""
    rows: int
    is_new: bool
    is_out_of_bag: bool
    """Whether errors are those on training rows that a member never saw."""

    def __len__(self) -> int:
        return len(self.names)

    def pairs(self, first: int) -> tuple[Floats, Floats, Integers]:
        """Of every pair of the first members: κ, the mean of their errors, and who they are.

        Of numbers the correlation takes the place of κ.
        """
        alike = self.agreement if self.kappa is None else self.kappa
        one, other = np.triu_indices(min(first, len(self)), 1)
        return (
            alike[one, other],
            (self.errors[one] + self.errors[other]) / 2,
            np.column_stack([one, other]),
        )


def members(history: History, model: Model, most: int = MOST_MEMBERS) -> Members:
    """Ask each of the first members; TypeError if it has no members that vote.

    >>> import core
    >>> data = core.example("moons")
    >>> run = core.fit(data, core.RandomForest(rounds=5))
    >>> found = members(run.history, run.model)
    >>> found.names, found.agreement.shape
    (('1', '2', '3', '4', '5'), (5, 5))
    """
    own = [_lean(member) for member in members_of(model)[:most]]
    judges = Judges.of(history)
    problem = history.problem
    inputs = problem.inputs.take(judges.places)
    if problem.is_regression:
        said = np.stack([member.outputs(inputs)[:, 0] for member in own])
    else:
        commonest = problem.commonest
        said = np.stack(
            [winners(said_by(member, inputs, True, commonest), commonest) for member in own]
        )
    outside = _outside(history, judges, len(own))
    errors = [
        _error(problem.is_regression, row, judges, None if outside is None else outside[place])
        for place, row in enumerate(said)
    ]
    shares = judges.weights / judges.weights.sum()
    agreement, kappa = (
        (_correlations(said, shares), None)
        if problem.is_regression
        else _agreements(said, shares, problem.classes)
    )
    return Members(
        names_of(model.settings, len(own)),
        np.array(errors),
        agreement,
        kappa,
        len(judges.places),
        judges.is_new,
        outside is not None,
    )


def _lean(member: Predictor) -> Predictor:
    """A tree with its own nodes only: asked one by one, trees would each pack those of all."""
    if not isinstance(member, TreeSum) or len(member.trees) != 1:
        return member
    trees = member.trees
    first = last = int(trees.roots[0])
    # Children come behind their parents, and a tree's nodes one behind the other.
    reach = np.maximum(trees.left, trees.right)
    while last < (most := int(reach[first : last + 1].max())):
        last = most
    nodes = slice(first, last + 1)

    def moved(children: Int32s) -> Int32s:
        own = children[nodes]
        return np.where(own >= 0, own - first, own).astype(np.int32)

    lean = replace(
        trees,
        roots=np.zeros(1, np.int32),
        feature=trees.feature[nodes],
        threshold=trees.threshold[nodes],
        missing_left=trees.missing_left[nodes],
        subset=trees.subset[nodes],
        left=moved(trees.left),
        right=moved(trees.right),
        values=trees.values[nodes],
        gains=trees.gains[nodes],
        rows=trees.rows[nodes],
    )
    return replace(member, trees=lean)


def names_of(settings: Settings, count: int) -> tuple[str, ...]:
    """The members' names: their number and, where learners differ, what they are."""
    learners = getattr(settings, "learners", ())
    if len(learners) < count:
        return tuple(str(number) for number in range(1, count + 1))
    return tuple(f"{place + 1} {learners[place].title}" for place in range(count))


def _outside(history: History, judges: Judges, count: int) -> list[Mask] | None:
    """Of training rows, those that each member never saw, if they can be told."""
    if judges.is_new or not isinstance(history, ScoreHistory) or history.outside is None:
        return None
    done = min(count, history.rounds)
    return [history.outside(number)[judges.places] for number in range(1, done + 1)]


def _error(is_number: bool, said: npt.NDArray[Any], judges: Judges, only: Mask | None) -> float:
    chosen = slice(None) if only is None else only
    given, weights = judges.given[chosen], judges.weights[chosen]
    if is_number:
        return rmse(said[chosen], given, weights)
    return share_wrong(said[chosen] != given, weights)


def _agreements(said: npt.NDArray[Any], shares: Floats, classes: int) -> tuple[Floats, Floats]:
    """The share of rows on which members agree, and κ = (θ₁ - θ₂) / (1 - θ₂) (Cohen 1960)."""
    same = np.zeros((len(said), len(said)))
    for label in range(classes):
        names_it = (said == label) * np.sqrt(shares)
        same += names_it @ names_it.T
    np.fill_diagonal(same, 1.0)
    named = np.stack([np.bincount(own, shares, classes) for own in said])
    by_chance = named @ named.T
    kappa = np.ones_like(same)  # members that always name one and the same class
    np.divide(same - by_chance, 1 - by_chance, out=kappa, where=by_chance < 1 - 1e-12)
    np.fill_diagonal(kappa, 1.0)
    return same, kappa


def _correlations(said: Floats, shares: Floats) -> Floats:
    centred = said - (said @ shares)[:, None]
    covariances = (centred * shares) @ centred.T
    spreads = np.sqrt(np.diag(covariances))
    scale = np.outer(spreads, spreads)
    found = np.divide(covariances, scale, out=np.zeros_like(covariances), where=scale > 0)
    np.fill_diagonal(found, 1.0)
    return np.asarray(np.clip(found, -1, 1))


@dataclass(frozen=True, eq=False)
class Levels:
    """The errors of a deep forest's levels, and of each forest of a level, on some rows."""

    errors: Floats
    forests: Floats
    """A row a level, a column a forest."""
    rows: int
    is_new: bool


def forest_levels(history: History, model: Model) -> Levels:
    """What every forest of every level says alone (Zhou & Feng 2017)."""
    cascade = model.predictor
    if not isinstance(cascade, CascadeForest):
        raise TypeError("Only a deep forest has levels of forests.")
    judges = Judges.of(history)
    problem = history.problem
    codes = problem.inputs.take(judges.places).codes
    vectors: Floats | None = None
    errors, forests = [], []
    for level in cascade.levels:
        vectors = level.vectors(level.joined(codes, vectors))
        errors.append(_share_wrong(mean_vector(vectors, level.forests), judges, problem.commonest))
        each = np.split(vectors, level.forests, axis=1)
        forests.append([_share_wrong(own, judges, problem.commonest) for own in each])
    return Levels(np.array(errors), np.array(forests), len(judges.places), judges.is_new)


def _share_wrong(shares: Floats, judges: Judges, commonest: int) -> float:
    return share_wrong(winners(shares, commonest) != judges.given, judges.weights)


@dataclass(frozen=True, eq=False)
class Stages:
    """What an early-reject cascade does with some rows, stage by stage."""

    detected: str
    other: str
    reach: Integers
    """How many rows reach each stage: of the class to detect, and of the other."""
    rejected: Integers
    """How many of them it rejects."""
    errors: Floats
    """The share of the rows that are wrong if the cascade ends with this stage."""
    is_new: bool


def reject_stages(history: History, model: Model) -> Stages:
    """Where rows leave the cascade (Viola & Jones 2001)."""
    cascade = model.predictor
    if not isinstance(cascade, RejectCascade):
        raise TypeError("Only an early-reject cascade has stages.")
    judges = Judges.of(history, len(history))
    exits = cascade.exits(history.problem.inputs.take(judges.places))
    is_detected = judges.given == cascade.detected
    stages = len(cascade.ends)
    both = (is_detected, ~is_detected)
    rejected = np.column_stack(
        [np.bincount(exits[own], minlength=stages + 1)[:stages] for own in both]
    )
    totals = np.array([own.sum() for own in both])
    reach = totals - np.vstack([np.zeros((1, 2), np.int64), np.cumsum(rejected, axis=0)[:-1]])
    errors = [
        share_wrong((exits > stage) != is_detected, judges.weights) for stage in range(stages)
    ]
    names = model.classes
    return Stages(
        names[cascade.detected],
        names[1 - cascade.detected],
        reach,
        rejected,
        np.array(errors),
        judges.is_new,
    )
