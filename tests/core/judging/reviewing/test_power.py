"""The power of a comparison: what it promises is what simulated comparisons do."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import AdaBoost, fit
from core.judging.reviewing.paired import mcnemar
from core.judging.reviewing.power import MeanPower, SharePower, share_power
from core.judging.reviewing.proof import proof
from tests.core.helpers import noisy


@given(st.integers(30, 10**6), st.floats(0.001, 0.9))
def test_the_smallest_difference_takes_just_these_rows(rows, changed):
    power = SharePower(rows, changed)
    if power.smallest is None:
        assert (needed := power.rows_for(changed)) is None or needed > rows
    else:
        assert power.rows_for(power.smallest) == pytest.approx(rows, rel=1e-6, abs=1.5)


@pytest.mark.parametrize(("rows", "changed"), [(750, 0.03), (2000, 0.1), (400, 0.3)])
def test_four_of_five_comparisons_show_that_difference(rows, changed):
    power = SharePower(rows, changed)
    better = (changed + power.smallest) / 2
    random = np.random.default_rng(5)
    drawn = random.multinomial(rows, [better, changed - better, 1 - changed], 4000)
    shown = np.mean([mcnemar(up, down) < 0.05 for up, down, _ in drawn.tolist()])
    # The exact test keeps below 5 %, and so sees a little less than the formula says.
    assert 0.68 < shown < 0.84


def test_rows_that_say_the_same_again_count_once():
    random = np.random.default_rng(1)
    changes = random.choice([-1.0, 0.0, 1.0], 300, p=[0.1, 0.8, 0.1])
    alone, copied = share_power(changes), share_power(np.repeat(changes, 4), np.arange(1200) // 4)
    assert copied.changed == alone.changed
    assert copied.rows == pytest.approx(alone.rows, rel=0.01)


def test_nothing_is_promised_where_nothing_changed():
    assert share_power(np.zeros(100)).sentence == ""
    assert share_power(np.empty(0)).sentence == ""
    assert SharePower(100, 0.02).smallest is None
    assert SharePower(100, 0.02).sentence.startswith("No difference would be seen")
    assert MeanPower(1.0, math.inf).sentence == MeanPower(1.0, 0.0).sentence == ""


def test_a_comparison_without_a_difference_says_what_it_would_have_shown():
    data = noisy(300)
    few, many = fit(data, AdaBoost(rounds=4)), fit(data, AdaBoost(rounds=8))
    found = proof(few, many)
    assert found.p >= 0.05
    changed = (found.improved + found.worsened) / found.rows
    assert found.power == SharePower(found.rows, pytest.approx(changed))
    assert found.power.sentence
    assert found.power.sentence in found.sentence
