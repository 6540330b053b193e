"""Columns that tell what another one tells are found, and named with what makes them so."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Dataset
from core.checks.finding import FindingKind
from core.checks.redundancy import found
from core.data.roles import Role

RANDOM = np.random.default_rng(5)
ROWS = 300
MINUTES = RANDOM.normal(180, 50, ROWS).round(1)
CITY = RANDOM.choice(["Bonn", "Kiel", "Ulm"], ROWS)
LABELS = RANDOM.choice(["no", "yes"], ROWS)


def told(**columns):
    return list(found(Dataset.from_frame(pd.DataFrame(columns).assign(y=LABELS), "y")))


def test_the_charge_is_the_minutes_times_a_constant():
    (finding,) = told(minutes=MINUTES, charge=(0.17 * MINUTES).round(2))
    assert finding.sentence.startswith("'charge' is 0.17 times 'minutes', rounded, in every row")
    assert (finding.kind, finding.remedy.columns) == (FindingKind.REDUNDANT, ("charge",))


def test_what_was_rounded_goes_whichever_comes_first():
    (finding,) = told(charge=(0.17 * MINUTES).round(1), minutes=MINUTES)
    assert finding.remedy.columns == ("charge",)


@pytest.mark.parametrize(
    ("made", "formula"),
    [
        (1.8 * MINUTES + 32, "1.8 times 'x' plus 32 in"),
        (-MINUTES, "minus 'x' in"),
        (MINUTES - 7, "'x' minus 7 in"),
        (MINUTES * 1e9, "1,000,000,000 times 'x' in"),
    ],
)
def test_a_line_is_told_by_its_formula(made, formula):
    (finding,) = told(x=MINUTES, made=made)
    assert finding.sentence.startswith(f"'made' is {formula} every row")


def test_missing_values_in_the_same_rows_are_no_excuse():
    gaps = np.where(np.arange(ROWS) % 7 == 0, np.nan, MINUTES)
    assert told(x=gaps, made=2 * gaps)[0].columns == ("x", "made")
    assert told(x=MINUTES, made=2 * gaps) == []


def test_one_row_beside_the_line_is_enough_to_keep_both():
    made = 2 * MINUTES
    made[17] += 1
    assert told(x=MINUTES, made=made) == []


def test_a_code_for_each_city_tells_nothing_new():
    code = pd.Series(CITY).map({"Bonn": 3, "Kiel": 1, "Ulm": 9})
    (finding,) = told(city=CITY, code=code)
    assert finding.remedy.columns == ("code",)
    assert "says the same as 'city' in other words" in finding.sentence
    code[4] = 1 if code[4] != 1 else 3
    assert told(city=CITY, code=code) == []


def test_different_numbers_and_rare_flags_are_no_recodings():
    flags = np.zeros(ROWS)
    flags[:4] = 1
    assert told(a=np.arange(ROWS) ** 2.0, b=RANDOM.normal(size=ROWS)) == []
    assert told(a=flags, b=np.where(flags, "on", "off")) == []


def test_of_several_that_are_one_all_but_one_go():
    findings = told(a=MINUTES, b=2 * MINUTES, c=3 * MINUTES, d=MINUTES)
    gone = {finding.remedy.columns[0] for finding in findings}
    assert len(findings) == len(gone) == 3
    data = Dataset.from_frame(
        pd.DataFrame({"a": MINUTES, "b": 2 * MINUTES, "c": 3 * MINUTES, "d": MINUTES, "y": LABELS}),
        "y",
    )
    plan = data.plan
    for finding in findings:
        plan = finding.remedy.applied(plan)
    assert sum(role is Role.FEATURE for role in plan.roles.values()) == 1
    assert list(found(Dataset.from_table(data.table, plan=plan))) == []


@given(st.integers(0, 10_000))
@settings(max_examples=25, deadline=None)
def test_columns_that_have_nothing_to_do_with_one_another_are_left_alone(seed):
    random = np.random.default_rng(seed)
    assert (
        told(
            a=random.normal(size=ROWS),
            b=random.integers(0, 3, ROWS),
            c=random.integers(0, 3, ROWS),
            d=random.choice(list("pq"), ROWS),
            e=random.normal(size=ROWS).cumsum(),
        )
        == []
    )


@given(st.floats(-100, 100).filter(lambda a: abs(a) > 0.01), st.floats(-1000, 1000))
@settings(max_examples=40, deadline=None)
def test_every_line_is_found(slope, start):
    assert len(told(x=MINUTES, made=slope * MINUTES + start)) == 1
