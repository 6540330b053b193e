"""A weighted sum of columns: logistic regression, linear regression, the linear SVM."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from core.base.arrays import Floats
from core.base.codec import Stored, require
from core.base.lacking import Lacking
from core.base.wording import grouped, readable
from core.engine.inputs import Inputs
from core.engine.matrix import MatrixLayout, are_bounded
from core.learning.graph import GraphColumns, Judged, weighed
from core.learning.lessons import Lesson
from core.learning.predictors.links import IDENTITY, SHARES, SOFTMAX
from core.learning.predictors.scored import Scored
from core.learning.words.learned import Learned, Vocabulary, largest_facts


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

    def column_strengths(self) -> Floats | Lacking:
        """The sums of the sizes of their coefficients."""
        return np.asarray(np.abs(self.coefficients).sum(axis=1))

    def told(self, words: Vocabulary, classes: list[str]) -> Learned:
        """The columns of the largest coefficients."""
        found = self.coefficients
        if not len(found):
            return Learned("constant", "It says the same of every row.")
        strongest = np.abs(found).argmax(axis=1)

        def text(column: int) -> str:
            value = float(found[column, strongest[column]])
            said = f"{'+' if value >= 0 else '−'}{readable(abs(value), 3)}"
            if found.shape[1] > 1:
                said += f" for {classes[strongest[column]]}"
            return said

        towards = f" towards {classes[-1]}" if classes and found.shape[1] == 1 else ""
        return Learned(
            "weighted sum",
            f"A weighted sum of {grouped(len(found))} columns{towards}{self.rule(classes)}. "
            "Coefficients "
            "are of standardised values, the largest first.",
            facts=largest_facts(words.columns_of(self.layout), np.abs(found).max(axis=1), text),
        )

    def rule(self, classes: list[str]) -> str:
        """What of the scores names the class, where that needs a word."""
        return ""

    def as_operators(self, columns: GraphColumns, outputs: int) -> Judged:
        """A product and a sum."""
        if self.layout.width:
            matrix = columns.matrix(self.layout)
            scores = weighed(columns, matrix, self.coefficients, self.offset)
        else:
            zeros = columns.zeros(len(self.offset))
            scores = columns.graph.add("Add", zeros, columns.graph.constant(self.offset))
        return self.scored_operators(columns, scores, len(self.offset))

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
