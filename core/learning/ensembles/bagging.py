"""Bagging (Breiman 1996): members trained on samples drawn with replacement, voting together."""

from dataclasses import dataclass

from core.data.dataset import Dataset
from core.learning.ensemble import Ensemble
from core.learning.learners.c45 import C45Tree
from core.learning.learners.linear import LinearRegression
from core.learning.learners.naive_bayes import NaiveBayes
from core.learning.learners.tree import Tree
from core.learning.members import ALL_TASKS, Member
from core.learning.problem import Problem
from core.learning.rounds import OUT_OF_BAG_ERROR, TRAINING_ERROR, VALIDATION_ERROR
from core.learning.run import Run
from core.learning.settings import setting
from core.learning.trainer import Trainer


@dataclass(frozen=True)
class Bagging(Ensemble):
    """Any learner or ensemble, many times, each on a sample of its own.

    A row that a member's sample left out judges that member: the out-of-bag error needs no
    validation rows.

    >>> import core
    >>> run = core.fit(core.example("moons"), Bagging(rounds=20))
    >>> bool(run.history.curve("out_of_bag_error")[-1] < 0.2)
    True
    """

    name = "bagging"
    title = "Bagging"
    summary = "Many learners, each trained on a sample of the rows, with equal votes."
    source = "Breiman 1996"
    tasks = ALL_TASKS
    curves = (TRAINING_ERROR, VALIDATION_ERROR, OUT_OF_BAG_ERROR)
    learns_from_copies = True

    rounds: int = setting(
        50,
        "How many members to train, one a round.",
        low=1,
        high=10_000,
        unit="rounds",
        tuned=(10, 150),
        is_log=True,
    )
    base: Member = setting(
        Tree(depth=20),
        "What each member is: a learner, or an ensemble.",
        heading="Learner",
        tuned=(Tree(depth=20), C45Tree(), NaiveBayes(), LinearRegression()),
    )
    sample_share: float = setting(
        1.0,
        "How many rows a sample draws, as a share of the training rows.",
        low=0.01,
        high=1.0,
        tuned=(0.2, 1.0),
    )
    is_hard: bool = setting(
        False,
        "Count each member's class as one vote instead of adding up shares.",
        heading="Hard votes",
        advanced=True,
    )

    def why_not_shared(self, dataset: Dataset) -> str:
        """Members are trained wherever all rows are."""
        return self.why_not_drawn(dataset)

    def trainer(self, problem: Problem, seed: int, after: Run | None = None) -> Trainer:
        """Start a training, or go on after a run."""
        from core.learning.sampling import round_seed
        from core.learning.trainers.committee import CommitteePlan, CommitteeTrainer
        from core.learning.trainers.samples import Samples

        drawn = Samples(problem, self.sample_share, seed)
        how = CommitteePlan(
            self.rounds,
            lambda number: self.base.fit(problem, drawn.weights(number), round_seed(seed, number)),
            drawn.counts,
            is_hard=self.is_hard,
            side_by_side=not self.base.levels,  # an ensemble uses the threads itself
        )
        return CommitteeTrainer(problem, how, self.curves, after)
