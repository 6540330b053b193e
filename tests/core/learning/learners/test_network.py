import numpy as np
import pytest
from sklearn.neural_network import MLPClassifier, MLPRegressor

from core.learning.learners.network import NeuralNetwork
from tests.core.learning.learners.library_data import lesson_of


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("layers", [1, 3])
@pytest.mark.parametrize("activation", ["relu", "tanh"])
@pytest.mark.parametrize("target", ["two", "three", "number"])
def test_predictions_are_those_of_scikit_learn(target, activation, layers):
    problem, lesson, weights = lesson_of(200, target)
    settings = NeuralNetwork(units=6, layers=layers, activation=activation, epochs=20)
    found = settings.fit(problem, weights, 11).outputs(problem.inputs)
    kind = MLPRegressor if target == "number" else MLPClassifier
    own = kind(
        hidden_layer_sizes=(6,) * layers,
        activation=activation,
        max_iter=20,
        learning_rate_init=0.005,
        random_state=11,
    )
    if target == "number":
        mean, deviation = lesson.targets.mean(), lesson.targets.std()
        own.fit(lesson.matrix, (lesson.targets - mean) / deviation)
        expected = mean + deviation * own.predict(lesson.matrix)[:, None]
    else:
        expected = own.fit(lesson.matrix, lesson.labels).predict_proba(lesson.matrix)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


def test_no_more_rows_are_learned_from_than_allowed(monkeypatch):
    seen = []
    fit = MLPClassifier.fit

    def watched(self, matrix, labels):
        seen.append(len(matrix))
        return fit(self, matrix, labels)

    monkeypatch.setattr(MLPClassifier, "fit", watched)
    problem, _, weights = lesson_of(200)
    NeuralNetwork(most_rows=50, epochs=2).fit(problem, weights, 0)
    NeuralNetwork(epochs=2).fit(problem, weights, 0)
    NeuralNetwork(epochs=2).fit(problem, np.repeat([0.0, 1.0, 3.0], [120, 50, 30]), 0)
    assert seen == [50, 200, 140]
