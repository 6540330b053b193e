import math

import numpy as np
import pandas as pd
import pytest
from sklearn.naive_bayes import CategoricalNB, GaussianNB

from core import Dataset
from core.learning.learners.naive_bayes import NaiveBayes
from core.learning.model import Model
from core.learning.problem import Problem
from tests.core.helpers import dataset
from tests.core.learning.learners.library_data import frame_of, uneven


def asked(problem, predictor, columns):
    classes = problem.dataset.classes
    model = Model(None, "y", classes, problem.data.encoder, predictor, 0)
    return model.probabilities(pd.DataFrame(columns))


def gaussian(x, mean, variance):
    return math.exp(-((x - mean) ** 2) / (2 * variance)) / math.sqrt(2 * math.pi * variance)


def test_a_tiny_table_by_hand():
    # Class a: x is 1, 3 and a gap; c is u, u, v. Class b: x is 6 and 8; c is v and a gap.
    problem = Problem.of(
        dataset({"x": [1, 3, np.nan, 6, 8], "c": ["u", "u", "v", "v", None]}, "aaabb")
    )
    fitted = NaiveBayes(least_variance=1e-12).fit(problem, np.ones(5), 0)
    new = {"x": [4.0, np.nan, 4.0, np.nan], "c": ["u", "v", None, "unseen"]}
    a = np.array([
        3 / 5 * gaussian(4, 2, 1) * 3 / 5,  # u: (2 + 1) / (3 + 2)
        3 / 5 * 2 / 5,
        3 / 5 * gaussian(4, 2, 1),
        3 / 5,
    ])  # fmt: skip
    b = np.array(
        [2 / 5 * gaussian(4, 7, 1) * 1 / 3, 2 / 5 * 2 / 3, 2 / 5 * gaussian(4, 7, 1), 2 / 5]
    )
    np.testing.assert_allclose(asked(problem, fitted, new)[:, 0], a / (a + b), rtol=1e-9)


def test_weights_are_as_good_as_repeated_rows():
    frame = frame_of(60)
    counts = np.random.default_rng(3).integers(0, 4, 60)
    problem = Problem.of(Dataset.from_frame(frame, "y", validation_share=0))
    repeated = frame.loc[np.repeat(np.arange(60), counts)]
    again = Problem.of(Dataset.from_frame(repeated, "y", validation_share=0))
    # Almost no smoothing: what it weighs depends on the number of rows.
    settings = NaiveBayes(smoothing=1e-6)
    one = settings.fit(problem, counts.astype(float), 0)
    other = settings.fit(again, np.ones(len(repeated)), 0)
    columns = frame.drop(columns="y")
    np.testing.assert_allclose(
        asked(problem, one, columns), asked(again, other, columns), atol=1e-5
    )


@pytest.mark.parametrize("classes", [2, 3])
def test_numbers_are_gaussian_nb(classes):
    random = np.random.default_rng(0)
    x = random.normal(size=(200, 3)) * [1, 50, 0.01]
    labels = (x[:, 0] + random.normal(size=200) > np.arange(classes - 1)[:, None]).sum(axis=0)
    problem = Problem.of(dataset({f"x{j}": x[:, j] for j in range(3)}, labels))
    weights = uneven(200)
    found = NaiveBayes().fit(problem, weights, 0).outputs(problem.inputs)
    seen = weights > 0
    mean, weighted = np.average(x, axis=0, weights=weights), weights[seen]
    scaled = (x - mean) / np.sqrt(np.average((x - mean) ** 2, axis=0, weights=weights))
    # Scikit-learn adds a share of the largest unweighted variance.
    share = 1e-9 / scaled[seen].var(axis=0).max()
    own = GaussianNB(var_smoothing=share).fit(scaled[seen], labels[seen], sample_weight=weighted)
    np.testing.assert_allclose(found, own.predict_proba(scaled), atol=1e-9)


def test_categories_are_categorical_nb():
    random = np.random.default_rng(0)
    codes = random.integers(0, 4, (300, 3))
    labels = (codes.sum(axis=1) + random.integers(0, 4, 300)) // 5
    names = np.array(["u", "v", "w", "z"], dtype=object)[codes]
    problem = Problem.of(dataset({f"c{j}": names[:, j] for j in range(3)}, labels))
    weights = uneven(300)
    found = NaiveBayes(smoothing=0.5).fit(problem, weights, 0).outputs(problem.inputs)
    own = CategoricalNB(alpha=0.5).fit(
        codes[weights > 0], labels[weights > 0], sample_weight=weights[weights > 0]
    )
    np.testing.assert_allclose(found, own.predict_proba(codes), atol=1e-9)


def test_a_class_without_any_value_of_a_column_takes_that_of_all_rows():
    problem = Problem.of(dataset({"x": [1.0, 3.0, np.nan, np.nan], "z": [1, 2, 3, 5]}, "aabb"))
    fitted = NaiveBayes().fit(problem, np.ones(4), 0)
    np.testing.assert_allclose(fitted.means[0], [0, 0], atol=1e-12)
    np.testing.assert_allclose(fitted.variances[0], [1, 1])
