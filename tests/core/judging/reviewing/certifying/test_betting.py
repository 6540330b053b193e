"""The game is fair, its bound is what closed forms say, and what is not known only raises it."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.judging.reviewing.certifying.betting import Game, next_bet
from core.judging.reviewing.certifying.drawing import FLOOR, drawn, probabilities
from core.judging.reviewing.certifying.misses import miss_bound, widened

SHARES = st.floats(0, 1, allow_nan=False)


def even(draws, rows, bet=1.0):
    return Game(np.full(draws, bet / rows), np.zeros(draws), np.zeros(draws))


@pytest.mark.parametrize(("draws", "bet"), [(60, 1.0), (200, 1.0), (200, 0.5)])
def test_without_errors_the_bound_is_a_root(draws, bet):
    # (1 + bet A / N)^n reaches 1 / alpha at A = N (alpha^(-1/n) - 1) / bet.
    rows = 5000
    exact = rows * (0.05 ** (-1 / draws) - 1) / bet
    assert even(draws, rows, bet).bound(0, rows, 0.05) == math.ceil(exact) - 1


def test_without_draws_everything_may_be_wrong():
    assert even(0, 50).bound(3, 50, 0.05) == 50


def every_wealth(wrong, chances, bets):
    """The wealth of whoever knows the truth, over all orders in which rows can be drawn."""
    rows, total = len(wrong), sum(wrong)
    for order in itertools.permutations(range(rows), 3):
        chance, left, known, wealth = 1.0, list(range(rows)), 0, 1.0
        for row, bet in zip(order, bets, strict=True):
            own = probabilities(chances[left])
            place = left.index(row)
            chance *= own[place]
            stake = bet * own.min()
            wealth *= 1 + stake * (total - known - (wrong[row] / own[place]))
            known += wrong[row]
            left.remove(row)
        yield chance, wealth


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.booleans(), min_size=4, max_size=5),
    st.lists(SHARES, min_size=5, max_size=5),
    st.lists(SHARES, min_size=3, max_size=3),
)
def test_the_wealth_of_the_truth_is_one_on_average(wrong, likely, bets):
    chances = np.array(likely[: len(wrong)])
    found = list(every_wealth(wrong, chances, bets))
    assert sum(chance for chance, _ in found) == pytest.approx(1)
    assert sum(chance * wealth for chance, wealth in found) == pytest.approx(1)
    assert min(wealth for _, wealth in found) >= 0


games = st.lists(
    st.tuples(st.floats(0.01, 1), st.integers(-5, 5), st.booleans(), st.floats(1, 3)),
    min_size=1,
    max_size=30,
)


def game_of(draws, rows=100):
    return Game(
        np.array([bet / (2 * rows) for bet, _, _, _ in draws]),
        np.array([known for _, known, _, _ in draws], float),
        np.array([rows / factor if wrong else 0.0 for _, _, wrong, factor in draws]),
    )


@given(games, st.integers(0, 10))
def test_the_bound_is_between_what_is_known_and_what_can_be(draws, least):
    assert least <= game_of(draws).bound(least, 100, 0.05) <= 100


@given(games)
def test_more_draws_and_less_confidence_never_raise_it(draws):
    game = game_of(draws)
    bounds = [game.first(many).bound(0, 100, 0.05) for many in range(len(game) + 1)]
    assert bounds == sorted(bounds, reverse=True)
    assert game.bound(0, 100, 0.2) <= bounds[-1] <= game.bound(0, 100, 0.01)


@given(games, st.data())
def test_an_error_never_lowers_it(draws, data):
    place = data.draw(st.integers(0, len(draws) - 1))
    worse = list(draws)
    worse[place] = (*worse[place][:2], True, worse[place][3])
    assert game_of(worse).bound(0, 100, 0.05) >= game_of(draws).bound(0, 100, 0.05)


@given(st.integers(0, 500), SHARES, SHARES)
def test_a_bet_is_a_share_of_what_may_be_staked(draws, mean, suspected):
    bet = float(next_bet(draws, draws * mean, draws * mean, suspected))
    assert 0 < bet < 1


@given(st.lists(st.floats(-1, 2) | st.just(float("nan")), min_size=1, max_size=50))
def test_every_row_has_a_chance(likely):
    chances = probabilities(np.array(likely))
    assert chances.sum() == pytest.approx(1)
    assert chances.min() >= FLOOR / len(likely) * (1 - 1e-12)


def test_rows_are_drawn_as_often_as_said():
    chances = probabilities(np.array([0.0, 0.0, 1.0, 3.0]))
    found = np.bincount([drawn(chances, 5, number) for number in range(20_000)], minlength=4)
    assert np.abs(found / 20_000 - chances).max() < 0.015


def test_missed_checks_are_bounded_at_any_moment():
    # A reviewer who misses one in five: the rate is refuted by mistake in 5 % of all reviews.
    rng, failed = np.random.default_rng(3), 0
    for _ in range(400):
        missed = np.cumsum(rng.random(40) < 0.2)
        failed += any(miss_bound(n + 1 - int(m), int(m), 0.05) < 0.2 for n, m in enumerate(missed))
    assert failed <= 30  # 20 are expected at most


@given(st.integers(0, 60), st.integers(0, 60))
def test_the_miss_rate_is_between_what_was_missed_and_all(found, missed):
    assert miss_bound(found, missed, 0.05) >= missed / max(1, found + missed)
    assert miss_bound(found + 1, missed, 0.05) <= miss_bound(found, missed, 0.05) + 1e-9


@given(st.integers(0, 100), SHARES, SHARES)
def test_missing_more_never_lowers_it(seen, one, other):
    low, high = sorted([one, other])
    assert seen <= widened(seen, 200, low, 0.01) <= widened(seen, 200, high, 0.01) <= 200
