"""AdaBoost.R2 (Drucker 1997): AdaBoost for numbers.

Start with equal weights w. In each round fit a learner to the weighted rows; with r_i = |h_i - y_i|
and D, the largest of them, row i has the loss L_i = r_i/D (linear), its square, or 1 - e^(-r_i/D)
(exponential). With the average L = Σ w_i L_i and β = L/(1 - L) the learner's vote is ln(1/β), and
w_i is multiplied by β^(1 - L_i) and divided by the sum: who is met well loses weight. Training ends
when L reaches ½. The prediction is the weighted median of what the learners say.
"""

from dataclasses import dataclass

from core.data.dataset import Task
from core.learning.ensemble import Ensemble
from core.learning.histories.medians import EXPONENTIAL, LINEAR, SQUARE
from core.learning.learner import Learner
from core.learning.learners.linear import LinearRegression
from core.learning.learners.stump import Stump
from core.learning.learners.tree import Tree
from core.learning.problem import Problem
from core.learning.rounds import LOSSES, TRAINING_ERROR, VALIDATION_ERROR, VOTES, Curve, CurveRole
from core.learning.run import Run
from core.learning.settings import setting
from core.learning.trainer import Trainer

AVERAGE_LOSS = Curve(
    "average_loss",
    "average loss",
    "The rows' losses in this round, 0 to 1 of the largest, averaged by their weights.",
    False,
    LOSSES,
    CurveRole.LEARNER,
    of_learner=True,
)
VOTE = Curve(
    "vote",
    "vote ln(1/β)",
    "ln((1−L)/L) of the average loss L: how much this round counts.",
    False,
    VOTES,
    CurveRole.TRAINING,
    of_learner=True,
)


@dataclass(frozen=True)
class AdaBoostR2(Ensemble):
    """Boosting of learners of numbers on reweighted rows.

    >>> import core
    >>> run = core.fit(core.example("rents"), AdaBoostR2(rounds=10))
    >>> bool(run.history.relative_weights(10).max() > 3)
    True
    """

    name = "adaboost_r2"
    title = "AdaBoost.R2"
    summary = "AdaBoost for numbers: learners in turn, each on the rows that were missed most."
    source = "Drucker 1997"
    tasks = (Task.REGRESSION,)
    curves = (TRAINING_ERROR, VALIDATION_ERROR, AVERAGE_LOSS, VOTE)

    rounds: int = setting(
        50,
        "How many learners to train, one a round. What each says of every row is kept.",
        low=1,
        high=1000,
        unit="rounds",
        tuned=(10, 150),
        is_log=True,
    )
    base: Learner = setting(
        Tree(depth=4),
        "What is trained in each round.",
        heading="Weak learner",
        tuned=(Stump(), Tree(depth=4), LinearRegression()),
    )
    loss: str = setting(
        LINEAR,
        "How a residual becomes a loss: square cares most about the largest ones, "
        "exponential least.",
        choices=(LINEAR, SQUARE, EXPONENTIAL),
        tuned=(LINEAR, SQUARE, EXPONENTIAL),
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
        False,
        "Draw rows in proportion to the weights, as Drucker did, instead of weighing them.",
        advanced=True,
    )

    def trainer(self, problem: Problem, seed: int, after: Run | None = None) -> Trainer:
        """Start a training, or go on after a run."""
        from core.learning.trainers.median_boosting import BoostedNumbers, MedianBoosting

        self.check(problem.dataset)
        how = BoostedNumbers(self.base, self.rounds, self.loss, self.shrinkage, self.resampling)
        return MedianBoosting(problem, how, self.curves, seed, after)
