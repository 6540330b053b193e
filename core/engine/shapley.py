"""Exact Shapley values of sums of trees: see core.engine.kernels.contributions."""

import functools

import numpy as np

from core.base import pool
from core.base.arrays import Codes, Floats
from core.engine.trees import Trees


def contributions(trees: Trees, cover: Floats, codes: Codes, outputs: int) -> Floats:
    """φ of every row, feature and output; they sum to the trees' scores less `expected`.

    >>> from core.engine.trees import FittedStump, trees_of_stumps
    >>> sides = np.where(np.arange(256) <= 1, -1, 1).astype(np.int8)
    >>> stump = trees_of_stumps([FittedStump(0, False, sides)], np.array([0.5]))
    >>> codes = np.array([[0, 7]], np.uint8)
    >>> contributions(stump, np.array([4.0, 3.0, 1.0]), codes, 1)[:, 0, 0]
    array([-0.25,  0.75])
    """
    from core.engine.kernels.contributions import BLOCK, add_contributions
    from core.engine.kernels.trees import PACKED, pack_nodes

    packed, heights = (
        np.empty((len(trees.left), PACKED), np.int32),
        np.empty(len(trees.left), np.int32),
    )
    pack_nodes(
        trees.feature,
        trees.threshold,
        trees.missing_left,
        trees.subset,
        trees.left,
        trees.right,
        packed,
        heights,
    )
    features, rows = codes.shape
    found = np.zeros((rows, features, outputs))
    deepest = min(int(heights[trees.roots].max(initial=0)), features)
    points, weights = _points((deepest + 1) // 2)

    def work(first: int, last: int) -> None:
        add_contributions(
            trees.roots,
            packed,
            heights,
            trees.subsets,
            cover,
            trees.values,
            trees.votes,
            trees.output,
            codes,
            points,
            weights,
            first,
            last,
            found,
        )

    if deepest:
        pool.over(-(-rows // BLOCK), work)
    return found


def expected(trees: Trees, cover: Floats, outputs: int) -> Floats:
    """What the trees say of a row of which nothing is known: the mean by the cover."""
    from core.engine.kernels.contributions import expected as write_expected

    means = np.empty_like(trees.values)
    write_expected(trees.left, trees.right, cover, trees.values, means)
    said = trees.votes[:, None] * means[trees.roots]
    if means.shape[1] > 1:
        return np.asarray(said.sum(axis=0))
    return np.asarray(np.bincount(trees.output, said[:, 0], outputs), np.float64)


@functools.cache
def _points(most: int) -> tuple[Floats, Floats]:
    """The points and weights of Gauss and Legendre between 0 and 1: one, two, to `most`."""
    points, weights = np.full((max(1, most), max(1, most)), 0.5), np.zeros((max(1, most),) * 2)
    for count in range(1, most + 1):
        at, weight = np.polynomial.legendre.leggauss(count)
        points[count - 1, :count], weights[count - 1, :count] = (1 + at) / 2, weight / 2
    return points, weights
