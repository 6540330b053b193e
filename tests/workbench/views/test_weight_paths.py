"""Weight paths are the history's weights, round by round, and a click picks a row."""

import re

import numpy as np
import pandas as pd
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QPointF

from core import AdaBoost, Dataset, RandomForest, Tree, example, fit, train
from core.base.wording import times_average
from core.project import Project
from tests.core.judging.diagnostics.data import three_classes
from tests.workbench.views.showing import shown
from workbench.shell import theme
from workbench.views.weight_paths.path_computer import MOST_PATHS, SUSPICIOUS
from workbench.views.weight_paths.view import WeightPaths


@pytest.fixture(scope="module")
def run():
    return fit(example("orders"), AdaBoost(rounds=40))


def drawn_weights(view):
    """What the curves are made of, as relative weights, in the order of the drawn rows."""
    labels = view.workspace.current.dataset.labels[view.drawn.rows]
    found = {}
    for label, item in view.paths.items():
        rounds, logs = item.getData()
        length = view.drawn.rounds + 2  # every path ends with a gap
        places = np.flatnonzero((labels == label) | (label < 0))
        for place, path in zip(places, logs.reshape(-1, length), strict=True):
            found[place] = 10 ** path[:-1]
        assert rounds[length - 2] == view.drawn.rounds
    return [found[place] for place in range(len(view.drawn.rows))]


def test_without_a_selection_the_most_suspicious_rows_are_drawn(qtbot, workspace, run):
    view = shown(qtbot, WeightPaths, workspace, run)
    worst = np.argsort(-run.history.suspicion(), kind="stable")[:SUSPICIOUS]
    every = np.stack([run.history.relative_weights(t)[worst] for t in range(41)], axis=1)
    np.testing.assert_allclose(drawn_weights(view), every, rtol=1e-9)
    assert "10 most suspicious" in view.legend.texts[0]


def test_selected_rows_are_drawn_and_said_so(qtbot, workspace, run):
    view = shown(qtbot, WeightPaths, workspace, run)
    rows = np.array([3, 40, 77])
    workspace.select(run.dataset.lines[rows])
    every = np.stack([run.history.relative_weights(t)[rows] for t in range(41)], axis=1)
    np.testing.assert_allclose(drawn_weights(view), every, rtol=1e-9)
    assert view.legend.texts[0] == "3 selected rows"
    assert view.paths[-1].opts["pen"].color().name().upper() == theme.LIGHT.selection_mark
    workspace.select([])
    assert len(drawn_weights(view)) == SUSPICIOUS


def test_the_median_and_the_95th_percentile_are_those_of_the_class(qtbot, workspace, run):
    view = shown(qtbot, WeightPaths, workspace, run)
    data = run.dataset
    assert set(view.usual.edges) == {int(label) for label in data.labels[view.drawn.rows]}
    for label, lines in view.usual.edges.items():
        rows = np.flatnonzero(~data.validation & (data.labels == label))
        for line, share in zip(lines, (0.5, 0.95), strict=True):
            rounds, logs = line.getData()
            for place in (0, len(rounds) // 2, -1):
                ordered = np.sort(run.history.relative_weights(int(rounds[place]))[rows])
                expected = ordered[int(np.ceil(share * len(rows))) - 1]
                assert 10 ** logs[place] == pytest.approx(expected, rel=1e-5)


def test_a_large_selection_is_a_band_with_its_most_suspicious_rows(qtbot, workspace, run):
    view = shown(qtbot, WeightPaths, workspace, run)
    rows = np.arange(0, len(run.dataset), 2)
    workspace.select(run.dataset.lines[rows])
    suspicion = run.history.suspicion()
    assert len(drawn_weights(view)) == MOST_PATHS
    assert suspicion[view.drawn.rows].min() >= np.sort(suspicion[rows])[-MOST_PATHS]
    rounds, high = view.edges[1].getData()
    last = np.sort(run.history.relative_weights(int(rounds[-1]))[rows])
    expected = last[int(np.ceil(0.95 * len(rows))) - 1]
    assert 10 ** high[-1] == pytest.approx(expected, rel=1e-5)
    assert view.band.isVisible()
    workspace.select(run.dataset.lines[:2])
    assert not view.band.isVisible()


def test_a_click_on_a_path_selects_its_row(qtbot, workspace, run):
    view = shown(qtbot, WeightPaths, workspace, run, size=(900, 600))
    row = view.drawn.rows[0]
    height = np.log10(run.history.relative_weights(25)[row])
    assert view.path_at(25.0, height) == (0, 25)
    assert view.path_at(25.0, height + 50) is None
    view._box.clicked.emit(25.0, height, False)
    assert list(workspace.selection) == [run.dataset.lines[row]]
    assert len(drawn_weights(view)) == 1


def test_the_round_can_be_dragged_and_followed(qtbot, workspace, run):
    view = shown(qtbot, WeightPaths, workspace, run)
    view.round_line.setValue(12.4)
    view.round_line.sigDragged.emit(view.round_line)
    assert workspace.round == 12
    workspace.go_to(30)
    assert view.round_line.value() == 30
    assert view.drawn.rounds == 40


def test_paths_grow_with_the_training(qtbot, workspace):
    training = train(example("orders"), AdaBoost(rounds=30))
    view = WeightPaths(workspace)
    qtbot.addWidget(view)
    view.show()
    workspace.project.take_over(Project.of(training.dataset))
    workspace.add_run(training)
    assert not view.has_content
    for _ in range(10):
        next(training)
    workspace.refresh()
    assert view.drawn.rounds == 10
    for _ in training:
        pass
    workspace.finish_run(workspace.current, training.run())
    assert view.drawn.rounds == 30
    assert len(drawn_weights(view)[0]) == 31


def test_the_numbers_are_what_is_drawn(qtbot, workspace, run):
    view = shown(qtbot, WeightPaths, workspace, run)
    workspace.select(run.dataset.lines[[5]])
    found = view.numbers()
    path = found["paths"][f"line {run.dataset.lines[5]}"]
    expected = [run.history.relative_weights(t)[5] for t in range(41)]
    np.testing.assert_allclose(path, expected, rtol=1e-9)
    assert found["against"]["round"].iloc[-1] == 40


def test_no_weights_no_paths_but_a_reason(qtbot, workspace):
    forest = fit(example("orders"), RandomForest(rounds=3))
    view = shown(qtbot, WeightPaths, workspace, forest)
    assert not view.has_content
    assert "weights" in view._empty.text()
    workspace.select(forest.dataset.lines[:3])
    assert not view.has_content


def test_many_classes_rows_of_no_weight_and_both_themes(qtbot, workspace):
    data = three_classes()
    view = shown(qtbot, WeightPaths, workspace, fit(data, AdaBoost(rounds=5, base=Tree(depth=2))))
    view.apply_theme(theme.DARK)
    assert view.has_content
    frame = {"x": np.arange(40.0), "w": [0.0, 1.0] * 20, "y": list("aabb") * 10}
    odd = Dataset.from_frame(pd.DataFrame(frame), "y", weight="w", validation_share=0)
    workspace.show_run(type(workspace.current)(2, fit(odd, AdaBoost(rounds=3))))
    workspace.select(odd.lines[[0, 1]])
    drawn = drawn_weights(view)
    assert np.isnan(drawn[0]).all()
    assert np.isfinite(drawn[1]).all()


@pytest.mark.parametrize("size", [(440, 260), (1200, 800)])
@pytest.mark.parametrize("selected", [0, 30])
def test_paths_are_labelled_by_line_and_no_label_lies_over_another(
    qtbot, workspace, run, size, selected
):
    view = shown(qtbot, WeightPaths, workspace, run, size)
    workspace.select(run.dataset.lines[:selected])
    view.canvas.grab()
    placed = view.ends.placed()
    wanted = [f"line {line:,}" for line in run.dataset.lines[view.drawn.rows]]
    shown_texts = [label.text for label, _, _ in placed]
    # Where there is no room for all of them, the most suspicious have it.
    assert shown_texts == wanted[: len(placed)]
    assert len(placed) >= (len(wanted) if size[1] == 800 else 5)
    places = [place for _, _, place in placed]
    for number, place in enumerate(places):
        assert not any(place.intersects(other) for other in places[:number])
        assert place.top() >= 0
        assert place.bottom() <= view.ends.size().height() + 1e-6
    # Each stands as its path ends: the higher path has the higher label.
    ends = [height for _, height, _ in placed]
    np.testing.assert_array_equal(
        np.argsort(ends, kind="stable"),
        np.argsort([place.top() for place in places], kind="stable"),
    )
    for label, height, _ in placed:
        place = wanted.index(label.text)
        assert label.height == pytest.approx(view.drawn.logs[place, -1])
        below = view._box.mapViewToScene(QPointF(40, label.height)).y()
        assert view.ends.mapToScene(QPointF(0, height)).y() == pytest.approx(below, abs=2)


def test_words_say_which_row_weighs_most_at_the_round(qtbot, workspace, run):
    view = shown(qtbot, WeightPaths, workspace, run)
    for number in (40, 7):
        workspace.go_to(number)
        view.draw_now()
        weights = run.history.relative_weights(number)[view.drawn.rows]
        said = view.headline.sentence
        [line] = re.findall(rf"After {number} rounds line ([\d,]+), given ", said)
        [row] = np.flatnonzero(run.dataset.lines == int(line.replace(",", "")))
        weight = run.history.relative_weights(number)[row]
        assert weight == pytest.approx(weights.max())  # more than one may have it
        assert times_average(weight, bool(run.dataset.validation[row])) in said
        assert "half of its class has" in said
    assert view.canvas.accessibleDescription().startswith("The weights of lines ")
    view.apply_theme(theme.DARK)
    assert view.ends.theme is theme.DARK


def test_a_class_has_a_quiet_band_behind_the_paths(qtbot, workspace, run):
    view = shown(qtbot, WeightPaths, workspace, run)
    [band] = [item for item in view.plot.items if isinstance(item, pg.FillBetweenItem)][1:]
    assert band.zValue() < min(path.zValue() for path in view.paths.values())
    assert 0 < band.brush().color().alpha() < 60
    assert "class: median to 95th percentile" in view.legend.texts
