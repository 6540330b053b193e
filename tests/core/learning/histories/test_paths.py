"""The relative weights of a few rows over all rounds against those of all rows, round by round."""

import numpy as np
import pytest

from core import AdaBoost, RandomForest, Tree, fit
from core.base.errors import NoMeaningError
from core.learning.ensembles.capped_adaboost import CappedAdaBoost
from core.learning.ensembles.gentleboost import GentleBoost
from tests.core.helpers import noisy, run_of
from tests.core.judging.diagnostics.data import three_classes, two_classes

ROWS = np.array([7, 0, 101, 239, 7])


def assert_paths_are_the_weights(history, rows=ROWS):
    paths = history.relative_paths(rows, history.rounds)
    assert paths.shape == (len(rows), history.rounds + 1)
    every = np.stack([history.relative_weights(t)[rows] for t in range(history.rounds + 1)], axis=1)
    np.testing.assert_allclose(paths, every, rtol=1e-9, atol=1e-300)


@pytest.mark.parametrize("rounds", [1, 127, 128, 129, 400])
def test_one_bit_a_round_gives_the_path(rounds):
    assert_paths_are_the_weights(run_of(noisy(300), rounds).history)


def test_a_path_of_thousands_of_rounds_does_not_drift():
    history = run_of(noisy(300), 6_000).history
    rows = np.arange(300)
    paths = history.relative_paths(rows, 6_000)
    for t in (1_000, 3_000, 6_000):
        np.testing.assert_allclose(paths[:, t], history.relative_weights(t), rtol=1e-9)


@pytest.mark.parametrize(
    "settings",
    [
        AdaBoost(rounds=30),
        AdaBoost(rounds=30, base=Tree(depth=2)),
        AdaBoost(rounds=30, many_classes="m1", base=Tree(depth=3)),
        CappedAdaBoost(rounds=30),
        GentleBoost(rounds=30),
    ],
)
@pytest.mark.parametrize("data", [two_classes(weights=True), three_classes()])
def test_every_kind_of_weights_has_paths(data, settings):
    assert_paths_are_the_weights(fit(data, settings).history)


def test_a_path_to_an_earlier_round_is_the_beginning_of_the_whole():
    history = fit(three_classes(), AdaBoost(rounds=20)).history
    whole = history.relative_paths(ROWS, 20)
    np.testing.assert_array_equal(history.relative_paths(ROWS, 8), whole[:, :9])
    assert history.relative_paths(ROWS[:0], 20).shape == (0, 21)
    with pytest.raises(IndexError):
        history.relative_paths(ROWS, 21)


def test_going_on_keeps_the_path():
    data = three_classes()
    first = fit(data, AdaBoost(rounds=10))
    before = first.history.relative_paths(ROWS, 10)
    on = fit(data, AdaBoost(rounds=25), after=first).history
    np.testing.assert_allclose(on.relative_paths(ROWS, 25)[:, :11], before, rtol=1e-12)
    assert_paths_are_the_weights(on)


def test_without_weights_there_is_a_reason():
    history = fit(two_classes(), RandomForest(rounds=3)).history
    with pytest.raises(NoMeaningError, match="weight"):
        history.relative_paths(ROWS, 3)
