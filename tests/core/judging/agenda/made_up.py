"""Audits that are made up: which confusions are common is known."""

import numpy as np
import pandas as pd

from core import Audit, Dataset
from core.judging.auditing.doubting.calibration import Noise
from core.judging.auditing.twins import Twins
from core.judging.causes.result import Cause, Causes
from core.judging.ranking import Ranking


def ranked(rows=120, classes=3, flagged=40, seed=0):
    """A ranking in which every row has another suggestion than its label."""
    random = np.random.default_rng(seed)
    given = random.integers(0, classes, rows)
    frame = pd.DataFrame(
        {"x": random.normal(size=rows), "label": [f"c{number}" for number in given]}
    )
    data = Dataset.from_frame(frame, "label", validation_share=0)
    wrong = random.beta(0.5, 1.0, rows)
    suggested = (data.labels.astype(np.int64) + random.integers(1, classes, rows)) % classes
    return Ranking.of_audit(_audit(data, wrong, suggested, flagged))


def ranked_numbers(rows=80, flagged=30, seed=0):
    """A ranking of numbers, half of which look too high."""
    random = np.random.default_rng(seed)
    frame = pd.DataFrame(random.normal(size=(rows, 2)), columns=["x", "price"])
    data = Dataset.from_frame(frame, "price", validation_share=0)
    suggested = data.labels + random.choice([-1.0, 1.0], rows)
    return Ranking.of_audit(_audit(data, random.beta(0.5, 1.0, rows), suggested, flagged))


def causes_of(lines):
    """One cause, of these lines."""
    cause = Cause(
        ("operator = 'x'",), ("operator",), "look wrong", lines, lines, 0.9, 1.0, 0.1, 0.001
    )
    return Causes((cause,), 10)


def _audit(data, wrong, suggested, flagged):
    rows = len(data)
    return Audit(
        data,
        wrong.copy(),
        wrong,
        suggested,
        np.full(rows, 0.8 if data.classes else np.nan),
        np.zeros(rows, np.int64),
        Noise(0.1, 0.05, 0.15),
        flagged,
        {},
        (),
        Twins.of(data),
        None,
        0.0,
    )
