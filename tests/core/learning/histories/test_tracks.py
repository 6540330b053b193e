"""Sums at any round: what is replayed is what was summed, bit for bit."""

import numpy as np
import pytest

from core.learning.histories import tracks
from core.learning.histories.tracks import Track

ROUNDS = np.random.default_rng(0).normal(size=(200, 5, 2))


def add(sums, first, last):
    for number in range(first, last):
        sums += ROUNDS[number]


def sums_of(start):
    """The sums after every round, in their order."""
    sums = [start.copy()]
    for values in ROUNDS:
        sums.append(sums[-1] + values)
    return sums


def tracked(rounds, start=None):
    track = Track(np.zeros((5, 2)) if start is None else start, add)
    for t in range(1, rounds + 1):
        track.advance(t)
    return track


@pytest.mark.parametrize("start", [np.zeros((5, 2)), np.full((5, 2), 0.1)])
def test_the_sums_at_every_round_are_those_that_stood_then(start):
    track, expected = tracked(200, start), sums_of(start)
    for t in range(201):
        np.testing.assert_array_equal(track.at(t), expected[t])
    np.testing.assert_array_equal(track.now, expected[200])


def test_what_is_given_back_is_a_copy():
    track, expected = tracked(20), sums_of(np.zeros((5, 2)))
    for t in (0, 8, 13, 20):
        track.at(t)[:] = 99
        np.testing.assert_array_equal(track.at(t), expected[t])


def test_no_replay_is_longer_than_the_spacing():
    track = tracked(100)
    asked = []

    def watched(sums, first, last):
        asked.append(last - first)
        add(sums, first, last)

    track._add = watched
    for t in range(101):
        track.at(t)
    assert max(asked) == 7


@pytest.mark.parametrize("most", [1, 4, 9])
def test_checkpoints_are_thinned_out_and_stay_exact(monkeypatch, most):
    monkeypatch.setattr(tracks, "_MOST_BYTES", most * 5 * 2 * 8)
    track, expected = tracked(200), sums_of(np.zeros((5, 2)))
    assert len(track._checkpoints) <= max(most, 2)
    assert 0 in track._checkpoints
    assert all(number % track._spacing == 0 for number in track._checkpoints)
    for t in range(201):
        np.testing.assert_array_equal(track.at(t), expected[t])


@pytest.mark.parametrize("cut", [0, 1, 7, 8, 9, 64, 150])
def test_a_continued_track_goes_its_own_way(cut):
    first, expected = tracked(cut), sums_of(np.zeros((5, 2)))
    other_rounds = ROUNDS[::-1]

    def add_others(sums, start, stop):
        for number in range(start, stop):
            sums += ROUNDS[number] if number < cut else other_rounds[number]

    second = first.continued(add_others)
    for t in range(cut + 1, 201):
        first.advance(t)
        second.advance(t)
    sums = expected[cut].copy()
    for t in range(cut, 201):
        if t > cut:
            sums = sums + other_rounds[t - 1]
        np.testing.assert_array_equal(first.at(t), expected[t])
        np.testing.assert_array_equal(second.at(t), sums)
    for t in range(cut):
        np.testing.assert_array_equal(second.at(t), expected[t])
