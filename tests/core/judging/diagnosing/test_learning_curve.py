"""A learning curve: nested parts of the training rows, all judged on the same validation rows."""

import numpy as np
import pytest

from core import (
    AdaBoost,
    CurveMaking,
    DataError,
    GradientBoosting,
    RandomForest,
    diagnosis,
    fit,
    learning_curve,
)
from core.judging.diagnosing.misses import Judging
from tests.core.judging.diagnosing.situations import few, numbers, steps, sums


def test_a_step_is_a_point_and_the_last_one_is_the_run():
    data, settings = sums(1, rows=400), AdaBoost(rounds=20)
    making = CurveMaking(data, settings)
    with pytest.raises(DataError, match="not complete"):
        making.curve()
    steps_ = iter(making)
    first = next(steps_)
    training = int((~data.validation).sum())
    assert first.rows == training // 8
    with pytest.raises(DataError, match="not complete"):
        making.curve()
    rest = list(steps_)
    assert [point.rows for point in rest] == [training // 4, training // 2, training]
    whole = fit(data, settings).history.validation_error(20)
    assert rest[-1].error.share == pytest.approx(whole)
    assert making.curve().last.after == pytest.approx(whole)


def test_the_same_seed_gives_the_same_curve():
    data, settings = sums(1, rows=300), RandomForest(rounds=10)
    assert learning_curve(data, settings, 3) == learning_curve(data, settings, 3)
    assert learning_curve(data, settings, 3) != learning_curve(data, settings, 4)


def test_without_validation_rows_there_is_none():
    with pytest.raises(DataError, match="validation"):
        learning_curve(sums(1, rows=100, share=0.0), AdaBoost(rounds=5))


def test_it_is_told_whether_more_rows_would_help():
    data, settings = few(1), GradientBoosting(rounds=60)
    run, curve = fit(data, settings), learning_curve(few(1), settings)
    assert curve.points[0].error.share > curve.points[-1].error.share
    assert "More rows would help: from 120 to" in diagnosis(run, curve=curve)
    assert "learning curve can tell" not in diagnosis(run, curve=curve)


def test_enough_rows_are_enough():
    data, settings = steps(1, rows=4000), AdaBoost(rounds=10)
    said = learning_curve(data, settings).sentence(Judging.of(fit(data, settings)))
    assert said.startswith("More rows would hardly help") or "not clear" in said


def test_numbers_have_a_curve_in_their_unit():
    data, settings = numbers(1, rows=600), GradientBoosting(rounds=30)
    run, curve = fit(data, settings), learning_curve(data, settings)
    errors = [point.error.share for point in curve.points]
    assert errors[-1] == pytest.approx(run.history.validation_error(30))
    assert np.all(np.diff(errors) < 0)
    assert len(curve.lines(run)) == 4
    assert "%" not in curve.lines(run)[0]
