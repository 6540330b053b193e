"""The words about a run: how good it is, what limits it, and what its audit says of the labels.

There is one function for them, and everyone who says something about a run says that: the window,
the commands and the report. So no two of them contradict each other.
"""

from typing import TYPE_CHECKING

from core.judging.diagnosing.evidence import RunEvidence
from core.judging.diagnosing.labels import AuditedLabels
from core.judging.diagnosing.learning_curve import LearningCurve
from core.judging.diagnosing.limits import limit, rare_class
from core.learning.run import Run

if TYPE_CHECKING:
    from core.judging.auditing.result import Audit


def diagnosis(run: Run, audit: "Audit | None" = None, curve: LearningCurve | None = None) -> str:
    """How the run compares with guessing, what seems to limit it, and what its labels are worth.

    With an audit of the same data, what that says of the labels; with a learning curve, whether
    more rows would help.

    >>> import core
    >>> print(diagnosis(core.fit(core.example("xor", validation_share=0), core.AdaBoost(rounds=3))))
    0.0 % of 4 training rows wrong (95 % interval 0.0 to 49.0 %); always guessing '+' gets 50.0 % \
wrong. There are too few rows to say more.
    """
    if run.rounds == 0:
        return " ".join([run.outcome.sentence, *_labels_said(run, audit)])
    known = RunEvidence.of(run, audit, curve)
    said = [_comparison(known), limit(known)]
    if known.against_guessing.fell:
        said.append(rare_class(known))
    if curve is not None and known.judging.are_new:
        said.append(curve.sentence(known.judging))
    return " ".join([*filter(None, said), *_labels_said(run, audit)])


def comparison(run: Run) -> str:
    """How the run compares with always guessing the commonest class, in one sentence."""
    return _comparison(RunEvidence.of(run, None, None))


def _labels_said(run: Run, audit: "Audit | None") -> list[str]:
    if audit is None or audit.dataset is not run.dataset:
        return []
    found = AuditedLabels.of(audit)
    return [found.sentence, found.flagged]


def _comparison(known: RunEvidence) -> str:
    found, guess, rows = known.error, known.guess, len(known.judging)
    kind = "validation" if known.judging.are_new else "training"
    if not known.run.dataset.classes:
        return _of_numbers(known, kind)
    low, high = (f"{100 * end:.1f}" for end in (found.low, found.high))
    return (
        f"{100 * found.share:.1f} % of {rows:,} {kind} rows{_in_groups(known)} wrong"
        f"{_weighed(known)} (95 % interval {low} to {high} %); always guessing "
        f"{guess.label!r} gets {100 * guess.error:.1f} % wrong."
    )


def _in_groups(known: RunEvidence) -> str:
    count = known.judging.group_count
    if count is None:
        return ""
    return " of one group" if count == 1 else f" in {count:,} groups"


def _weighed(known: RunEvidence) -> str:
    if not known.judging.are_weighed:
        return ""
    return ", every class counting the same" if known.run.settings.balanced else ", by weight"


def _of_numbers(known: RunEvidence, kind: str) -> str:
    """For a regression: the error in the target's unit, and the variance explained."""
    error, guess, said = known.error.share, known.guess, known.judging.said
    explained = 1 - (error / guess.error) ** 2 if guess.error > 0 else 0.0
    text = (
        f"Off by {said(error)} on {len(known.judging):,} {kind} rows{_in_groups(known)} "
        f"(root mean squared error); always guessing the mean, {guess.label}, is off by "
        f"{said(guess.error)}."
    )
    return (
        f"{text} {100 * explained:.1f} % of the variance is explained." if explained > 0 else text
    )
