"""Plans: what is guessed, what a person changes, and that nothing of it is lost."""

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import DataError, Dataset, Role, Task
from core.data.column_plan import ColumnPlan
from core.data.derived.dates import ORDERS
from core.data.plan import Plan
from core.data.roles import Meaning
from core.data.table import Table

ROWS = 60


def table(**columns):
    return Table.from_frame(pd.DataFrame(columns))


def guessed(values, name="x"):
    """How a column is understood beside a target."""
    frame = pd.DataFrame({name: values})
    frame["y"] = ["a", "b"] * (len(frame) // 2)
    return Plan.suggested(Table.from_frame(frame), "y")[name]


MIXED = table(
    id=range(100, 100 + ROWS),
    age=np.arange(ROWS) % 7 + 0.5,
    city=["Bonn", "Cork", "Oslo"] * (ROWS // 3),
    paid=["2024-01-31", "2024-02-28"] * (ROWS // 2),
    note=[f"this is the remark number {row} of somebody" for row in range(ROWS)],
    code=[f"K{row}" for row in range(ROWS)],
    empty=[np.nan] * ROWS,
    label=["a", "b"] * (ROWS // 2),
)


# What is guessed


def test_every_kind_of_column_is_understood():
    plan = Plan.suggested(MIXED)
    assert {name: (column.meaning, column.role) for name, column in plan.columns.items()} == {
        "id": (Meaning.IDENTIFIER, Role.IGNORED),
        "age": (Meaning.NUMBER, Role.FEATURE),
        "city": (Meaning.CATEGORY, Role.FEATURE),
        "paid": (Meaning.DATE, Role.FEATURE),
        "note": (Meaning.TEXT, Role.IGNORED),
        "code": (Meaning.IDENTIFIER, Role.IGNORED),
        "empty": (Meaning.NUMBER, Role.IGNORED),
        "label": (Meaning.CATEGORY, Role.TARGET),
    }
    assert {name: plan[name].why for name in ("id", "paid", "note", "code", "empty")} == {
        "id": "nearly all its numbers differ, and its name is an identifier's",
        "paid": "dates written year-month-day",
        "note": "texts of 8 words, 60 of them different",
        "code": "60 of its 60 values differ, as in an identifier",
        "empty": "all its values are missing",
    }


@pytest.mark.parametrize(
    ("values", "name", "meaning"),
    [
        (range(ROWS), "x", Meaning.NUMBER),
        (range(ROWS), "customer_id", Meaning.IDENTIFIER),
        (range(10), "id", Meaning.NUMBER),
        ([7, *range(1, ROWS)], "id", Meaning.NUMBER),
        (np.arange(ROWS) / 2, "id", Meaning.NUMBER),
        ([2024, 2023] * 30, "year", Meaning.NUMBER),
        ([20240131, 20240228] * 30, "day", Meaning.NUMBER),
        ([f"c{row % 30}" for row in range(ROWS)], "c", Meaning.CATEGORY),
        ([f"c{row}" for row in range(40)], "c", Meaning.CATEGORY),
        (["1.5.2024", "31.12.2023"] * 30, "when", Meaning.DATE),
        (["2024-01-31 10:00", None] * 30, "when", Meaning.DATE),
        (["10.0.0.1", "10.0.0.2"] * 30, "host", Meaning.CATEGORY),
        (["0-10", "10-30"] * 30, "minutes", Meaning.CATEGORY),
    ],
)
def test_what_is_not_certain_stays_what_it_is(values, name, meaning):
    assert guessed(values, name).meaning is meaning


def test_the_order_of_day_and_month_is_taken_from_another_column():
    open_one, decided = ["01/02/2024", "03/04/2024"] * 10, ["01/31/2024", "03/04/2024"] * 10
    plan = Plan.suggested(table(a=open_one, b=decided, y=[0, 1] * 10), "y")
    assert plan["a"].date_order == plan["b"].date_order == "month/day/year"
    alone = Plan.suggested(table(a=open_one, y=[0, 1] * 10), "y")["a"]
    assert alone.date_order == "day/month/year"
    assert alone.why == (
        "dates written day/month/year; no value decides whether they are month/day/year instead"
    )


def test_a_target_is_neither_a_date_nor_an_identifier():
    columns = {"kind": ["a", "b"] * 10, "paid": ["2024-01-31", "2024-02-28"] * 10}
    assert Plan.suggested(table(**columns)).target == "kind"


# What a person changes


def test_another_target_frees_the_old_one_and_forgets_its_classes():
    plan = Plan.suggested(MIXED).with_positive("a").setting_aside(["b"]).with_task(Task.TWO_CLASSES)
    other = plan.with_target("city")
    assert (other.target, other["label"].role) == ("city", Role.FEATURE)
    assert (other.task, other.positive, other.set_aside) == (None, None, frozenset())
    assert plan.target == "label"
    assert other.with_target("city") is other


def test_a_weight_that_becomes_the_target_is_no_weight():
    plan = Plan.suggested(MIXED).with_weight("age")
    assert (plan.weight, plan.with_target("age").weight) == ("age", None)
    assert plan.with_weight(None)["age"].role is Role.FEATURE
    with pytest.raises(DataError, match="'label' cannot be both the target and the weight"):
        plan.with_weight("label")


def test_a_role_is_given_whatever_the_column_had_before():
    plan = Plan.suggested(MIXED)
    assert plan.with_role("city", Role.TARGET).target == "city"
    assert plan.with_role("age", Role.WEIGHT).weight == "age"
    assert plan.with_role("label", Role.IGNORED).target is None
    ignored = plan.with_role("age", Role.IGNORED)
    assert (ignored["age"].role, ignored["age"].why) == (Role.IGNORED, "")


def test_another_meaning_brings_the_role_that_is_usual_for_it():
    plan = Plan.suggested(MIXED)
    assert plan.with_meaning("city", Meaning.IDENTIFIER)["city"].role is Role.IGNORED
    assert plan.with_meaning("code", Meaning.CATEGORY)["code"].role is Role.FEATURE
    assert plan.with_meaning("label", Meaning.TEXT)["label"].role is Role.TARGET


def test_an_unknown_column_is_refused():
    with pytest.raises(DataError, match="There is no column 'z'"):
        Plan.suggested(MIXED).with_target("z")


def test_two_targets_are_refused():
    column = ColumnPlan(Meaning.NUMBER, Role.TARGET)
    with pytest.raises(DataError, match="Both 'a' and 'b' are the target"):
        Plan({"a": column, "b": column})


def test_nobody_can_change_a_plan():
    columns = {"a": ColumnPlan(Meaning.NUMBER, Role.TARGET)}
    plan = Plan(columns)
    columns["b"] = columns["a"]
    assert list(plan.columns) == ["a"]
    with pytest.raises(TypeError):
        plan.columns["a"] = columns["a"]


# Plain data

COLUMN_PLANS = st.builds(
    ColumnPlan,
    st.sampled_from(Meaning),
    st.sampled_from([Role.FEATURE, Role.IGNORED]),
    st.text(),
    st.sampled_from(["", *ORDERS]),
)


@st.composite
def plans(draw):
    columns = draw(st.dictionaries(st.text(), COLUMN_PLANS, min_size=1, max_size=5))
    plan = Plan(columns).with_target(draw(st.sampled_from(sorted(columns))))
    if draw(st.booleans()):
        plan = plan.with_task(draw(st.sampled_from(Task)))
    plan = plan.with_positive(draw(st.none() | st.text()))
    plan = plan.excluding(draw(st.lists(st.integers(1, 10**9), max_size=4)))
    return plan.setting_aside(draw(st.lists(st.text(), max_size=3)))


@given(plans())
def test_a_plan_survives_json(plan):
    again = Plan.from_plain(json.loads(json.dumps(plan.plain())))
    assert again == plan
    assert hash(again) == hash(plan)
    assert list(again.columns) == list(plan.columns)


def test_words_that_are_missing_in_a_column_survive_json():
    columns = {"a": ColumnPlan(Meaning.NUMBER, Role.FEATURE, missing=("n.v.", "k.A."))}
    assert Plan.from_plain(json.loads(json.dumps(Plan(columns).plain()))) == Plan(columns)


@pytest.mark.parametrize(
    "change",
    [
        {"columns": None},
        {"columns": []},
        {"columns": {"a": 3}},
        {"columns": {"a": {}}},
        {"columns": {"a": {"meaning": "magic", "role": "feature"}}},
        {"columns": {"a": {"meaning": "number", "role": "king"}}},
        {"columns": {"a": {"meaning": "number", "role": "feature", "more": 1}}},
        {"columns": {"a": {"meaning": "number", "role": "feature", "why": 1}}},
        {"columns": {"a": {"meaning": "date", "role": "feature", "date_order": "odd"}}},
        {"columns": {"a": {"meaning": "number", "role": "feature", "missing": "n.v."}}},
        {"columns": {"a": {"meaning": "number", "role": "feature", "missing": [3]}}},
        {"columns": {n: {"meaning": "number", "role": "target"} for n in "ab"}},
        {"task": "magic"},
        {"task": 3},
        {"task": []},
        {"positive": 3},
        {"excluded": "12"},
        {"excluded": [1.5]},
        {"excluded": [True]},
        {"set_aside": [3]},
        {"set_aside": "a"},
        {"unknown": 1},
    ],
)
def test_plain_data_that_are_no_plan_are_refused_in_a_sentence(change):
    plain = Plan.suggested(MIXED).plain()
    with pytest.raises(DataError, match=r"^[A-Z].*\.$"):
        Plan.from_plain(plain | change)


@pytest.mark.parametrize("plain", [None, [], 3, "plan", {}])
def test_what_is_no_plan_at_all_is_refused(plain):
    with pytest.raises(DataError, match="names no columns"):
        Plan.from_plain(plain)


def test_a_plan_and_its_file_make_the_same_dataset_again():
    plan = Plan.suggested(MIXED).with_role("note", Role.FEATURE).excluding([5, 9])
    one = Dataset.from_table(MIXED, plan=plan)
    other = Dataset.from_table(MIXED, plan=Plan.from_plain(json.loads(json.dumps(plan.plain()))))
    assert one.plan == other.plan
    assert one.derivations == other.derivations
    np.testing.assert_array_equal(one.validation, other.validation)


def test_a_plan_for_another_table_is_fitted_or_refused():
    plan = Plan.suggested(table(a=[1, 2], b=[1, 2], y=["p", "q"]), "y")
    wider = table(a=[1, 2], y=["p", "q"], b=[1, 2], c=["2024-01-31"] * 2)
    assert plan.fitted(wider)["c"].meaning is Meaning.DATE
    with pytest.raises(DataError, match="data has no column 'b'"):
        plan.fitted(table(a=[1, 2], y=["p", "q"]))
    without = plan.with_role("b", Role.IGNORED).fitted(table(a=[1, 2], y=["p", "q"]))
    assert list(without.columns) == ["a", "y"]


def test_columns_that_are_not_kept_are_ignored_and_the_rest_stays():
    plan = Plan.suggested(MIXED, "label")
    kept = plan.keeping(["age"])
    features = [name for name, role in kept.roles.items() if role is Role.FEATURE]
    assert features == ["age"]
    assert kept.roles["city"] is Role.IGNORED
    assert kept.target == "label"
    assert kept["code"] == plan["code"]
    with pytest.raises(DataError, match="'label'"):
        plan.keeping(["age", "label"])
