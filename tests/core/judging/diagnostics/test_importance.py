import numpy as np
import pandas as pd
import pytest

import core
from core import AdaBoost, Bagging, Dataset, Logistic, RandomForest, SingleLearner, Stump, Tree, fit
from core.base.lacking import Lacking
from core.base.progress import Cancelled
from core.judging.diagnostics.importance import (
    impurity_importance,
    out_of_bag_importance,
    permutation_importance,
    shuffles,
    usage,
)
from core.judging.diagnostics.run_access import Part
from tests.core.judging.diagnostics.data import numbers, three_classes, two_classes


def test_a_single_trees_importance_is_scikit_learns():
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

    for data, kind in (
        (three_classes(share=0), DecisionTreeClassifier),
        (numbers(share=0), DecisionTreeRegressor),
    ):
        X = np.column_stack([column.values for column in data.features])
        theirs = kind(max_depth=3, random_state=0).fit(X, data.labels).feature_importances_
        run = fit(data, SingleLearner(learner=Tree(depth=3)))
        ours = impurity_importance(run.model)
        np.testing.assert_allclose([ours[name] for name in "abc"], theirs, atol=1e-9)


def test_votes_and_counts_of_boosted_stumps():
    data = two_classes(share=0)
    run = fit(data, AdaBoost(rounds=25))
    found = usage(run.model)
    trees = run.model.predictor.trees
    asked = trees.feature[trees.roots]
    assert found.counts.tolist() == np.bincount(asked, minlength=3).tolist()
    np.testing.assert_allclose(found.votes, np.bincount(asked, run.history.votes, 3))
    first = usage(run.model, 4)
    assert first.counts.sum() == 4
    np.testing.assert_allclose(first.votes.sum(), run.history.votes[:4].sum())
    assert "votes tell" in str(impurity_importance(run.model))


def test_every_question_of_a_forest_is_counted_once():
    run = fit(three_classes(), RandomForest(rounds=6))
    trees = run.model.predictor.trees
    inner = trees.left >= 0
    found = usage(run.model)
    assert found.counts.tolist() == np.bincount(trees.feature[inner], minlength=3).tolist()
    np.testing.assert_allclose(
        found.gains, np.bincount(trees.feature[inner], trees.gains[inner], 3)
    )


def test_the_importance_of_a_forest_is_the_mean_of_its_trees():
    from dataclasses import replace

    run = fit(three_classes(), Bagging(rounds=5))
    alone = [impurity_importance(replace(run.model, predictor=member)) for member in run.members]
    for name, share in impurity_importance(run.model).items():
        assert share == pytest.approx(np.mean([own[name] for own in alone]))


def decided_by_a(rows=300):
    """Only column a matters, to the last row."""
    random = np.random.default_rng(79)
    frame = pd.DataFrame({"a": random.normal(size=rows), "b": random.normal(size=rows)})
    frame["y"] = np.where(frame["a"] > 0, "yes", "no")
    return Dataset.from_frame(frame, "y", validation_share=0.5)


@pytest.mark.parametrize("part", list(Part))
def test_shuffling_the_only_column_leaves_chance(part):
    data = decided_by_a()
    run = fit(data, AdaBoost(rounds=5))
    found = permutation_importance(run, part, repeats=30)
    rows = data.validation == (part is Part.VALIDATION)
    share = data.labels[rows].mean()
    # A shuffled column predicts as if drawn: wrong with chance 2 p (1-p).
    assert found.error == run.history.validation_error(run.rounds) or part is Part.TRAINING
    expected = 2 * share * (1 - share) - found.error
    assert found.means[0] == pytest.approx(expected, abs=0.03)
    assert found.means[1] == 0.0
    assert found.rises.shape == (30, 2)
    assert found.standard_errors[0] > 0


def test_shuffled_rows_are_what_the_model_would_say_of_them():
    data = two_classes()
    run = fit(data, RandomForest(rounds=5))
    found = permutation_importance(run, repeats=1, seed=7)
    rows = np.flatnonzero(data.validation)
    random = np.random.default_rng(7)
    for place, column in enumerate(data.features):
        frame = pd.DataFrame(
            {
                own.name: [own.text(row) for row in rows] if not own.is_number else own.values[rows]
                for own in data.features
            }
        )
        frame[column.name] = frame[column.name].to_numpy()[random.permutation(len(rows))]
        wrong = run.model.predicted(frame)[0] != data.labels[rows]
        assert found.rises[0, place] == pytest.approx(wrong.mean() - found.error)


def test_raw_learners_see_the_shuffled_values_too():
    from core.learning import registry
    from core.learning.learner import Learner

    kinds = {kind.name: kind for kind in registry.members(Learner)}
    data = decided_by_a()
    for name in ("naive_bayes", "logistic"):
        if name in kinds:
            run = fit(data, SingleLearner(learner=kinds[name]()))
            found = permutation_importance(run, repeats=5)
            assert found.means[0] > 0.3
            assert abs(found.means[1]) < 0.05


@pytest.mark.parametrize("data", [two_classes(weights=True), numbers()])
def test_out_of_bag_importance_ranks_the_columns(data):
    run = fit(data, RandomForest(rounds=25, columns=3))
    found = out_of_bag_importance(run, repeats=2)
    best = {"two classes": "a", "regression": "a"}[data.task.value]
    assert found.names[int(np.argmax(found.means))] == best
    assert (found.means > -0.1 * found.means.max()).all()
    assert found.error > 0


def test_the_out_of_bag_error_of_the_members_by_hand():
    data = three_classes()
    run = fit(data, RandomForest(rounds=4))
    problem, errors = run.history.problem, []
    for number, member in enumerate(run.members, start=1):
        outside = np.flatnonzero(run.history.outside(number))
        said = member.outputs(problem.inputs)[outside].argmax(axis=1)
        errors.append((said != problem.labels[outside]).mean())
    assert out_of_bag_importance(run).error == pytest.approx(np.mean(errors), abs=0.02)


@pytest.mark.parametrize("importance", [permutation_importance, out_of_bag_importance])
def test_it_tells_how_far_it_is_and_can_be_cancelled(importance):
    run = fit(two_classes(), RandomForest(rounds=3))
    told = []
    importance(run, repeats=3, watch=told.append)
    shares = [progress.share for progress in told]
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert 0.8 < shares[-1] < 1

    def enough(progress):
        if progress.share > 0.5:
            raise Cancelled

    with pytest.raises(Cancelled):
        importance(run, repeats=3, watch=enough)


def test_who_stops_between_two_repeats_keeps_what_is_complete():
    run = fit(two_classes(), RandomForest(rounds=3))
    found = list(shuffles(run, repeats=3))
    assert [len(each.rises) for each in found] == [1, 2, 3]
    whole = permutation_importance(run, repeats=3)
    np.testing.assert_array_equal(found[1].rises, whole.rises[:2])


def test_what_has_no_such_importance():
    run = fit(two_classes(), AdaBoost(rounds=2))
    assert "out of bag" in str(out_of_bag_importance(run))
    with pytest.raises(ValueError, match="repeat"):
        permutation_importance(run, repeats=0)
    none = fit(two_classes(), RandomForest(rounds=2, bootstrap=False))
    assert isinstance(out_of_bag_importance(none), Lacking)
    alone = fit(two_classes(), SingleLearner(learner=Logistic())).model
    assert "it has no trees" in str(usage(alone))
    assert usage(alone) == impurity_importance(alone)


def test_a_stump_alone_uses_one_column():
    found = usage(fit(numbers(), SingleLearner(learner=Stump())).model)
    assert sorted(found.counts.tolist()) == [0, 0, 1]


def test_deep_forests_and_cascades_count_their_questions_about_columns():
    data = core.example("moons")
    forest = core.fit(data, core.DeepForest(trees=4))
    counted = np.zeros(2, int)
    for level in forest.model.predictor.levels:
        inner = level.trees.left >= 0
        features = level.trees.feature[inner]
        counted += np.bincount(features[features < 2], minlength=2)
    np.testing.assert_array_equal(usage(forest.model).counts, counted)
    cascade = core.fit(data, core.EarlyRejectCascade())
    trees = cascade.model.predictor.trees
    stumps = np.bincount(trees.feature[trees.roots[trees.left[trees.roots] >= 0]], minlength=2)
    np.testing.assert_array_equal(usage(cascade.model).counts, stumps)


def test_the_interval_of_a_rise_is_that_of_a_mean_over_the_rows():
    data = two_classes()
    run = fit(data, RandomForest(rounds=5))
    found = permutation_importance(run, repeats=2, seed=3)
    rows, random = np.flatnonzero(data.validation), np.random.default_rng(3)
    assert found.rows == len(rows)
    frame = pd.DataFrame(
        {
            own.name: own.values[rows] if own.is_number else [own.text(row) for row in rows]
            for own in data.features
        }
    )
    before = run.model.predicted(frame)[0] != data.labels[rows]
    differences = np.zeros((2, len(data.features), len(rows)))
    for repeat in range(2):
        for place, column in enumerate(data.features):
            other = frame.copy()
            other[column.name] = frame[column.name].to_numpy()[random.permutation(len(rows))]
            wrong = run.model.predicted(other)[0] != data.labels[rows]
            differences[repeat, place] = wrong.astype(float) - before
    means = differences.mean(axis=0)
    half = 1.96 * means.std(axis=1, ddof=1) / np.sqrt(len(rows))
    low, high = found.intervals
    np.testing.assert_allclose(low, means.mean(axis=1) - half, atol=1e-5)
    np.testing.assert_allclose(high, means.mean(axis=1) + half, atol=1e-5)


def test_rows_of_a_group_tell_less_than_rows_of_their_own():
    random = np.random.default_rng(2)
    x = np.repeat(random.normal(size=60), 10)
    label = np.where(x + 0.3 * np.repeat(random.normal(size=60), 10) > 0, "p", "q")
    frame = pd.DataFrame({"x": x, "who": np.repeat(np.arange(60), 10), "y": label})
    spreads = []
    for group in (None, "who"):
        data = Dataset.from_frame(frame, "y", validation_share=0, group=group)
        run = fit(data, AdaBoost(rounds=5))
        spreads.append(permutation_importance(run, Part.TRAINING).standard_errors[0])
    assert spreads[1] > spreads[0]


def test_of_many_rows_some_judge_and_are_counted():
    run = fit(two_classes(), AdaBoost(rounds=3))
    found = list(shuffles(run, repeats=1, most_rows=20))[-1]
    assert found.rows == 20
    assert np.isfinite(found.standard_errors).all()
