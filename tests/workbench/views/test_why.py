"""The view of reasons: the waterfall, values to try, and the picture of many rows."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit

from core import AdaBoost, GradientBoosting, NaiveBayes, SingleLearner, example, fit
from core.base.wording import as_read
from core.judging.why.explain import explain
from tests.workbench.views.showing import shown
from workbench.shell import theme
from workbench.state.workspace import RunItem
from workbench.views.decision_boundary.view import SELECTED, DecisionBoundary
from workbench.views.why.view import ALL, ROW, Why


@pytest.fixture(scope="module")
def run():
    return fit(example("orders"), AdaBoost(rounds=60))


@pytest.fixture(scope="module")
def rents():
    return fit(example("rents"), GradientBoosting(rounds=20))


def widths(view):
    """What the bars add, from above."""
    return view.bars.items[0].opts["width"]


def type_value(qtbot, view, column, text):
    """Edit a value in the panel as a person does: F2, the text, Enter."""
    table = view.panel.values
    row = next(r for r in range(table.rowCount()) if table.item(r, 0).text() == column)
    table.setCurrentCell(row, 1)
    table.setFocus()
    qtbot.keyClick(table.viewport(), Qt.Key.Key_F2)
    line = next(own for own in table.findChildren(QLineEdit) if own.isVisible())
    line.selectAll()
    qtbot.keyClicks(line, text)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    QApplication.processEvents()  # Qt takes what was typed a moment later


def test_the_bars_are_what_the_columns_add_at_the_round_shown(qtbot, workspace, run):
    view = shown(qtbot, Why, workspace, run)
    workspace.select([40])
    row = run.dataset.rows_of([40])
    for number in (60, 7):
        workspace.go_to(number)
        found = explain(run.model, run.dataset, row, rounds=number)
        own = found.for_class(int(found.decided[0]))[0]
        assert np.sort(widths(view)) == pytest.approx(np.sort(own[own != 0]))
        assert f"predicted {run.dataset.classes[int(found.decided[0])]}" in view.said()
    workspace.go_to(0)
    assert "Before the first round" in view.describe()


def test_without_a_row_all_of_them_are_drawn_and_a_click_selects_some(qtbot, workspace, run):
    view = shown(qtbot, Why, workspace, run)
    assert view.options.part == ROW
    swarm = view.drawing.swarm
    assert swarm is not None
    assert swarm.counts.sum() == len(run.dataset) * len(run.dataset.features)
    assert "over 3,000 rows" in view.said()
    assert "Select a row" in view.said()
    place = int(swarm.counts[0].argmax())
    x = swarm.low + (place + 0.5) / swarm.counts.shape[1] * (swarm.high - swarm.low)
    view._box.picked.emit(x, 0.0)
    assert view.options.part == ALL
    assert len(workspace.selection) >= swarm.counts[0][place]
    adds = explain(run.model, run.dataset, workspace.selected_rows()).for_class(1)
    first = swarm.summary.places[0]
    assert np.ptp(adds[:, first]) <= 3.1 / swarm.counts.shape[1] * (swarm.high - swarm.low)


def test_rows_of_the_swarm_are_selected_by_keys(qtbot, workspace, run):
    view = shown(qtbot, Why, workspace, run)
    swarm = view.drawing.swarm
    qtbot.keyClick(view.canvas, Qt.Key.Key_Home)
    x, y = view.plot_cursor.place.x(), view.plot_cursor.place.y()
    expected = run.dataset.lines[view.many.rows[swarm.rows_at(round(y), x)]]
    qtbot.keyClick(view.canvas, Qt.Key.Key_Space)
    assert workspace.selection.tolist() == sorted(expected.tolist())
    qtbot.keyClick(view.canvas, Qt.Key.Key_PageDown, Qt.KeyboardModifier.ShiftModifier)
    assert set(expected) < set(workspace.selection.tolist())


def test_values_are_tried_by_keys_and_nothing_in_the_data_changes(qtbot, workspace, run):
    view = shown(qtbot, Why, workspace, run, size=(900, 500))
    workspace.select([40])
    before = view.row.story.why().predicted
    assert not view.panel.isVisible()
    qtbot.mouseClick(view.tries, Qt.MouseButton.LeftButton)
    assert view.panel.isVisible()
    type_value(qtbot, view, "sizes_ordered", "4")
    assert workspace.tried.values == {"sizes_ordered": "4"}
    assert "It stays no" in view.panel.said.text()
    type_value(qtbot, view, "delivery_days", "11")
    both = {"sizes_ordered": "4", "delivery_days": "11"}
    assert workspace.tried.values == both
    assert view.row.story.why().predicted != before
    assert "Now it would be yes" in view.panel.said.text()
    assert "With other values" in view.said()
    row = int(run.dataset.rows_of([40])[0])
    assert run.dataset.table.column("sizes_ordered").text(row) == "1"
    assert workspace.decisions is None or not workspace.decisions.standing()
    type_value(qtbot, view, "price", "cheap")
    assert "'cheap' is no number" in view.panel.problem.text()
    assert workspace.tried.values == both
    qtbot.mouseClick(view.panel.reset, Qt.MouseButton.LeftButton)
    assert workspace.tried is None
    assert view.row.story.why().predicted == before


def test_the_nearest_change_can_be_tried_and_turns_the_prediction(qtbot, workspace, run):
    view = shown(qtbot, Why, workspace, run)
    workspace.select([40])
    turn = view.row.story.turns.found[0]
    assert turn.sentence in view.describe()
    view.body.turns.linkActivated.emit("0")
    assert view.options.tries
    assert view.row.turned
    assert view.row.story.why().predicted == turn.becomes


def test_another_row_forgets_what_was_tried(qtbot, workspace, run):
    view = shown(qtbot, Why, workspace, run)
    workspace.select([40])
    view.body.turns.linkActivated.emit("0")
    assert workspace.tried is not None
    workspace.select([41])
    assert workspace.tried is None
    assert view.row.line == 41


def test_the_boundary_marks_the_tried_row_and_goes_through_it(qtbot, workspace, run):
    view = shown(qtbot, Why, workspace, run)
    plane = DecisionBoundary(workspace)
    qtbot.addWidget(plane)
    plane.resize(640, 400)
    plane.show()
    plane.draw_now()
    workspace.select([40])
    plane.change_options(others=SELECTED, x="price", y="sizes_ordered")
    view.change_options(tries=True)
    view._try("sizes_ordered", "4")
    plane.draw_now()
    (mark,) = plane.tried.points()
    assert (mark.pos().x(), mark.pos().y()) == (43.72, 4.0)
    view._try("delivery_days", "11")
    plane.draw_now()
    names = [column.name for column in run.dataset.features]
    assert plane.drawn.plane.fixed[names.index("delivery_days")] == 11
    workspace.try_values(None)
    plane.draw_now()
    assert len(plane.tried.points()) == 0


def test_sampled_reasons_have_whiskers_and_say_so(qtbot, workspace):
    run = fit(example("orders"), SingleLearner(learner=NaiveBayes()))
    view = shown(qtbot, Why, workspace, run)
    workspace.select([40])
    assert "Estimated by putting the row together" in view.said()
    assert view.bars.bars.has_intervals


def test_many_classes_can_be_held_against_the_given_one(qtbot, workspace):
    run = fit(example("iris"), GradientBoosting(rounds=10))
    view = shown(qtbot, Why, workspace, run)
    row = (
        int(
            np.flatnonzero(
                run.model.predict(run.dataset)
                != np.array(run.dataset.classes)[run.dataset.labels.astype(int)]
            )[0]
        )
        if view
        else 0
    )
    workspace.select([int(run.dataset.lines[row])])
    view.change_options(about="given")
    why = view.row.why("given")
    assert why.against == run.dataset.label_text(row)
    found = explain(run.model, run.dataset, np.array([row]))
    about = run.dataset.classes.index(why.about)
    wanted = found.for_class(about, run.dataset.classes.index(why.against))[0]
    assert sum(step.adds for step in view.drawing.steps) == pytest.approx(wanted.sum())


def test_dates_unfold_into_their_parts(qtbot, workspace, rents):
    view = shown(qtbot, Why, workspace, rents)
    workspace.select([40])
    assert view.unfold.isVisible()
    folded = view.bars.bars.names
    qtbot.mouseClick(view.unfold, Qt.MouseButton.LeftButton, pos=view.unfold.rect().center())
    view.change_options(is_unfolded=True)
    assert len(view.bars.bars.names) >= len(folded)
    assert not any(name.startswith("offered =") for name in view.bars.bars.names)


def test_a_given_number_is_written_as_the_predicted_one(qtbot, workspace, rents):
    view = shown(qtbot, Why, workspace, rents)
    data = rents.dataset
    row = next(place for place, label in enumerate(data.labels) if label >= 1000)
    workspace.select([int(data.lines[row])])
    assert f"given {as_read(data.label_text(row))}," in view.said()
    assert "," in as_read(data.label_text(row))
    assert view.axes["bottom"].tickStrings([2_000, 3_000], 1, 1_000) == ["2,000", "3,000"]


def test_themes_numbers_and_words(qtbot, workspace, rents):
    view = shown(qtbot, Why, workspace, rents)
    assert set(view.numbers()) == {"columns"}
    workspace.select([40])
    table = view.numbers()["reasons"]
    assert table["adds"].abs().is_monotonic_decreasing
    view.apply_theme(theme.DARK)
    assert view.bars.bars.by_name[0] in (theme.DARK.accent, theme.DARK.validation)
    assert "The predicted rent is" in view.describe()


def test_a_run_under_way_is_told_when_it_has_a_model(qtbot, workspace, run):
    view = shown(qtbot, Why, workspace, run)
    workspace.select([40])
    item = RunItem(2, fit(example("orders"), AdaBoost(rounds=5)))
    workspace.show_run(item)
    assert view.row.story.explained.model.rounds == 5
