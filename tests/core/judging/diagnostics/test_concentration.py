"""On how few rows the weight lies, in numbers and in words."""

import numpy as np
import pytest

from core.judging.diagnostics.concentration import Concentration


def test_even_weights_are_spread_evenly():
    found = Concentration.of(np.ones(100))
    assert (found.half, found.most, found.share) == (50, 90, 0.01)
    assert found.sentence("line 2") == "The weight is spread nearly evenly over the training rows."


def test_half_and_most_are_counted_from_the_heaviest():
    weights = np.array([1.0] * 60 + [10.0] * 4)  # 100 in all
    found = Concentration.of(weights)
    assert (found.rows, found.half, found.most, found.heaviest) == (64, 14, 54, 60)
    assert "on 14 of 64 training rows; the heaviest, line 9, holds 10.0 %" in found.sentence(
        "line 9"
    )


def test_a_light_heaviest_row_is_told_by_its_weight():
    weights = np.array([1.0] * 900 + [20.0] * 50)
    assert Concentration.of(weights).sentence("line 3").endswith("line 3, has 10x average.")


@pytest.mark.parametrize("others", [0.0, 1e-300, 1e-5])
def test_one_row_may_hold_everything(others):
    weights = np.full(1000, others)
    weights[7] = 1e15
    assert Concentration.of(weights).sentence("line 9") == (
        "One row, line 9, holds 100.0 % of the weight: the other 999 hardly count any more."
    )


def test_no_weight_at_all_has_no_spread():
    assert Concentration.of(np.zeros(3)) is None
