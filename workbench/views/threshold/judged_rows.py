"""What the view draws of some rows of a run: computed off the GUI thread. No widgets here."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from core.base.arrays import Floats, Integers
from core.base.intervals import Interval
from core.base.lacking import Lacking
from core.judging.deciding.finding import mean_cost
from core.judging.deciding.rare import RareClass, rare_figures
from core.judging.deciding.threshold_counts import ThresholdCounts
from core.judging.diagnostics.verdicts import JudgedRows, Verdicts, class_shares
from core.learning.deciding import DecisionRule

if TYPE_CHECKING:
    from core.learning.run import Run
    from core.learning.snapshot import Snapshot


@dataclass(frozen=True, eq=False)
class DecidedRows:
    """Some rows with the shares of their classes, ready to be decided about in any way."""

    verdicts: Verdicts
    """By the largest share."""
    lines: Integers
    shares: Floats
    weights: Floats
    """As the rows have them: balancing is for learning, and no row costs more by it."""
    counts: ThresholdCounts | None
    """Of two classes, what becomes of them as the threshold falls; None of many."""

    @classmethod
    def of(cls, run: "Run", snapshot: "Snapshot", which: JudgedRows) -> "DecidedRows":
        """The rows of a part at a round; raise DataError if there are none."""
        verdicts = Verdicts.of(snapshot.history, snapshot.suggested, which)
        shares = class_shares(run, snapshot.round, verdicts.rows)
        assert not isinstance(shares, Lacking)  # a run has a model to ask
        weights = run.dataset.weights[verdicts.rows]
        counts = None
        if len(verdicts.classes) == 2:
            counts = ThresholdCounts.of(shares[:, 1], verdicts.given == 1, weights)
        return cls(verdicts, run.dataset.lines[verdicts.rows], shares, weights, counts)

    @property
    def classes(self) -> tuple[str, ...]:
        """What is decided between."""
        return self.verdicts.classes

    def confusion(self, said: Integers) -> tuple[Integers, Floats]:
        """How many rows of each class (down) are named each class (across), and their share."""
        size = len(self.classes)
        cell = self.verdicts.given * size + said
        counted = np.bincount(cell, minlength=size**2).reshape(size, size)
        weighed = np.bincount(cell, self.weights, size**2).reshape(size, size)
        totals = weighed.sum(axis=1, keepdims=True)
        return counted, np.divide(weighed, totals, out=np.zeros((size, size)), where=totals > 0)

    def cost(self, rule: DecisionRule, said: Integers) -> Interval:
        """What a row costs where this is said."""
        paid = rule.paid(self.verdicts.given, said)
        return mean_cost(paid, self.weights, self.verdicts.groups)

    def found(self, precision: float, top: float) -> RareClass:
        """Of two classes, how well the second is found."""
        return rare_figures(
            self.classes[1],
            self.shares[:, 1],
            self.verdicts.given == 1,
            self.weights,
            self.verdicts.groups,
            precision,
            top,
        )

    def numbers(self, rule: DecisionRule) -> dict[str, pd.DataFrame]:
        """The confusion by a rule and, of two classes, the curves over the thresholds."""
        counted, _ = self.confusion(rule.decided(self.shares))
        names = [f"named {name}" for name in self.classes]
        told = {"confusion": pd.DataFrame(counted, columns=names).assign(given=self.classes)}
        if (counts := self.counts) is not None:
            alarms, recall, precision = counts.rates
            own = counts.usable
            told["thresholds"] = pd.DataFrame(
                {
                    "threshold": counts.thresholds,
                    "cost": counts.costs(rule.costs),
                    "false_alarms": alarms[own],
                    "recall": recall[own],
                    "precision": precision[own],
                }
            )
        return told
