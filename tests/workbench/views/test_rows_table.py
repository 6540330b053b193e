"""The table of rows: what is found, listed and sorted."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu

from core import AdaBoost, Dataset, example, fit
from core.data.table import Table
from core.judging.reviewing.kinds import Verb
from core.learning.snapshot import Snapshot
from tests.workbench.views.showing import shown
from workbench.shell import theme
from workbench.views.rows_table.columns import _margin, columns_of
from workbench.views.rows_table.finding import EXAMPLES, matching
from workbench.views.rows_table.model import RowsModel
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
    assert data.lines[matching(data, query).fits].tolist() == lines


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("price > 10 and card", ""),
        ("price < x", "'x' is no number, and 'price' holds numbers."),
        ("price >", "What is 'price' to be compared with? Type a value."),
        ("payment > card", "'Payment' holds texts: compare it by = or !=."),
        ("payment = crad", "No row has 'crad' in 'Payment'. Is 'card' meant?"),
        ("prize > 10", "There is no column 'prize'. Is 'price' meant?"),
        ("nothing = 3", f"There is no column 'nothing'. {EXAMPLES}"),
        ("cheque", f"No row has 'cheque'. {EXAMPLES}"),
    ],
)
def test_a_search_that_is_not_understood_says_so(frame, query, problem):
    data = Dataset.from_frame(frame, "y", validation_share=0)
    assert matching(data, query).problem == problem


def test_what_is_not_understood_is_said_beside_the_field(qtbot, workspace, run):
    """Seen: a bad search gives an empty table without a word."""
    view = shown(qtbot, RowsTable, workspace, run)
    assert not view.problem.isVisible()
    QTest.keyClicks(view.search, "prize > 30")
    assert view.problem.text() == "There is no column 'prize'. Is 'price' meant?"
    assert view.problem.isVisible()
    assert view.search.accessibleDescription() == view.problem.text()
    view.search.setText("price > 30")
    assert not view.problem.isVisible()
    assert 0 < len(view.model.order) < len(run.dataset)


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


def test_sorting_under_way_is_of_the_rows_that_it_began_with(run):
    model, shot = RowsModel(), Snapshot.of(run.history, 30)
    model.set_dataset(run.dataset)
    model.set_snapshot(shot)
    ranking = next(column for column in model.columns if column.ranked)
    model.set_dataset(example("moons"))
    np.testing.assert_array_equal(ranking.order(descending=True), shot.ranked)


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
    assert titles[:4] == ["line", "review", "mean weight", "weight"]
    assert "suspicion" not in titles
    assert "Each part is ranked by itself" in heads(view)["mean weight"].help
    assert "average of the row's part" in heads(view)["weight"].help
    assert heads(view)["mean weight"].text(int(view.model.order[0])).endswith("x")
    assert view.count.text().endswith(" flagged (run alone)")


def test_an_audit_takes_the_place_of_the_mean_weight_and_one_click_sorts_by_either(
    qtbot, workspace, run
):
    view = shown(qtbot, RowsTable, workspace, run)
    rows = len(run.dataset)
    suspicion = np.random.default_rng(0).random(rows)
    ranked, flagged = np.argsort(-suspicion), suspicion > 0.9
    learned = "predicted (learned it)"
    titles = list(heads(view))
    assert titles.index(learned) == titles.index("given") + 1
    assert "judges say" not in heads(view)
    judged = 1 - run.dataset.labels.astype(int)
    sure = np.full(rows, 0.75)
    workspace.snapshot = workspace.snapshot.ranked_by(suspicion, ranked, flagged, judged, sure)
    workspace.snapshot_changed.emit()
    assert heads(view)["judges say"].text(3) == f"{run.dataset.classes[judged[3]]} 75.0 %"
    assert "never saw the row" in heads(view)["judges say"].help
    assert "by heart" in heads(view)[learned].help
    titles = list(heads(view))
    assert titles[:6] == ["line", "review", "suspicion", "given", "judges say", "weight"]
    assert titles[-3:] == ["mean weight", learned, "part"]
    assert "judges" in heads(view)["suspicion"].help
    np.testing.assert_array_equal(view.model.order, ranked)
    assert view.count.text() == f"3,000 rows · {flagged.sum():,} flagged (audit)"
    view.table.horizontalHeader().sectionClicked.emit(titles.index("mean weight"))
    np.testing.assert_array_equal(view.model.order, run.history.ranked())


def test_suspicion_keeps_its_scale_for_twins(qtbot, workspace, run):
    """Seen: a suspicion of 1.76 on a scale of 0 to 1."""
    view = shown(qtbot, RowsTable, workspace, run)
    suspicion = np.linspace(0, 1, len(run.dataset))
    suspicion[5] = 1.76
    shot, ranked = workspace.snapshot, np.argsort(-suspicion)
    workspace.snapshot = shot.ranked_by(suspicion, ranked, suspicion > 1, run.dataset.labels)
    workspace.snapshot_changed.emit()
    assert view.model.order[0] == 5
    assert heads(view)["suspicion"].text(5) == "twin 0.76"
    assert heads(view)["suspicion"].text(6) == f"{suspicion[6]:.2f}"


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
    assert "judges say" not in heads(view)
    judged = run.dataset.labels.astype(int)
    workspace.snapshot = shot.ranked_by(suspicion, shot.ranked, suspicion > 1, judged)
    workspace.snapshot_changed.emit()
    assert heads(view)["judges say"].text(3) == run.dataset.classes[judged[3]]
    workspace.snapshot = shot
    workspace.snapshot_changed.emit()
    assert "judges say" not in heads(view)


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


def test_a_number_that_was_set_is_shown_beside_that_of_the_file():
    """The table of numbers failed once a price was corrected and trained on again."""
    data = example("rents")
    late = int(np.flatnonzero(data.validation)[0])
    revised = data.with_cells({data.target: {int(data.lines[late]): "1234.5"}})
    given = next(c for c in columns_of(revised, None) if c.edits == data.target)
    assert given.text(late) == f"1,234.5 (file: {data.label_text(late)})"
    other = int(np.flatnonzero(data.validation)[1])
    assert given.text(other).replace(",", "") == data.label_text(other)


@pytest.fixture
def table(qtbot, workspace, run):
    """The table of data that something can be decided about."""
    workspace.set_dataset(run.dataset)
    return shown(qtbot, RowsTable, workspace, run, size=(1000, 400))


def place_of(view, line, title):
    """Where a cell is, once it is in sight."""
    titles = [column.title for column in view.model.columns]
    row = int(np.flatnonzero(view.model.dataset.lines[view.model.order] == line)[0])
    index = view.model.index(row, titles.index(title))
    view.table.scrollTo(index)
    return index


def menu_at(qtbot, view, line, title="line"):
    """What the right button offers on a cell: the entries by their words."""
    index = place_of(view, line, title)
    menu = QMenu()
    qtbot.addWidget(menu)
    spot = view.table.visualRect(index).center()
    view.fill_menu(menu, view.table.viewport().mapTo(view, spot))
    return menu, {action.text(): action for action in menu.actions() if action.text()}


def test_flagged_rows_are_marked_in_words_and_by_a_dot_of_both_themes(table):
    flagged = int(np.flatnonzero(table.workspace.snapshot.flagged)[0])
    line = int(table.model.dataset.lines[flagged])
    cell = place_of(table, line, "review")
    assert cell.data() == "flagged"
    for each in (theme.LIGHT, theme.DARK):
        table.apply_theme(each)
        assert cell.data(Qt.ItemDataRole.BackgroundRole) is None
        seen = cell.data(Qt.ItemDataRole.DecorationRole).pixmap(12).toImage()
        assert seen.pixelColor(seen.rect().center()).name().upper() == each.warning_text
        assert cell.data(Qt.ItemDataRole.ForegroundRole).name().upper() == each.warning_text
    right = int(np.flatnonzero(~table.workspace.snapshot.flagged)[0])
    assert place_of(table, int(table.model.dataset.lines[right]), "review").data() == ""
    table.table.horizontalHeader().sectionClicked.emit(1)
    many = int(table.workspace.snapshot.flagged.sum())
    marks = [table.model.index(row, 1).data() for row in range(many + 1)]
    assert marks == ["flagged"] * many + [""]


def test_the_right_button_decides_about_the_row_that_was_clicked(qtbot, table):
    space = table.workspace
    line = int(table.model.dataset.lines[7])
    space.select([40, 41])
    _, entries = menu_at(qtbot, table, line)
    assert [text for text in entries if "selected" in text] == []
    entries[f"Exclude line {line}"].trigger()
    assert space.decisions.changes().excluded.tolist() == [line]
    assert place_of(table, line, "review").data() == "excluded"
    assert line in table.model.dataset.lines
    _, entries = menu_at(qtbot, table, line)
    other = next(name for name in space.decisions.base.classes)
    labels = entries[f"Relabel line {line} to"].menu()
    next(action for action in labels.actions() if action.text() == other).trigger()
    assert space.decisions.about(line).label == other
    assert place_of(table, line, "review").data() == f"→ {other}"
    _, entries = menu_at(qtbot, table, line)
    entries[f"Undo what was decided about line {line}"].trigger()
    assert space.decisions.about(line) is None
    _, entries = menu_at(qtbot, table, line)
    assert not entries[f"Undo what was decided about line {line}"].isEnabled()


def test_the_selected_rows_are_decided_about_by_an_entry_that_names_their_number(qtbot, table):
    space, lines = table.workspace, [4, 9, 77]
    space.select(lines)
    _, entries = menu_at(qtbot, table, 9)
    entries["Keep line 9"].trigger()
    assert space.decisions.kept() == (9,)
    entries["Exclude 3 selected rows"].trigger()
    assert space.decisions.changes().excluded.tolist() == lines
    space.project.undo()
    assert space.decisions.changes().excluded.tolist() == []


def type_into(view, index, text):
    """Edit a cell as a person does."""
    view.table.setCurrentIndex(index)
    QTest.keyClick(view.table, Qt.Key.Key_F2)
    editor = view.table.findChildren(QLineEdit)[-1]
    editor.selectAll()
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    QApplication.processEvents()  # Qt lets the field have the key first


def test_a_value_is_edited_in_place_and_that_can_be_undone(table):
    space, line = table.workspace, int(table.model.dataset.lines[12])
    cell = place_of(table, line, "price")
    before = cell.data()
    type_into(table, cell, "12.5")
    assert space.decisions.stands.cells_of(line) == {"price": "12.5"}
    assert (cell.data(), place_of(table, line, "review").data()) == ("12.5", "edited")
    assert cell.data(Qt.ItemDataRole.FontRole).italic()
    assert f"Set here; the file has {before}" in cell.data(Qt.ItemDataRole.ToolTipRole)
    row = int(space.dataset.rows_of([line])[0])
    price = next(column for column in space.dataset.features if column.name == "price")
    assert price.values[row] == 12.5
    space.project.undo()
    assert cell.data() == before


def test_a_value_that_cannot_be_is_refused_in_a_sentence(table):
    space, line, failed = table.workspace, int(table.model.dataset.lines[12]), []
    space.failed.connect(failed.append)
    type_into(table, place_of(table, line, "price"), "cheap")
    assert "'cheap' is no number, and 'price' holds numbers" in str(failed[0])
    type_into(table, place_of(table, line, "given"), "perhaps")
    assert "perhaps" in str(failed[1])
    assert not space.project.done


def test_the_target_is_relabelled_in_place(table):
    space, line = table.workspace, int(table.model.dataset.lines[12])
    given = place_of(table, line, "given").data()
    other = next(name for name in space.decisions.base.classes if name != given)
    type_into(table, place_of(table, line, "given"), other)
    assert (space.decisions.about(line).verb, space.decisions.about(line).label) == (
        Verb.RELABEL,
        other,
    )
    assert place_of(table, line, "line").flags() & Qt.ItemFlag.ItemIsEditable == Qt.ItemFlag(0)


def test_before_a_run_an_edit_brings_the_column_of_marks_and_keeps_the_order(qtbot, workspace, run):
    workspace.set_dataset(run.dataset)
    view = RowsTable(workspace)
    qtbot.addWidget(view)
    view.resize(1000, 400)
    view.show()
    view.table.horizontalHeader().sectionClicked.emit(list(heads(view)).index("price"))
    before = view.model.order.tolist()
    assert "review" not in heads(view)
    line = int(run.dataset.lines[before[0]])
    type_into(view, place_of(view, line, "discount"), "0.5")
    assert place_of(view, line, "review").data() == "edited"
    assert view.model.order.tolist() == before
    workspace.select([line])
    assert view.lines_selected() == [line]


def test_the_files_own_columns_stand_there_also_those_that_nothing_is_learned_from():
    """Seen: a date was there as five numbers only, and the number of the form not at all."""
    rows = 60
    frame = pd.DataFrame(
        {
            "form": [f"F-{place:04d}" for place in range(rows)],
            "asked on": [f"{1 + place % 28:02d}.0{1 + place % 9}.2025" for place in range(rows)],
            "wait": np.arange(rows) % 7 + 0.5,
            "label": ["yes", "no"] * (rows // 2),
        }
    )
    data = Dataset.from_table(Table.from_frame(frame), "label")
    columns = {column.title: column for column in columns_of(data, None)}
    assert list(columns)[:5] == ["line", "label", "form", "asked on", "wait"]
    assert "asked on: month" in list(columns)[5:]
    assert columns["form"].text(7) == "F-0007"
    assert columns["asked on"].text(7) == frame["asked on"][7]
    by_day = pd.to_datetime(frame["asked on"], format="%d.%m.%Y").to_numpy()
    assert by_day[columns["asked on"].order(descending=False)].tolist() == sorted(by_day.tolist())
    found = matching(data, "F-0007")
    assert np.flatnonzero(found.fits).tolist() == [7]


def test_long_titles_are_cut_where_they_differ():
    names = [
        f"sensor_reading_averaged_over_{place:02d}_minutes_in_millivolts" for place in range(9)
    ]
    frame = pd.DataFrame(np.random.default_rng(0).normal(size=(30, 9)), columns=names)
    data = Dataset.from_frame(frame.assign(label=["a", "b"] * 15), "label")
    model = RowsModel()
    model.set_dataset(data)
    read = [
        model.headerData(place, Qt.Orientation.Horizontal, Qt.ItemDataRole.DisplayRole)
        for place in range(model.columnCount())
    ]
    assert len(set(read)) == len(read) == 11
    assert max(map(len, read)) <= 32


def test_a_margin_of_nothing_has_no_sign(run):
    data = run.dataset
    margins = np.full(len(data), -0.0004)
    now = SimpleNamespace(margins=margins)
    assert _margin(data, lambda: now).text(0) == "0.00"
    margins[0] = -0.016
    assert _margin(data, lambda: now).text(0) == "-0.02"
