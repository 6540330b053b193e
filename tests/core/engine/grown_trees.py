"""Trees grown for the tests, and which rows walk to which of their nodes."""

import numpy as np

from core.engine.codes import MISSING
from core.engine.growing.grower import Criterion, grow
from tests.core.helpers import dataset


def grown_on(problem, growth, weights=None, seed=0):
    """A tree on the training rows that have a weight."""
    weights = problem.row_weights[: problem.training] if weights is None else weights
    rows = np.flatnonzero(weights > 0).astype(np.uint32)
    if growth.criterion is Criterion.NUMBERS:
        targets = weights * targets_of(problem)
        return grow(problem.data, growth, rows, weights, targets=targets, seed=seed)
    labels, classes = problem.labels[: problem.training], problem.classes
    return grow(problem.data, growth, rows, weights, labels=labels, classes=classes, seed=seed)


def targets_of(problem):
    """The numbers to predict; the labels serve as such where there are classes."""
    numbers = problem.targets if problem.is_regression else problem.labels.astype(float)
    return numbers[: problem.training]


def goes_left(grown, node, codes):
    code = codes[grown.feature[node]].astype(int)
    if grown.subset[node] >= 0:
        bits = np.unpackbits(grown.subsets[grown.subset[node]], bitorder="little")
        return bits[code].astype(bool)
    left = code <= grown.threshold[node]
    return np.where(code == MISSING, grown.missing_left[node], left)


def has_empty_branch(grown, node):
    """Whether a node only asks if a category reached it; its own question is the left child."""
    right = grown.right[node]
    return right >= 0 and grown.starts[right] == grown.stops[right]


def visited(problem, grown, rows):
    """Every node that has rows, with the rows that walk to it and its depth."""
    waiting = [(0, rows, 0)]
    while waiting:
        node, here, depth = waiting.pop()
        if has_empty_branch(grown, node):
            assert goes_left(grown, node, problem.data.codes[:, here]).all()
            node = grown.left[node]
        yield node, here, depth
        if grown.left[node] >= 0:
            left = goes_left(grown, node, problem.data.codes[:, here])
            waiting += [
                (grown.left[node], here[left], depth + 1),
                (grown.right[node], here[~left], depth + 1),
            ]


def dataset_of(frame):
    return dataset(frame.drop(columns="y"), frame["y"], 0.25)
