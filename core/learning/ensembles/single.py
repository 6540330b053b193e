"""A single learner: the baseline that every ensemble is compared with."""

from dataclasses import dataclass

from core.learning.ensemble import Ensemble
from core.learning.learner import Learner
from core.learning.learners.linear import LinearRegression
from core.learning.learners.logistic import Logistic
from core.learning.learners.naive_bayes import NaiveBayes
from core.learning.learners.neighbours import NearestNeighbours
from core.learning.learners.tree import Tree
from core.learning.members import ALL_TASKS
from core.learning.problem import Problem
from core.learning.rounds import TRAINING_ERROR, VALIDATION_ERROR
from core.learning.run import Run
from core.learning.settings import setting
from core.learning.trainer import Trainer


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

    learner: Learner = setting(
        Tree(depth=6),
        "What is trained.",
        tuned=(Tree(depth=6), Logistic(), NaiveBayes(), NearestNeighbours(), LinearRegression()),
    )

    def trainer(self, problem: Problem, seed: int, after: Run | None = None) -> Trainer:
        """Start the training."""
        from core.learning.trainers.alone import AloneTrainer

        return AloneTrainer(problem, self.learner, self.curves, seed, after)
