"""Small data for the diagnostics' tests."""

import numpy as np
import pandas as pd

from core import Dataset


def two_classes(rows=240, seed=0, share=0.3, weights=False):
    random = np.random.default_rng([77, seed])  # not the stream that draws the split
    frame = pd.DataFrame({"a": random.normal(size=rows), "b": random.normal(size=rows)})
    frame["c"] = random.choice(["u", "v", "w"], rows)
    score = frame["a"] + (frame["c"] == "v") + 0.7 * random.normal(size=rows)
    frame["y"] = np.where(score > 0.3, "yes", "no")
    if weights:
        frame["w"] = random.integers(0, 4, rows)
    return Dataset.from_frame(frame, "y", weight="w" if weights else None, validation_share=share)


def three_classes(rows=240, seed=0, share=0.3):
    random = np.random.default_rng([77, seed])  # not the stream that draws the split
    X = random.normal(size=(rows, 3))
    label = np.digitize(X[:, 0] + 0.4 * random.normal(size=rows), [-0.5, 0.5])
    frame = pd.DataFrame(X, columns=list("abc")).assign(y=np.array(["k", "l", "m"])[label])
    return Dataset.from_frame(frame, "y", validation_share=share)


def numbers(rows=200, seed=0, share=0.3):
    random = np.random.default_rng([77, seed])  # not the stream that draws the split
    X = random.normal(size=(rows, 3))
    y = 2 * X[:, 0] + X[:, 1] ** 2 + 0.1 * random.normal(size=rows)
    frame = pd.DataFrame(X, columns=list("abc")).assign(y=y)
    return Dataset.from_frame(frame, "y", validation_share=share)
