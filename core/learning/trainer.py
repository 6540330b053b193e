"""A training under way: what every ensemble starts, and whoever drives it goes through."""

import abc
from collections.abc import Generator

import numpy as np

from core.learning.histories.history import History
from core.learning.predictors.predictor import Predictor
from core.learning.problem import Problem
from core.learning.rounds import Ending, Outcome, Round


class Trainer(abc.ABC):
    """A training under way: it knows how to do rounds, and nothing of who drives it."""

    problem: Problem
    history: History

    @abc.abstractmethod
    def rounds(self) -> Generator[Round, None, Outcome]:
        """Do one round after the other, and tell in the end why no more followed."""

    @abc.abstractmethod
    def predictor(self) -> Predictor:
        """The ensemble as it stands after the rounds done so far."""

    @property
    def members(self) -> tuple[Predictor, ...]:
        """What each round learned, where going on needs it."""
        return ()

    def why_nothing_to_learn(self) -> Outcome | None:
        """The outcome if these rows cannot teach anything."""
        problem = self.problem
        present = np.flatnonzero(problem.overall.class_weights > 0)
        if len(present) == 1:
            name = problem.dataset.classes[present[0]]
            return Outcome(
                Ending.SINGLE_CLASS,
                f"Every training row is {name!r}, so there is nothing to tell apart. "
                "Choose another target, or data with both classes.",
            )
        if not problem.data.usable.any():
            return Outcome(
                Ending.NO_USABLE_FEATURE,
                "No column has two different values, so there is nothing to learn from. "
                "Choose data with at least one column that varies.",
            )
        return None
