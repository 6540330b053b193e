"""Rounds of the XGBoost library (Chen & Guestrin 2016), with its trees translated into ours.

The library is given our codes as numbers, so that its thresholds are thresholds of codes: code < t
is code <= ⌈t⌉ - 1. A missing value is missing there too. Categories are ordered by their share of
the second class, or by their mean target, and asked about as numbers.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base import pool
from core.base.arrays import Codes, Floats
from core.engine.codes import BINS, MISSING, OTHER
from core.engine.trees import Trees
from core.learning.predictors.links import LOGISTIC, SOFTMAX
from core.learning.problem import Problem
from core.learning.rounds import Curve
from core.learning.run import Run
from core.learning.sampling import round_seed
from core.learning.trainers.gradient import Boosting, TreeBoosting
from core.learning.trainers.losses import Loss
from core.learning.trainers.xgboost_matrix import Matrix

Parameters = Mapping[str, float | int | str]

_WORTH_THREADS = 500_000
_LEAST_SHARE = 1e-6
_FAR = 2.0**12
"""A centre that is farther from 0 than so many times the farthest target is from it is left out."""
_USUAL_POWER = 20
"""Numbers up to 2 to this power, and not all below 2 to minus it, are told as they are."""


@dataclass(frozen=True)
class Scale:
    """What numbers to predict are told less, and divided by.

    The library computes in 32 bits: squares of numbers beyond 1e19 have no end there, and of
    numbers that are far from 0 and near one another nothing is left. Other numbers stay as they
    are. Less the centre and divided by the unit, and with the penalties in that unit, all else is
    the same.
    """

    centre: float = 0.0
    unit: float = 1.0

    @classmethod
    def of(cls, problem: Problem) -> "Scale":
        """The scale for a problem; classes have none."""
        if not problem.is_regression:
            return cls()
        sizes = np.abs(problem.centred)
        farthest = float(sizes.max()) or 1.0
        centre = problem.centre if abs(problem.centre) > _FAR * farthest else 0.0
        power = math.frexp(max(abs(problem.centre - centre), farthest))[1]
        return cls(centre, 1.0 if abs(power) <= _USUAL_POWER else 2.0**power)

    def told(self, problem: Problem) -> Floats:
        """What the library is told of the training rows."""
        return (problem.targets[: problem.training] - self.centre) / self.unit

    def start(self, start: float) -> float:
        """Where the library starts."""
        return (start - self.centre) / self.unit

    def scaled(self, parameters: Parameters) -> Parameters:
        """The parameters, with those that are sums or squares of numbers in the unit."""
        own = {"alpha": self.unit, "gamma": self.unit**2}
        return {
            name: float(value) / own[name] if name in own else value
            for name, value in parameters.items()
        }


class XGBoostTrainer(TreeBoosting):
    """The library's booster, one round at a time."""

    def __init__(
        self,
        problem: Problem,
        loss: Loss,
        how: Boosting,
        parameters: Parameters,
        curves: tuple[Curve, ...],
        seed: int,
        after: Run | None,
    ) -> None:
        super().__init__(problem, loss, how, curves, seed, after)
        self._parameters = parameters
        self._places = category_places(problem)
        self._scale = Scale.of(problem)

    def _get_ready(self) -> None:
        """Make the booster; rounds of an earlier run are done again, which gives the same trees."""
        import xgboost

        problem = self.problem
        # On little data the library's threads would only wait for one another.
        threads = pool.threads() if problem.data.codes.size > _WORTH_THREADS else 1
        seen = np.flatnonzero(problem.row_weights[: problem.training] > 0)
        labels = problem.labels[: problem.training]
        target = self._scale.told(problem) if problem.is_regression else labels
        offset = self._loss.offset if self._loss.link == SOFTMAX else None
        codes, weights = problem.data.codes, problem.row_weights
        given = Matrix(codes, self._places, seen, target, weights, offset, threads)
        self._given, self._matrix = given, given.data
        objectives = {LOGISTIC: "binary:logistic", SOFTMAX: "multi:softprob"}
        parameters = {
            **self._scale.scaled(self._parameters),
            "objective": objectives.get(self._loss.link, "reg:squarederror"),
            "tree_method": "hist",
            "max_bin": BINS,
            "nthread": threads,
            "seed": round_seed(self._seed, 0) % 2**31,
            "verbosity": 0,
        }
        # Told, and not left to the library: our scores start at the same numbers.
        if self._loss.link == SOFTMAX:
            parameters |= {"num_class": problem.classes, "base_score": 0.0}
        else:
            parameters["base_score"] = self._base_score()
        self._booster = xgboost.Booster(parameters, [self._matrix])
        for number in range(self.history.rounds):
            self._booster.update(self._matrix, number)

    def _base_score(self) -> float:
        """Where the library starts: the mean, or the share of the second class."""
        start = float(self._loss.offset[0])
        return (
            1 / (1 + math.exp(-start)) if self._loss.link == LOGISTIC else self._scale.start(start)
        )

    def _learn(self, number: int) -> Trees:
        self._booster.update(self._matrix, number - 1)
        dumped = self._booster[number - 1 : number].get_dump(dump_format="json", with_stats=True)
        return Trees.chained(
            [
                translated(json.loads(text), self._places, output, self._scale.unit)
                for output, text in enumerate(dumped)
            ]
        )


def many_class_start(problem: Problem) -> Floats:
    """Where the library starts with many classes: ln of their shares, which then sum to 0.

    A share has a millionth added to it, which a class without training rows needs.
    """
    training = slice(None, problem.training)
    weights = problem.row_weights[training]
    counted = np.bincount(problem.labels[training], weights, problem.classes)
    logs = np.log(counted / counted.sum() + _LEAST_SHARE)
    return np.asarray(logs - logs.mean())


def category_places(problem: Problem) -> npt.NDArray[np.float32]:
    """What the library is told for each code of each feature: NaN for a missing value.

    A number's code is itself; a category's is its place among the categories.
    """
    places = np.tile(np.arange(BINS, dtype=np.float32), (len(problem.data.codes), 1))
    training = slice(None, problem.training)
    weights = problem.row_weights[training]
    wanted = problem.targets[training] if problem.is_regression else problem.labels[training] == 1
    for feature in np.flatnonzero(problem.data.encoder.is_category):
        codes = problem.data.codes[feature, training]
        total = np.bincount(codes, weights, BINS)[:MISSING]
        sums = np.bincount(codes, weights * wanted, BINS)[:MISSING]
        overall = sums.sum() / total.sum() if total.sum() > 0 else 0.0
        means = np.divide(sums, total, out=np.full(MISSING, overall), where=total > 0)
        places[feature, np.argsort(means, kind="stable")] = np.arange(MISSING)
    places[:, MISSING] = np.nan
    return places


def translated(root: Any, places: npt.NDArray[np.float32], output: int, unit: float = 1.0) -> Trees:
    """One of the library's trees, as it dumps them, as ours; its values are in this unit.

    >>> tree = {"nodeid": 0, "split": "f0", "split_condition": 2.0, "yes": 1, "no": 2, "missing": 1,
    ...         "gain": 1.0, "children": [{"nodeid": 1, "leaf": -1.0}, {"nodeid": 2, "leaf": 1.0}]}
    >>> numbers = np.arange(256, dtype=np.float32)[None]
    >>> scores = np.zeros((4, 1))
    >>> translated(tree, numbers, 0).add_to(scores, np.array([[0, 1, 2, 255]], np.uint8))
    >>> scores[:, 0]
    array([-1., -1.,  1., -1.])
    """
    nodes = [root]
    left: list[int] = []
    for node in nodes:  # grows while it is walked: children come behind their parents
        children = {child["nodeid"]: child for child in node.get("children", ())}
        left.append(len(nodes) if children else -1)
        if children:
            nodes += [children[node["yes"]], children[node["no"]]]
    count = len(nodes)
    feature, threshold = np.zeros(count, np.int32), np.zeros(count, np.uint8)
    missing_left, subset = np.zeros(count, bool), np.full(count, -1, np.int32)
    right, values, gains = np.full(count, -1, np.int32), np.zeros((count, 1)), np.zeros(count)
    subsets: list[Codes] = []
    # The sum of the loss's second slopes: what the library itself takes for a node's weight.
    weight = np.array([float(node.get("cover", 0.0)) for node in nodes])
    for place, node in enumerate(nodes):
        if left[place] < 0:
            values[place] = unit * node["leaf"]
            continue
        right[place] = left[place] + 1
        gains[place] = unit**2 * max(0.0, float(node.get("gain", 0.0)))
        feature[place] = asked = int(node["split"][1:])
        missing_left[place] = node["missing"] == node["yes"]
        last = math.ceil(node["split_condition"]) - 1
        is_ordered = np.array_equal(places[asked, :MISSING], np.arange(MISSING))
        if is_ordered and last >= 0:
            threshold[place] = min(last, OTHER)
        else:
            goes_left = places[asked] <= last
            goes_left[MISSING] = missing_left[place]
            subset[place] = len(subsets)
            subsets.append(np.packbits(goes_left, bitorder="little"))
    return Trees(
        np.zeros(1, np.int32),
        feature,
        threshold,
        missing_left,
        subset,
        np.array(subsets, np.uint8).reshape(-1, BINS // 8),
        np.array(left, np.int32),
        right,
        values,
        gains,
        np.zeros(count, np.int32),
        np.ones(1),
        np.array([output], np.int32),
        weight,
    )
