"""Whether rows belong together: a column names a patient, a customer or a device more than once."""

import re
from collections.abc import Iterator

import numpy as np

from core.base.wording import grouped
from core.checks.finding import Finding, FindingKind
from core.checks.remedies import KeepTogether
from core.data.column import Column
from core.data.dataset import Dataset
from core.data.identifying import FEW_ROWS, sounds_like_identifier
from core.data.roles import Role

_WHO = frozenset(
    (
        "patient",
        "customer",
        "client",
        "user",
        "person",
        "subject",
        "participant",
        "respondent",
        "student",
        "pupil",
        "employee",
        "member",
        "household",
        "family",
        "account",
        "animal",
        "driver",
        "player",
        "device",
        "sensor",
        "machine",
        "vehicle",
        "session",
        "kunde",
        "kunden",
        "proband",
        "gerät",
    )
)
"""Who or what is seen more than once."""
_NAMES = frozenset(("name", "code", "number"))
_CODE = re.compile(r"[A-Za-z]{0,6}[-_ #]?\d{2,}")
"""A few letters and a number, as in P051."""
_LEAST_GROUPS = 5
_LEAST_ROWS = 2
"""A value stands in so many rows at least, on average."""
_LARGEST = 0.5
"""No value stands in a larger share of the rows: that would be a usual answer, not a name."""


def found(data: Dataset) -> Iterator[Finding]:
    """Columns whose equal values are likely one and the same thing, if none is the group yet."""
    if data.split.group is not None or len(data) < FEW_ROWS:
        return
    for column in data.table.columns:
        if data.roles[column.name] in (Role.TARGET, Role.WEIGHT):
            continue
        if column.name in data.split.names or not _may_name(column):
            continue
        yield from _repeating(column.take(data.rows) if len(data) < len(column) else column, data)


def _may_name(column: Column) -> bool:
    """Whether the name, or the values, are those of an identifier."""
    words = [word.lower() for word in re.findall(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+", column.name)]
    if words and words[-1] in _NAMES:  # the name of a customer, but not the age of one
        words.pop()
    if sounds_like_identifier(column.name) or (words and words[-1] in _WHO):
        return True
    if column.is_number or len(column.categories) < _LEAST_GROUPS:
        return False
    return all(_CODE.fullmatch(text) for text in column.categories)


def _repeating(column: Column, data: Dataset) -> Iterator[Finding]:
    if column.is_number:
        values = column.values[~column.missing]
        if not (values == np.floor(values)).all():
            return
        counts = np.unique(values, return_counts=True)[1]
    else:
        counts = column.counts[column.counts > 0]
    present = int(counts.sum())
    groups = len(counts)
    if groups < _LEAST_GROUPS or _LEAST_ROWS * groups > present:
        return
    if counts.max() > _LARGEST * present:
        return
    both = ", and its rows stand on both sides of the split" if data.validation.any() else ""
    yield Finding(
        FindingKind.LIKELY_GROUP,
        f"{column.name!r} names {grouped(groups)} things, each in {present / groups:.3g} "
        "rows on average"
        f"{both}. What is learned from one row helps with the others of the same thing: the error "
        "would be higher on a new one.",
        (column.name,),
        remedy=KeepTogether(column.name),
    )
