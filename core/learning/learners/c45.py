"""Decision trees with one branch a category: ID3 (Quinlan 1986) and C4.5 (Quinlan 1993)."""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats
from core.data.dataset import Task
from core.engine.multiway import Questioning, grow_multiway
from core.learning.learner import Learner
from core.learning.learners.pruned import Pruning, share_for_pruning
from core.learning.predictors.links import SHARES
from core.learning.predictors.tree_sum import TreeSum
from core.learning.problem import Problem
from core.learning.settings import setting

GAIN, RATIO = "gain", "gain_ratio"


@dataclass(frozen=True)
class C45Tree(Learner):
    """Asks the question of most information; a category has as many branches as values.

    ID3 takes the information gain, C4.5 the gain over the split's own information among the
    questions of at least average gain. Numbers are cut at thresholds. Missing values are a branch
    of their own for categories and go to the better side for numbers. What did not reach a question
    in training is answered as before the question. Leaves hold the weighted shares. With a pruning
    share, that part of the rows is kept back and reduced-error pruning (Quinlan 1987) removes what
    does not pay on it.
    """

    name = "c45"
    title = "C4.5 or ID3 tree"
    summary = "A tree by information gain, with one branch for each category."
    source = "Quinlan 1986, 1993"
    tasks = (Task.TWO_CLASSES, Task.MANY_CLASSES)

    criterion: str = setting(
        RATIO,
        "Gain ratio as in C4.5, or plain gain as in ID3.",
        choices=(RATIO, GAIN),
        tuned=(RATIO, GAIN),
    )
    depth: int = setting(
        20, "How many questions may follow one another.", low=1, high=60, tuned=(2, 20)
    )
    leaf_rows: int = setting(
        2,
        "How many rows a branch has at least.",
        low=1,
        high=1_000_000,
        tuned=(1, 100),
        is_log=True,
    )
    pruning_share: float = share_for_pruning()

    def fit(self, problem: Problem, weights: Floats, seed: int) -> TreeSum:
        """Grow a tree on the rows that have a weight, and prune it on those kept back."""
        pruning = Pruning.of(problem, weights, self.pruning_share, seed)
        rows = np.flatnonzero(pruning.growing > 0)
        how = Questioning(self.criterion == RATIO, self.depth, self.leaf_rows)
        labels = problem.labels[: problem.training]
        tree = grow_multiway(
            problem.data, how, rows.astype(np.uint32), weights, labels, problem.classes
        )
        tree = pruning.pruned(tree)
        return TreeSum(tree, np.zeros(problem.classes), SHARES, 1.0, 1)
