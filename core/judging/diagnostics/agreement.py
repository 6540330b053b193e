"""Agreement: how alike the members of a committee are. Copies know no more than one of them.

How its out-of-bag error settles is a curve of its history already.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats
from core.base.errors import NoMeaningError
from core.base.lacking import Lacking
from core.judging.diagnostics.run_access import Part, rows_of, weights_of
from core.learning.predictors.votes import said_by
from core.learning.predictors.winners import winners
from core.learning.run import Run

MOST_MEMBERS = 200


def agreement(run: Run, part: Part = Part.VALIDATION, most: int = MOST_MEMBERS) -> Floats | Lacking:
    """The share of the rows on which each pair of members names the same class.

    For numbers: the correlation of their predictions. The first `most` members are compared.

    >>> import core
    >>> run = core.fit(core.example("moons"), core.RandomForest(rounds=5))
    >>> found = agreement(run)
    >>> found.shape, bool((found.diagonal() == 1).all())
    ((5, 5), True)
    """
    asked = _said(run, part, most)
    if isinstance(asked, Lacking):
        return asked
    said, weights = asked
    return _agreement(said, weights) if run.dataset.classes else _correlations(said, weights)


def _agreement(said: npt.NDArray[Any], weights: Floats) -> Floats:
    found = np.stack([(said == own) @ weights for own in said])
    np.fill_diagonal(found, 1.0)  # and not what rounding leaves of it
    return np.asarray((found + found.T) / 2)


def kappa(run: Run, part: Part = Part.VALIDATION, most: int = MOST_MEMBERS) -> Floats | Lacking:
    """Agreement beyond chance: κ = (θ₁ - θ₂) / (1 - θ₂) (Cohen 1960).

    θ₁ is the agreement, and θ₂ what two members that name classes as often, but apart from each
    other, would have. 1 for copies, 0 for independent members (Margineantu & Dietterich 1997).

    >>> import core
    >>> found = kappa(core.fit(core.example("moons"), core.RandomForest(rounds=5)))
    >>> bool(0 < found.min() < found.max() == 1)
    True
    """
    if not run.dataset.classes:
        raise NoMeaningError("Kappa is about classes, and the target is a number.")
    asked = _said(run, part, most)
    if isinstance(asked, Lacking):
        return asked
    said, weights = asked
    named = np.stack([np.bincount(own, weights, len(run.dataset.classes)) for own in said])
    by_chance = named @ named.T
    found = _agreement(said, weights)
    beyond = np.ones_like(found)  # members that always name one and the same class
    np.divide(found - by_chance, 1 - by_chance, out=beyond, where=by_chance < 1)
    np.fill_diagonal(beyond, 1.0)
    return beyond


def _said(run: Run, part: Part, most: int) -> tuple[npt.NDArray[Any], Floats] | Lacking:
    """What each member says of a part, a row a member, and the share of weight of each row."""
    if most < 1:
        raise ValueError("At least one member must be looked at.")
    history = run.history
    mask = rows_of(history, part)
    voters = run.model.predictor.voters()
    if isinstance(voters, Lacking):
        return voters
    members = [member.lean() for member in voters[:most]]
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
