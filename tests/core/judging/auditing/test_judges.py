"""The judges: each says about a row only what other rows taught it."""

from dataclasses import replace

import numpy as np
import pytest

from core import AdaBoost
from core.judging.auditing.boosting_scores import BoostedJudge
from core.judging.auditing.crossfit import dealt
from core.judging.auditing.default_judges import usual_judges
from core.judging.auditing.judges import BagJudge, Court
from core.judging.auditing.jury import Hearing, own_and_other, suspicion_of
from core.learning.problem import Problem
from tests.core.helpers import noisy
from tests.core.judging.auditing.made_up import clouds, line

PROBLEMS = {
    "two classes, categories, gaps": Problem.of(noisy(80, validation_share=0)),
    "many classes": Problem.of(clouds(90)[0]),
    "numbers": Problem.of(line(90)[0]),
}


def court_of(problem, weights=None):
    strata = problem.targets if problem.is_regression else problem.labels
    weights = problem.row_weights if weights is None else weights
    return Court(problem, weights, dealt(strata, 4, 0), 0)


def few_trees(problem):
    """The usual judges, quicker."""
    return [
        replace(judge, votes_wanted=8) if isinstance(judge, BagJudge) else judge
        for judge in usual_judges(problem)
    ]


def heard(court, judge):
    hearing = Hearing(court, (judge,))
    for _ in hearing:
        pass
    return hearing.outputs


def relabelled(court, row):
    """The same court, in which one row has another label; folds and samples stay."""
    problem = court.problem
    labels, targets = problem.labels.copy(), problem.targets.copy()
    if problem.is_regression:
        targets[row] += 100.0
    else:
        labels[row] = (labels[row] + 1) % problem.classes
    return replace(court, problem=replace(problem, labels=labels, targets=targets))


@pytest.mark.parametrize("name", PROBLEMS)
def test_no_judge_knows_the_label_of_the_row_that_it_judges(name):
    court = court_of(PROBLEMS[name])
    for judge in few_trees(court.problem):
        before, after = heard(court, judge), heard(relabelled(court, 41), judge)
        np.testing.assert_array_equal(before[41], after[41], err_msg=judge.name)
        assert not np.array_equal(before, after), judge.name


@pytest.mark.parametrize("name", PROBLEMS)
def test_rows_of_weight_0_are_judged_and_teach_nothing(name):
    problem = PROBLEMS[name]
    weights = np.ones(len(problem))
    weights[:10] = 0.0
    court = court_of(problem, weights)
    for judge in few_trees(problem):
        before, after = heard(court, judge), heard(relabelled(court, 4), judge)
        assert np.isfinite(before).all()
        np.testing.assert_array_equal(before, after, err_msg=judge.name)


def test_shares_sum_to_1_and_find_the_class():
    problem = Problem.of(clouds(90, wrong=0)[0])
    for judge in few_trees(problem):
        shares = heard(court_of(problem), judge)
        np.testing.assert_allclose(shares.sum(axis=1), 1, atol=1e-9)
        assert (shares.argmax(axis=1) == problem.labels).mean() > 0.9, judge.name


def test_the_same_seed_gives_the_same_bits_on_1_and_2_threads(set_threads):
    court = court_of(PROBLEMS["two classes, categories, gaps"])
    told = []
    for threads in (1, 2):
        set_threads(threads)
        hearing = Hearing(court, tuple(few_trees(court.problem)))
        for _ in hearing:
            pass
        told.append(hearing.outputs)
    np.testing.assert_array_equal(*told)


def test_a_bagged_row_is_judged_by_the_trees_whose_sample_left_it_out():
    problem = Problem.of(clouds(60)[0])
    court = court_of(problem)
    judge = BagJudge("forest", "the forest", 12)
    said = [judge.say(court, piece) for piece in range(judge.pieces(court))]
    counts = sum(one.counts for one in said)
    assert counts.mean() == pytest.approx(12, abs=1)
    sums = sum(one.sums for one in said)
    np.testing.assert_allclose(sums.sum(axis=1), counts)
    small = replace(judge, most_rows=6)  # samples of 6 of 60 rows leave 54 out, or more
    said = [small.say(court, piece) for piece in range(small.pieces(court))]
    assert sum(one.counts for one in said).mean() == pytest.approx(12, abs=1.5)
    assert small.pieces(court) < judge.pieces(court)


def test_scores_out_of_sample_are_those_of_the_judged_rows():
    problem = PROBLEMS["two classes, categories, gaps"]
    court = court_of(problem)
    said = BoostedJudge("stumps", "stumps", AdaBoost(rounds=10)).say(court, 2)
    part = court.part(2)
    trainer = AdaBoost(rounds=10).trainer(part.problem, 0)
    list(trainer.rounds())
    unseen = slice(part.problem.training, None)
    last = trainer.history.relative_weights(10)[unseen]
    margin = -np.mean([trainer.history.margins(t)[unseen] for t in range(1, 11)], axis=0)
    hard = np.mean([trainer.history.wrong(t)[unseen] for t in range(1, 11)], axis=0)
    np.testing.assert_allclose(said.scores[:, 0], last)
    np.testing.assert_allclose(said.scores[:, 1], trainer.history.suspicion()[unseen])
    np.testing.assert_allclose(said.scores[:, 2], margin)
    np.testing.assert_allclose(said.scores[:, 3], hard)


def test_the_likeliest_other_class_by_hand():
    shares = np.array([[0.2, 0.5, 0.3], [0.6, 0.3, 0.1]])
    own, other, share = own_and_other(shares, np.array([0, 0]))
    assert (own.tolist(), other.tolist(), share.tolist()) == ([0.2, 0.6], [1, 1], [0.5, 0.3])
    first, second = suspicion_of(own, share)
    assert first == pytest.approx(0.53 / 0.76)
    assert second == pytest.approx(0.33 / 0.96)
