"""Losses: what boosting lowers, at any round, averaged over the rows by their weights.

For two classes with y in {-1, 1} and F(x) half the log-odds of the second one: AdaBoost's F =
Σ α h(x) is just that in the limit (Friedman, Hastie & Tibshirani 2000).
"""

import numpy as np

from core.base.arrays import Floats
from core.base.errors import NoMeaningError
from core.base.lacking import Lacking
from core.judging.diagnostics.run_access import (
    Part,
    class_history_of,
    labels_of,
    round_of,
    rows_of,
    shares_at,
    weights_of,
)
from core.learning.histories.history import History
from core.learning.histories.quantities import Quantity
from core.learning.run import Run


def exponential_loss(
    thing: Run | History, t: int | None = None, part: Part = Part.TRAINING
) -> float | Lacking:
    """The mean of exp(-y F(x)); on training rows AdaBoost's ∏ Z_s (Schapire & Singer 1999).

    >>> import core
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> exponential_loss(run, 0), round(exponential_loss(run, 1), 4)
    (1.0, 0.9165)
    """
    history = class_history_of(thing)
    agreement = _agreement(thing, round_of(history, t))
    if isinstance(agreement, Lacking):
        return agreement
    with np.errstate(over="ignore"):
        return _mean(history, np.exp(-agreement), part)


def logistic_loss(
    thing: Run | History, t: int | None = None, part: Part = Part.TRAINING
) -> float | Lacking:
    """The mean of ln(1 + exp(-2 y F(x))): minus the log-likelihood of P = 1/(1+exp(-2F)).

    >>> import core
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> round(logistic_loss(run, 0), 4), logistic_loss(run, 3) < logistic_loss(run, 0)
    (0.6931, True)
    """
    history = class_history_of(thing)
    agreement = _agreement(thing, round_of(history, t))
    if isinstance(agreement, Lacking):
        return agreement
    return _mean(history, np.logaddexp(0.0, -2 * agreement), part)


def log_loss(
    thing: Run | History, t: int | None = None, part: Part = Part.TRAINING
) -> float | Lacking:
    """The mean of -ln P(own class | x), for any number of classes, in nats.

    A probability of 0 counts as the smallest that a float tells from 1, 2.2e-16: one sure
    mistake would make everything infinite otherwise.

    >>> import core
    >>> run = core.fit(core.example("moons"), core.AdaBoost(rounds=30))
    >>> log_loss(run) < log_loss(run, 0)
    True
    """
    history = class_history_of(thing)
    shares = shares_at(thing, round_of(history, t))
    if isinstance(shares, Lacking):
        return shares
    own = shares[np.arange(len(history)), labels_of(history)]
    return _mean(history, -np.log(np.clip(own, np.finfo(float).eps, 1.0)), part)


def _agreement(thing: Run | History, t: int) -> Floats | Lacking:
    """What y F(x) is for every row, where there is such a thing."""
    history = class_history_of(thing)
    if history.problem.classes > 2:
        raise NoMeaningError(
            "This loss is for two classes. The log loss is for any number of them."
        )
    lacking = history.lacks(Quantity.AGREEMENT)
    if lacking is None:
        return history.agreement(t)
    if not (isinstance(thing, Run) and thing.model.predictor.has_half_log_odds):
        return lacking
    shares = shares_at(thing, t)
    if isinstance(shares, Lacking):
        return lacking
    shares = np.clip(shares, np.finfo(float).tiny, 1.0)
    signs = np.where(labels_of(history) == 1, 1.0, -1.0)
    return np.asarray(0.5 * signs * np.log(shares[:, 1] / shares[:, 0]))


def _mean(history: History, losses: Floats, part: Part) -> float:
    rows = rows_of(history, part)
    return float(np.average(losses[rows], weights=weights_of(history)[rows]))
