"""The sample of weights against the history's own, and what it takes over."""

import numpy as np
import pytest

from core import AdaBoost, fit, train
from core.judging.diagnostics.weight_paths import WeightSample, sampled_rounds
from tests.core.helpers import noisy


@pytest.mark.parametrize("t", [0, 1, 5, 63, 64, 65, 1000, 100_000])
def test_sampled_rounds_reach_from_the_start_to_the_end(t):
    rounds = sampled_rounds(t, 64)
    assert rounds[0] == 0
    assert rounds[-1] == t
    assert len(rounds) <= 65
    assert np.all(np.diff(rounds) > 0)
    assert set(rounds[:-1]) <= set(range(0, t + 1, max(1, int(np.diff(rounds).max(initial=1)))))


def test_quantiles_are_those_of_the_weights():
    history = fit(noisy(200), AdaBoost(rounds=30)).history
    sample = WeightSample.of(history, 30, most=8)
    rows = np.arange(0, 200, 3)
    found = sample.quantiles(rows, (0.5, 0.95))
    for place, number in enumerate(sample.rounds):
        ordered = np.sort(history.relative_weights(number)[rows])
        for share, value in zip((0.5, 0.95), found[:, place], strict=True):
            expected = ordered[int(np.ceil(share * len(rows))) - 1]
            assert 10**value == pytest.approx(expected, rel=1e-5)
    assert np.isnan(sample.quantiles(rows[:0], (0.5,))).all()


def test_a_longer_sample_takes_over_what_is_known(monkeypatch):
    training = train(noisy(200), AdaBoost(rounds=40))
    for _ in range(20):
        next(training)
    history = training.history
    first = WeightSample.of(history, 20, most=8)
    for _ in training:
        pass
    asked = []
    weights = history.relative_weights
    monkeypatch.setattr(history, "relative_weights", lambda t: asked.append(t) or weights(t))
    longer = WeightSample.of(history, 40, first, most=8)
    assert longer.rounds.tolist() == [0, 8, 16, 24, 32, 40]
    assert asked == [24, 32, 40]
    np.testing.assert_allclose(longer.logs[1], np.log10(weights(8)), atol=1e-5)
