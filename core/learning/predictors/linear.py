"""A weighted sum of columns: logistic regression, linear regression, the linear SVM."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from core.base.arrays import Floats
from core.base.codec import Stored, require
from core.engine.inputs import Inputs
from core.engine.matrix import MatrixLayout, are_bounded
from core.learning.lessons import Lesson
from core.learning.predictors.links import IDENTITY, SHARES, SOFTMAX
from core.learning.predictors.scored import Scored


@dataclass(frozen=True, eq=False)
class Linear(Scored):
    """F(x) = offset + x · coefficients, and a link from F to shares of classes."""

    kind = "linear"

    coefficients: Annotated[Floats, Stored("<f8", 2)]
    offset: Annotated[Floats, Stored("<f8")]

    def scores(self, inputs: Inputs, rows: slice) -> Floats:
        """F of some rows."""
        matrix = self.layout.matrix(inputs, rows)
        return np.asarray(matrix @ self.coefficients + self.offset)

    def check(self, features: int, outputs: int) -> None:
        """Raise ValueError if the sums could go wrong."""
        self.check_scores(features, outputs, len(self.offset))
        require(self.link != SHARES and are_bounded(self.coefficients, self.offset))
        require(self.coefficients.shape == (self.layout.width, len(self.offset)))


def constant(lesson: Lesson) -> Linear:
    """Where nothing is to be learned: the weighted shares of the classes, or the mean."""
    if lesson.problem.is_regression:
        offset, link = np.array([lesson.target_scale[0]]), IDENTITY
    else:
        offset = np.log(np.bincount(lesson.labels, lesson.weights) / lesson.weights.sum())
        link = SOFTMAX
    none = np.empty((0, len(offset)))
    return Linear(MatrixLayout.empty(), link, lesson.present, lesson.outputs, none, offset)
