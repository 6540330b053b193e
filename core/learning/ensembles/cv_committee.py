"""Cross-validation committees (Parmanto, Munro & Doyle 1996).

The training rows are dealt into k folds, and each of k members is trained without one of them.
The fold that it never saw prunes it, if it is a tree, and judges it.
"""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.learning.ensemble import Ensemble
from core.learning.learners.c45 import C45Tree
from core.learning.learners.linear import LinearRegression
from core.learning.learners.naive_bayes import NaiveBayes
from core.learning.learners.tree import Tree
from core.learning.members import ALL_TASKS, Member
from core.learning.predictors.predictor import Predictor
from core.learning.problem import Problem
from core.learning.rounds import OUT_OF_BAG_ERROR, TRAINING_ERROR, VALIDATION_ERROR
from core.learning.run import Run
from core.learning.settings import setting
from core.learning.trainer import Trainer


@dataclass(frozen=True)
class CrossValidationCommittee(Ensemble):
    """A member a fold, each trained on all other folds.

    The out-of-bag error judges every row by the one member that never trained on it; where that
    member was pruned by the same rows, it is a little too good.

    >>> import core
    >>> run = core.fit(core.example("moons"), CrossValidationCommittee(folds=5))
    >>> run.rounds, bool(run.history.curve("out_of_bag_error")[-1] < 0.2)
    (5, True)
    """

    name = "cv_committee"
    title = "Cross-validation committee"
    summary = "Each member is trained without one fold of the rows, which prunes and judges it."
    source = "Parmanto, Munro & Doyle 1996"
    tasks = ALL_TASKS
    curves = (TRAINING_ERROR, VALIDATION_ERROR, OUT_OF_BAG_ERROR)

    folds: int = setting(
        10, "How many folds, and with them members, there are.", low=2, high=1000, unit="folds"
    )
    base: Member = setting(
        Tree(depth=30),
        "What each member is: a learner, or an ensemble.",
        heading="Learner",
        tuned=(Tree(depth=30), C45Tree(), NaiveBayes(), LinearRegression()),
    )
    prunes: bool = setting(
        True,
        "Prune a member that is a tree by the fold that it was not trained on.",
        heading="Pruning",
    )
    is_hard: bool = setting(
        False,
        "Count each member's class as one vote instead of adding up shares.",
        heading="Hard votes",
        advanced=True,
    )

    @property
    def planned_rounds(self) -> int:
        """A round a fold."""
        return self.folds

    def trainer(self, problem: Problem, seed: int, after: Run | None = None) -> Trainer:
        """Start a training, or go on after a run that was stopped."""
        from core.learning.folds import drawn_folds, fitted
        from core.learning.sampling import round_seed
        from core.learning.trainers.committee import CommitteePlan
        from core.learning.trainers.fixed_committee import FixedCommittee

        training = problem.training
        start = problem.row_weights[:training]
        count = max(2, problem.most_folds(self.folds))
        fold = drawn_folds(problem, count, seed)

        def sample(number: int) -> Floats:
            return np.asarray(fold != number - 1, np.float64)

        def train(number: int) -> Predictor:
            weights = start * sample(number)
            member = fitted(self.base, problem, weights, round_seed(seed, number))
            held_out = np.flatnonzero(fold == number - 1)
            return pruned_by(problem, member, held_out) if self.prunes else member

        how = CommitteePlan(count, train, sample, is_hard=self.is_hard, side_by_side=False)
        return FixedCommittee(problem, how, self.curves, after)


def pruned_by(problem: Problem, member: Predictor, rows: Integers) -> Predictor:
    """The member pruned by these rows, in training order; as it is unless it is a single tree."""
    from dataclasses import replace

    from core.engine.pruning import pruned
    from core.learning.predictors.tree_sum import TreeSum
    from core.learning.predictors.winners import winners

    if not isinstance(member, TreeSum) or not member.is_plain_tree:
        return member
    weights = problem.row_weights[rows]

    def loss(values: Floats, places: Integers) -> Floats:
        own = rows[places]
        if problem.is_regression:
            return np.asarray(weights[places] * (values[:, 0] - problem.targets[own]) ** 2)
        wrong = winners(values, problem.commonest) != problem.labels[own]
        return np.asarray(weights[places] * wrong)

    codes = np.ascontiguousarray(problem.data.codes[:, rows])
    return replace(member, trees=pruned(member.trees, codes, loss))
