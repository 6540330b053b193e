"""A committee of nearest means, each of a sample of the rows (after Breiman 1996)."""

from dataclasses import dataclass

from core.base.arrays import Floats
from core.data.dataset import Task
from core.learning.ensemble import Ensemble
from core.learning.learner import Learner
from core.learning.problem import Problem
from core.learning.rounds import OUT_OF_BAG_ERROR, TRAINING_ERROR, VALIDATION_ERROR
from core.learning.run import Run
from core.learning.sampling import bootstrap, round_seed
from core.learning.settings import setting
from core.learning.trainer import Trainer
from core.learning.trainers.committee import CommitteePlan, CommitteeTrainer
from nearest_means.learner import NearestMean


@dataclass(frozen=True)
class MeansCommittee(Ensemble):
    """Bagging of nearest means."""

    name = "means_committee"
    title = "Committee of means"
    summary = "Nearest means of samples of the rows, with equal votes."
    source = "Breiman 1996"
    tasks = (Task.TWO_CLASSES, Task.MANY_CLASSES)
    curves = (TRAINING_ERROR, VALIDATION_ERROR, OUT_OF_BAG_ERROR)

    rounds: int = setting(20, "How many means to take, one a round.", low=1, high=1_000)
    base: Learner = setting(NearestMean(), "What each member is.", heading="Learner")

    def trainer(self, problem: Problem, seed: int, after: Run | None = None) -> Trainer:
        """Start a training, or go on after a run."""
        start = problem.row_weights[: problem.training]

        def sample(number: int) -> Floats:
            return bootstrap(problem.training, problem.training, round_seed(seed, number), None)

        plan = CommitteePlan(
            self.rounds,
            lambda number: self.base.fit(problem, sample(number) * start, round_seed(seed, number)),
            sample,
            is_hard=False,
            side_by_side=False,
        )
        return CommitteeTrainer(problem, plan, self.curves, after)
