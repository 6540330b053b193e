"""Names at the ends of curves stand apart, in the curves' order, near their ends."""

import numpy as np
import pytest

from workbench.plotting.end_labels import spread


@pytest.mark.parametrize("seed", range(5))
def test_places_are_apart_in_order_and_within_both_ends(seed):
    random = np.random.default_rng(seed)
    heights = random.uniform(0, 200, 12).tolist()
    found = np.array(spread(heights, 7, 193, 14))
    in_order = found[np.argsort(heights)]
    assert np.diff(in_order).min() >= 14 - 1e-9
    assert in_order[0] >= 7 - 1e-9
    assert in_order[-1] <= 193 + 1e-9


def test_what_has_room_stays_where_it_is_and_equals_part_evenly():
    assert spread([20.0, 80.0], 7, 193, 14) == [20.0, 80.0]
    assert sorted(spread([50.0, 50.0, 50.0], 7, 193, 14)) == [36.0, 50.0, 64.0]
    assert spread([0.0], 7, 193, 14) == [7.0]
    assert spread([], 7, 193, 14) == []
