"""What is said of margins and residuals holds for the rows."""

import re

import numpy as np
import pandas as pd
import pytest

from core import AdaBoost, Dataset, GradientBoosting, RandomForest, example, fit
from core.judging.diagnostics.margin_words import margin_sentence
from core.learning.snapshot import Snapshot


@pytest.mark.parametrize("settings", [AdaBoost(rounds=20), RandomForest(rounds=10)])
@pytest.mark.parametrize("name", ["moons", "orders", "iris"])
def test_no_more_is_said_than_is_true(name, settings):
    run = fit(example(name), settings)
    snapshot = Snapshot.of(run.history, run.history.rounds)
    said = margin_sentence(snapshot)
    wrong = snapshot.suggested != run.dataset.labels
    found = re.search(r"(9 in 10|Half of the) training rows are right .* of ([\d.]+) or more", said)
    assert found
    share = 0.9 if found[1] == "9 in 10" else 0.5
    assert (snapshot.margins[~run.dataset.validation] >= float(found[2])).mean() >= share
    for rows in (~run.dataset.validation, run.dataset.validation):
        missed = int(wrong[rows].sum())
        told = f"{missed:,} of {rows.sum():,} " if missed else f"one of {rows.sum():,} "
        assert told in said
    assert "-0.00" not in said


def test_weighted_rows_count_by_their_weight():
    random = np.random.default_rng(0)
    frame = pd.DataFrame({"x": random.normal(size=200), "w": random.integers(1, 9, 200)})
    frame["y"] = 10 + frame["x"] + random.normal(size=200)
    data = Dataset.from_frame(frame, "y", weight="w", validation_share=0)
    run = fit(data, GradientBoosting(rounds=2))
    snapshot = Snapshot.of(run.history, 2)
    sizes = np.abs(snapshot.margins)
    order = np.argsort(sizes)
    reached = np.cumsum(data.weights[order]) / data.weights.sum()
    half = sizes[order][np.argmax(reached >= 0.5)]
    [said] = re.findall(r"off by ([\d.]+) or less", margin_sentence(snapshot))
    assert float(said) == pytest.approx(half, rel=1e-2)


def test_every_row_may_be_right():
    frame = pd.DataFrame({"x": np.arange(40.0), "y": ["a"] * 20 + ["b"] * 20})
    run = fit(Dataset.from_frame(frame, "y", validation_share=0), AdaBoost(rounds=1))
    assert margin_sentence(Snapshot.of(run.history, 1)) == (
        "9 in 10 training rows are right with a margin of 1.00 or more; none of 40 is wrong."
    )
