"""The threshold on its curves: every way to move it, what follows, and the rule that is used."""

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core import AdaBoost, Dataset, DecisionRule, RandomForest, example, fit, train
from core.learning.deciding import equal_costs
from core.project import Project
from core.project.runs import RunItem
from tests.workbench.views.showing import shown
from workbench.jobs.registry import Jobs
from workbench.shell import theme
from workbench.state.workspace import Workspace
from workbench.views.threshold.cost_table import CostTable
from workbench.views.threshold.view import PRECISION, ROC, Threshold

SECONDS = 60_000


@pytest.fixture(scope="module")
def run():
    return fit(example("orders"), AdaBoost(rounds=20))


@pytest.fixture(scope="module")
def many():
    random = np.random.default_rng(5)
    x = random.normal(size=(300, 3))
    labels = np.array(["a", "b", "c"])[(x + 0.8 * random.normal(size=x.shape)).argmax(axis=1)]
    frame = pd.DataFrame(x, columns=list("uvw")).assign(y=labels)
    return fit(Dataset.from_frame(frame, "y"), RandomForest(rounds=8))


@pytest.fixture
def opened(qtbot, workspace):
    """A view of a run that is in the list of a project, so that it can be given a rule."""

    def open_run(run, size=(640, 400)):
        project = Project.of(run.dataset)
        project.take_runs([RunItem(1, run)])
        workspace.project.take_over(project)
        view = Threshold(workspace)
        qtbot.addWidget(view)
        view.resize(*size)
        view.show()
        view.apply_theme(theme.LIGHT)
        workspace.show_run(workspace.runs[0])
        qtbot.waitUntil(lambda: view.decided is not None and view.is_ready, timeout=SECONDS)
        return view

    return open_run


def by_hand(run, threshold):
    """The rows that validation has of each class (down) named each class (across)."""
    data = run.dataset.only(run.dataset.validation)
    named = (run.model.probabilities(data)[:, 1] >= threshold).astype(int)
    given = data.labels.astype(int)
    return [[int(((given == g) & (named == n)).sum()) for n in (0, 1)] for g in (0, 1)]


def counted(view):
    rows, rule = view.decided, view.rule
    return rows.confusion(rule.decided(rows.shares))[0].tolist()


def test_the_confusion_follows_every_step_of_the_slider(qtbot, opened, run):
    view = opened(run)
    slider = view.threshold_row.slider
    slider.setFocus()
    for key in (Qt.Key.Key_Left, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home):
        QTest.keyClick(slider, key)
        assert counted(view) == by_hand(run, view.rule.threshold)
        assert view.threshold_row.box.value() == pytest.approx(100 * view.rule.threshold, abs=1e-5)
    assert view.rule.threshold == 0
    assert counted(view)[0][0] == counted(view)[1][0] == 0


def test_a_typed_threshold_moves_the_slider_the_line_and_the_points(qtbot, opened, run):
    view = opened(run)
    box = view.threshold_row.box
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "20")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert view.rule.threshold == pytest.approx(0.2)
    assert counted(view) == by_hand(run, 0.2)
    assert view.figures.cost.line.value() == pytest.approx(np.log(0.25))
    (_, alarms), (misses, hits) = by_hand(run, 0.2)
    [x], [y] = view.figures.roc.point.getData()
    assert y == pytest.approx(hits / (hits + misses))
    assert x == pytest.approx(alarms / sum(by_hand(run, 0.2)[0]))
    [recall], [precision] = view.figures.precision.point.getData()
    assert (recall, precision) == pytest.approx((hits / (hits + misses), hits / (hits + alarms)))


def test_dragging_the_line_and_clicking_a_curve_move_it(qtbot, opened, run):
    view = opened(run, size=(900, 700))
    qtbot.waitUntil(lambda: ROC in view.figures.shown, timeout=SECONDS)
    view.figures.cost.line.setValue(-2.0)
    view.figures.cost.line.sigDragged.emit(view.figures.cost.line)
    assert view.rule.threshold == pytest.approx(1 / (1 + np.exp(2)), rel=0.01)
    roc = view.figures.roc
    place = len(roc.x) // 3
    view._boxes[ROC].clicked.emit(float(roc.x[place]), float(roc.y[place]), False)
    [x], [y] = roc.point.getData()
    assert (x, y) == pytest.approx((roc.x[place], roc.y[place]), abs=0.02)
    assert counted(view) == by_hand(run, view.rule.threshold)


def test_costs_move_the_threshold_to_what_they_say(qtbot, opened, run):
    view = opened(run)
    view.cost_row.miss.setValue(4)
    assert view.rule.costs == ((0.0, 1.0), (4.0, 0.0))
    assert view.rule.threshold == pytest.approx(0.2)
    view._later.stop()
    view._say()
    (_, alarms), (misses, _) = by_hand(run, 0.2)
    rows = int(run.dataset.validation.sum())
    assert f"A row costs {(alarms + 4 * misses) / rows:.3g}" in view.describe()
    curve = view.numbers()["thresholds"]
    assert curve["cost"].min() <= (alarms + 4 * misses) / rows


def test_both_errors_cannot_cost_nothing(qtbot, opened, run):
    view = opened(run)
    view.cost_row.alarm.setValue(0)
    view.cost_row.miss.setValue(0)
    assert any(map(any, view.rule.costs))


def test_the_best_is_found_used_and_undone(qtbot, opened, workspace, run):
    view = opened(run)
    view.cost_row.miss.setValue(9)
    view.buttons.find.click()
    qtbot.waitUntil(lambda: not view.finder.is_running and view.is_ready, timeout=SECONDS)
    found = view.rule
    assert found.evidence.rows == int((~run.dataset.validation).sum())
    assert view.figures.cost.band.isVisible()
    assert workspace.current.run.rule is None
    assert "Not in use" in view.describe()
    view.buttons.use.click()
    assert workspace.current.run.rule == found
    qtbot.waitUntil(lambda: "In use" in view.describe(), timeout=SECONDS)
    assert not view.buttons.use.isEnabled()
    assert (
        workspace.snapshot.said.tolist()
        == found.decided(run.model.probabilities(run.dataset)).tolist()
    )
    # The rows were judged unseen already: other costs are answered without a training.
    view.cost_row.miss.setValue(2)
    qtbot.waitUntil(lambda: not view.finder.is_running and view.is_ready, timeout=SECONDS)
    assert view.rule.evidence is not None
    assert workspace.current.run.rule == found
    workspace.project.undo()
    assert workspace.current.run.rule is None
    workspace.project.redo()
    assert workspace.current.run.rule == found
    view.buttons.usual.click()
    assert workspace.current.run.rule is None


def test_a_search_can_be_stopped(qtbot, run):
    jobs = Jobs()
    workspace = Workspace(jobs)
    view = shown(qtbot, Threshold, workspace, run)
    qtbot.waitUntil(lambda: view.decided is not None and view.is_ready, timeout=SECONDS)
    view.buttons.find.click()
    assert view.finder.is_running
    assert view.buttons.find.text().startswith("Stop")
    assert any("best threshold" in job.name for job in jobs.running)
    view.buttons.find.click()
    assert not view.finder.is_running
    assert view.buttons.find.text() == "Find best"
    qtbot.waitUntil(lambda: view.is_ready, timeout=SECONDS)
    assert view.rule.evidence is None
    jobs.close()


def test_a_cell_selects_its_rows(qtbot, opened, workspace, run):
    view = opened(run)
    view.threshold_row.box.setValue(30)
    view._boxes["confusion"].clicked.emit(1.0, 0.0, False)
    data = run.dataset
    named = run.model.probabilities(data)[:, 1] >= 0.3
    expected = data.lines[data.validation & (data.labels == 0) & named]
    assert workspace.selection.tolist() == expected.tolist()


def test_what_is_wanted_of_a_class_is_told(qtbot, opened, run):
    view = opened(run)
    view.change_options(figure=PRECISION)
    assert view.rare_row.isVisible()
    view.rare_row.precision.setValue(80)
    view.rare_row.top.setValue(5)
    qtbot.waitUntil(
        lambda: view.is_ready and view.rare is not None and view.rare.top == 0.05, timeout=SECONDS
    )
    assert (view.rare.precision, view.options.precision) == (0.8, 0.8)
    assert view.rare_row.lift.text().startswith(f"{view.rare.lift.share:.1f}x")
    assert "of the rows hold" in view.describe()


def test_there_is_room_for_all_plots_or_for_two(qtbot, opened, run):
    view = opened(run, size=(480, 340))
    assert view.figures.shown == ("cost", "confusion")
    view.change_options(figure=ROC)
    assert view.figures.shown == ("roc", "confusion")
    view.resize(900, 700)
    qtbot.waitUntil(lambda: len(view.figures.shown) == 4, timeout=SECONDS)
    assert not view.figure_box.isEnabled()


def test_many_classes_have_a_table_of_costs(qtbot, opened, workspace, many):
    view = opened(many)
    assert view.table.isVisible()
    assert not view.threshold_row.isVisible()
    cells = view.table.cells
    assert cells.setData(cells.index(0, 1), "20")
    assert view.rule.costs[0] == (0.0, 20.0, 1.0)
    assert not cells.setData(cells.index(1, 0), "nonsense")
    assert cells.data(cells.index(1, 0)) == "1"
    assert not cells.setData(cells.index(1, 0), "-3")
    assert view.rule.costs[1] == (1.0, 0.0, 1.0)
    view.buttons.find.click()
    qtbot.waitUntil(lambda: not view.finder.is_running and view.is_ready, timeout=SECONDS)
    view.buttons.use.click()
    rule = workspace.current.run.rule
    assert rule.evidence is not None
    said = rule.decided(many.model.probabilities(many.dataset))
    rows = many.dataset.validation
    assert counted(view) == [
        [int(((many.dataset.labels == g) & (said == n) & rows).sum()) for n in range(3)]
        for g in range(3)
    ]


def test_hundreds_of_classes_have_room_in_the_table_of_costs(qtbot):
    table, classes = CostTable(), tuple(f"species {number}" for number in range(300))
    qtbot.addWidget(table)
    table.show_costs(equal_costs(300), classes)
    cells = table.cells
    assert cells.setData(cells.index(299, 0), "7")
    assert (table.costs[299][0], table.costs[299][1], table.costs[0][299]) == (7.0, 1.0, 1.0)
    assert cells.data(cells.index(5, 5)) == "–"
    assert not cells.flags(cells.index(5, 5)) & Qt.ItemFlag.ItemIsEditable


def test_a_run_with_a_rule_shows_it(qtbot, opened, run):
    rule = DecisionRule.from_threshold(0.07, 1, ((0.0, 2.0), (11.0, 0.0)))
    view = opened(run.deciding_by(rule))
    assert view.rule == rule
    assert view.cost_row.costs == rule.costs
    assert view.threshold_row.box.value() == pytest.approx(7)
    assert "In use" in view.describe()


def test_numbers_and_a_training_under_way_have_no_threshold(qtbot, workspace, run):
    frame = pd.DataFrame({"x": np.arange(80.0), "y": np.arange(80.0) ** 1.5})
    numbers = fit(Dataset.from_frame(frame, "y"), RandomForest(rounds=2))
    view = shown(qtbot, Threshold, workspace, numbers)
    assert not view.has_content
    assert "A number is predicted here" in view._empty.text()
    workspace.show_run(RunItem(2, train(example("moons"), AdaBoost(rounds=3))))
    assert "when the training has ended" in view._empty.text()


def test_cells_are_walked_told_and_selected_by_keys(run, opened):
    view = opened(run)
    counts = by_hand(run, view.rule.threshold)
    QTest.keyClick(view.canvas, Qt.Key.Key_Home)
    QTest.keyClick(view.canvas, Qt.Key.Key_Right)
    assert (view.plot_cursor.place.x(), view.plot_cursor.place.y()) == (1, 0)
    given, named = run.model.classes
    told = view.canvas.accessibleDescription()
    assert told.startswith(f"given {given}, named {named}: {counts[0][1]} row")
    QTest.keyClick(view.canvas, Qt.Key.Key_Space)
    assert len(view.workspace.selection) == counts[0][1]
    QTest.keyClick(view.canvas, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert len(view.workspace.selection) == counts[0][1] + counts[1][1]
