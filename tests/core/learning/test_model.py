"""A model predicts from raw columns, and says in a sentence what it cannot use."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core import DataError, Dataset, Role
from core.data.plan import Plan
from core.data.table import Table
from tests.core.helpers import dataset, noisy, noisy_frame, run_of, scores_of


@pytest.fixture(scope="module")
def model():
    return run_of(noisy(400), 40).model


@pytest.fixture(scope="module")
def frame():
    return noisy_frame(100, seed=4)


def test_probabilities_are_the_logistic_of_twice_the_score(model, frame):
    scores, shares = scores_of(model, frame), model.probabilities(frame)
    assert shares[:, 1] == pytest.approx(1 / (1 + np.exp(-2 * scores)), rel=1e-12)
    assert shares.sum(axis=1) == pytest.approx(np.ones(100))
    predicted = model.predict(frame)
    assert (predicted == np.where(scores > 0, "yes", "no")).all()
    winners, same = model.predicted(frame)
    assert (np.array(model.classes)[winners] == predicted).all()
    np.testing.assert_array_equal(same, shares)


def test_a_small_share_keeps_its_digits():
    run = run_of(noisy(400, noise=0.0, validation_share=0), 2000)
    shares = run.model.probabilities(run.dataset)
    scores = scores_of(run.model, run.dataset)
    assert shares.min() < 1e-17
    assert (shares > 0).all()
    row = np.argmax(scores)
    assert shares[row, 0] == pytest.approx(np.exp(-2 * scores[row]), rel=1e-9)


def test_a_score_of_zero_is_the_commonest_class():
    for labels, commonest in (("aab", "a"), ("abb", "b")):
        data = dataset({"x": [1, 2, 3]}, labels)
        model = run_of(data, 1).model.first(0)
        assert list(model.predict(data)) == [commonest] * 3


def test_a_frame_a_table_and_a_dataset_are_predicted_alike(model, frame):
    expected = scores_of(model, frame)
    np.testing.assert_array_equal(scores_of(model, Table.from_frame(frame)), expected)
    data = Dataset.from_frame(frame, "y")
    np.testing.assert_array_equal(scores_of(model, data), expected)
    np.testing.assert_array_equal(
        scores_of(model, data.excluding([2, 5])), np.delete(expected, [0, 3])
    )


def test_the_order_of_columns_and_further_columns_do_not_matter(model, frame):
    changed = frame[list(frame.columns[::-1])].assign(extra=1)
    np.testing.assert_array_equal(scores_of(model, changed), scores_of(model, frame))


def test_a_column_serves_whatever_its_role_in_a_dataset(model, frame):
    expected = scores_of(model, frame.assign(city=None))
    as_target = Dataset.from_frame(frame.assign(city=None), "few")
    assert "city" not in [column.name for column in as_target.features]
    np.testing.assert_array_equal(scores_of(model, as_target), expected)


def test_no_rows_give_no_predictions(model, frame):
    assert len(model.predict(frame.iloc[:0])) == 0
    assert model.probabilities(frame.iloc[:0]).shape == (0, 2)


def test_a_missing_column_is_named(model, frame):
    with pytest.raises(
        DataError,
        match=r"data lacks 2 of the 4 columns that the model needs: plain, city. Add them",
    ):
        model.predict(frame.drop(columns=["plain", "city"]))


def test_a_text_in_a_number_column_is_named_with_its_line(model, frame):
    column = frame["plain"].astype(object)
    column[3] = "many"
    with pytest.raises(DataError, match="needs numbers in 'plain', and line 5 has 'many'"):
        model.predict(frame.assign(plain=column))


def test_a_text_in_an_excluded_row_does_not_matter(model, frame):
    column = frame["plain"].astype(object)
    column[3] = "many"
    data = Dataset.from_frame(frame.assign(plain=column), "y").excluding([5])
    np.testing.assert_array_equal(scores_of(model, data), np.delete(scores_of(model, frame), 3))


def test_numbers_written_as_text_serve_as_numbers(model, frame):
    texts = frame.assign(few=frame["few"].map(str), gaps=frame["gaps"].map(repr))
    texts["gaps"] = texts["gaps"].where(frame["gaps"].notna(), None)
    np.testing.assert_array_equal(scores_of(model, texts), scores_of(model, frame))


def test_numbers_serve_where_categories_were():
    names = ["1", "2", "x", "2.5"] * 10
    data = dataset({"c": names}, [*"abaa"] * 9 + [*"bbab"])
    model = run_of(data, 3).model
    numbers = pd.DataFrame({"c": [1, 2, 2.5, np.nan]})
    same = pd.DataFrame({"c": ["1", "2", "2.5", None]})
    assert model.encoder.features[0].is_category
    np.testing.assert_array_equal(scores_of(model, numbers), scores_of(model, same))
    assert list(model.predict(numbers[:3])) == ["a", "b", "a"]


def test_an_unseen_category_goes_where_most_rows_go():
    data = dataset({"c": ["p"] * 7 + ["q"] * 3}, "a" * 6 + "b" * 4)
    model = run_of(data, 1).model
    assert list(model.predict(pd.DataFrame({"c": ["p", "q", "new"]}))) == ["a", "b", "a"]


def test_the_first_rounds_are_a_model_of_their_own():
    data = noisy(200)
    long, short = run_of(data, 30).model, run_of(data, 12).model
    np.testing.assert_array_equal(scores_of(long.first(12), data), scores_of(short, data))


# Derived columns


def raw_frame(rows=120, seed=0):
    """A frame with a date and a text, of which the label depends on both."""
    random = np.random.default_rng(seed)
    days = np.datetime64("2023-01-01") + random.integers(0, 700, rows)
    words = np.array(["urgent", "please", "later", "thanks"])[random.integers(0, 4, (rows, 3))]
    texts = [f"{row} {' '.join(chosen)} and so on" for row, chosen in enumerate(words)]
    score = (days.astype("M8[M]").astype(int) % 12 > 5) + (words == "urgent").any(axis=1)
    written = [f"{day[8:]}/{day[5:7]}/{day[:4]}" for day in days.astype(str)]
    label = np.where(score + 0.4 * random.normal(size=rows) > 1, "late", "on time")
    return pd.DataFrame(
        {"ordered": written, "note": texts, "size": random.normal(size=rows), "y": label}
    )


def derived_model(frame):
    table = Table.from_frame(frame)
    plan = Plan.suggested(table, "y").with_role("note", Role.FEATURE)
    data = Dataset.from_table(table, plan=plan)
    return data, replace(run_of(data, 30).model, derivations=data.derivations)


def test_derived_columns_are_made_of_raw_ones_bit_by_bit():
    frame = raw_frame()
    data, model = derived_model(frame)
    names = [column.name for column in data.features]
    assert "ordered: month" in names
    assert "note: contains 'urgent'" in names
    inputs = model.inputs(frame)
    for mine, given in zip(inputs.columns, data.features, strict=True):
        assert mine.name == given.name
        np.testing.assert_array_equal(mine.values, given.values)
    expected = scores_of(model, data)
    np.testing.assert_array_equal(scores_of(model, frame), expected)
    np.testing.assert_array_equal(
        scores_of(model, data.excluding([2, 5])), np.delete(expected, [0, 3])
    )


def test_a_model_asks_for_the_raw_columns():
    frame = raw_frame()
    _, model = derived_model(frame)
    assert model.raw_names == ["ordered", "note", "size"]
    with pytest.raises(DataError, match="lacks 1 of the 3 columns that the model needs: ordered."):
        model.predict(frame.drop(columns="ordered"))
    with pytest.raises(DataError, match="No value of 'ordered' is a date written day/month/year"):
        model.predict(frame.assign(ordered="2024-01-31"))
    assert len(model.predict(raw_frame(20, seed=1))) == 20
