"""The multi-layer perceptron (Rumelhart, Hinton & Williams 1986), trained by scikit-learn."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from core.base.arrays import Floats
from core.engine.libraries import library_fit
from core.learning.learner import Learner
from core.learning.lessons import Lesson
from core.learning.members import Extent
from core.learning.predictors.linear import Linear, constant
from core.learning.predictors.links import IDENTITY, LOGISTIC, SOFTMAX
from core.learning.predictors.network import ACTIVATIONS, MOST_HIDDEN, RELU, Layer, Network
from core.learning.problem import Problem
from core.learning.settings import setting


@dataclass(frozen=True)
class NeuralNetwork(Learner):
    """Layers of weighted sums, trained by gradient descent on parts of the rows (Adam).

    >>> import core
    >>> data = core.example("moons")
    >>> core.fit(data, core.SingleLearner(learner=NeuralNetwork())).history.error(1) < 0.2
    True
    """

    name = "network"
    title = "Neural network"
    summary = "Layers of weighted sums, bent in between."
    source = "Rumelhart, Hinton & Williams 1986; Kingma & Ba 2015"
    is_serial = True
    takes_weights = False

    units: int = setting(
        20, "How many units a hidden layer has.", low=1, high=1_000, tuned=(5, 100), is_log=True
    )
    layers: int = setting(
        1, "How many hidden layers there are.", low=1, high=MOST_HIDDEN, tuned=(1, 3)
    )
    epochs: int = setting(
        200,
        "How often at most training goes through all rows; it ends when that no longer helps.",
        low=1,
        high=10_000,
    )
    learning_rate: float = setting(
        0.005,
        "How large the steps of the descent are.",
        low=0.000_01,
        high=1.0,
        advanced=True,
        tuned=(0.000_5, 0.05),
        is_log=True,
    )
    ridge: float = setting(
        0.0001,
        "How strongly the weights are held near 0.",
        low=0.0,
        high=1_000,
        advanced=True,
        tuned=(0.000_01, 1.0),
        is_log=True,
    )
    activation: str = setting(
        RELU, "How a hidden unit bends its sum.", choices=ACTIVATIONS, advanced=True
    )
    most_rows: int = setting(
        20_000,
        "How many rows it learns from at most; from more, so many are drawn at random. "
        "Training one network cannot be interrupted.",
        low=10,
        high=10_000_000,
        unit="rows",
        advanced=True,
    )

    def core_seconds(self, extent: Extent) -> float:
        """Some dozens of epochs of the rows that it learns from, for each unit."""
        units, rows = self.units * self.layers, min(extent.taught, self.most_rows)
        return 5e-5 * rows + 3e-6 * rows * units + 2e-8 * extent.rows * units

    def fit(self, problem: Problem, weights: Floats, seed: int) -> Network | Linear:
        """Train on the rows that have a weight, each as often as its weight says."""
        lesson = Lesson.of(problem, weights).drawn(seed).repeated().at_most(self.most_rows, seed)
        if lesson.teaches_nothing:
            return constant(lesson)
        fitted = self._fitted(lesson, seed)
        coefficients, offsets = list(fitted.coefs_), list(fitted.intercepts_)
        if problem.is_regression:
            mean, deviation = lesson.target_scale
            coefficients[-1] = coefficients[-1] * deviation
            offsets[-1] = offsets[-1] * deviation + mean
        layers = (Layer(*pair) for pair in zip(coefficients, offsets, strict=True))
        link = LOGISTIC if len(lesson.present) == 2 else SOFTMAX
        return Network(
            lesson.layout,
            IDENTITY if problem.is_regression else link,
            lesson.present,
            lesson.outputs,
            tuple(layers),
            self.activation,
        )

    def _fitted(self, lesson: Lesson, seed: int) -> Any:
        with library_fit():
            from sklearn.neural_network import MLPClassifier, MLPRegressor

            is_regression = lesson.problem.is_regression
            network = (MLPRegressor if is_regression else MLPClassifier)(
                hidden_layer_sizes=(self.units,) * self.layers,
                activation=self.activation,
                alpha=self.ridge,
                learning_rate_init=self.learning_rate,
                max_iter=self.epochs,
                random_state=np.random.RandomState(seed % 2**32),
            )
            if not is_regression:
                return network.fit(lesson.matrix, lesson.labels)
            mean, deviation = lesson.target_scale
            return network.fit(lesson.matrix, (lesson.targets - mean) / deviation)
