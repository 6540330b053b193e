"""Boosting trees against a loss: each round adds trees that go down its slope.

Gradient boosting (Friedman 2001, with the second-order leaf values of Chen & Guestrin 2016),
L2Boost (Bühlmann & Yu 2003) and LogitBoost (Friedman, Hastie & Tibshirani 2000) differ in the loss,
in what their trees are fitted to, and in what the leaves say.
"""

import abc
import math
from collections.abc import Generator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from core.base import pool
from core.base.arrays import Floats, Integers
from core.engine.growing.grower import Criterion, Grown, Growth, grow_numbers
from core.engine.trees import Trees, trees_of_stumps
from core.learning.histories.boosted_scores import BoostedScores
from core.learning.predictors.links import linked
from core.learning.predictors.predictor import Predictor
from core.learning.predictors.tree_sum import TreeSum
from core.learning.problem import Problem
from core.learning.rounds import Curve, Ending, Outcome, Round
from core.learning.run import Run
from core.learning.sampling import round_seed
from core.learning.trainer import Trainer
from core.learning.trainers.losses import Loss
from core.learning.trainers.steps import all_rounds_done


@dataclass(frozen=True)
class Boosting:
    """How trees are boosted."""

    rounds: int
    shrinkage: float
    """What a tree adds is multiplied by this."""
    growth: Growth = Growth(Criterion.NUMBERS)  # noqa: RUF009 - frozen
    row_share: float = 1.0
    column_share: float = 1.0
    patience: int = 0


class TreeBoosting(Trainer):
    """The rounds of boosted trees; where a round's trees come from is told by its kinds."""

    history: BoostedScores

    def __init__(
        self,
        problem: Problem,
        loss: Loss,
        how: Boosting,
        curves: tuple[Curve, ...],
        seed: int,
        after: Run | None,
    ) -> None:
        self.problem, self._loss, self._how, self._seed = problem, loss, how, seed
        self._members: list[TreeSum] = []
        # Whoever has but a sample of the rows is told where all of them start.
        loss.offset = problem.sums.highest(loss.offset)
        if after is None:
            self.history = loss.history_kind(problem, curves, loss.offset, self._add, self._link)
        else:
            assert isinstance(after.history, BoostedScores)
            for member in after.members:
                assert isinstance(member, TreeSum)
                self._members.append(member)
            self.history = after.history.going_on(self._add)

    def rounds(self) -> Generator[Round, None, Outcome]:
        """Do one round after the other."""
        if nothing := self.why_nothing_to_learn():
            return nothing
        history, loss = self.history, self._loss
        self._get_ready()
        self._judge(history.scores_now, np.zeros(len(history)))
        while history.rounds < self._how.rounds:
            trees = self._learn(history.rounds + 1)
            if not (trees.left >= 0).any() and self._sees_everything:
                return nothing_left(history.rounds)
            none = np.zeros(len(loss.offset))
            self._members.append(TreeSum(trees, none, loss.link, loss.scale, loss.trees))
            values = history.finish(self._judge)
            yield Round(history.rounds, values)
            if ended := self._out_of_patience():
                return ended
        return all_rounds_done(history.rounds)

    def predictor(self) -> Predictor:
        """The sum of the trees."""
        loss = self._loss
        parts = [member.trees for member in self._members[: self.history.rounds]]
        trees = Trees.chained(parts) if parts else trees_of_stumps([], np.empty(0))
        return TreeSum(trees, loss.offset, loss.link, loss.scale, loss.trees)

    @property
    def members(self) -> tuple[Predictor, ...]:
        """The trees of each round."""
        return tuple(self._members[: self.history.rounds])

    def _judge(self, scores: Floats, hardness: Floats) -> dict[str, float]:
        """The curves of all rows, wherever they are; the slopes are those of the rows here."""
        values = self._loss.judge(scores, hardness)
        told = self.problem.sums.highest(np.array(list(values.values())))
        return dict(zip(values, told.tolist(), strict=True))

    @abc.abstractmethod
    def _learn(self, number: int) -> Trees:
        """The trees of a round."""

    def _get_ready(self) -> None:
        """Bring whatever else learns to where the history stands."""

    @property
    def _sees_everything(self) -> bool:
        """Whether a round that finds nothing means that the next one will not either."""
        return self._how.row_share == 1 and self._how.column_share == 1

    def _add(self, sums: Floats, first: int, last: int) -> None:
        """Add what some rounds brought, tree after tree."""
        for member in self._members[first:last]:
            member.trees.add_to(sums, self.problem.inputs.codes)

    def _link(self, scores: Floats) -> Floats:
        return linked(scores, self._loss.link, self._loss.scale)

    def _out_of_patience(self) -> Outcome | None:
        patience, losses = self._how.patience, self.history.curve("validation_loss")
        if not patience or math.isnan(losses[-1]):
            return None
        best = int(np.argmin(losses)) + 1
        if len(losses) - best < patience:
            return None
        return Outcome(
            Ending.OUT_OF_PATIENCE,
            f"The validation loss has not fallen for {patience:,} rounds, so training ended after "
            f"{len(losses):,}. It was least after round {best:,}: look there, or train that many.",
        )


class GradientTrainer(TreeBoosting):
    """Trees of our own, grown on the slopes of the loss."""

    def __init__(
        self,
        problem: Problem,
        loss: Loss,
        how: Boosting,
        curves: tuple[Curve, ...],
        seed: int,
        after: Run | None,
    ) -> None:
        super().__init__(problem, loss, how, curves, seed, after)
        weights = problem.row_weights[: problem.training]
        self._rows = np.flatnonzero(weights > 0).astype(np.uint32)
        self._usable = np.flatnonzero(problem.data.usable)
        self._grown: tuple[int, list[tuple[Grown | None, Trees]]] = (0, [])

    def _learn(self, number: int) -> Trees:
        """The trees of all outputs, each grown at one of the places that have all rows."""
        sums, here = self.problem.sums, dict[int, tuple[Grown, Trees]]()

        def grow() -> list[Trees]:
            outputs = range(self._loss.trees)[sums.place :: sums.places]
            here.update(zip(outputs, self._grow(number, outputs), strict=True))
            return [trees for _, trees in here.values()]

        dealt = sums.gathered(grow)
        trees = [dealt[o % sums.places][o // sums.places] for o in range(self._loss.trees)]
        known = [here[o][0] if o in here else None for o in range(len(trees))]
        self._grown = (number, list(zip(known, trees, strict=True)))
        return Trees.chained(trees)

    def _grow(self, number: int, outputs: range) -> list[tuple[Grown, Trees]]:
        loss, how, problem = self._loss, self._how, self.problem
        rows, columns = self._sampled(number)
        grown: list[tuple[Grown, Trees]] = [None] * len(outputs)  # type: ignore[list-item]
        # Of many trees each is grown by one thread, of a few the threads share each.
        is_shared = len(outputs) < 2 * pool.threads()

        def learn(first: int, last: int) -> None:
            for place in range(first, last):
                output = outputs[place]
                slopes = loss.slopes[output]
                one = grow_numbers(
                    problem.data, how.growth, rows, slopes, columns=columns, parallel=is_shared
                )
                values = loss.values(one, output, how.growth.penalty, self.history.scores_now)
                grown[place] = (one, one.tree(values, how.shrinkage, output))

        if is_shared:
            learn(0, len(outputs))
        else:
            pool.over(len(outputs), learn, one_by_one=True)
        return grown

    def _sampled(self, number: int) -> tuple[np.ndarray[tuple[int], np.dtype[np.uint32]], Integers]:
        """The rows and the columns that the trees of a round see."""
        how, rows, columns = self._how, self._rows, self._usable
        random = np.random.default_rng(round_seed(self._seed, number))
        if how.row_share < 1:
            count = max(1, round(how.row_share * len(rows)))
            rows = np.sort(random.choice(rows, count, replace=False))
        if how.column_share < 1:
            count = max(1, round(how.column_share * len(columns)))
            columns = np.sort(random.choice(columns, count, replace=False))
        return rows, columns

    def _add(self, sums: Floats, first: int, last: int) -> None:
        """The round just learned knows which leaf each row is in; the others are predicted."""
        number, grown = self._grown
        if (first, last) != (number - 1, number) or not grown or self.history.rounds != first:
            super()._add(sums, first, last)
            return
        for one, tree in grown:
            if one is None or len(one.rows) < self.problem.training:
                tree.add_to(sums, self.problem.inputs.codes)
                continue
            leaves = np.flatnonzero(one.left < 0)
            grouped = (leaves, one.rows, one.starts, one.stops)
            said = (tree.values, tree.votes[0], tree.output[0])
            pool.over(len(leaves), partial(_add_leaves, grouped, said, sums))
            if len(sums) > self.problem.training:
                tree.add_to(sums, self.problem.inputs.codes, from_row=self.problem.training)


def _add_leaves(
    grouped: tuple[Any, Any, Any, Any],
    said: tuple[Any, Any, Any],
    sums: Floats,
    low: int,
    high: int,
) -> None:
    """Add what some of the leaves say to the sums of their rows."""
    from core.engine.kernels.gradient import add_leaves

    add_leaves(low, high, *grouped, *said, sums)


def nothing_left(rounds: int) -> Outcome:
    """The outcome of a training that finds no question that helps any more."""
    after = f"after {rounds:,} rounds " if rounds else ""
    return Outcome(
        Ending.NOTHING_LEFT,
        f"Training ended {after}because no question parts what is still missed. Smaller leaves or "
        "other columns may find more.",
    )
