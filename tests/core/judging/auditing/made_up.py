"""Small data with known faults."""

import numpy as np
import pandas as pd

from core import Dataset
from tests.core.helpers import dataset


def clouds(rows=240, classes=3, wrong=12, seed=0, **options):
    """Clouds far apart with some labels moved on by one; gives the data and the moved rows."""
    random = np.random.default_rng(seed)
    truth = np.arange(rows) % classes
    x, y = random.normal(size=(2, rows)) + 9 * np.stack([truth, truth % 2])
    moved = np.sort(random.permutation(rows)[:wrong])
    given = truth.copy()
    given[moved] = (truth[moved] + 1) % classes
    labels = np.array([f"c{number}" for number in given])
    return dataset({"x": x, "y": y}, labels, **options), moved


def line(rows=200, wrong=8, seed=0):
    """A number that follows two columns, wrong by 10 deviations in some rows."""
    random = np.random.default_rng(seed)
    a, b = random.normal(size=(2, rows))
    target = 3 * a - b + 0.3 * random.normal(size=rows)
    moved = np.sort(random.permutation(rows)[:wrong])
    target[moved] += 6 * random.choice([-1, 1], wrong)
    frame = pd.DataFrame({"a": a, "b": b, "target": target})
    return Dataset.from_frame(frame, "target", validation_share=0), moved
