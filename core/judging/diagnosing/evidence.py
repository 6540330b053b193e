"""What is known about a run before anything is said of it."""

import functools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.base.arrays import Floats, Mask
from core.base.intervals import Interval, standard_error
from core.judging.diagnosing.labels import AuditedLabels
from core.judging.diagnosing.learning_curve import LearningCurve
from core.judging.diagnosing.misses import ErrorChange, Judging
from core.judging.diagnosing.rounds import Rounds
from core.judging.diagnosing.stronger import Stronger, stronger
from core.learning.rounds import OUT_OF_BAG_ERROR
from core.learning.run import Guess, Run

if TYPE_CHECKING:
    from core.judging.auditing.result import Audit

_SURELY = 0.01
_FLAT = 0.1
"""A training error that fell by less than a tenth over the last third is flat."""


@dataclass(frozen=True, eq=False)
class RunEvidence:
    """A run, what its audit and its learning curve say if there are any, and what was measured.

    What takes a while is found out when it is first asked for.
    """

    judging: Judging
    labels: AuditedLabels | None
    curve: LearningCurve | None
    panel: Floats | None
    """What the audit's judges, who never saw them, miss of the rows that judge."""

    @classmethod
    def of(cls, run: Run, audit: "Audit | None", curve: LearningCurve | None) -> "RunEvidence":
        """What is known; an audit of other data says nothing about these."""
        judging = Judging.of(run)
        if audit is None or audit.about is not run.dataset:
            return cls(judging, None, curve, None)
        is_heard = audit.judged is None or bool(audit.judged[judging.rows].all())
        has_panel = bool(audit.opinions) and is_heard and audit.is_of_all
        panel = judging.misses_of(audit.suggested[judging.rows]) if has_panel else None
        return cls(judging, AuditedLabels.of(audit), curve, panel)

    @property
    def run(self) -> Run:
        """The run itself."""
        return self.judging.run

    @property
    def can_train_on(self) -> bool:
        """Whether more rounds are there for the asking."""
        return self.has_rounds and self.run.outcome.can_go_on

    @property
    def has_rounds(self) -> bool:
        """Whether how many rounds there are is a person's choice, and not 1."""
        return self.run.rounds > 1 and any(
            declared.name == "rounds" for declared in self.run.settings.declared()
        )

    @functools.cached_property
    def misses(self) -> Floats:
        """What the run misses of the rows that judge."""
        return self.judging.misses(self.run.rounds)

    @functools.cached_property
    def error(self) -> Interval:
        """The run's error on the rows that judge."""
        return self.judging.interval(self.misses)

    @functools.cached_property
    def guess(self) -> Guess:
        """What guessing gets on the same rows."""
        return self.judging.guess()

    @functools.cached_property
    def against_guessing(self) -> ErrorChange:
        """From guessing to the run."""
        return self.judging.change(self.judging.guess_misses(), self.misses)

    @functools.cached_property
    def against_judges(self) -> ErrorChange | None:
        """From the run to the audit's judges."""
        return None if self.panel is None else self.judging.change(self.misses, self.panel)

    @functools.cached_property
    def training_error(self) -> float:
        """The error on training rows, out of bag where members see samples only."""
        history = self.run.history
        is_bagged = OUT_OF_BAG_ERROR in history.curves
        return float(history.curve(OUT_OF_BAG_ERROR.name if is_bagged else "training_error")[-1])

    @functools.cached_property
    def has_gap(self) -> bool:
        """Whether new rows are missed more often than those that were learned from."""
        return self.judging.are_new and self.error.low > self.training_error

    @functools.cached_property
    def rounds(self) -> Rounds | None:
        """What the rounds did."""
        return Rounds.of(self.judging)

    @functools.cached_property
    def stronger(self) -> Stronger | None:
        """What came of a stronger learner."""
        return stronger(self.judging)

    @functools.cached_property
    def is_training_flat(self) -> bool:
        """Whether the training error has fallen little over the last third of the rounds."""
        errors = self.run.history.curve("training_error")
        if not self.run.history.builds_up or len(errors) < 3:
            return True
        before, after = errors[2 * len(errors) // 3 - 1], errors[-1]
        return bool(before - after <= _FLAT * after)

    @functools.cached_property
    def ranks(self) -> float:
        """How often a row of the second class is ranked above one of the first; NaN of others.

        The area under the ROC curve of the signed margins (Hanley & McNeil 1982), or NaN where it
        is not above ½ beyond chance (Mann & Whitney 1947; of groups, Obuchowski 1997).
        """
        data, rows = self.run.dataset, self.judging.rows
        if len(data.classes) != 2:
            return math.nan
        from scipy.stats import mannwhitneyu

        labels = data.judging_labels[rows]
        scores = self.run.history.margins(self.run.rounds)[rows] * np.where(labels == 1, 1, -1)
        positive, negative = scores[labels == 1], scores[labels == 0]
        if not len(positive) or not len(negative):
            return math.nan
        found = mannwhitneyu(positive, negative, alternative="greater")
        area = float(found.statistic) / (len(positive) * len(negative))
        chance = float(found.pvalue)
        if self.judging.groups is not None:
            spread = standard_error(_influence(scores, labels == 1, area), self.judging.groups)
            chance = _above(area - 0.5, spread)
        return area if chance < _SURELY else math.nan


def _influence(scores: Floats, is_positive: Mask, area: float) -> Floats:
    """What each row adds to the area under the ROC curve beyond the mean of all."""
    found = np.empty(len(scores))
    for own, sign in ((is_positive, 1.0), (~is_positive, -1.0)):
        others = np.sort(sign * scores[~own])
        mine = sign * scores[own]
        below = np.searchsorted(others, mine) + np.searchsorted(others, mine, side="right")
        found[own] = (below / (2 * len(others)) - area) * len(scores) / len(mine)
    return found


def _above(value: float, spread: float) -> float:
    """How often chance alone would be so far above 0."""
    if spread <= 0:
        return 0.0 if value > 0 else 1.0
    return math.erfc(value / spread / math.sqrt(2)) / 2
