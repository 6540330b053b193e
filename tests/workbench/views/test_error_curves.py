"""Error curves: other quantities, log scales, the best round, runs side by side."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF

from core import AdaBoost, GradientBoosting, RandomForest, example, fit
from core.learning.run import Guess
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


def test_votes_follow_their_formula(qtbot, workspace, run):
    view = shown(qtbot, ErrorCurves, workspace, run)
    view.change_options(what="votes")
    assert list(view.curves) == ["vote"]
    epsilon = run.history.curve("weighted_error")
    np.testing.assert_allclose(
        view.curves["vote"].getOriginalDataset()[1], 0.5 * np.log((1 - epsilon) / epsilon)
    )
    assert not view.guess_line.isVisible()


def test_what_an_algorithm_has_not_is_said(qtbot, workspace, run):
    view = shown(qtbot, ErrorCurves, workspace, run)
    view.change_options(what="losses")
    assert not view.has_content
    assert view._empty.text() == "AdaBoost has no loss that it minimises round by round."
    boosted = fit(example("moons"), GradientBoosting(rounds=5))
    workspace.show_run(RunItem(2, boosted))
    assert view.has_content
    assert set(view.curves) == {"validation_loss", "loss"}


def test_log_scales_show_the_same_values(qtbot, workspace, run):
    view = shown(qtbot, ErrorCurves, workspace, run)
    view.change_options(log_rounds=True, log_values=True)
    _, y = view.curves["bound"].getOriginalDataset()
    np.testing.assert_allclose(y, run.history.curve("bound"))
    assert view.guess_line.value() == pytest.approx(np.log10(Guess.of(run.dataset).error))
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
    assert "<b>forest</b>: validation error" in texts
    view._hovered((view.plot.vb.mapViewToScene(QPointF(10, 0.1)),))
    assert "&lt;b&gt;forest&lt;/b&gt;" in view.canvas.toolTip()
    table = view.numbers()["curves"]
    assert len(table) == 50
    np.testing.assert_array_equal(
        table["<b>forest</b>: validation_error"], other.history.curve("validation_error")
    )
    np.testing.assert_array_equal(table["vote"][:40], run.history.curve("vote"))
    assert view.plot.vb.viewRange()[0][1] >= 50


def test_guessing_far_above_leaves_the_plot_to_the_curves(qtbot, workspace, run):
    good = fit(example("spiral"), RandomForest(rounds=20))
    view = shown(qtbot, ErrorCurves, workspace, good)
    highest = max(np.nanmax(good.history.curve(name)) for name in view.curves)
    guess = Guess.of(good.dataset).error
    top = view.plot.vb.viewRange()[1][1]
    assert view.is_guess_above == (guess > 3 * highest)
    assert top == pytest.approx(1.08 * (highest if view.is_guess_above else max(guess, highest)))
    workspace.show_run(RunItem(2, run))
    assert not view.is_guess_above
    assert view.plot.vb.viewRange()[1][1] > Guess.of(run.dataset).error
    assert any(text.endswith("37.9 %") for text in view.legend.texts)


def test_the_legend_names_the_best_round(qtbot, workspace, run):
    view = shown(qtbot, ErrorCurves, workspace, run)
    assert f"best: round {view.best_round()}" in view.legend.texts
    view.change_options(what="votes")
    assert not any(text.startswith("best") for text in view.legend.texts)
