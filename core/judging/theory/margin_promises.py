"""What theory promises of the margins of a boosting run, beside what is seen.

On the training rows no larger a share than ∏Z exp(θ Σα) has a margin of θ or less: where yF is at
most θ Σα, exp(θ Σα - yF) is at least 1, and its mean is ∏Z exp(θ Σα) (Schapire, Freund, Bartlett &
Lee 1998, theorem 5, for any votes). For new rows there is the margin bound of the same paper.
"""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats
from core.base.lacking import Lacking
from core.base.wording import percent
from core.judging.diagnostics.margins import margin_distribution
from core.judging.diagnostics.run_access import Part, class_history_of, round_of
from core.judging.theory.bounds import margin_bound, training_error_bound
from core.judging.theory.edges import stumps_dimension
from core.learning.histories.history import History
from core.learning.histories.quantities import USUALLY, Quantity
from core.learning.run import Run

_STEPS = 40
_LOOSE = 2.0
"""A bound of more than so many times what is seen is called loose."""


@dataclass(frozen=True, eq=False)
class MarginPromises:
    """The bounds after some rounds, and what they are bounds of."""

    margins: Floats
    """Margins θ from 0 to 1."""
    small: Floats
    """At most this share of the training rows has a margin of θ or less; above 1 it is empty."""
    seen: float
    """The share of the training rows that has a margin of 0 or less."""
    error: float | None
    """At most this share of new rows is wrong, with a confidence of 95 %; None if none is known."""

    @property
    def sentences(self) -> str:
        """What the bounds say, and whether that is anything."""
        return f"{self._of_training} {self._of_new}"

    @property
    def _of_training(self) -> str:
        bound = float(self.small[0])
        if bound >= 1:
            return "On training rows ∏Z is 100 % or more: it says nothing."
        said = f"At most {percent(bound)} of the training rows have a margin of 0 or less (∏Z)"
        if not self.seen:
            return f"{said}, and none has."
        loose = ", so it is loose" if bound > _LOOSE * self.seen else ""
        return f"{said}; {percent(self.seen)} have{loose}."

    @property
    def _of_new(self) -> str:
        if self.error is None:
            return "For new rows the margin bound is known for stumps on numbers alone."
        if self.error >= 1:
            return "For new rows the margin bound is 100 % or more: it says nothing."
        return f"Of new rows at most {percent(self.error)} are wrong, by the margin bound."


def margin_promises(thing: Run | History, t: int | None = None) -> MarginPromises | Lacking:
    """The bounds after t rounds, at least one, of a two-class boosting run by hard votes.

    >>> import core
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> found = margin_promises(run)
    >>> round(float(found.small[0]), 3), found.seen
    (0.516, 0.0)
    """
    history = class_history_of(thing)
    t = round_of(history, t)
    if not history.has(Quantity.HARD_VOTES) or history.problem.classes > 2:
        return Lacking(USUALLY[Quantity.HARD_VOTES])
    product = training_error_bound(history)
    if isinstance(product, Lacking):
        return product
    if t < 1:
        return Lacking("Before the first round there is no margin, and no bound.")
    margins = np.linspace(0, 1, _STEPS + 1)
    votes = float(np.abs(history.curve("vote")[:t]).sum())
    with np.errstate(over="ignore"):
        small = float(product[t - 1]) * np.exp(margins * votes)
    seen = margin_distribution(history, t, Part.TRAINING)
    dimension, error = stumps_dimension(history), None
    if dimension is not None:  # the bound holds for every margin at once: the best counts
        error = min(
            margin_bound(seen.below(margin), margin, history.training, dimension=dimension)
            for margin in margins[1::2].tolist()
        )
    return MarginPromises(margins, small, seen.below(0.0), error)
