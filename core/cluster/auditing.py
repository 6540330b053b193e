"""The audit of rows on a cluster: judges are taught with a sample here, and heard there.

It is the audit of data on the disk, with the same judges and the same result; each row is heard by
the worker that holds it, which gives back its most suspicious rows and counts.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.base.errors import DataError
from core.base.progress import Progress, Watch, part, unwatched
from core.cluster.crew import Crew
from core.cluster.record import ShareCall
from core.cluster.share import SharesJudged
from core.data.dataset import Dataset, Task
from core.judging.auditing.parts.disk_audit import DiskAudit
from core.judging.auditing.parts.on_disk import MOST_LISTED, PartsAuditing, RowsHeard, listed
from core.judging.auditing.parts.part_tally import PartTally
from core.learning.problem import Problem
from core.parts.picking import picked


def audit_on_cluster(
    data: Dataset, crew: Crew, seed: int = 0, watch: Watch = unwatched
) -> DiskAudit:
    """Audit the labels of all rows that a crew holds; the dataset found has the listed ones."""
    if data.task is Task.REGRESSION:
        raise DataError(
            "Numbers cannot be audited over a cluster yet. Audit a file that fits into memory."
        )
    auditing = PartsAuditing(Problem.of(data, labels=data.labels), np.arange(len(data)), seed)
    teach, judge = part(watch, 0.0, 0.5), part(watch, 0.5, 1.0)
    for share in auditing.teaching():
        teach(Progress(share, 1.0, "teaching judges"))
    judges = auditing.taught
    tally = PartTally.none(len(data.classes))
    for own in crew.ask(ShareCall("judge", (judges, seed)), judge):
        tally = tally.with_others(own, MOST_LISTED)
    top = listed(tally)
    lines = np.sort(top.rows)
    found: list[SharesJudged] = crew.ask(ShareCall("hear", (judges, seed, lines)))
    place = np.searchsorted(lines, top.rows)
    there = _together(found)
    return DiskAudit(
        dataset=replace(
            data,
            table=picked(crew.look, data.table, lines, watch),
            rows=np.arange(len(lines)),
            labels=there.labels,
            validation=there.validation,
            derived=(),
        ),
        noise=judges.noise,
        taught=len(data),
        judged=tally.judged,
        flagged=tally.flagged,
        ranked=place,
        suspicion=top.suspicion,
        wrong=there.heard.wrong[place],
        suggested=there.heard.suggested[place],
        probability=there.heard.probability[place],
        sampled=auditing.sampled,
    )


def _together(found: Sequence[SharesJudged]) -> SharesJudged:
    """What the shares told of their rows, in the order of the lines."""
    lines = np.concatenate([own.lines for own in found])
    back = np.argsort(lines)
    heard = [own.heard for own in found]
    return SharesJudged(
        RowsHeard(
            np.concatenate([own.suspicion for own in heard])[back],
            np.concatenate([own.wrong for own in heard])[back],
            np.concatenate([own.suggested for own in heard])[back],
            np.concatenate([own.probability for own in heard])[back],
            (),
        ),
        lines[back],
        np.concatenate([own.labels for own in found])[back],
        np.concatenate([own.validation for own in found])[back],
    )
