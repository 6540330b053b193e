"""A bound that holds at any moment, by betting against errors in a weighted sample.

Whoever believes that A errors are left plays a fair game. Before draw s the errors among the rows
that can be drawn number A + f_s, where f_s is what is known of the rest. Row i is drawn with
probability q_s(i), fixed before; Z_s = 1 / q_s(i) if it is wrong, else 0, has that number as its
mean. So the wealth W_t(A) = prod_{s <= t} (1 + l_s (A + f_s - Z_s)) is a martingale if A is true,
never negative as the stake l_s is at most the least probability of draw s. By Ville's inequality
it ever reaches 1 / alpha with probability alpha at most: what it refuted once is refuted, however
often one looks, and whenever one stops.

(Waudby-Smith & Ramdas 2020, 2023; for weights and draws without replacement Shekhar, Xu, Lipton,
Liang & Ramdas 2023.) The stakes here do not depend on A, so that the wealth grows with A and falls
with every error: what is not known can be taken at its worst.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.base.arrays import Floats

_HIGHEST_BET = 0.97
_LOWEST_BET = 0.01
_PRIOR_DRAWS = 2.0
"""A bet is made as if so many draws had been seen before, at `_PRIOR_SHARE` errors."""
_PRIOR_SHARE = 0.005


@dataclass(frozen=True, eq=False)
class Game:
    """The draws of a sample, each with its stake, what was known before it, and what came of it.

    >>> clean = Game(np.full(200, 1 / 1000), np.zeros(200), np.zeros(200))
    >>> clean.bound(0, 1000, 0.05)  # of 1,000 rows; 200 were drawn evenly and none was wrong
    15
    """

    stakes: Floats
    """At most the least probability of each draw."""
    known: Floats
    """The errors that could be drawn, less those that are left now (f)."""
    seen: Floats
    """One over the probability of the row that was drawn if it was wrong, else 0 (Z)."""

    def __len__(self) -> int:
        return len(self.stakes)

    def log_wealth(self, left: float) -> Floats:
        """The logarithm of the wealth after each draw, for whoever believes in so many errors."""
        factors = 1 + self.stakes * (left + self.known - self.seen)
        with np.errstate(divide="ignore"):
            return np.asarray(np.cumsum(np.log(np.maximum(factors, 0.0))))

    def bound(self, least: int, most: int, alpha: float) -> int:
        """The most errors, between two numbers, that were never refuted at level alpha."""
        if not len(self):
            return most
        limit = math.log(1 / alpha)
        low, high = least, most
        while low < high:
            middle = (low + high + 1) // 2
            if self.log_wealth(middle).max() < limit:
                low = middle
            else:
                high = middle - 1
        return low

    def bet(self, least: Floats, suspected: float) -> float:
        """The bet on the next draw, if so large a mean is suspected; `least` are those so far."""
        outcomes = self.seen * least
        total, squares = outcomes.sum(), (outcomes * outcomes).sum()
        return float(next_bet(len(self), total, squares, suspected))

    def first(self, many: int) -> "Game":
        """The game after so many draws."""
        return Game(self.stakes[:many], self.known[:many], self.seen[:many])

    def going_on(self, stake: float, growths: Floats, seen: Floats) -> "Game":
        """The game with draws that were not made: for what they would bring."""
        return Game(
            np.concatenate([self.stakes, np.full(len(seen), stake)]),
            np.concatenate([self.known, growths]),
            np.concatenate([self.seen, seen]),
        )


def next_bet(draws: Any, total: Any, squares: Any, suspected: Any) -> Any:
    """The share of the highest stake to bet on the next draw, by what was seen before.

    Of the outcomes so far, each Z_s times the least probability: how many, their sum and that of
    their squares; `suspected` is the bound on the next one's mean. The bet that makes the wealth
    grow fastest is near (m - x) / (v + (m - x)^2), with x and v the mean and the variance so far
    (Waudby-Smith & Ramdas 2023, approximate GRAPA). Numbers, or arrays of them.

    >>> float(next_bet(10, 0.0, 0.0, 0.2)), round(float(next_bet(100, 20.0, 20.0, 0.3)), 2)
    (0.97, 0.62)
    """
    many = draws + _PRIOR_DRAWS
    mean = (total + _PRIOR_DRAWS * _PRIOR_SHARE) / many
    spread = squares - 2 * mean * total + draws * mean * mean
    spread = spread + _PRIOR_DRAWS * _PRIOR_SHARE * (1 - _PRIOR_SHARE)
    gap = np.maximum(1e-9, suspected - mean)
    return np.clip(gap / (spread / many + gap * gap), _LOWEST_BET, _HIGHEST_BET)
