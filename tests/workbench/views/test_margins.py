"""The margins drawn are those of the predictions, and a stretch of them selects rows."""

import numpy as np
import pandas as pd
import pytest

from core import AdaBoost, Dataset, GradientBoosting, RandomForest, Tree, example, fit, train
from core.judging.diagnostics.margin_curves import Key
from core.judging.diagnostics.run_access import Part
from core.project import Project
from tests.workbench.plotting.drawn import drawn_texts
from tests.workbench.views.showing import shown
from workbench.shell import theme
from workbench.state.workspace import RunItem
from workbench.views.margins.view import APART, BOUNDS, HISTOGRAM, LOSSES, Margins


@pytest.fixture(scope="module")
def run():
    return fit(example("moons"), AdaBoost(rounds=30))


def margins_of(run, number):
    """From the probabilities of the model: y F over the sum of the votes."""
    shares = run.model.first(number).probabilities(run.dataset)
    score = np.log(shares[:, 1] / shares[:, 0]) / 2
    return np.where(run.dataset.labels == 1, score, -score) / run.history.votes[:number].sum()


def test_cumulative_curves_are_those_of_the_predictions(qtbot, workspace, run):
    view = shown(qtbot, Margins, workspace, run)
    data = run.dataset
    assert {key.round for key in view.curves} == {5, 20, 30}
    for key, curve in view.curves.items():
        rows = data.validation if key.part is Part.VALIDATION else ~data.validation
        margins = margins_of(run, key.round)[rows]
        x, y = curve.getData()
        for at in (-0.31, 0.013, 0.27):
            drawn = y[x <= at][-1]
            assert drawn == pytest.approx((margins <= at).mean(), abs=0.01)
        assert (y[0], y[-1]) == (0, 1)


def test_histograms_count_every_row_once(qtbot, workspace, run):
    view = shown(qtbot, Margins, workspace, run)
    view.change_options(shape=HISTOGRAM, rounds=())
    view.draw_now()
    data = run.dataset
    assert len(view.curves) == 2
    for key, curve in view.curves.items():
        rows = data.validation if key.part is Part.VALIDATION else ~data.validation
        edges, heights = curve.getData()
        expected = np.histogram(margins_of(run, 30)[rows], edges)[0] / rows.sum()
        # A margin upon an edge may fall to either side.
        assert np.abs(heights - expected).max() <= 3 / rows.sum()
        assert heights.sum() == pytest.approx(1)


def test_going_back_moves_the_curve_and_later_pins_go(qtbot, workspace, run):
    view = shown(qtbot, Margins, workspace, run)
    workspace.go_to(12)
    view.draw_now()
    assert {key.round for key in view.curves} == {5, 12}
    assert "round 12" in view.legend.texts
    workspace.go_to(0)
    view.draw_now()
    x, y = view.curves[Key(0, Part.TRAINING)].getData()
    assert y[x < 0].max() == 0
    assert y[x > 0].min() == 1


def test_pinned_rounds_stay(qtbot, workspace, run):
    view = shown(qtbot, Margins, workspace, run)
    view.unpin.click()
    view.draw_now()
    assert {key.round for key in view.curves} == {30}
    workspace.go_to(9)
    view.pin.click()
    workspace.go_to(25)
    view.draw_now()
    assert {key.round for key in view.curves} == {9, 25}
    assert view.options.rounds == (9,)


def test_classes_and_parts_can_be_apart(qtbot, workspace, run):
    view = shown(qtbot, Margins, workspace, run)
    view.change_options(label=APART, part="validation", rounds=())
    view.draw_now()
    data = run.dataset
    assert set(view.curves) == {Key(30, Part.VALIDATION, 0), Key(30, Part.VALIDATION, 1)}
    for key, curve in view.curves.items():
        rows = data.validation & (data.labels == key.label)
        x, y = curve.getData()
        expected = (margins_of(run, 30)[rows] <= 0.103).mean()
        assert y[x <= 0.103][-1] == pytest.approx(expected, abs=0.02)
    assert view.legend.texts[:2] == list(data.classes)


def test_a_region_selects_the_rows_between(qtbot, workspace, run):
    view = shown(qtbot, Margins, workspace, run)
    view._box.stretched.emit(-1.0, -0.05, False)
    view.select_region()
    expected = run.dataset.lines[run.history.margins(30) <= -0.05]
    assert set(workspace.selection) == set(expected)
    assert view.region.isVisible()
    assert view.told.toPlainText() == f"{len(expected)} rows"
    view.region.setRegion((-0.05, 0.05))
    view.select_region()
    margins = run.history.margins(30)
    assert set(workspace.selection) == set(run.dataset.lines[np.abs(margins) <= 0.05])
    view.change_options(part="training")
    view.draw_now()
    view.region.setRegion((-0.04, 0.05))
    view.select_region()
    inside = (margins >= -0.04) & (margins <= 0.05) & ~run.dataset.validation
    assert set(workspace.selection) == set(run.dataset.lines[inside])


def test_another_selection_or_round_ends_the_region_and_not_the_selection(qtbot, workspace, run):
    view = shown(qtbot, Margins, workspace, run)
    view._box.stretched.emit(-1.0, 0.0, False)
    view.select_region()
    chosen = workspace.selection
    workspace.go_to(10)
    assert not view.region.isVisible()
    np.testing.assert_array_equal(workspace.selection, chosen)
    view._box.stretched.emit(-1.0, 0.0, False)
    view.select_region()
    assert view.region.isVisible()
    workspace.select(run.dataset.lines[:3])
    assert not view.region.isVisible()


def test_selected_rows_are_a_filled_part_and_a_rug(qtbot, workspace, run):
    view = shown(qtbot, Margins, workspace, run)
    view.change_options(shape=HISTOGRAM, part="training", rounds=())
    workspace.select(run.dataset.lines[:40])
    view.draw_now()
    data = run.dataset
    key = Key(30, Part.TRAINING)
    edges, heights = view.fills[key].getData()
    rows = np.arange(40)[~data.validation[:40]]
    assert view.fills[key].isVisible()
    assert heights.sum() == pytest.approx(len(rows) / (~data.validation).sum())
    assert np.all(heights <= view.curves[key].getData()[1] + 1e-12)
    x, _ = view.rug.getData()
    own = run.history.margins(30)[:40]
    assert np.abs(x[::2][:, None] - own).min(axis=0).max() <= 2 / 600
    assert len(edges) == 41


def test_numbers_have_residuals(qtbot, workspace):
    random = np.random.default_rng(0)
    frame = pd.DataFrame({"a": random.normal(size=400)})
    frame["t"] = frame["a"] * 100 + random.normal(size=400)
    run = fit(Dataset.from_frame(frame, "t"), GradientBoosting(rounds=8))
    view = shown(qtbot, Margins, workspace, run)
    view.change_options(rounds=())
    view.draw_now()
    data = run.dataset
    residuals = run.model.predict(data) - data.labels
    x, y = view.curves[Key(8, Part.TRAINING)].getData()
    at = float(np.median(residuals))
    expected = (residuals[~data.validation] <= at).mean()
    assert y[x <= at][-1] == pytest.approx(expected, abs=0.01)
    assert "residual" in view.plot.getAxis("bottom").labelText
    assert not view._label.isVisible()


def test_curves_follow_a_training(qtbot, workspace):
    view = Margins(workspace)
    qtbot.addWidget(view)
    view.show()
    assert "Press Train" in view._empty.text()
    training = train(example("moons", validation_share=0), AdaBoost(rounds=8))
    workspace.project.take_over(Project.of(training.dataset))
    workspace.add_run(training)
    view.draw_now()
    assert {key.round for key in view.curves} == {0}
    for number in (1, 7):
        while training.history.rounds < number:
            next(training)
        workspace.refresh()
        view.draw_now()
        assert max(key.round for key in view.curves) == number
        assert {key.part for key in view.curves} == {Part.TRAINING}
    assert not view._part.isVisible()


def test_many_classes_in_both_themes_and_as_numbers(qtbot, workspace, run):
    random = np.random.default_rng(2)
    frame = pd.DataFrame(random.normal(size=(520, 2)), columns=["a", "b"])
    frame["t"] = [f"class {number % 26:02}" for number in range(520)]
    many = fit(Dataset.from_frame(frame, "t"), AdaBoost(rounds=3, base=Tree(depth=4)))
    view = shown(qtbot, Margins, workspace, many)
    view.change_options(label=25)
    view.draw_now()
    view.apply_theme(theme.DARK)
    frame = view.numbers()["cumulative"]
    assert set(frame["class"]) == {"class 25"}
    own = frame[(frame["round"] == 3) & (frame["part"] == "training")]
    rows = ~many.dataset.validation & (many.dataset.labels == 25)
    np.testing.assert_allclose(own["margin"], np.unique(many.history.margins(3)[rows]))
    assert own["share up to it"].iloc[-1] == 1
    # A class that other data does not have is all classes there.
    workspace.show_run(RunItem(2, run))
    view.draw_now()
    assert {key.label for key in view.curves} == {-2}


def test_a_sentence_says_what_the_margins_say_now(qtbot, workspace, run):
    view = shown(qtbot, Margins, workspace, run)
    data = run.dataset
    margins = np.sort(margins_of(run, 30)[~data.validation])
    least = np.floor(100 * margins[int(np.ceil(0.1 * len(margins))) - 1]) / 100
    wrong = run.history.wrong(30)
    here, there = int(wrong[~data.validation].sum()), int(wrong[data.validation].sum())
    assert least > 0
    assert view.headline.sentence == (
        f"9 in 10 training rows are right with a margin of {least:.2f} or more; "
        f"{here} of {len(margins)} are wrong ({100 * here / len(margins):.1f} %). "
        f"{there} of 124 validation rows are wrong ({100 * there / 124:.1f} %)."
    )
    assert view.canvas.accessibleDescription() == view.headline.sentence
    workspace.go_to(0)
    view.draw_now()
    assert view.headline.sentence == "Before the first round every margin is 0."


def test_the_bound_lies_above_the_training_rows_and_is_called_loose(qtbot, workspace, run):
    view = shown(qtbot, Margins, workspace, run)
    view.change_options(shape=BOUNDS)
    view.draw_now()
    assert view.figure.bound.isVisible()
    assert {key.round for key in view.curves} == {30}
    margins, shares = view.figure.bound.getData()
    votes = run.history.votes.sum()
    product = np.exp(-margins_of(run, 30) * votes)[~run.dataset.validation].mean()
    np.testing.assert_allclose(shares[:-1], product * np.exp(margins[:-1] * votes), rtol=1e-6)
    x, y = view.curves[Key(30, Part.TRAINING)].getData()
    for margin, share in zip(margins, shares, strict=True):
        assert y[x <= margin][-1] <= share + 1e-9
    said = view.headline.sentence
    assert f"At most {100 * product:.1f} % of the training rows" in said
    assert "so it is loose" in said
    assert "the margin bound is 100 % or more: it says nothing" in said
    assert "bound for training" in view.legend.texts
    view.change_options(shape="cumulative")
    view.draw_now()
    assert not view.figure.bound.isVisible()


def test_losses_are_drawn_over_the_margin_with_a_tick_for_each_row(qtbot, workspace, run):
    view = shown(qtbot, Margins, workspace, run)
    view.change_options(shape=LOSSES)
    view.draw_now()
    assert not view.curves
    x, exponential = view.losses.curves["exponential"].getData()
    np.testing.assert_allclose(exponential, np.exp(-x))
    np.testing.assert_allclose(
        view.losses.curves["logistic"].getData()[1], np.log2(1 + np.exp(-2 * x))
    )
    np.testing.assert_array_equal(view.losses.curves["0/1"].getData()[1], x <= 0)
    agreement = margins_of(run, 30) * run.history.votes.sum()
    low, high = view.drawn.reach
    for item, rows in zip(
        view.losses.ticks, (~run.dataset.validation, run.dataset.validation), strict=True
    ):
        ticks = item.getData()[0][::2]
        own = np.clip(agreement[rows], low, high)
        assert np.abs(ticks[:, None] - own).min(axis=0).max() <= (high - low) / 400
    training = agreement[~run.dataset.validation]
    assert f"exponential {np.exp(-training).mean():.3f}" in view.headline.sentence
    view._box.stretched.emit(-9.0, -0.5, False)
    view.select_region()
    assert set(workspace.selection) == set(run.dataset.lines[(agreement <= -0.5)])
    frame = view.numbers()[LOSSES]
    np.testing.assert_allclose(frame["yF"], agreement, atol=1e-9)
    view.apply_theme(theme.DARK)
    assert "exponential loss" in view.legend.texts


def test_what_has_no_meaning_for_a_run_is_not_offered(qtbot, workspace, run):
    view = shown(qtbot, Margins, workspace, run)
    view.change_options(shape=LOSSES)
    forest = fit(example("moons"), RandomForest(rounds=4))
    workspace.show_run(RunItem(2, forest))
    view.draw_now()
    offered = [view._shape.itemData(place) for place in range(view._shape.count())]
    assert offered == ["cumulative", "histogram"]
    assert view._shape.currentData() == "cumulative"
    assert len(view.curves) > 0
    assert "wrong" in view.headline.sentence


@pytest.mark.parametrize("shape", ["cumulative", "histogram", BOUNDS, LOSSES])
@pytest.mark.parametrize("size", [(440, 260), (1200, 800)])
def test_no_tick_is_written_over_another_and_none_says_less_than_nothing(
    qtbot, workspace, run, shape, size
):
    view = shown(qtbot, Margins, workspace, run, size)
    view.change_options(shape=shape)
    view.draw_now()
    view.canvas.grab()
    for axis in view.axes.values():
        texts = drawn_texts(axis)
        assert len(texts) >= 2
        for place, (rect, _, text) in enumerate(texts):
            assert not text.startswith("-0.00")
            assert text not in ("-0", "-0.0", "-0 %")
            assert not any(rect.intersects(other) for other, _, _ in texts[:place])
    assert "-0.00" not in view.headline.sentence
