"""Revisions: labels for rows that had none, other values in cells, and what they differ in."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import AdaBoost, DataError, fit
from core.data.changes import Changes, NewValues
from core.data.dataset import Dataset

FRAME = pd.DataFrame(
    {
        "x": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, np.nan, 8.0],
        "shop": ["a", "b", "a", "b", "a", "b", "a", None],
        "y": ["no", "no", None, "yes", "yes", "no", "yes", None],
    }
)
DATA = Dataset.from_frame(FRAME, "y", validation_share=0)


def texts(data, name):
    column = data.table.column(name)
    return [column.text(int(row)) for row in data.rows]


def test_a_row_without_a_label_can_be_given_one_and_is_learned_from():
    assert DATA.unlabelled.tolist() == [4, 9]
    made = DATA.labelled({9: "no"})
    assert made.lines.tolist() == [2, 3, 5, 6, 7, 8, 9]
    assert [made.label_text(row) for row in range(7)] == [
        "no",
        "no",
        "yes",
        "yes",
        "no",
        "yes",
        "no",
    ]
    assert not made.validation.any()
    assert made.unlabelled.tolist() == [4]
    assert (made.revision, len(DATA)) == (1, 6)
    assert fit(made, AdaBoost(rounds=2)).rounds


def test_a_row_that_is_labelled_later_keeps_the_split_of_all_others():
    frame = pd.DataFrame({"x": range(40), "y": ["a", "b", None, "a"] * 10})
    data = Dataset.from_frame(frame, "y", validation_share=0.3)
    made = data.relabelled({2: "b"}).labelled({4: "b", 40: "a"})
    split = dict(zip(data.lines.tolist(), data.validation.tolist(), strict=True))
    new = dict(zip(made.lines.tolist(), made.validation.tolist(), strict=True))
    assert {line: new[line] for line in split} == split
    assert not new[4]
    assert not new[40]
    assert made.judging_labels[made.rows_of([40])] == 0


@pytest.mark.parametrize(
    ("labels", "sentence"),
    [
        ({2: "yes"}, "Line 2 of data is no row without a label"),
        ({99: "yes"}, "Line 99 of data is no row without a label"),
        ({4: "perhaps"}, "'perhaps' is no class of 'y'. The classes are: no, yes"),
    ],
)
def test_a_label_that_cannot_be_given_is_said(labels, sentence):
    with pytest.raises(DataError, match=sentence):
        DATA.labelled(labels)


def test_a_row_of_a_group_that_is_kept_back_is_not_labelled():
    frame = FRAME.assign(who=["p", "q", "p", "q", "p", "q", "p", "q"])
    data = Dataset.from_frame(frame, "y", validation_share=0.5, group="who")
    kept_back = data.lines[data.validation]
    line = 4 if 2 in kept_back else 9
    with pytest.raises(DataError, match=f"Line {line} belongs to rows that are kept back"):
        data.labelled({line: "no"})
    other = ({4, 9} - {line}).pop()
    assert other in data.labelled({other: "no"}).lines


def test_cells_of_numbers_and_names_are_set_and_taken_away():
    made = DATA.with_cells({"x": {2: "10.5", 3: ""}, "shop": {5: "c", 8: "b"}})
    assert texts(made, "x") == ["10.5", "", "4", "5", "6", ""]
    assert texts(made, "shop") == ["a", "b", "c", "a", "b", "b"]
    assert texts(DATA, "x") == ["1", "2", "4", "5", "6", ""]
    assert made.table.as_read is DATA.table
    assert fit(made, AdaBoost(rounds=2)).rounds
    back = made.with_cells({"x": {2: "1"}})
    assert texts(back, "x")[0] == "1"
    assert back.table.as_read is DATA.table


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        ({"y": {2: "yes"}}, "'y' is the target: relabel the row instead"),
        ({"z": {2: "1"}}, "data has no column 'z'"),
        ({"x": {99: "1"}}, "Line 99 of data is not in this data"),
    ],
)
def test_cells_that_cannot_be_set_are_said(cells, sentence):
    with pytest.raises(DataError, match=sentence):
        DATA.with_cells(cells)


def test_a_column_that_splits_the_rows_is_not_set():
    frame = FRAME.assign(who=list("pqpqpqpq"))
    data = Dataset.from_frame(frame, "y", validation_share=0.5, group="who")
    with pytest.raises(DataError, match="'who' says how the rows are split"):
        data.with_cells({"who": {2: "q"}})


def test_a_number_to_predict_is_set_and_judged_by_what_was_read():
    frame = pd.DataFrame({"x": range(40), "y": np.linspace(0, 1, 40)})
    data = Dataset.from_frame(frame, "y", validation_share=0.25)
    line = int(data.lines[data.validation][0])
    made = data.with_cells({"y": {line: "0.75"}})
    row = int(made.rows_of([line])[0])
    assert made.labels[row] == 0.75
    assert made.judging_labels[row] == data.labels[row]
    for text, sentence in (("", "without a value"), ("many", "'many' is no number")):
        with pytest.raises(DataError, match=sentence):
            data.with_cells({"y": {line: text}})


def test_a_weight_that_is_none_is_refused():
    data = Dataset.from_frame(FRAME.assign(w=1.0), "y", weight="w", validation_share=0)
    assert data.with_cells({"w": {2: "3"}}).weights[0] > data.weights[0]
    with pytest.raises(DataError, match="line 2"):
        data.with_cells({"w": {2: "-1"}})


def test_dates_and_words_are_derived_anew_where_their_cells_are_set():
    frame = pd.DataFrame(
        {"day": [f"2024-01-{day:02}" for day in range(1, 25)], "y": ["a", "b"] * 12}
    )
    data = Dataset.from_frame(frame, "y", validation_share=0)
    made = data.with_cells({"day": {2: "2024-01-20"}})
    for one, other in zip(data.features, made.features, strict=True):
        assert one.name == other.name
        assert other.values[0] == data.features[data.features.index(one)].values[19]


LINES = st.sampled_from(DATA.lines.tolist())


@given(
    st.dictionaries(LINES, st.sampled_from(["no", "yes"]), max_size=4),
    st.dictionaries(st.sampled_from([4, 9]), st.sampled_from(["no", "yes"])),
    st.dictionaries(st.integers(2, 9), st.sampled_from(["", "1", "2.5", "-3e-7"]), max_size=4),
    st.dictionaries(st.integers(2, 9), st.sampled_from(["", "a", "z"]), max_size=4),
    st.sets(LINES, max_size=3),
)
def test_what_a_revision_differs_in_makes_the_same_revision(labels, new, numbers, names, gone):
    cells = {
        name: NewValues.of(values) for name, values in (("x", numbers), ("shop", names)) if values
    }
    wanted = Changes(
        np.array(sorted(gone), np.int64), NewValues.of(labels), NewValues.of(new), cells
    )
    made = DATA.changed(wanted)
    found = Changes.between(DATA, made)
    again = DATA.changed(found)
    for one, other in ((made.lines, again.lines), (made.labels, again.labels)):
        np.testing.assert_array_equal(one, other)
    for name in ("x", "shop"):
        assert texts(made, name) == texts(again, name)
    assert set(found.excluded.tolist()) == gone
    assert bool(found) == (made.lines.tolist() != DATA.lines.tolist() or bool(
        len(found.labels) or found.cells))  # fmt: skip
