"""Computed columns in a plan, in data and in their revisions."""

import json

import numpy as np
import pandas as pd
import pytest

from core import DataError, Dataset, Plan
from core.data.changes import Changes
from core.data.column import Kind
from core.data.computing import in_order, tried
from core.data.expressions.error import ExpressionError
from core.data.roles import Meaning, Role
from core.data.table import Table

ROWS = 60
FRAME = pd.DataFrame(
    {
        "price": np.arange(100.0, 100 + ROWS),
        "rooms": np.arange(ROWS) % 4,
        "sold on": pd.date_range("2024-01-30", periods=ROWS).strftime("%d.%m.%Y"),
        "city": ["Rome", "Bonn", "rome"] * (ROWS // 3),
        "y": ["no", "yes"] * (ROWS // 2),
    }
)
TABLE = Table.from_frame(FRAME)
PLAN = Plan.suggested(TABLE, "y")


def data(target="y", **columns):
    return Dataset.from_frame(FRAME, target, columns=columns, validation_share=0)


def values(dataset, name):
    return dataset.table.column(name).values.tolist()


# Plans


def test_a_plan_with_computed_columns_goes_to_plain_data_and_back():
    plan = PLAN.computing("each", "price / rooms").computing("big", "each > 40")
    again = Plan.from_plain(json.loads(json.dumps(plan.plain())))
    assert (again, hash(again)) == (plan, hash(plan))
    assert again != PLAN
    assert (plan["each"].meaning, plan["big"].meaning) == (Meaning.NUMBER, Meaning.CATEGORY)
    assert "computed" not in PLAN.plain()


@pytest.mark.parametrize("computed", [["x"], {"x": 1}, {"x": "price +"}, {"x": "x"}, {"x": "y"}])
def test_a_saved_plan_that_computes_nonsense_is_refused(computed):
    plain = PLAN.plain()
    plain["columns"]["x"] = {"meaning": "number", "role": "feature"}
    with pytest.raises(DataError):
        Plan.from_plain(plain | {"computed": computed})


def test_columns_may_use_one_another_in_any_order_and_never_in_a_circle():
    made = data(b="a * 2", a="price + 1")
    assert made.table.computed == ("b", "a")
    assert values(made, "b")[:2] == [202.0, 204.0]
    assert in_order({"c": "b", "b": "a", "a": "x"}) == ["a", "b", "c"]
    with pytest.raises(DataError, match="'b' and 'a' use one another"):
        data(b="a * 2", a="b + 1")
    with pytest.raises(DataError, match="'a' uses itself"):
        data(a="a + 1")


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("", "price", "has no name"),
        ("price", "rooms", "There is a column 'price' already"),
        ("a\nb", "price", "cannot be the name"),
        ("x", "1 + 1", "uses no column"),
        ("x", "y", "'y', which is the target"),
        ("x", 'if(y = "yes", price, rooms)', "'y', which is the target"),
    ],
)
def test_what_cannot_be_a_column_is_refused(name, text, why):
    with pytest.raises(DataError, match=why):
        PLAN.computing(name, text)


def test_the_target_is_told_by_no_way_round():
    free = Plan(PLAN.columns).with_role("y", Role.FEATURE).computing("a", 'y = "yes"')
    plan = free.computing("b", 'a = "yes"').with_target("y")
    assert [plan[name].role for name in "ab"] == [Role.IGNORED] * 2
    assert plan["b"].why == "it uses the target"
    with pytest.raises(DataError, match="which is the target"):
        plan.with_role("b", Role.FEATURE)
    back = plan.with_target("city")
    assert [back[name].role for name in "ab"] == [Role.FEATURE] * 2


def test_a_computed_target_is_not_learned_from_what_it_is_made_of():
    made = data("costly", costly="price > 120", each="price / rooms")
    assert made.classes == ("no", "yes")
    assert made.labels.tolist() == [int(price > 120) for price in FRAME.price]
    names = {column.name for column in made.features}
    assert not names & {"price", "each", "costly"}
    assert "rooms" in names
    asked = PLAN.computing("same", "y", is_target=True)
    assert (asked.target, asked["y"].role) == ("same", Role.IGNORED)


def test_a_computed_column_is_changed_renamed_and_removed():
    plan = PLAN.computing("each", "price / rooms").with_role("each", Role.IGNORED)
    other = plan.computing("each", "price / (rooms + 1)", was="each")
    assert (other["each"].role, other.computed["each"]) == (Role.IGNORED, "price / (rooms + 1)")
    named = other.computing("per_room", "price", was="each")
    assert list(named.computed) == ["per_room"]
    assert named.not_computing("per_room") == PLAN
    chained = plan.computing("twice", "each * 2")
    with pytest.raises(DataError, match="'twice' uses 'each'"):
        chained.not_computing("each")
    with pytest.raises(DataError, match="'twice' uses 'each'"):
        chained.computing("other", "price", was="each")
    with pytest.raises(DataError, match="is not computed"):
        plan.not_computing("price")
    with pytest.raises(DataError, match="needs numbers"):
        chained.with_meaning("each", Meaning.CATEGORY)


def test_an_error_has_its_place():
    with pytest.raises(ExpressionError) as error:
        PLAN.computing("x", "price / rom")
    assert (error.value.start, error.value.stop) == (8, 11)


# Data


def test_values_roles_and_notes():
    made = data(each="price / rooms", month="month([sold on])", town="lower(city)")
    assert [column.name for column in made.features][-3:] == ["each", "month", "town"]
    assert values(made, "month")[:3] == [1.0, 1.0, 2.0]
    assert made.table.column("town").categories == ("bonn", "rome")
    assert made.table.as_read.names == list(FRAME)
    told = f"'each': missing values come from a division by 0 in {ROWS // 4} rows."
    assert told in made.notes
    assert made.table.raw_row(0)[-3:] == ["", "1", "rome"]


def test_columns_are_read_as_they_are_understood():
    frame = FRAME.assign(size=["12", "none"] * (ROWS // 2), code=[1, 2] * (ROWS // 2))
    table = Table.from_frame(frame)
    plan = Plan.suggested(table, "y").with_meaning("size", Meaning.NUMBER, missing=("none",))
    plan = plan.with_meaning("code", Meaning.CATEGORY).with_role("size", Role.IGNORED)
    plan = plan.computing("double", "size * 2").computing("label", 'join("c", code)')
    made = Dataset.from_table(table, plan=plan)
    assert np.array_equal(values(made, "double")[:2], [24.0, np.nan], equal_nan=True)
    assert made.table.column("label").categories == ("c1", "c2")
    assert plan.missing_words == {"size": ("none",)}


def test_merged_spellings_are_merged_before():
    plan = PLAN.merging("city", ["rome"], "Rome").computing("is_rome", 'city = "Rome"')
    made = Dataset.from_table(TABLE, plan=plan)
    assert made.table.column("is_rome").counts.tolist() == [ROWS // 3, 2 * ROWS // 3]
    with pytest.raises(DataError, match="is computed"):
        plan.merging("is_rome", ["no"], "yes")


def test_a_cell_that_is_set_computes_anew_and_is_the_only_change():
    base = data(each="price / rooms", twice="each * 2")
    made = base.with_cells({"price": {3: "500"}})
    assert (values(made, "each")[1], values(made, "twice")[1]) == (500.0, 1000.0)
    np.testing.assert_array_equal(values(made, "each")[2:], values(base, "each")[2:])
    changes = Changes.between(base, made)
    assert list(changes.cells) == ["price"]
    again = base.changed(changes)
    np.testing.assert_array_equal(values(again, "twice"), values(made, "twice"))
    with pytest.raises(DataError, match="'twice' is computed.*Set those of 'each'"):
        base.with_cells({"twice": {3: "1"}})


def test_a_cell_that_is_set_changes_a_computed_label():
    base = data("costly", costly="price > 120")
    made = base.with_cells({"price": {2: "500"}})
    assert (base.label_text(0), made.label_text(0)) == ("no", "yes")
    assert made.labels[1:].tolist() == base.labels[1:].tolist()
    assert made.judging_labels.tolist() == made.labels.tolist()
    with pytest.raises(DataError, match="could not be computed any more"):
        base.with_cells({"price": {2: ""}})


def test_another_export_has_its_own_values_or_says_what_it_lacks():
    plan = data(each="price / rooms").plan
    later = Table.from_frame(FRAME.assign(price=FRAME.price + 1, more=1), "later.csv")
    assert Dataset.from_table(later, plan=plan).table.column("each").values[1] == 102.0
    with pytest.raises(DataError, match="has no column 'rooms'"):
        Dataset.from_table(Table.from_frame(FRAME.drop(columns="rooms")), plan=plan)
    with pytest.raises(DataError, match="has a column 'each' of its own"):
        Dataset.from_table(Table.from_frame(FRAME.assign(each=1)), plan=plan)


def test_a_split_goes_by_a_computed_column():
    made = Dataset.from_frame(FRAME, "y", columns={"late": "price > 140"}, validation_column="late")
    assert made.validation.tolist() == [price > 140 for price in FRAME.price]


def test_a_trial_shows_the_first_rows_and_counts_all():
    plan = PLAN.computing("each", "price / rooms")
    first = tried(TABLE, plan.columns, plan.computed, "each", 4)
    every = tried(TABLE, plan.columns, plan.computed, "each")
    assert (first.of, first.missing, first.rows[1]) == (4, 1, ("101", "1", "101"))
    assert (every.of, every.missing, every.used) == (ROWS, ROWS // 4, ("price", "rooms"))
    assert every.told == f"Missing values come from a division by 0 in {ROWS // 4} rows."


def test_a_column_of_dates_can_be_computed_and_is_taken_apart():
    made = data(due='max([sold on], date("2024-02-10"))')
    assert made.table.column("due").kind is Kind.CATEGORY
    assert made.plan["due"].meaning is Meaning.DATE
    assert "due: month" in [column.name for column in made.features]
