"""A committee held against Condorcet's sum: what its vote would be worth if members erred apart."""

from dataclasses import dataclass

import numpy as np

from core.base.lacking import Lacking
from core.judging.diagnostics.members import members
from core.judging.theory.bounds import hoeffding_bound, majority_error
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


def majority(run: Run) -> Majority | Lacking:
    """How far a committee is from one of independent members, and why, where members vote.

    >>> import core
    >>> found = majority(core.fit(core.example("moons"), core.Bagging(rounds=11)))
    >>> found.independent < found.seen, 0 < found.kappa < 1
    (True, True)
    """
    if run.history.problem.classes != 2:
        return Lacking("The majority's sum is about two classes.")
    asked = members(run.history, run.model)
    if isinstance(asked, Lacking):
        return asked
    if len(asked) < 2:
        return Lacking("One member alone has no majority.")
    kappas, _, _ = asked.pairs(len(asked))
    error = float(np.mean(asked.errors))
    rounds = run.rounds
    seen = run.history.validation_error(rounds) if asked.is_new else run.history.error(rounds)
    return Majority(
        len(asked),
        error,
        majority_error(len(asked), error),
        hoeffding_bound(len(asked), error),
        seen,
        float(np.mean(kappas)),
        asked.is_new,
    )
