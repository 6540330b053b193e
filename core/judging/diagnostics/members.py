"""Members: what each member of a committee says alone, how good it is, and how alike they are.

A committee gains from members that are good and err on different rows. The kappa-error diagram
draws each pair of members by how alike (κ) and how wrong they are (Margineantu & Dietterich 1997).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers, Mask
from core.base.lacking import Lacking
from core.engine.inputs import Inputs
from core.judging.diagnostics.agreement import MOST_MEMBERS
from core.learning.histories.history import History, rmse, share_wrong
from core.learning.histories.quantities import Quantity
from core.learning.model import Model
from core.learning.predictors.committee import CommitteeReader, LevelOutputs
from core.learning.predictors.predictor import Predictor
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


@dataclass(frozen=True, eq=False)
class Levels:
    """The errors of a deep forest's levels, and of each forest of a level, on some rows."""

    errors: Floats
    forests: Floats
    """A row a level, a column a forest."""
    rows: int
    is_new: bool


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


Composition = Members | Levels | Stages
"""What a committee is seen as: members that vote, levels of forests, or stages that reject."""


def committee(history: History, model: Model) -> Composition | Lacking:
    """What there is to see of a committee, in the way that suits it.

    >>> import core
    >>> run = core.fit(core.example("moons"), core.AdaBoost(rounds=3))
    >>> len(committee(run.history, run.model))
    3
    """
    reader: CommitteeReader[Composition | Lacking] = _Reader(history, model, MOST_MEMBERS)
    return model.predictor.shown_to(reader)


def members(history: History, model: Model, most: int = MOST_MEMBERS) -> Members | Lacking:
    """Ask each of the first members, where there are any that vote.

    >>> import core
    >>> data = core.example("moons")
    >>> run = core.fit(data, core.RandomForest(rounds=5))
    >>> found = members(run.history, run.model)
    >>> found.names, found.agreement.shape
    (('1', '2', '3', '4', '5'), (5, 5))
    """
    voters = model.predictor.voters()
    if isinstance(voters, Lacking):
        return voters
    return _Reader(history, model, most).voting(voters)


@dataclass(frozen=True, eq=False)
class _Reader:
    """Is shown a committee by its predictor, and asks it about the rows that judge it."""

    history: History
    model: Model
    most: int

    def voting(self, members: tuple[Predictor, ...]) -> Members:
        """What each member says alone."""
        problem, judges = self.history.problem, Judges.of(self.history)
        own = [member.lean() for member in members[: self.most]]
        inputs = problem.inputs.take(judges.places)
        if problem.is_regression:
            said = np.stack([member.outputs(inputs)[:, 0] for member in own])
        else:
            commonest = problem.commonest
            said = np.stack(
                [winners(said_by(member, inputs, True, commonest), commonest) for member in own]
            )
        outside = _outside(self.history, judges, len(own))
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
            names_of(self.model.settings, len(own)),
            np.array(errors),
            agreement,
            kappa,
            len(judges.places),
            judges.is_new,
            outside is not None,
        )

    def levels(self, asked: Callable[[Inputs], Iterator[LevelOutputs]]) -> Levels:
        """What every forest of every level says alone (Zhou & Feng 2017)."""
        problem, judges = self.history.problem, Judges.of(self.history)
        errors, parts = [], []
        for level in asked(problem.inputs.take(judges.places)):
            errors.append(_share_wrong(level.together, judges, problem.commonest))
            parts.append([_share_wrong(own, judges, problem.commonest) for own in level.parts])
        return Levels(np.array(errors), np.array(parts), len(judges.places), judges.is_new)

    def stages(self, exits: Callable[[Inputs], Integers], count: int, detected: int) -> Stages:
        """Where rows leave the cascade (Viola & Jones 2001)."""
        history, names = self.history, self.model.classes
        judges = Judges.of(history, len(history))
        left_at = exits(history.problem.inputs.take(judges.places))
        is_detected = judges.given == detected
        both = (is_detected, ~is_detected)
        rejected = np.column_stack(
            [np.bincount(left_at[own], minlength=count + 1)[:count] for own in both]
        )
        totals = np.array([own.sum() for own in both])
        reach = totals - np.vstack([np.zeros((1, 2), np.int64), np.cumsum(rejected, axis=0)[:-1]])
        errors = [
            share_wrong((left_at > stage) != is_detected, judges.weights) for stage in range(count)
        ]
        return Stages(
            names[detected], names[1 - detected], reach, rejected, np.array(errors), judges.is_new
        )

    def none(self, why: Lacking) -> Lacking:
        """Nobody who could agree."""
        return why


def names_of(settings: Settings, count: int) -> tuple[str, ...]:
    """The members' names: their number and, where learners differ, what they are."""
    learners = getattr(settings, "learners", ())
    if len(learners) < count:
        return tuple(str(number) for number in range(1, count + 1))
    return tuple(f"{place + 1} {learners[place].title}" for place in range(count))


def _outside(history: History, judges: Judges, count: int) -> list[Mask] | None:
    """Of training rows, those that each member never saw, if they can be told."""
    if judges.is_new or not history.has(Quantity.OUT_OF_BAG):
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


def _share_wrong(shares: Floats, judges: Judges, commonest: int) -> float:
    return share_wrong(winners(shares, commonest) != judges.given, judges.weights)
