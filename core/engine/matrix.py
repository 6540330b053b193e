"""From raw columns to a dense matrix, for the learners that need one.

A number column that varies among the rows learned from gives one column: the value less the
weighted mean, divided by the weighted deviation; 0 where it is missing. Beyond 1,000 deviations,
infinities included, values count as 1,000. The commonest categories of a category column give a
column each, 1 where a row has it and 0 elsewhere. A column in which rows learned from had missing
values gives another one that is 1 where the value is missing. Whatever else there is (a category
unseen in training or beyond the commonest ones) is 0 in all its columns.
"""

import sys
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np
import numpy.typing as npt

from core.base.arrays import Codes, Floats, Integers
from core.base.codec import Stored, require
from core.engine.codes import BINS, MISSING, OTHER
from core.engine.inputs import Inputs

FAR = 1000.0
"""How many deviations a value may lie from the mean."""
MOST_CATEGORIES = 64
"""How many categories of one column have a column of their own."""
LARGEST = 1e60
"""No learned number is larger: what is predicted from them stays finite."""

Int32s = npt.NDArray[np.int32]
Places = Integers | slice


@dataclass(frozen=True, eq=False)
class MatrixLayout:
    """Which columns a matrix has: first numbers, then flags that are 0 or 1."""

    number: Annotated[Int32s, Stored("<i4")]
    """The feature of each number column."""
    mean: Annotated[Floats, Stored("<f8")]
    deviation: Annotated[Floats, Stored("<f8")]
    flag: Annotated[Int32s, Stored("<i4")]
    """The feature of each flag column."""
    code: Annotated[Codes, Stored("|u1")]
    """The code that a flag stands for: that of a category, or of a missing value."""

    @classmethod
    def of(
        cls, inputs: Inputs, places: Integers, weights: Floats, most: int = MOST_CATEGORIES
    ) -> "MatrixLayout":
        """The layout for these rows with these weights, all above 0."""
        numbers: list[tuple[int, float, float]] = []
        flags: list[tuple[int, int]] = []
        rows = inputs.rows[places]
        for feature, column in enumerate(inputs.columns):
            codes = inputs.codes[feature, places]
            counted = np.bincount(codes, weights, BINS)
            if column.is_number:
                there = codes != MISSING
                mean, deviation = mean_and_deviation(column.values[rows][there], weights[there])
                if deviation > 0:
                    numbers.append((feature, mean, deviation))
            else:
                commonest = np.argsort(-counted[:OTHER], kind="stable")[:most]
                seen = sorted(code for code in commonest.tolist() if counted[code] > 0)
                flags += [(feature, code) for code in seen]
            if counted[MISSING] > 0:
                flags.append((feature, MISSING))
        return cls(
            np.array([feature for feature, _, _ in numbers], np.int32),
            np.array([mean for _, mean, _ in numbers]),
            np.array([deviation for _, _, deviation in numbers]),
            np.array([feature for feature, _ in flags], np.int32),
            np.array([code for _, code in flags], np.uint8),
        )

    @classmethod
    def empty(cls) -> "MatrixLayout":
        """No columns at all."""
        none = np.empty(0, np.int32)
        return cls(none, np.empty(0), np.empty(0), none, np.empty(0, np.uint8))

    def among(self, features: Integers) -> "MatrixLayout":
        """The same matrix from more columns: feature k is `features[k]` now."""
        return replace(
            self,
            number=features[self.number].astype(np.int32),
            flag=features[self.flag].astype(np.int32),
        )

    @property
    def width(self) -> int:
        """How many columns the matrix has."""
        return len(self.number) + len(self.flag)

    def matrix(self, inputs: Inputs, places: Places) -> Floats:
        """The matrix of these rows."""
        matrix = np.concatenate([self.numbers(inputs, places), self.flags(inputs, places)], axis=1)
        matrix[np.isnan(matrix)] = 0.0
        return matrix

    def numbers(self, inputs: Inputs, places: Places) -> Floats:
        """The number columns, standardised, with NaN where a value is missing."""
        rows = inputs.rows[places]
        numbers = np.empty((len(rows), len(self.number)))
        with np.errstate(over="ignore"):
            for place, feature in enumerate(self.number):
                values = inputs.columns[feature].values[rows]
                numbers[:, place] = (values - self.mean[place]) / self.deviation[place]
        return np.clip(numbers, -FAR, FAR, out=numbers)

    def flags(self, inputs: Inputs, places: Places) -> Floats:
        """The flag columns."""
        flags = np.empty((len(inputs.rows[places]), len(self.flag)))
        for place, (feature, code) in enumerate(zip(self.flag, self.code, strict=True)):
            np.equal(inputs.codes[feature, places], code, out=flags[:, place])
        return flags

    def check(self, features: int) -> None:
        """Raise ValueError if a matrix could not be made."""
        require(len(self.number) == len(self.mean) == len(self.deviation))
        require(len(self.flag) == len(self.code))
        for feature in (self.number, self.flag):
            require(bool(np.all((feature >= 0) & (feature < features))))
        require(bool(np.isfinite(self.mean).all() and np.isfinite(self.deviation).all()))
        require(bool(np.all(self.deviation > 0)))


def are_bounded(*arrays: Floats) -> bool:
    """Whether all numbers are finite and of a size that sums and products of them stay finite."""
    return all(bool(np.all(np.abs(array) <= LARGEST)) for array in arrays)


def mean_and_deviation(values: Floats, weights: Floats) -> tuple[float, float]:
    """Weighted mean and deviation of the finite values; a deviation of 0 if all are the same.

    Of numbers of any size: no square overflows or vanishes.

    >>> mean_and_deviation(np.array([-1e308, 1e308]), np.ones(2))
    (0.0, 1e+308)
    """
    if len(values) == 0 or values.min() == values.max():
        return 0.0, 0.0
    finite = np.isfinite(values)
    values, weights = values[finite], weights[finite]
    if len(values) == 0 or values.min() == values.max():
        return float(values[0]) if len(values) else 0.0, 1.0
    # By the largest value, and then by the largest distance.
    largest = float(np.abs(values).max())
    middle = float(np.average(values / largest, weights=weights))
    away = values / largest - middle
    farthest = float(np.abs(away).max())
    square = float(np.average((away / farthest) ** 2, weights=weights)) if farthest > 0 else 0.0
    deviation = largest * farthest * float(np.sqrt(square))
    return largest * middle, min(deviation, sys.float_info.max)
