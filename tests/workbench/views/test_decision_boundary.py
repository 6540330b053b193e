"""The boundary draws what the model predicts, cell by cell."""

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QPointF

from core import AdaBoost, Dataset, GradientBoosting, NaiveBayes, Tree, example, fit, train
from core.project import Project
from tests.workbench.views.showing import shown
from workbench.plotting.class_symbols import class_colour
from workbench.plotting.select_box import Mode
from workbench.shell import theme
from workbench.state.workspace import RunItem
from workbench.views.decision_boundary.view import SELECTED, DecisionBoundary


@pytest.fixture(scope="module")
def run():
    return fit(example("moons"), AdaBoost(rounds=20))


def cells(view):
    """The middles of the cells, row by row from the bottom."""
    plane = view.drawn.surface.plane
    rows, across = plane.shape
    x = plane.box.left + (np.arange(across) + 0.5) * plane.box.width / across
    y = plane.box.bottom + (np.arange(rows) + 0.5) * plane.box.height / rows
    return np.meshgrid(x, y)


@pytest.mark.parametrize("number", [1, 6, 20])
def test_regions_have_the_colours_of_the_predictions(qtbot, workspace, run, number):
    view = shown(qtbot, DecisionBoundary, workspace, run)
    workspace.go_to(number)
    view.draw_now()
    x, y = cells(view)
    said = run.model.first(number).predict(pd.DataFrame({"x": x.ravel(), "y": y.ravel()}))
    image = view.image.image
    for label, name in enumerate(run.dataset.classes):
        colour = class_colour(label, theme.LIGHT)
        own = image.reshape(-1, 4)[said == name]
        wanted = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
        assert (own[:, :3] == wanted).all()


def test_shades_follow_the_margin(qtbot, workspace, run):
    view = shown(qtbot, DecisionBoundary, workspace, run)
    x, y = cells(view)
    shares = run.model.probabilities(pd.DataFrame({"x": x.ravel(), "y": y.ravel()}))
    # P = 1/(1+exp(-2F)) gives F back, and the margin is |F| over the sum of the votes.
    margin = np.abs(np.log(shares[:, 1] / shares[:, 0]) / 2) / run.history.votes.sum()
    alpha = view.image.image[..., 3].ravel().astype(float)
    order = np.argsort(margin)
    assert np.all(np.diff(alpha[order]) >= 0)
    assert len(set(alpha)) >= 3


def test_the_cut_is_the_question_of_the_round(qtbot, workspace, run):
    view = shown(qtbot, DecisionBoundary, workspace, run)
    trees, features = run.model.predictor.trees, run.model.encoder.features
    for number in (1, 2, 9):
        workspace.go_to(number)
        view.draw_now()
        root = trees.roots[number - 1]
        feature = trees.feature[root]
        edge = features[feature].edges[trees.threshold[root]]
        x, y = view.cut.getData()
        box, shape = view.drawn.surface.plane.box, view.drawn.surface.plane.shape
        cell = box.width / shape[1] if feature == 0 else box.height / shape[0]
        along = x if feature == 0 else y
        assert len(x) == 2
        assert np.all(np.abs(along - edge) <= cell)


def test_points_are_the_rows(qtbot, workspace, run):
    view = shown(qtbot, DecisionBoundary, workspace, run)
    x, y = view.cloud.points.getData()
    np.testing.assert_array_equal(x, run.dataset.features[0].values)
    np.testing.assert_array_equal(y, run.dataset.features[1].values)
    wrong = run.history.wrong(20)
    assert len(view.cloud.rings.getData()[0]) == wrong.sum()
    workspace.select(run.dataset.lines[[3]])
    assert view.cloud.marks.getData()[0].tolist() == [x[3]]
    view._box.clicked.emit(QPointF(x[8], y[8]), Mode.ADD)
    assert set(workspace.selection) == set(run.dataset.lines[[3, 8]])


def test_other_columns_stand_at_the_typical_or_the_selected_row(qtbot, workspace):
    run = fit(example("orders"), AdaBoost(rounds=15, base=Tree(depth=3)))
    view = shown(qtbot, DecisionBoundary, workspace, run)
    data = run.dataset
    view.change_options(x="price", y="customer_age")
    view.draw_now()

    def expected(fixed):
        x, y = cells(view)
        frame = pd.DataFrame({"price": x.ravel(), "customer_age": y.ravel()})
        for column in data.features:
            if column.name not in frame:
                frame[column.name] = fixed(column)
        return run.model.predict(frame).reshape(x.shape)

    def typical(column):
        if column.is_number:
            return float(np.nanmedian(column.values))
        return column.categories[np.bincount(column.values[column.values >= 0]).argmax()]

    classes = np.array(data.classes, dtype=object)
    np.testing.assert_array_equal(classes[view.drawn.surface.decided], expected(typical))
    assert len(view.drawn.rows) == 500
    workspace.select(data.lines[[7]])
    view.change_options(others=SELECTED)
    view.draw_now()
    through = classes[view.drawn.surface.decided]

    def own(column):
        value = column.values[7]
        return float(value) if column.is_number else column.categories[value]

    np.testing.assert_array_equal(through, expected(own))
    assert 7 in view.drawn.rows


def test_the_most_used_columns_come_first(qtbot, workspace):
    random = np.random.default_rng(0)
    frame = pd.DataFrame(random.normal(size=(400, 4)), columns=list("abcd"))
    frame["t"] = frame["b"] + 2 * frame["d"] > 0
    run = fit(Dataset.from_frame(frame, "t"), AdaBoost(rounds=12))
    view = shown(qtbot, DecisionBoundary, workspace, run)
    assert (view._scene.x.name, view._scene.y.name) == ("b", "d")
    other = fit(Dataset.from_frame(frame, "t"), AdaBoost(rounds=2, base=NaiveBayes()))
    workspace.show_run(RunItem(2, other))
    assert (view._scene.x.name, view._scene.y.name) == ("a", "b")
    view.draw_now()
    assert len(view.border.getData()[0]) > 0


def test_a_surface_of_numbers_is_viridis(qtbot, workspace):
    random = np.random.default_rng(1)
    frame = pd.DataFrame(random.normal(size=(300, 2)), columns=["a", "b"])
    frame["t"] = frame["a"] * 3
    run = fit(Dataset.from_frame(frame, "t"), GradientBoosting(rounds=5))
    view = shown(qtbot, DecisionBoundary, workspace, run)
    x, y = cells(view)
    said = run.model.predict(pd.DataFrame({"a": x.ravel(), "b": y.ravel()}))
    np.testing.assert_allclose(view.drawn.surface.decided.ravel(), said)
    green = view.image.image[..., 1].ravel()[np.argsort(said)].astype(int)
    assert np.all(np.diff(green) >= -1)
    assert view.bar.isVisible()
    assert len(view.border.getData()[0] if view.border.getData()[0] is not None else []) == 0


def test_at_round_0_there_are_only_rows(qtbot, workspace, run):
    view = shown(qtbot, DecisionBoundary, workspace, run)
    workspace.go_to(0)
    view.draw_now()
    assert view.drawn.surface is None
    assert view.image.image is None
    assert len(view.cloud.points.getData()[0]) == len(run.dataset)


def test_while_training_the_model_there_is_is_drawn(qtbot, workspace):
    data = example("moons")
    view = DecisionBoundary(workspace)
    qtbot.addWidget(view)
    view.show()
    workspace.project.take_over(Project.of(data))
    assert "Press Train" in view._empty.text()
    training = train(data, AdaBoost(rounds=9))
    item = workspace.add_run(training)
    for _ in range(4):
        next(training)
    workspace.take_model(item, training.model())
    for _ in range(5):
        next(training)
    workspace.grow()
    view.draw_now()
    assert view.drawn.surface.round == 4
    workspace.finish_run(item, training.run())
    view.draw_now()
    assert view.drawn.surface.round == 9
    workspace.go_to(2)
    view.draw_now()
    assert view.drawn.surface.round == 2


def test_zooming_draws_what_is_in_sight(qtbot, workspace, run):
    view = shown(qtbot, DecisionBoundary, workspace, run)
    view._box.setRange(xRange=(0, 0.5), yRange=(0, 0.5), padding=0)
    view.draw_now()
    box = view.drawn.surface.plane.box
    assert (box.left, box.bottom) == pytest.approx((0, 0), abs=1e-9)
    assert (box.width, box.height) == pytest.approx((0.5, 0.5))
    view._box.reset_asked.emit()
    view.draw_now()
    assert view.drawn.surface.plane.box.width > 2


def test_one_column_is_no_plane(qtbot, workspace):
    frame = pd.DataFrame({"a": np.arange(20.0), "t": [0, 1] * 10})
    run = fit(Dataset.from_frame(frame, "t"), AdaBoost(rounds=2))
    view = shown(qtbot, DecisionBoundary, workspace, run)
    assert not view.has_content
    assert "only one" in view._empty.text()


def test_another_theme_while_hidden_colours_the_rows_that_are_drawn(qtbot, workspace, run):
    """Behind another tab it has the former rows until it is seen again: a theme was an error."""
    view = shown(qtbot, DecisionBoundary, workspace, run)
    view.hide()
    fewer = run.dataset.excluding(run.dataset.lines[-5:])
    workspace.set_dataset(fewer)
    workspace.show_run(RunItem(2, fit(fewer, AdaBoost(rounds=3))))
    assert view.drawn is not None
    view.apply_theme(theme.DARK)
    view.show()
    view.draw_now()
    assert view.drawn.scene.dataset is fewer


def test_many_classes_in_both_themes_and_as_numbers(qtbot, workspace):
    random = np.random.default_rng(2)
    frame = pd.DataFrame(random.normal(size=(520, 2)), columns=["a", "b"])
    frame["t"] = [f"class {number % 26}" for number in range(520)]
    run = fit(Dataset.from_frame(frame, "t"), AdaBoost(rounds=3, base=Tree(depth=4)))
    view = shown(qtbot, DecisionBoundary, workspace, run)
    before = view.image.image.copy()
    view.apply_theme(theme.DARK)
    assert not np.array_equal(before[..., :3], view.image.image[..., :3])
    numbers = view.numbers()
    x, y = cells(view)
    said = run.model.predict(pd.DataFrame({"a": x.ravel(), "b": y.ravel()}))
    assert numbers["surface"]["predicted"].tolist() == said.tolist()
    assert len(numbers["rows"]) == 520


def test_columns_that_are_called_as_its_own_are_taken_away_beside_them(qtbot, workspace):
    values = np.random.default_rng(1).normal(size=(40, 2))
    frame = pd.DataFrame(values, columns=["line", "predicted"])
    frame["t"] = np.where(frame["line"] > 0, "a", "b")
    run = fit(Dataset.from_frame(frame, "t"), AdaBoost(rounds=2))
    view = shown(qtbot, DecisionBoundary, workspace, run)
    found = view.numbers()
    rows = found["rows"].sort_values("line")
    assert rows["line"].tolist() == run.dataset.lines.tolist()
    np.testing.assert_array_equal(rows[["line_in_file", "predicted_in_file"]], values)
    assert set(found["surface"]["predicted"]) == {"a", "b"}
    assert list(found["surface"])[:2] == ["line_in_file", "predicted_in_file"]


def test_it_says_how_many_rows_are_drawn_and_where_the_others_stand(qtbot, workspace, run):
    view = shown(qtbot, DecisionBoundary, workspace, run)
    assert view.headline.sentence == "All 500 rows are drawn."
    orders = fit(example("orders"), AdaBoost(rounds=5))
    workspace.show_run(RunItem(2, orders))
    view.change_options(x="price", y="customer_age")
    view.draw_now()
    said = view.headline.sentence
    assert said.startswith("500 of 3,000 rows are drawn, those nearest to the plane. The other ")
    frame = {column.name: column for column in orders.dataset.features}
    category = frame["category"].categories[np.bincount(frame["category"].values).argmax()]
    assert f"stand at category {category}, discount 0, " in said
    assert said.endswith(" and 2 more.")
    assert (
        f"delivery_days {np.median(frame['delivery_days'].values):.0f}" in view.headline.toolTip()
    )
    assert view.canvas.accessibleDescription().startswith(
        "What 5 rounds say on price and customer_age. 500 of 3,000 rows"
    )
    workspace.select(orders.dataset.lines[[7]])
    view.change_options(others=SELECTED)
    view.draw_now()
    assert f"category {frame['category'].text(7)}," in view.headline.sentence


def test_contours_lie_where_the_probability_passes_a_share(qtbot, workspace, run):
    view = shown(qtbot, DecisionBoundary, workspace, run)
    x, y = cells(view)
    shares = run.model.probabilities(pd.DataFrame({"x": x.ravel(), "y": y.ravel()})).max(axis=1)
    np.testing.assert_allclose(view.drawn.surface.probability.ravel(), shares)
    surely = shares.reshape(x.shape)
    box, (rows, columns) = view.drawn.surface.plane.box, x.shape
    for contour in view.drawn.contours:
        is_sure = surely >= contour.share
        between = (is_sure[:, 1:] != is_sure[:, :-1]).sum() * box.height / rows
        between_rows = (is_sure[1:] != is_sure[:-1]).sum() * box.width / columns
        lengths = np.abs(np.diff(contour.y)[::2]).sum(), np.abs(np.diff(contour.x)[::2]).sum()
        assert lengths == pytest.approx((between, between_rows))
    named = [own for own in view.drawn.contours if own.place is not None]
    assert len(named) >= 2
    view.canvas.grab()
    places = []
    for own in named:
        text = view.shares[own.share]
        assert text.isVisible()
        assert text.toPlainText() == f"{100 * own.share:.0f} %"
        assert (text.pos().x(), text.pos().y()) == pytest.approx(own.place)
        places.append(text.mapRectToScene(text.boundingRect()))
    for number, place in enumerate(places):
        assert not any(place.intersects(other) for other in places[:number])
    assert "probability" in view.legend.texts
    view._hovered((view._box.mapViewToScene(QPointF(0.5, 0.5)),))
    assert "probability" in view.canvas.toolTip()
    workspace.go_to(0)
    view.draw_now()
    assert not any(text.isVisible() for text in view.shares.values())


def test_without_other_columns_the_rows_that_are_drawn_are_chosen_by_chance(qtbot, workspace):
    rng = np.random.default_rng(2)
    across, up = rng.normal(size=(2, 6000))
    data = Dataset.from_frame(
        pd.DataFrame({"a": across, "b": up, "label": np.where(across > up, "x", "y")}), "label"
    )
    view = shown(qtbot, DecisionBoundary, workspace, fit(data, AdaBoost(rounds=2)))
    said = view.describe()
    assert "of 6,000 rows are drawn, chosen by chance." in said
