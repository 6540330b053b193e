"""All that is odd about the data, found by the checks of rows, columns and target.

Nothing here changes anything: a person looks at the list and takes a remedy, or does not.
"""

import weakref
from collections.abc import Iterator

from core.base.errors import DataError
from core.checks import (
    code_checks,
    column_checks,
    group_checks,
    leakage,
    period_checks,
    redundancy,
    row_checks,
    spelling_checks,
    target_checks,
)
from core.checks.finding import Finding, FindingKind
from core.data.dataset import Dataset
from core.data.plan import Plan
from core.data.table import Table

_known: weakref.WeakKeyDictionary[Dataset, tuple[Finding, ...]] = weakref.WeakKeyDictionary()
"""What was found out about columns: a dataset never changes, and is asked about more than once."""


def about_columns(data: Dataset) -> tuple[Finding, ...]:
    """Columns that a person should think about before training: they mislead, or are too many."""
    data = data.in_memory
    found = _known.get(data)
    if found is None:
        checks = (leakage, redundancy, period_checks)
        found = tuple(each for check in checks for each in check.found(data))
        _known[data] = found
    return found


def findings(data: Dataset | Table, plan: Plan | None = None) -> Iterator[Finding]:
    """What is odd about a dataset, or about a table that is to become one, one by one.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"x": [1, 2, 3, 4], "same": ["a"] * 4, "y": list("aabb")})
    >>> found, = findings(Dataset.from_frame(frame, "y"))
    >>> found.sentence
    "'same' has the same value in every row, 'a', so nothing can be learned from it."
    >>> found.remedy.label
    'Ignore the column'
    """
    if isinstance(data, Table):
        try:
            data = Dataset.from_table(data, plan=plan)
        except DataError as error:
            yield Finding(FindingKind.UNUSABLE, str(error))
            return
    yield from target_checks.found(data)
    yield from spelling_checks.found(data)
    periods = list(period_checks.found(data))
    told = {finding.columns for finding in periods}
    for finding in column_checks.found(data):
        # That values are missing is said once, with when.
        if finding.kind is not FindingKind.MOSTLY_MISSING or finding.columns not in told:
            yield finding
    yield from code_checks.found(data)
    yield from leakage.found(data)
    yield from redundancy.found(data)
    yield from periods
    yield from group_checks.found(data)
    yield from row_checks.found(data)
