"""Numbers of any size through the engine: codes, deviations, trees and weights."""

import sys
from fractions import Fraction

import numpy as np
import pandas as pd
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core import AdaBoost, Dataset, Meaning, Plan, RandomForest, SingleLearner, Task, Tree, fit
from core.data.magnitude import MOST, usual_scale
from core.data.table import Table
from core.engine.binning import binned
from core.engine.matrix import mean_and_deviation

ANY = st.floats(allow_nan=False, allow_infinity=True)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
USABLE = st.floats(-MOST, MOST).filter(lambda value: value == 0 or abs(value) > 1e-25)


def dataset_of(x, y, task=None, **more):
    table = Table.from_frame(pd.DataFrame({"x": x, "y": y} | more))
    plan = Plan.suggested(table, "y").with_meaning("x", Meaning.NUMBER)
    weight = "w" if "w" in more else None
    return Dataset.from_table(table, "y", plan=plan, weight=weight, task=task, validation_share=0)


@given(st.lists(ANY, min_size=2, max_size=60))
def test_codes_are_in_the_order_of_the_numbers(values):
    values = np.array(values)
    data = binned(dataset_of(values, np.where(np.arange(len(values)) % 2, "a", "b")))
    order = np.argsort(values[data.order], kind="stable")
    codes, ordered = data.codes[0][order].astype(int), values[data.order][order]
    is_new = ordered[1:] != ordered[:-1]
    # Fewer different numbers than codes: each has a code of its own.
    np.testing.assert_array_equal(np.diff(codes) > 0, is_new)
    np.testing.assert_array_equal(np.diff(codes) >= 0, True)


@given(st.lists(FINITE, min_size=2, max_size=30))
def test_the_deviation_is_that_of_exact_sums(values):
    mean, deviation = mean_and_deviation(np.array(values), np.ones(len(values)))
    exact = [Fraction(value) for value in values]
    middle = sum(exact) / len(exact)
    variance = sum((value - middle) ** 2 for value in exact) / len(exact)
    if min(values) == max(values):
        assert deviation == 0
        return
    largest = max(abs(value) for value in exact)
    tiny = Fraction(sys.float_info.min)
    assert abs(Fraction(mean) - middle) <= largest / 2**49 + tiny
    # Where the numbers differ in their last digits alone, so does the deviation.
    assume(variance > (largest / 2**30) ** 2 and variance > tiny**2 * 2**60)
    if deviation < sys.float_info.max:
        assert abs(Fraction(deviation) ** 2 / variance - 1) < Fraction(1, 10**6)


@settings(max_examples=50)
@given(st.lists(USABLE, min_size=4, max_size=30, unique=True), st.integers(0, 5))
def test_trees_say_numbers_between_those_they_were_taught(targets, seed):
    targets = np.array(targets)
    x = np.random.default_rng(seed).permutation(len(targets)).astype(float)
    data = dataset_of(x, targets, task=Task.REGRESSION)
    for chosen in (SingleLearner(learner=Tree(depth=20, leaf_rows=1)), RandomForest(rounds=3)):
        told = fit(data, chosen).model.predicted(data)[0]
        slack = 1e-12 * np.abs(targets).max()
        assert np.isfinite(told).all()
        assert told.min() >= targets.min() - slack
        assert told.max() <= targets.max() + slack


@settings(max_examples=50)
@given(st.lists(st.floats(1e-40, 1e40), min_size=6, max_size=30), st.integers(-900, 900))
def test_boosting_starts_from_weights_of_any_size(weights, power):
    weights = np.ldexp(np.array(weights), power)
    x = np.arange(len(weights)) % 5
    y = np.where(np.arange(len(weights)) % 3, "a", "b")
    data = dataset_of(x.astype(float), y, w=weights)
    np.testing.assert_allclose(
        data.weights / data.weights.max(), weights / weights.max(), rtol=1e-12, atol=1e-290
    )
    run = fit(data, AdaBoost(rounds=4))
    for t in range(run.rounds + 1):
        found = run.history.at(t)
        assert np.isfinite(found.margins).all()
        assert np.isfinite(found.weights).all()


@given(st.lists(st.floats(0, sys.float_info.max), min_size=1, max_size=20))
def test_the_usual_scale_keeps_what_weights_have_in_common(weights):
    weights = np.array(weights)
    scaled = usual_scale(weights)
    assert np.isfinite(scaled.sum())
    if weights.max() > 0:
        assert 2.0**-21 <= scaled.mean() <= 2.0**21
