"""The exponential and the logistic loss of a run as curves over its rounds."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.lacking import Lacking
from core.base.progress import Progress, Watch, unwatched
from core.judging.diagnostics.run_access import Part, class_history_of, weights_of
from core.learning.histories.history import History
from core.learning.histories.quantities import Quantity
from core.learning.run import Run

_MOST = 120
"""At so many rounds a curve is computed at most: more cannot be told apart."""


@dataclass(frozen=True, eq=False)
class LossCurves:
    """The mean losses of the rows of each part, at some rounds."""

    rounds: Integers
    exponential: Mapping[Part, Floats]
    logistic: Mapping[Part, Floats]


def loss_curves(
    thing: Run | History, most: int = _MOST, watch: Watch = unwatched
) -> LossCurves | Lacking:
    """Both losses at evenly spaced rounds, the first and the last among them.

    The same numbers as `exponential_loss` and `logistic_loss` give round by round; what the votes
    sum up to is replayed once a round.

    >>> import core
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> found = loss_curves(run)
    >>> found.rounds.tolist(), found.exponential[Part.TRAINING].round(3).tolist()
    ([1, 2, 3], [0.917, 0.752, 0.516])
    """
    history = class_history_of(thing)
    if history.problem.classes > 2:
        return Lacking("These losses are for two classes.")
    if (lacking := history.lacks(Quantity.AGREEMENT)) is not None:
        return lacking
    rounds = np.unique(np.linspace(1, history.rounds, min(most, history.rounds)).astype(np.int64))
    validation, weights = history.problem.dataset.validation, weights_of(history)
    rows = {Part.TRAINING: ~validation, Part.VALIDATION: validation}
    parts = {part: own for part, own in rows.items() if weights[own].any()}
    exponential = {part: np.empty(len(rounds)) for part in parts}
    logistic = {part: np.empty(len(rounds)) for part in parts}
    for place, number in enumerate(rounds.tolist()):
        watch(Progress(place, len(rounds)))
        agreement = history.agreement(number)
        for part, own in parts.items():
            some, shares = agreement[own], weights[own]
            with np.errstate(over="ignore"):
                exponential[part][place] = np.average(np.exp(-some), weights=shares)
            logistic[part][place] = np.average(np.logaddexp(0.0, -2 * some), weights=shares)
    return LossCurves(rounds, exponential, logistic)
