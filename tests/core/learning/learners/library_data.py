"""Small data with numbers, gaps and categories, for two and three classes and for numbers."""

import numpy as np
import pandas as pd

from core import Dataset
from core.learning.lessons import Lesson
from core.learning.problem import Problem


def frame_of(rows, target="two", seed=0):
    """`target` is "two" or "three" classes, or "number"."""
    random = np.random.default_rng(seed)
    plain, gaps = random.normal(size=rows), random.normal(size=rows)
    city = np.array(["Bonn", "Cork", "Oslo", "Rome"], dtype=object)[random.integers(0, 4, rows)]
    score = plain * plain + gaps + (city == "Oslo") + 0.3 * random.normal(size=rows)
    gaps[random.random(rows) < 0.1] = np.nan
    city[random.random(rows) < 0.1] = None
    frame = pd.DataFrame({"plain": 40 + 7 * plain, "gaps": gaps, "city": city})
    if target == "number":
        return frame.assign(y=1000 + 10 * score)
    cuts = [1.0] if target == "two" else [0.4, 1.6]
    return frame.assign(y=np.array(["low", "middle", "top"])[np.searchsorted(cuts, score)])


def data_of(rows, target="two", seed=0, validation_share=0.25, **options):
    frame = frame_of(rows, target, seed)
    return Dataset.from_frame(frame, "y", validation_share=validation_share, **options)


def lesson_of(rows, target="two", weights=None):
    """A problem without validation rows, its lesson, and the weights."""
    problem = Problem.of(data_of(rows, target, validation_share=0))
    weights = np.ones(rows) if weights is None else weights
    return problem, Lesson.of(problem, weights), weights


def uneven(rows, seed=1):
    """Weights, some of them 0."""
    random = np.random.default_rng(seed)
    return random.exponential(size=rows) * (random.random(rows) < 0.8)
