"""Comparing runs on the same split: the usual five, and a table with guessing in it."""

from dataclasses import asdict, dataclass

import pandas as pd

from core import registry
from core.data.dataset import Dataset
from core.ensembles import Ensemble
from core.run import Guess, Run

_FAMILIES = ("adaboost", "l2boost", "gradient", "forest", "bagging", "logitboost", "single")
"""A sensible default of each family, the most telling first."""


def usual_five(dataset: Dataset) -> list[Ensemble]:
    """Five ensembles of different families with their defaults, as far as they fit the data.

    >>> import core
    >>> [settings.name for settings in usual_five(core.example("moons"))][:1]
    ['adaboost']
    """
    known = {kind.name: kind for kind in registry.members(Ensemble)}
    found: list[Ensemble] = [known[name]() for name in _FAMILIES if name in known]
    return [settings for settings in found if not settings.why_not(dataset)][:5]


@dataclass(frozen=True)
class Place:
    """One line of a comparison: an error is a share of wrong rows, or a root mean squared one."""

    title: str
    rounds: int
    error: float
    training_error: float
    seconds: float


def place_of(run: Run) -> Place:
    """Where a run stands: on validation rows, or on training rows if there are no others."""
    training = float(run.history.curve("training_error")[-1])
    new = float(run.history.curve("validation_error")[-1])
    error = new if run.dataset.has_validation else training
    return Place(run.settings.title, run.rounds, error, training, run.seconds)


def ranking(runs: list[Run]) -> list[Place]:
    """The runs, best first, with always guessing among them. All runs share one dataset."""
    places = [place_of(run) for run in runs]
    if runs:
        guess = Guess.of(runs[0].dataset)
        places.append(Place(f"guess {guess.label!r}", 0, guess.error, guess.error, 0.0))
    return sorted(places, key=lambda place: place.error)


def comparison_table(runs: list[Run]) -> pd.DataFrame:
    """The ranking as a table."""
    table = pd.DataFrame([asdict(place) for place in ranking(runs)])
    return table.rename(columns={"title": "ensemble"})
