"""Rows of data on the disk that are held in memory with their values: what a person looks at.

They are the fair sample that was drawn when the files were opened, and whichever rows are read
besides, such as the most suspicious ones of all.
"""

from dataclasses import replace

import numpy as np

from core.base.arrays import Integers
from core.base.ascending import places_among
from core.base.progress import Watch, unwatched
from core.data.computing import with_computed
from core.data.dataset import Dataset
from core.data.stacking import stacked
from core.data.table import Table
from core.engine.binning import encode_as
from core.parts.opening import check_unchanged, look_of
from core.parts.picking import picked


def drawn_table(data: Dataset, lines: Integers, watch: Watch = unwatched) -> Table:
    """The fair sample and the rows of some lines besides, read once more from their files."""
    sample = data.in_memory.table.as_read
    more = np.setdiff1d(lines, sample.lines)
    if not len(more):
        return sample
    check_unchanged(data)
    read = picked(look_of(data), data.table.as_read, more, watch)
    order = np.argsort(np.concatenate([sample.lines, read.lines]), kind="stable")
    columns = tuple(
        stacked([own, other]).take(order).trimmed()
        for own, other in zip(sample.columns, read.columns, strict=True)
    )
    joined = np.concatenate([sample.lines, read.lines])[order]
    return replace(sample, columns=columns, lines=joined)


def drawn_rows(data: Dataset, table: Table) -> tuple[Dataset, Integers]:
    """The rows of data that a table in memory has, as data of their own, and which rows they are.

    Labels, the split and the codes are those of the data, whichever revision they are.
    """
    rows, is_there = places_among(data.lines, table.lines)
    rows, own = rows[is_there], np.flatnonzero(is_there)
    plan = data.plan
    if plan is not None:
        table = with_computed(table.respelled(plan.spellings), plan.columns, plan.computed).table
    first = data.first_labels
    drawn = replace(
        data.in_memory,
        table=table,
        rows=own,
        labels=data.labels[rows],
        validation=np.asarray(data.validation[rows]),
        revision=data.revision,
        classes=data.classes,
        task=data.task,
        first_labels=None if first is None else first[rows],
        derivations=data.derivations,
        derived=tuple(c for d in data.derivations for c in d.columns(table.column(d.source))),
        notes=data.notes,
    )
    drawn.__dict__["weights"] = np.asarray(data.weights[rows])  # on the scale of all rows
    encode_as(drawn, data)
    return drawn, rows
