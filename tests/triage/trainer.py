"""Training stage by stage, each on the rows that no stage before it was sure of."""

from collections.abc import Generator
from dataclasses import replace

import numpy as np

from core.engine.trees import Trees
from core.learning.histories.stages import StageHistory, decided_by
from core.learning.learners.tree import Tree
from core.learning.predictors.constant import constant
from core.learning.problem import Problem
from core.learning.rounds import Curve, Ending, Outcome, Round
from core.learning.run import Run
from core.learning.sampling import round_seed
from core.learning.trainer import Trainer
from core.learning.trainers.steps import all_rounds_done
from tests.triage.predictor import SureFirst

NO_WEIGHTS = (
    "A stage learns from the rows that are passed on to it, whose weights stay as they are."
)


class TriageTrainer(Trainer):
    """A round a stage."""

    history: StageHistory

    def __init__(
        self, problem: Problem, settings, curves: tuple[Curve, ...], seed: int, after: Run | None
    ) -> None:
        self.problem, self._settings, self._seed = problem, settings, seed
        self._learned: SureFirst | None = None
        if after is None:
            self.history = StageHistory(problem, curves, NO_WEIGHTS)
        else:
            self.history = after.history.continued()
            self._learned = after.model.predictor if after.rounds else None

    def rounds(self) -> Generator[Round, None, Outcome]:
        """Train one stage after the other, as long as rows are passed on."""
        if nothing := self.why_nothing_to_learn():
            return nothing
        problem, training = self.problem, self.problem.training
        while self.history.rounds < self._settings.rounds:
            weights = problem.row_weights[:training] * ~self._is_decided()[:training]
            if not len(np.unique(problem.labels[:training][weights > 0])) > 1:
                sentence = "The last stage passed on the rows of one class at most."
                return Outcome(Ending.NOTHING_LEFT, sentence)
            self._add_stage(weights)
            yield self._finished()
        return all_rounds_done(self.history.rounds)

    def _add_stage(self, weights) -> None:
        number = self.history.rounds + 1
        tree = Tree(depth=self._settings.depth).fit(
            self.problem, weights, round_seed(self._seed, number)
        )
        earlier = [self._learned.trees] if self._learned else []
        trees = Trees.chained([*earlier, tree.trees])
        self._learned = SureFirst(replace(trees, votes=np.ones(len(trees))), self._settings.sure)

    def _is_decided(self):
        if self._learned is None:
            return np.zeros(len(self.problem), bool)
        shares = self._learned.outputs(self.problem.inputs)
        return shares.max(axis=1) >= self._settings.sure

    def _finished(self) -> Round:
        shares = self._learned.outputs(self.problem.inputs)
        decided = self._is_decided()[: self.problem.training].mean()
        values = {"answered": float(decided)}
        named = decided_by(self.problem, shares, shares)
        return Round(self.history.rounds + 1, self.history.append(named, shares, values, None))

    def predictor(self):
        """The stages so far."""
        return self._learned or constant(self.problem)
