"""The nearest change: it turns the prediction, occurs in the data, and no nearer one does."""

import numpy as np
import pandas as pd
import pytest

import core
from core.judging.why.changes import nearest_turns, values_of
from core.judging.why.few_rows import few_rows, mixed
from core.judging.why.story import story_of_line


@pytest.fixture(scope="module")
def run():
    return core.fit(core.example("orders"), core.GradientBoosting(rounds=30))


@pytest.mark.parametrize("row", [0, 10, 77, 500])
def test_a_change_turns_the_prediction_and_its_values_occur(run, row):
    data, model = run.dataset, run.model
    one = few_rows(model, data, np.array([row]))
    found = nearest_turns(model, one, data)
    before = model.predict(one)[0]
    assert found.found
    for turn in found.found:
        assert turn.becomes != before
        frame = {name: [text] for name, text in zip(one.names, one.raw_row(0), strict=True)}
        for change in turn.changes:
            assert change.before == frame[change.column][0]
            column = data.table.column(change.column)
            texts = {column.text(int(place)) for place in range(len(column))}
            assert change.after in texts
            frame[change.column] = [change.after]
        numbers = {column.name for column in one.columns if column.is_number}
        typed = {
            name: [float(text[0]) if text[0] else np.nan] if name in numbers else text
            for name, text in frame.items()
        }
        assert model.predict(pd.DataFrame(typed))[0] == turn.becomes


def test_no_nearer_number_of_the_same_column_turns_it():
    """A threshold near 5: the nearest value beyond it is named, not the middle of a bin."""
    random = np.random.default_rng(0)
    x = random.random(600) * 10
    data = core.Dataset.from_frame(
        pd.DataFrame({"x": x, "z": random.random(600), "y": np.where(x > 5, "up", "down")}),
        "y",
        validation_share=0,
    )
    model = core.fit(data, core.SingleLearner(learner=core.Tree(depth=1))).model
    row = int(np.argmin(np.abs(x - 2)))
    found = nearest_turns(model, few_rows(model, data, np.array([row])), data)
    (change,) = found.found[0].changes
    is_up = model.predict(data) == "up"
    assert float(change.after) == x[is_up].min()
    assert found.found[0].sentence.endswith("the prediction would be up.")


def test_two_values_are_changed_where_one_does_not_do():
    random = np.random.default_rng(0)
    frame = pd.DataFrame(random.integers(0, 2, (400, 3)), columns=list("abc")).astype(float)
    frame["y"] = np.where((frame["a"] == 1) & (frame["b"] == 1), "both", "not")
    data = core.Dataset.from_frame(frame, "y", validation_share=0)
    model = core.fit(data, core.SingleLearner(learner=core.Tree(depth=3))).model
    row = int(np.flatnonzero((frame["a"] == 0) & (frame["b"] == 0))[0])
    found = nearest_turns(model, few_rows(model, data, np.array([row])), data)
    assert {change.column for change in found.found[0].changes} == {"a", "b"}
    assert found.found[0].becomes == "both"


def test_a_model_that_always_says_the_same_is_never_turned():
    frame = pd.DataFrame({"x": [1.0, 2.0, 3.0, 4.0], "y": ["a", "a", "a", "b"]})
    data = core.Dataset.from_frame(frame, "y", validation_share=0)
    model = core.fit(data, core.SingleLearner(learner=core.Tree(depth=1))).model.first(0)
    found = nearest_turns(model, few_rows(model, data, np.array([0])), data)
    told = found.sentences[0]
    assert not found.found or found.found[0].becomes == "b"
    assert told


def test_numbers_are_brought_to_the_given_value():
    data = core.example("rents")
    run = core.fit(data, core.GradientBoosting(rounds=40))
    line = int(data.lines[3])
    story = story_of_line(run.model, data, line)
    given, now = float(data.labels[3]), float(story.explained.decided[0])
    for turn in story.turns.found:
        becomes = float(turn.becomes.replace(",", ""))
        assert (becomes - given) * (now - given) <= 0.01 * abs(given)


def test_missing_values_may_be_filled_and_texts_are_left_alone():
    frame = pd.DataFrame({"x": [np.nan, 1.0, 2.0, 2.0], "c": ["a", None, "b", "b"]})
    from core.data.table import Table

    table = Table.from_frame(frame)
    assert sorted(table.column("x").values[values_of(table, "x").rows]) == [1.0, 2.0]
    assert values_of(table, "c").rows.tolist() == [2]
    assert values_of(table, "x").away.tolist() == [0.5, 0.5]
    made = mixed(table, {"x": np.array([2]), "c": np.array([0])})
    assert made.raw_row(0) == ["2", "a"]


def test_the_search_follows_whatever_the_model_decides(run):
    """A model with a rule of its own is asked through `predicted` alone."""
    data, model = run.dataset, run.model
    one = few_rows(model, data, np.array([0]))
    asked = []

    class Stubborn:
        classes, derivations = model.classes, model.derivations
        raw_names, encoder = model.raw_names, model.encoder

        def predicted(self, table):
            decided, outputs = model.predicted(table)
            asked.append(len(table))
            return np.zeros_like(decided), outputs

    found = nearest_turns(Stubborn(), one, data)
    assert not found.found
    assert sum(asked) > 10
    assert "No change of one value, nor of two" in found.sentences[0]
