"""Rows are selected in every plot by keys alone: a cursor goes from thing to thing."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core import AdaBoost, GradientBoosting, RandomForest, example, fit
from tests.core.helpers import dataset
from tests.workbench.views.showing import shown
from workbench.views.bias_variance.view import BiasVariance
from workbench.views.committee.view import Committee
from workbench.views.data_scatter.view import DataScatter
from workbench.views.features.view import Features
from workbench.views.margins.view import Margins
from workbench.views.results.view import Results
from workbench.views.weight_paths.view import WeightPaths

Key = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(scope="module")
def run():
    return fit(example("moons"), AdaBoost(rounds=20))


def press(view, *keys, modifier=Qt.KeyboardModifier.NoModifier):
    for key in keys:
        QTest.keyClick(view.canvas, key, modifier)


def test_cells_of_the_confusion_matrix_are_walked_told_and_selected(qtbot, workspace, run):
    view = shown(qtbot, Results, workspace, run)
    found = view.figure.found
    press(view, Key.Key_Home)
    assert (view.plot_cursor.place.x(), view.plot_cursor.place.y()) == (0, 0)
    press(view, Key.Key_Right)
    assert (view.plot_cursor.place.x(), view.plot_cursor.place.y()) == (1, 0)
    names = run.dataset.classes
    said = view.canvas.accessibleDescription()
    assert said.startswith(f"given {names[0]}, predicted {names[1]}")
    assert f"{found.counts[0, 1]} row" in said
    assert "Click" not in said
    press(view, Key.Key_Space)
    lines = view._answer.asked.lines
    assert workspace.selection.tolist() == sorted(lines[found.cell == 1].tolist())
    press(view, Key.Key_Down, modifier=SHIFT)  # down is to the next given class: the axis is turned
    wanted = lines[np.isin(found.cell, (1, 3))]
    assert workspace.selection.tolist() == sorted(wanted.tolist())


def test_of_26_classes_every_cell_is_reached_and_scores_scroll(qtbot, workspace):
    rng = np.random.default_rng(0)
    labels = rng.permutation(np.repeat([chr(65 + k) for k in range(26)], 12))
    data = dataset({"x": rng.normal(size=len(labels)), "y": rng.normal(size=len(labels))}, labels)
    view = shown(qtbot, Results, workspace, fit(data, GradientBoosting(rounds=2)))
    press(view, Key.Key_Home, *[Key.Key_Right] * 25, *[Key.Key_Down] * 25)
    assert (view.plot_cursor.place.x(), view.plot_cursor.place.y()) == (25, 25)
    assert "given Z, predicted Z" in view.canvas.accessibleDescription()
    view.change_options(classes_part="scores")
    qtbot.waitUntil(lambda: view.is_ready and view._figure_key == "scores")
    low = view.plot.vb.viewRange()[1][0]
    press(view, Key.Key_Home, *[Key.Key_Down] * 26)
    assert view.plot_cursor.place.y() == 26
    seen = view.plot.vb.viewRange()[1]
    assert seen[0] <= 26 <= seen[1]
    assert seen[0] > low


def test_points_are_selected_from_left_to_right(qtbot, workspace, run):
    scatter = shown(qtbot, DataScatter, workspace, run)
    press(scatter, Key.Key_Home, Key.Key_Space)
    (first,) = workspace.selection.tolist()
    x = scatter.positions()[0].values
    assert x[run.dataset.rows_of([first])[0]] == x[scatter.rows_in_sight()].min()
    press(scatter, Key.Key_PageDown, modifier=SHIFT)
    assert first in workspace.selection
    assert len(workspace.selection) == 2


def test_a_path_is_selected_at_its_end(qtbot, workspace, run):
    view = shown(qtbot, WeightPaths, workspace, run)
    qtbot.waitUntil(lambda: view.drawn is not None)
    press(view, Key.Key_Home, Key.Key_Space)
    drawn = set(run.dataset.lines[view.drawn.rows].tolist())
    assert len(workspace.selection) == 1
    assert set(workspace.selection.tolist()) <= drawn


def test_a_stretch_of_margins_is_marked_and_grows(qtbot, workspace, run):
    view = shown(qtbot, Margins, workspace, run)
    qtbot.waitUntil(lambda: view.drawn is not None)
    edges = view.drawn.found.edges
    press(view, Key.Key_Home, Key.Key_Space)
    assert view.region.getRegion() == pytest.approx((edges[0], edges[1]))
    press(view, Key.Key_Right, Key.Key_Right, modifier=SHIFT)
    low, high = view.region.getRegion()
    assert (low, high) == pytest.approx((edges[0], edges[3]))
    view.select_region()
    assert workspace.selection.tolist() == view._lines_in(low, high).tolist()


def test_every_point_of_a_steep_curve_is_told_in_its_order(qtbot, workspace, run):
    view = shown(qtbot, Results, workspace, run)
    view.change_options(classes_part="roc")
    qtbot.waitUntil(lambda: view.is_ready and view._figure_key == "roc")
    workspace.select([int(run.dataset.lines[0])])
    x, y = view.figure.found.curve.x, view.figure.found.curve.y
    kept = view.figure.found.kept
    press(view, Key.Key_Home)
    for place in kept[:4]:
        at = view.plot_cursor.place
        assert (at.x(), at.y()) == (x[place], y[place])
        press(view, Key.Key_Right)
    assert "of the rows given" in view.canvas.accessibleDescription()
    press(view, Key.Key_Space)  # nothing is selected there, and nothing is unselected
    assert "Space" not in view.canvas.accessibleDescription()
    assert workspace.selection.tolist() == [run.dataset.lines[0]]


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ("convergence", "2 of 8"),
        ("members", "member 2\n"),
        ("agreement", "members 1 and 2"),
        ("pairs", "members "),
        ("majority", "2 of 8"),
    ],
)
def test_what_a_committee_draws_is_told_and_goes_to_its_round(qtbot, workspace, part, told):
    view = shown(qtbot, Committee, workspace, fit(example("moons"), RandomForest(rounds=8)))
    qtbot.waitUntil(lambda: view.figure is not None)
    view.change_options(part=part)
    qtbot.waitUntil(lambda: view._part == part and view.is_ready)
    press(view, Key.Key_Home, Key.Key_Right)
    said = view.canvas.accessibleDescription()
    assert told in said
    press(view, Key.Key_Space)
    has_rounds = part in ("convergence", "members", "majority")
    assert ("Space to go to its round." in said) == has_rounds
    assert workspace.round == (2 if has_rounds else 8)


def test_bars_of_columns_are_walked_down_scrolled_to_and_opened(qtbot, workspace):
    rng = np.random.default_rng(0)
    columns = {f"c{place:02d}": rng.normal(size=200) for place in range(40)}
    data = dataset(columns, np.where(columns["c05"] + columns["c11"] > 0, "yes", "no"))
    view = shown(qtbot, Features, workspace, fit(data, AdaBoost(rounds=10)))
    qtbot.waitUntil(lambda: view.ranking is not None)
    names = view.ranking.names
    press(view, Key.Key_Home)
    assert view.canvas.accessibleDescription().startswith(names[0])
    press(view, *[Key.Key_Down] * 30)
    assert view.canvas.accessibleDescription().startswith(names[30])
    low, high = view.plot.vb.viewRange()[1]
    assert low <= 30 <= high
    assert view.scroll_bar.value() == pytest.approx(low + 0.5, abs=1)
    press(view, Key.Key_Home, Key.Key_Space)
    qtbot.waitUntil(lambda: view.effect is not None)
    assert view.effect.name == names[0]
    press(view, Key.Key_Home)
    first = view.canvas.accessibleDescription()
    press(view, Key.Key_Right)
    assert first.startswith(f"{names[0]} = ")
    assert view.canvas.accessibleDescription().startswith(f"{names[0]} = ")
    assert view.canvas.accessibleDescription() != first


def test_bars_of_bias_and_variance_are_told_and_go_to_their_round(qtbot, workspace, run):
    view = shown(qtbot, BiasVariance, workspace, run)
    view.compute_or_cancel()
    qtbot.waitUntil(lambda: view.found is not None, timeout=30_000)
    places = view.question.places
    press(view, Key.Key_Home)
    assert view.canvas.accessibleDescription().startswith(f"round {places[0]}\nbias²")
    press(view, Key.Key_Right, Key.Key_Space)
    assert workspace.round == places[1]


def test_the_cursor_goes_with_the_focus(qtbot, workspace, run):
    view = shown(qtbot, Results, workspace, run)
    view.activateWindow()
    qtbot.waitUntil(view.isActiveWindow)
    view.canvas.setFocus()
    press(view, Key.Key_Home)
    assert view.plot_cursor.mark.scene() is not None
    view.part_box.setFocus()
    qtbot.waitUntil(lambda: view.plot_cursor.place is None)
    assert view.plot_cursor.mark.scene() is None
