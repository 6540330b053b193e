import numpy as np
import pytest

from core import (
    AdaBoost,
    Bagging,
    DeepForest,
    EarlyRejectCascade,
    GradientBoosting,
    RandomForest,
    Stacking,
    Stump,
    Tree,
    Voting,
    fit,
)
from core.base.lacking import Lacking
from core.judging.diagnostics.agreement import agreement, kappa
from core.judging.diagnostics.members import (
    Levels,
    Members,
    Stages,
    committee,
    members,
    names_of,
)
from tests.core.judging.diagnostics.data import numbers, three_classes, two_classes

COMMITTEES = [
    (two_classes(), RandomForest(rounds=6)),
    (three_classes(), Bagging(rounds=5, base=Tree(depth=4))),
    (three_classes(), Voting(learners=(Stump(), Tree(depth=3), Tree(depth=8)))),
    (two_classes(weights=True), Stacking(folds=2)),
    (two_classes(), AdaBoost(rounds=6)),
    (numbers(), RandomForest(rounds=5)),
]


@pytest.mark.parametrize(("data", "settings"), COMMITTEES)
def test_agreement_and_kappa_are_those_of_the_run(data, settings):
    run = fit(data, settings)
    found = members(run.history, run.model)
    np.testing.assert_allclose(found.agreement, agreement(run), atol=1e-12)
    if data.classes:
        np.testing.assert_allclose(found.kappa, kappa(run), atol=1e-12)
    else:
        assert found.kappa is None


def test_a_members_error_is_that_of_its_own_predictions():
    data = three_classes()
    run = fit(data, Voting(learners=(Stump(), Tree(depth=3), Tree(depth=8))))
    found = members(run.history, run.model)
    alone = [fit(data, Voting(learners=(learner,))) for learner in run.settings.learners]
    expected = [own.history.validation_error(1) for own in alone]
    np.testing.assert_allclose(found.errors, expected, atol=1e-12)
    assert found.is_new
    assert found.names == ("1 Decision stump", "2 Decision tree", "3 Decision tree")


def test_errors_of_numbers_are_root_mean_squares():
    data = numbers()
    run = fit(data, Voting(learners=(Stump(), Tree(depth=4))))
    expected = [
        fit(data, Voting(learners=(learner,))).history.validation_error(1)
        for learner in run.settings.learners
    ]
    np.testing.assert_allclose(members(run.history, run.model).errors, expected)


def test_without_validation_rows_members_are_judged_out_of_bag():
    data = two_classes(share=0)
    run = fit(data, RandomForest(rounds=6))
    found = members(run.history, run.model)
    assert found.is_out_of_bag
    assert not found.is_new
    order = run.history.order
    for number in (1, 6):
        out = run.history.outside(number)
        said = run.history.member(number).argmax(axis=1)[: len(out)]
        wrong = said != data.labels[order][: len(out)]
        assert found.errors[number - 1] == pytest.approx(wrong[out].mean())
    boosted = fit(data, AdaBoost(rounds=3))
    assert not members(boosted.history, boosted.model).is_out_of_bag


def test_every_pair_is_drawn_once():
    run = fit(two_classes(), RandomForest(rounds=6))
    found = members(run.history, run.model)
    alike, error, who = found.pairs(4)
    assert len(who) == 6
    for k, e, (one, other) in zip(alike, error, who, strict=True):
        assert one < other < 4
        assert k == found.kappa[one, other]
        assert e == pytest.approx((found.errors[one] + found.errors[other]) / 2)


def test_ensembles_whose_rounds_correct_one_another_have_no_members():
    run = fit(two_classes(), GradientBoosting(rounds=3))
    for ask in (members, committee):
        found = ask(run.history, run.model)
        assert isinstance(found, Lacking)
        assert "correct one another" in found.why


def test_names_are_numbers_where_all_members_are_alike():
    assert names_of(RandomForest(), 3) == ("1", "2", "3")
    assert names_of(Voting(learners=(Stump(), Tree())), 2) == (
        "1 Decision stump",
        "2 Decision tree",
    )


def test_levels_of_a_deep_forest():
    data = three_classes()
    run = fit(data, DeepForest(rounds=3, trees=5, pairs=1))
    found = committee(run.history, run.model)
    assert isinstance(found, Levels)
    np.testing.assert_allclose(found.errors, run.history.curve("validation_error"), atol=1e-12)
    assert found.forests.shape == (run.rounds, 2)
    codes = run.model.inputs(data).codes
    level = run.model.predictor.levels[0]
    first = level.vectors(codes)[:, :3].argmax(axis=1)
    wrong = (first != data.labels)[data.validation].mean()
    assert found.forests[0, 0] == pytest.approx(wrong, abs=0.02)  # but for ties
    forest = fit(data, RandomForest(rounds=2))
    assert isinstance(committee(forest.history, forest.model), Members)


def test_stages_of_a_cascade():
    data = two_classes(600)
    run = fit(data, EarlyRejectCascade(rounds=4, detection_rate=0.9))
    found = committee(run.history, run.model)
    assert isinstance(found, Stages)
    part = data.validation
    for stage in range(run.rounds):
        said = run.model.first(stage + 1).predict(data)[part]
        given = np.array(data.classes, object)[data.labels][part]
        assert found.errors[stage] == pytest.approx((said != given).mean())
        both = (found.detected, found.other)
        after = [(said == found.detected)[given == name].sum() for name in both]
        assert (found.reach[stage] - found.rejected[stage]).tolist() == after
    assert found.reach[0].sum() == part.sum()
    np.testing.assert_array_equal(found.reach[1:], (found.reach - found.rejected)[:-1])
    assert isinstance(members(run.history, run.model), Lacking)
