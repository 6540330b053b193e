"""What a run's rule costs on the rows that judge it, beside what the largest share costs there."""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Integers
from core.base.intervals import Interval
from core.base.lacking import Lacking
from core.base.wording import between, percent, readable
from core.judging.deciding.finding import mean_cost
from core.judging.deciding.rare import PRECISION, TOP, RareClass, rare_figures
from core.judging.deciding.threshold_counts import has_both
from core.judging.diagnosing.misses import Judging
from core.judging.diagnostics.verdicts import class_shares
from core.learning.deciding import DecisionRule
from core.learning.run import Run


@dataclass(frozen=True, eq=False)
class JudgedRule:
    """A rule on the rows that judge a run: they had no part in finding it."""

    rule: DecisionRule
    classes: tuple[str, ...]
    error: Interval
    """The share of wrong rows by the rule, as the run counts them."""
    cost: Interval
    """What a row costs by the rule."""
    usual_cost: Interval
    """What a row costs if the largest share wins."""
    usual_error: float
    confusion: Integers
    """How many rows of each class (down) the rule names each class (across)."""
    are_new: bool

    @classmethod
    def of(cls, run: Run) -> "JudgedRule | None":
        """That of a run; None if it has no rule, or no rows to judge by.

        >>> import core
        >>> run = core.fit(core.example("moons"), core.AdaBoost(rounds=20))
        >>> found = JudgedRule.of(run.deciding_by(DecisionRule.from_threshold(0.0)))
        >>> found.confusion[:, 0].tolist(), round(found.error.share, 1)
        ([0, 0], 0.5)
        """
        rule = run.rule
        if rule is None or not run.rounds:
            return None
        judging = Judging.of(run)
        if not len(judging):
            return None
        shares = class_shares(run, run.rounds, judging.rows)
        if isinstance(shares, Lacking):
            return None
        data, rows = run.dataset, judging.rows
        given, said = data.judging_labels[rows].astype(np.int64), rule.decided(shares)
        usual = np.asarray(run.history.predicted(run.rounds), np.int64)[rows]
        weights, classes = data.weights[rows], len(data.classes)
        counted = np.bincount(given * classes + said, minlength=classes**2)
        return cls(
            rule,
            data.classes,
            judging.interval(judging.misses_of(said.astype(np.float64))),
            mean_cost(rule.paid(given, said), weights, judging.groups),
            mean_cost(rule.paid(given, usual), weights, judging.groups),
            judging.error(judging.misses(run.rounds)),
            counted.reshape(classes, classes),
            judging.are_new,
        )

    @property
    def recall(self) -> float:
        """Of two classes, the share of the second one's rows that are named so."""
        row = self.confusion[1]
        return float(row[1] / row.sum()) if row.sum() else float("nan")

    @property
    def precision(self) -> float:
        """Of two classes, the share of the rows named as the second one that are."""
        column = self.confusion[:, 1]
        return float(column[1] / column.sum()) if column.sum() else float("nan")

    @property
    def sentence(self) -> str:
        """How it decides, and what that gives and costs on the rows that judge."""
        kind = "validation" if self.are_new else "training"
        error = between(percent(self.error.low), percent(self.error.high))
        told = (
            f"It decides by a rule: {self._how} By the rule {percent(self.error.share)} of the "
            f"{kind} rows are wrong (95 % interval {error}), by the largest share, which errors "
            f"elsewhere are told by, {percent(self.usual_error)}"
        )
        if len(self.classes) == 2:
            told += f"; recall {percent(self.recall)}, precision {percent(self.precision)}"
        if self.rule.has_equal_costs:
            return f"{told}."
        cost, usual = self.cost, self.usual_cost
        return (
            f"{told}. A row costs {readable(cost.share, 3)} ({readable(cost.low, 3)} to "
            f"{readable(cost.high, 3)}) by the rule, and {readable(usual.share, 3)} by the "
            "largest share."
        )

    @property
    def _how(self) -> str:
        said = self.rule.sentence(self.classes)
        return said[0].lower() + said[1:]


def rare_class(run: Run, precision: float = PRECISION, top: float = TOP) -> RareClass | None:
    """How well the second of two classes is found on the rows that judge a run, if there are any.

    >>> import core
    >>> found = rare_class(core.fit(core.example("moons"), core.AdaBoost(rounds=20)))
    >>> found.lift.low <= found.lift.share <= found.lift.high
    True
    """
    judging = Judging.of(run)
    if len(run.dataset.classes) != 2 or not run.rounds or not len(judging):
        return None
    shares = class_shares(run, run.rounds, judging.rows)
    given = run.dataset.judging_labels[judging.rows].astype(np.int64)
    weights = run.dataset.weights[judging.rows]
    if isinstance(shares, Lacking) or not has_both(given == 1, weights):
        return None
    name = run.dataset.classes[1]
    return rare_figures(name, shares[:, 1], given == 1, weights, judging.groups, precision, top)
