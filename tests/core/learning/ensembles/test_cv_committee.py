"""Cross-validation committees: every fold is out of one member's sight."""

import numpy as np
import pytest

import core
from core import Tree
from core.learning.ensembles.cv_committee import CrossValidationCommittee
from core.learning.folds import drawn_folds
from core.learning.learner import Learner
from core.learning.problem import Problem
from tests.core.learning.ensembles.made_up import Remembers, check_history_and_file, cloud, line


def test_a_members_pruning_fold_is_never_in_its_training_rows(monkeypatch):
    from core.learning.ensembles import cv_committee

    trained_on, pruned_on = [], []
    grow, prune = Tree.fit, cv_committee.pruned_by

    def fit(self, problem, weights, seed):
        trained_on.append(set(np.flatnonzero(weights > 0)))
        return grow(self, problem, weights, seed)

    def pruned_by(problem, member, rows):
        pruned_on.append(set(rows))
        return prune(problem, member, rows)

    monkeypatch.setattr(Tree, "fit", fit)
    monkeypatch.setattr(cv_committee, "pruned_by", pruned_by)
    run = core.fit(cloud("two"), CrossValidationCommittee(folds=7))
    training = set(range(run.history.training))
    assert len(trained_on) == len(pruned_on) == 7
    for seen, held_out in zip(trained_on, pruned_on, strict=True):
        assert held_out
        assert not seen & held_out
        assert seen | held_out == training
    assert set.union(*pruned_on) == training
    assert sum(map(len, pruned_on)) == len(training)


def test_out_of_bag_judges_every_row_by_the_member_that_never_saw_it():
    data = line(["a"] * 12 + ["b"] * 8)
    run = core.fit(data, CrossValidationCommittee(folds=5, base=Remembers()))
    # By heart: right about every row it saw, and the commonest class for all others.
    assert run.history.curve("training_error")[-1] == 0
    assert run.history.curve("out_of_bag_error")[-1] == pytest.approx(8 / 20)
    assert (run.history.margins(5) == 0).all()


@pytest.mark.parametrize("task", ["two", "many", "number"])
@pytest.mark.parametrize("prunes", [False, True])
def test_history_and_file_agree_with_the_model(task, prunes, tmp_path):
    run = core.fit(cloud(task), CrossValidationCommittee(folds=5, prunes=prunes))
    assert run.rounds == 5
    assert not run.outcome.can_go_on
    check_history_and_file(run, tmp_path / "m.ensemble")


def test_pruning_helps_where_labels_are_noise():
    rng = np.random.default_rng(1)
    data = line(np.where(rng.random(600) < 0.3, "b", "a").tolist(), validation_share=0.5)
    grown = core.fit(data, CrossValidationCommittee(prunes=False)).history.validation_error(10)
    pruned = core.fit(data, CrossValidationCommittee()).history.validation_error(10)
    assert pruned < grown


@pytest.mark.parametrize("task", ["two", "many", "number"])
def test_folds_are_even_and_the_same_for_the_same_seed(task):
    problem = Problem.of(cloud(task))
    fold = drawn_folds(problem, 6, 3)
    sizes = np.bincount(fold)
    assert len(sizes) == 6
    assert sizes.max() - sizes.min() <= 1
    np.testing.assert_array_equal(fold, drawn_folds(problem, 6, 3))
    assert (fold != drawn_folds(problem, 6, 4)).any()
    for label in range(problem.classes):
        own = np.bincount(fold[problem.labels[: problem.training] == label], minlength=6)
        assert own.max() - own.min() <= 1
    if problem.is_regression:
        means = [problem.targets[: problem.training][fold == part].mean() for part in range(6)]
        assert np.ptp(means) < 0.2 * problem.targets.std()


def test_one_row_a_fold_when_there_are_more_folds_than_rows():
    run = core.fit(line(["a", "a", "b", "b", "b"]), CrossValidationCommittee(folds=50))
    assert run.rounds == 5


def test_every_base_learner_that_is_no_tree_is_left_as_it_is():
    assert issubclass(Remembers, Learner)
    data = line(["a", "b"] * 6)
    run = core.fit(data, CrossValidationCommittee(folds=3, base=Remembers()))
    assert run.history.error(3) == 0
