"""What to do next, as far as the state of the work tells: one thing at a time."""

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.base.arrays import Integers
from core.base.wording import count
from core.judging.diagnosing.labels import Told
from core.judging.diagnosing.limit_kinds import LimitKind
from core.project.runs import RunItem

if TYPE_CHECKING:
    from core.judging.diagnosing.diagnosis import Diagnosis
    from core.project.project import Project


class NextDeed(enum.Enum):
    """What a person can do next."""

    TRAIN = "Train"
    TRAIN_ON = "Train more rounds"
    TRAIN_AGAIN = "Train again"
    AUDIT = "Audit the rows"
    REVIEW = "Review"
    COMPARE = "Compare with before"
    EXPORT_CLEANED = "Export the cleaned file…"
    EXPORT_MODEL = "Export the model…"
    LOOK_AT_DATA = "Look at the data"


@dataclass(frozen=True)
class NextStep:
    """A deed, and what it is about."""

    deed: NextDeed
    rows: int = 0
    """How many rows are to be looked at."""
    before: RunItem | None = None
    """The run to compare with."""

    @property
    def words(self) -> str:
        """What a button says."""
        return f"Review {count(self.rows, 'row')}" if self.rows else self.deed.value


def open_rows(project: "Project") -> Integers:
    """The lines of the rows that the audit flagged, and that nobody has decided about."""
    audit = project.audit
    if audit is None:
        return np.empty(0, np.int64)
    lines: Integers = audit.dataset.lines[audit.flagged]
    return lines[~project.decisions.stands.is_decided(lines)]


def next_step(
    project: "Project",
    diagnosis: "Diagnosis | None",
    *,
    is_auditing: bool = False,
    is_compared: bool = False,
) -> NextStep | None:
    """The next step; None while something is under way that tells it.

    The diagnosis is of the run that is shown, None before it is known; `is_compared` if the run
    was held against one before the decisions already.

    >>> import core
    >>> from core.project import Project
    >>> project = Project.of(core.example("moons"))
    >>> next_step(project, None).words
    'Train'
    """
    item = project.current
    if project.dataset is None:
        return None
    if item is None:
        return NextStep(NextDeed.TRAIN)
    if item.run is None or diagnosis is None:
        return None
    if diagnosis.headline is None:
        return NextStep(NextDeed.LOOK_AT_DATA)
    if item.dataset is not project.dataset:
        return NextStep(NextDeed.TRAIN_AGAIN)
    before = None if is_compared else _before(project, item)
    comparing = None if before is None else NextStep(NextDeed.COMPARE, before=before)
    audit = project.audit
    if audit is None or audit.about is not project.dataset:
        return comparing if is_auditing or comparing else NextStep(NextDeed.AUDIT)
    if diagnosis.labels is None:  # what the audit says of the run is found out first
        return comparing
    if diagnosis.labels.told is Told.NOTHING:
        return NextStep(NextDeed.LOOK_AT_DATA)
    if many := len(open_rows(project)):
        return NextStep(NextDeed.REVIEW, many)
    if diagnosis.limit is not None and diagnosis.limit.kind is LimitKind.MORE_ROUNDS:
        return NextStep(NextDeed.TRAIN_ON)
    if comparing is not None:
        return comparing
    is_decided = project.decisions.count > 0
    return NextStep(NextDeed.EXPORT_CLEANED if is_decided else NextDeed.EXPORT_MODEL)


def _before(project: "Project", item: RunItem) -> RunItem | None:
    """The last run on the data as they were before the decisions, of the same settings if any."""
    earlier = [
        other
        for other in project.runs
        if other.branch == item.branch
        and other.run is not None
        and other.run.rounds > 0
        and other.dataset is not item.dataset
        and other.number < item.number
    ]
    alike = [other for other in earlier if other.settings == item.settings]
    found = alike or earlier
    return found[-1] if found else None
