"""Committees: members that are trained apart from one another and vote together."""

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass

import numpy as np

from core.base import pool
from core.base.arrays import Floats, Mask
from core.engine.saying import Saying, said_before
from core.learning.histories.scores import ScoreHistory
from core.learning.predictors.constant import constant
from core.learning.predictors.links import IDENTITY, SHARES, linked
from core.learning.predictors.predictor import Predictor
from core.learning.predictors.votes import said_by, voting
from core.learning.problem import Problem
from core.learning.rounds import Curve, Outcome, Round
from core.learning.run import Run
from core.learning.sampling import Counts
from core.learning.trainer import Trainer
from core.learning.trainers.samples import MOST_AHEAD
from core.learning.trainers.steps import all_rounds_done

_SOON = 0.1
"""Rounds are seen, and training can be stopped, about as often as so many seconds."""
NO_WEIGHTS = (
    "The members of a committee are trained apart from one another, so rows carry no weights here. "
    "The margins in the table tell which rows most members contradict."
)


@dataclass(frozen=True)
class CommitteePlan:
    """How the members of a committee come about.

    `train(number)` gives the member of a round and `sample(number)` how often each training
    row is in its sample, or None if it sees all of them.
    """

    size: int
    train: Callable[[int], Predictor]
    sample: Callable[[int], Counts | Floats] | None = None
    votes: Callable[[int], float] | None = None
    is_hard: bool = False
    side_by_side: bool = True
    """Whether several members may be trained at once, each on a thread of its own."""


class CommitteeTrainer(Trainer):
    """A round a member; several are trained side by side, and arrive one after the other."""

    history: ScoreHistory
    history_kind: type[ScoreHistory] = ScoreHistory

    def __init__(
        self, problem: Problem, how: CommitteePlan, curves: tuple[Curve, ...], after: Run | None
    ) -> None:
        self.problem, self._how = problem, how
        self._members: list[Predictor] = list(after.members) if after else []
        # For numbers the sum of the predictions and their count, so that a mean can be had.
        self._width = 2 if problem.is_regression else problem.classes
        if after is None:
            self.history = self.history_kind(
                problem,
                curves,
                np.zeros(self._width),
                self._said,
                self._link,
                NO_WEIGHTS,
                self._outside if how.sample else None,
                self._saying,
            )
        else:
            assert isinstance(after.history, ScoreHistory)
            self.history = after.history.continued(
                self._said, self._link, self._outside, self._saying
            )

    @property
    def members(self) -> tuple[Predictor, ...]:
        """The members so far."""
        return tuple(self._members)

    def rounds(self) -> Generator[Round, None, Outcome]:
        """Train members ahead, and let them vote one by one."""
        if nothing := self.why_nothing_to_learn():
            return nothing
        history = self.history
        # As many at each place, whatever threads it has: all places ask the same questions.
        threads = int(self.problem.sums.highest(np.array([pool.threads()]))[0])
        each = 2 * threads if self._how.side_by_side else 1
        may_grow = self._how.side_by_side and self.problem.sums.is_alone
        while history.rounds < self._how.size:
            started = time.perf_counter()
            ahead = each * self.problem.sums.places
            numbers = range(history.rounds + 1, min(history.rounds + ahead, self._how.size) + 1)
            trained = self._trained(numbers)
            # The more of them at once, the less one thread waits for the others at the end.
            if may_grow and time.perf_counter() - started < _SOON:
                each = max(each, min(2 * each, MOST_AHEAD))
            for member in trained:
                self._members.append(member)
                values = history.append()
                yield Round(history.rounds, values)
        return all_rounds_done(history.rounds)

    def _trained(self, numbers: range) -> list[Predictor]:
        """The members of some rounds, each trained at one of the places that have all rows."""
        sums = self.problem.sums
        dealt = sums.gathered(lambda: self._trained_here(numbers[sums.place :: sums.places]))
        return [dealt[place % sums.places][place // sums.places] for place in range(len(numbers))]

    def _trained_here(self, numbers: range) -> list[Predictor]:
        trained: list[Predictor | None] = [None] * len(numbers)

        def work(first: int, last: int) -> None:
            for place in range(first, last):
                trained[place] = self._how.train(numbers[place])

        if self._how.side_by_side:
            pool.over(len(numbers), work, one_by_one=True)
        else:
            work(0, len(numbers))
        return [member for member in trained if member is not None]

    def predictor(self) -> Predictor:
        """The members' votes."""
        members = self._members[: self.history.rounds]
        if not members:
            return constant(self.problem)
        votes = np.array([self._vote(number) for number in range(1, len(members) + 1)])
        link = IDENTITY if self.problem.is_regression else SHARES
        return voting(members, votes, self._is_hard, self.problem.commonest, link, 1.0)

    @property
    def _is_hard(self) -> bool:
        """Whether members name a class; a number is said as it is."""
        return self._how.is_hard and not self.problem.is_regression

    def _vote(self, number: int) -> float:
        return self._how.votes(number) if self._how.votes else 1.0

    def _said(self, number: int) -> Floats:
        problem = self.problem
        member = self._members[number - 1]
        said = said_by(member, problem.inputs, self._is_hard, problem.commonest)
        if problem.is_regression:
            said = np.column_stack([said, np.ones(len(said))])
        vote = self._vote(number)
        return said if vote == 1 else vote * said

    def _saying(self, number: int) -> Saying:
        if self._is_hard or self.problem.is_regression or self._vote(number) != 1:
            return said_before(self._said(number))
        return self._members[number - 1].saying(self.problem.inputs)

    def _outside(self, number: int) -> Mask:
        assert self._how.sample is not None
        return np.asarray(self._how.sample(number) == 0)

    def _link(self, scores: Floats) -> Floats:
        if not self.problem.is_regression:
            return linked(scores, SHARES, 1.0)
        mean = float(np.mean(self.problem.targets[: self.problem.training]))
        total, count = scores[:, :1], scores[:, 1:]
        return np.asarray(np.divide(total, count, out=np.full_like(total, mean), where=count > 0))
