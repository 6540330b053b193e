"""Naive Bayes: a Gaussian for every number and a table of shares for every category."""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from core.base.arrays import Floats
from core.base.codec import Stored, require
from core.base.wording import readable
from core.engine.codes import MISSING
from core.engine.inputs import Inputs
from core.engine.matrix import are_bounded
from core.learning.graph import GraphColumns, Judged, weighed
from core.learning.predictors.links import SOFTMAX
from core.learning.predictors.scored import Scored
from core.learning.words.learned import MOST_FACTS, Learned, Vocabulary
from core.learning.words.tree_reading import code_text

_MOST_CLASSES = 4
"""Of so many classes each column is told."""


@dataclass(frozen=True, eq=False)
class Bayes(Scored):
    """ln P(k) + Σ ln P(x_j | k), a column a class; what is missing or unseen is left out."""

    kind = "bayes"

    means: Annotated[Floats, Stored("<f8", 2)]
    """The mean of each number column of the layout (a row) for each class present (a column)."""
    variances: Annotated[Floats, Stored("<f8", 2)]
    log_shares: Annotated[Floats, Stored("<f8", 2)]
    """ln P(category | class) of each flag of the layout; 0 for flags of missing values."""
    log_priors: Annotated[Floats, Stored("<f8")]

    def scores(self, inputs: Inputs, rows: slice) -> Floats:
        """The log of P(k) P(x | k) of some rows, up to what is the same for all classes."""
        scores = self.layout.flags(inputs, rows) @ self.log_shares + self.log_priors
        numbers = self.layout.numbers(inputs, rows)
        for value, mean, variance in zip(numbers.T, self.means, self.variances, strict=True):
            there = ~np.isnan(value)
            squares = (value[there, None] - mean) ** 2 / variance
            scores[there] -= 0.5 * (squares + np.log(2 * math.pi * variance))
        return np.asarray(scores)

    def told(self, words: Vocabulary, classes: list[str]) -> Learned:
        """Each class's mean and deviation of every number, and share of every category."""
        layout, facts = self.layout, []
        shown = list(enumerate(classes))[:_MOST_CLASSES]
        for place, feature in enumerate(layout.number):
            mean = self.means[place] * layout.deviation[place] + layout.mean[place]
            spread = np.sqrt(self.variances[place]) * layout.deviation[place]
            texts = [
                f"{name} {readable(float(mean[k]), 3)} ± {readable(float(spread[k]), 2)}"
                for k, name in shown
            ]
            facts.append((words.features[feature].name, ", ".join(texts)))
        for place, feature in enumerate(layout.flag):
            if layout.code[place] == MISSING:
                continue  # what is missing is left out of the product
            shares = np.exp(self.log_shares[place])
            own = words.features[feature]
            name = f"{own.name} is {code_text(own, int(layout.code[place]))}"
            texts = [f"{label} {100 * shares[k]:.0f} %" for k, label in shown]
            facts.append((name, ", ".join(texts)))
        return Learned(
            "naive Bayes",
            "For each class the mean and the deviation of every number, and the share of every "
            "category.",
            facts=tuple(facts[: _MOST_CLASSES * MOST_FACTS]),
        )

    def as_operators(self, columns: GraphColumns, outputs: int) -> Judged:
        """The sum of the logs, column by column."""
        graph, layout, width = columns.graph, self.layout, len(self.log_priors)
        scores = graph.add("Add", columns.zeros(width), graph.constant(self.log_priors))
        if len(layout.flag):
            scores = weighed(columns, columns.flags(layout), self.log_shares, self.log_priors)
        numbers = columns.numbers(layout) if len(layout.number) else ""
        for place, (mean, variance) in enumerate(zip(self.means, self.variances, strict=True)):
            value = graph.chosen(numbers, [place])
            away = graph.add("Sub", value, graph.constant(mean))
            squares = graph.add("Div", graph.add("Mul", away, away), graph.constant(2 * variance))
            heights = graph.constant(0.5 * np.log(2 * math.pi * variance))
            lost = graph.add("Add", squares, heights)
            lost = graph.add("Where", graph.add("IsNaN", value), graph.constant(0.0), lost)
            scores = graph.add("Sub", scores, lost)
        return self.scored_operators(columns, scores, width)

    def check(self, features: int, outputs: int) -> None:
        """Raise ValueError if the sums could go wrong."""
        self.check_scores(features, outputs, len(self.log_priors))
        classes = len(self.log_priors)
        require(self.link == SOFTMAX)
        require(self.means.shape == self.variances.shape == (len(self.layout.number), classes))
        require(self.log_shares.shape == (len(self.layout.flag), classes))
        require(are_bounded(self.means, self.variances, self.log_shares, self.log_priors))
        require(bool(np.all(self.variances >= 1e-60)))
