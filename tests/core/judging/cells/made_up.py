"""A table of people with relations that everybody knows, into which mistakes are planted."""

import numpy as np
import pandas as pd

from core import Dataset

ROWS = 400
WRONG = np.array([11, 37, 58, 90, 133, 171, 204, 246, 289, 310, 355, 388])


def people(rows=ROWS, seed=3):
    """Heights, weights, waists and more, with a class."""
    random = np.random.default_rng(seed)
    height = random.normal(171, 9, rows)
    weight = height**2 / 1e4 * random.normal(24, 2.5, rows)
    ordered = pd.Timestamp("2023-02-01") + pd.to_timedelta(np.arange(rows) * 600 // rows, "D")
    paid = ordered + pd.to_timedelta(random.integers(0, 12, rows), "D")
    return pd.DataFrame(
        {
            "height": height.round(1),
            "weight": weight.round(1),
            "waist": (0.5 * height + 0.4 * weight - 30 + random.normal(0, 3, rows)).round(1),
            "age": random.integers(18, 80, rows),
            "ordered": ordered.strftime("%d/%m/%Y"),
            "paid": paid.strftime("%d/%m/%Y"),
            "town": np.where(random.random(rows) < 0.5, "Oslo", "Bergen"),
            "group": np.where(weight > 72, "heavy", "light"),
        }
    )


def dataset(frame):
    return Dataset.from_frame(frame, "group", validation_share=0, name="people")


def lines_of(rows):
    """The lines that these rows have."""
    return (np.asarray(rows) + 2).tolist()
