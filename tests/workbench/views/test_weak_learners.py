"""The list of rounds and the learner of the round shown, against the model and the history."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt

from core import (
    AdaBoost,
    GradientBoosting,
    NaiveBayes,
    RandomForest,
    SingleLearner,
    Stacking,
    example,
    fit,
    train,
)
from core.engine.questions import question
from core.engine.trees import FittedStump
from core.learning import registry
from core.learning.ensemble import Ensemble
from core.project import Project
from tests.core.judging.diagnostics.data import numbers, three_classes, two_classes
from tests.workbench.views.showing import shown
from workbench.shell import theme
from workbench.views.weak_learners.view import WeakLearners


@pytest.fixture(scope="module")
def run():
    return fit(example("orders"), AdaBoost(rounds=40))


def cells(view, number):
    model = view.model
    return {
        model.headerData(column, Qt.Orientation.Horizontal): model.text(number, column)
        for column in range(model.columnCount())
    }


def test_a_round_tells_its_question_its_error_and_its_vote(qtbot, workspace, run):
    view = shown(qtbot, WeakLearners, workspace, run)
    trees = run.model.predictor.trees
    assert view.model.rowCount() == 40
    for number in (1, 17, 40):
        stump = FittedStump.of(trees, number - 1)
        feature = run.model.encoder.features[stump.feature]
        found = cells(view, number)
        assert found["column"] == feature.name
        left = np.where(stump.sides == stump.left_side, 1, -1)
        assert found["what it learned"] == question(feature, left)
        error = run.history.curve("weighted_error")[number - 1]
        assert found["weighted error ε"] == f"{100 * error:.1f} %"
        assert float(found["vote α"]) == pytest.approx(run.history.votes[number - 1], rel=1e-3)


def test_a_click_goes_to_the_round_and_the_round_is_marked(qtbot, workspace, run):
    view = shown(qtbot, WeakLearners, workspace, run)
    place = view.model.index(6, 2)
    view.table.scrollTo(place)
    qtbot.mouseClick(
        view.table.viewport(),
        Qt.MouseButton.LeftButton,
        pos=view.table.visualRect(place).center(),
    )
    assert workspace.round == 7
    background = Qt.ItemDataRole.BackgroundRole
    assert view.model.data(view.model.index(6, 0), background) is not None
    assert view.model.data(view.model.index(5, 0), background) is None
    assert view.caption.text().startswith("Round 7:")


def test_a_round_chosen_elsewhere_is_brought_into_sight(qtbot, workspace, run):
    view = shown(qtbot, WeakLearners, workspace, run, size=(800, 200))
    for number in (1, 25, 3):
        workspace.go_to(number)
        assert workspace.round == number
        place = view.table.visualRect(view.model.index(number - 1, 0))
        assert view.table.viewport().rect().contains(place.center())
        assert view.table.currentIndex().row() == number - 1
    workspace.go_to(0)
    assert view.drawing.shapes == []
    assert "Before the first round" in view.caption.text()


def test_the_drawn_tree_votes_as_the_model_does(qtbot, workspace, run):
    view = shown(qtbot, WeakLearners, workspace, run)
    workspace.go_to(9)
    trees = run.model.predictor.trees
    root = trees.roots[8]
    drawn = view.drawing.shapes
    assert len(drawn) == 3
    by_node = {shape.number: shape.node.leaf.label for shape in drawn[1:]}
    for leaf in (trees.left[root], trees.right[root]):
        assert by_node[leaf] == int(trees.values[leaf, 0] > 0)


def test_many_classes_have_a_choice_of_trees(qtbot, workspace):
    view = shown(qtbot, WeakLearners, workspace, fit(three_classes(), GradientBoosting(rounds=3)))
    assert view.which.isVisible()
    assert view.which.maximum() == 3
    view.which.setValue(2)
    assert "tree for l" in view.caption.text()


def test_a_learner_without_a_tree_is_told_in_words(qtbot, workspace):
    run = fit(two_classes(), SingleLearner(learner=NaiveBayes()))
    view = shown(qtbot, WeakLearners, workspace, run)
    assert view.pages.currentIndex() == 1
    assert view.facts.layout().rowCount() == len(view.learned.facts) > 0
    assert "naive Bayes" in view.caption.text()


def test_while_training_the_list_grows_and_the_model_is_behind(qtbot, workspace):
    training = train(example("orders"), AdaBoost(rounds=30))
    view = WeakLearners(workspace)
    qtbot.addWidget(view)
    view.resize(800, 300)
    view.show()
    workspace.project.take_over(Project.of(training.dataset))
    item = workspace.add_run(training)
    for _ in range(8):
        next(training)
    early = training.model()
    for _ in range(4):
        next(training)
    workspace.take_model(item, early)
    workspace.refresh()
    assert view.model.rowCount() == 12
    assert cells(view, 8)["what it learned"] != "…"
    assert cells(view, 9)["what it learned"] == "…"
    assert view.caption.text().startswith("Round 8, the newest")
    for _ in training:
        pass
    workspace.finish_run(item, training.run())
    assert view.model.rowCount() == 30
    assert cells(view, 30)["what it learned"] != "…"
    assert view.caption.text().startswith("Round 30:")


def test_the_numbers_are_the_list(qtbot, workspace, run):
    view = shown(qtbot, WeakLearners, workspace, run)
    frame = view.numbers()["rounds"]
    assert len(frame) == 40
    np.testing.assert_allclose(frame["vote α"], run.history.votes)
    assert frame["learned"].iloc[3] == cells(view, 4)["what it learned"]


def test_every_ensemble_has_a_list_and_a_learner(qtbot, workspace):
    view = shown(qtbot, WeakLearners, workspace, fit(two_classes(), Stacking()))
    assert "combiner" in view.caption.text()
    for data in (two_classes(120), numbers(120)):
        for kind in registry.members(Ensemble):
            if data.task not in kind.tasks:
                continue
            names = {declared.name for declared in kind.declared()}
            small = {k: v for k, v in {"rounds": 2, "trees": 5}.items() if k in names}
            run = fit(data, replace(kind(), **small))
            workspace.show_run(type(workspace.current)(2, run))
            assert view.model.rowCount() == run.rounds
            assert view.learned is not None, kind
            assert all(text for text in cells(view, 1).values())


def test_both_themes_and_both_shapes(qtbot, workspace):
    view = shown(qtbot, WeakLearners, workspace, fit(two_classes(), RandomForest(rounds=2)))
    view.apply_theme(theme.DARK)
    assert view.drawing.theme is theme.DARK
    view.resize(400, 300)
    assert view.splitter.orientation() == Qt.Orientation.Vertical
    view.resize(900, 300)
    assert view.splitter.orientation() == Qt.Orientation.Horizontal


def test_the_round_shown_stays_in_sight_while_rounds_arrive(qtbot, workspace):
    live = train(two_classes(200), AdaBoost(rounds=60))
    view = shown(qtbot, WeakLearners, workspace, live, size=(460, 300))
    for _ in live:
        pass
    workspace.grow()
    qtbot.waitUntil(lambda: view.is_ready)
    place = view.table.visualRect(view.model.index(59, 0))
    assert view.table.viewport().rect().contains(place.center())
