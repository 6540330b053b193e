"""How far off predicted numbers are: scores with their 95 % intervals."""

import math
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats
from core.base.intervals import Interval, standard_error
from core.judging.diagnostics.verdicts import Verdicts, headline

_Z95 = 1.959963984540054


@dataclass(frozen=True)
class NumberScores:
    """Errors in the target's own unit, each with its interval."""

    root_mean_squared: Interval
    mean_absolute: Interval
    bias: Interval
    """The mean of predicted minus given: above 0 the predictions are too high."""
    explained: float
    """R²: what share of the squared error of guessing the mean is gone."""


def number_scores(verdicts: Verdicts) -> NumberScores:
    """The scores of some verdicts about numbers; means ± 1.96 standard errors.

    >>> import core
    >>> from core.judging.diagnostics.verdicts import JudgedRows
    >>> history = core.fit(core.example("rents"), core.RandomForest(rounds=5)).history
    >>> found = number_scores(Verdicts.of(history, history.suggested(5), JudgedRows.VALIDATION))
    >>> found.mean_absolute.share < found.root_mean_squared.share
    True
    """
    line = headline(verdicts)
    off = verdicts.said - verdicts.given
    explained = 1 - (line.error / line.guess_error) ** 2 if line.guess_error > 0 else math.nan
    return NumberScores(
        Interval(line.error, line.low, line.high),
        _mean(np.abs(off), verdicts),
        _mean(off, verdicts),
        explained,
    )


def _mean(values: Floats, verdicts: Verdicts) -> Interval:
    mean = float(np.average(values, weights=verdicts.weights))
    shares = verdicts.weights / verdicts.weights.mean()
    half = _Z95 * standard_error((values - mean) * shares, verdicts.groups)
    return Interval(mean, mean - half, mean + half)
