"""Which errors are seen: those of the ensemble fill the plot, and guessing where it is near."""

import numpy as np

_NEAR = 0.5
"""Guessing is taken into the range if that is no more than so much higher for it."""
_LEAST = 0.4
"""A least value below so much of the largest one is seen from 0 on."""
TINY = 1e-12
"""What an error of 0 is drawn as where logs are drawn."""


def value_range(values: np.ndarray, guess: float, is_log: bool) -> tuple[float, float]:
    """The lowest and the highest value that is seen; as logs where logs are drawn.

    >>> [round(end, 3) for end in value_range(np.array([0.17, 0.12]), 0.379, False)]
    [0.117, 0.174]
    >>> [round(end, 3) for end in value_range(np.array([0.3, 0.01]), 0.379, False)]
    [-0.008, 0.409]
    """
    drawn = values[np.isfinite(values) & ((values > 0) | (not is_log))]
    if is_log:
        drawn, guess = np.log10(drawn), np.log10(max(guess, TINY))
    if not len(drawn):
        drawn = np.array([guess])
    low, high = float(drawn.min()), float(drawn.max())
    if not is_log and low < _LEAST * high:
        low = 0.0
    room = (high - low) or max(0.1 * abs(high), 0.01)
    if low - _NEAR * room <= guess <= high + _NEAR * room:
        low, high = min(low, guess), max(high, guess)
    room = (high - low) or room
    return low - (0.02 if low == 0 else 0.06) * room, high + 0.08 * room
