"""The weight heatmap: the order of its rows, its words and its numbers."""

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QPointF

from core import AdaBoost, Dataset, example, fit
from tests.workbench.views.showing import shown
from workbench.views.weight_heatmap.view import WeightHeatmap, described


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
    assert label.labelText == "rows by the audit's suspicion"
    np.testing.assert_array_equal(view.picture.ranked, shot.ranked[::-1])
    view.change_options(order="weight")
    view.draw_now()
    assert label.labelText == "rows by weight, part by part"
    np.testing.assert_array_equal(view.picture.ranked, shot.ranked)
