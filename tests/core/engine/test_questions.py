"""A stump's question in words."""

import numpy as np
import pytest

from core.engine.binning import FeatureEncoder
from core.engine.codes import BINS, MISSING, OTHER
from core.engine.questions import question

AGE = FeatureEncoder("age", False, np.array([20.5, 30.25]))
CITY = FeatureEncoder("city", True, np.empty(0), ("Bonn", "Cork", "Oslo"))
MANY = FeatureEncoder("code", True, np.empty(0), tuple("ABCDEFGHIJKLMN"))


def sides(*up):
    """1 for these codes, -1 for all others."""
    return np.where(np.isin(np.arange(BINS), up), 1, -1).astype(np.int8)


@pytest.mark.parametrize(
    ("feature", "chosen", "text"),
    [
        (AGE, sides(0), "age ≤ 20.5"),
        (AGE, -sides(0), "age ≤ 20.5"),
        (AGE, sides(0, 1, MISSING), "age ≤ 30.25"),
        (AGE, sides(MISSING), "age is missing"),
        (AGE, sides(0, 1, 2), "age is missing"),
        (CITY, sides(1), "city is Cork"),
        (CITY, sides(0, 2, OTHER, MISSING), "city is not Cork"),
        (CITY, sides(MISSING), "city is missing"),
        (CITY, -sides(MISSING), "city is missing"),
        (CITY, sides(OTHER), "city is a rarer category"),
        (CITY, -sides(OTHER), "city is a rarer category"),
        (CITY, sides(MISSING, OTHER), "city is missing or a rarer category"),
        (MANY, sides(*range(6)), "code is A, B, C, D or 2 more"),
    ],
)
def test_a_question_names_the_threshold_or_the_smaller_group(feature, chosen, text):
    assert question(feature, chosen) == text
