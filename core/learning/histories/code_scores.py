"""The history of output codes: sums of what members say for every class."""

import numpy as np

from core.base.arrays import Mask
from core.learning.histories.history import share_wrong
from core.learning.histories.scores import ScoreHistory
from core.learning.rounds import TRAINING_ERROR, VALIDATION_ERROR


class CodeScores(ScoreHistory):
    """Sums that need not be votes: what the link makes of them tells how hard a row is."""

    def _take_votes(self, number: int, out: Mask | None) -> dict[str, float]:
        """Sums, errors and hardness, by what the link gives."""
        self._track.now += self.member(number)
        wrong = self._decided(self._track.now) != self.problem.labels
        self._hardness += (1 - self._margins_of(self._track.now, None)) / 2
        parts = {
            TRAINING_ERROR.name: slice(None, self.training),
            VALIDATION_ERROR.name: slice(self.training, None),
        }
        return {
            name: share_wrong(np.asarray(wrong[part]), self.row_weights[part])
            for name, part in parts.items()
        }
