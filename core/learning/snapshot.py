"""What is known about every row at one round of a run, computed once for all who show it."""

from dataclasses import dataclass, replace
from typing import Any

import numpy.typing as npt

from core.base.arrays import Floats, Integers, Mask
from core.learning.deciding import DecisionRule
from core.learning.histories.history import History
from core.learning.histories.quantities import Quantity

MEAN_WEIGHT, AGAINST, MEAN_RESIDUAL = "mean weight", "votes against", "mean residual"


def first_measure(history: History) -> str:
    """What a run alone ranks rows by, in its own words: suspicion is what judges of an audit say.

    >>> import core
    >>> run = core.fit(core.example("moons"), core.AdaBoost(rounds=2))
    >>> first_measure(run.history)
    'mean weight'
    """
    if history.has(Quantity.WEIGHTS):
        return MEAN_WEIGHT
    return AGAINST if history.problem.classes else MEAN_RESIDUAL


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Per-row quantities after round `round`, in the order of the dataset's rows.

    Suspicion and the ranking belong to the whole run so far; weights, margins and suggestions
    belong to the round.
    """

    history: History
    round: int
    suspicion: Floats
    """One number a row, higher is worse. A run's own: a row's mean weight where rows have weights,
    otherwise the share of the votes against it, validation rows ranked within their part."""
    ranked: Integers
    """The rows, most suspicious first; equals stay in the order of the file."""
    flagged: Mask
    """The rows that deserve a look."""
    weights: Floats | None
    """As multiples of the average weight of the row's part; None where rows have no weights."""
    margins: Floats
    """The margins; for a regression the residuals, predicted minus given."""
    suggested: npt.NDArray[Any]
    """The number of the suggested class, or the suggested number."""
    first_suspicion: Floats
    """That of the run alone, with or without an audit."""
    first_ranked: Integers
    """The first ranking, of the run alone."""
    judged: npt.NDArray[Any] | None = None
    """What an audit's judges, who never saw a row, suggest for it; None without an audit."""
    sure: Floats | None = None
    """The share of the judges for what they suggest; NaN for numbers, None without an audit."""
    rule: DecisionRule | None = None
    """What decides between the classes; None if the largest share wins."""
    decided: Integers | None = None
    """The number of the class that the rule names; None without a rule."""

    @property
    def said(self) -> npt.NDArray[Any]:
        """What is predicted: by the rule, if there is one, else what is suggested."""
        return self.suggested if self.decided is None else self.decided

    def deciding_by(self, rule: DecisionRule, shares: Floats) -> "Snapshot":
        """The same round where a rule decides; `shares` has a column a class."""
        return replace(self, rule=rule, decided=rule.decided(shares))

    @property
    def is_audited(self) -> bool:
        """Whether the ranking is an audit's, rather than the first one of the run alone."""
        return self.suspicion is not self.first_suspicion

    def ranked_by(
        self,
        suspicion: Floats,
        ranked: Integers,
        flagged: Mask,
        judged: npt.NDArray[Any] | None = None,
        sure: Floats | None = None,
    ) -> "Snapshot":
        """The same round with the ranking of an audit, what its judges suggest, and how sure."""
        return replace(
            self, suspicion=suspicion, ranked=ranked, flagged=flagged, judged=judged, sure=sure
        )

    @classmethod
    def of(cls, history: History, t: int) -> "Snapshot":
        """Compute everything at round t."""
        suspicion, ranked = history.suspicion(), history.ranked()
        here = history.at(t)
        return cls(
            history,
            t,
            suspicion,
            ranked,
            history.flagged(suspicion, here.margins),
            here.weights,
            here.margins,
            here.suggested,
            suspicion,
            ranked,
        )
