"""Agreement: how alike the members of a committee are. Copies know no more than one of them.

How its out-of-bag error settles is a curve of its history already.
"""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats
from core.judging.diagnostics.run_access import Part, rows_of, weights_of
from core.learning.model import Model
from core.learning.predictors.links import LOGISTIC, SHARES, SOFTMAX
from core.learning.predictors.oblique import ObliqueTree
from core.learning.predictors.of_members import OfMembers
from core.learning.predictors.predictor import Predictor
from core.learning.predictors.scored import Scored
from core.learning.predictors.tree_sum import TreeSum
from core.learning.predictors.votes import said_by
from core.learning.predictors.winners import winners
from core.learning.run import Run

MOST_MEMBERS = 200


def agreement(run: Run, part: Part = Part.VALIDATION, most: int = MOST_MEMBERS) -> Floats:
    """The share of the rows on which each pair of members names the same class.

    For numbers: the correlation of their predictions. The first `most` members are compared.

    >>> import core
    >>> run = core.fit(core.example("moons"), core.RandomForest(rounds=5))
    >>> found = agreement(run)
    >>> found.shape, bool((found.diagonal() == 1).all())
    ((5, 5), True)
    """
    said, weights = _said(run, part, most)
    if not run.dataset.classes:
        return _correlations(said, weights)
    found = np.stack([(said == own) @ weights for own in said])
    np.fill_diagonal(found, 1.0)  # and not what rounding leaves of it
    return np.asarray((found + found.T) / 2)


def kappa(run: Run, part: Part = Part.VALIDATION, most: int = MOST_MEMBERS) -> Floats:
    """Agreement beyond chance: κ = (θ₁ - θ₂) / (1 - θ₂) (Cohen 1960).

    θ₁ is the agreement, and θ₂ what two members that name classes as often, but apart from each
    other, would have. 1 for copies, 0 for independent members (Margineantu & Dietterich 1997).

    >>> import core
    >>> found = kappa(core.fit(core.example("moons"), core.RandomForest(rounds=5)))
    >>> bool(0 < found.min() < found.max() == 1)
    True
    """
    if not run.dataset.classes:
        raise TypeError("Kappa is about classes, and the target is a number.")
    said, weights = _said(run, part, most)
    named = np.stack([np.bincount(own, weights, len(run.dataset.classes)) for own in said])
    by_chance = named @ named.T
    found = agreement(run, part, most)
    beyond = np.ones_like(found)  # members that always name one and the same class
    np.divide(found - by_chance, 1 - by_chance, out=beyond, where=by_chance < 1)
    np.fill_diagonal(beyond, 1.0)
    return beyond


def members_of(model: Model) -> tuple[Predictor, ...]:
    """The members of a model that vote with one another; raise TypeError if it has none."""
    predictor = model.predictor
    if isinstance(predictor, OfMembers):
        if predictor.why_no_votes:
            raise TypeError(predictor.why_no_votes)
        return predictor.members
    if isinstance(predictor, TreeSum) and _votes_tree_by_tree(model, predictor):
        trees = predictor.trees
        return tuple(
            replace(
                predictor,
                trees=replace(
                    trees,
                    roots=trees.roots[place : place + 1],
                    votes=np.ones(1),
                    output=trees.output[place : place + 1],
                ),
                offset=np.zeros_like(predictor.offset),
            )
            for place in range(len(trees))
        )
    if isinstance(predictor, Scored | ObliqueTree):
        return (predictor,)  # a learner alone is the only member
    raise TypeError(
        "The rounds of this ensemble correct one another instead of voting, so it has no members "
        "that could agree."
    )


def _votes_tree_by_tree(model: Model, predictor: TreeSum) -> bool:
    """Whether each tree names a class, or a number, by itself."""
    if predictor.per_round != 1 or not len(predictor.trees):
        return False
    if predictor.link == SHARES or (predictor.link == SOFTMAX and not predictor.offset.any()):
        return bool(predictor.trees.values.shape[1] == len(predictor.offset))
    if predictor.link == LOGISTIC:  # boosted stumps: every leaf is -1 or 1
        return bool(np.isin(np.abs(predictor.trees.values), (0.0, 1.0)).all())
    return not model.classes and not predictor.offset.any()


def _said(run: Run, part: Part, most: int) -> tuple[npt.NDArray[Any], Floats]:
    """What each member says of a part, a row a member, and the share of weight of each row."""
    if most < 1:
        raise ValueError("At least one member must be looked at.")
    history = run.history
    mask = rows_of(history, part)
    is_voting = isinstance(run.model.predictor, OfMembers)
    members = (members_of(run.model) if is_voting or not run.members else run.members)[:most]
    problem = history.problem
    places = np.flatnonzero(mask[history.order])
    inputs = problem.inputs.take(places)
    weights = weights_of(history)[history.order][places]
    shares = weights / weights.sum()
    if problem.is_regression:
        return np.stack([member.outputs(inputs)[:, 0] for member in members]), shares
    said = [said_by(member, inputs, True, problem.commonest) for member in members]
    return np.stack([winners(own, problem.commonest) for own in said]), shares


def _correlations(said: Floats, weights: Floats) -> Floats:
    centred = said - (said @ weights)[:, None]
    covariances = (centred * weights) @ centred.T
    spreads = np.sqrt(np.diag(covariances))
    scale = np.outer(spreads, spreads)
    found = np.divide(covariances, scale, out=np.zeros_like(covariances), where=scale > 0)
    np.fill_diagonal(found, 1.0)
    return np.asarray(np.clip(found, -1, 1))
