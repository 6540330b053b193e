"""What is drawn of a committee is what its members say, asked by another way."""

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QPointF

from core import (
    AdaBoost,
    Bagging,
    DeepForest,
    EarlyRejectCascade,
    GradientBoosting,
    RandomForest,
    SingleLearner,
    Stacking,
    Stump,
    Tree,
    Voting,
    fit,
    train,
)
from core.judging.diagnostics.agreement import agreement, kappa
from core.judging.theory.bounds import majority_error
from core.judging.theory.majority import majority
from tests.core.judging.diagnostics.data import numbers, three_classes, two_classes
from tests.workbench.views.showing import collisions, shown
from workbench.shell import theme
from workbench.state.workspace import RunItem
from workbench.views.committee.majority_figure import MajorityFigure
from workbench.views.committee.view import Committee


@pytest.fixture(scope="module")
def forest():
    return fit(three_classes(), RandomForest(rounds=12))


def test_the_error_settles_as_members_are_added(qtbot, workspace, forest):
    view = shown(qtbot, Committee, workspace, forest)
    data = forest.dataset
    given = np.array(data.classes, object)[data.labels]
    x, y = view.figure.curves["validation_error"].getData()
    assert x.tolist() == list(range(1, 13))
    for t in (1, 5, 12):
        wrong = (forest.model.first(t).predict(data) != given)[data.validation].mean()
        assert y[t - 1] == pytest.approx(wrong)
    bag = view.figure.curves["out_of_bag_error"].getData()[1]
    np.testing.assert_array_equal(bag, forest.history.curve("out_of_bag_error"))
    alone = [
        (member.outputs(forest.model.inputs(data)).argmax(axis=1) != data.labels)[data.validation]
        for member in forest.members
    ]
    assert view.figure.alone.value() == pytest.approx(np.mean(alone), abs=0.01)  # but for ties
    view._clicks.clicked.emit(4.2, 0.1, False)
    assert workspace.round == 4
    assert view.figure.here.value() == 4


def test_agreement_is_that_of_the_members_of_the_round(qtbot, workspace, forest):
    view = shown(qtbot, Committee, workspace, forest)
    view.change_options(part="agreement")
    np.testing.assert_allclose(view.figure.matrix.values, agreement(forest), atol=1e-12)
    workspace.go_to(5)
    np.testing.assert_allclose(view.figure.matrix.values, agreement(forest)[:5, :5], atol=1e-12)
    view.change_options(measure="kappa")
    np.testing.assert_allclose(view.figure.matrix.values, kappa(forest)[:5, :5], atol=1e-12)
    assert "members 2 and 4" in view.figure.tip(3, 1)
    assert f"κ {kappa(forest)[1, 3]:.3f}" in view.figure.tip(3, 1)
    mean = agreement(forest)[:5, :5][np.triu_indices(5, 1)].mean()
    assert f"agree on {100 * mean:.1f} %" in view.sentence


@pytest.mark.parametrize("kind", [Voting, Stacking])
def test_learners_have_names_and_bars(qtbot, workspace, kind):
    data = two_classes()
    learners = (Stump(), Tree(depth=3), Tree(depth=9))
    run = fit(data, kind(learners=learners))
    view = shown(qtbot, Committee, workspace, run)
    view.change_options(part="members")
    expected = [
        fit(data, SingleLearner(learner=own)).history.validation_error(1) for own in learners
    ]
    np.testing.assert_allclose(view.figure.bars.opts["y1"], expected)
    assert view.paper.bottom.names[0] == "1 Decision stump"
    assert view.figure.together.value() == pytest.approx(run.history.validation_error(run.rounds))
    workspace.go_to(2)
    np.testing.assert_allclose(view.figure.bars.opts["y1"], expected[:2])
    assert view.figure.together.value() == pytest.approx(run.history.validation_error(2))


def test_every_pair_is_a_point(qtbot, workspace, forest):
    view = shown(qtbot, Committee, workspace, forest)
    view.change_options(part="pairs")
    x, y = view.figure.points.getData()
    one, other = np.triu_indices(12, 1)
    np.testing.assert_allclose(x, kappa(forest)[one, other], atol=1e-12)
    errors = view.found.errors
    np.testing.assert_allclose(y, (errors[one] + errors[other]) / 2)
    assert "members" in view.figure.tip(x[0], y[0])


def test_numbers_correlate(qtbot, workspace):
    run = fit(numbers(), RandomForest(rounds=6))
    view = shown(qtbot, Committee, workspace, run)
    view.change_options(part="agreement", measure="kappa")
    np.testing.assert_allclose(view.figure.matrix.values, agreement(run), atol=1e-12)
    assert not view.measure_box.isVisible()
    assert "correlate" in view.sentence


def test_levels_of_a_deep_forest(qtbot, workspace):
    run = fit(three_classes(), DeepForest(rounds=3, trees=5))
    view = shown(qtbot, Committee, workspace, run)
    view.change_options(part="levels")
    x, y = view.figure.line.getData()
    np.testing.assert_allclose(y, run.history.curve("validation_error"))
    assert len(view.figure.forests.getData()[0]) == 4 * len(x)
    assert [view.part_box.itemData(k) for k in range(view.part_box.count())] == [
        "levels",
        "convergence",
    ]


def test_stages_of_a_cascade(qtbot, workspace):
    data = two_classes(600)
    run = fit(data, EarlyRejectCascade(rounds=4, detection_rate=0.9))
    view = shown(qtbot, Committee, workspace, run)
    assert view.options.part == "convergence"
    view.change_options(part="stages")
    tops = view.figure.bars[1].opts["y1"]
    assert tops[0] == data.validation.sum()
    detected = view.found.detected
    for stage in range(run.rounds):
        said = run.model.first(stage + 1).predict(data)[data.validation]
        assert tops[stage + 1 if stage + 1 < run.rounds else -1] == (said == detected).sum()
    workspace.go_to(1)
    assert len(view.figure.bars[0].opts["y1"]) == 2
    table = view.numbers()["stages"]
    assert table["error"].iloc[0] == pytest.approx(run.history.curve("validation_error")[0])


def test_why_there_is_no_committee(qtbot, workspace):
    boosted = fit(two_classes(), GradientBoosting(rounds=3))
    view = shown(qtbot, Committee, workspace, boosted)
    assert not view.has_content
    assert "correct one another" in view._empty.text()
    assert "Error curves" in view._empty.text()
    workspace.show_run(RunItem(2, fit(two_classes(), SingleLearner())))
    assert not view.has_content
    assert "no committee" in view._empty.text()
    workspace.show_run(RunItem(3, fit(two_classes(), AdaBoost(rounds=5))))
    assert view.has_content
    assert "trained in turn" in view.sentence
    frame = pd.DataFrame({"x": range(20), "y": ["same"] * 20})
    from core import Dataset

    workspace.show_run(RunItem(4, fit(Dataset.from_frame(frame, "y"), RandomForest(rounds=3))))
    assert not view.has_content
    assert "nothing to tell apart" in view._empty.text()


def test_without_validation_rows_members_are_judged_out_of_bag(qtbot, workspace):
    run = fit(two_classes(share=0), RandomForest(rounds=8))
    view = shown(qtbot, Committee, workspace, run)
    assert "training rows out of bag" in view.sentence
    assert "validation_error" not in view.figure.curves
    view.change_options(part="members")
    bag = run.history.curve("out_of_bag_error")[-1]
    assert view.figure.together.value() == pytest.approx(bag)


def test_it_follows_a_training(qtbot, workspace):
    data = two_classes()
    training = train(data, RandomForest(rounds=9))
    view = Committee(workspace)
    qtbot.addWidget(view)
    view.show()
    workspace.set_dataset(data)
    item = workspace.add_run(training)
    assert not view.has_content
    view.change_options(part="agreement")
    for t in range(1, 5):
        next(training)
        workspace.take_model(item, training.model())
        workspace.refresh()
        assert view.figure.matrix.values.shape == (t, t)
    for _ in training:
        pass
    run = training.run()
    workspace.finish_run(item, run)
    np.testing.assert_allclose(view.figure.matrix.values, agreement(run), atol=1e-12)


def test_both_themes_and_what_can_be_taken_away(qtbot, workspace, forest):
    view = shown(qtbot, Committee, workspace, forest, (460, 300))
    for part in ("convergence", "agreement", "members", "pairs"):
        view.change_options(part=part)
        for own in (theme.DARK, theme.LIGHT):
            view.apply_theme(own)
            assert view.figure.theme is own
        table = next(iter(view.numbers().values()))
        assert len(table) == (66 if part == "pairs" else 12)


def test_every_bar_of_two_hundred_members_is_drawn(qtbot, workspace):
    """A bar narrower than two pixels is still there, whatever the width of the plot."""
    run = fit(two_classes(), RandomForest(rounds=200, depth=2))
    for width in (380, 461, 640, 900):
        view = shown(qtbot, Committee, workspace, run, (width, 360))
        view.change_options(part="members")
        np.testing.assert_array_equal(
            view.figure.outline.getOriginalDataset()[1], view.found.errors
        )
        view.figure.together.hide()
        qtbot.waitUntil(lambda view=view: view.is_ready)
        image = view.canvas.grab().toImage()
        back = theme.LIGHT.base.lower()
        box = view.plot.vb
        for place, error in enumerate(view.found.errors.tolist()):
            at = box.mapFromView(QPointF(place, 0.5 * error))
            pixel = view.canvas.mapFromScene(box.mapToScene(at))
            assert image.pixelColor(pixel).name() != back, (width, place)


def test_the_majority_in_theory_stands_beside_what_is_seen(qtbot, workspace):
    run = fit(two_classes(), Bagging(rounds=15))
    view = shown(qtbot, Committee, workspace, run)
    view.change_options(part="majority")
    found = majority(run)
    x, y = view.figure.sum.getData()
    assert x.tolist() == [1, 3, 5, 7, 9, 11, 13, 15]
    assert y[0] == pytest.approx(found.error)
    assert y[-1] == pytest.approx(majority_error(15, found.error)) == found.independent
    bound = view.figure.bound.getData()[1]
    assert bound[-1] == pytest.approx(found.hoeffding)
    assert f"κ is {found.kappa:.2f}" in view.sentence
    assert f"each {100 * found.error:.1f} % wrong alone" in view.sentence
    assert f"Seen is {100 * found.seen:.1f} %" in view.sentence
    assert list(view.figure.curves) == ["validation_error"]
    assert set(view.numbers()) == {"errors", "majority"}
    assert collisions(view.paper.bottom) == collisions(view.paper.left) == []


@pytest.mark.parametrize(
    ("data", "settings"),
    [
        (two_classes(), AdaBoost(rounds=5)),
        (two_classes(), Stacking(folds=2)),
        (three_classes(), RandomForest(rounds=5)),
        (numbers(), RandomForest(rounds=5)),
    ],
)
def test_no_majority_where_none_decides(qtbot, workspace, data, settings):
    view = shown(qtbot, Committee, workspace, fit(data, settings))
    view.change_options(part="majority")
    assert view.has_content
    assert view.part_box.findData("majority") < 0
    assert not isinstance(view.figure, MajorityFigure)


def test_its_text_alternative_tells_the_figure_and_its_ends(qtbot, workspace, forest):
    view = shown(qtbot, Committee, workspace, forest)
    view.change_options(part="members")
    errors = view.found.errors
    told = view.canvas.accessibleDescription()
    assert told.startswith("Members alone. 12 members")
    assert f"Best alone is member {np.argmin(errors) + 1} with" in told
    view.change_options(part="agreement")
    assert "Least alike are" in view.canvas.accessibleDescription()


def test_of_very_many_members_it_says_that_the_first_are_shown(qtbot, workspace):
    run = fit(two_classes(), RandomForest(rounds=230, depth=1))
    view = shown(qtbot, Committee, workspace, run)
    assert view.sentence.startswith("The first 200 of 230 members")
    workspace.go_to(50)
    assert view.sentence.startswith("50 members")


def test_ticks_never_collide(qtbot, workspace):
    run = fit(two_classes(), RandomForest(rounds=200, depth=1))
    for size in ((380, 260), (640, 400), (1100, 600)):
        view = shown(qtbot, Committee, workspace, run, size)
        for part in ("convergence", "majority", "agreement", "members", "pairs"):
            view.change_options(part=part)
            assert collisions(view.paper.bottom) == collisions(view.paper.left) == [], (part, size)
