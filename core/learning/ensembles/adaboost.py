"""AdaBoost (Freund & Schapire 1997), and for many classes AdaBoost.M1 and SAMME.

Start with equal weights. In each round fit a weak learner h to the weighted rows, take its weighted
error ε = Σ w_i [h(x_i) ≠ y_i], give it the vote α = ½ ln((1−ε)/ε), multiply the weights of the
rows it got wrong by e^α, of the others by e^−α, and divide by their sum. For two classes the
ensemble is the sign of F(x) = Σ α h(x), and P(y = 1 | x) = 1 / (1 + exp(−2F(x))) (Friedman,
Hastie & Tibshirani 2000).
"""

from dataclasses import dataclass

from core.data.dataset import Dataset, Task
from core.learning.ensemble import Ensemble
from core.learning.learner import Learner
from core.learning.learners.naive_bayes import NaiveBayes
from core.learning.learners.stump import Stump
from core.learning.learners.tree import Tree
from core.learning.problem import Problem
from core.learning.rounds import (
    BOUND,
    TRAINING_ERROR,
    VALIDATION_ERROR,
    VOTE,
    WEIGHTED_ERROR,
    Curve,
)
from core.learning.run import Run
from core.learning.settings import setting
from core.learning.trainer import Trainer

SAMME, M1 = "samme", "m1"


@dataclass(frozen=True)
class AdaBoost(Ensemble):
    """Boosting of weak learners on reweighted rows.

    >>> import core
    >>> data = core.example("ten points", validation_share=0)
    >>> [round(r.weighted_error, 3) for r in core.train(data, AdaBoost(rounds=3))]
    [0.3, 0.214, 0.136]
    """

    name = "adaboost"
    title = "AdaBoost"
    summary = "Weak learners in turn, each on the rows that the earlier ones got wrong."
    source = "Freund & Schapire 1997"
    tasks = (Task.TWO_CLASSES, Task.MANY_CLASSES)
    curves = (TRAINING_ERROR, VALIDATION_ERROR, WEIGHTED_ERROR, VOTE, BOUND)

    rounds: int = setting(
        200,
        "How many weak learners to train, one a round.",
        low=1,
        high=100_000,
        unit="rounds",
        tuned=(10, 600),
        is_log=True,
    )
    base: Learner = setting(
        Stump(),
        "What is trained in each round.",
        heading="Weak learner",
        tuned=(Stump(), Tree(), NaiveBayes()),
    )
    shrinkage: float = setting(
        1.0,
        "Votes are multiplied by this: below 1 learns more slowly.",
        low=0.001,
        high=1.0,
        advanced=True,
        tuned=(0.03, 1.0),
        is_log=True,
    )
    resampling: bool = setting(
        False, "Draw rows in proportion to the weights instead of weighing them.", advanced=True
    )
    many_classes: str = setting(
        SAMME,
        "How votes are weighed with more than two classes.",
        choices=(SAMME, M1),
        advanced=True,
    )

    def trainer(self, problem: Problem, seed: int, after: Run | None = None) -> Trainer:
        """Start a training, or go on after a run."""
        self.check(problem.dataset)
        if self._is_by_stumps(problem.dataset):
            from core.learning.trainers.stump_boosting import StumpBoosting

            return StumpBoosting(problem, self.rounds, self.shrinkage, self.curves, after)
        from core.learning.trainers.vote_boosting import Boosted, VoteBoosting

        is_samme = problem.classes > 2 and self.many_classes == SAMME
        how = Boosted(self.base, self.rounds, self.shrinkage, self.resampling, is_samme)
        return VoteBoosting(problem, how, self._curves(problem), seed, after)

    def _is_by_stumps(self, dataset: Dataset) -> bool:
        """Whether each round is one kernel."""
        return isinstance(self.base, Stump) and len(dataset.classes) <= 2 and not self.resampling

    def why_not_shared(self, dataset: Dataset) -> str:
        """A round of stumps asks for one histogram, a tree for some a level."""
        can_be = self._is_by_stumps(dataset) or self.base.asks_for_sums(dataset)
        return "" if can_be and not self.resampling else super().why_not_shared(dataset)

    def _curves(self, problem: Problem) -> tuple[Curve, ...]:
        """The bound on the training error holds for two classes and M1, not for SAMME."""
        holds = problem.classes <= 2 or self.many_classes == M1
        return self.curves if holds else tuple(curve for curve in self.curves if curve is not BOUND)
