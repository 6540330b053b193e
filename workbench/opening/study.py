"""What the rows tell of the columns before they are used: studied off the GUI thread."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import core
from core.base.errors import DataError
from core.data.roles import Meaning

if TYPE_CHECKING:
    from core import Dataset
    from core.checks.finding import Finding
    from core.data.plan import Plan
    from core.data.profile import Profile
    from core.data.table import Table

_TOLD_AT_ONCE = 8


@dataclass(frozen=True)
class Study:
    """What all rows tell so far, under one plan."""

    plan: "Plan"
    profiles: "dict[str, Profile]"
    dataset: "Dataset | None" = None
    findings: "tuple[Finding, ...]" = ()
    is_done: bool = False


def looks_same(before: "Plan", after: "Plan", name: str) -> bool:
    """Whether a column's profile is the same under both plans: only dates have another one."""
    old, new = before.columns.get(name), after.columns.get(name)
    is_date = [column is not None and column.meaning is Meaning.DATE for column in (old, new)]
    return old == new or is_date == [False, False]


def studied(
    table: "Table", plan: "Plan", known: "dict[str, Profile]", is_whole: bool = True
) -> Iterator[Study]:
    """Look at every column, make the data, and look for what is odd; what is known on the way.

    Of a table that is not all of the rows, no rows can be left out.
    """
    from core.checks.remedies import ExcludeRows
    from core.data.profile import profile

    found, study = dict(known), Study(plan, known)
    for column in table.columns:
        if column.name not in found:
            found[column.name] = profile(column, plan[column.name])
            if len(found) % _TOLD_AT_ONCE == 0:
                study = Study(plan, dict(found))
            yield study
    study = Study(plan, found)
    yield study
    odd: list[Finding] = []
    try:
        dataset = core.Dataset.from_table(table, plan=plan)
    except DataError:
        odd = list(core.findings(table, plan))
        yield replace(study, findings=tuple(odd), is_done=True)
        return
    for name in plan.computed:
        found[name] = profile(dataset.table.column(name), plan[name])
    study = Study(plan, dict(found), dataset)
    yield study
    for each in core.findings(dataset):
        if not is_whole and isinstance(each.remedy, ExcludeRows):
            each = replace(each, remedy=None)  # noqa: PLW2901 - the same finding, without it
        odd.append(each)
        yield replace(study, findings=tuple(odd))
    yield replace(study, findings=tuple(odd), is_done=True)
