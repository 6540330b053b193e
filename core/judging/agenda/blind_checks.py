"""Blind checks: a row is shown with a wrong label, in the review alone, to see who notices.

The data never have that label, and what is pressed about the row is no decision.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from core.judging.auditing.jury import Opinion
from core.judging.auditing.result import Audit
from core.judging.auditing.verdict import KINDS, SuspicionKind
from core.judging.diagnosing.labels import AuditedLabels
from core.judging.ranking import Ranking
from core.judging.reviewing.decisions import Decisions

_LEAST_CLASSES = 2
_LIKELY_RIGHT = 0.5
"""Of the rows that nobody has decided about, the surest half is checked with."""


@dataclass(frozen=True)
class BlindCheck:
    """A row, and the wrong label that it is shown with."""

    line: int
    label: str


def pick_check(audit: Audit, decisions: Decisions, seed: int, number: int) -> BlindCheck | None:
    """The row and the label of the next check; None where there is no row to check with.

    It is a row whose label the judges are sure of, and the label that they take for likeliest
    after it: what it would be mistaken for.
    """
    data = audit.dataset
    if len(data.classes) < _LEAST_CLASSES or not audit.opinions:
        return None
    right = audit.suggested == data.labels
    right &= audit.wrong <= np.quantile(audit.wrong, _LIKELY_RIGHT)
    right &= ~decisions.stands.is_decided(data.lines)
    drawn = [draw.line for draw in decisions.sample.draws]
    right &= ~np.isin(data.lines, [*drawn, *(check.line for check in decisions.sample.checks)])
    rows = np.flatnonzero(right)
    if not len(rows):
        return None
    row = int(np.random.default_rng([seed, number, 1]).choice(rows))
    votes = np.zeros(len(data.classes))
    for opinion in audit.opinions:
        votes[int(opinion.other[row])] += float(opinion.share[row])
    votes[int(data.labels[row])] = -1.0
    return BlindCheck(int(data.lines[row]), data.classes[int(np.argmax(votes))])


def planted(ranking: Ranking, check: BlindCheck, place: int) -> Ranking:
    """The ranking as it would be if the row had the wrong label: it is at a place of the queue."""
    audit, row = ranking.audit, ranking.row_of(check.line)
    if audit is None or row is None or check.label not in ranking.dataset.classes:
        return ranking
    shown = _planted_audit(audit, row, check)
    was = int(ranking.places[row])
    order = np.insert(np.delete(ranking.order, was), min(place, was), row)
    return replace(
        ranking,
        dataset=shown.dataset,
        order=order,
        suggested=shown.suggested,
        reasons=shown.reasons,
        audit=shown,
        labels=AuditedLabels.of(audit),
    )


def _planted_audit(audit: Audit, row: int, check: BlindCheck) -> Audit:
    data = audit.dataset
    label, own = data.classes.index(check.label), int(data.labels[row])
    opinions = tuple(
        _planted_opinion(each, row, label, own, data.classes) for each in audit.opinions
    )
    shares = np.array([(each.own[row], each.share[row]) for each in opinions]).mean(axis=0)
    suspicion = float(shares[1] / max(1e-9, shares.sum()))
    order = np.argsort(audit.suspicion, kind="stable")
    wrong = float(np.interp(suspicion, audit.suspicion[order], audit.wrong[order]))
    return replace(
        audit,
        dataset=data.relabelled({check.line: check.label}),
        suspicion=_with(audit.suspicion, row, suspicion),
        wrong=_with(audit.wrong, row, wrong),
        suggested=_with(audit.suggested, row, own),
        kinds=_with(audit.kinds, row, KINDS.index(SuspicionKind.LABEL)),
        opinions=opinions,
    )


def _planted_opinion(
    opinion: Opinion, row: int, label: int, own: int, classes: tuple[str, ...]
) -> Opinion:
    """What a judge says of the row, told of the wrong label."""
    mine, next_best = float(opinion.own[row]), float(opinion.share[row])
    is_next = int(opinion.other[row]) == label
    rest = max(0.0, 1 - mine - next_best) / max(1, len(classes) - 2)
    return replace(
        opinion,
        own=_with(opinion.own, row, next_best if is_next else rest),
        other=_with(opinion.other, row, own),
        share=_with(opinion.share, row, mine),
    )


def _with(values: npt.NDArray[Any], row: int, value: float) -> npt.NDArray[Any]:
    """The values, of whichever kind, with another one for a row."""
    found = values.copy()
    found[row] = value
    return found
