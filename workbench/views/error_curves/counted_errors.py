"""The errors on the rows that count for all runs that are drawn beside one another."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from core.learning.counting import Counting
from core.learning.rounds import Curve
from workbench.state.workspace import RunItem

Compute = Callable[[Callable[[], Any], Callable[[Any], None]], None]
"""Runs work off the GUI thread, and shows what it found."""


class CountedErrors:
    """Where a run lacks rows that another one has, its curve is found anew.

    That is off the GUI thread; meanwhile it is drawn as it was kept.
    """

    def __init__(self, compute: Compute, drawn: Callable[[], None]) -> None:
        self._compute, self._drawn = compute, drawn
        self.counting: Counting | None = None
        self._found: dict[RunItem, np.ndarray] = {}

    def count(self, items: Sequence[RunItem]) -> Counting:
        """Find the rows that count for all of these runs, and the curves on them."""
        self.counting = counting = Counting.of(*(item.dataset for item in items))
        self._found = {}
        finished = [item for item in items if item.run is not None and item.run.rounds]
        if len(counting.absent) and len(counting):
            self._compute(
                lambda: (counting, {item: counting.errors(item.history) for item in finished}),
                self._take,
            )
        return counting

    def _take(self, found: tuple[Counting, dict[RunItem, np.ndarray]]) -> None:
        counting, curves = found
        if counting is self.counting:
            self._found = curves
            self._drawn()

    def values(self, item: RunItem, curve: Curve) -> np.ndarray:
        """The values of a curve: errors on validation rows are those of the rows that count."""
        if curve.is_validation_error and item in self._found:
            return self._found[item]
        return item.history.curve(curve.name)
