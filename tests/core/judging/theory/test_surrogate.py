"""One readable tree, support vectors, and a committee against Condorcet's sum."""

import numpy as np
import pytest

import core
from core.base.intervals import wilson
from core.base.lacking import Lacking
from core.base.progress import Cancelled
from tests.core.learning.learners.library_data import data_of

ENSEMBLES = [
    core.AdaBoost(rounds=20),
    core.RandomForest(rounds=10),
    core.SingleLearner(learner=core.NearestNeighbours()),
    core.Stacking(folds=2),
]


@pytest.mark.parametrize("settings", ENSEMBLES, ids=lambda own: own.name)
@pytest.mark.parametrize("target", ["two", "three", "number"])
def test_fidelity_is_how_often_both_say_the_same(settings, target, tmp_path):
    data = data_of(200, target)
    if settings.why_not(data):
        pytest.skip("not for this task")
    run = core.fit(data, settings)
    found = core.surrogate(run, depth=4)
    own, said = found.model.predict(data), run.model.predict(data)
    for part, fidelity in (
        (~data.validation, found.training_fidelity),
        (data.validation, found.validation_fidelity),
    ):
        if target == "number":
            expected = 1 - np.var((own - said)[part]) / np.var(said[part])
            assert fidelity == pytest.approx(expected, abs=0.05)
        else:
            assert fidelity == pytest.approx((own == said)[part].mean())
    assert found.read().tree.leaves() <= 16
    core.save_model(found.model, tmp_path / "tree.zip")
    assert (core.load_model(tmp_path / "tree.zip").predict(data) == own).all()


def test_a_deep_tree_says_all_that_the_ensemble_says():
    data = data_of(200, "two", validation_share=0)
    run = core.fit(data, core.AdaBoost(rounds=10))
    found = core.surrogate(run, depth=30)
    assert found.training_fidelity == 1.0
    assert np.isnan(found.validation_fidelity)
    assert found.training_error == pytest.approx(run.history.error(10))


@pytest.mark.parametrize("kernel", ["rbf", "linear"])
def test_support_vectors_are_scikit_learns_and_slacks_are_the_textbooks(kernel):
    from sklearn.svm import SVC

    data = data_of(150, "two", validation_share=0)
    learner = core.SupportVectors(kernel=kernel, gamma=0.3)
    run = core.fit(data, core.SingleLearner(learner=learner))
    found = core.support_vectors(run)
    machine = run.members[0]
    problem = run.history.problem
    signs = np.where(problem.labels == 1, 1.0, -1.0)
    expected = np.maximum(0, 1 - signs * machine.scores(problem.inputs, slice(None))[:, 0])
    assert found.slacks[:, 0] == pytest.approx(expected, abs=1e-8)
    assert (found.slacks[~found.is_support] < 2e-3).all()  # libsvm stops at 1e-3
    assert (found.table["slack"].diff().dropna() <= 0).all()
    if kernel == "rbf":
        matrix = machine.layout.matrix(problem.inputs, slice(None))
        own = SVC(C=1.0, gamma=0.3).fit(matrix, problem.labels)
        assert set(np.flatnonzero(found.is_support[:, 0])) == set(own.support_)
    else:
        # The hinge is squared: a row's coefficient is 2 C ξ, and the sum of them is the line.
        matrix = machine.layout.matrix(problem.inputs, slice(None))
        line = matrix.T @ (2 * found.slacks[:, 0] * signs)
        assert line == pytest.approx(machine.coefficients[:, 0], abs=0.02)


def test_many_classes_have_a_machine_each():
    data = data_of(200, "three", validation_share=0)
    run = core.fit(data, core.Bagging(base=core.SupportVectors(), rounds=2))
    found = core.support_vectors(run, member=2)
    assert found.classes == data.classes
    assert set(found.table["machine"]) == set(data.classes)
    for settings in (core.RandomForest(rounds=2), core.EarlyRejectCascade(rounds=2)):
        other = core.fit(core.example("moons"), settings)
        assert isinstance(core.support_vectors(other), Lacking)
    none = core.support_vectors(run, member=3)
    assert none == Lacking("Member 3 of this run is no support vector machine.")


def test_a_committee_against_independent_members():
    run = core.fit(core.example("moons"), core.Bagging(rounds=15))
    found = core.majority(run)
    assert found.members == 15
    assert found.independent == pytest.approx(core.majority_error(15, found.error))
    assert found.seen == run.history.validation_error(15)
    alone = core.majority(core.fit(run.dataset, core.SingleLearner(learner=core.Logistic())))
    assert alone == Lacking("One member alone has no majority.")


@pytest.mark.parametrize("kernel", ["rbf", "linear"])
def test_a_machine_says_what_decides(kernel):
    for target, rule in (("two", "its sign"), ("three", "the highest of the classes' sums")):
        learner = core.SupportVectors(kernel=kernel)
        run = core.fit(data_of(100, target), core.SingleLearner(learner=learner))
        found = core.learned(run.model, 1)
        assert f"; {rule} decides." in found.sentence
        if kernel == "rbf":
            assert f"{len(run.members[0].centres):,} support vectors" in found.sentence


def test_the_interval_of_the_fidelity_is_that_of_a_share_of_the_validation_rows():
    run = core.fit(core.example("moons"), core.AdaBoost(rounds=20))
    found = core.surrogate(run, depth=2)
    rows = int(run.dataset.validation.sum())
    assert found.interval == wilson(found.validation_fidelity, rows)
    number = core.fit(data_of(100, "number"), core.RandomForest(rounds=2))
    assert core.surrogate(number).interval is None


def test_growing_it_can_be_cancelled():
    run = core.fit(core.example("moons"), core.AdaBoost(rounds=2))

    def enough(progress):
        if progress.share > 0:
            raise Cancelled

    with pytest.raises(Cancelled):
        core.surrogate(run, watch=enough)
