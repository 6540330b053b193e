"""A committee held against Condorcet's sum: what its vote would be worth if members erred apart."""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.lacking import Lacking
from core.judging.diagnostics.members import Members, members
from core.judging.theory.bounds import hoeffding_bound, majority_error
from core.learning.histories.history import History
from core.learning.model import Model
from core.learning.rounds import WEIGHTED_ERROR
from core.learning.run import Run


@dataclass(frozen=True)
class Majority:
    """T members of a two-class committee, on the rows that judge them."""

    members: int
    error: float
    """The mean of the members' own errors."""
    independent: float
    """The error of their majority if each erred apart from the others (Condorcet 1785)."""
    hoeffding: float
    """The bound on it (Hoeffding 1963)."""
    seen: float
    """The error of the committee."""
    kappa: float
    """The mean κ of all pairs: 0 for members that err apart, 1 for copies."""
    is_new: bool
    """Whether the rows are validation rows, and not those that members were trained on."""


@dataclass(frozen=True, eq=False)
class MajorityPromise:
    """What the majority of some of the members would be worth if each erred apart from the rest."""

    error: float
    """The mean of the members' own errors."""
    numbers: Integers
    """Of so many members: odd numbers, as an even number may tie."""
    independent: Floats
    """The exact sum (Condorcet 1785)."""
    hoeffding: Floats
    """The bound on it (Hoeffding 1963)."""


def promise(asked: Members, history: History, model: Model) -> MajorityPromise | Lacking:
    """The promise, where two classes are told apart and every member has one vote.

    >>> import core
    >>> from core.judging.diagnostics.members import members
    >>> run = core.fit(core.example("moons"), core.Bagging(rounds=5))
    >>> found = promise(members(run.history, run.model), run.history, run.model)
    >>> found.numbers.tolist(), bool((found.independent <= found.hoeffding).all())
    ([1, 3, 5], True)
    """
    if history.problem.classes != 2:
        return Lacking("The majority's sum is about two classes.")
    if len(asked) < 2:
        return Lacking("One member alone has no majority.")
    if WEIGHTED_ERROR in history.curves or not model.predictor.counts_votes:
        return Lacking("It is no majority that decides here: the members' votes weigh unlike.")
    error = float(np.mean(asked.errors))
    numbers = np.arange(1, len(asked) + 1, 2)
    return MajorityPromise(
        error,
        numbers,
        np.array([majority_error(number, error) for number in numbers.tolist()]),
        np.array([hoeffding_bound(number, error) for number in numbers.tolist()]),
    )


def majority(run: Run) -> Majority | Lacking:
    """How far a committee is from one of independent members, and why, where members vote.

    >>> import core
    >>> found = majority(core.fit(core.example("moons"), core.Bagging(rounds=11)))
    >>> found.independent < found.seen, 0 < found.kappa < 1
    (True, True)
    """
    asked = members(run.history, run.model)
    if isinstance(asked, Lacking):
        return asked
    promised = promise(asked, run.history, run.model)
    if isinstance(promised, Lacking):
        return promised
    kappas, _, _ = asked.pairs(len(asked))
    rounds = run.rounds
    seen = run.history.validation_error(rounds) if asked.is_new else run.history.error(rounds)
    return Majority(
        len(asked),
        promised.error,
        majority_error(len(asked), promised.error),
        hoeffding_bound(len(asked), promised.error),
        seen,
        float(np.mean(kappas)),
        asked.is_new,
    )
