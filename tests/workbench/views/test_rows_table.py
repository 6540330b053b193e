"""The table of rows: what is found, listed and sorted."""

import numpy as np
import pandas as pd
import pytest

from core import AdaBoost, Dataset, example, fit
from tests.workbench.views.showing import shown
from workbench.views.rows_table.columns import columns_of
from workbench.views.rows_table.finding import matching
from workbench.views.rows_table.view import RowsTable


@pytest.fixture(scope="module")
def run():
    return fit(example("orders"), AdaBoost(rounds=30))


@pytest.fixture(scope="module")
def frame():
    return pd.DataFrame(
        {
            "price": [10, 30, np.nan, 50, 30],
            "Payment": ["card", "invoice", "Card", None, "gift card"],
            "y": ["a", "b", "a", "b", "a"],
        }
    )


@pytest.mark.parametrize(
    ("query", "lines"),
    [
        ("", [2, 3, 4, 5, 6]),
        ("card", [2, 4, 6]),
        ("payment = card", [2, 4]),
        ("payment != card", [3, 5, 6]),
        ("payment =", [5]),
        ("price > 10", [3, 5, 6]),
        ("price >= 30 and payment = invoice", [3]),
        ("PRICE=30 AND gift", [6]),
        ("price =", [4]),
        ("price != 30", [2, 5]),
        ("price < x", []),
        ("30", [3, 6]),
        ("5", [5]),
        ("line <= 3", [2, 3]),
        ("y = b", [3, 5]),
        ("nothing = 3", []),
    ],
)
def test_what_is_found(frame, query, lines):
    data = Dataset.from_frame(frame, "y", validation_share=0)
    assert data.lines[matching(data, query)].tolist() == lines


def test_only_what_is_asked_for_is_listed_in_the_chosen_order(qtbot, workspace, run):
    view = shown(qtbot, RowsTable, workspace, run)
    place, data = np.argsort(run.history.ranked()), run.dataset
    view.change_options(part="wrong")
    wrong = np.flatnonzero(run.model.predict(data) != np.array(data.classes)[data.labels])
    expected = wrong[np.argsort(place[wrong])]
    assert view.model.order.tolist() == expected.tolist()
    assert view.count.text().startswith(f"{len(wrong):,} of {len(data):,} rows")
    view.search.setText("shoes")
    shoes = next(column for column in data.features if column.name == "category")
    code = shoes.categories.index("shoes")
    assert view.model.order.tolist() == [row for row in expected if shoes.values[row] == code]
    view.change_options(part="all", query="")
    assert view.search.text() == ""
    assert len(view.model.order) == len(data)


def test_the_selected_rows_are_listed_as_they_are_selected(qtbot, workspace, run):
    view = shown(qtbot, RowsTable, workspace, run)
    view.change_options(part="selected")
    assert len(view.model.order) == 0
    workspace.select([4, 9, 77])
    assert sorted(run.dataset.lines[view.model.order]) == [4, 9, 77]
    workspace.select([9])
    assert run.dataset.lines[view.model.order].tolist() == [9]


def test_a_filter_keeps_the_selection_of_rows_that_it_hides(qtbot, workspace, run):
    view = shown(qtbot, RowsTable, workspace, run)
    workspace.select([4, 9, 77])
    view.search.setText("line < 10")
    assert list(workspace.selection) == [4, 9, 77]
    view.search.setText("")
    assert view.lines_selected() == [4, 9, 77]


def test_the_old_order_stays_until_the_new_one_is_there(qtbot, run):
    from workbench.jobs.registry import Jobs
    from workbench.state.workspace import Workspace

    jobs = Jobs()
    view = shown(qtbot, RowsTable, Workspace(jobs), run)
    qtbot.waitUntil(lambda: len(view.model.columns) > 8 and jobs.is_idle, timeout=5000)
    before = view.model.order
    titles = [column.title for column in view.model.columns]
    view.table.horizontalHeader().sectionClicked.emit(titles.index("price"))
    assert view.model.order is before
    prices = next(column for column in run.dataset.features if column.name == "price").values
    qtbot.waitUntil(lambda: view.model.order is not before, timeout=5000)
    assert np.all(np.diff(prices[view.model.order]) <= 0)
    jobs.close()
    assert jobs.join(90)


def test_the_numbers_are_the_listed_rows(qtbot, workspace, run):
    view = shown(qtbot, RowsTable, workspace, run)
    view.search.setText("line <= 20")
    table = view.numbers()["rows"]
    assert sorted(table["line"]) == list(range(2, 21))
    weights = run.history.relative_weights(30)[run.dataset.rows_of(table["line"])]
    np.testing.assert_allclose(table["weight"], weights)


def heads(view):
    return {column.title: column for column in view.model.columns}


def test_before_an_audit_the_ranking_says_that_it_is_by_weight_and_within_the_part(
    qtbot, workspace, run
):
    view = shown(qtbot, RowsTable, workspace, run)
    titles = [column.title for column in view.model.columns]
    assert titles[:3] == ["line", "mean weight", "weight"]
    assert "suspicion" not in titles
    assert "Each part is ranked by itself" in heads(view)["mean weight"].help
    assert "average of the row's part" in heads(view)["weight"].help
    assert heads(view)["mean weight"].text(int(view.model.order[0])).endswith("x")
    assert " flagged by run (" in view.count.text()


def test_an_audit_comes_in_front_of_the_mean_weight_and_one_click_sorts_by_either(
    qtbot, workspace, run
):
    view = shown(qtbot, RowsTable, workspace, run)
    rows = len(run.dataset)
    suspicion = np.random.default_rng(0).random(rows)
    ranked, flagged = np.argsort(-suspicion), suspicion > 0.9
    learned = "predicted (learned it)"
    assert learned in heads(view)
    assert "suggested" not in heads(view)
    judged = 1 - run.dataset.labels.astype(int)
    workspace.snapshot = workspace.snapshot.ranked_by(suspicion, ranked, flagged, judged)
    workspace.snapshot_changed.emit()
    assert heads(view)["suggested"].text(3) == run.dataset.classes[judged[3]]
    assert "never saw the row" in heads(view)["suggested"].help
    assert "by heart" in heads(view)[learned].help
    assert list(heads(view))[:4] == ["line", "suspicion", "mean weight", "weight"]
    assert "judges" in heads(view)["suspicion"].help
    np.testing.assert_array_equal(view.model.order, ranked)
    assert f"{flagged.sum():,} flagged by audit (" in view.count.text()
    view.table.horizontalHeader().sectionClicked.emit(2)
    np.testing.assert_array_equal(view.model.order, run.history.ranked())


def test_rows_sorted_by_a_column_of_the_file_stay_so_when_the_audit_ends(qtbot, workspace, run):
    view = shown(qtbot, RowsTable, workspace, run)
    view.table.horizontalHeader().sectionClicked.emit(list(heads(view)).index("price"))
    before = view.model.order.tolist()
    suspicion = np.zeros(len(run.dataset))
    shot = workspace.snapshot
    workspace.snapshot = shot.ranked_by(suspicion, shot.ranked[::-1].copy(), suspicion > 1)
    workspace.snapshot_changed.emit()
    assert view.model.order.tolist() == before
    assert view.model.columns[view.model.sort_column].title == "price"


def test_what_the_judges_suggest_is_listed_as_soon_as_they_do(qtbot, workspace, run):
    view = shown(qtbot, RowsTable, workspace, run)
    suspicion = np.zeros(len(run.dataset))
    shot = workspace.snapshot.ranked_by(suspicion, workspace.snapshot.ranked, suspicion > 1)
    workspace.snapshot = shot
    workspace.snapshot_changed.emit()
    assert "suggested" not in heads(view)
    judged = run.dataset.labels.astype(int)
    workspace.snapshot = shot.ranked_by(suspicion, shot.ranked, suspicion > 1, judged)
    workspace.snapshot_changed.emit()
    assert heads(view)["suggested"].text(3) == run.dataset.classes[judged[3]]
    workspace.snapshot = shot
    workspace.snapshot_changed.emit()
    assert "suggested" not in heads(view)


def test_a_relabelled_validation_row_shows_the_label_that_judges_it(qtbot, workspace, run):
    data = run.dataset
    late, early = (int(np.flatnonzero(part)[0]) for part in (data.validation, ~data.validation))
    other = {
        row: next(c for c in data.classes if c != data.label_text(row)) for row in (late, early)
    }
    revised = data.relabelled({int(data.lines[row]): label for row, label in other.items()})
    given = {column.title: column for column in columns_of(revised, None)}[data.target]
    assert given.text(late) == f"{other[late]} (file: {data.label_text(late)})"
    assert given.text(early) == other[early]
