"""Findings: each odd thing is found, told in a sentence and cured by its remedy, and no other."""

import json

import numpy as np
import pandas as pd
import pytest

from core import Dataset, Role, example
from core.checks.finding import FindingKind
from core.checks.findings import findings
from core.data.plan import Plan
from core.data.roles import Meaning
from core.data.table import Table
from core.reading.examples import EXAMPLES

RANDOM = np.random.default_rng(0)
ROWS = 120
PLAIN = {"a": RANDOM.normal(size=ROWS), "b": RANDOM.normal(size=ROWS)}
LABELS = np.array(["no", "yes"])[RANDOM.integers(0, 2, ROWS)]


def table(target=LABELS, **columns):
    return Table.from_frame(pd.DataFrame(PLAIN | columns).assign(y=target))


def found(data, plan=None):
    plan = plan or Plan.suggested(data, "y")
    return {finding.kind: finding for finding in findings(data, plan)}


def only(data, kind):
    """The one finding there is; its remedy makes it go away and brings no other."""
    every = found(data)
    assert list(every) == [kind]
    finding = every[kind]
    assert finding.sentence[-1] == "."
    assert finding.count >= len(finding.lines)
    if finding.remedy:
        plan = finding.remedy.applied(Plan.suggested(data, "y"))
        assert kind not in found(data, Plan.from_plain(json.loads(json.dumps(plan.plain()))))
    return finding


def test_nothing_is_odd_about_plain_data():
    assert found(table()) == {}


@pytest.mark.parametrize("known", EXAMPLES, ids=lambda known: known.name)
def test_the_examples_raise_no_false_alarm(known):
    kinds = {finding.kind for finding in findings(example(known.name))}
    # One flower of Fisher's 150 has a twin.
    assert kinds <= ({FindingKind.SAME_ROW} if known.name == "iris" else set())


def test_a_constant_column():
    finding = only(table(c=7), FindingKind.CONSTANT)
    assert finding.sentence == (
        "'c' has the same value in every row, '7', so nothing can be learned from it."
    )
    assert (finding.columns, finding.remedy.label) == (("c",), "Ignore the column")


def test_a_column_with_one_value_and_gaps_is_not_constant():
    assert found(table(c=[1, np.nan, 1] * 40)) == {}


def test_the_same_column_twice():
    finding = only(table(c=PLAIN["a"]), FindingKind.SAME_COLUMN)
    assert finding.columns == ("a", "c")
    assert finding.remedy.columns == ("c",)
    near = PLAIN["a"].copy()
    near[-1] += 1e-9
    assert found(table(c=near)) == {}


def test_the_same_row_twice():
    frame = pd.DataFrame(PLAIN).assign(y=LABELS)
    twice = Table.from_frame(pd.concat([frame, frame.iloc[[3, 5, 3]]]))
    finding = only(twice, FindingKind.SAME_ROW)
    assert finding.sentence == (
        "3 rows are copies of an earlier row, as line 122 is of line 5. Copies stay together, in "
        "training or in validation."
    )
    assert (finding.lines, finding.count) == ((122, 123, 124), 3)
    assert finding.remedy.label == "Exclude the copies"


def test_the_same_features_with_different_labels():
    frame = pd.DataFrame(PLAIN).assign(y=LABELS)
    other = frame.iloc[[3]].assign(y=np.where(LABELS[3] == "no", "yes", "no"))
    finding = only(Table.from_frame(pd.concat([frame, other])), FindingKind.CONTRADICTION)
    assert (finding.lines, finding.count) == ((5, 122), 2)
    assert "such as lines 5 and 122: nothing" in finding.sentence


def test_the_same_features_with_different_numbers_are_nothing_odd():
    target = RANDOM.normal(size=ROWS)
    frame = pd.DataFrame({"a": [1.0, 2.0] * 60, "y": target})
    assert FindingKind.CONTRADICTION not in found(Table.from_frame(frame))


def test_rows_without_a_label_are_counted():
    target = pd.Series(LABELS, dtype=object)
    target[[4, 6]] = None
    finding = only(table(target), FindingKind.NO_LABEL)
    assert (finding.lines, finding.count, finding.remedy) == ((6, 8), 2, None)
    assert finding.sentence == "2 rows have no value in 'y' and are set aside."


def test_a_target_with_one_value():
    assert "only the value 'a'" in only(table("a"), FindingKind.ONE_CLASS).sentence


def test_rare_classes_can_be_set_aside():
    target = LABELS.astype(object)
    target[:3] = "maybe"
    finding = only(table(target), FindingKind.RARE_CLASS)
    assert finding.sentence == (
        "The class 'maybe' has fewer than 5 rows: too few to learn from and to judge by."
    )
    assert finding.remedy.label == "Set the class aside"
    plan = finding.remedy.applied(Plan.suggested(table(target), "y"))
    data = Dataset.from_table(table(target), plan=plan)
    assert (data.classes, len(data)) == (("no", "yes"), ROWS - 3)


@pytest.mark.parametrize(
    ("names", "alike"),
    [(("yes", "Yes", "no"), 1), (("True", "1", "False", "0"), 2), (("1", "2", "0"), 0)],
)
def test_classes_that_may_mean_the_same(names, alike):
    data = Dataset.from_table(table(np.resize(names, ROWS)), "y")
    kinds = [finding.kind for finding in findings(data)]
    assert kinds == [FindingKind.ALIKE_CLASSES] * alike


def test_mostly_missing_columns():
    values = PLAIN["a"].copy()
    values[np.random.default_rng(1).permutation(ROWS)[:80]] = np.nan
    finding = only(table(c=values), FindingKind.MOSTLY_MISSING)
    assert finding.sentence == "67 % of the values of 'c' are missing."


@pytest.mark.parametrize(
    ("name", "values", "order"),
    [
        (
            "day",
            [20240000 + 100 * (1 + row % 12) + 1 + row % 28 for row in range(ROWS)],
            "yearmonthday",
        ),
        ("created_at", 1_700_000_000 + 7919 * RANDOM.integers(0, 5000, ROWS), "seconds since 1970"),
        ("t", 17 * 10**11 + 7919 * RANDOM.integers(0, 10**6, ROWS), "milliseconds since 1970"),
    ],
)
def test_dates_taken_for_numbers(name, values, order):
    finding = only(table(**{name: values}), FindingKind.DATE_AS_NUMBER)
    assert finding.remedy.label == f"Read as dates, {order}"
    plan = finding.remedy.applied(Plan.suggested(table(**{name: values}), "y"))
    assert (plan[name].meaning, plan[name].date_order) == (Meaning.DATE, order)
    data = Dataset.from_table(table(**{name: values}), plan=plan)
    assert f"{name}: days since 1970" in [column.name for column in data.features]


def test_dates_that_may_be_read_in_two_ways():
    days = [f"{1 + row % 11:02}/{1 + row % 12:02}/2024" for row in range(ROWS)]
    finding = only(table(c=days), FindingKind.DAY_OR_MONTH)
    plan = finding.remedy.applied(Plan.suggested(table(c=days), "y"))
    assert plan["c"].date_order == "month/day/year"
    assert Dataset.from_table(table(c=days), plan=plan).features[2].name == "c: month"


def test_values_that_are_no_dates():
    days = [f"2024-{1 + row % 12:02}-{1 + row % 25:02}" for row in range(ROWS)]
    days[4] = "soon"
    finding = only(table(c=days), FindingKind.NO_DATE)
    assert (finding.lines, finding.count) == ((6,), 1)
    assert finding.sentence == (
        "In 'c' 'soon' on line 6 is no date written year-month-day: it counts as missing."
    )
    days[9] = "late"
    assert only(table(c=days), FindingKind.NO_DATE).sentence == (
        "In 'c' 2 values are no dates written year-month-day, such as 'soon' on line 6: they count "
        "as missing."
    )


@pytest.mark.parametrize(
    "values",
    [
        RANDOM.integers(1990, 2025, ROWS),
        RANDOM.integers(10**8, 10**9, ROWS),
        20_240_000 + RANDOM.integers(0, 1000, ROWS),
        1_700_000_000 + RANDOM.random(ROWS),
    ],
)
def test_numbers_that_are_no_dates_stay_numbers(values):
    assert FindingKind.DATE_AS_NUMBER not in found(table(size=values))


@pytest.mark.parametrize(
    "values", [np.arange(ROWS), np.cumsum(RANDOM.integers(1, 9, ROWS))], ids=["counts", "grows"]
)
def test_identifiers_taken_for_numbers(values):
    finding = only(table(c=values), FindingKind.IDENTIFIER_AS_NUMBER)
    assert finding.remedy.label == "Ignore the column"


def test_nearly_unique_categories():
    values = [f"k{row // 2}" for row in range(ROWS)]
    finding = only(table(c=values), FindingKind.NEARLY_UNIQUE)
    assert "'c' has 60 different values in 120 rows" in finding.sentence


@pytest.mark.parametrize(
    ("digits", "fate"),
    [(1, "taken for categories"), (9, "left out as an identifier")],
    ids=["categories", "an identifier"],
)
def test_numbers_with_a_few_texts(digits, fate):
    values = [f"{value:.{digits}f}" for value in PLAIN["a"]]
    values[7] = "n/k"
    finding = only(table(c=values), FindingKind.NUMBER_AS_TEXT)
    assert (finding.lines, finding.remedy.label) == ((9,), "Read as numbers, 'n/k' as missing")
    assert finding.sentence == f"'c' was {fate}: it holds numbers, but also 'n/k' on line 9."
    plan = finding.remedy.applied(Plan.suggested(table(c=values), "y"))
    data = Dataset.from_table(table(c=values), plan=plan)
    assert data.features[2].is_number
    assert np.flatnonzero(data.features[2].missing).tolist() == [7]


def test_whole_numbers_with_a_word_among_them_are_no_identifier_for_good():
    """They nearly all differ, so that they were left out without a word."""
    values = [str(10_007 * (row + 1)) for row in range(ROWS)]
    values[3] = values[5] = "unknown"
    data = table(mileage=values)
    assert Plan.suggested(data)["mileage"].role is Role.IGNORED
    finding = only(data, FindingKind.NUMBER_AS_TEXT)
    assert finding.remedy.label == "Read as numbers, 'unknown' as missing"
    assert finding.remedy.applied(Plan.suggested(data))["mileage"].role is Role.FEATURE


def test_more_than_one_word_among_numbers():
    values = [f"{value:.3f}" for value in PLAIN["a"]]
    values[3] = values[5] = "open"
    finding = only(table(c=values), FindingKind.NUMBER_AS_TEXT)
    assert finding.sentence.endswith("also 'open' on 2 lines, the first of them 5.")
    values[8] = "shut"
    finding = only(table(c=values), FindingKind.NUMBER_AS_TEXT)
    assert finding.sentence.endswith(
        "also 'open' on line 5 and 2 other values that are no numbers."
    )
    assert finding.remedy.label == "Read as numbers, the others as missing"


def test_codes_are_no_numbers_that_were_taken_for_text():
    codes = [f"0{1000 + row // 3}" for row in range(ROWS)]
    assert FindingKind.NUMBER_AS_TEXT not in found(table(c=codes))


def test_a_word_of_the_target_can_be_missing():
    target = [f"{value:.3f}" for value in PLAIN["b"]]
    target[4] = "n.v."
    data = Table.from_frame(pd.DataFrame(PLAIN).assign(y=target))
    plan = Plan.suggested(data, "y").with_meaning("y", Meaning.NUMBER, missing=["n.v."])
    assert len(Dataset.from_table(data, plan=plan)) == ROWS - 1
    assert found(data, plan)[FindingKind.NO_LABEL].lines == (6,)


def test_a_sum_at_the_end():
    names = [f"r{row // 4}" for row in range(ROWS - 1)]
    finding = only(table(c=[*names, "Total"]), FindingKind.TOTAL)
    assert finding.sentence == (
        "1 row at the end seems to sum up the others: line 121 says 'Total'."
    )
    assert finding.remedy.label == "Exclude it"
    assert found(table(c=["Total", *names])) == {}


def test_data_that_cannot_be_used_say_so():
    names = [f"name {row}" for row in range(1001)]
    data = Table.from_frame(pd.DataFrame({"x": range(1001), "y": names}))
    (finding,) = findings(data, Plan.suggested(data, "y"))
    assert finding.kind is FindingKind.UNUSABLE
    assert "more than 1,000 classes" in finding.sentence


def test_what_is_ignored_is_not_odd():
    plan = Plan.suggested(table(c=7), "y").with_role("c", Role.IGNORED)
    assert found(table(c=7), plan) == {}


def test_a_table_without_anything_to_learn_from():
    lone = Table.from_frame(pd.DataFrame({"y": LABELS}))
    finding = next(findings(lone, Plan.suggested(lone, "y")))
    assert finding.kind is FindingKind.NOTHING_TO_LEARN
    assert "choose the separator" in finding.sentence
    plan = Plan.suggested(table(), "y").with_role("a", Role.IGNORED).with_role("b", Role.IGNORED)
    assert found(table(), plan)[FindingKind.NOTHING_TO_LEARN].sentence == (
        "No column is used to learn 'y' from. Use one as a feature."
    )


def visits(name="patient_id", values=None):
    """Rows of 30 patients."""
    random = np.random.default_rng(6)
    who = random.integers(0, 30, 240)
    named = np.array([f"P{number:03d}" for number in who]) if values is None else values(who)
    x = random.normal(size=240)
    return Table.from_frame(
        pd.DataFrame(
            {name: named, "x": x, "y": np.where(x + random.normal(size=240) > 0, "a", "b")}
        )
    )


def test_an_identifier_that_repeats_is_offered_as_the_group():
    finding = only(visits(), FindingKind.LIKELY_GROUP)
    assert finding.sentence.startswith(
        "'patient_id' names 30 things, each in 8 rows on average, and its rows stand on both sides"
    )
    assert finding.remedy.label == "Keep its rows together"
    plan = finding.remedy.applied(Plan.suggested(visits(), "y"))
    data = Dataset.from_table(visits(), plan=plan)
    assert data.split.group == "patient_id"
    assert "patient_id" not in [column.name for column in data.features]
    assert FindingKind.LIKELY_GROUP not in found(visits(), plan)


@pytest.mark.parametrize("name", ["customer", "deviceId", "account_no", "code"])
def test_names_of_who_is_seen_twice_and_codes_are_groups(name):
    assert FindingKind.LIKELY_GROUP in found(visits(name))


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("city", lambda who: np.array([f"town of {'abcde'[n % 5]}" for n in who])),
        ("patient_id", lambda who: np.array([f"P{n}" for n in range(len(who))])),
        ("user", lambda who: np.where(who < 5, "known", "unknown")),
        ("size", lambda who: who),
        ("customer_age", lambda who: who),
    ],
)
def test_what_names_nobody_twice_is_no_group(name, values):
    assert FindingKind.LIKELY_GROUP not in found(visits(name, values))


def test_an_identifier_is_not_offered_as_numbers_to_learn_from():
    """A few letters in an id made the program offer the id as a feature."""
    ids = [str(100_000 + 7 * number) for number in range(118)] + ["unknown", "test"]
    data = table(order_id=ids)
    assert Plan.suggested(data)["order_id"].role is Role.IGNORED
    assert FindingKind.NUMBER_AS_TEXT not in found(data)
