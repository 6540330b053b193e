"""Small data, and a second, slow and plain AdaBoost to hold the fast one against."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pandas as pd
from hypothesis import strategies as st

from core import AdaBoost, Dataset, fit


def dataset(columns, labels, validation_share=0, **options):
    """A dataset of some columns and a target `y`; without validation rows unless asked for."""
    frame = pd.DataFrame(columns).assign(y=list(labels))
    return Dataset.from_frame(frame, "y", validation_share=validation_share, **options)


def noisy_frame(rows, seed=0, noise=0.5):
    """Numbers, numbers with gaps, few values, categories with gaps; the label in `y` is noisy."""
    random = np.random.default_rng(seed)
    gaps, few = random.normal(size=rows), random.integers(0, 5, rows).astype(float)
    city = np.array(["Bonn", "Cork", "Oslo", "Rome"], dtype=object)[random.integers(0, 4, rows)]
    plain = random.normal(size=rows)
    score = plain + 0.5 * gaps + 0.3 * few + (city == "Oslo") + noise * random.normal(size=rows)
    gaps[random.random(rows) < 0.1] = np.nan
    city[random.random(rows) < 0.1] = None
    labels = np.where(score > np.median(score), "yes", "no")
    return pd.DataFrame({"plain": plain, "gaps": gaps, "few": few, "city": city, "y": labels})


def noisy(rows, seed=0, noise=0.5, validation_share=0.25):
    """The noisy frame as a dataset."""
    frame = noisy_frame(rows, seed, noise)
    return Dataset.from_frame(frame, "y", validation_share=validation_share)


def run_of(data, rounds):
    return fit(data, AdaBoost(rounds=rounds))


def signs(data):
    """The labels as -1 and 1."""
    return np.where(data.labels == 1, 1, -1)


def scores_of(model, data):
    """F of every row: the sum of the votes, positive for the second class."""
    return model.predictor.scores(model.inputs(data))[:, 0]


def stump_votes(run, t):
    """What the stump of round t says about every row, -1 or 1, found from the model."""
    trees = run.model.predictor.trees
    alone = replace(
        trees, roots=trees.roots[t - 1 : t], votes=np.ones(1), output=trees.output[t - 1 : t]
    )
    predictor = replace(run.model.predictor, trees=alone, offset=np.zeros(1))
    return np.sign(scores_of(replace(run.model, predictor=predictor), run.dataset))


def raw_columns(data, rows):
    """The features' values as plain arrays: floats with NaN, or names with None."""
    return [
        column.values[rows]
        if column.is_number
        else np.array([*column.categories, None], dtype=object)[column.values[rows]]
        for column in data.features
    ]


def divisions(values):
    """Every way in which one question divides the rows into two parts that are not empty."""
    values = np.asarray(values)
    missing = pd.isna(values)
    distinct = sorted(set(values[~missing]))
    if values.dtype == object:
        groups = [values == value for value in distinct] + [missing] * bool(missing.any())
        for chosen in itertools.product([False, True], repeat=len(groups)):
            if any(chosen) and not all(chosen):
                yield np.any([g for g, c in zip(groups, chosen, strict=True) if c], axis=0)
        return
    for cut in distinct[:-1]:
        below = ~missing & (values <= cut)
        yield below
        if missing.any():
            yield below | missing
    if distinct and missing.any():
        yield missing


def least_error(columns, labels, weights):
    """The least weighted error of all stumps, by trying each; None if there is no stump."""
    found = None
    for values in columns:
        for part in divisions(values):
            right = weights[np.where(part, 1, -1) == labels].sum() / weights.sum()
            found = min(right, 1 - right, 1 if found is None else found)
    return found


def plain_adaboost(columns, labels, weights, rounds):
    """The textbook, with a stump search that tries everything: errors, votes and last weights."""
    weights = weights / weights.sum()
    errors, votes = [], []
    for _ in range(rounds):
        guesses = [
            side * np.where(part, 1, -1)
            for values in columns
            for part in divisions(values)
            for side in (1, -1)
        ]
        error, place = min((weights[g != labels].sum(), i) for i, g in enumerate(guesses))
        vote = 0.5 * math.log((1 - error) / error)
        weights = weights * np.exp(-vote * labels * guesses[place])
        weights /= weights.sum()
        errors.append(error)
        votes.append(vote)
    return np.array(errors), np.array(votes), weights


NUMBERS = st.sampled_from([np.nan, -math.inf, -2.0, 0.0, 0.5, 1.0, 3.0, math.inf])
NAMES = st.sampled_from([None, "a", "b", "c", "d"])


@st.composite
def small_data(draw, validation_share=None):
    """A few rows with ties, missing values, categories and, at times, weights."""
    rows = draw(st.integers(2, 14))
    columns = {}
    for name in draw(st.sampled_from(["n", "c", "nc", "nn", "nnc", "cc"])):
        values = draw(st.lists(NUMBERS if name == "n" else NAMES, min_size=rows, max_size=rows))
        kind = float if name == "n" else object
        columns[f"{name}{len(columns)}"] = pd.Series(values, dtype=kind)
    labels = draw(st.lists(st.sampled_from("+-"), min_size=rows, max_size=rows))
    options = {}
    if draw(st.booleans()):
        weights = st.sampled_from([0.25, 1.0, 2.0, 7.0])
        columns["w"] = draw(st.lists(weights, min_size=rows, max_size=rows))
        options["weight"] = "w"
    share = validation_share
    if share is None:
        share = draw(st.sampled_from([0, 0.3]))
    return dataset(columns, labels, share, **options)


@st.composite
def small_runs(draw, rounds=12):
    """A run of a few rounds on small data; it may end at once."""
    return run_of(draw(small_data()), rounds)
