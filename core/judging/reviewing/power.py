"""How small a difference the rows at hand would show, and how many rows a smaller one takes."""

import math
from dataclasses import dataclass

from core.base.arrays import Floats, Integers
from core.base.intervals import standard_error
from core.base.wording import fixed, grouped

_Z_TEST = 1.959963984540054
"""A difference is told at 5 %, two-sided ..."""
_Z_POWER = 0.8416212335729143
"""... and is seen four times in five."""
_STEPS = (0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001)


@dataclass(frozen=True)
class SharePower:
    """What a comparison of two answers to the same rows can show of the share of wrong ones.

    >>> power = SharePower(750, 0.03)
    >>> round(power.smallest, 4), power.rows_for(0.01)
    (0.0177, 2353)
    >>> print(power.sentence)
    A difference of 1.8 points would be seen four times in five by these rows; one of 1 point by \
2,400 rows, if 3.0 % of the predictions change between right and wrong as here.
    """

    rows: float
    """How many rows judge; where they come in groups, how many single ones would tell as much."""
    changed: float
    """The share of rows that are right by one answer and wrong by the other."""

    def rows_for(self, difference: float) -> int | None:
        """How many rows show a difference four times in five; None for one that cannot be.

        n = (z_{α/2} √ψ + z_β √(ψ − d²))² / d² for a difference d of which a share ψ of the rows is
        part (Connor 1987). A difference cannot be larger than the share of rows that changed.

        >>> SharePower(750, 0.03).rows_for(0.04) is None
        True
        """
        if not 0 < difference <= self.changed:
            return None
        spread = math.sqrt(max(0.0, self.changed - difference**2))
        reach = _Z_TEST * math.sqrt(self.changed) + _Z_POWER * spread
        return math.ceil((reach / difference) ** 2)

    @property
    def smallest(self) -> float | None:
        """The smallest difference that these rows show four times in five; None if they show none.

        `rows_for` the other way round: √n d − z_{α/2} √ψ = z_β √(ψ − d²), squared, is quadratic.
        """
        tested = _Z_TEST * math.sqrt(self.rows * self.changed)
        leading = self.rows + _Z_POWER**2
        inside = tested**2 - leading * (_Z_TEST**2 - _Z_POWER**2) * self.changed
        if self.rows <= 0 or inside <= 0:
            return None
        found = (tested + math.sqrt(inside)) / leading
        return found if found <= self.changed else None

    @property
    def sentence(self) -> str:
        """What these rows show, and what it takes to show less; empty if nothing changed."""
        seen = self.smallest
        least = min(self.changed, self.changed if seen is None else seen)
        step = next((step for step in _STEPS if step < least), None)
        if step is None or (needed := self.rows_for(step)) is None:
            return ""
        told = "No difference" if seen is None else f"A difference of {_points(seen)}"
        return (
            f"{told} would be seen four times in five by these rows; one of {_points(step)} by "
            f"{grouped(_rounded(needed))} rows, if {fixed(100 * self.changed, 1)} % of the "
            "predictions change "
            "between right and wrong as here."
        )


@dataclass(frozen=True)
class MeanPower:
    """What it can show of the mean squared error of numbers.

    >>> print(MeanPower(100.0, 4.0).sentence)
    A change of the mean squared error by 11 % would be seen four times in five by these rows.
    """

    error: float
    """The mean squared error before."""
    spread: float
    """The standard error of its change."""

    @property
    def smallest(self) -> float:
        """The smallest change that these rows show four times in five: (z_{α/2} + z_β) s."""
        return (_Z_TEST + _Z_POWER) * self.spread

    @property
    def sentence(self) -> str:
        """What these rows show; empty if nothing changed."""
        if not 0 < self.smallest < math.inf or self.error <= 0:
            return ""
        share = 100 * self.smallest / self.error
        told = f"{share:.0f}" if share >= 10 else f"{share:.1g}"
        return (
            f"A change of the mean squared error by {told} % would be seen four times in five by "
            "these rows."
        )


Power = SharePower | MeanPower


def share_power(changes: Floats, groups: Integers | None = None) -> SharePower:
    """That of rows which went from right to wrong (1), the other way (-1) or stayed (0).

    >>> import numpy as np
    >>> share_power(np.array([1.0, 0, -1, 0]))
    SharePower(rows=4, changed=0.5)
    """
    rows = len(changes)
    changed = float((changes != 0).mean()) if rows else 0.0
    if groups is None or not changed:
        return SharePower(rows, changed)
    alone, together = standard_error(changes), standard_error(changes, groups)
    return SharePower(rows * min(1.0, (alone / together) ** 2) if together else rows, changed)


def _points(share: float) -> str:
    """Such as "1.8 points"; one is "1 point"."""
    text = f"{100 * share:.2g}"
    return f"{text} point" if text == "1" else f"{text} points"


def _rounded(rows: int) -> int:
    """To two digits: more is not known.

    >>> _rounded(2353), _rounded(87)
    (2400, 87)
    """
    return int(float(f"{rows:.2g}"))
