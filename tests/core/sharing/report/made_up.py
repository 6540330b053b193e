"""A file with everything in it that a script must repeat, and runs on it."""

import numpy as np
import pandas as pd

from core import Dataset
from core.data.plan import Plan
from core.data.roles import Meaning, Role
from core.reading.tables import read_table

WORDS = ("late", "broken", "fine", "blue", "heavy")


def awkward_csv(path, rows=240, seed=5):
    """Semicolons, decimal commas, dates, texts, missing values and names of every kind."""
    rng = np.random.default_rng(seed)
    size = rng.normal(50, 12, rows)
    day = pd.Timestamp("2023-01-01") + pd.to_timedelta(rng.integers(0, 700, rows), "D")
    words = rng.choice(WORDS, (rows, 3))
    score = (size - 50) / 12 + (words == "broken").any(axis=1) + rng.normal(0, 0.7, rows)
    frame = pd.DataFrame(
        {
            "size; <b>": [f"{value:.2f}".replace(".", ",") for value in size],
            'co"lour': rng.choice(["red", 'it\'s "blue"', "שלום"], rows),
            "ordered": day.strftime("%d.%m.%Y"),
            "message": [" ".join(three) for three in words],
            "stars": rng.integers(1, 6, rows).astype(str),
            "weight": rng.integers(1, 4, rows),
            "returned": np.where(score > 0.4, "yes", "no"),
        }
    )
    frame.loc[::17, "stars"] = ""
    frame.to_csv(path, index=False, sep=";")
    return path


def awkward_data(path, target="returned", **options):
    """The file with a plan of its own: a weight, a text that is used, a date, a row left out."""
    table = read_table(path)
    plan = Plan.suggested(table, target).with_weight("weight").excluding([9])
    plan = plan.with_meaning("message", Meaning.TEXT).with_role("message", Role.FEATURE)
    plan = plan.with_meaning("ordered", Meaning.DATE, "day.month.year")
    return Dataset.from_table(table, plan=plan, **options)
