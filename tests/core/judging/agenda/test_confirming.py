"""What is learned from decisions, against a maximiser that knows nothing of the equations."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from core.judging.agenda.confirming import _LEVEL_SPREAD, SLIPS, confirmed
from core.judging.agenda.traits import NONE, Trait, Traits


def made_up(seed, rows=60, given=3):
    random = np.random.default_rng(seed)
    own, other = random.integers(0, given, rows), random.integers(0, given, rows)
    cause = np.where(random.random(rows) < 0.3, 0, NONE)
    traits = Traits(
        random.normal(size=rows),
        (
            Trait(own * given + other, str, 0.7),
            Trait(own, str, 0.5),
            Trait(cause, str, 1.0),
        ),
    )
    wrong = random.random(rows) < 1 / (1 + np.exp(-traits.odds - (own == 0) + (cause == 0)))
    return traits, wrong


def unlikelihood(flat, traits, rows, wrong):
    """Minus the logarithm of the posterior, written down as it is."""
    sizes = [int(trait.codes.max()) + 1 for trait in traits.all]
    level, *shifts = np.split(flat, np.cumsum([1, *sizes])[:-1])
    odds = traits.odds[rows] + level[0]
    prior = level[0] ** 2 / _LEVEL_SPREAD**2
    for trait, shift in zip(traits.all, shifts, strict=True):
        odds = odds + np.where(trait.codes[rows] == NONE, 0.0, shift[trait.codes[rows]])
        prior += (shift**2).sum() / trait.spread**2
    said = SLIPS + (1 - 2 * SLIPS) / (1 + np.exp(-odds))
    return prior / 2 - np.log(np.where(wrong, said, 1 - said)).sum()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("looked_at", [1, 7, 40])
def test_it_is_what_a_blind_maximiser_finds(seed, looked_at):
    traits, wrong = made_up(seed)
    rows = np.random.default_rng(seed).permutation(60)[:looked_at]
    found = confirmed(traits, rows, wrong[rows])
    flat = np.concatenate([[found.level], *found.shifts])
    best = minimize(unlikelihood, np.zeros(len(flat)), (traits, rows, wrong[rows]), tol=1e-10)
    assert unlikelihood(flat, traits, rows, wrong[rows]) <= best.fun + 1e-6
    assert flat == pytest.approx(best.x, abs=2e-3)


@given(st.integers(0, 1000), st.integers(1, 30))
@settings(max_examples=15, deadline=None)
def test_where_it_begins_does_not_matter(seed, looked_at):
    traits, wrong = made_up(seed)
    rows = np.arange(looked_at)
    before = confirmed(traits, rows[: looked_at // 2 + 1], wrong[: looked_at // 2 + 1])
    cold = confirmed(traits, rows, wrong[rows])
    warm = confirmed(traits, rows, wrong[rows], before)
    assert warm.odds(traits) == pytest.approx(cold.odds(traits), abs=1e-3)


def test_nothing_is_learned_of_codes_that_nobody_has_looked_at():
    traits, wrong = made_up(0)
    rows = np.flatnonzero(traits.all[1].codes == 0)
    found = confirmed(traits, rows, wrong[rows])
    assert not found.shifts[1][1:].any()
    assert found.shifts[1][0] != 0


def test_slips_teach_less_than_they_would_be_taken_for():
    """One slip among many sure rows: the judges stay believed."""
    traits = Traits(np.full(21, 4.0), (Trait(np.zeros(21, np.int64), str, 1.0),))
    wrong = np.ones(21, bool)
    wrong[0] = False
    assert confirmed(traits, np.arange(21), wrong).odds(traits)[0] > 3
