"""Scores that boosting adds to in place: gradient boosting and its kin."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from core.base.arrays import Floats
from core.base.codec import require
from core.learning.histories.scores import Link, ScoreHistory
from core.learning.histories.tracks import Add
from core.learning.predictors.predictor import Predictor
from core.learning.predictors.tree_sum import TreeSum
from core.learning.problem import Problem
from core.learning.rounds import Curve

Judge = Callable[[Floats, Floats], Mapping[str, float]]

NO_WEIGHTS = (
    "Here each round is fitted to what the rounds before it miss, not to weighted rows. The "
    "table of rows tells which are still missed, and by how much."
)


class BoostedScores(ScoreHistory):
    """The history of boosted trees: rounds are replayed by adding their trees in their order."""

    builds_up = True
    gains_fade = True

    def __init__(
        self, problem: Problem, curves: tuple[Curve, ...], start: Floats, add: Add, link: Link
    ) -> None:
        self._add_rounds = add
        super().__init__(problem, curves, start, self._added_by, link, NO_WEIGHTS)

    def going_on(self, add: Add) -> "BoostedScores":
        """A history that goes on from here and shares what is finished."""
        other = type(self)(self.problem, self.curves, self._start, add, self.link)
        other._follow(self)
        return other

    def check_members(self, members: Sequence[Predictor]) -> None:
        """The trees of a round each, which add to these scores and to no others."""
        super().check_members(members)
        for member in members:
            require(isinstance(member, TreeSum) and len(member.offset) == self.scores_now.shape[1])

    def finish(self, judge: Judge) -> dict[str, float]:
        """Finish a round whose trees are there; `judge` gives its curves.

        It is given the scores, and each row's hardness to add to.
        """
        self._track.advance(self.rounds + 1)
        values = dict(judge(self._track.now, self._hardness))
        self._append_facts([], values)
        return values

    def _add(self, sums: Floats, first: int, last: int) -> None:
        self._add_rounds(sums, first, last)

    def _added_by(self, number: int) -> Floats:
        added = np.zeros_like(self._track.now)
        self._add_rounds(added, number - 1, number)
        return added
