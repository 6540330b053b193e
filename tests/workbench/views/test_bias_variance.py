"""Bias and variance: what is drawn is what many trainings give, and they can be ended."""

import itertools
import threading

import numpy as np
import pyqtgraph as pg
import pytest

from core import AdaBoost, RandomForest, Stacking, Stump, Tree, fit
from core.base.progress import Progress
from core.judging.theory.bias_question import DEPTHS, BiasQuestion
from core.judging.theory.bias_variance import SQUARED, ZERO_ONE, decompose
from tests.core.judging.diagnostics.data import numbers, three_classes, two_classes
from tests.workbench.views.showing import collisions, shown
from workbench.jobs.registry import Jobs
from workbench.shell import theme
from workbench.state.workspace import RunItem, Workspace
from workbench.views.bias_variance.view import BiasVariance


@pytest.fixture(scope="module")
def run():
    return fit(two_classes(), AdaBoost(rounds=16))


def test_nothing_is_trained_unless_asked(qtbot, workspace, run):
    view = shown(qtbot, BiasVariance, workspace, run)
    assert view.found is None
    assert view.numbers() == {}
    assert view.hint.isVisible()
    assert "10 trainings" in view.note.text()
    assert f"{two_classes().validation.sum()} validation rows" in view.note.text()


def test_the_terms_by_rounds_are_those_of_shorter_trainings(qtbot, workspace, run):
    view = shown(qtbot, BiasVariance, workspace, run)
    view.button.click()
    table = view.numbers()["terms"]
    assert table["rounds"].iloc[[0, -1]].tolist() == [1, 16]
    for place in (0, 3, len(table) - 1):
        rounds = int(table["rounds"][place])
        alone = decompose(run.dataset, AdaBoost(rounds=rounds), repeats=10, loss=ZERO_ONE)
        assert table["bias2"][place] == pytest.approx(alone.bias2)
        assert table["variance"][place] == pytest.approx(alone.variance)
        bias, variance = (view.terms.bars[word].opts for word in ("bias²", "variance"))
        assert bias["y0"][place] == 0
        assert bias["y1"][place] == variance["y0"][place] == pytest.approx(alone.bias2)
        assert variance["y1"][place] == pytest.approx(alone.error)
    np.testing.assert_allclose(table["bias2"] + table["variance"], table["error"])
    assert view.canvas.isVisible()
    assert "of the error after the last round is" in view.note.text()


def test_a_click_goes_to_a_round_and_the_round_is_marked(qtbot, workspace, run):
    view = shown(qtbot, BiasVariance, workspace, run)
    view.button.click()
    places = view.question.places
    assert view.round_line.value() == len(places) - 1
    view._clicks.clicked.emit(2.1, 0.05, False)
    assert workspace.round == places[2]
    assert view.round_line.value() == 2


def test_depths_of_the_learner_alone_and_of_the_ensemble(qtbot, workspace, run):
    view = shown(qtbot, BiasVariance, workspace, run)
    view.change_options(what="learner", loss=SQUARED)
    view.button.click()
    table = view.numbers()["terms"]
    assert tuple(table["depth"]) == DEPTHS
    alone = decompose(run.dataset, Tree(depth=3), repeats=10)
    assert table["variance"][DEPTHS.index(3)] == pytest.approx(alone.variance)
    view.change_options(what="depth")
    assert view.found is None
    assert view.question.settings == run.settings


def test_an_answer_is_kept_while_the_data_are_the_same(qtbot, workspace, run):
    view = shown(qtbot, BiasVariance, workspace, run)
    view.button.click()
    kept = view.found
    other = fit(run.dataset, RandomForest(rounds=3))
    workspace.show_run(RunItem(2, other))
    assert view.found is None
    workspace.show_run(RunItem(1, run))
    assert view.found is kept
    assert len(view.terms.bars["variance"].opts["y1"]) == len(kept)
    workspace.show_run(RunItem(3, fit(three_classes(), AdaBoost(rounds=2))))
    workspace.show_run(RunItem(1, run))
    assert view.found is None


def test_numbers_have_one_loss(qtbot, workspace):
    run = fit(numbers(), RandomForest(rounds=4))
    view = shown(qtbot, BiasVariance, workspace, run)
    assert not view.loss_box.isVisible()
    view.button.click()
    alone = decompose(run.dataset, RandomForest(rounds=4), repeats=10)
    assert view.numbers()["terms"]["error"].iloc[-1] == pytest.approx(alone.error)


def test_what_cannot_be_computed_is_said(qtbot, workspace):
    view = shown(qtbot, BiasVariance, workspace, fit(two_classes(share=0), AdaBoost(rounds=2)))
    assert not view.has_content
    assert "validation share above 0" in view._empty.text()
    workspace.show_run(RunItem(2, fit(two_classes(), Stacking(folds=2))))
    assert view.has_content
    view.change_options(what="depth")
    assert "grows no tree" in view.note.text()
    assert not view.button.isEnabled()


def test_both_themes(qtbot, workspace, run):
    view = shown(qtbot, BiasVariance, workspace, run, (460, 300))
    view.button.click()
    for own in (theme.DARK, theme.LIGHT):
        view.apply_theme(own)
        assert view.terms.labels["error"].color.name().upper() == own.text.upper()
        brush = view.terms.bars["bias²"].opts["brush"]
        assert brush.color().name().upper() == own.training.upper()


def test_every_term_is_drawn_once_and_named_beside_its_bar(qtbot, workspace, run):
    for size in ((440, 250), (440, 340), (640, 400), (1200, 700)):
        view = shown(qtbot, BiasVariance, workspace, run, size)
        view.button.click()
        drawn = [item for item in view.plot.items if isinstance(item, pg.BarGraphItem)]
        assert len(drawn) == 2
        assert not [item for item in view.plot.items if isinstance(item, pg.PlotDataItem)]
        last = view.found[-1]
        texts = {word: label.toPlainText() for word, label in view.terms.labels.items()}
        assert texts == {
            "bias²": f"bias² {100 * last.bias2:.1f} %",
            "variance": f"variance {100 * last.variance:.1f} %",
            "error": f"error {100 * last.error:.1f} %",
        }
        view.grab()
        places = [
            label.mapRectToScene(label.boundingRect()) for label in view.terms.labels.values()
        ]
        box = view.plot.vb.sceneBoundingRect()
        for one, other in itertools.combinations(places, 2):
            assert min(abs(one.center().y() - other.center().y()), 16.5) >= 16
        assert all(box.adjusted(-1, -3, 1, 3).contains(place) for place in places), (
            size,
            box,
            places,
        )
        assert collisions(view.axes["bottom"]) == collisions(view.axes["left"]) == []


def test_what_it_means_is_said(qtbot, workspace, run):
    view = shown(qtbot, BiasVariance, workspace, run)
    view.button.click()
    last = view.found[-1]
    most = max(last.bias2, last.variance) / last.error
    told = view.note.text().replace("\N{NO-BREAK SPACE}", " ")
    assert told.startswith(f"{100 * most:.0f} % of the error after the last round is ")
    assert "may lower it" in told
    assert f"error {100 * last.error:.1f} %" in view.canvas.accessibleDescription()


class Held:
    """A question whose answer takes until it is asked to stop."""

    def __init__(self, monkeypatch):
        self.runs, self.ended = threading.Event(), threading.Event()

        def answer(_, dataset, watch):
            del dataset
            self.runs.set()
            try:
                while True:
                    watch(Progress(1, 4))
                    self.ended.wait(0.005)
            finally:
                self.ended.set()

        monkeypatch.setattr(BiasQuestion, "answer", answer)


@pytest.fixture
def live(qtbot, run):
    """A view whose work runs on a thread."""
    jobs = Jobs()
    workspace = Workspace(jobs)
    view = shown(qtbot, BiasVariance, workspace, run)
    yield view
    view.cancel()
    jobs.close()
    assert jobs.join(90)


def test_work_can_be_cancelled(qtbot, live, monkeypatch):
    held = Held(monkeypatch)
    live.button.click()
    assert live.button.text() == "Cancel"
    assert held.runs.wait(10)
    qtbot.waitUntil(lambda: live.bar.value() == 250, timeout=5000)
    live.button.click()
    assert held.ended.wait(10)
    assert live.button.text() == "Compute"
    assert live.found is None
    qtbot.waitUntil(lambda: live.workspace.jobs.is_idle, timeout=5000)
    assert live.found is None


def test_work_ends_when_the_window_closes(qtbot, live, monkeypatch):
    held = Held(monkeypatch)
    live.button.click()
    assert held.runs.wait(10)
    live.hide()
    assert not held.ended.wait(0.05)
    live.show()
    live.workspace.jobs.close()  # as the window does when it is closed
    assert held.ended.wait(10)
    assert not live.failure


def test_work_ends_when_other_data_are_opened(qtbot, live, monkeypatch):
    held = Held(monkeypatch)
    live.button.click()
    assert held.runs.wait(10)
    live.workspace.set_dataset(three_classes())
    assert held.ended.wait(10)


def test_the_learner_of_each_ensemble():
    assert BiasQuestion.of(AdaBoost(), "learner", SQUARED, 5).settings.learner == Stump()
    assert BiasQuestion.of(RandomForest(), "learner", SQUARED, 5).settings.learner == Tree()
    assert BiasQuestion.of(AdaBoost(rounds=9), "rounds", SQUARED, 5).places[-1] == 9
    assert BiasQuestion.of(AdaBoost(), "depth", SQUARED, 5).trainings == 5 * len(DEPTHS)
