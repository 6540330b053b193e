"""Error curves: other quantities, log scales, the best round, runs side by side."""

import math

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QEvent, QObject, QPointF

from core import AdaBoost, Dataset, GradientBoosting, RandomForest, Tree, example, fit
from core.base.wording import percent, readable
from core.judging.diagnostics.run_access import Part
from core.judging.theory.losses import exponential_loss, logistic_loss
from core.learning.run import Guess
from tests.workbench.plotting.drawn import drawn_texts
from tests.workbench.views.showing import shown
from workbench.state.workspace import RunItem
from workbench.views.error_curves.view import ErrorCurves


@pytest.fixture(scope="module")
def run():
    return fit(example("orders"), AdaBoost(rounds=40))


def test_the_best_round_is_the_first_of_least_validation_error(qtbot, workspace, run):
    view = shown(qtbot, ErrorCurves, workspace, run)
    errors = [run.history.validation_error(t) for t in range(1, 41)]
    assert view.best_round() == int(np.argmin(errors)) + 1
    view.change_options(log_rounds=True, log_values=True)
    assert view.best_round() == int(np.argmin(errors)) + 1


def test_without_validation_rows_out_of_bag_rows_tell_the_best_round(qtbot, workspace):
    forest = fit(example("moons", validation_share=0), RandomForest(rounds=12))
    view = shown(qtbot, ErrorCurves, workspace, forest)
    curve = forest.history.curve("out_of_bag_error")
    assert view.best_round() == int(np.nanargmin(curve)) + 1


class Paintings(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, widget):
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, _watched, event):  # noqa: N802 - Qt's name
        self.count += event.type() == QEvent.Type.Paint
        return False


def test_another_range_is_painted_once(qtbot, workspace, run):
    view = shown(qtbot, ErrorCurves, workspace, run)
    qtbot.wait(50)
    paintings = Paintings(view.canvas.viewport())
    view.plot.setYRange(0, 0.9, padding=0)
    view.catch_up()
    qtbot.wait(50)
    assert paintings.count == 1


def below(view, *names):
    """The strips that are drawn after these were asked for, by the titles of their curves."""
    view.change_options(below=names)
    return {
        name: {line.title: line.values for line in strip.lines}
        for name, strip in view.strips.plots.items()
    }


def test_votes_and_edges_follow_their_formulas(qtbot, workspace, run):
    view = shown(qtbot, ErrorCurves, workspace, run, size=(640, 600))
    epsilon = run.history.curve("weighted_error")
    drawn = below(view, "votes", "edge", "weighted_error")
    votes, edges = drawn["votes"]["vote α"], drawn["edge"]["γ = ½ − ε"]
    np.testing.assert_allclose(votes, 0.5 * np.log((1 - epsilon) / epsilon))
    np.testing.assert_allclose(edges, 0.5 - epsilon)
    np.testing.assert_array_equal(drawn["weighted_error"]["weighted error ε"], epsilon)
    strip = view.strips.plots["edge"].strip
    gamma = 0.5 - epsilon.max()
    rows = int((~run.dataset.validation).sum())
    assert strip.round == math.ceil(math.log(rows) / (2 * gamma**2))
    assert f"promised: round {strip.round:,}" in view.strips.plots["edge"].legend.texts
    assert f"{strip.round:,} rounds" in view.canvas.accessibleDescription()


def test_the_promise_is_kept_where_it_comes_within_the_run(qtbot, workspace):
    boosted = fit(example("ten points", validation_share=0), AdaBoost(rounds=30))
    view = shown(qtbot, ErrorCurves, workspace, boosted)
    below(view, "edge")
    number = view.strips.plots["edge"].strip.round
    assert view.strips.plots["edge"].promised.value() == number
    assert boosted.rounds < number or boosted.history.error(number) == 0


def test_bounds_stand_above_the_training_error_on_their_own_scale(qtbot, workspace, run):
    view = shown(qtbot, ErrorCurves, workspace, run)
    drawn = below(view, "bound")["bound"]
    assert (drawn["training error"] <= drawn["bound ∏Z"]).all()
    assert (drawn["bound ∏Z"] <= drawn["exp(−2Σγ²)"] + 1e-12).all()
    assert "bound" not in view.curves
    top = view.plot.vb.viewRange()[1][1]
    assert top < run.history.curve("bound").min()
    assert view.strips.plots["bound"].plot.vb.viewRange()[1][1] > run.history.curve("bound").max()


def test_losses_are_those_of_the_theory_at_some_rounds(qtbot, workspace, run):
    view = shown(qtbot, ErrorCurves, workspace, run)
    below(view, "surrogate")
    lines = {line.title: line for line in view.strips.plots["surrogate"].lines}
    for part in Part:
        for word, loss in (("exponential", exponential_loss), ("logistic", logistic_loss)):
            line = lines[f"{word}, {part.value}"]
            for place in (0, len(line.places) // 2, -1):
                number = int(line.places[place])
                assert line.values[place] == pytest.approx(loss(run, number, part))
    assert lines["exponential, training"].places[-1] == run.rounds


def test_a_loss_that_explodes_is_drawn_by_its_logs(qtbot, workspace):
    deep = fit(example("moons"), AdaBoost(rounds=60, base=Tree(depth=4)))
    view = shown(qtbot, ErrorCurves, workspace, deep)
    below(view, "surrogate")
    strip = view.strips.plots["surrogate"]
    values = np.concatenate([line.values for line in strip.lines])
    assert values.max() / values.min() > 1e3
    low, high = strip.plot.vb.viewRange()[1]
    assert low < np.log10(values.min()) < np.log10(values.max()) < high


def test_only_what_a_run_has_is_offered_and_what_was_chosen_comes_back(qtbot, workspace, run):
    view = shown(qtbot, ErrorCurves, workspace, run)
    offered = [action.data() for action in view.below.menu().actions()]
    assert offered == ["weighted_error", "edge", "bound", "votes", "surrogate"]
    view.below.menu().actions()[1].trigger()
    assert list(view.strips.plots) == ["edge"]
    workspace.show_run(RunItem(2, fit(example("moons"), GradientBoosting(rounds=5))))
    assert [action.data() for action in view.below.menu().actions()] == ["losses"]
    assert not view.strips.plots
    view.below.menu().actions()[0].trigger()
    assert view.options.below == ("losses", "edge")
    assert set(below(view, "losses")["losses"]) == {"validation loss", "loss"}
    view.change_options(below=("edge",))
    workspace.show_run(RunItem(3, run))
    assert list(view.strips.plots) == ["edge"]


def test_strips_that_have_no_room_are_told_and_come_with_the_room(qtbot, workspace, run):
    view = shown(qtbot, ErrorCurves, workspace, run, size=(420, 300))
    view.change_options(below=("edge", "votes", "bound"))
    assert len(view.strips.plots) == 1
    assert view.below.text() == "Also draw (1 of 3)"
    view.resize(420, 700)
    qtbot.waitUntil(lambda: len(view.strips.plots) == 3)
    assert view.below.text() == "Also draw"
    assert len(view.plots) == 4


def test_the_line_of_the_round_can_be_dragged_in_a_strip(qtbot, workspace, run):
    view = shown(qtbot, ErrorCurves, workspace, run)
    below(view, "votes")
    line = view.strips.plots["votes"].round_line
    assert line.value() == 40
    line.setValue(12.3)
    line.sigDragged.emit(line)
    assert workspace.round == 12
    assert view.round_line.value() == line.value() == 12


@pytest.mark.parametrize("width", [260, 420, 900])
def test_nothing_is_written_over_anything_else(qtbot, workspace, run, width):
    view = shown(qtbot, ErrorCurves, workspace, run, size=(width, 420))
    other = RunItem(2, fit(run.dataset, RandomForest(rounds=5)), name="a long name of a run " * 3)
    workspace.compare([other])
    view.change_options(below=("edge", "surrogate"))
    view.grab()
    for legend in (view.legend, *(strip.legend for strip in view.strips.plots.values())):
        place = legend.sceneBoundingRect()
        assert not any(place.intersects(plot.vb.sceneBoundingRect()) for plot in view.plots)
    for plot in view.plots:
        for side in ("left", "bottom"):
            texts = [rect for rect, _, _ in drawn_texts(plot.getAxis(side))]
            assert not any(a.intersects(b) for n, a in enumerate(texts) for b in texts[:n])


def test_what_is_drawn_is_told_in_words_for_the_round_shown(qtbot, workspace, run):
    view = shown(qtbot, ErrorCurves, workspace, run)
    workspace.go_to(7)
    errors = run.history.curve("validation_error")
    best = view.best_round()
    told = view.canvas.accessibleDescription()
    assert told.startswith(
        f"Round 7 of 40: validation error {percent(errors[6])}, "
        f"best {percent(errors[best - 1])} at round {best}; training error "
    )
    assert "always guessing no 37.9 %" in told
    view.change_options(below=("votes",))
    assert f"vote α: {readable(run.history.votes[6])}" in view.canvas.accessibleDescription()


def test_what_is_drawn_below_is_in_the_numbers(qtbot, workspace, run):
    view = shown(qtbot, ErrorCurves, workspace, run, size=(640, 700))
    view.change_options(below=("edge", "bound", "surrogate"))
    table = view.numbers()["curves"]
    np.testing.assert_allclose(table["edge"], 0.5 - run.history.curve("weighted_error"))
    assert len(table) == 40
    assert table["exponential_training"].notna().all()


def test_log_scales_show_the_same_values(qtbot, workspace, run):
    view = shown(qtbot, ErrorCurves, workspace, run)
    view.change_options(log_rounds=True, log_values=True)
    _, y = view.curves["training_error"].getOriginalDataset()
    np.testing.assert_allclose(y, run.history.curve("training_error"))
    assert view.guessing.line.value() == pytest.approx(np.log10(Guess.of(run.dataset).error))
    workspace.go_to(10)
    assert view.round_line.value() == pytest.approx(1.0)
    view.round_line.setValue(np.log10(25.2))
    view.round_line.sigDragged.emit(view.round_line)
    assert workspace.round == 25


def test_runs_side_by_side_are_in_the_numbers_too(qtbot, workspace, run):
    view = shown(qtbot, ErrorCurves, workspace, run)
    other = RunItem(2, fit(run.dataset, RandomForest(rounds=50)), name="<b>forest</b>")
    workspace.compare([other])
    texts = view.legend.texts
    assert "<b>forest</b>: validation" in texts
    view._hovered((view.plot.vb.mapViewToScene(QPointF(10, 0.14)),))
    assert "&lt;b&gt;forest&lt;/b&gt;" in view.canvas.toolTip()
    table = view.numbers()["curves"]
    assert len(table) == 50
    np.testing.assert_array_equal(
        table["<b>forest</b>: validation_error"], other.history.curve("validation_error")
    )
    np.testing.assert_array_equal(table["vote"][:40], run.history.curve("vote"))
    assert view.plot.vb.viewRange()[0][1] >= 50


def test_the_errors_fill_the_plot_and_guessing_is_marked_at_the_edge(qtbot, workspace, run):
    view = shown(qtbot, ErrorCurves, workspace, run)
    drawn = np.concatenate([curve.getOriginalDataset()[1] for curve in view.curves.values()])
    low, high = view.plot.vb.viewRange()[1]
    assert low < drawn.min() < drawn.max() < high
    assert np.ptp(drawn) > 0.8 * (high - low)
    assert Guess.of(run.dataset).error > high
    assert view.guessing.side == 1
    assert not view.guessing.line.isVisible()
    assert view.guessing.mark.isVisible()
    assert view.guessing.mark.pos().y() == high
    assert "always guessing no: 37.9 %, above" in view.legend.texts


def test_guessing_that_is_near_is_a_line(qtbot, workspace):
    rng = np.random.default_rng(4)
    frame = pd.DataFrame({"x": rng.random(200), "y": rng.random(200) < 0.4})
    view = shown(
        qtbot, ErrorCurves, workspace, fit(Dataset.from_frame(frame, "y"), AdaBoost(rounds=20))
    )
    assert view.guessing.side == 0
    assert view.guessing.line.isVisible()
    low, high = view.plot.vb.viewRange()[1]
    assert low < view.guessing.line.value() < high


def test_the_legend_names_the_best_round(qtbot, workspace, run):
    view = shown(qtbot, ErrorCurves, workspace, run)
    assert f"best: round {view.best_round()}" in view.legend.texts
