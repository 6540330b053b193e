"""What every diagnostic asks of a run: its history, some of its rows, its shares at a round."""

import enum

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers, Mask
from core.base.errors import DataError, NoMeaningError
from core.base.lacking import Lacking
from core.learning.histories.history import History
from core.learning.histories.quantities import FOR_CLASSES, Quantity
from core.learning.run import Run


class Part(enum.Enum):
    """Which rows are looked at."""

    TRAINING = "training"
    VALIDATION = "validation"


def history_of(thing: Run | History) -> History:
    """The history of a run, or the history itself."""
    if isinstance(thing, Run):
        return thing.history
    if isinstance(thing, History):
        return thing
    raise TypeError(f"A run or its history is needed here, not {type(thing).__name__}.")


def class_history_of(thing: Run | History) -> History:
    """The history, if classes are predicted."""
    history = history_of(thing)
    if history.problem.is_regression:
        raise NoMeaningError(FOR_CLASSES)
    return history


def round_of(history: History, t: int | None) -> int:
    """The round asked for, checked; the last one if none is."""
    t = history.rounds if t is None else t
    history.check_round(t)
    return t


def rows_of(history: History, part: Part) -> Mask:
    """Which rows of the dataset are in a part; raise DataError if none is."""
    validation = history.problem.dataset.validation
    rows = validation if part is Part.VALIDATION else ~validation
    if not weights_of(history)[rows].any():
        raise DataError(
            f"There are no {part.value} rows here to look at. Open the data with another "
            "validation share."
        )
    return rows


def weights_of(history: History) -> Floats:
    """The weights that the rows started with, in the order of the dataset's rows."""
    return history.by_row(history.row_weights)


def labels_of(history: History) -> Integers:
    """The classes of the rows, in the order of the dataset's rows."""
    return history.by_row(history.problem.labels)


def shares_at(thing: Run | History, t: int) -> Floats | Lacking:
    """The probability of every class after t rounds, in the order of the dataset's rows.

    Training rows of members that were trained on samples are judged out of bag. Where the history
    keeps none, the model of the run is asked.
    """
    history = class_history_of(thing)
    history.check_round(t)
    if history.has(Quantity.SHARES):
        return history.shares(t)
    if t == 0:
        classes = max(2, history.problem.classes)
        return np.full((len(history), classes), 1 / classes)
    if isinstance(thing, Run):
        model = thing.model.first(t) if t < thing.rounds else thing.model
        return model.probabilities(thing.dataset)
    return Lacking("This history keeps no probabilities. Give the run instead of its history.")


def checked_weights(weights: npt.ArrayLike | None, rows: int) -> Floats:
    """Weights as floats, one a row; equal ones if none are given."""
    if weights is None:
        return np.ones(rows)
    found = np.asarray(weights, np.float64)
    if found.shape != (rows,):
        raise ValueError(f"{rows} rows need {rows} weights, and there are {found.size}.")
    if not (np.isfinite(found).all() and (found >= 0).all() and found.any()):
        raise ValueError("Weights must be 0 or more, finite, and not all 0.")
    return found
