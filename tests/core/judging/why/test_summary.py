"""The summary, the words, the waterfall, and models that never saw a row."""

import itertools

import numpy as np
import pandas as pd
import pytest

import core
from core.data.column import Column
from core.data.plan import Plan
from core.data.roles import Meaning
from core.data.table import Table
from core.judging.why.edited import features_with
from core.judging.why.explain import explain
from core.judging.why.reviewed import reviewed
from core.judging.why.story import story_lines, story_of_line
from core.judging.why.summary import explain_many, ranks, summary
from core.judging.why.unseen import UnseenModels
from core.judging.why.waterfall import waterfall
from core.judging.why.words import row_why


@pytest.fixture(scope="module")
def run():
    return core.fit(core.example("orders"), core.AdaBoost(rounds=40))


def test_columns_are_ranked_by_the_mean_size_of_what_they_add(run):
    explained, rows = explain_many(run.model, run.dataset)
    found = summary(explained, rows, len(run.dataset))
    means = np.abs(explained.for_class(1)).mean(axis=0)
    assert [column.mean for column in found.columns] == pytest.approx(sorted(means)[::-1])
    assert found.about_name == "yes"
    assert len(rows) == len(run.dataset)
    ways = {column.name: column.direction for column in found.columns}
    assert ways["sizes_ordered"] == "high values speak for it"
    other = summary(explained, rows, len(run.dataset), 0)
    assert {c.name: c.direction for c in other.columns}["sizes_ordered"].startswith("low")


def test_numbers_with_a_word_among_them_are_told_as_numbers():
    """Seen: kilometres of a file that also says k.A. were drawn as categories."""
    kilometres = [str(1000 * row) for row in range(60)]
    kilometres[7] = "k.A."
    sold = ["no" if row < 30 else "yes" for row in range(60)]
    frame = pd.DataFrame({"km": kilometres, "sold": sold, "x": np.arange(60) % 7})
    plan = Plan.suggested(Table.from_frame(frame), "sold")
    plan = plan.with_meaning("km", Meaning.NUMBER, missing=("k.A.",))
    data = core.Dataset.from_table(Table.from_frame(frame), plan=plan)
    run = core.fit(data, core.AdaBoost(rounds=5))
    found = summary(*explain_many(run.model, data), len(data))
    ways = {column.name: column.direction for column in found.columns}
    assert ways["km"] == "high values speak for it"


def test_many_rows_are_drawn_by_chance_and_their_number_is_said(run, monkeypatch):
    from core.judging.why import summary as module

    monkeypatch.setattr(module, "MOST_ROWS", 300)
    explained, rows = explain_many(run.model, run.dataset)
    found = summary(explained, rows, len(run.dataset))
    assert len(rows) == 300 == len(explained)
    assert np.all(np.diff(rows) > 0)
    assert "300 of the 3,000 rows, drawn by chance" in found.sentences[0]


def test_ranks_are_shares_below_and_ties_share_theirs():
    column = Column.from_series("x", pd.Series([5.0, 1.0, np.nan, 5.0, 9.0]))
    assert ranks(column)[[0, 1, 3, 4]].tolist() == [0.5, 0.0, 0.5, 1.0]
    assert np.isnan(ranks(column)[2])


def test_the_waterfall_leads_from_the_average_to_what_is_said(run):
    why = row_why(explain(run.model, run.dataset, np.array([9])), 0)
    steps = waterfall(why, most=4)
    assert len(steps) == 4
    assert steps[-1].text.endswith("other columns")
    assert steps[0].start == why.base
    assert steps[-1].end == pytest.approx(why.said)
    for before, after in itertools.pairwise(steps):
        assert after.start == before.end
    sizes = [abs(step.adds) for step in steps[:-1]]
    assert sizes == sorted(sizes, reverse=True)


def test_parts_of_a_date_unfold_and_sum_to_it():
    data = core.example("rents")
    model = core.fit(data, core.GradientBoosting(rounds=30)).model
    why = row_why(explain(model, data, np.array([2])), 0)
    date = next(reason for reason in why.reasons if reason.column == "offered")
    assert sum(adds for _, adds in date.parts) == pytest.approx(date.adds)
    unfolded = waterfall(why, 40, unfolded=True)
    assert unfolded[-1].end == pytest.approx(why.said)
    assert any(step.column.startswith("offered") and step.column != "offered" for step in unfolded)


def test_words_name_the_values_on_their_side_and_a_missing_one_as_missing(run):
    data = run.dataset
    place = next(i for i, c in enumerate(data.features) if c.name == "customer_age")
    row = int(np.flatnonzero(data.features[place].missing)[0])
    why = row_why(explain(run.model, data, np.array([row])), 0)
    told = " ".join(why.sentences)
    assert "customer_age is missing" in told
    up = [reason for reason in why.reasons if reason.adds > 0]
    assert f"For it: {up[0].text} ({why.measure.added(up[0].adds)})" in told


def test_the_lines_of_the_command_name_given_and_turn(run):
    lines = story_lines(story_of_line(run.model, run.dataset, 40))
    assert lines[0].startswith("Line 40 is predicted no")
    assert lines[1].split()[:2] == ["on", "average"]
    assert any(line.startswith("Had ") for line in lines)


def test_an_unseen_model_never_saw_the_row(run):
    models = UnseenModels(run)
    validation = int(run.dataset.lines[np.flatnonzero(run.dataset.validation)[0]])
    assert models.of_line(validation).model is run.model
    training = int(run.dataset.lines[np.flatnonzero(~run.dataset.validation)[0]])
    judging = models.of_line(training)
    assert judging.is_unseen
    assert judging.model is not run.model
    assert models.of_line(training).model is judging.model  # taught once
    said = reviewed(models, run.dataset, training)
    assert said.sentences[0].startswith("A model taught without this row says")
    assert said.why.about == run.dataset.label_text(int(run.dataset.rows_of([training])[0]))


def test_a_number_that_is_given_is_written_as_the_predicted_one():
    frame = pd.DataFrame({"x": np.arange(60.0), "y": 5_000 + 100 * np.arange(60.0)})
    frame.loc[7, "y"] = 123_456
    data = core.Dataset.from_frame(frame, "y", validation_share=0)
    run = core.fit(data, core.GradientBoosting(rounds=3))
    told = reviewed(UnseenModels(run), data, int(data.lines[7])).sentences[0]
    assert told.endswith("; given is 123,456.")


def test_other_values_of_a_row_become_its_features():
    data = core.example("rents")
    names = [column.name for column in data.features]
    own = features_with(data, 0, {})
    changed = features_with(data, 0, {"area": "50", "offered": "2023-05-01", "district": "nowhere"})
    assert changed[names.index("area")] == 50
    assert np.isnan(changed[names.index("district")])
    dates = [place for place, name in enumerate(names) if name.startswith("offered")]
    assert dates
    assert not np.array_equal(own[dates], changed[dates])
    rooms = names.index("rooms")
    assert own[rooms] == changed[rooms]
