"""Scores that are sums over the rounds: committees, their margins, and what is out of bag."""

import numpy as np
import pytest

from core import Bagging, RandomForest, Stump, Tree, fit
from core.base.errors import NoMeaningError
from core.base.lacking import Lacking
from core.learning.histories.quantities import Quantity
from core.learning.histories.scores import ScoreHistory
from core.learning.predictors.links import SHARES, linked
from core.learning.problem import Problem
from core.learning.rounds import OUT_OF_BAG_ERROR, TRAINING_ERROR
from core.learning.sampling import bootstrap, round_seed
from tests.core.helpers import dataset, noisy, noisy_frame

CURVES = (TRAINING_ERROR, OUT_OF_BAG_ERROR)


def problem_of(classes=3, rows=40, validation_share=0.25):
    labels = [*"abcd"[:classes]] * rows
    return Problem.of(dataset({"x": np.arange(rows)}, labels[:rows], validation_share))


def committee(problem, rounds, seed=0, samples=True):
    """Random shares of every member for every row, and which training rows it never saw."""
    random = np.random.default_rng(seed)
    shares = random.dirichlet(np.ones(problem.classes), (rounds, len(problem)))
    outside = random.random((rounds, problem.training)) < 0.4
    history = ScoreHistory(
        problem,
        CURVES if samples else CURVES[:1],
        np.zeros(problem.classes),
        lambda t: shares[t - 1],
        lambda scores: linked(scores, SHARES, 1.0),
        "None here.",
        (lambda t: outside[t - 1]) if samples else None,
    )

    for _ in range(rounds):
        history.append()
    return history, shares, outside


def by_row(problem, values):
    out = np.empty_like(values)
    out[problem.data.order] = values
    return out


def judged_by(problem, shares, outside, t):
    """Row by row: the mean share of the members that never saw it, or of all if all saw it."""
    judged = np.empty((len(problem), problem.classes))
    for row in range(len(problem)):
        who = [k for k in range(t) if row >= problem.training or outside[k, row]]
        judged[row] = shares[who or list(range(t)), row].mean(axis=0)
    return judged


def plain_margins(shares, labels):
    found = []
    for own, label in zip(shares, labels, strict=True):
        found.append(own[label] - max(own[k] for k in range(len(own)) if k != label))
    return np.array(found)


@pytest.mark.parametrize("classes", [2, 3, 4])
def test_margins_without_samples_are_the_own_share_minus_the_best_other(classes):
    problem = problem_of(classes)
    history, shares, _ = committee(problem, 12, samples=False)
    for t in (1, 5, 8, 9, 12):
        mean = shares[:t].mean(axis=0)
        expected = by_row(problem, plain_margins(mean, problem.labels))
        assert history.margins(t) == pytest.approx(expected, abs=1e-12)
        np.testing.assert_array_equal(history.predicted(t), by_row(problem, mean.argmax(axis=1)))
        assert history.outputs(t) == pytest.approx(mean[np.argsort(problem.data.order)])


def test_training_rows_are_judged_only_by_members_that_never_saw_them():
    problem = problem_of()
    history, shares, outside = committee(problem, 20)
    for t in (1, 2, 8, 13, 20):
        judged = judged_by(problem, shares, outside, t)
        expected = by_row(problem, plain_margins(judged, problem.labels))
        assert history.margins(t) == pytest.approx(expected, abs=1e-12)
        suggested = by_row(problem, judged.argmax(axis=1))
        np.testing.assert_array_equal(history.suggested(t), suggested)


def test_what_a_member_says_of_rows_in_its_sample_does_not_reach_their_margin():
    problem = problem_of()
    history, shares, outside = committee(problem, 20)
    assert outside.any(axis=0).all()  # else some row would be judged by all members
    margins, suspicion = history.margins(20), history.suspicion()
    errors = history.curve("out_of_bag_error").copy()
    shares[:, : problem.training][~outside] = [1.0, 0.0, 0.0]
    changed, *_ = committee(problem, 0)
    changed.member, changed._outside = (lambda t: shares[t - 1]), (lambda t: outside[t - 1])
    for _ in range(20):
        changed.append()
    np.testing.assert_array_equal(changed.margins(20), margins)
    np.testing.assert_array_equal(changed.curve("out_of_bag_error"), errors)
    # Before a row is first left out all members judge it; these were left out at once.
    rows = problem.data.order[: problem.training][outside[0]]
    np.testing.assert_array_equal(changed.suspicion()[rows], suspicion[rows])


def test_the_out_of_bag_error_counts_only_rows_that_were_left_out():
    problem = problem_of()
    history, shares, outside = committee(problem, 15)
    labels = problem.labels[: problem.training]
    for t in range(1, 16):
        there = outside[:t].any(axis=0)
        judged = judged_by(problem, shares, outside, t)[: problem.training]
        wrong = judged.argmax(axis=1) != labels
        expected = wrong[there].mean()
        assert history.curve("out_of_bag_error")[t - 1] == pytest.approx(expected)


def test_suspicion_is_half_of_one_minus_the_margin_averaged_over_the_rounds():
    problem = problem_of()
    history, *_ = committee(problem, 15)
    expected = np.mean([(1 - history.margins(t)) / 2 for t in range(1, 16)], axis=0)
    assert history.suspicion() == pytest.approx(expected, abs=1e-12)
    flagged = history.flagged(history.suspicion(), history.margins(15))
    np.testing.assert_array_equal(flagged, (expected >= 0.5) & (history.margins(15) < 0))


def test_a_committee_has_no_weights_and_says_why():
    history, *_ = committee(problem_of(), 2)
    assert history.lacks(Quantity.WEIGHTS) == Lacking("None here.")
    for ask in (lambda: history.weights(1), lambda: history.weight_image(np.arange(3), 1, 3, 3)):
        with pytest.raises(NoMeaningError, match="None here"):
            ask()


@pytest.mark.parametrize("base", [Stump(), Tree(depth=3)], ids=["stump", "tree"])
def test_the_out_of_bag_error_of_bagging_equals_one_computed_from_its_members(base):
    run = fit(noisy(160), Bagging(rounds=9, base=base), seed=5)
    problem = run.history.problem
    labels, training = problem.labels[: problem.training], problem.training
    totals = np.zeros((training, 2))
    for number, member in enumerate(run.members, 1):
        sample = bootstrap(training, training, round_seed(5, number))
        out = sample == 0
        totals[out] += member.outputs(problem.inputs)[:training][out]
    there = totals.any(axis=1)
    expected = (totals[there].argmax(axis=1) != labels[there]).mean()
    assert run.history.curve("out_of_bag_error")[-1] == pytest.approx(expected)
    assert there.mean() > 0.5


def test_for_numbers_the_out_of_bag_error_is_that_of_means_over_members():
    frame = noisy_frame(200)
    target = frame["plain"] + 0.3 * frame["few"] + (frame["city"] == "Oslo")
    data = dataset(frame.drop(columns="y"), target, 0.25)
    run = fit(data, RandomForest(rounds=12), seed=2)
    problem, training = run.history.problem, run.history.training
    sums, counts = np.zeros(training), np.zeros(training)
    for number, member in enumerate(run.members, 1):
        out = bootstrap(training, training, round_seed(2, number)) == 0
        sums[out] += member.outputs(problem.inputs)[:training, 0][out]
        counts += out
    there = counts > 0
    residuals = sums[there] / counts[there] - problem.targets[:training][there]
    found = run.history.curve("out_of_bag_error")[-1]
    assert found == pytest.approx(np.sqrt(np.mean(residuals**2)))
    order = problem.data.order[:training][there]
    assert run.history.margins(12)[order] == pytest.approx(residuals, abs=1e-12)
    # A forest knows its own rows too well: judged by all trees they look easier.
    assert run.history.error(12) < found


def test_a_number_far_from_every_prediction_is_flagged():
    x = np.arange(200.0)
    y = x + np.random.default_rng(0).normal(size=200)
    y[[20, 150]] += [90, -90]
    run = fit(dataset({"x": x}, y, 0.25), Bagging(rounds=30), seed=1)
    suspicion = run.history.suspicion()
    flagged = run.history.flagged(suspicion, run.history.margins(30))
    assert set(np.argsort(-suspicion)[:2]) == {20, 150}
    assert flagged[[20, 150]].all()
    assert flagged.sum() < 10


@pytest.mark.parametrize("cut", [0, 1, 8, 13])
def test_a_continued_history_is_the_whole_one(cut):
    problem = problem_of()
    whole, shares, outside = committee(problem, 20)
    first = ScoreHistory(
        problem,
        (),
        np.zeros(3),
        lambda t: shares[t - 1],
        whole.link,
        "None.",
        lambda t: outside[t - 1],
    )
    for _ in range(cut):
        first.append()
    second = first.continued(first.member, first.link, first.outside)
    for _ in range(20 - cut):
        second.append()
    assert (first.rounds, second.rounds) == (cut, 20)
    for t in range(21):
        np.testing.assert_array_equal(second.margins(t), whole.margins(t))
        np.testing.assert_array_equal(second.predicted(t), whole.predicted(t))
    np.testing.assert_array_equal(second.suspicion(), whole.suspicion())
    for t in range(cut + 1):
        np.testing.assert_array_equal(first.margins(t), whole.margins(t))
