"""Exports of one table, as a source gives them: the same entities, written in other ways."""

import numpy as np
import pandas as pd

from core.data.dataset import Dataset
from core.judging.reviewing.decisions import Decisions

CITIES = ("Köln", "Bonn", "Berlin", "Mainz", "Trier", "Essen", "Ulm")


def first_export(rows: int = 120, seed: int = 0) -> pd.DataFrame:
    """A table with a key, measurements, categories and a label."""
    draw = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "customer": [f"K{number:05d}" for number in draw.permutation(90_000)[:rows]],
            "age": draw.integers(18, 90, rows),
            "income": draw.normal(3000, 800, rows).round(2),
            "score": draw.normal(0, 1, rows).round(4),
            "city": draw.choice(CITIES, rows),
            "paid": draw.choice(["yes", "no"], rows),
        }
    )


def decided_on(frame: pd.DataFrame, target: str = "paid", name: str = "old") -> Decisions:
    """Nothing decided yet about the rows of a frame."""
    return Decisions(Dataset.from_frame(frame, target, name=name, validation_share=0))


def do(decisions: Decisions, step: object) -> None:
    """Apply a step that was made."""
    decisions.apply(step)  # type: ignore[arg-type]


def line_of(frame: pd.DataFrame, entity: object, key: str = "customer") -> int:
    """The line on which an entity stands in a frame."""
    return int(np.flatnonzero((frame[key] == entity).to_numpy())[0]) + 2
