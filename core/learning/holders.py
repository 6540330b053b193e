"""Whoever holds rows of a dataset that are not here, and trains on them along with us."""

import abc
import weakref

from core.base.arrays import Integers
from core.base.errors import SettingsError
from core.data.dataset import Dataset
from core.engine.sums import RowSums
from core.learning.ensemble import Ensemble
from core.learning.problem import Problem


class Holders(abc.ABC):
    """They hold all rows; the dataset has a sample of them."""

    @abc.abstractmethod
    def begin(self, settings: Ensemble, seed: int) -> RowSums:
        """Begin a training of theirs, by what all their rows add up to."""

    @abc.abstractmethod
    def positions(self, lines: Integers) -> Integers:
        """Where training rows, by their lines, stand among theirs; they have copies of all."""


_holders: weakref.WeakKeyDictionary[Dataset, Holders] = weakref.WeakKeyDictionary()


def held_by(dataset: Dataset, holders: Holders) -> None:
    """From now on, trainings on a dataset go by the rows that these hold."""
    _holders[dataset] = holders


def is_held(dataset: Dataset) -> bool:
    """Whether others hold its rows."""
    return dataset in _holders


def problem_of(
    dataset: Dataset, settings: Ensemble, seed: int, helpers: Holders | None = None
) -> Problem:
    """A dataset as a problem; if others hold its rows, or help with them, their training begins.

    Raise SettingsError if it needs all rows in one place.
    """
    if helpers is not None:
        return Problem.of(dataset, sums=helpers.begin(settings, seed))
    holders = _holders.get(dataset)
    if holders is None:
        return Problem.of(dataset, settings.balanced)
    if why := settings.why_not_shared(dataset):
        raise SettingsError(why)
    positions = None
    if settings.learns_from_copies:
        positions = holders.positions(dataset.lines[~dataset.validation])
    return Problem.of(dataset, sums=holders.begin(settings, seed), positions=positions)
