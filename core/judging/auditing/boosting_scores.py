"""What boosting alone says about rows: four scores, each higher for worse rows.

Last weight, weight averaged over the rounds, margin averaged over the rounds (negated), and the
share of the rounds after which the row was wrong. In sample they come from a run's history; out of
sample from the histories of folds, where a row has the weight that it would have had.
"""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.judging.auditing.judges import Court, Judge, Said
from core.learning.ensemble import Ensemble
from core.learning.histories.history import History
from core.learning.histories.quantities import Quantity

LAST_WEIGHT, MEAN_WEIGHT, MEAN_MARGIN, TIME_HARD = (
    "last weight",
    "mean weight",
    "mean margin",
    "time hard",
)
SCORES = (LAST_WEIGHT, MEAN_WEIGHT, MEAN_MARGIN, TIME_HARD)
UNSEEN = "unseen"
"""What the names of the scores out of sample begin with."""
_MOST_ROUNDS = 64


def looked_at(rounds: int, most: int = _MOST_ROUNDS) -> Integers:
    """At most so many rounds, evenly from the first to the last.

    >>> looked_at(3).tolist(), looked_at(1000, 3).tolist()
    ([1, 2, 3], [1, 500, 1000])
    """
    if rounds < 1:
        return np.empty(0, np.int64)
    return np.unique(np.linspace(1, rounds, min(rounds, most)).astype(np.int64))


def boosting_scores(history: History) -> dict[str, Floats]:
    """The scores by name, in the order of the dataset's rows; weights where there are any.

    For numbers the margin is the absolute residual, and no row is simply wrong.
    """
    found: dict[str, Floats] = {}
    rounds = looked_at(history.rounds)
    if history.has(Quantity.WEIGHTS):
        found[LAST_WEIGHT] = history.relative_weights(history.rounds)
        found[MEAN_WEIGHT] = history.suspicion()
    if not len(rounds):
        return found
    is_number = history.problem.is_regression
    against, hard = np.zeros(len(history)), np.zeros(len(history))
    for number in rounds.tolist():
        here = history.at(number)
        against += np.abs(here.margins) if is_number else -here.margins
        if not is_number:
            hard += history.wrong(number)
    found[MEAN_MARGIN] = against / len(rounds)
    if not is_number:
        found[TIME_HARD] = hard / len(rounds)
    return found


@dataclass(frozen=True)
class BoostedJudge(Judge):
    """An ensemble that boosts by weights, and tells its scores of the judged rows.

    It does not vote: it gives wrong labels too much weight to judge others by.
    """

    votes = False
    settings: Ensemble

    def pieces(self, court: Court) -> int:
        """A piece a fold."""
        return court.parts

    def say(self, court: Court, piece: int) -> Said:
        """Judge the rows of one fold."""
        part = court.part(piece)
        trainer = self.settings.trainer(part.problem, court.seed_for(self.name, piece))
        for _ in trainer.rounds():
            pass
        found = boosting_scores(trainer.history)
        unseen, nothing = slice(part.problem.training, None), np.zeros(len(part.judged))
        scores = [found[name][unseen] if name in found else nothing for name in SCORES]
        said = trainer.predictor().outputs(part.unseen)
        return Said(part.judged, said, np.ones(len(part.judged)), np.column_stack(scores))
