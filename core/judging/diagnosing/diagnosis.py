"""What is said about a run: how good it is, what limits it, and what its labels are like.

There is one function for it, and everyone who says something about a run says that: the window,
the commands and the report. So no two of them contradict each other. `diagnose` gives the parts,
`diagnosis` all of them as one text.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.checks.finding import Finding
from core.checks.findings import about_columns
from core.judging.diagnosing.evidence import RunEvidence
from core.judging.diagnosing.ground import VerdictGround, column_grounds
from core.judging.diagnosing.grounds import grounds
from core.judging.diagnosing.headline import RunHeadline
from core.judging.diagnosing.judged_rule import JudgedRule
from core.judging.diagnosing.labels import AuditedLabels
from core.judging.diagnosing.learning_curve import LearningCurve
from core.judging.diagnosing.limit_kinds import Limit
from core.judging.diagnosing.limits import limit, rare_class
from core.learning.run import Run

if TYPE_CHECKING:
    from core.judging.auditing.result import Audit


@dataclass(frozen=True)
class Diagnosis:
    """What a run means, in parts."""

    headline: RunHeadline | None
    """The error beside guessing; None if nothing was learned."""
    limit: Limit | None
    """What limits it; None if nothing was learned."""
    labels: AuditedLabels | None
    """What the audit says of the labels; None without an audit of the same data."""
    grounds: tuple[VerdictGround, ...]
    """Why that is said of the run; for the labels see `label_grounds`."""
    about_run: str
    """All that is said of the run, as sentences."""
    rule: JudgedRule | None = None
    """What its rule costs, beside the largest share; None if it has no rule."""
    columns: tuple[Finding, ...] = ()
    """Columns to think about: they mislead, or tell what others tell."""

    @property
    def text(self) -> str:
        """All that is said, as sentences."""
        if self.labels is None:
            return self.about_run
        return " ".join([self.about_run, self.labels.sentence, self.labels.flagged])


def diagnose(
    run: Run, audit: "Audit | None" = None, curve: LearningCurve | None = None
) -> Diagnosis:
    """What a run means; with an audit of the same data, and a learning curve, what these add.

    >>> import core
    >>> found = diagnose(core.fit(core.example("xor", validation_share=0), core.AdaBoost(rounds=3)))
    >>> found.headline.guess.error, found.limit.short
    (0.5, 'too few rows to say more')
    """
    own = audit if audit is not None and audit.about is run.dataset else None
    labels = None if own is None else AuditedLabels.of(own)
    if run.rounds == 0:
        return Diagnosis(None, None, labels, (), run.outcome.sentence)
    known = RunEvidence.of(run, own, curve)
    headline, limited = RunHeadline.of(known), limit(known)
    said = [headline.sentence, limited.sentence]
    rule = JudgedRule.of(run)
    if rule is not None:
        said.append(rule.sentence)
    elif headline.is_better:
        said.append(rare_class(known))
    if curve is not None and headline.are_new:
        said.append(curve.sentence(known.judging))
    if run.tuned is not None:
        said.append(run.tuned.short)
    told = " ".join(filter(None, said))
    columns = about_columns(run.dataset)
    found = (*grounds(known, headline), *column_grounds(columns))
    return Diagnosis(headline, limited, labels, found, told, rule, columns)


def diagnosis(run: Run, audit: "Audit | None" = None, curve: LearningCurve | None = None) -> str:
    """How the run compares with guessing, what seems to limit it, and what its labels are worth.

    With an audit of the same data, what that says of the labels; with a learning curve, whether
    more rows would help.

    >>> import core
    >>> print(diagnosis(core.fit(core.example("xor", validation_share=0), core.AdaBoost(rounds=3))))
    0.0 % of 4 training rows wrong (95 % interval 0.0 to 49.0 %); always guessing '+' gets 50.0 % \
wrong. There are too few rows to say more.
    """
    return diagnose(run, audit, curve).text


def comparison(run: Run) -> str:
    """How the run compares with always guessing the commonest class, in one sentence."""
    return RunHeadline.of(RunEvidence.of(run, None, None)).sentence
