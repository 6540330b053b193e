"""Drawing a row: likely wrong ones more often, and every row with a chance of its own."""

import numpy as np

from core.base.arrays import Floats

FLOOR = 0.85
"""The share of the probability that is spread evenly over the rows.

What a row without suspicion could hide weighs as one over it; what is left goes by suspicion.
"""


def probabilities(likely: Floats) -> Floats:
    """The probability of each row to be drawn, by how likely its label is wrong.

    q_i = F / n + (1 - F) p_i / sum p; evenly where nothing is suspected.

    >>> probabilities(np.array([0.0, 0.0, 0.0, 1.0])).round(2).tolist()
    [0.21, 0.21, 0.21, 0.36]
    """
    known = np.where(np.isfinite(likely), np.clip(likely, 0.0, None), 0.0)
    even = np.full(len(known), 1 / len(known))
    total = known.sum()
    return even if total <= 0 else FLOOR * even + (1 - FLOOR) * known / total


def drawn(chances: Floats, seed: int, number: int) -> int:
    """The place of the row that draw `number` takes; the same for the same seed.

    >>> drawn(np.array([0.5, 0.0, 0.5]), seed=3, number=1) in (0, 2)
    True
    """
    at = np.random.default_rng([seed, number]).random()
    sums = np.cumsum(chances)
    place = int(np.searchsorted(sums, at * sums[-1], side="right"))
    return min(place, len(chances) - 1)
