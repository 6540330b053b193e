"""The list of rounds and the learner of the round shown, against the model and the history."""

import threading
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetricsF

from core import (
    AdaBoost,
    Dataset,
    GradientBoosting,
    NaiveBayes,
    RandomForest,
    SingleLearner,
    Stacking,
    SupportVectors,
    Tree,
    example,
    fit,
    train,
)
from core.base.progress import Progress
from core.engine.questions import question
from core.engine.trees import FittedStump
from core.judging.theory.gains import gains_at
from core.judging.theory.support import support_vectors
from core.judging.theory.surrogate import surrogate
from core.learning import registry
from core.learning.ensemble import Ensemble
from core.project import Project
from tests.core.judging.diagnostics.data import numbers, three_classes, two_classes
from tests.workbench.views.showing import shown
from workbench.jobs.registry import Jobs
from workbench.shell import theme
from workbench.state.workspace import Workspace
from workbench.views.weak_learners import readable_tree
from workbench.views.weak_learners.tree_items import NodeItem
from workbench.views.weak_learners.view import DETAIL, READABLE, ROUNDS, WeakLearners


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
    assert view.facts.form.rowCount() == len(view.learned.facts) > 0
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


def detail(qtbot, workspace, run, size=(700, 500)):
    """The view with the table beside the tree."""
    view = shown(qtbot, WeakLearners, workspace, run, size)
    view.change_options(part=DETAIL)
    view.draw_now()
    return view


def told(view):
    """The table beside the tree, as it is read."""
    model = view.detail.model
    titles = [
        model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())
    ]
    return [
        dict(zip(titles, (model.text(row, column) for column in range(len(titles))), strict=True))
        for row in range(model.rowCount())
    ]


def click_node(qtbot, view, path):
    item = next(
        item
        for item in view.drawing.scene().items()
        if isinstance(item, NodeItem) and item.shape_.path == path
    )
    place = view.drawing.mapFromScene(item.sceneBoundingRect().center())
    qtbot.mouseClick(view.drawing.viewport(), Qt.MouseButton.LeftButton, pos=place)
    view.draw_now()


@pytest.fixture(scope="module")
def boosted():
    return fit(example("orders"), AdaBoost(rounds=4, base=Tree(depth=2)))


def test_entropy_gain_and_gain_ratio_of_every_column_at_the_chosen_node(qtbot, workspace, boosted):
    view = detail(qtbot, workspace, boosted)
    workspace.go_to(3)
    view.draw_now()
    expected = gains_at(boosted, view.drawing.root.number, 3)
    rows = told(view)
    assert [row["column"] for row in rows] == expected["column"].tolist()
    assert [row["gain"] for row in rows] == [f"{gain:.3f}" for gain in expected["gain"]]
    assert rows[0]["gain ratio"] == f"{expected['ratio'][0]:.3f}"
    assert rows[0]["entropy left"] == f"{expected['left'][0]:.3f}"
    assert f"{expected['entropy'][0]:.3f} bits" in view.detail.sentence.text()
    below = view.drawing.root.children[0]
    click_node(qtbot, view, below.path)
    assert view.drawing.chosen_shape.number == below.number
    other = gains_at(boosted, below.number, 3)
    assert [row["gain"] for row in told(view)] == [f"{gain:.3f}" for gain in other["gain"]]
    assert f"{other['entropy'][0]:.3f} bits" in view.splitter.accessibleDescription()
    assert view.numbers()["detail"]["gain"].tolist() == other["gain"].tolist()


def test_nodes_are_reached_by_keys(qtbot, workspace, boosted):
    view = detail(qtbot, workspace, boosted)
    drawing, root = view.drawing, view.drawing.root
    drawing.setFocus()
    assert drawing.chosen == ()
    qtbot.keyClick(drawing, Qt.Key.Key_Right)
    assert drawing.chosen == (0,)
    assert root.children[0].whole_text in drawing.accessibleDescription()
    qtbot.keyClick(drawing, Qt.Key.Key_Down)
    assert drawing.chosen == (1,)
    qtbot.keyClick(drawing, Qt.Key.Key_Left)
    assert drawing.chosen == ()
    opened = next(shape for shape in root.children if shape.children)
    drawing.choose(opened.path)
    qtbot.keyClick(drawing, Qt.Key.Key_Return)
    closed = drawing.chosen_shape
    assert closed.hidden > 0
    qtbot.keyClick(drawing, Qt.Key.Key_Return)
    assert drawing.chosen_shape.hidden == 0
    view.draw_now()
    assert told(view)


def test_the_table_is_sorted_by_any_of_its_columns(qtbot, workspace, boosted):
    view = detail(qtbot, workspace, boosted)
    header = view.detail.table.horizontalHeader()
    place = view.detail.model.frame.columns.get_loc("gain ratio")
    for _ in range(2):
        x = header.sectionViewportPosition(place) + 10
        qtbot.mouseClick(
            header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, header.height() // 2)
        )
    ratios = [row["gain ratio"] for row in told(view)]
    known = [float(ratio) for ratio in ratios if ratio != "–"]
    assert known in (sorted(known), sorted(known, reverse=True))
    assert ratios[len(known) :] == ["–"] * (len(ratios) - len(known))


def test_what_has_no_such_table_says_why(qtbot, workspace):
    view = detail(qtbot, workspace, fit(numbers(), RandomForest(rounds=2)))
    assert "classes" in view.detail.sentence.text()
    assert not view.detail.table.isVisible()
    workspace.show_run(type(workspace.current)(2, fit(three_classes(), GradientBoosting(rounds=2))))
    view.which.setValue(2)
    view.draw_now()
    assert "first tree" in view.detail.sentence.text()
    view.which.setValue(1)
    view.draw_now()
    assert told(view)


def test_support_vectors_and_slacks_of_a_machine(qtbot, workspace):
    run = fit(two_classes(), SingleLearner(learner=SupportVectors()))
    view = detail(qtbot, workspace, run)
    expected = support_vectors(run)
    rows = told(view)
    assert [row["line"] for row in rows] == [f"{line:,}" for line in expected.table["line"]]
    assert rows[0]["slack ξ"] == f"{expected.table['slack'][0]:.3f}"
    words = view.detail.sentence.text()
    assert words.startswith(f"{len(expected):,} of {run.history.training:,} training rows")
    wrong = int((expected.slacks.max(axis=1) > 1).sum())
    assert f"{wrong:,} on the wrong side" in words
    table = view.detail.table
    place = table.visualRect(table.model().index(1, 0)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert workspace.selection.tolist() == [expected.table["line"][1]]


def test_the_readable_tree_closest_to_the_ensemble_and_its_fidelity(qtbot, workspace, run):
    view = shown(qtbot, WeakLearners, workspace, run)
    view.change_options(part=READABLE)
    expected = surrogate(run, 3)
    assert not view.table.isVisible()
    reached = [s for s in view.drawing.shapes if s.node.leaf and s.node.share > 0]
    assert len(reached) == expected.read().tree.leaves()
    said = view.caption.text().replace("\N{NO-BREAK SPACE}", " ")
    assert f"{100 * expected.validation_fidelity:.1f} % of the validation rows" in said
    low, high = expected.interval.low, expected.interval.high
    assert f"(95 % interval {100 * low:.1f} to {100 * high:.1f} %)" in said
    assert f"it is {100 * expected.validation_error:.1f} % wrong" in said
    assert f"the ensemble {100 * run.history.validation_error(40):.1f} %" in said
    view.depth_box.setValue(1)
    assert len(view.drawing.shapes) == 3
    assert "One tree of 2 leaves" in view.caption.text()
    assert view.numbers()["tree"]["tree"][0].startswith(view.drawing.root.whole_text)
    view.change_options(part=ROUNDS)
    assert view.caption.text().startswith("Round 40:")


def test_a_tree_that_nobody_waits_for_is_ended(qtbot, run, monkeypatch):
    ended = threading.Event()

    def held(_run, _depth, watch):
        try:
            while True:
                watch(Progress(1, 3))
                ended.wait(0.005)
        finally:
            ended.set()

    monkeypatch.setattr(readable_tree, "surrogate", held)
    jobs = Jobs()
    view = shown(qtbot, WeakLearners, Workspace(jobs), run)
    view.change_options(part=READABLE)
    assert "is being grown" in view.caption.text()
    view.change_options(part=ROUNDS)
    assert ended.wait(10)
    jobs.close()
    assert jobs.join(90)


def test_long_names_can_be_told_apart_and_nothing_is_cut(qtbot, workspace):
    random = np.random.default_rng(0)
    start, end = "sensor_reading_of_the_left_chamber_", "_after_warming_up_millivolts"
    frame = pd.DataFrame(
        random.normal(size=(400, 12)), columns=[f"{start}{k:02}{end}" for k in range(12)]
    )
    high = frame.iloc[:, 3] + frame.iloc[:, 7] + 0.3 * random.normal(size=400) > 0
    data = Dataset.from_frame(frame.assign(y=np.where(high, "p", "q")), "y")
    run = fit(data, AdaBoost(rounds=12, base=Tree(depth=3)))
    for part in (ROUNDS, DETAIL, READABLE):
        view = shown(qtbot, WeakLearners, workspace, run, (430, 300))
        view.change_options(part=part)
        view.draw_now()
        metrics = QFontMetricsF(view.drawing.font())
        for shape in view.drawing.shapes:
            widest = max(metrics.horizontalAdvance(text) for text in shape.texts)
            assert widest <= shape.size[0] - 8
            if shape.column and not shape.hidden:
                assert shape.column[len(start) :][:2] in " ".join(shape.texts)
    view.change_options(part=ROUNDS)
    for number in (1, 5):
        column = view.model.headline(number).column
        index = view.model.index(number - 1, 2)
        assert column[len(start) :][:2] in view.model.data(index)
        assert column in view.model.data(index, Qt.ItemDataRole.AccessibleTextRole)
        assert column in view.model.data(index, Qt.ItemDataRole.ToolTipRole)


def test_a_round_that_is_brought_into_sight_shows_its_line_from_the_start(qtbot, workspace, run):
    view = shown(qtbot, WeakLearners, workspace, run, size=(640, 300))
    for number in (3, 38):
        workspace.go_to(number)
        qtbot.waitUntil(lambda: view.is_ready)
        assert view.table.horizontalScrollBar().value() == 0
