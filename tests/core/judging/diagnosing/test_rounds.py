"""What the rounds did: pairs of rows decide, and the best of many rounds is chosen elsewhere."""

from dataclasses import replace

import numpy as np
import pytest

from core import AdaBoost, GradientBoosting, RandomForest, SingleLearner, Tree, diagnosis, fit
from core.judging.diagnosing.evidence import RunEvidence
from core.judging.diagnosing.limits import limit
from core.judging.diagnosing.misses import ErrorChange, Judging
from core.judging.diagnosing.rounds import Rounds
from core.judging.reviewing.paired import mcnemar
from tests.core.judging.diagnosing.situations import nothing, numbers, steps, sums


@pytest.fixture(scope="module")
def judging():
    return Judging.of(fit(sums(5, rows=800), AdaBoost(rounds=40, base=Tree(depth=3))))


def test_two_rounds_are_compared_by_the_rows_that_changed(judging):
    first, last = judging.misses(1), judging.misses(40)
    found = judging.change(first, last)
    improved, worsened = int((first > last).sum()), int((first < last).sum())
    assert found.p == mcnemar(improved, worsened)
    assert found.before == first.mean() == judging.run.history.validation_error(1)
    assert found.after == last.mean() == judging.run.history.validation_error(40)


def test_rows_that_weigh_are_compared_by_random_signs():
    data = sums(5, rows=800)
    weighed = replace(Judging.of(fit(data, AdaBoost(rounds=5))), weights=np.resize([0.5, 1.5], 200))
    none = np.zeros(200)
    assert weighed.change(none, none).p == 1
    assert weighed.change(none + 1, none).p < 0.001
    assert weighed.change(none + 1, none).fell


def test_a_difference_that_chance_brings_is_neither_a_fall_nor_a_rise():
    assert not ErrorChange(0.2, 0.1, 0.06).fell
    assert not ErrorChange(0.1, 0.2, 0.06).rose
    assert ErrorChange(0.2, 0.1, 0.04).fell
    assert ErrorChange(0.1, 0.2, 0.04).rose


def test_of_numbers_the_error_is_the_root_of_the_mean_square():
    run = fit(numbers(1, rows=400), GradientBoosting(rounds=20))
    judging = Judging.of(run)
    assert judging.error(judging.misses(20)) == pytest.approx(run.history.validation_error(20))
    found = judging.interval(judging.misses(20))
    assert found.low < found.share < found.high


def test_the_best_of_many_rounds_of_noise_is_not_called_a_rise():
    """The least of many errors is always lower than the last: it must not count against it."""
    rose, lower = 0, 0
    for seed in range(40):
        run = fit(nothing(seed, rows=300), AdaBoost(rounds=60))
        errors = run.history.curve("validation_error")
        lower += errors.min() < errors[-1]
        rose += Rounds.of(Judging.of(run)).since_best.rose
    assert lower > 30
    assert rose <= 4  # 2.5 % each, by construction: more than 4 of 40 in 3 cases of 1,000


@pytest.mark.parametrize(
    "settings", [RandomForest(rounds=20), SingleLearner(learner=Tree(depth=20))]
)
def test_where_no_round_builds_on_another_nothing_is_said_of_them(settings):
    run = fit(sums(2, rows=600), settings)
    assert Rounds.of(Judging.of(run)) is None
    assert "round" not in diagnosis(run)


RISE, FALL, NONE = (
    ErrorChange(0.1, 0.2, 0.001),
    ErrorChange(0.2, 0.1, 0.001),
    ErrorChange(0.15, 0.15, 1.0),
)


@pytest.mark.parametrize("since_best", [RISE, NONE])
@pytest.mark.parametrize("long", [RISE, FALL, NONE])
@pytest.mark.parametrize("since_zero", [FALL, NONE, None])
@pytest.mark.parametrize("best", [3, 35])
def test_fewer_rounds_are_never_advised_while_the_validation_error_falls(
    judging, since_best, long, since_zero, best
):
    zero = None if since_zero is None else 10
    found = Rounds(best, since_best, FALL, long, zero, since_zero, True, True)
    known = RunEvidence(judging, None, None, None)
    known.__dict__["rounds"] = found
    assert "Use about" not in limit(known).sentence


def test_what_fell_past_zero_is_no_praise_where_it_was_lower_before(judging):
    known = RunEvidence(judging, None, None, None)
    known.__dict__["rounds"] = Rounds(3, RISE, FALL, FALL, 30, FALL, True, True)
    said = limit(known).sentence
    assert "was lower before that, around round 3" in said
    assert "help" not in said


def test_a_rise_is_told_with_the_round_to_stop_at():
    run = fit(steps(0, noise=0.25, rows=2400, share=0.7), GradientBoosting(rounds=200))
    said = diagnosis(run)
    best = Rounds.of(Judging.of(run)).best
    assert f"Use about {best:,} round" in said
    assert best < 100


def test_the_best_round_is_the_one_that_the_curve_has():
    """Some rounds are looked at closely; the lowest error may be between them."""
    run = fit(steps(0, noise=0.25, rows=2400, share=0.7), GradientBoosting(rounds=200))
    curve = run.history.curve("validation_error")
    found = Rounds.of(Judging.of(run))
    assert found.best == int(np.argmin(curve)) + 1
    assert found.best_error == pytest.approx(float(curve.min()))
