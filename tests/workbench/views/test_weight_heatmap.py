"""The weight heatmap: the order of its rows, its words and its numbers."""

import re

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QPointF, Qt

from core import AdaBoost, Dataset, Tree, example, fit
from core.base.wording import times_average
from tests.workbench.views.showing import shown
from workbench.views.weight_heatmap.picture import described
from workbench.views.weight_heatmap.view import WeightHeatmap


@pytest.fixture(scope="module")
def run():
    return fit(example("orders"), AdaBoost(rounds=30))


def test_rows_are_ordered_as_asked_and_within_by_suspicion(qtbot, workspace, run):
    view = shown(qtbot, WeightHeatmap, workspace, run)
    place, data = np.argsort(run.history.ranked()), run.dataset
    price = next(column for column in data.features if column.name == "price").values
    keys = {
        "suspicion": np.zeros(len(data)),
        "weight": np.zeros(len(data)),
        "class": data.labels,
        "line": data.lines,
        "column price": price,
    }
    for order, key in keys.items():
        view.change_options(order=order)
        view.draw_now()
        expected = np.lexsort((place, key))
        np.testing.assert_array_equal(view.picture.ranked, expected)
        assert view._order.currentData() == order


def test_an_order_by_a_column_that_is_gone_becomes_suspicion(qtbot, workspace, run):
    view = shown(qtbot, WeightHeatmap, workspace, run)
    view.change_options(order="column price")
    from workbench.state.workspace import RunItem

    workspace.show_run(RunItem(2, fit(example("moons"), AdaBoost(rounds=3))))
    assert view.options.order == "suspicion"


def test_a_row_is_described_by_its_line_its_label_and_its_values(run):
    text = described(run.dataset, 0).splitlines()
    assert text[0] == f"line 2, given {run.dataset.label_text(0)}"
    first = run.dataset.features[0]
    assert text[1] == f"{first.name}: {first.text(0)}"


def test_a_label_that_looks_like_markup_is_shown_letter_by_letter(qtbot, workspace):
    random = np.random.default_rng(0)
    frame = pd.DataFrame({"a": random.normal(size=40), "b": random.normal(size=40)})
    frame["y"] = np.where(frame["a"] + frame["b"] > 0, "<b>yes</b>", "<i>no</i>")
    data = Dataset.from_frame(frame, "y", validation_share=0)
    view = shown(qtbot, WeightHeatmap, workspace, fit(data, AdaBoost(rounds=5)))
    view._hovered((view._box.mapViewToScene(QPointF(2, 0.5)),))
    assert "given &lt;" in view.canvas.toolTip()
    assert "<b>" not in view.canvas.toolTip()


def test_the_numbers_are_the_weights_in_sight(qtbot, workspace, run):
    view = shown(qtbot, WeightHeatmap, workspace, run)
    view._box.setYRange(0, 40, padding=0)
    view.draw_now()
    table = view.numbers()["weights"]
    ranked = view.picture.ranked[: len(table)]
    np.testing.assert_array_equal(table["first_line"], run.dataset.lines[ranked])
    np.testing.assert_allclose(
        table["round 30"], run.history.relative_weights(30)[ranked], rtol=1e-5
    )
    assert list(table.columns[1:]) == [f"round {t}" for t in range(31)]


def test_a_long_pause_while_training_does_not_outlive_the_training(qtbot, workspace, run):
    view = shown(qtbot, WeightHeatmap, workspace, run)
    view._later.start(100_000)
    view.show_rows()
    assert view._later.remainingTime() < 1000
    qtbot.waitUntil(lambda: view.is_ready, timeout=5000)


def test_the_axis_says_whose_ranking_it_is(qtbot, workspace, run):
    view = shown(qtbot, WeightHeatmap, workspace, run)
    label = view.plot.getAxis("left")
    assert label.labelText == "rows by weight, part by part"
    shot, suspicion = workspace.snapshot, np.arange(len(run.dataset)) / 1e4
    workspace.snapshot = shot.ranked_by(suspicion, shot.ranked[::-1].copy(), suspicion > 1)
    workspace.snapshot_changed.emit()
    view.draw_now()
    assert label.labelText == "rows, by suspicion"
    np.testing.assert_array_equal(view.picture.ranked, shot.ranked[::-1])
    view.change_options(order="weight")
    view.draw_now()
    assert label.labelText == "rows by weight, part by part"
    np.testing.assert_array_equal(view.picture.ranked, shot.ranked)


def one_heavy(rows=200):
    """A run of deep trees that leave everything to a few rows: one contradicts its twin."""
    random = np.random.default_rng(3)
    frame = pd.DataFrame({"a": random.normal(size=rows), "b": random.normal(size=rows)})
    frame["y"] = np.where(frame["a"] > 0, "p", "q")
    frame.loc[[50, 51], ["a", "b"]] = 1.5, 1.5
    frame.loc[[50, 51], "y"] = ["p", "q"]
    data = Dataset.from_frame(frame, "y", validation_share=0)
    return fit(data, AdaBoost(rounds=120, base=Tree(depth=3)))


def test_colours_follow_the_run_and_say_where_they_end(qtbot, workspace, run):
    view = shown(qtbot, WeightHeatmap, workspace, run)
    scale, logs = view.picture.scale, view.picture.image
    assert tuple(view.image.levels) == (scale.low, scale.high)
    assert scale.high == pytest.approx(np.log10(20))
    assert np.quantile(logs, 0.995) <= scale.high
    assert (logs.max() > scale.high) == ("or more" in view.bar.ticks[scale.high])
    # Closer up, a colour means the same.
    view._box.setYRange(2500, 2600, padding=0)
    view.draw_now()
    assert view.picture.scale == scale
    assert "0.1x to 20x" in view.canvas.accessibleDescription()


def test_rows_that_hold_everything_are_told_in_words_and_beyond_the_scale(qtbot, workspace):
    run = one_heavy()
    view = shown(qtbot, WeightHeatmap, workspace, run)
    weights = run.history.relative_weights(run.history.rounds)
    heaviest = np.sort(weights)[::-1]
    assert heaviest[:2].sum() > 0.9 * heaviest.sum()
    said = view.said()
    assert said.startswith("After 120 rounds: 2 of 200 training rows hold nine tenths")
    assert "the others hardly count any more" in said
    assert f"line {run.dataset.lines[np.argmax(weights)]}" in said
    assert view.bar.ticks[view.picture.scale.low] == "or less\n0.01x"
    # What is said never has more digits than can be read.
    for height in (0.5, 199.5):
        view._hovered((view._box.mapViewToScene(QPointF(120, height)),))
        [weight] = re.findall(r"round 120: (.*?)x average", view.canvas.toolTip())
        assert re.fullmatch(r"below 0\.01|\d+(\.\d)?", weight), weight


def test_flagged_rows_are_marked_at_the_side(qtbot, workspace, run):
    view = shown(qtbot, WeightHeatmap, workspace, run)
    view._box.setYRange(0, 40, padding=0)
    view.draw_now()
    shot = workspace.snapshot
    flagged = np.zeros(len(run.dataset), bool)
    flagged[shot.ranked[[3, 17]]] = True
    workspace.snapshot = shot.ranked_by(shot.suspicion, shot.ranked, flagged)
    workspace.snapshot_changed.emit()
    view.draw_now()
    marks = view.flags.image[:, 0, 3] > 0
    np.testing.assert_array_equal(np.flatnonzero(marks), [3, 17])
    right = view.flags.mapRectToParent(view.flags.boundingRect()).right()
    assert right < -0.5, "beside the picture, not upon it"
    assert "2 flagged rows" in view.note.text()
    assert "2 rows are flagged" in view.canvas.accessibleDescription()
    view._hovered((view._box.mapViewToScene(QPointF(30, 3.5)),))
    line, label = run.dataset.lines[shot.ranked[3]], run.dataset.label_text(shot.ranked[3])
    told = view.canvas.toolTip()
    assert f"line {line:,}, given {label}, flagged" in told
    weight = times_average(float(run.history.relative_weights(30)[shot.ranked[3]]))
    assert f"round 30: {weight}" in told


def test_rows_that_share_a_pixel_are_told_together(qtbot, workspace, run):
    view = shown(qtbot, WeightHeatmap, workspace, run)
    view._hovered((view._box.mapViewToScene(QPointF(30, 0.5)),))
    told = view.canvas.toolTip()
    lines = [f"{line:,}" for line in run.dataset.lines[run.history.ranked()[:4]]]
    assert f"lines {', '.join(lines)} and" in told
    assert "the heaviest has" in told


@pytest.mark.parametrize("size", [(420, 240), (500, 275), (1200, 900)])
def test_no_ticks_collide(qtbot, workspace, size):
    view = shown(qtbot, WeightHeatmap, workspace, one_heavy(), size)
    qtbot.waitUntil(lambda: view.bar.size().height() > 20)
    places = list(view.bar.placed().values())
    assert len(places) >= 2
    for number, place in enumerate(places):
        assert not any(place.intersects(other) for other in places[:number])
        assert place.top() > -3
        assert place.bottom() < view.bar.size().height() + 3
    label = view.plot.getAxis("left").label
    assert label.boundingRect().width() <= view.plot.getAxis("left").size().height() + 12


def test_rows_are_selected_by_keys_and_come_into_sight(qtbot, workspace, run):
    view = shown(qtbot, WeightHeatmap, workspace, run)
    ranked, lines = view.picture.ranked, run.dataset.lines
    view.canvas.setFocus()
    for key, place in (
        (Qt.Key.Key_Down, 0),
        (Qt.Key.Key_Down, 1),
        (Qt.Key.Key_Up, 0),
        (Qt.Key.Key_Up, 0),
        (Qt.Key.Key_End, len(ranked) - 1),
        (Qt.Key.Key_Home, 0),
    ):
        qtbot.keyClick(view.canvas, key)
        assert list(workspace.selection) == [lines[ranked[place]]]
    view._box.setYRange(0, 40, padding=0)
    qtbot.keyClick(view.canvas, Qt.Key.Key_End)
    low, high = view._box.viewRange()[1]
    assert low <= len(ranked) - 1 <= high
    view.draw_now()
