"""Whoever holds rows of a dataset that are not here, and trains on them along with us."""

import abc
import weakref

from core.base.errors import SettingsError
from core.data.dataset import Dataset
from core.engine.sums import ALONE, RowSums
from core.learning.ensemble import Ensemble


class Holders(abc.ABC):
    """They hold all rows; the dataset has a sample of them."""

    @abc.abstractmethod
    def begin(self, settings: Ensemble, seed: int) -> RowSums:
        """Begin a training of theirs, by what all their rows add up to."""


_holders: weakref.WeakKeyDictionary[Dataset, Holders] = weakref.WeakKeyDictionary()


def held_by(dataset: Dataset, holders: Holders) -> None:
    """From now on, trainings on a dataset go by the rows that these hold."""
    _holders[dataset] = holders


def sums_for(dataset: Dataset, settings: Ensemble, seed: int) -> RowSums:
    """Who adds up for a training; raise SettingsError if it needs all rows in one place."""
    holders = _holders.get(dataset)
    if holders is None:
        return ALONE
    if why := settings.why_not_shared(dataset):
        raise SettingsError(why)
    return holders.begin(settings, seed)
