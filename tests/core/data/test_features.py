"""From raw columns to features: as they are meant, and derived where no learner takes them."""

import numpy as np
import pandas as pd
import pytest

from core import DataError, Dataset, Role
from core.data.plan import Plan
from core.data.roles import Meaning
from core.data.table import Table

DAYS = [f"2024-{1 + row % 12:02}-{1 + row % 27:02}" for row in range(80)]
FRAME = pd.DataFrame(
    {
        "paid": DAYS,
        "zip": [10115, 20095, 50667, 80331] * 20,
        "size": ["1", "2.5", "3", "4"] * 20,
        "note": [f"please call {'back' if row % 2 else 'never'} about {row}" for row in range(80)],
        "y": ["a", "b"] * 40,
    }
)
TABLE = Table.from_frame(FRAME)
PLAN = Plan.suggested(TABLE, "y")


def features(plan, table=TABLE):
    return {column.name: column for column in Dataset.from_table(table, plan=plan).features}


def test_a_date_becomes_numbers_in_its_place():
    found = features(PLAN)
    assert list(found) == [
        "paid: month",
        "paid: weekday",
        "paid: day of year",
        "paid: days since 1970",
        "zip",
        "size",
    ]
    assert found["paid: month"].values.tolist() == [int(day[5:7]) for day in DAYS]


def test_a_text_becomes_words_where_a_person_wants_it():
    found = features(PLAN.with_role("note", Role.FEATURE))
    assert [name for name in found if name.startswith("note")] == [
        "note: contains 'back'",
        "note: contains 'never'",
    ]
    assert found["note: contains 'back'"].text(0) == "no"


def test_numbers_and_categories_are_as_they_are_meant():
    plan = PLAN.with_meaning("zip", Meaning.CATEGORY).with_meaning("size", Meaning.NUMBER)
    found = features(plan)
    assert found["zip"].categories == ("10115", "20095", "50667", "80331")
    assert found["size"].values.tolist() == [1, 2.5, 3, 4] * 20


def test_an_identifier_that_a_person_wants_is_taken_as_it_is():
    found = features(PLAN.with_meaning("zip", Meaning.IDENTIFIER).with_role("zip", Role.FEATURE))
    assert found["zip"].is_number


def test_a_text_among_numbers_is_refused_with_its_line_unless_it_is_left_out():
    table = Table.from_frame(FRAME.assign(size=["1", "2", "n/k", "4"] + ["5"] * 76))
    plan = PLAN.with_meaning("size", Meaning.NUMBER)
    with pytest.raises(DataError, match="'size' cannot be read as numbers: line 4 has 'n/k'. Excl"):
        Dataset.from_table(table, plan=plan)
    assert features(plan.excluding([4]), table)["size"].values[:3].tolist() == [1, 2, 4]


def test_a_column_that_is_no_date_is_refused():
    with pytest.raises(DataError, match="'size' cannot be read as dates: no order of day"):
        Dataset.from_table(TABLE, plan=PLAN.with_meaning("size", Meaning.DATE))


def test_a_name_that_is_there_already_is_refused():
    table = Table.from_frame(FRAME.rename(columns={"zip": "paid: month"}))
    with pytest.raises(DataError, match="has a column 'paid: month' already, and 'paid' would"):
        Dataset.from_table(table, "y")


def test_a_date_that_never_changes_gives_nothing():
    table = Table.from_frame(FRAME.assign(paid="2024-01-31"))
    assert list(features(PLAN, table)) == ["zip", "size"]


def test_revisions_keep_what_was_derived():
    data = Dataset.from_table(TABLE, plan=PLAN.with_role("note", Role.FEATURE))
    revised = data.excluding([2, 4]).relabelled({3: "a"})
    assert revised.derivations is data.derivations
    for before, after in zip(data.features, revised.features, strict=True):
        np.testing.assert_array_equal(np.delete(before.values, [0, 2]), after.values)
