"""Small data for boosted trees: numbers, gaps, categories with gaps, and a noisy target."""

import numpy as np
import pandas as pd

from core import Dataset


def frame(kind, rows=600, seed=0):
    """`kind` is "two", "many" or "numbers"."""
    random = np.random.default_rng(seed)
    a, b, few = random.normal(size=rows), random.normal(size=rows), random.integers(0, 4, rows)
    city = np.array(["Bonn", "Cork", "Oslo", "Rome"], dtype=object)[random.integers(0, 4, rows)]
    score = a + 0.7 * b * (city == "Oslo") + 0.4 * few + 0.3 * random.normal(size=rows)
    b[random.random(rows) < 0.15] = np.nan
    city[random.random(rows) < 0.1] = None
    target = score
    if kind != "numbers":
        names = np.array(["no", "yes"] if kind == "two" else ["high", "low", "none"], dtype=object)
        cuts = np.quantile(score, np.arange(1, len(names)) / len(names))
        target = names[np.searchsorted(cuts, score)]
    return pd.DataFrame({"a": a, "b": b, "few": few, "city": city, "y": target})


def data(kind, rows=600, seed=0, validation_share=0.25, weighted=False):
    table = frame(kind, rows, seed)
    if not weighted:
        return Dataset.from_frame(table, "y", validation_share=validation_share)
    table["w"] = np.random.default_rng(seed).choice([0.5, 1.0, 2.0], rows)
    return Dataset.from_frame(table, "y", weight="w", validation_share=validation_share)


def same_trees(one, two):
    """Whether two models have the very same trees."""
    ours, theirs = one.model.predictor.trees, two.model.predictor.trees
    return all(np.array_equal(array, getattr(theirs, name)) for name, array in vars(ours).items())
