"""Rules are told by the values at which errors begin and end."""

import numpy as np
import pandas as pd
import pytest

from core import Dataset
from core.judging.causes.attributes import attributes
from core.judging.causes.bounds import bounded, held
from core.judging.causes.evidence import WrongRows
from core.judging.causes.scanning import Scan, Term

ROWS = 2000


def found(frame, is_wrong):
    """The conditions of the best rule, in words, and its rows."""
    data = Dataset.from_frame(
        frame.assign(label=np.where(np.arange(len(frame)) % 2, "a", "b")),
        "label",
        validation_share=0,
    )
    asked = attributes(data, data.rows)
    evidence = WrongRows(is_wrong.astype(float), np.zeros(len(frame), np.int64))
    rule = Scan(asked, evidence).best()[0]
    conditions = bounded(asked, rule, evidence)
    words = [attribute.words(term.first, term.last) for attribute, term in conditions]
    return words, held(conditions, len(frame))


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [(300, 445, "x from 300 to 445"), (0, 445, "x at most 445"), (1313, 1999, "x at least 1,313")],
)
def test_bounds_are_those_of_the_errors_and_not_of_the_bins(low, high, said):
    x = np.random.default_rng(0).permutation(ROWS)
    is_wrong = (x >= low) & (x <= high)
    words, rows = found(pd.DataFrame({"x": x}), is_wrong)
    assert words == [said]
    assert np.array_equal(rows, is_wrong)


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        ("2024-02-03", "2024-02-17", "day from 2024-02-03 to 2024-02-17"),
        ("2024-01-01", "2024-02-17", "day until 2024-02-17"),
        ("2024-03-03", "2024-12-31", "day from 2024-03-03 on"),
    ],
)
def test_days_are_told_to_the_day(low, high, said):
    random = np.random.default_rng(1)
    day = (np.datetime64("2024-01-01") + random.integers(0, 120, ROWS)).astype(str)
    is_wrong = (day >= low) & (day <= high) & (random.random(ROWS) < 0.6)
    words, _ = found(pd.DataFrame({"day": day}), is_wrong)
    assert words == [said]


def test_both_conditions_of_a_rule_get_their_bounds():
    random = np.random.default_rng(2)
    x, site = random.permutation(ROWS), random.choice(["north", "south", "east"], ROWS)
    words, _ = found(pd.DataFrame({"x": x, "site": site}), (x >= 730) & (site == "north"))
    assert len(words) == 2
    assert "site = north" in words
    start = int(next(word for word in words if word.startswith("x")).split()[-1])
    assert 730 <= start <= 740  # the first such row from the north


def test_a_value_stays_a_value():
    """Most numbers are 0: a rule about them does not grow into the others."""
    random = np.random.default_rng(3)
    x = np.where(random.random(ROWS) < 0.4, 0.0, random.random(ROWS))
    words, _ = found(pd.DataFrame({"x": x}), x == 0)
    assert words == ["x = 0"]


def test_missing_values_are_no_stretch():
    random = np.random.default_rng(4)
    x = random.random(ROWS)
    x[random.random(ROWS) < 0.2] = np.nan
    words, rows = found(pd.DataFrame({"x": x}), np.isnan(x))
    assert words == ["x is missing"]
    assert np.array_equal(rows, np.isnan(x))


def test_finer_bins_tell_the_same_rows_apart():
    x = np.random.default_rng(5).permutation(ROWS)
    data = Dataset.from_frame(
        pd.DataFrame({"x": x, "label": np.where(x % 2, "a", "b")}), "label", validation_share=0
    )
    coarse = next(one for one in attributes(data, data.rows) if one.name == "x")
    fine = coarse.finer(3, 4)
    assert fine.bins > coarse.bins
    for code in range(coarse.bins):
        own = np.unique(fine.codes[coarse.codes == code])
        assert np.array_equal(own, np.arange(own[0], own[-1] + 1))
    assert held(((coarse, Term(0, 3, 4)),), ROWS).sum() == ROWS // 8
