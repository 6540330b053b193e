"""The first ranking of a run: where rows stand, and what is kept of it from round to round."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import core
from core.learning.histories.parts import standing


@pytest.mark.parametrize("kinds", [1, 5, 10_000])
def test_a_row_stands_where_counting_puts_it(kinds):
    values = np.random.default_rng(kinds).integers(0, kinds, 300) / 7
    parts = np.split(np.stack([values, standing(values, 200)]), [200], axis=1)
    for part, places in parts:
        below = (part[:, None] > part).sum(axis=1)
        upto = (part[:, None] >= part).sum(axis=1)
        np.testing.assert_array_equal(places, (below + upto) / 2 / len(part))


def test_a_ranking_is_kept_until_there_are_more_rounds():
    data = core.example("moons")
    training = core.train(data, core.AdaBoost(rounds=6))
    for _round in training:
        history = training.history
        assert history.ranked() is history.ranked()
        assert history.suspicion() is history.suspicion()
        fresh = core.fit(data, core.AdaBoost(rounds=history.rounds)).history
        np.testing.assert_array_equal(history.ranked(), fresh.ranked())
        np.testing.assert_array_equal(history.suspicion(), fresh.suspicion())


def test_what_several_ask_for_at_once_is_computed_once(monkeypatch):
    history = core.fit(core.example("moons"), core.AdaBoost(rounds=3)).history
    computed, asked = [], history._suspicion

    def slow():
        computed.append(threading.get_ident())
        time.sleep(0.2)  # long enough for the others to ask, too
        return asked()

    monkeypatch.setattr(history, "_suspicion", slow)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: history.suspicion(), range(4)))
    assert len(computed) == 1
    assert all(each is found[0] for each in found)
