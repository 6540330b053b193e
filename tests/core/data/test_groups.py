"""Groups: rows of one patient never judge what was learned from its other rows."""

import importlib

import numpy as np
import pandas as pd
import pytest

import core
from core.data.dataset import Dataset
from core.judging.auditing.auditing import Auditing
from core.judging.auditing.judges import BagJudge, Court
from core.learning.folds import drawn_folds
from core.learning.learners.pruned import Pruning
from core.learning.problem import Problem

TREE = core.Tree(depth=12)


def jittered(patients=150, copies=6, seed=0):
    """Each patient a point with a label that hardly follows from it, measured several times."""
    random = np.random.default_rng([17, seed])
    points = random.normal(size=(patients, 4))
    label = np.where(random.random(patients) < np.where(points[:, 0] > 0, 0.8, 0.2), "ill", "well")
    who = np.repeat(np.arange(patients), copies)
    values = points[who] + 0.01 * random.normal(size=(len(who), 4))
    frame = pd.DataFrame(values, columns=list("abcd"))
    frame = frame.assign(patient=[f"p{number}" for number in who], y=label[who])
    return frame.iloc[random.permutation(len(who))].reset_index(drop=True)


def by_patient(**options):
    return Dataset.from_frame(jittered(), "y", group="patient", **options)


def error_on(run, frame):
    said = run.model.predict(frame)
    return float((np.asarray(said) != frame["y"].to_numpy()).mean())


def validation_error(run):
    return run.history.validation_error(run.rounds)


def test_with_the_group_the_error_is_honest_and_without_it_far_too_low():
    settings = core.RandomForest(rounds=30)
    apart, together, truth, out_of_bag, unbagged = [], [], [], [], []
    fresh = jittered(400, 3, seed=99)
    for seed in range(5):
        frame = jittered(seed=seed)
        without = core.fit(Dataset.from_frame(frame.drop(columns="patient"), "y"), settings)
        run = core.fit(Dataset.from_frame(frame, "y", group="patient"), settings)
        apart.append(validation_error(without))
        together.append(validation_error(run))
        unbagged.append(without.history.curve("out_of_bag_error")[-1])
        out_of_bag.append(run.history.curve("out_of_bag_error")[-1])
        truth.append(error_on(run, fresh))
    assert np.mean(apart) < 0.02
    assert np.mean(unbagged) < 0.05
    assert 0.2 < np.mean(truth) < 0.35
    assert np.mean(together) == pytest.approx(np.mean(truth), abs=0.06)
    assert np.mean(out_of_bag) == pytest.approx(np.mean(truth), abs=0.06)


def test_a_group_is_no_feature_and_stays_on_one_side():
    data = by_patient()
    assert [column.name for column in data.features] == list("abcd")
    assert data.split.group == "patient"
    on_both = np.bincount(data.groups, data.validation) % 6
    assert not on_both.any()
    assert 0.2 < data.validation.mean() < 0.3


def test_revisions_know_the_groups():
    data = by_patient()
    later = data.excluding(data.lines[:7]).relabelled({int(data.lines[20]): "ill"})
    assert later.split == data.split
    groups = dict(zip(data.lines.tolist(), data.groups.tolist(), strict=True))
    same = [groups[line] for line in later.lines.tolist()]
    assert len(set(zip(same, later.groups.tolist(), strict=True))) == len(set(same))


def test_a_group_that_says_nothing_is_refused_in_a_sentence():
    frame = jittered().assign(patient="the same")
    with pytest.raises(core.DataError, match="no group can be kept back"):
        Dataset.from_frame(frame, "y", group="patient")


@pytest.mark.parametrize("groups", [2, 3, 4, 7])
@pytest.mark.parametrize("share", [0.05, 0.25, 0.6])
def test_even_of_a_few_groups_some_judge_and_some_teach(groups, share):
    frame = jittered(groups, 10)
    for seed in range(10):
        data = Dataset.from_frame(frame, "y", group="patient", validation_share=share, seed=seed)
        assert 0 < data.validation.sum() < len(data)
        assert not (np.bincount(data.groups, data.validation) % 10).any()


FOLDED = [
    core.Stacking(learners=(TREE, core.Stump()), folds=4),
    core.Voting(learners=(TREE, core.Stump()), votes="folds"),
    core.CrossValidationCommittee(folds=5, base=TREE),
    core.DeepForest(rounds=2, trees=4),
]


@pytest.mark.parametrize("settings", FOLDED, ids=lambda settings: settings.name)
def test_every_ensemble_that_makes_folds_keeps_groups_in_one(settings, monkeypatch):
    """The folds are watched where they are drawn, whoever asks for them."""
    seen = []

    def watched(problem, folds, seed):
        fold = drawn_folds(problem, folds, seed)
        seen.append((problem.groups[: problem.training], fold))
        return fold

    # All are loaded first: one that is loaded later would keep the watched one for ever.
    names = ("folds", "trainers.stack", "trainers.forest_cascade")
    for module in [importlib.import_module(f"core.learning.{name}") for name in names]:
        monkeypatch.setattr(module, "drawn_folds", watched)
    core.fit(by_patient(), settings)
    assert seen
    for groups, fold in seen:
        assert len(set(zip(groups.tolist(), fold.tolist(), strict=True))) == len(set(groups))
        assert len(set(fold.tolist())) > 1


@pytest.mark.parametrize("settings", [core.Bagging(rounds=4), core.RandomForest(rounds=4)])
def test_a_row_is_out_of_the_bag_only_with_its_whole_group(settings):
    data = by_patient()
    history = core.fit(data, settings).history
    groups = history.problem.training_groups
    for number in range(1, 5):
        outside = history.outside(number)[: len(groups)]
        assert outside.any()
        assert len(set(zip(groups.tolist(), outside.tolist(), strict=True))) == len(set(groups))


@pytest.mark.parametrize("training_only", [False, True])
def test_the_audit_judges_a_row_by_who_knows_nothing_of_its_group(training_only):
    data = by_patient()
    auditing = Auditing(data, core.AdaBoost(rounds=3), training_only=training_only)
    fold, groups = auditing._dealt(), auditing._problem.groups
    assert len(set(zip(groups.tolist(), fold.tolist(), strict=True))) == len(set(groups))
    assert len(set(fold.tolist())) == 5


def test_trees_of_the_audit_judge_only_groups_that_they_never_saw():
    problem = Problem.of(by_patient())
    court = Court(problem, problem.row_weights, np.zeros(len(problem), np.int64), 0)
    judge = BagJudge("trees", "trees", votes_wanted=4)
    times = np.zeros(len(problem))
    for weights, _, outside in judge._samples(court, 0):
        assert not set(problem.groups[outside]) & set(problem.groups[weights > 0])
        assert outside.any()
        times += outside
    assert judge.say(court, 0).counts.tolist() == times.tolist()


def test_what_prunes_a_tree_is_of_other_groups():
    problem = Problem.of(by_patient())
    pruning = Pruning.of(problem, problem.row_weights[: problem.training], 0.3, 0)
    judges = set(problem.groups[pruning.held_back].tolist())
    taught = set(problem.training_groups[pruning.growing > 0].tolist())
    assert judges
    assert taught
    assert not judges & taught


def test_a_group_a_row_is_dealt_as_rows_are():
    frame = jittered().drop(columns="patient")
    plain = Problem.of(Dataset.from_frame(frame, "y", validation_share=0))
    one_each = frame.assign(row=np.arange(len(frame)))
    own = Problem.of(Dataset.from_frame(one_each, "y", validation_share=0, group="row"))
    assert own.groups is not None
    np.testing.assert_array_equal(drawn_folds(plain, 5, 1), drawn_folds(own, 5, 1))


def test_the_scikit_learn_face_takes_groups():
    frame = jittered()
    X, y = frame[list("abcd")], frame["y"]
    settings = core.CrossValidationCommittee(folds=5, base=TREE)
    plain = core.EnsembleClassifier(settings, random_state=1).fit(X, y)
    grouped = core.EnsembleClassifier(settings, random_state=1).fit(X, y, groups=frame["patient"])
    assert list(grouped.feature_names_in_) == list("abcd")
    assert (plain.predict_proba(X) != grouped.predict_proba(X)).any()
    with pytest.raises(ValueError, match="inconsistent"):
        grouped.fit(X, y, groups=[1, 2])


def test_a_learning_curve_grows_by_groups(monkeypatch):
    """A few rows of every patient would say that more rows hardly help."""
    seen = []

    def watched(dataset, settings, seed):
        taught = dataset.groups[~dataset.validation]
        seen.append((len(taught), len(set(taught.tolist()))))
        return core.fit(dataset, settings, seed=seed)

    monkeypatch.setattr(
        importlib.import_module("core.judging.diagnosing.learning_curve"), "fit", watched
    )
    core.learning_curve(by_patient(), core.AdaBoost(rounds=2))
    for rows, groups in seen:
        assert groups <= rows / 6 + 2
