"""Distributions of margins against counting them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core
from core.judging.diagnostics.distributions import Distribution, share_in
from core.judging.diagnostics.margin_curves import Key, margin_curves
from core.judging.diagnostics.run_access import Part
from core.learning.snapshot import Snapshot


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 3)), min_size=1, max_size=40))
def test_a_distribution_is_what_counting_gives(pairs):
    values, weights = (np.array(side, float) for side in zip(*pairs, strict=True))
    found = Distribution.of(values, weights)
    if not weights.any():
        assert len(found) == 0
        return
    for value in range(-6, 7):
        expected = weights[values <= value].sum() / weights.sum()
        assert found.up_to(value) == pytest.approx(expected)
    edges = np.array([-2.0, 0.0, 1.0, 3.0])
    clipped = np.clip(values, -2, 2.5)
    expected = np.histogram(clipped, edges, weights=weights)[0] / weights.sum()
    np.testing.assert_allclose(found.histogram(edges), expected, atol=1e-12)
    np.testing.assert_allclose(share_in(values, weights, weights, edges), expected, atol=1e-12)


def test_steps_keep_the_ends_and_lie_on_the_curve():
    found = Distribution.of(np.random.default_rng(0).normal(size=5000), np.ones(5000))
    values, shares = found.steps(100)
    assert len(values) <= 100
    assert values[[0, -1]].tolist() == found.values[[0, -1]].tolist()
    for value, share in zip(values, shares, strict=True):
        assert found.up_to(value) == pytest.approx(share)


def test_values_that_are_not_finite_are_left_out():
    found = Distribution.of(np.array([1.0, np.nan, np.inf]), np.ones(3))
    assert found.values.tolist() == [1.0]


@pytest.fixture(scope="module")
def run():
    return core.fit(core.example("moons"), core.AdaBoost(rounds=12))


def test_curves_are_those_of_their_rows(run):
    data, history = run.dataset, run.history
    keys = [Key(4, Part.TRAINING), Key(12, Part.VALIDATION, 1), Key(12, Part.TRAINING)]
    chosen = np.arange(0, len(data), 3)
    found = margin_curves(Snapshot.of(history, 12), keys, chosen)
    masks = [~data.validation, data.validation & (data.labels == 1), ~data.validation]
    for key, mask in zip(keys, masks, strict=True):
        margins = history.margins(key.round)[mask]
        for at in (-0.5, 0.0, 0.3):
            assert found.curves[key].up_to(at) == pytest.approx((margins <= at).mean())
    assert keys[0] not in found.selected
    is_chosen = np.isin(np.arange(len(data)), chosen) & masks[2]
    counted = np.histogram(history.margins(12)[is_chosen], found.edges)[0] / masks[2].sum()
    assert found.selected[keys[2]].sum() == pytest.approx(counted.sum())
    between = found.rows_between(-0.1, 0.1)
    shown = masks[1] | masks[2]
    expected = np.flatnonzero(shown & (np.abs(history.margins(12)) <= 0.1))
    np.testing.assert_array_equal(between, expected)


def test_what_is_known_of_other_rounds_is_kept(run):
    keys = [Key(4, Part.TRAINING), Key(12, Part.TRAINING)]
    none = np.empty(0, np.int64)
    first = margin_curves(Snapshot.of(run.history, 12), keys, none)
    again = margin_curves(Snapshot.of(run.history, 12), keys, none, first.curves)
    assert again.curves[keys[0]] is first.curves[keys[0]]
    assert again.curves[keys[1]] is not first.curves[keys[1]]


def test_residuals_reach_as_far_as_nearly_all_of_them():
    random = np.random.default_rng(3)
    import pandas as pd

    frame = pd.DataFrame({"a": random.normal(size=400), "t": random.normal(size=400) * 10})
    data = core.Dataset.from_frame(frame, "t", validation_share=0)
    run = core.fit(data, core.GradientBoosting(rounds=3))
    found = margin_curves(
        Snapshot.of(run.history, 3), [Key(3, Part.TRAINING)], np.empty(0, np.int64)
    )
    reach = found.edges[-1]
    assert found.edges[0] == -reach
    assert np.quantile(np.abs(run.history.margins(3)), 0.98) <= reach
    assert reach <= np.abs(run.history.margins(3)).max()
