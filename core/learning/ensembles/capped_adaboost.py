"""AdaBoost whose rows have a highest weight: MadaBoost (Domingo & Watanabe 2000).

AdaBoost's rounds and votes, but a row weighs w_0 min(cap, exp(-y F(x))), divided by the sum over
the rows, where F = Σ α h: a row that no learner gets right, such as one with a wrong label, never
takes the weight of all others. With the cap 1 that is MadaBoost: no row ever rises above what it
started with, the others sink. The loss that these weights are the slope of is exponential up to the
margin -ln(cap), and a straight line for rows that are missed by more.

Many classes have SAMME's weights, exp(2 Σ α ([h(x) ≠ y] - (K-1)/K)), or M1's, capped alike.
"""

from dataclasses import dataclass

from core.data.dataset import Dataset, Task
from core.learning.ensemble import Ensemble
from core.learning.ensembles.adaboost import M1, SAMME
from core.learning.learner import Learner
from core.learning.learners.naive_bayes import NaiveBayes
from core.learning.learners.stump import Stump
from core.learning.learners.tree import Tree
from core.learning.problem import Problem
from core.learning.rounds import TRAINING_ERROR, VALIDATION_ERROR, VOTE, WEIGHTED_ERROR
from core.learning.run import Run
from core.learning.settings import setting
from core.learning.trainer import Trainer


@dataclass(frozen=True)
class CappedAdaBoost(Ensemble):
    """AdaBoost in which no row can become too heavy: calmer on wrong labels.

    >>> import core
    >>> data = core.example("moons")
    >>> plain, capped = (core.fit(data, kind()) for kind in (core.AdaBoost, CappedAdaBoost))
    >>> plain.history.weights(200).max() > 2 * capped.history.weights(200).max()
    np.True_
    """

    name = "capped_adaboost"
    title = "AdaBoost, capped weights"
    summary = "As AdaBoost, but no row can become too heavy: for labels that may be wrong."
    source = "Domingo & Watanabe 2000"
    tasks = (Task.TWO_CLASSES, Task.MANY_CLASSES)
    curves = (TRAINING_ERROR, VALIDATION_ERROR, WEIGHTED_ERROR, VOTE)

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
    cap: float = setting(
        1.0,
        "How many times its starting weight a row may weigh, before dividing by the sum. 1 is "
        "MadaBoost; the higher, the more like AdaBoost.",
        low=1.0,
        high=1e9,
        tuned=(1.0, 100.0),
        is_log=True,
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
    many_classes: str = setting(
        SAMME,
        "How votes are weighed with more than two classes.",
        choices=(SAMME, M1),
        advanced=True,
    )

    def why_not_shared(self, dataset: Dataset) -> str:
        """A tree asks for some histograms a level."""
        return "" if self.base.asks_for_sums(dataset) else super().why_not_shared(dataset)

    def trainer(self, problem: Problem, seed: int, after: Run | None = None) -> Trainer:
        """Start a training, or go on after a run."""
        from core.learning.trainers.vote_boosting import Boosted, VoteBoosting

        self.check(problem.dataset)
        is_samme = problem.classes > 2 and self.many_classes == SAMME
        how = Boosted(self.base, self.rounds, self.shrinkage, False, is_samme, self.cap)
        return VoteBoosting(problem, how, self.curves, seed, after)
