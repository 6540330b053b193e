"""The results that are drawn are those of the predictions, counted by another way."""

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics

from core import AdaBoost, Dataset, RandomForest, Stacking, Tree, fit, train
from core.base.wording import percent, readable
from core.judging.diagnostics.class_scores import class_scores
from core.judging.diagnostics.number_scores import number_scores
from core.judging.diagnostics.verdicts import JudgedRows, Verdicts
from tests.workbench.plotting.drawn import drawn_texts
from tests.workbench.views.showing import shown
from workbench.shell import theme
from workbench.state.workspace import RunItem
from workbench.views.results.view import CLASS_FIGURES, NUMBER_FIGURES, Results


def made(classes=2, rows=400, share=0.3, seed=0, names=None):
    """Classes that overlap."""
    random = np.random.default_rng([91, seed])
    label = random.integers(0, classes, rows)
    frame = pd.DataFrame({"a": label + random.normal(0, 0.9, rows), "b": random.normal(size=rows)})
    names = names or [chr(65 + k) for k in range(classes)]
    return Dataset.from_frame(
        frame.assign(y=np.array(names, object)[label]), "y", validation_share=share
    )


def numbers(rows=300):
    random = np.random.default_rng(92)
    frame = pd.DataFrame(random.normal(size=(rows, 2)), columns=["a", "b"])
    frame["y"] = 3 * frame["a"] + random.normal(0, 0.5, rows)
    return Dataset.from_frame(frame, "y", validation_share=0.3)


@pytest.fixture(scope="module")
def run():
    return fit(made(), AdaBoost(rounds=20))


@pytest.fixture(scope="module")
def many():
    return fit(made(4), RandomForest(rounds=12))


@pytest.fixture(scope="module")
def regression():
    return fit(numbers(), RandomForest(rounds=10))


def predicted(run, t):
    names = list(run.dataset.classes)
    said = run.model.first(t).predict(run.dataset)
    return np.array([names.index(name) for name in said])


@pytest.mark.parametrize("kind", ["run", "many"])
def test_the_matrix_counts_the_predictions_of_the_round(qtbot, workspace, kind, request):
    run = request.getfixturevalue(kind)
    view = shown(qtbot, Results, workspace, run)
    data = run.dataset
    for t in (run.rounds, 3):
        workspace.go_to(t)
        part = data.validation
        expected = metrics.confusion_matrix(data.labels[part], predicted(run, t)[part])
        np.testing.assert_array_equal(view.figure.found.counts, expected)
        shares = expected / expected.sum(axis=1, keepdims=True)
        np.testing.assert_allclose(view.figure.found.shares, shares)
        # What is right is quiet, errors stand out: the more, the larger their share is.
        drawn, off = view.figure.matrix.values, ~np.eye(len(shares), dtype=bool)
        assert (np.diag(drawn) <= 0).all()
        assert (
            np.argsort(drawn[off], kind="stable") == np.argsort(shares[off], kind="stable")
        ).all()
        assert ((drawn[off] > 0) == (expected[off] > 0)).all()
        wrong = (predicted(run, t) != data.labels)[part].mean()
        assert f"{100 * wrong:.1f} % wrong" in view.sentence
        assert "always guessing" in view.sentence


def test_a_click_on_a_cell_selects_its_rows_everywhere(qtbot, workspace, many):
    view = shown(qtbot, Results, workspace, many)
    data = many.dataset
    said = predicted(many, many.rounds)
    view._clicks.clicked.emit(1.2, 0.1, False)
    expected = data.validation & (data.labels == 0) & (said == 1)
    assert workspace.selection.tolist() == data.lines[expected].tolist()
    assert np.argwhere(view.figure.matrix.marked).tolist() == [[0, 1]]
    view._clicks.clicked.emit(2.0, 2.0, True)
    both = expected | (data.validation & (data.labels == 2) & (said == 2))
    assert workspace.selection.tolist() == data.lines[both].tolist()
    assert np.argwhere(view.figure.matrix.marked).tolist() == [[0, 1], [2, 2]]
    assert "given A, predicted B" in view.figure.tip(1.2, 0.1)
    assert f"{expected.sum()} row" in view.figure.tip(1.2, 0.1)


def test_selected_training_rows_are_not_among_validation_rows(qtbot, workspace, run):
    view = shown(qtbot, Results, workspace, run)
    workspace.select(run.dataset.lines[~run.dataset.validation])
    assert not view.figure.matrix.marked.any()
    view.change_options(rows="training")
    assert view.figure.matrix.marked.any()
    assert view.figure.found.counts.sum() == (~run.dataset.validation).sum()
    view.change_options(rows="all")
    assert view.figure.found.counts.sum() == len(run.dataset)


def test_training_rows_of_a_forest_are_out_of_bag(qtbot, workspace, many):
    view = shown(qtbot, Results, workspace, many)
    view.change_options(rows="training")
    data = many.dataset
    said = many.history.suggested(many.rounds)
    part = ~data.validation
    expected = metrics.confusion_matrix(data.labels[part], said[part])
    np.testing.assert_array_equal(view.figure.found.counts, expected)
    assert "by members that never saw them" in view.sentence


@pytest.mark.parametrize("label", ["", "C"])
def test_curves_have_the_areas_of_scikit_learn(qtbot, workspace, many, label):
    view = shown(qtbot, Results, workspace, many)
    data = many.dataset
    positive = data.classes.index(label) if label else 0
    score = many.model.probabilities(data)[data.validation, positive]
    truth = (data.labels == positive)[data.validation]
    view.change_options(classes_part="roc", label=label)
    area = metrics.roc_auc_score(truth, score)
    assert view.figure.found.curve.area == pytest.approx(area)
    assert f"area {area:.3f}" in view.paper.legend.texts[0]
    x, y = view.figure.curve.getData()
    assert np.trapezoid(y, x) == pytest.approx(area, abs=0.01)
    view.change_options(classes_part="precision")
    average = metrics.average_precision_score(truth, score)
    assert view.figure.found.curve.area == pytest.approx(average)
    assert view.figure.guess.getData()[1].tolist() == pytest.approx([truth.mean()] * 2)
    assert view.class_box.currentText() == (label or "A")
    assert not view.class_box.isHidden()


def test_the_point_of_decision_is_where_half_of_the_probability_is(qtbot, workspace, run):
    view = shown(qtbot, Results, workspace, run)
    view.change_options(classes_part="roc")
    data = run.dataset
    called = run.model.probabilities(data)[data.validation, 1] >= 0.5
    truth = data.labels[data.validation] == 1
    assert view.figure.found.decided == pytest.approx((called[~truth].mean(), called[truth].mean()))


def test_selected_rows_lie_on_the_curve_at_their_probability(qtbot, workspace, run):
    view = shown(qtbot, Results, workspace, run)
    view.change_options(classes_part="roc")
    data = run.dataset
    row = np.flatnonzero(data.validation)[5]
    workspace.select(data.lines[[row]])
    score = run.model.probabilities(data)[:, 1]
    called = (score >= score[row] - 1e-12)[data.validation]
    truth = data.labels[data.validation] == 1
    x, y = view.figure.marks.getData()
    assert (x[0], y[0]) == pytest.approx((called[~truth].mean(), called[truth].mean()))


def test_calibration_has_the_bins_of_the_probabilities(qtbot, workspace, many):
    view = shown(qtbot, Results, workspace, many)
    view.change_options(classes_part="calibration", label="B")
    data = many.dataset
    score = many.model.probabilities(data)[data.validation, 1]
    truth = (data.labels == 1)[data.validation]
    x, y = view.figure.points.getData()
    bins = np.minimum((np.ceil(score * 10 - 1e-9) - 1).clip(0), 9)
    for place, number in enumerate(np.unique(bins)):
        own = bins == number
        assert x[place] == pytest.approx(score[own].mean())
        assert y[place] == pytest.approx(truth[own].mean())
        assert view.figure.found.rows[place] == own.sum()
        assert view.figure.found.low[place] <= y[place] <= view.figure.found.high[place]
    view._clicks.clicked.emit(x[1], y[1], False)
    own = bins == np.unique(bins)[1]
    assert workspace.selection.tolist() == data.lines[data.validation][own].tolist()
    assert view.figure._marked.tolist() == [place == 1 for place in range(len(x))]


def test_the_histogram_counts_probabilities_by_class(qtbot, workspace, run):
    view = shown(qtbot, Results, workspace, run)
    view.change_options(classes_part="probabilities")
    data = run.dataset
    score = run.model.probabilities(data)[data.validation, 1]
    truth = data.labels[data.validation] == 1
    edges = np.linspace(0, 1, 41)
    expected = [np.histogram(score[own], edges)[0] for own in (truth, ~truth)]
    np.testing.assert_array_equal(view.figure.found.counts, expected)
    tops = view.figure.bars[1].opts["y1"]
    np.testing.assert_array_equal(tops, np.sum(expected, axis=0))
    place = int(np.argmax(expected[0]))
    middle = (edges[place] + edges[place + 1]) / 2
    view._clicks.clicked.emit(middle, 1, False)
    chosen = (score >= edges[place]) & (score < edges[place + 1])
    assert workspace.selection.tolist() == data.lines[data.validation][chosen].tolist()
    assert view.figure.marks.opts["y1"][place] == chosen.sum()


def test_numbers_are_drawn_against_one_another(qtbot, workspace, regression):
    view = shown(qtbot, Results, workspace, regression)
    data = regression.dataset
    part = data.validation
    workspace.go_to(4)
    said = regression.model.first(4).predict(data)[part]
    x, y = view.figure.points.getData()
    np.testing.assert_allclose(x, data.labels[part])
    np.testing.assert_allclose(y, said)
    view.change_options(numbers_part="residuals")
    x, y = view.figure.points.getData()
    np.testing.assert_allclose(x, said)
    np.testing.assert_allclose(y, said - data.labels[part])
    view._clicks.clicked.emit(x[7], y[7], False)
    assert workspace.selection.tolist() == [data.lines[part][7]]
    marked = view.figure.marks.getData()
    assert (marked[0][0], marked[1][0]) == (x[7], y[7])
    assert f"line {data.lines[part][7]:,}" in view.figure.tip(x[7], y[7])
    view.change_options(numbers_part="residual_histogram")
    assert view.figure.found.counts.sum() == part.sum()
    np.testing.assert_array_equal(
        view.figure.found.counts[0], np.histogram(y, view.figure.found.edges)[0]
    )
    error = np.sqrt(((said - data.labels[part]) ** 2).mean())
    assert f"{error:.4g}"[:4] in view.sentence
    assert not view.class_box.isVisible()


def test_many_numbers_become_a_density(qtbot, workspace):
    from workbench.views.results.number_figures import points_of

    random = np.random.default_rng(3)
    x, y = random.normal(size=(2, 5000))
    x[0], y[1] = np.nan, np.inf
    found = points_of(x, y)
    assert np.nansum(10**found.density - 1) == pytest.approx(4998)
    with pytest.raises(ValueError, match="finite"):
        points_of(x[:1], y[:1])
    assert points_of(np.ones(3), np.ones(3)).box == (0.5, 1.5, 0.5, 1.5)


def test_it_follows_a_training(qtbot, workspace):
    data = made(3)
    training = train(data, AdaBoost(rounds=10, base=Tree(depth=2)))
    view = Results(workspace)
    qtbot.addWidget(view)
    view.show()
    workspace.set_dataset(data)
    item = workspace.add_run(training)
    for _ in range(6):
        next(training)
        workspace.refresh()
        said = training.model().predict(data)[data.validation]
        given = np.array(data.classes, object)[data.labels][data.validation]
        assert np.trace(view.figure.found.counts) == (said == given).sum()
    workspace.finish_run(item, training.run())
    assert view._answer.snapshot.round == 6


def test_probabilities_that_no_history_keeps_are_there_at_the_end(qtbot, workspace):
    data = made(2, 200)
    training = train(data, Stacking(folds=2))
    view = Results(workspace)
    qtbot.addWidget(view)
    view.show()
    workspace.set_dataset(data)
    item = workspace.add_run(training)
    view.change_options(classes_part="roc")
    next(training)
    workspace.refresh()
    assert "when its training has ended" in view.sentence
    for _ in training:
        pass
    run = training.run()
    workspace.finish_run(item, run)
    score = run.model.probabilities(data)[data.validation, 1]
    area = metrics.roc_auc_score(data.labels[data.validation], score)
    assert view.figure.found.curve.area == pytest.approx(area)


def test_without_validation_rows_training_rows_are_judged(qtbot, workspace):
    run = fit(made(share=0), AdaBoost(rounds=5))
    view = shown(qtbot, Results, workspace, run)
    assert "training rows" in view.sentence
    assert not view.rows_box.isEnabled()
    assert view.figure.found.counts.sum() == len(run.dataset)


def test_a_class_without_rows_is_said(qtbot, workspace):
    data = made(3, 300)
    keep = data.lines[~(data.validation & (data.labels == 2))]
    run = fit(data.excluding(np.setdiff1d(data.lines, keep)), RandomForest(rounds=3))
    view = shown(qtbot, Results, workspace, run)
    assert view.figure.found.counts[2].tolist() == [0, 0, 0]
    view.change_options(classes_part="roc", label="C")
    assert "needs rows of both classes" in view.sentence
    assert view.figure is None
    view.change_options(label="A")
    assert view.figure is not None


def test_it_says_what_will_be_there_and_is_empty_without_rounds(qtbot, workspace):
    view = Results(workspace)
    qtbot.addWidget(view)
    view.show()
    assert not view.has_content
    frame = pd.DataFrame({"x": range(20), "y": ["same"] * 20})
    workspace.show_run(RunItem(1, fit(Dataset.from_frame(frame, "y"), AdaBoost(rounds=3))))
    assert not view.has_content
    assert "nothing to tell apart" in view._empty.text()


def test_names_with_markup_and_26_classes_in_both_themes(qtbot, workspace):
    names = [f"<b>class number {k}</b> with a long name" for k in range(26)]
    run = fit(made(26, 900, names=names), RandomForest(rounds=3))
    view = shown(qtbot, Results, workspace, run, (460, 300))
    assert view.paper.bottom.is_turned
    assert "&lt;b&gt;" in view.sentence
    for part in CLASS_FIGURES:
        view.change_options(classes_part=part)
        for own in (theme.DARK, theme.LIGHT):
            view.apply_theme(own)
            assert view.figure.theme is own
        assert "<b>" not in view.paper.bottom.labelText
        assert view.numbers()
        assert all(len(table) for table in view.numbers().values())


@pytest.mark.parametrize("part", NUMBER_FIGURES)
def test_numbers_can_be_taken_away(qtbot, workspace, regression, part):
    view = shown(qtbot, Results, workspace, regression)
    view.change_options(numbers_part=part)
    table = next(iter(view.numbers().values()))
    rows = regression.dataset.validation.sum()
    assert rows == (table["rows"].sum() if "rows" in table else len(table))


def letters(names, rows=1300, long=""):
    """Classes of which each is told by one of two columns, with some noise."""
    random = np.random.default_rng(93)
    label = np.repeat(np.arange(len(names)), rows // len(names))
    noise = random.normal(0, 0.4, (len(label), 2))
    frame = pd.DataFrame({"a": label % 6 + noise[:, 0], "b": label // 6 + noise[:, 1]})
    given = np.array([f"{long}{name}" for name in names], object)[label]
    return fit(Dataset.from_frame(frame.assign(y=given), "y"), RandomForest(rounds=5))


def overlapping(rects):
    return any(one.intersects(other) for n, one in enumerate(rects) for other in rects[:n])


@pytest.mark.parametrize("size", [(460, 300), (640, 480), (1200, 900)])
def test_twenty_six_classes_all_have_their_label(qtbot, workspace, size):
    names = [chr(65 + k) for k in range(26)]
    view = shown(qtbot, Results, workspace, letters(names), size=size)
    for side in ("left", "bottom"):
        axis = view.axes[side]
        qtbot.waitUntil(lambda axis=axis: len(drawn_texts(axis)) == 26)
        texts = drawn_texts(axis)
        assert [text for _, _, text in texts] == names
        assert not overlapping([rect for rect, _, _ in texts])
    assert "given N, predicted B" in view.figure.tip(1, 13)


def test_of_many_classes_the_worst_are_read_first_and_the_others_by_a_drag(qtbot, workspace):
    view = shown(qtbot, Results, workspace, letters([chr(65 + k) for k in range(26)]))
    view.change_options(classes_part="scores")
    low, high = view.plot.vb.viewRange()[1]
    seen = round(high - low)
    assert low == -0.5
    assert seen < 27
    assert view.plot.vb.height() / seen >= 15
    assert f"{27 - seen} more below: drag" in view.axes["bottom"].labelText
    table = view.numbers()["scores"]
    assert len(table) == 27
    assert (np.diff(table["F1"][1:]) >= 0).all()
    view.plot.vb.translateBy(y=100)
    assert view.plot.vb.viewRange()[1][1] == pytest.approx(26.5)
    view.resize(640, 900)
    qtbot.waitUntil(lambda: round(np.ptp(view.plot.vb.viewRange()[1])) == 27)
    view.change_options(classes_part="confusion")
    assert view.plot.vb.state["limits"]["yLimits"] == [None, None]


def test_long_names_of_classes_are_told_apart_and_never_collide(qtbot, workspace):
    names = [f"{k:02}, and what is the same in each of the long names" for k in range(12)]
    run = letters(names, long="a long name of a class that begins like others, number ")
    view = shown(qtbot, Results, workspace, run, size=(420, 420))
    left = view.axes["left"]
    qtbot.waitUntil(lambda: len({text for _, _, text in drawn_texts(left)}) == 12)
    assert not overlapping([rect for rect, _, _ in drawn_texts(view.axes["left"])])


def test_scores_are_drawn_with_their_intervals_and_select_what_is_wrong(qtbot, workspace, many):
    view = shown(qtbot, Results, workspace, many, size=(640, 400))
    view.change_options(classes_part="scores")
    history = many.history
    verdicts = Verdicts.of(history, history.suggested(12), JudgedRows.VALIDATION)
    expected = class_scores(verdicts)
    table = view.numbers()["scores"].set_index("class")
    assert set(table.index) == {"mean", *many.dataset.classes}
    assert table["recall_low"]["B"] == expected.classes[1].recall.low
    assert table["F1"]["mean"] == expected.f1.share
    assert np.isnan(table["precision"]["mean"])
    place = float(list(table.index).index("B"))
    own = expected.balanced_error
    assert f"Balanced error {percent(own.share)} (95 % interval {100 * own.low:.1f} to" in (
        view.sentence
    )
    data, said = many.dataset, predicted(many, 12)
    wrong = data.validation & (said != data.labels)
    view._clicks.clicked.emit(0.0, place, False)
    missed = data.lines[wrong & (data.labels == 1)]
    assert workspace.selection.tolist() == missed.tolist()
    view._clicks.clicked.emit(1.0, place, False)
    called = data.lines[wrong & (said == 1)]
    assert workspace.selection.tolist() == called.tolist()


@pytest.mark.parametrize("part", list(CLASS_FIGURES))
def test_every_figure_of_classes_is_told_in_words(qtbot, workspace, run, part):
    view = shown(qtbot, Results, workspace, run)
    view.change_options(classes_part=part)
    told = view.canvas.accessibleDescription()
    assert "% wrong of" in told
    assert told.partition("always guessing")[2].count(".") > 2


def test_errors_that_are_most_are_told_first(qtbot, workspace, many):
    view = shown(qtbot, Results, workspace, many)
    counts = view.figure.found.counts.copy()
    np.fill_diagonal(counts, 0)
    given, said = np.unravel_index(counts.argmax(), counts.shape)
    names = many.dataset.classes
    assert f"Most errors: {counts.max()} rows given {names[given]} predicted {names[said]}" in (
        view.canvas.accessibleDescription()
    )


def test_numbers_say_how_far_off_they_are_and_to_which_side(qtbot, workspace, regression):
    view = shown(qtbot, Results, workspace, regression)
    history = regression.history
    scores = number_scores(Verdicts.of(history, history.suggested(10), JudgedRows.VALIDATION))
    assert f"Mean distance {readable(scores.mean_absolute.share)}" in view.sentence
    is_fair = scores.bias.low <= 0 <= scores.bias.high
    assert ("neither too high nor too low" in view.sentence) == is_fair
    assert "Mean distance" in view.canvas.accessibleDescription()
