"""Models that never saw a row: the run's own for validation rows, else one taught without it."""

import threading
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Integers
from core.base.progress import Progress, Watch, unwatched
from core.learning.folds import drawn_folds
from core.learning.model import Model
from core.learning.problem import Problem
from core.learning.run import Run
from core.learning.training import Training

_FOLDS = 5
_MOST_SECONDS = 5.0
"""A run that took longer is not taught again for the sake of a single row."""


@dataclass(frozen=True, eq=False)
class UnseenJudge:
    """A model, and whether it never saw the row that it is asked about."""

    model: Model
    is_unseen: bool


class UnseenModels:
    """For every row of a run a model that never saw it, taught when first asked for and kept.

    The training rows are dealt into five parts, groups and copies together; a row is asked of the
    model that was taught with the other four (Stone 1974).

    >>> import core
    >>> models = UnseenModels(core.fit(core.example("moons"), core.AdaBoost(rounds=5)))
    >>> models.of_line(2).is_unseen
    True
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self._lock = threading.Lock()
        self._taught: dict[int, Model] = {}
        self._fold: Integers | None = None

    def of_line(self, line: int, watch: Watch = unwatched) -> UnseenJudge:
        """The model for a row; the run's own, which saw it, where teaching takes too long."""
        run = self._run
        row = int(run.dataset.rows_of([line])[0])
        if run.dataset.validation[row]:
            return UnseenJudge(run.model, True)
        if run.seconds > _MOST_SECONDS or int((~run.dataset.validation).sum()) < 2 * _FOLDS:
            return UnseenJudge(run.model, False)
        with self._lock:
            number = int(self._folds()[row])
            if number not in self._taught:
                self._taught[number] = self._without(number, watch)
            return UnseenJudge(self._taught[number], True)

    def _folds(self) -> Integers:
        """The fold of every row; -1 of validation rows."""
        if self._fold is None:
            problem = Problem.of(self._run.dataset)
            found = np.full(len(self._run.dataset), -1)
            found[problem.data.order[: problem.training]] = drawn_folds(
                problem, problem.most_folds(_FOLDS), self._run.seed
            )
            self._fold = found
        return self._fold

    def _without(self, number: int, watch: Watch) -> Model:
        run = self._run
        training = Training(run.dataset.only(self._folds() != number), run.settings, run.seed)
        for done in training:
            watch(Progress(done.number, run.rounds, "teaching a model without the row"))
        return training.run().model
