"""The scatter draws the rows where they are, as large as their weight, and selects them."""

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QPointF, Qt

from core import AdaBoost, Dataset, GradientBoosting, RandomForest, example, fit, train
from core.judging.diagnostics.projection import projection
from tests.workbench.plotting.drawn import drawn_texts
from tests.workbench.views.showing import shown
from workbench.plotting.class_symbols import class_colour, plot_symbol
from workbench.plotting.select_box import Mode
from workbench.shell import theme
from workbench.shell.tips import plain
from workbench.state.workspace import RunItem
from workbench.views.data_scatter.view import DataScatter


@pytest.fixture(scope="module")
def run():
    return fit(example("moons"), AdaBoost(rounds=20))


def drawn_rows(view):
    return view.picture.points.rows


def test_points_lie_where_the_columns_say(qtbot, workspace, run):
    view = shown(qtbot, DataScatter, workspace, run)
    x, y = view.cloud.points.getData()
    rows = drawn_rows(view)
    assert sorted(rows) == list(range(len(run.dataset)))
    np.testing.assert_array_equal(x, run.dataset.features[0].values[rows])
    np.testing.assert_array_equal(y, run.dataset.features[1].values[rows])
    assert view.axes["bottom"].labelText == "x"


def test_areas_are_proportional_to_the_weights(qtbot, workspace, run):
    view = shown(qtbot, DataScatter, workspace, run)
    workspace.go_to(7)
    view.draw_now()
    weights = run.history.relative_weights(7)[drawn_rows(view)]
    sizes = view.cloud.points.data["size"]
    middle = (weights > 0.3) & (weights < 8)
    ratio = sizes[middle] ** 2 / weights[middle]
    # Diameters are whole pixels: half a pixel is off at most.
    average = np.median(ratio) ** 0.5
    assert np.all(np.abs(sizes[middle] - average * np.sqrt(weights[middle])) <= 1.0)
    assert sizes.max() <= 3.1 * average
    assert sizes.min() >= 0.3 * average


def test_rings_are_around_the_rows_that_the_model_gets_wrong(qtbot, workspace, run):
    view = shown(qtbot, DataScatter, workspace, run)
    data = run.dataset
    for number in (20, 3):
        workspace.go_to(number)
        view.draw_now()
        given = np.array(data.classes, dtype=object)[data.labels]
        wrong = np.flatnonzero(run.model.first(number).predict(data) != given)
        x, y = view.cloud.rings.getData()
        expected = {(data.features[0].values[row], data.features[1].values[row]) for row in wrong}
        assert set(zip(x, y, strict=True)) == expected


def test_styles_are_those_of_the_classes_and_parts(qtbot, workspace, run):
    view = shown(qtbot, DataScatter, workspace, run)
    data, rows = run.dataset, drawn_rows(view)
    styles = view.cloud._known(view.palette_, theme.LIGHT)
    for place in (0, 10, 200):
        symbol, pen, brush = styles[view.cloud.points.styles[place]]
        label = int(data.labels[rows[place]])
        colour = class_colour(label, theme.LIGHT)
        assert symbol == plot_symbol(label)
        assert brush.color().name().upper() == colour
        if data.validation[rows[place]]:
            assert brush.color().alpha() < 60
            assert pen.color().name().upper() == colour
        else:
            assert brush.color().alpha() == 255
    told = ["lower", "upper", "validation", "ring: wrong", "strong ring: flagged"]
    assert view.legend.texts == [*told, "area: weight in its part", "selected"]


def test_selected_rows_are_marked(qtbot, workspace, run):
    view = shown(qtbot, DataScatter, workspace, run)
    workspace.select(run.dataset.lines[[4, 9]])
    view.draw_now()
    x, _ = view.cloud.marks.getData()
    assert sorted(x) == sorted(run.dataset.features[0].values[[4, 9]])
    pen = view.cloud._known(view.palette_, theme.LIGHT)[-1][1]
    assert pen.color().name().upper() == theme.LIGHT.selection_mark


def test_a_rectangle_selects_adds_and_removes(qtbot, workspace, run):
    view = shown(qtbot, DataScatter, workspace, run)
    x, y = (column.values for column in run.dataset.features)

    def corners(left, right):
        return np.array([[left, -9], [right, -9], [right, 9], [left, 9]], float)

    view._box.chosen.emit(corners(-1, 0), Mode.REPLACE)
    assert set(workspace.selection) == set(run.dataset.lines[(x >= -1) & (x <= 0)])
    view._box.chosen.emit(corners(0, 0.5), Mode.ADD)
    assert set(workspace.selection) == set(run.dataset.lines[(x >= -1) & (x <= 0.5)])
    view._box.chosen.emit(corners(-1, 0), Mode.REMOVE)
    assert set(workspace.selection) == set(run.dataset.lines[(x > 0) & (x <= 0.5)])
    assert len(y) == len(x)


def test_a_lasso_selects_what_it_goes_around(qtbot, workspace, run):
    view = shown(qtbot, DataScatter, workspace, run)
    view.lasso.click()
    assert view.options.is_lasso
    assert view._box.is_lasso
    x, y = (column.values for column in run.dataset.features)
    triangle = np.array([[-1.5, -1.5], [2.51, -1.5], [-1.5, 2.51]])
    view._box.chosen.emit(triangle, Mode.REPLACE)
    expected = run.dataset.lines[(x > -1.5) & (y > -1.5) & (x + y < 1.01)]
    assert 0 < len(expected) < len(x)
    assert set(workspace.selection) == set(expected)


def test_a_drag_with_the_mouse_selects(qtbot, workspace, run):
    view = shown(qtbot, DataScatter, workspace, run)
    qtbot.wait(20)
    x, y = (column.values for column in run.dataset.features)
    port = view.canvas.viewport()

    def pixel(a, b):
        return view.canvas.mapFromScene(view._box.mapViewToScene(QPointF(a, b)))

    first, last = pixel(0.0, 0.0), pixel(1.0, 1.0)
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=first)
    for step in range(1, 6):
        qtbot.mouseMove(port, first + (last - first) * (step / 5))
        qtbot.wait(15)
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=last)
    # What the mouse is over is looked up a moment later.
    qtbot.waitUntil(lambda: not view._hover.timer.timer.isActive())
    chosen = np.isin(run.dataset.lines, workspace.selection)
    surely = (x > 0.03) & (x < 0.97) & (y > 0.03) & (y < 0.97)
    maybe = (x > -0.03) & (x < 1.03) & (y > -0.03) & (y < 1.03)
    assert chosen[surely].all()
    assert not chosen[~maybe].any()


def test_a_click_selects_the_nearest_row_or_none(qtbot, workspace, run):
    view = shown(qtbot, DataScatter, workspace, run)
    x, y = (column.values for column in run.dataset.features)
    view._box.clicked.emit(QPointF(x[17], y[17]), Mode.REPLACE)
    assert list(workspace.selection) == [run.dataset.lines[17]]
    view._box.clicked.emit(QPointF(x.max(), y.max()), Mode.REPLACE)
    assert list(workspace.selection) == []


def test_modes_follow_the_keys():
    keys = Qt.KeyboardModifier
    assert Mode.of(keys.NoModifier) is Mode.REPLACE
    assert Mode.of(keys.ControlModifier) is Mode.ADD
    assert Mode.of(keys.ShiftModifier) is Mode.REMOVE


def test_components_are_drawn_when_chosen(qtbot, workspace):
    run = fit(example("orders"), AdaBoost(rounds=3))
    view = shown(qtbot, DataScatter, workspace, run)
    view.column_chosen("x", None)
    view.draw_now()
    found = projection(run.dataset)
    x, y = view.cloud.points.getData()
    np.testing.assert_allclose(x, found.places[drawn_rows(view), 0])
    np.testing.assert_allclose(y, found.places[drawn_rows(view), 1])
    assert not view.boxes["y"].isEnabled()
    assert f"{100 * found.shares[0]:.1f} %" in view.axes["bottom"].labelText
    view.column_chosen("x", "category")
    assert view.layout_drawn.x.name == "category"


def test_categories_have_named_ticks(qtbot, workspace):
    run = fit(example("orders"), AdaBoost(rounds=2))
    view = shown(qtbot, DataScatter, workspace, run)
    view.change_options(x="category", y="returned")
    axis = view.axes["bottom"]
    for width in (640, 260):  # turned where they are wider than their places
        view.resize(width, 400)
        view.canvas.grab()
        assert axis.is_turned == (width == 260)
        texts = drawn_texts(axis)
        assert [text for _, _, text in texts] == list(run.dataset.features[0].categories)
        wide = [axis.height() if axis.is_turned else rect.width() for rect, _, _ in texts]
        middles = [rect.center().x() for rect, _, _ in texts]
        room = np.diff(middles).min()
        assert room >= (14 if axis.is_turned else max(wide))


@pytest.fixture(scope="module")
def many():
    random = np.random.default_rng(0)
    frame = pd.DataFrame({"a": random.normal(size=9000), "b": random.normal(size=9000)})
    frame["t"] = np.where(frame["a"] + random.normal(size=9000) > 0, "p", "q")
    return fit(Dataset.from_frame(frame, "t"), AdaBoost(rounds=5))


def test_many_rows_are_a_density_with_the_hot_ones_on_top(qtbot, workspace, many):
    view = shown(qtbot, DataScatter, workspace, many)
    picture = view.picture
    box = picture.box
    a, b = (column.values for column in many.dataset.features)
    height, width = picture.image.shape[:2]
    counts, _, _ = np.histogram2d(
        b,
        a,
        (height, width),
        [[box.bottom, box.bottom + box.height], [box.left, box.left + box.width]],
    )
    np.testing.assert_array_equal(picture.image[..., 3] > 0, counts > 0)
    np.testing.assert_array_equal(view.image.image, picture.image)
    heaviest = np.argsort(-many.history.relative_weights(5), kind="stable")[:300]
    assert np.isin(heaviest, drawn_rows(view)).all()
    assert len(drawn_rows(view)) < 1000
    workspace.select(many.dataset.lines[[1, 2]])
    view.draw_now()
    assert view.picture.points.is_selected.sum() == 2
    workspace.select(many.dataset.lines)
    view.draw_now()
    np.testing.assert_array_equal(view.picture.marked, counts)
    view._box.setRange(xRange=(0, 0.2), yRange=(0, 0.2), padding=0)
    view.draw_now()
    near = (a >= 0) & (a <= 0.2) & (b >= 0) & (b <= 0.2)
    assert view.picture.image is None
    assert set(drawn_rows(view)) == set(np.flatnonzero(near))
    view._box.reset_asked.emit()
    view.draw_now()
    assert len(view.picture.in_sight) == 9000


def test_numbers_are_coloured_by_value(qtbot, workspace):
    random = np.random.default_rng(1)
    frame = pd.DataFrame({"a": random.normal(size=300), "<b>": random.normal(size=300)})
    frame["t"] = frame["a"] * 5
    run = fit(Dataset.from_frame(frame, "t"), GradientBoosting(rounds=3))
    view = shown(qtbot, DataScatter, workspace, run)
    groups = view.palette_.groups
    order = np.argsort(run.dataset.labels)
    assert np.all(np.diff(groups[order]) >= 0)
    assert groups.min() == 0
    assert groups.max() == 63
    assert view.bar.isVisible()
    assert not view.picture.points.is_ringed.any()
    assert "&lt;b&gt;" in view.axes["left"].labelText


def test_data_is_drawn_before_any_run_and_rounds_as_they_come(qtbot, workspace):
    data = example("moons")
    view = DataScatter(workspace)
    qtbot.addWidget(view)
    view.show()
    assert not view.has_content
    workspace.set_dataset(data)
    view.draw_now()
    assert len(drawn_rows(view)) == len(data)
    assert len(set(view.cloud.points.data["size"])) == 1
    training = train(data, AdaBoost(rounds=6))
    workspace.add_run(training)
    for _ in training:
        pass
    workspace.refresh()
    view.draw_now()
    assert len(set(view.cloud.points.data["size"])) > 3


def test_without_weights_all_are_the_same_size_and_both_themes_work(qtbot, workspace):
    run = fit(example("moons", validation_share=0), RandomForest(rounds=3))
    view = shown(qtbot, DataScatter, workspace, run)
    assert len(set(view.cloud.points.data["size"])) == 1
    assert view.legend.texts == [
        "lower",
        "upper",
        "ring: wrong",
        "strong ring: flagged",
        "selected",
    ]
    view.apply_theme(theme.DARK)
    known = view.cloud._known(view.palette_, theme.DARK)
    assert known[0][2].color().name().upper() == theme.DARK.classes[0].upper()


def test_numbers_are_the_rows_in_sight(qtbot, workspace, run):
    view = shown(qtbot, DataScatter, workspace, run)
    frame = view.numbers()["rows"]
    assert frame["line"].tolist() == run.dataset.lines.tolist()
    np.testing.assert_allclose(
        frame["weight (average of its part = 1)"], run.history.relative_weights(20)
    )


def test_another_dataset_brings_its_own_columns(qtbot, workspace, run):
    view = shown(qtbot, DataScatter, workspace, run)
    view.change_options(x="y", y="x")
    workspace.show_run(RunItem(2, fit(example("ten points"), AdaBoost(rounds=2))))
    view.draw_now()
    assert (view.layout_drawn.x.name, view.layout_drawn.y.name) == ("x1", "x2")
    assert len(drawn_rows(view)) == 10


@pytest.fixture(scope="module")
def orders():
    return fit(example("orders"), AdaBoost(rounds=20))


def test_counts_are_strewn_around_their_values(qtbot, workspace, orders):
    view = shown(qtbot, DataScatter, workspace, orders)
    view.change_options(x="delivery_days", y="sizes_ordered")
    view.draw_now()
    rows = drawn_rows(view)
    columns = {column.name: column.values for column in orders.dataset.features}
    x, y = view.cloud.points.getData()
    for drawn, name in ((x, "delivery_days"), (y, "sizes_ordered")):
        away = drawn - columns[name][rows]
        assert np.abs(away).max() <= 0.32
        assert np.abs(away).mean() > 0.1
    # A few dozen places had all the rows: now no two rows share one.
    assert len(set(zip(x.tolist(), y.tolist(), strict=True))) == len(rows)
    assert "strewn" in view.said()
    # Ticks are whole, as the numbers are.
    for axis in view.axes.values():
        assert all("." not in text for _, _, text in drawn_texts(axis))
    # What is taken away are the numbers themselves.
    table = view.numbers()["rows"]
    np.testing.assert_array_equal(table["delivery_days"], columns["delivery_days"][table.index])


def test_columns_that_are_called_as_its_own_are_taken_away_beside_them(qtbot, workspace):
    values = np.random.default_rng(1).normal(size=(40, 2))
    frame = pd.DataFrame(values, columns=["line", "part"])
    frame["t"] = np.where(frame["line"] > 0, "a", "b")
    run = fit(Dataset.from_frame(frame, "t"), AdaBoost(rounds=2))
    view = shown(qtbot, DataScatter, workspace, run)
    table = view.numbers()["rows"].sort_values("line")
    assert table["line"].tolist() == run.dataset.lines.tolist()
    assert set(table["part"]) == {"training", "validation"}
    np.testing.assert_array_equal(table[["line_in_file", "part_in_file"]], values)


def test_a_row_stays_where_it_is_when_others_go(qtbot, workspace, orders):
    view = shown(qtbot, DataScatter, workspace, orders)
    view.change_options(x="delivery_days", y="category")
    before = dict(zip(orders.dataset.lines, view.layout_drawn.x.values, strict=True))
    fewer = orders.dataset.excluding(orders.dataset.lines[:100])
    workspace.show_run(RunItem(2, fit(fewer, AdaBoost(rounds=2))))
    view.draw_now()
    now = view.layout_drawn
    assert len(now.dataset) == len(orders.dataset) - 100
    np.testing.assert_array_equal(now.x.values, [before[line] for line in now.dataset.lines])


def test_the_pair_that_tells_most_comes_first_names_at_the_left(qtbot, workspace, orders):
    view = shown(qtbot, DataScatter, workspace, orders)
    x, y = view.layout_drawn.x, view.layout_drawn.y
    assert (x.name, y.name) == ("delivery_days", "category")
    assert (view.boxes["x"].currentData(), view.boxes["y"].currentData()) == (x.name, y.name)
    assert view.canvas.accessibleDescription().startswith("category over delivery_days. 3,000 rows")


def test_flagged_rows_lie_on_top_with_a_strong_ring(qtbot, workspace, orders):
    view = shown(qtbot, DataScatter, workspace, orders)
    flagged = workspace.snapshot.flagged
    on_top = drawn_rows(view)[-int(flagged.sum()) :]
    assert 0 < len(on_top) < len(flagged)
    assert set(on_top) == set(np.flatnonzero(flagged))
    rings = view.cloud.rings
    assert rings.styles.sum() == flagged.sum()
    weak, strong = (pen.color().alpha() for pen in rings.pens)
    assert strong > 2 * weak


def test_long_names_can_be_told_apart_and_read_whole(qtbot, workspace):
    random = np.random.default_rng(5)
    names = [f"sensor_reading_of_the_{k:02}th_chamber_in_millivolts_at_noon" for k in range(6)]
    frame = pd.DataFrame(random.normal(size=(90, 6)), columns=names)
    frame["t"] = np.where(frame[names[3]] > 0, "p", "q")
    run = fit(Dataset.from_frame(frame, "t"), AdaBoost(rounds=3))
    view = shown(qtbot, DataScatter, workspace, run, (420, 260))
    view.canvas.grab()
    for box in view.boxes.values():
        texts = []
        for place in range(6):
            box.setCurrentIndex(place)
            texts.append(box.shown_text())
            assert box.fontMetrics().horizontalAdvance(texts[-1]) <= box.width()
        assert len(set(texts)) == 6
        assert [box.itemText(place) for place in range(6)] == names
        assert box.itemData(3, Qt.ItemDataRole.ToolTipRole) == plain(names[3])
        assert box.toolTip() == plain(box.currentData())
    for axis in view.axes.values():
        size = axis.size().height() if axis.orientation == "left" else axis.size().width()
        assert axis.label.boundingRect().width() <= size + 12
