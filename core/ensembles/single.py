"""A single learner: the baseline that every ensemble is compared with."""

from dataclasses import dataclass

from core.ensembles import Ensemble, Trainer
from core.learners import ALL_TASKS, Learner
from core.learners.tree import Tree
from core.problem import Problem
from core.rounds import TRAINING_ERROR, VALIDATION_ERROR
from core.run import Run
from core.settings import setting


@dataclass(frozen=True)
class SingleLearner(Ensemble):
    """One learner, trained once on all rows.

    >>> import core
    >>> core.fit(core.example("moons"), SingleLearner()).rounds
    1
    """

    name = "single"
    title = "Single learner"
    summary = "One learner alone: the baseline to compare with."
    tasks = ALL_TASKS
    curves = (TRAINING_ERROR, VALIDATION_ERROR)

    learner: Learner = setting(Tree(depth=6), "What is trained.")

    def trainer(self, problem: Problem, seed: int, after: Run | None = None) -> Trainer:
        """Start the training."""
        from core.trainers.alone import AloneTrainer

        return AloneTrainer(problem, self.learner, self.curves, seed, after)
