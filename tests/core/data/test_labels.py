"""The target: classes in an order, the positive one second; or numbers."""

import pandas as pd
import pytest

from core import DataError, Dataset, Task
from core.data.column import Column
from core.data.labels import Labels
from core.data.plan import Plan
from core.data.roles import Meaning
from core.data.table import Table


def read(values, task=None, positive=None):
    return Labels.read(Column.from_series("y", pd.Series(values)), task, positive)


@pytest.mark.parametrize(
    ("values", "classes"),
    [
        (["yes", "no"], ("no", "yes")),
        (["ja", "nein"], ("nein", "ja")),
        (["fraud", "legit"], ("legit", "fraud")),
        (["spam", "ham"], ("ham", "spam")),
        (["TRUE", "FALSE"], ("FALSE", "TRUE")),
        ([1, -1], ("-1", "1")),
        (["10", "9"], ("9", "10")),
        (["+", "-"], ("+", "-")),
        (["upper", "lower"], ("lower", "upper")),
        ([1, 2], ("1", "2")),
        (["y", "z"], ("y", "z")),
        (["true", "yes"], ("true", "yes")),
    ],
)
def test_of_two_classes_the_positive_one_is_the_second(values, classes):
    assert read(values).classes == classes


def test_a_person_may_choose_the_positive_class():
    labels = read(["yes", "no", "no"], positive="no")
    assert (labels.classes, labels.values.tolist()) == (("yes", "no"), [0, 1, 1])


@pytest.mark.parametrize(
    ("values", "positive", "sentence"),
    [
        (["a", "b"], "c", "'c' cannot be the positive class of 'y', which has 2: a, b"),
        (["a", "b", "c"], "a", "'a' cannot be the positive class of 'y', which has 3: a, b, c"),
        ([0.5, 1.5, 2.5], "0.5", "'y' is a number, so it has no positive class"),
    ],
)
def test_what_cannot_be_positive_is_refused(values, positive, sentence):
    with pytest.raises(DataError, match=sentence):
        read(values, positive=positive)


def test_texts_that_read_as_numbers_can_be_predicted_as_such():
    labels = read(["1.5", "2", "10"], Task.REGRESSION)
    assert (labels.classes, labels.values.tolist()) == ((), [1.5, 2, 10])
    with pytest.raises(DataError, match="The target 'y' holds text"):
        read(["a", "2"], Task.REGRESSION)


def test_texts_meant_as_numbers_are_numbers_where_they_can_be_read():
    texts = [f"{row}.5" for row in range(40)]
    texts[3] = "n/k"
    table = Table.from_frame(pd.DataFrame({"x": range(40), "y": texts}))
    plan = Plan.suggested(table, "y").with_meaning("y", Meaning.NUMBER)
    with pytest.raises(DataError, match="'y' cannot be read as numbers: line 5 has 'n/k'"):
        Dataset.from_table(table, plan=plan)
    data = Dataset.from_table(table, plan=plan.excluding([5]))
    assert (data.task, data.labels[:4].tolist()) == (Task.REGRESSION, [0.5, 1.5, 2.5, 4.5])
    same = Dataset.from_table(table, plan=plan.excluding([5]), task=Task.REGRESSION)
    assert same.labels.tolist() == data.labels.tolist()


def test_numbers_meant_as_categories_are_classes():
    table = Table.from_frame(pd.DataFrame({"x": range(60), "y": [*range(30)] * 2}))
    plan = Plan.suggested(table, "y")
    assert Dataset.from_table(table, plan=plan).task is Task.REGRESSION
    named = Dataset.from_table(table, plan=plan.with_meaning("y", Meaning.CATEGORY))
    assert (named.task, len(named.classes), named.classes[-1]) == (Task.MANY_CLASSES, 30, "29")
