"""The ensemble without any learner."""

import numpy as np

from core.engine.trees import trees_of_stumps
from core.learning.predictors.links import IDENTITY, SHARES
from core.learning.predictors.tree_sum import TreeSum
from core.learning.problem import Problem


def constant(problem: Problem) -> TreeSum:
    """No learner at all: the training rows' smoothed shares of the classes, or their mean."""
    none = trees_of_stumps([], np.empty(0))
    weights = problem.row_weights[: problem.training]
    if problem.is_regression:
        mean = float(np.average(problem.targets[: problem.training], weights=weights))
        return TreeSum(none, np.array([mean]), IDENTITY, 1.0, 1)
    counted = np.bincount(problem.labels[: problem.training], minlength=problem.classes)
    return TreeSum(none, (counted + 1.0) / (counted.sum() + problem.classes), SHARES, 1.0, 1)
