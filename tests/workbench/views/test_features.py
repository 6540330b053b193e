"""The bars and the curves of the columns, against the model asked directly."""

import itertools

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF

from core import (
    AdaBoost,
    Dataset,
    GradientBoosting,
    NaiveBayes,
    RandomForest,
    SingleLearner,
    example,
    fit,
    train,
)
from core.judging.diagnostics.importance import permutation_importance
from core.project import Project
from tests.core.judging.diagnostics.data import numbers, three_classes
from tests.workbench.views.showing import collisions, shown
from workbench.jobs.registry import Jobs
from workbench.shell import theme
from workbench.state.workspace import RunItem, Workspace
from workbench.views.features import shuffler
from workbench.views.features.view import CURVE, PURITY, SHUFFLING, USE, Features


@pytest.fixture(scope="module")
def run():
    return fit(example("orders"), AdaBoost(rounds=60))


@pytest.fixture(scope="module")
def forest():
    return fit(example("orders"), RandomForest(rounds=8))


def bars(view):
    """The names and the lengths of the bars that are drawn."""
    lengths = [item.opts["width"] for item in view.bars.items]
    return view.bars.bars.names, np.column_stack(lengths)


def test_use_counts_the_questions_up_to_the_round(qtbot, workspace, run):
    view = shown(qtbot, Features, workspace, run)
    view.change_options(part=USE)
    for number in (60, 11):
        workspace.go_to(number)
        trees = run.model.predictor.trees
        asked = trees.feature[trees.roots[:number]]
        names, lengths = bars(view)
        features = [feature.name for feature in run.model.encoder.features]
        for name, length in zip(names, lengths[:, 0], strict=True):
            assert length == np.sum(asked == features.index(name))
        assert np.all(np.diff(lengths[:, 0]) <= 0)
    workspace.go_to(0)
    assert view.body.pages.currentIndex() == 1
    assert "first round" in view.body.words.text()


def test_stumps_keep_no_gains_and_forests_do(qtbot, workspace, run, forest):
    view = shown(qtbot, Features, workspace, run)
    view.change_options(part=PURITY)
    assert "no gains" in view.body.words.text()
    workspace.show_run(RunItem(2, forest))
    names, lengths = bars(view)
    assert lengths.sum() == pytest.approx(1)
    assert view.body.pages.currentIndex() == 0
    assert set(names) == {column.name for column in forest.dataset.features}


def test_the_curve_of_a_number_is_what_the_score_changes_by(qtbot, workspace, run):
    view = shown(qtbot, Features, workspace, run)
    view.change_options(part=CURVE, column="price")
    workspace.go_to(33)
    ends, heights = view.curves.curves[0].getOriginalDataset()
    frame = pd.DataFrame({c.name: [c.text(0) or None] * 2 for c in run.dataset.features})
    for name in ("price", "discount", "delivery_days", "sizes_ordered", "customer_age"):
        frame[name] = pd.to_numeric(frame[name])
    model = run.model.first(33)
    places = (3, len(heights) // 2, len(heights) - 2)
    for one, other in itertools.pairwise(places):
        frame["price"] = [(ends[k] + ends[k + 1]) / 2 for k in (one, other)]
        scores = model.predictor.scores(model.inputs(frame))[:, 0]
        assert heights[other] - heights[one] == pytest.approx(scores[1] - scores[0])
    assert "Exact" in view.body.caption.text()


def test_categories_are_bars_and_missing_values_have_their_own(qtbot, workspace, run):
    view = shown(qtbot, Features, workspace, run)
    view.change_options(part=CURVE, column="payment")
    names, lengths = bars(view)
    column = next(c for c in run.dataset.features if c.name == "payment")
    assert names == (*column.categories, "missing")
    rows = [int(np.flatnonzero(column.values == k)[0]) for k in (0, 1, -1)]
    frame = pd.DataFrame({c.name: [c.text(0) or None] * 3 for c in run.dataset.features}).assign(
        payment=[column.text(row) or None for row in rows]
    )
    for name in ("price", "discount", "delivery_days", "sizes_ordered", "customer_age"):
        frame[name] = pd.to_numeric(frame[name])
    scores = run.model.predictor.scores(run.model.inputs(frame))[:, 0]
    drawn = lengths[[0, 1, -1], 0]
    np.testing.assert_allclose(drawn - drawn[0], scores - scores[0], atol=1e-9)
    view.change_options(column="customer_age")
    assert view.curves.gap.isVisible()
    view.change_options(column="price")
    assert not view.curves.gap.isVisible()


def test_other_models_say_that_it_is_an_average(qtbot, workspace, forest):
    view = shown(qtbot, Features, workspace, forest)
    view.change_options(part=CURVE, column="category")
    assert "On average over 300 rows" in view.body.caption.text()
    assert view.axes["bottom"].tickStrings([0.25], 1, 0.25) == ["25 %"]
    names, lengths = bars(view)
    assert len(names) == 5
    assert np.all((lengths >= 0) & (lengths <= 1))


def test_many_classes_and_numbers_have_curves_too(qtbot, workspace):
    view = shown(qtbot, Features, workspace, fit(three_classes(), GradientBoosting(rounds=4)))
    view.change_options(part=CURVE, column="a")
    assert len(view.curves.curves) == 3
    total = sum(curve.getOriginalDataset()[1] for curve in view.curves.curves)
    np.testing.assert_allclose(total, 1)
    run = fit(numbers(), GradientBoosting(rounds=20, depth=1))
    workspace.show_run(RunItem(2, run))
    assert "Exact" in view.body.caption.text()
    view.apply_theme(theme.DARK)
    assert view.numbers()["curve"].shape[1] == 3


def test_a_click_on_a_bar_shows_the_curve_of_its_column(qtbot, workspace, run):
    view = shown(qtbot, Features, workspace, run)
    second = view.ranking.names[1]
    view._box.picked.emit(0.0, 1.2)
    assert view.options.part == CURVE
    assert view.options.column == second
    assert view.effect.name == second
    assert view.column.currentText() == second


def test_it_starts_with_what_is_lost_without_a_column(qtbot, workspace, run):
    view = shown(qtbot, Features, workspace, run)
    assert view.options.part == SHUFFLING
    assert view.part.currentText() == "what is lost without it"
    expected = permutation_importance(run)
    names, lengths = bars(view)
    by_name = dict(zip(expected.names, expected.means, strict=True))
    np.testing.assert_allclose(lengths[:, 0], [by_name[name] for name in names])
    assert np.all(np.diff(lengths[:, 0]) <= 0)
    order = [expected.names.index(name) for name in names]
    own = view.bars._whiskers.opts
    low, high = expected.intervals
    np.testing.assert_allclose(lengths[:, 0] - own["left"], low[order])
    np.testing.assert_allclose(lengths[:, 0] + own["right"], high[order])
    told = view.body.caption.text().replace("\N{NO-BREAK SPACE}", " ")
    rows = f"{run.dataset.validation.sum()} validation rows"
    assert f"Without {names[0]}, {100 * lengths[0, 0]:.1f} % more of the {rows}" in told
    above = int((low > 0).sum())
    assert f"The intervals of {above} of 7 columns lie above 0." in told
    frame = view.numbers()["columns"]
    assert list(frame["column"]) == list(names)
    np.testing.assert_allclose(frame["interval from"], low[order])


def test_a_column_that_is_seldom_asked_about_and_matters_most_stands_first(qtbot, workspace):
    """A flag takes one question; columns of numbers take many, and tell little."""
    random = np.random.default_rng(4)
    noise = pd.DataFrame(random.normal(size=(1200, 9)), columns=[f"n{k}" for k in range(9)])
    late = random.random(1200) < 0.5
    wrong = random.random(1200) < 0.1
    frame = noise.assign(late=np.where(late, "yes", "no"), y=np.where(late ^ wrong, "bad", "good"))
    run = fit(Dataset.from_frame(frame, "y"), AdaBoost(rounds=100))
    view = shown(qtbot, Features, workspace, run)
    assert view.ranking.names[0] == "late"
    assert view.ranking.values[0] > 0.3
    assert view.ranking.matters[0]
    view.change_options(part=USE)
    assert view.ranking.names.index("late") > 4


def test_its_text_alternative_names_the_columns_in_their_order(qtbot, workspace, run):
    view = shown(qtbot, Features, workspace, run)
    told = view.canvas.accessibleDescription()
    places = [told.index(f"{place}. {name}:") for place, name in enumerate(view.ranking.names, 1)]
    assert places == sorted(places)
    view.change_options(part=CURVE, column="price")
    assert "price" in view.canvas.accessibleDescription()
    assert "least" in view.canvas.accessibleDescription()


def test_shuffling_can_be_stopped_and_then_waits_to_be_asked(qtbot, run):
    jobs = Jobs()
    workspace = Workspace(jobs)
    view = shown(qtbot, Features, workspace, run)
    assert view.shuffle.text() == "Stop"
    assert view.body.progress.isVisible()
    view.shuffle.click()
    qtbot.waitUntil(lambda: view.shuffle.text() == "Compute", timeout=20_000)
    assert "Press Compute" in view.body.words.text() or view.ranking is not None
    qtbot.waitUntil(lambda: jobs.is_idle, timeout=20_000)
    view.change_options(part=USE)
    view.change_options(part=SHUFFLING)
    assert not view.shuffler.is_shuffling(workspace.current)
    view.shuffle.click()
    qtbot.waitUntil(lambda: view.ranking is not None, timeout=20_000)
    jobs.close()
    assert jobs.join(90)


def test_much_work_is_not_begun_unasked(qtbot, workspace, run, monkeypatch):
    monkeypatch.setattr(shuffler, "_QUICK", 1)
    view = shown(qtbot, Features, workspace, run)
    assert "Press Compute" in view.body.words.text()
    view.shuffle.click()
    assert view.ranking is not None
    assert not view.shuffle.isVisible()


def test_without_validation_rows_training_rows_are_shuffled(qtbot, workspace):
    run = fit(example("moons", validation_share=0), AdaBoost(rounds=5))
    view = shown(qtbot, Features, workspace, run)
    assert "training rows" in view.body.caption.text()


def test_forty_long_names_can_be_told_apart(qtbot, workspace):
    random = np.random.default_rng(0)
    names = [
        f"sensor_reading_of_the_left_chamber_{k:02}_after_warming_millivolts" for k in range(40)
    ]
    frame = pd.DataFrame(random.normal(size=(200, 40)), columns=names)
    data = Dataset.from_frame(frame.assign(y=random.choice(["p", "q"], 200)), "y")
    view = shown(qtbot, Features, workspace, fit(data, AdaBoost(rounds=5)), size=(400, 500))
    axis = view.axes["left"]
    texts = axis.tickStrings(range(20), 1, 1)
    assert len(set(texts)) == 20
    for name, text in zip(view.ranking.names, texts, strict=False):
        assert name[len("sensor_reading_of_the_left_chamber_") :][:2] in text
        assert QFontMetricsF(axis.font()).horizontalAdvance(text) <= axis.room
    assert axis.width() < 0.5 * view.width()
    assert view.ranking.names[0] in view._bar_text(0.0)
    view.change_options(part=CURVE, column=names[17])
    assert "17" in view.axes["bottom"].labelText
    assert len(view.axes["bottom"].labelText) <= 32
    assert names[17] in view.canvas.accessibleDescription()


def test_ticks_of_values_never_collide(qtbot, workspace, run):
    for size in ((380, 260), (640, 400), (1200, 700)):
        view = shown(qtbot, Features, workspace, run, size=size)
        for part in (SHUFFLING, USE):
            view.change_options(part=part)
            assert collisions(view.axes["bottom"]) == []
            assert collisions(view.axes["left"]) == []


def test_only_the_columns_that_are_ticked_are_kept(qtbot, workspace, run):
    view = shown(qtbot, Features, workspace, run)
    chosen = []
    workspace.columns_chosen.connect(chosen.append)
    qtbot.mouseClick(view.keep, Qt.MouseButton.LeftButton)
    assert view.keeper.isVisible()
    ranking = view.ranking
    assert view.keeper.kept == tuple(np.array(ranking.names)[ranking.matters])
    qtbot.keyClick(view.keeper.list, Qt.Key.Key_Space)  # the first one no longer
    kept = tuple(np.array(ranking.names)[ranking.matters][1:])
    assert view.keeper.kept == kept
    others = len(ranking.names) - len(kept)
    assert f"The {others} other columns will be ignored" in view.keeper.sentence.text()
    assert "Undo brings the columns back" in view.keeper.sentence.text()
    qtbot.keyClick(view.keeper.list, Qt.Key.Key_Escape)
    assert not view.keeper.isVisible()
    assert chosen == []
    view.keep.click()
    qtbot.keyClick(view.keeper.list, Qt.Key.Key_Return)
    assert chosen == [tuple(np.array(ranking.names)[ranking.matters])]
    assert not view.keeper.isVisible()


def test_none_or_all_columns_cannot_be_kept(qtbot, workspace, run):
    view = shown(qtbot, Features, workspace, run)
    view.keep.click()
    for state, words in (
        (Qt.CheckState.Checked, "nothing to leave out"),
        (Qt.CheckState.Unchecked, "at least one"),
    ):
        for item in view.keeper._items:
            item.setCheckState(0, state)
        assert not view.keeper.keep.isEnabled()
        assert words in view.keeper.sentence.text()


def test_many_columns_are_reached_by_scrolling(qtbot, workspace):
    random = np.random.default_rng(0)
    frame = pd.DataFrame(random.normal(size=(200, 70)), columns=[f"<b>{k}" for k in range(70)])
    data = Dataset.from_frame(frame.assign(y=random.choice(["p", "q"], 200)), "y")
    view = shown(qtbot, Features, workspace, fit(data, RandomForest(rounds=5)), size=(460, 300))
    assert view.scroll_bar.isVisible()
    low, high = view.plot.vb.viewRange()[1]
    assert low == pytest.approx(-0.5)
    assert high - low <= 30
    view.scroll_bar.setValue(view.scroll_bar.maximum())
    assert view.plot.vb.viewRange()[1][1] == pytest.approx(69.5)


def test_a_model_without_trees_says_so_and_still_has_curves(qtbot, workspace):
    run = fit(example("moons"), SingleLearner(learner=NaiveBayes()))
    view = shown(qtbot, Features, workspace, run)
    view.change_options(part=USE)
    assert view.body.words.text().endswith(".")
    view.change_options(part=CURVE)
    assert view.effect is not None


def test_it_follows_a_training(qtbot, workspace):
    data = example("moons")
    training = train(data, AdaBoost(rounds=20))
    view = Features(workspace)
    qtbot.addWidget(view)
    view.show()
    workspace.project.take_over(Project.of(data))
    item = workspace.add_run(training)
    assert view.body.pages.currentIndex() == 1
    view.change_options(part=USE)
    for _ in range(6):
        next(training)
    workspace.take_model(item, training.model())
    workspace.refresh()
    assert bars(view)[1].sum() == 6
    view.change_options(part=SHUFFLING)
    assert "when the training has ended" in view.body.words.text()
    assert not view.shuffle.isEnabled()
    view.change_options(part=USE)
    for _ in training:
        pass
    workspace.finish_run(item, training.run())
    assert bars(view)[1].sum() == 20
    view.change_options(part=SHUFFLING)
    assert view.ranking is not None
