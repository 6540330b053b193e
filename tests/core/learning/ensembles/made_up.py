"""Learners for the tests whose answers are known beforehand, and small data."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

import core
from core.learning.learner import Learner
from core.learning.predictors.predictor import Predictor
from core.learning.settings import setting
from core.storage.model_file import save_model


@dataclass(frozen=True, eq=False)
class FromColumn(Predictor):
    """Outputs that depend on the first column alone."""

    kind = "from_column"
    share_of: dict
    otherwise: np.ndarray

    def outputs(self, inputs):
        values = inputs.columns[0].values[inputs.rows]
        return np.array([self.share_of.get(value, self.otherwise) for value in values])

    def among(self, features, width):
        raise NotImplementedError

    def check(self, features, outputs):
        pass


@dataclass(frozen=True)
class Says(Learner):
    """The share `up` of the second class (or that number) where x > cut, `down` elsewhere."""

    name = "says"
    title = "Says"
    summary = "For the tests."

    cut: float = setting(0.0, "Where.")
    up: float = setting(1.0, "Above.")
    down: float = setting(0.0, "Below.")

    def fit(self, problem, weights, seed):
        values = problem.dataset.features[0].values
        told = {
            value: self._row(problem, self.up if value > self.cut else self.down)
            for value in values
        }
        return FromColumn(told, self._row(problem, self.down))

    @staticmethod
    def _row(problem, share):
        return np.array([share] if problem.is_regression else [1 - share, share])


@dataclass(frozen=True)
class Remembers(Learner):
    """Knows the rows it has seen by heart, and of all others nothing."""

    name = "remembers"
    title = "Remembers"
    summary = "For the tests."

    def fit(self, problem, weights, seed):
        width = problem.classes or 1
        rows = np.flatnonzero(weights > 0)
        keys = problem.dataset.features[0].values[problem.data.order]
        given = problem.targets[:, None] if problem.is_regression else np.eye(width)[problem.labels]
        return FromColumn(
            {keys[row]: given[row] for row in rows},
            np.full(width, 0.0 if width == 1 else 1 / width),
        )


def line(labels, validation_share=0.0, weights=None):
    """Rows at x = 0, 1, 2, ... with these labels."""
    columns = {"x": np.arange(len(labels), dtype=float)}
    if weights is not None:
        columns["w"] = weights
    frame = pd.DataFrame(columns | {"y": labels})
    return core.Dataset.from_frame(
        frame, "y", weight="w" if weights is not None else None, validation_share=validation_share
    )


def cloud(task, rows=300, seed=0, validation_share=0.25):
    """Numbers, a category and missing values; two classes, three, or a number to predict."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(rows, 3))
    group = rng.choice(["red", "green", "blue"], rows)
    score = x[:, 0] + x[:, 1] ** 2 + (group == "red") + 0.5 * rng.normal(size=rows)
    x[rng.random(rows) < 0.1, 2] = np.nan
    y = {
        "two": lambda: np.where(score > 1, "yes", "no"),
        "many": lambda: np.array(["low", "mid", "top"])[np.digitize(score, [0.5, 1.8])],
        "number": lambda: score,
    }[task]()
    frame = pd.DataFrame(x, columns=["a", "b", "c"]).assign(group=group, y=y)
    return core.Dataset.from_frame(frame, "y", validation_share=validation_share)


def check_history_and_file(run, path):
    """The history's predictions are the model's at every round, and a saved model is the same."""
    data = run.dataset
    for t in range(1, run.rounds + 1):
        decided, _ = run.model.first(t).predicted(data)
        if data.classes:
            np.testing.assert_array_equal(run.history.predicted(t), decided)
        else:
            np.testing.assert_allclose(run.history.predicted(t), decided, rtol=1e-12, atol=1e-12)
        assert run.history.error(t) == run.history.curve("training_error")[t - 1]
    save_model(run.model, path)
    again = core.load_model(path)
    assert again.settings == run.settings
    one, two = again.predicted(data), run.model.predicted(data)
    np.testing.assert_array_equal(one[0], two[0])
    np.testing.assert_array_equal(one[1], two[1])
