"""Stacking: what the second level learns from, and that it never is a row's own label."""

import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import PredefinedSplit, cross_val_predict
from sklearn.tree import DecisionTreeClassifier

import core
from core import Stump, Tree
from core.learning.ensembles.stacking import Stacking
from core.learning.folds import drawn_folds, out_of_fold
from core.learning.problem import Problem
from tests.core.learning.ensembles.made_up import (
    Remembers,
    Says,
    check_history_and_file,
    cloud,
    line,
)


@pytest.mark.parametrize("task", ["classes", "numbers"])
def test_with_folds_no_row_is_predicted_by_a_learner_that_saw_it(task):
    rng = np.random.default_rng(0)
    labels = rng.choice(["a", "b"], 60).tolist() if task == "classes" else rng.normal(size=60) + 9
    data = line(labels)
    nothing = 0.5 if task == "classes" else 0.0
    told = core.fit(data, Stacking((Remembers(),))).history.carried[0]
    assert (told == nothing).all()
    leaked = core.fit(data, Stacking((Remembers(),), folds=0)).history.carried[0]
    own = np.eye(2)[data.labels] if task == "classes" else data.labels[:, None]
    np.testing.assert_array_equal(leaked, own)


def test_without_folds_the_second_level_trusts_the_one_who_remembers():
    rng = np.random.default_rng(1)
    x = np.arange(400)
    noisy = np.where((x >= 200) ^ (rng.random(400) < 0.2), "b", "a")
    data = line(noisy.tolist(), validation_share=0.5)
    team = (Remembers(), Says(cut=199.5, up=0.9, down=0.1))
    with_folds = core.fit(data, Stacking(team, combiner=Tree(depth=2)))
    without = core.fit(data, Stacking(team, combiner=Tree(depth=2), folds=0))
    rule = 1 - np.mean((data.labels == 1) == (x >= 200), where=data.validation)
    assert with_folds.history.validation_error(3) == pytest.approx(rule)
    assert without.history.error(3) == 0
    assert without.history.validation_error(3) > with_folds.history.validation_error(3)
    assert "leaks" in without.outcome.sentence
    assert "leaks" not in with_folds.outcome.sentence
    assert "leaks" in Stacking.declaration("folds").help


def test_out_of_fold_shares_are_those_of_another_implementation():
    rng = np.random.default_rng(0)
    x = rng.integers(0, 30, (500, 2)).astype(float)  # no gaps where cuts could differ
    y = np.where(x[:, 0] + 6 * rng.normal(size=500) > 15, "b", "a")
    frame = pd.DataFrame(x, columns=["p", "q"]).assign(y=y)
    problem = Problem.of(core.Dataset.from_frame(frame, "y", validation_share=0))
    fold = drawn_folds(problem, 4, 0)
    ours = out_of_fold(Tree(depth=1), problem, fold, 0)
    theirs = cross_val_predict(
        DecisionTreeClassifier(max_depth=1),
        x,
        y,
        cv=PredefinedSplit(fold),
        method="predict_proba",
    )
    np.testing.assert_allclose(ours, theirs, atol=1e-12)


@pytest.mark.parametrize("task", ["two", "many", "number"])
@pytest.mark.parametrize("folds", [0, 3])
def test_history_and_file_agree_with_the_model(task, folds, tmp_path):
    settings = Stacking((Tree(depth=2), Stump(), Tree(depth=6)), folds=folds)
    run = core.fit(cloud(task), settings)
    assert run.rounds == settings.planned_rounds == 4
    check_history_and_file(run, tmp_path / "m.ensemble")


def test_before_the_last_round_members_have_equal_votes():
    data = cloud("number")
    run = core.fit(data, Stacking((Tree(depth=2), Tree(depth=5))))
    one, two = (
        core.fit(data, core.SingleLearner(Tree(depth=d))).model.predict(data) for d in (2, 5)
    )
    np.testing.assert_allclose(run.history.predicted(2), (one + two) / 2, rtol=1e-12)


def test_a_stopped_stack_goes_on_to_the_same_end():
    data = cloud("many")
    settings = Stacking((Tree(depth=2), Tree(depth=3), Tree(depth=4)))
    whole = core.fit(data, settings)
    assert not whole.outcome.can_go_on
    training = core.train(data, settings)
    next(training), next(training)
    stopped = training.run()
    went_on = core.fit(data, settings, after=stopped)
    assert (stopped.rounds, went_on.rounds) == (2, 4)
    np.testing.assert_array_equal(
        went_on.model.probabilities(data), whole.model.probabilities(data)
    )
    again = core.fit(data, settings, after=whole)
    assert again.rounds == 4


def test_it_learns_which_member_to_believe_where():
    # Right on the left half and wrong on the right, and the other way round; a third tells where.
    labels = ["a", "b", "b", "a"] * 25
    order = np.argsort(np.tile(np.arange(4), 25), kind="stable")
    data = line(np.array(labels)[order].tolist())
    team = (Says(cut=24.5), Says(cut=74.5, up=0.8, down=0.2))
    run = core.fit(data, Stacking(team, combiner=Tree(depth=2)))
    assert run.history.error(2) == 0.25
    assert run.history.error(3) == 0


def test_weights_reach_both_levels():
    labels = ["a", "b"] * 20
    weights = np.where(np.arange(40) % 2 == 0, 0.0, 1.0)
    weights[0] = 1e-9
    data = line(labels, weights=weights)
    run = core.fit(data, Stacking((Stump(),), combiner=Stump()))
    assert set(run.model.predict(data)[1:]) == {"b"}


def test_damaged_edges_are_refused():
    from dataclasses import replace

    predictor = core.fit(cloud("many"), Stacking()).model.predictor
    predictor.check(4, 3)
    columns = predictor.columns
    for wrong in (
        replace(columns, edges=columns.edges[::-1].copy()),
        replace(columns, edges=columns.edges[:-1]),
        replace(columns, counts=columns.counts[:-1]),
        replace(columns, counts=-columns.counts),
        replace(columns, edges=np.full_like(columns.edges, np.nan)),
    ):
        with pytest.raises(ValueError, match="do not fit"):
            replace(predictor, columns=wrong).check(4, 3)
    with pytest.raises(ValueError, match="do not fit"):
        replace(predictor, members=()).check(4, 3)
    with pytest.raises(ValueError, match="fit together"):
        replace(predictor, columns=replace(columns)).check(0, 3)
