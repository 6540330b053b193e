"""The axis of a plot of weight paths."""

from collections.abc import Sequence

import numpy as np

from core.base.numerals import localised
from core.base.wording import fixed
from workbench.plotting.axes.number_axis import NumberAxis, TickLevel


class WeightAxis(NumberAxis):
    """An axis of log10 of relative weights, labelled as multiples of the average."""

    def tickValues(  # noqa: N802 - pyqtgraph's name
        self, low: float, high: float, size: float
    ) -> list[TickLevel]:
        """Whole powers of ten, and 2 and 5 between them where there is room."""
        decades = np.arange(np.floor(low), np.ceil(high) + 1)
        shown = decades[:: max(1, int(np.ceil(len(decades) * 24 / max(size, 1))))]
        if high - low > 3:
            return [(1.0, [value for value in shown if low <= value <= high])]
        fine = [decade + np.log10(step) for decade in decades for step in (1, 2, 5)]
        return [(1.0, [value for value in fine if low <= value <= high])]

    def tickStrings(  # noqa: N802
        self, values: Sequence[float], scale: float, spacing: float | None
    ) -> list[str]:
        """The ticks' texts."""
        return [_times(value) for value in values]


def _times(log: float) -> str:
    """A weight by its log10, as a multiple of the average."""
    if not -5 < log < 5:
        return f"1e{log:.0f}x"
    return f"{fixed(10**log, 0)}x" if log > -0.01 else f"{localised(f'{10**log:.3g}')}x"
