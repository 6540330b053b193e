"""Facts that follow from formulas, or from training again and again."""

import re
from typing import TYPE_CHECKING

from core.base.errors import DataError
from core.base.lacking import present
from core.judging.theory.bias_variance import ZERO_ONE, Decomposition, decompose
from core.judging.theory.bounds import hoeffding_bound, majority_error, training_error_bound
from core.teaching.deeds import settings_of

if TYPE_CHECKING:
    from core.data.dataset import Dataset
    from core.learning.ensemble import Ensemble
    from core.teaching.facts import Question

REPEATS = 20
_known: "list[tuple[Dataset, Ensemble, Decomposition]]" = []
"""The last few that were computed: bias and variance are asked for one after the other."""
_MOST_KNOWN = 8


def product_of_normalisers(asked: "Question") -> float:
    """∏ Z up to the round, which no training error exceeds (Schapire & Freund 2012)."""
    return float(present(training_error_bound(asked.run.history))[asked.at - 1])


def _members_and_error(argument: str) -> tuple[int, float]:
    found = re.fullmatch(r"of (\d{1,4}) at (0?\.\d+)", argument)
    if not found or int(found[1]) < 1:
        raise DataError(f"{argument!r} is no committee: write it as in 'of 11 at 0.35'.")
    return int(found[1]), float(found[2])


def majority_of(asked: "Question") -> float:
    """How often a majority of T independent members errs that err with probability ε each."""
    return float(majority_error(*_members_and_error(asked.argument)))


def hoeffding_of(asked: "Question") -> float:
    """Hoeffding's bound on the same (1963)."""
    return float(hoeffding_bound(*_members_and_error(asked.argument)))


def _decomposed(asked: "Question") -> Decomposition:
    settings, _ = settings_of(asked.argument.split())
    data = asked.data
    for dataset, own, found in _known:
        if dataset is data and own == settings:
            return found
    found = decompose(data, settings, loss=ZERO_ONE, repeats=REPEATS, watch=asked.watch)
    _known.append((data, settings, found))
    del _known[:-_MOST_KNOWN]
    return found


def bias_of(asked: "Question") -> float:
    """Bias² of the 0/1 error on the validation rows (Kohavi & Wolpert 1996), of 20 trainings."""
    return _decomposed(asked).bias2


def variance_of(asked: "Question") -> float:
    """The variance of the same trainings."""
    return _decomposed(asked).variance


def total_of(asked: "Question") -> float:
    """Their mean error: bias² + variance."""
    return _decomposed(asked).error
