"""Ensembles as members of voting, stacking, bagging and committees."""

import threading
from dataclasses import replace

import numpy as np
import pytest

import core
from core import (
    AdaBoost,
    Bagging,
    CrossValidationCommittee,
    DeepForest,
    GradientBoosting,
    L2Boost,
    LinearRegression,
    Logistic,
    RandomForest,
    SettingsError,
    SingleLearner,
    Stacking,
    Stump,
    Tree,
    Voting,
    XGBoost,
)
from core.learning.ensemble import Ensemble
from core.learning.folds import drawn_folds, fitted
from core.learning.problem import Problem
from core.learning.registry import members
from core.learning.sampling import bootstrap, round_seed
from core.storage.run_file import load_run, save_run
from tests.core.learning.ensembles.made_up import check_history_and_file, cloud
from tests.core.learning.test_contract import data_for, new_rows, small

TASKS = ("two", "many", "number")


def combined(task):
    """A vote, a stack, a bag and a committee, of ensembles that fit the task."""
    boosted = L2Boost(rounds=4) if task == "number" else AdaBoost(rounds=4)
    plain = LinearRegression() if task == "number" else Logistic()
    forest = RandomForest(rounds=4)
    yield Voting(learners=(forest, boosted, plain))
    yield Voting(learners=(forest, boosted, plain), votes="folds", folds=2)
    yield Stacking(learners=(forest, boosted, plain), folds=2)
    yield Stacking(learners=(Stacking(learners=(Tree(), Stump()), folds=2), forest), folds=2)
    yield Bagging(rounds=3, base=boosted, is_hard=True)
    yield Bagging(rounds=3, base=GradientBoosting(rounds=1))
    yield CrossValidationCommittee(folds=3, base=forest)


CASES = [
    pytest.param(task, settings, id=f"{task}-{settings.name}-{place}")
    for task in TASKS
    for place, settings in enumerate(combined(task))
]


@pytest.mark.parametrize(("task", "settings"), CASES)
def test_history_model_file_session_and_onnx_agree(task, settings, tmp_path):
    run = core.fit(cloud(task), settings, seed=2)
    assert run.rounds == settings.planned_rounds
    check_history_and_file(run, tmp_path / "model")
    core.export_onnx(run.model, tmp_path / "model.onnx", run.dataset)  # checks what it wrote
    save_run(run, run.dataset, tmp_path / "run")
    again = load_run(tmp_path / "run", run.dataset)
    assert again.settings == run.settings
    for t in (1, run.rounds):
        np.testing.assert_array_equal(again.history.predicted(t), run.history.predicted(t))
    np.testing.assert_array_equal(
        again.model.predicted(run.dataset)[1], run.model.predicted(run.dataset)[1]
    )


@pytest.mark.parametrize("kind", members(Ensemble), ids=lambda kind: kind.name)
def test_every_ensemble_can_be_a_member(kind):
    for task in ("two classes", "many classes", "numbers"):
        settings = Voting(learners=(small(kind),))
        alone = small(kind).why_not(data_for(task))
        assert bool(settings.why_not(data_for(task))) == bool(alone)
        if alone:
            continue
        run = core.fit(data_for(task), settings)
        outputs = run.model.predicted(new_rows(task))[1]
        assert np.isfinite(outputs).all()


def test_a_member_is_the_ensemble_trained_alone_on_the_training_rows():
    data = cloud("two", validation_share=0)
    seed = round_seed(5, 1)
    for inner in (AdaBoost(rounds=6), RandomForest(rounds=6), GradientBoosting(rounds=6)):
        vote = core.fit(data, Voting(learners=(inner,)), seed=5)
        alone = core.fit(data, inner, seed=seed)
        np.testing.assert_array_equal(
            vote.members[0].outputs(vote.history.problem.inputs),
            alone.model.predictor.outputs(alone.history.problem.inputs),
        )


@pytest.mark.parametrize(
    "inner",
    [
        AdaBoost(rounds=5),
        RandomForest(rounds=5),
        GradientBoosting(rounds=5, leaf_rows=7),
        XGBoost(rounds=5),
    ],
    ids=lambda s: s.name,
)
def test_a_sample_teaches_an_ensemble_as_copies_of_its_rows(inner):
    """Bagged boosting is boosting on a file in which drawn rows stand as often as drawn."""
    data = cloud("two", validation_share=0)
    problem = Problem.of(data)
    counts = bootstrap(problem.training, problem.training, 3)
    taught = inner.fit(problem, counts, 7)
    copies = np.repeat(np.arange(len(data)), counts.astype(int))
    own = problem.taught_by(counts)
    assert own.training == len(own) == problem.training
    np.testing.assert_array_equal(own.labels, problem.labels[copies])
    np.testing.assert_array_equal(own.data.codes, problem.data.codes[:, copies])
    np.testing.assert_array_equal(own.row_weights, 1.0)
    np.testing.assert_array_equal(own.groups, copies)
    fold = drawn_folds(own, 3, 0)
    assert all(len(set(fold[copies == row])) == 1 for row in set(copies))
    alone = inner.trainer(own, 7)
    for _ in alone.rounds():
        pass
    np.testing.assert_array_equal(
        taught.outputs(problem.inputs), alone.predictor().outputs(problem.inputs)
    )


def test_weights_that_are_no_counts_stay_weights():
    problem = Problem.of(cloud("two", validation_share=0))
    weights = np.where(np.arange(problem.training) % 3 == 0, 0.0, 0.5)
    own = problem.taught_by(weights)
    assert len(own) == (weights > 0).sum()
    np.testing.assert_array_equal(own.row_weights, 0.5)


def test_members_see_no_validation_rows():
    """Neither to stop early nor to choose: their error would look too good."""
    data = cloud("two", rows=400)
    problem = Problem.of(data)
    assert problem.has_validation
    assert not problem.taught_by(problem.row_weights[: problem.training]).has_validation
    patient = GradientBoosting(rounds=60, shrinkage=1.0, leaf_rows=1, patience=1)
    assert core.fit(data, patient).rounds < 60
    member = fitted(patient, problem, problem.row_weights[: problem.training], 0)
    assert len(member.trees) == 60
    inner = Voting(learners=(Tree(),), votes="validation")
    assert not inner.why_not(data)
    assert "need validation rows" in Bagging(base=inner).why_not(data)
    deep = fitted(
        DeepForest(trees=2, rounds=3), problem, problem.row_weights[: problem.training], 0
    )
    assert deep.levels


def test_balanced_members_balance_what_they_see():
    problem = Problem.of(cloud("many", validation_share=0))
    own = problem.balanced()
    totals = np.bincount(own.labels, own.row_weights)
    assert totals == pytest.approx(np.full(3, totals.mean()))
    plain, balanced = (
        fitted(SingleLearner(learner=Stump(), balanced=flag), problem, problem.row_weights, 0)
        for flag in (False, True)
    )
    assert not np.array_equal(plain.outputs(problem.inputs), balanced.outputs(problem.inputs))


def test_seeds_differ_between_members():
    run = core.fit(cloud("two"), Voting(learners=(RandomForest(rounds=2),) * 2), seed=1)
    one, two = (member.outputs(run.history.problem.inputs) for member in run.members)
    assert not np.array_equal(one, two)


def test_three_levels_are_refused_in_a_sentence():
    inner = Bagging(base=AdaBoost())
    assert inner.levels == 2
    for outer in (lambda: Voting(learners=(Tree(), inner)), lambda: Stacking(learners=(inner,))):
        with pytest.raises(SettingsError, match="Two levels are the most: put learners into"):
            outer()
    with pytest.raises(SettingsError, match="Two levels are the most"):
        Bagging().with_options(["base=bagging", "base.base=forest"])


def test_how_much_there_is_to_train_is_announced():
    assert not Voting().announcement
    stack = Stacking(learners=(RandomForest(rounds=50), AdaBoost(rounds=20), Logistic()), folds=4)
    assert stack.trainings == 5 * (50 + 20 + 1) + 1
    assert "356 learners are trained in all" in stack.announcement
    assert Bagging(rounds=10, base=AdaBoost(rounds=20)).trainings == 200
    assert Voting(learners=(RandomForest(rounds=9),), votes="folds", folds=2).trainings == 27


def test_the_command_line_reaches_into_them():
    settings = Stacking().with_options(
        [
            "learners=forest,adaboost,logistic",
            "learners.0.rounds=50",
            "learners.1.base=tree",
            "learners.1.base.depth=2",
        ]
    )
    assert settings.learners == (RandomForest(rounds=50), AdaBoost(base=Tree(depth=2)), Logistic())
    assert Ensemble.from_plain(settings.plain()) == settings


def test_a_wrong_task_within_is_told():
    why = Voting(learners=(RandomForest(), AdaBoost())).why_not(cloud("number"))
    assert why.startswith("AdaBoost is for two classes or")
    why = Voting(learners=(Bagging(base=Logistic()),)).why_not(cloud("number"))
    assert why.startswith("Logistic regression is for")


def test_stopping_ends_within_a_member_and_keeps_those_before_it():
    settings = Voting(learners=(Tree(), RandomForest(rounds=5000), Tree()))
    training = core.train(cloud("two"), settings)
    next(training)
    timer = threading.Timer(0.3, training.interrupt)
    timer.start()
    assert list(training) == []
    timer.join()
    run = training.run()
    assert run.rounds == 1
    assert run.outcome.can_go_on
    assert run.outcome.sentence == "Stopped after 1 rounds."
    shorter = replace(settings, learners=(Tree(), RandomForest(rounds=3), Tree()))
    again = core.fit(run.dataset, shorter, after=run)
    assert again.rounds == 3
