"""The latest rows of data in parts: a pass over all files tells from when on they are kept back.

Times of all rows lie one behind the other in a file, are sorted there, and cut as in memory: the
rows of one time all on one side.
"""

from dataclasses import replace

import numpy as np

from core.base import room
from core.base.arrays import Floats
from core.base.errors import DataError
from core.base.progress import Watch
from core.data.split import FILE_ORDER
from core.parts.prepared import Preparing, kept_rows, progressing
from core.parts.times import times_of


def timed(preparing: Preparing, watch: Watch) -> Preparing:
    """The same, knowing from when on rows are for validation; as it is where no time decides."""
    split, plan = preparing.plan.split, preparing.plan
    if split.time is None or split.share <= 0:
        return preparing
    if split.group is not None:
        raise DataError(
            "The latest groups of data on the disk cannot be kept back: all rows of each would "
            "have to be found first. Leave out the group, or the time."
        )
    wanted = {plan.target, split.time} - {FILE_ORDER}
    look = preparing.look
    if not wanted & set(plan.computed):
        names = tuple(name for name in look.schema.names if name in wanted)
        look = replace(look, schema=replace(look.schema, names=names))
        spellings = {name: own for name, own in plan.spellings.items() if name in names}
    else:
        spellings = dict(plan.spellings)
    times: list[Floats] = []
    for number, found in enumerate(progressing(look, watch)):
        for piece in found:
            table = preparing.computed(piece.table.respelled(spellings), wanted)
            times.append(
                times_of(plan, preparing.time_order, number, table, kept_rows(table, plan))
            )
    return replace(preparing, cut=_cut(times, split.share, split.time))


def _cut(parts: list[Floats], share: float, name: str) -> float:
    """The first time that is kept back: see `core.data.splits.splitting.latest`."""
    rows = sum(map(len, parts))
    known: Floats = room.empty(rows)
    end = 0
    for part in parts:
        there = part[~np.isnan(part)]
        known[end : end + len(there)] = there
        end += len(there)
    known = known[:end]
    known.sort()
    if end == 0 or known[0] == known[-1]:
        raise DataError(
            f"{name!r} has the same value in every row that has one, so none is the latest. "
            "Choose another column."
        )
    low, high = int(np.searchsorted(known, known[0], side="right")), end - 1
    while low < high:  # the first place whose time has its middle within the share
        middle = (low + high) // 2
        first, last = (np.searchsorted(known, known[middle], side) for side in ("left", "right"))
        if end - last + (last - first) / 2 < share * rows:
            high = int(first) if first > low else low
        else:
            low = int(last)
    return float(known[min(low, end - 1)])
