"""Rows are selected in every plot by keys alone: a cursor goes from thing to thing."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core import AdaBoost, GradientBoosting, example, fit
from tests.core.helpers import dataset
from tests.workbench.views.showing import shown
from workbench.views.data_scatter.view import DataScatter
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
