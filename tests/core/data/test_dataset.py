"""Datasets: roles, tasks, revisions, and every refusal a sentence."""

import dataclasses

import numpy as np
import pandas as pd
import pytest

from core import DataError, Dataset, Role, Task
from core.data.plan import Plan
from core.data.table import Table
from tests.core.helpers import dataset, noisy, noisy_frame

SMALL = dataset({"x": [1, 2, 3, 4]}, "aabb")


@pytest.mark.parametrize(
    ("target", "task", "classes", "labels"),
    [
        (list("baab"), Task.TWO_CLASSES, ("a", "b"), [1, 0, 0, 1]),
        ([1, 0, 0, 1], Task.TWO_CLASSES, ("0", "1"), [1, 0, 0, 1]),
        ([0.5, -1.5, 0.5, 0.5], Task.TWO_CLASSES, ("-1.5", "0.5"), [1, 0, 1, 1]),
        ([True, False, True, True], Task.TWO_CLASSES, ("False", "True"), [1, 0, 1, 1]),
        (["10", "9", "9", "10"], Task.TWO_CLASSES, ("9", "10"), [1, 0, 0, 1]),
        (["a", "a", "a", "a"], Task.TWO_CLASSES, ("a",), [0, 0, 0, 0]),
        ([10, 9, 2, 9], Task.MANY_CLASSES, ("2", "9", "10"), [2, 1, 0, 1]),
        (list("cabb"), Task.MANY_CLASSES, ("a", "b", "c"), [2, 0, 1, 1]),
        ([0.5, 1.5, 2.5, 2.5], Task.REGRESSION, (), [0.5, 1.5, 2.5, 2.5]),
    ],
)
def test_the_target_decides_about_the_task(target, task, classes, labels):
    data = dataset({"x": range(4)}, target)
    assert (data.task, data.classes, data.labels.tolist()) == (task, classes, labels)


def test_many_different_whole_numbers_are_a_regression():
    assert dataset({"x": range(20)}, range(20)).task is Task.MANY_CLASSES
    assert dataset({"x": range(21)}, range(21)).task is Task.REGRESSION


def test_more_than_a_thousand_classes_are_refused():
    with pytest.raises(DataError, match="'y' has 1,001 different values: more than 1,000 classes"):
        dataset({"x": range(1001)}, [f"name {row}" for row in range(1001)])


@pytest.mark.parametrize(
    ("missing", "expected"), [(None, "3 rows without a value in 'y' were set aside."), ("a", None)]
)
def test_rows_without_a_target_are_set_aside_and_noted(missing, expected):
    data = dataset({"x": range(8)}, ["a", missing, "b", "b", missing, "a", "b", missing])
    assert list(data.notes) == ([expected] if expected else [])
    assert data.lines.tolist() == ([2, 4, 5, 7, 8] if expected else list(range(2, 10)))
    assert len(data) == len(data.labels) == len(data.features[0]) == len(data.weights)


def test_a_target_without_any_value_is_refused():
    with pytest.raises(DataError, match="No row of data has a value in the target 'y'"):
        dataset({"x": range(3)}, [None] * 3)


def test_columns_that_cannot_help_are_left_out_with_a_note():
    columns = {
        "empty": [np.nan] * 60,
        "id": [f"id {row}" for row in range(60)],
        "number": range(60),
        "city": ["Bonn", "Cork", "Oslo"] * 20,
    }
    data = dataset(columns, "ab" * 30)
    assert [column.name for column in data.features] == ["number", "city"]
    assert data.roles["empty"] is data.roles["id"] is Role.IGNORED
    assert data.notes == (
        "'empty' is left out: all its values are missing.",
        "'id' is left out: 60 of its 60 values differ, as in an identifier.",
    )


def test_a_weight_column_gives_the_weights_and_is_no_feature():
    data = dataset({"x": [1, 2, 3], "w": [1, 0, 2.5]}, "aab", weight="w")
    assert data.weights.tolist() == [1, 0, 2.5]
    assert data.roles == {"x": Role.FEATURE, "y": Role.TARGET, "w": Role.WEIGHT}
    assert SMALL.weights.tolist() == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        ([1, -1, 1], "The weight 'w' on line 3 is missing, negative or not finite"),
        ([1, 1, np.nan], "The weight 'w' on line 4 is missing, negative or not finite"),
        ([np.inf, 1, 1], "The weight 'w' on line 2 is missing, negative or not finite"),
        ([0, 0, 0], "Every weight in 'w' is 0"),
        (["1", "2", "x"], "The weight 'w' holds text"),
    ],
)
def test_bad_weights_are_refused_with_the_line_named(weights, sentence):
    with pytest.raises(DataError, match=sentence):
        dataset({"x": [1, 2, 3], "w": weights}, "aab", weight="w")


def test_a_bad_weight_of_a_row_without_a_target_does_not_matter():
    data = dataset({"x": [1, 2, 3], "w": [1, np.nan, 1]}, ["a", None, "b"], weight="w")
    assert data.weights.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"target": "z"}, "data has no column 'z'. It has: x, y."),
        ({"target": "y", "weight": "z"}, "data has no column 'z'"),
        ({"target": "y", "weight": "y"}, "'y' cannot be both the target and the weight"),
        ({"target": "y", "validation_share": 1}, "The validation share is 1: it must be"),
        ({"target": "y", "validation_share": -0.1}, "The validation share is -0.1: it must be"),
        ({"target": "y", "validation_share": float("nan")}, "The validation share is nan"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(options, sentence):
    with pytest.raises(DataError, match=sentence):
        Dataset.from_frame(pd.DataFrame({"x": [1, 2], "y": ["a", "b"]}), **options)


def test_two_columns_of_one_name_are_refused():
    frame = pd.DataFrame([[1, 2, "a"]], columns=["x", "x", "y"])
    with pytest.raises(DataError, match="Two columns are called 'x'"):
        Dataset.from_frame(frame, "y")


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ({"a": [1, 2], "Class": [0, 1], "b": ["x", "y"]}, "Class"),
        ({"a": [0, 1, 1], "b": ["x", "y", "x"], "c": ["q", "q", "q"]}, "b"),
        ({"a": np.arange(30) / 7, "b": np.arange(30) / 3}, "b"),
    ],
    ids=["by name", "last with a few classes", "last"],
)
def test_the_likeliest_target_is_suggested(columns, expected):
    assert Plan.suggested(Table.from_frame(pd.DataFrame(columns))).target == expected
    assert Dataset.from_frame(pd.DataFrame(columns)).target == expected


# Revisions


def test_excluding_rows_gives_a_new_revision_and_leaves_the_old_one():
    data = SMALL.excluding([3, 5])
    assert (data.lines.tolist(), data.labels.tolist(), data.revision) == ([2, 4], [0, 1], 1)
    assert data.features[0].values.tolist() == [1, 3]
    assert (SMALL.lines.tolist(), SMALL.revision) == ([2, 3, 4, 5], 0)
    assert data.table is SMALL.table


def test_relabelling_rows_gives_a_new_revision_and_leaves_the_old_one():
    data = SMALL.relabelled({3: "b", 4: "a"})
    assert (data.labels.tolist(), data.revision) == ([0, 1, 0, 1], 1)
    assert [data.label_text(row) for row in range(4)] == ["a", "b", "a", "b"]
    assert SMALL.labels.tolist() == [0, 0, 1, 1]


def test_a_line_is_a_rows_name_in_every_revision():
    data = SMALL.excluding([2]).relabelled({5: "a"}).excluding([4])
    assert (data.lines.tolist(), data.labels.tolist(), data.revision) == ([3, 5], [0, 0], 3)
    assert data.rows_of([5, 3]).tolist() == [1, 0]


def test_classes_stay_when_their_rows_go():
    data = SMALL.excluding([4, 5])
    assert (data.classes, data.class_counts.tolist()) == (("a", "b"), [2, 0])


@pytest.mark.parametrize(
    ("revise", "sentence"),
    [
        (lambda data: data.excluding([99]), "Line 99 of data is not in this data."),
        (lambda data: data.excluding([1]), "Line 1 of data is not in this data."),
        (lambda data: data.excluding([2]).excluding([2]), "Line 2 of data is not in this data."),
        (lambda data: data.relabelled({6: "a"}), "Line 6 of data is not in this data."),
        (lambda data: data.relabelled({2: "z"}), "'z' is no class of 'y'. The classes are: a, b."),
        (lambda data: data.excluding([2, 3, 4, 5]), "Every row would be excluded."),
    ],
)
def test_a_wrong_line_or_label_is_refused_in_a_sentence(revise, sentence):
    with pytest.raises(DataError, match=sentence):
        revise(SMALL)


def test_numbers_cannot_be_relabelled():
    data = dataset({"x": range(4)}, [0.5, 1.5, 2.5, 3.5])
    with pytest.raises(DataError, match="Only classes can be relabelled"):
        data.relabelled({2: "1"})


def test_a_dataset_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        SMALL.labels = np.zeros(4)


def test_later_changes_of_the_frame_do_not_reach_the_dataset():
    frame = pd.DataFrame({"x": [1.0, 2.0, 3.0, 4.0], "w": [1.0] * 4, "y": list("aabb")})
    data = Dataset.from_frame(frame, "y", weight="w", validation_share=0)
    frame.loc[0, ["x", "w"]] = 99.0
    frame.loc[0, "y"] = "b"
    assert data.features[0].values.tolist() == [1, 2, 3, 4]
    assert (data.weights.tolist(), data.labels.tolist()) == ([1] * 4, [0, 0, 1, 1])


def test_the_split_is_a_quarter_of_every_class_and_inherited_by_every_revision():
    data = noisy(200)
    assert [data.validation[data.labels == label].sum() for label in (0, 1)] == [25, 25]
    sides = dict(zip(data.lines, data.validation, strict=True))
    changed = data.relabelled({int(line): "yes" for line in data.lines[:50]})
    changed = changed.excluding(data.lines[::3])
    assert dict(zip(changed.lines, changed.validation, strict=True)).items() <= sides.items()
    assert len(changed) == 133


def test_the_split_of_numbers_takes_its_share_of_every_tenth():
    target = np.random.default_rng(0).normal(size=400)
    data = dataset({"x": range(400)}, target, 0.25)
    tenths = np.argsort(np.argsort(target)) // 40
    assert [data.validation[tenths == tenth].sum() for tenth in range(10)] == [10] * 10


def test_another_target_keeps_the_weight_the_share_and_the_seed():
    columns = {"x": list("ababab"), "w": [1, 2, 3, 4, 5, 6]}
    data = dataset(columns, "aabbab", 0.4, weight="w", seed=3)
    other = data.with_target("x")
    assert (other.target, other.revision) == ("x", 0)
    assert (other.validation_share, other.seed) == (0.4, 3)
    assert other.weights.tolist() == [1, 2, 3, 4, 5, 6]
    assert data.with_target("w").weights.tolist() == [1] * 6


def test_validation_rows_that_weigh_nothing_judge_nothing():
    frame = noisy_frame(80)
    data = Dataset.from_frame(frame, "y")
    weighted = frame.assign(w=~data.validation * 1.0)
    weighted = Dataset.from_frame(weighted, "y", weight="w")
    np.testing.assert_array_equal(weighted.validation, data.validation)
    none = Dataset.from_frame(frame, "y", validation_share=0)
    assert [d.has_validation for d in (data, weighted, none)] == [True, False, False]


# Plans


def test_a_plan_is_kept_and_followed():
    table = Table.from_frame(noisy_frame(80))
    plan = Plan.suggested(table, "y").with_role("few", Role.IGNORED).with_weight("plain")
    with pytest.raises(DataError, match="The weight 'plain' on line"):
        Dataset.from_table(table, plan=plan)
    plan = plan.with_weight("few")
    data = Dataset.from_table(table, plan=plan)
    assert (data.plan, data.roles) == (plan, plan.roles)
    assert [column.name for column in data.features] == ["plain", "gaps", "city"]
    assert data.excluding([2]).plan is plan


def test_what_is_asked_for_overrules_the_plan():
    table = Table.from_frame(noisy_frame(80))
    plan = Plan.suggested(table, "y")
    data = Dataset.from_table(table, "few", plan=plan, task=Task.REGRESSION)
    assert (data.target, data.task, data.roles["y"]) == ("few", Task.REGRESSION, Role.FEATURE)
    assert data.plan == plan.with_target("few").with_task(Task.REGRESSION)


def test_without_a_target_there_is_no_dataset():
    table = Table.from_frame(noisy_frame(20))
    plan = Plan.suggested(table, "y").with_role("y", Role.IGNORED)
    with pytest.raises(DataError, match="No column is the target. Choose the one to predict."):
        Dataset.from_table(table, plan=plan)


def test_leaving_rows_out_moves_no_other_row_to_the_other_side():
    table = Table.from_frame(noisy_frame(200).assign(y=np.resize(["a", "b", "c"], 200)))
    plan = Plan.suggested(table, "y")
    whole = Dataset.from_table(table, plan=plan)
    lines = whole.lines[::7]
    part = Dataset.from_table(table, plan=plan.excluding(lines).setting_aside(["b"]))
    assert part.classes == ("a", "c")
    assert not set(lines) & set(part.lines)
    sides = dict(zip(whole.lines, whole.validation, strict=True))
    assert dict(zip(part.lines, part.validation, strict=True)).items() <= sides.items()
    assert part.notes == (f"{200 - len(part):,} rows are left out as decided.",)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda plan: plan.excluding([99]), "Line 99 of data is not in this data."),
        (lambda plan: plan.excluding(range(2, 6)), "Every row is left out. Keep at least one."),
        (lambda plan: plan.setting_aside("ab"), "Every row is left out. Keep at least one."),
        (lambda plan: plan.with_positive("c"), "'c' cannot be the positive class of 'y'"),
        (lambda plan: plan.with_task(Task.REGRESSION), "The target 'y' holds text."),
    ],
)
def test_a_plan_that_cannot_be_followed_is_refused_in_a_sentence(change, sentence):
    plan = change(Plan.suggested(SMALL.table, "y"))
    with pytest.raises(DataError, match=sentence):
        Dataset.from_table(SMALL.table, plan=plan)


def test_the_positive_class_is_the_second_one():
    plan = Plan.suggested(SMALL.table, "y").with_positive("a")
    data = Dataset.from_table(SMALL.table, plan=plan, validation_share=0)
    assert (data.classes, data.labels.tolist()) == (("b", "a"), [1, 1, 0, 0])


def test_a_target_with_one_value_is_noted():
    assert dataset({"x": [1, 2]}, "aa").notes == (
        "'y' has only the value 'a', so there is nothing to tell apart. Choose another target.",
    )


def test_dates_are_noted():
    data = dataset({"paid": ["01.02.2024", "02.03.2024"] * 2}, "aabb")
    assert data.notes == (
        "'paid' holds dates: dates written day.month.year; no value decides whether they are "
        "month.day.year instead.",
    )
