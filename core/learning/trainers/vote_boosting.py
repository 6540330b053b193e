"""Boosting any weak learner by hard votes: AdaBoost for two classes, M1 and SAMME for many.

AdaBoost.M1 (Freund & Schapire 1997) gives the vote ½ ln((1-ε)/ε) and needs ε < ½; SAMME (Zhu, Zou,
Rosset & Hastie 2009) adds ½ ln(K-1) and needs ε < 1-1/K. For two classes all three are one. The
scores are s_k = Σ α [h(x) = k], and P(k | x) is proportional to exp(2 s_k).
"""

import math
from collections.abc import Generator
from dataclasses import dataclass, replace

import numpy as np

from core.base import room
from core.base.arrays import Floats, Integers, Mask
from core.base.wording import grouped
from core.engine.growing.grids import exact_sum
from core.learning.histories.class_votes import ClassVoteHistory
from core.learning.histories.history import share
from core.learning.learner import Learner
from core.learning.predictors.constant import constant
from core.learning.predictors.links import SHARES, SOFTMAX
from core.learning.predictors.predictor import Predictor
from core.learning.predictors.tree_sum import TreeSum
from core.learning.predictors.votes import voting
from core.learning.predictors.winners import winners
from core.learning.problem import Problem
from core.learning.rounds import BOUND, Curve, Ending, Outcome, Round
from core.learning.run import Run
from core.learning.sampling import round_seed, sampled
from core.learning.trainer import Trainer
from core.learning.trainers.steps import (
    LEAST_ERROR,
    ROUNDING,
    all_rounds_done,
    no_better_than_chance,
)

_PIECE = 1 << 15


@dataclass(frozen=True)
class Boosted:
    """What is boosted, and how."""

    base: Learner
    rounds: int
    shrinkage: float
    resamples: bool
    is_samme: bool
    cap: float = math.inf
    """How many times its starting weight a row may weigh, before dividing by the sum."""


class VoteBoosting(Trainer):
    """Fits a learner to the weights, lets it vote, reweights."""

    history: ClassVoteHistory

    def __init__(
        self,
        problem: Problem,
        boosted: Boosted,
        curves: tuple[Curve, ...],
        seed: int,
        after: Run | None,
    ) -> None:
        self.problem, self._how, self._seed = problem, boosted, seed
        self._members: list[Predictor] = []
        self._is_alone = False
        if after is None:
            # SAMME's weights stand still, on the whole, if all classes are named by chance.
            centre = 1 - 1 / problem.classes if boosted.is_samme else 0.5
            self.history = ClassVoteHistory(problem, curves, boosted.cap, centre)
        else:
            assert isinstance(after.history, ClassVoteHistory)
            self.history = after.history.continued()
            self._members = list(after.members)

    def rounds(self) -> Generator[Round, None, Outcome]:
        """Do one round after the other."""
        if nothing := self.why_nothing_to_learn():
            return nothing
        history, how, classes = self.history, self._how, self.problem.classes
        sums, overall = self.problem.row_sums, self.problem.overall
        limit = 1 - 1 / classes if how.is_samme else 0.5
        while history.rounds < how.rounds:
            weights = history.weights_now()[: self.problem.training]
            member, named = self._learn(weights)
            wrong = named[: self.problem.training] != self.problem.labels[: self.problem.training]
            # A weight may have sunk to 0; a row counts as long as it did at the start.
            wrong &= history.row_weights[: self.problem.training] > 0
            is_perfect = not sums.highest(wrong.any(keepdims=True))[0]
            error = 0.0
            if not is_perfect:
                weights *= wrong  # in place: to pick those of the wrong rows takes far longer
                error = max(exact_sum(weights, overall.training, sums), LEAST_ERROR)
            if error >= limit - ROUNDING:
                return no_better_than_chance(history.rounds)
            self._members.append(member)
            yield self._vote(named, error)
            if is_perfect:
                return self._perfect()
        return all_rounds_done(history.rounds)

    def predictor(self) -> Predictor:
        """The members' votes; a perfect learner alone, with smoothed leaf shares."""
        if not self._members:
            return constant(self.problem)
        if self._is_alone:
            return smoothed(self._members[0])
        votes = self.history.votes.copy()
        return voting(self._members, votes, True, self.problem.commonest, SOFTMAX, 2.0)

    @property
    def members(self) -> tuple[Predictor, ...]:
        """The learners of the rounds so far."""
        return tuple(self._members)

    def _learn(self, weights: Floats) -> tuple[Predictor, Integers]:
        """The round's learner, and the class that it names for every row."""
        seed = round_seed(self._seed, self.history.rounds + 1)
        base = self._how.base
        if self._how.resamples or not base.takes_weights:
            weights = sampled(weights, self.problem.training, seed)
        else:
            # They sum to 1, and a learner takes counts: all rows together count as at the start.
            total = self.problem.overall.training_weight
            weights = np.multiply(weights, total, out=room.empty(len(weights)))
        member = base.fit(self.problem, weights, seed)
        scores = member.decisive(self.problem.inputs)
        return member, winners(scores, self.problem.commonest)

    def _vote(self, named: Integers, error: float) -> Round:
        history, problem = self.history, self.problem
        if error == 0:
            # Its vote would be infinite: it outvotes all before it, and is 1 if there are none.
            vote, z = 1.0 + float(history.votes.sum()), 0.0
        else:
            extra = math.log(problem.classes - 1) if self._how.is_samme else 0.0
            vote = self._how.shrinkage * 0.5 * (math.log((1 - error) / error) + extra)
            z = (1 - error) * math.exp(-vote) + error * math.exp(vote)
        history.vote(vote, named)
        decided = winners(history.scores_now, problem.commonest) != problem.labels
        training, weights = problem.training, history.row_weights
        parts = slice(None, training), slice(training, None)
        own = np.array([_weight_of(decided[part], weights[part]) for part in parts])
        errors = map(share, problem.row_sums.added(own).tolist(), history.total_weights)
        values = {
            **dict(zip(("training_error", "validation_error"), errors, strict=True)),
            "weighted_error": error,
            "vote": vote,
        }
        if BOUND in history.curves:
            earlier = float(history.curve("bound")[-1]) if history.rounds else 1.0
            values["bound"] = earlier * z
        history.finish(values)
        return Round(history.rounds, values)

    def _perfect(self) -> Outcome:
        rounds = self.history.rounds
        self._is_alone = rounds == 1
        title = self._how.base.title.lower()
        if self._is_alone:
            sentence = (
                f"The first {title} gets every training row right, so the ensemble is that one "
                "alone. A weaker learner, a smaller depth for instance, leaves boosting something "
                "to do."
            )
        else:
            sentence = (
                f"Training ended after {grouped(rounds)} rounds: the last {title} gets "
                "every training "
                "row right, so no row is left to put weight on."
            )
        return Outcome(Ending.PERFECT_LEARNER, sentence)


def _weight_of(rows: Mask, weights: Floats) -> float:
    """What some of the rows weigh; to multiply takes a fraction of the time of picking them."""
    found = 0.0
    for start in range(0, len(rows), _PIECE):
        some = slice(start, start + _PIECE)
        found += float((weights[some] * rows[some]).sum())
    return found


def smoothed(member: Predictor) -> Predictor:
    """A tree whose leaf shares are smoothed by a row of each class (Laplace)."""
    if not isinstance(member, TreeSum) or member.link != SHARES or not member.trees.rows.any():
        return member
    trees = member.trees
    counted, inner = trees.rows.copy(), np.flatnonzero(trees.left >= 0)
    beside = trees.right[inner]
    # An empty branch says what the node says that it hangs on.
    counted[beside] = np.where(trees.rows[beside] == 0, trees.rows[inner], counted[beside])
    rows, classes = counted[:, None], trees.values.shape[1]
    return replace(
        member, trees=replace(trees, values=(rows * trees.values + 1) / (rows + classes))
    )
