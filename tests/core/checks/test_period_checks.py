"""Columns that only some years have are found by the dates, by years, or by the lines."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Dataset
from core.checks.finding import FindingKind
from core.checks.findings import findings
from core.checks.period_checks import found

RANDOM = np.random.default_rng(8)
ROWS = 400
DAYS = pd.date_range("2019-01-01", periods=ROWS, freq="3D").strftime("%Y-%m-%d").to_numpy()
VALUES = RANDOM.normal(size=ROWS)
LABELS = RANDOM.choice(["no", "yes"], ROWS)


def told(shuffled=True, **columns):
    frame = pd.DataFrame(columns).assign(y=LABELS)
    frame = frame.sample(frac=1, random_state=3) if shuffled else frame
    return list(found(Dataset.from_frame(frame, "y")))


def test_a_column_that_is_filled_only_from_a_day_on():
    late = np.where(DAYS >= "2021-01-01", VALUES, np.nan)
    (finding,) = told(day=DAYS, late=late)
    assert finding.sentence.startswith("'late' is filled only from 2021-01-02 on by 'day'")
    assert (finding.kind, finding.remedy.columns) == (FindingKind.ONE_PERIOD, ("late",))


def test_a_column_that_was_given_up():
    early = np.where(DAYS < "2020-06-01", VALUES, np.nan)
    (finding,) = told(day=DAYS, early=early)
    assert "is filled only up to 2020-05-31 by 'day'" in finding.sentence


def test_a_column_of_years_tells_the_time_too():
    years = np.array([int(day[:4]) for day in DAYS])
    late = np.where(years >= 2021, VALUES, np.nan)
    (finding,) = told(year=years, late=late)
    assert "is filled only from 2021 on by 'year'" in finding.sentence


def test_without_a_time_the_lines_of_the_file_tell():
    late = np.where(np.arange(ROWS) >= 100, VALUES, np.nan)
    (finding,) = told(shuffled=False, late=late, x=VALUES)
    assert finding.sentence.startswith("'late' is filled only from line 102 on:")
    assert told(late=late, x=VALUES) == []


def test_a_few_typing_errors_do_not_hide_it():
    late = np.where(DAYS >= "2021-01-01", VALUES, np.nan)
    late[[3, 390]] = 1.0, np.nan
    assert len(told(day=DAYS, late=late)) == 1


def test_a_category_that_only_one_period_has():
    plan = np.where(DAYS >= "2021-06-01", "premium", RANDOM.choice(["basic", "plus"], ROWS))
    (finding,) = told(day=DAYS, plan=plan)
    assert "'premium' occurs only from 2021-06-01 on" in finding.sentence
    assert told(shuffled=False, plan=plan, x=VALUES) == []  # lines alone would tell too much


def test_a_column_that_is_the_time_is_no_surprise():
    assert told(day=DAYS, quarter=[f"{day[:4]} {int(day[5:7]) // 4}" for day in DAYS]) == []


@pytest.mark.parametrize("share", [0.02, 0.3, 0.8])
def test_gaps_by_chance_are_left_alone(share):
    gaps = np.where(RANDOM.random(ROWS) < share, np.nan, VALUES)
    assert told(day=DAYS, gaps=gaps) == []


def test_that_values_are_missing_is_said_once():
    late = np.where(DAYS >= "2021-06-01", VALUES, np.nan)
    assert np.isnan(late).mean() > 0.5
    frame = pd.DataFrame({"day": DAYS, "late": late, "x": VALUES, "y": LABELS})
    kinds = [each.kind for each in findings(Dataset.from_frame(frame, "y"))]
    assert kinds == [FindingKind.ONE_PERIOD]


@given(st.integers(0, 10_000))
@settings(max_examples=30, deadline=None)
def test_categories_by_chance_are_left_alone(seed):
    random = np.random.default_rng(seed)
    common = random.choice(list("abcde"), ROWS, p=[0.6, 0.25, 0.1, 0.04, 0.01])
    assert told(day=DAYS, common=common) == []
