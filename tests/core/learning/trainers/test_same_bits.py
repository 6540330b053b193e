"""Boosting: the same bits however the work is shared and the rows are cut into pieces."""

import numpy as np
import pandas as pd
import pytest

from core import AdaBoost, Dataset, GradientBoosting, fit
from core.base import pool

ROWS, COLUMNS = 9000, 72
"""So many columns that one and two threads share columns, and four share rows."""


@pytest.fixture(scope="module")
def dataset():
    random = np.random.default_rng(3)
    values = random.normal(size=(ROWS, COLUMNS))
    values[random.uniform(size=values.shape) < 0.05] = np.nan
    frame = pd.DataFrame(values, columns=[f"x{place}" for place in range(COLUMNS)])
    frame["kind"] = random.choice(list("abcde"), ROWS)
    frame["weight"] = random.choice([0.0, 0.1, 0.7, 3.0], ROWS)
    score = np.nansum(values[:, :6], axis=1) + (frame["kind"] == "a")
    frame["y"] = np.where(score + random.normal(size=ROWS) > 0, "yes", "no")
    return Dataset.from_frame(frame, "y", weight="weight", seed=1)


@pytest.fixture(scope="module", params=[AdaBoost(rounds=70), GradientBoosting(rounds=5)])
def expected(request, dataset):
    before = pool.threads()
    pool.set_threads(1)
    yield request.param, _told(dataset, request.param)
    pool.set_threads(before)


def _told(dataset, settings):
    run = fit(dataset, settings)
    trees = run.model.predictor.trees
    arrays = [trees.feature, trees.threshold, trees.missing_left, trees.votes, trees.values]
    return arrays + [run.history.curve(curve.name) for curve in run.history.curves]


@pytest.mark.parametrize(("threads", "chunks"), [(1, 3), (2, 8), (4, 8), (2, 2)])
def test_neither_threads_nor_pieces_change_a_bit(
    dataset, expected, threads, chunks, set_threads, monkeypatch
):
    settings, known = expected
    set_threads(threads)
    monkeypatch.setattr(pool, "_CHUNKS", chunks)
    monkeypatch.setattr(pool, "_LEAST_ROWS", 64)
    for found, one in zip(_told(dataset, settings), known, strict=True):
        np.testing.assert_array_equal(found, one)
