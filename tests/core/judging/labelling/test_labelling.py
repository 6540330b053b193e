"""Which rows without a label come first: those in doubt, and no ten copies in a row."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Dataset
from core.data.table import Table
from core.judging.labelling.committee import ForestCommittee
from core.judging.labelling.labelling import Labelling
from core.judging.labelling.spreading import places_of, spread_order


def two_sides(labelled=10, rows=1000, numbers=False):
    """Rows left and right of 0, of which the first few have a label."""
    draw = np.random.default_rng(4)
    frame = pd.DataFrame({"x": draw.uniform(-1, 1, rows), "z": draw.normal(size=rows)})
    frame.loc[: labelled - 1, "x"] = np.linspace(-1, 1, labelled)
    truth = frame["x"] * 3 if numbers else pd.Series(np.where(frame["x"] > 0, "right", "left"))
    frame["y"] = truth.where(frame.index < labelled, None)
    return Dataset.from_frame(frame, target="y", validation_share=0), frame["x"].to_numpy()


def test_ten_labelled_rows_of_a_thousand():
    data, x = two_sides()
    found = Labelling.of(data)
    assert len(data) == 10
    assert len(found.lines) == 200
    assert np.isin(found.lines, data.unlabelled).all()
    assert len(np.unique(found.lines)) == 200
    near = np.abs(x[found.lines[:20] - 2])
    assert np.median(near) < np.median(np.abs(x)) / 2
    assert "undecided between" in found.why(int(found.lines[0]))
    assert found.why(2) == ""


def test_rows_that_are_decided_about_do_not_come():
    data, _ = two_sides(rows=60)
    gone = data.unlabelled[:30].tolist()
    found = Labelling.of(data, gone)
    assert sorted(found.lines.tolist()) == sorted(set(data.unlabelled.tolist()) - set(gone))


def test_the_order_is_the_same_for_the_same_seed():
    data, _ = two_sides(rows=200)
    assert Labelling.of(data).lines.tolist() == Labelling.of(data).lines.tolist()


def test_labels_that_were_given_are_learned_from():
    data, x = two_sides(rows=300)
    first = Labelling.of(data).lines[:12]
    labels = {int(line): "right" if x[line - 2] > 0 else "left" for line in first}
    later = Labelling.of(data.labelled(labels))
    assert not np.isin(later.lines, first).any()


def test_numbers_come_by_the_spread_of_what_the_committee_says():
    data, _ = two_sides(labelled=30, rows=300, numbers=True)
    committee = ForestCommittee.taught(data, 0)
    rows = data.table.rows_of(data.unlabelled)
    found = committee.judge(rows)
    assert found.shares.shape == (270, 0)
    said = np.stack(
        [
            member.predictor.outputs(committee.inputs.take(rows))[:, 0]
            for member in committee._members
        ]
    )
    np.testing.assert_allclose(found.doubt, said.std(0))
    assert "give or take" in Labelling.of(data).why(int(Labelling.of(data).lines[0]))


def test_the_margin_by_hand():
    data, _ = two_sides()
    found = ForestCommittee.taught(data, 0).judge(data.table.rows_of(data.unlabelled))
    np.testing.assert_allclose(found.doubt, 1 - np.abs(found.shares[:, 0] - found.shares[:, 1]))


def test_copies_do_not_come_one_after_the_other():
    doubt = np.concatenate([np.full(50, 1.0), np.full(50, 0.6)])
    places = np.concatenate([np.zeros((50, 2)), np.random.default_rng(1).uniform(size=(50, 2))])
    order = spread_order(doubt, places, 40)
    assert (order[:30] < 50).sum() <= 2
    assert order[0] < 50


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30), st.integers(1, 40), st.integers(0, 3))
def test_every_row_comes_once(doubt, many, kinds):
    places = np.floor(np.linspace(0, kinds, len(doubt)))[:, None]
    order = spread_order(np.array(doubt), places, many)
    assert len(order) == min(many, len(doubt)) == len(set(order.tolist()))


def test_places_of_numbers_categories_and_gaps():
    frame = pd.DataFrame({"n": [1.0, 100.0, 2.0, np.nan], "c": ["u", "v", "u", None]})
    places = places_of(Table.from_frame(frame).columns, np.arange(4))
    assert places[:, 0].tolist() == [0.0, 1.0, 0.5, 0.5]
    apart = np.abs(places[:, 1:] - places[0, 1:]).sum(1)
    assert apart.tolist() == [0.0, 1.0, 0.0, 1.0]


def test_nothing_that_can_be_taught_gives_rows_that_differ(monkeypatch):
    from core import DataError

    def refuse(*_args, **_more):
        raise DataError("Nothing can be learned.")

    monkeypatch.setattr(ForestCommittee, "taught", refuse)
    data, _ = two_sides(rows=50)
    found = Labelling.of(data)
    assert (found.why_not, len(found.lines)) == ("Nothing can be learned.", 40)


@pytest.mark.parametrize("rows", [11, 10])
def test_one_row_or_none_is_left(rows):
    data, _ = two_sides(rows=rows)
    assert len(Labelling.of(data).lines) == rows - 10
