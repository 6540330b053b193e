"""The audit of data on the disk as a person looks at it: of the rows that are held in memory.

These are the fair sample and the most suspicious rows of all, read once more with their values.
What is estimated, and how many rows are flagged, is of all rows.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from core.base.arrays import Integers
from core.base.progress import Progress, Watch, part, unwatched
from core.data.dataset import Dataset
from core.data.table import Table
from core.judging.auditing.doubting.noise import NO_NOISE
from core.judging.auditing.parts.on_disk import PartsAuditing, TaughtJudges, parts_auditing
from core.judging.auditing.parts.part_tally import PartTally
from core.judging.auditing.result import Audit
from core.judging.auditing.twins import Twins
from core.judging.auditing.verdict import KINDS, SuspicionKind
from core.learning.histories.drawn import DrawnHistory
from core.parts.drawn import drawn_rows, drawn_table

if TYPE_CHECKING:
    from core.learning.run import Run

MOST_DRAWN = 100_000
"""So many of the most suspicious rows are read with their values."""
Hearing = Callable[[TaughtJudges, int, Watch], PartTally | None]
"""Lets others hear judges, by a seed, on all rows, which they tell by their lines; None if they
do not.
"""


@dataclass(frozen=True, eq=False)
class DrawnAudit(Audit):
    """Of the rows that are held; `whole` are the data that were judged."""

    whole: Dataset | None = None
    table: Table | None = None
    """The rows that are held, with all their values."""
    of_sample: "DrawnAudit | None" = None
    """The same audit of the fair sample alone, without the worst of all rows."""

    @property
    def fair(self) -> Audit:
        """What can be asked about shares: that of the fair sample."""
        return self.of_sample or self

    @property
    def about(self) -> Dataset:
        """The data that were judged."""
        return self.whole or self.dataset

    @property
    def can_tell(self) -> bool:
        """Whether the judges know enough of the labels to tell a wrong one."""
        return self.noise != NO_NOISE


def audit_drawn(
    data: Dataset,
    *,
    run: "Run | None" = None,
    seed: int = 0,
    kept: Iterable[int] = (),
    watch: Watch = unwatched,
    hear: Hearing | None = None,
) -> DrawnAudit:
    """Audit data on the disk, and read the most suspicious rows of all.

    With `hear`, others hear the judges on all rows.
    """
    settled = frozenset(kept)
    auditing = parts_auditing(data, seed, settled)
    told = part(watch, 0.0, 0.9)
    if hear is None:
        for progress in auditing.steps():
            told(progress)
    else:
        for share in auditing.teaching():
            part(told, 0.0, 0.5)(Progress(share, 1.0, "teaching judges"))
        tally = hear(auditing.taught, seed, part(told, 0.5, 1.0))
        if tally is not None:
            auditing.take(tally)
        else:
            for judged in auditing.hearing():
                part(told, 0.5, 1.0)(Progress(judged, len(data), "judging all rows"))
    found = auditing.result()
    table = drawn_table(data, data.lines[found.ranked[:MOST_DRAWN]], part(watch, 0.9, 1.0))
    drawn, rows = drawn_rows(data, table)
    own = None
    if run is not None:
        own = replace(run, dataset=drawn, history=DrawnHistory(run.history, drawn, rows))
    made = _audit(auditing, found.count, drawn, rows, own, settled, table)
    return replace(made, of_sample=sample_audit(auditing, settled))


def sample_audit(auditing: PartsAuditing, kept: Iterable[int] = ()) -> DrawnAudit:
    """What an audit that is done says of the fair sample alone, and not of the worst of all rows.

    For what is asked of shares: where errors come from, for instance.
    """
    data, table = auditing.dataset, auditing.dataset.in_memory.table.as_read
    drawn, rows = drawn_rows(data, table)
    flagged = int((auditing.about(rows).suspicion.astype(np.float32) >= auditing.cut).sum())
    return _audit(auditing, flagged, drawn, rows, None, frozenset(kept), table)


def _audit(
    auditing: PartsAuditing,
    flagged: int,
    drawn: Dataset,
    rows: Integers,
    run: "Run | None",
    kept: frozenset[int],
    table: Table,
) -> DrawnAudit:
    heard = auditing.about(rows)
    labels = drawn.labels.astype(np.int64)
    kinds = np.where(
        heard.suggested != labels,
        KINDS.index(SuspicionKind.LABEL),
        KINDS.index(SuspicionKind.FITS),
    )
    settled = np.isin(drawn.lines, sorted(kept))
    if drawn.first_labels is not None:
        settled |= drawn.first_labels != drawn.labels
    nobody = Twins(np.arange(len(drawn)), np.zeros(len(drawn), bool))
    return DrawnAudit(
        drawn,
        heard.suspicion,
        heard.wrong,
        heard.suggested,
        heard.probability,
        kinds,
        auditing.noise,
        min(flagged, int((~settled).sum())),
        {},
        heard.opinions,
        nobody,
        run,
        0.0,
        settled if settled.any() else None,
        whole=auditing.dataset,
        table=table,
    )
