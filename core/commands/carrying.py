"""What the command `carry` does: decisions about an old file, for a new one."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from core.base.arrays import Mask
from core.base.errors import DataError
from core.base.wording import count
from core.data.dataset import Dataset
from core.data.table import Table
from core.judging.reviewing.carrying.carrying import Carrying, carry_over
from core.judging.reviewing.carrying.fates import Fate
from core.judging.reviewing.carrying.listing import write_conflicts
from core.judging.reviewing.decisions import Decisions
from core.project import Project
from core.project.earlier_sources import earlier_in_csv
from core.reading.tables import read_like

GROUPS = {fate.name.lower().replace("_", "-"): fate for fate in Fate if fate.kind.can_be_taken}


def carry(
    new: Dataset,
    decisions: Path,
    out: Path,
    *,
    old: Path | None = None,
    old_target: str | None = None,
    key: Sequence[str] | None = None,
    conflicts: Path | None = None,
    take: Sequence[str] = (),
    leave: Sequence[str] = (),
) -> list[str]:
    """Write the decisions that can be carried over, and a list of those to look at.

    Without the old file, rows are known only where not one value changed.
    """
    before = None
    if old is not None:
        before = Dataset.from_table(read_like(old, new.table), old_target or new.target)
    earlier = earlier_in_csv(decisions, before, old_target or new.target)
    if key is not None:
        _check_key(earlier.table, key)
    found = carry_over(earlier, Decisions(new), key)
    chosen = _chosen(found, take, leave)
    lines = [*found.sentences]
    if conflicts is not None:
        many = write_conflicts(conflicts, found)
        lines.append(f"{count(many, 'conflict')}: {conflicts}")
    project = Project.of(new)
    if chosen.any():
        project.take(found.step(chosen))
    project.decisions.write_csv(out)
    many = int(np.count_nonzero(chosen))
    return [*lines, f"{count(many, 'decision')} carried over: {out}"]


def _chosen(found: Carrying, take: Sequence[str], leave: Sequence[str]) -> Mask:
    chosen = found.usual
    for names, is_taken in ((take, True), (leave, False)):
        for name in names:
            if name not in GROUPS:
                raise DataError(
                    f"There is no group {name!r} of decisions. It is one of: {', '.join(GROUPS)}."
                )
            chosen[found.items(GROUPS[name])] = is_taken
    return chosen


def _check_key(table: Table, key: Sequence[str]) -> None:
    for name in key:
        table.column(name)
