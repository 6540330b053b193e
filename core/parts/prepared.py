"""Rows of a piece as the plan wants them: features, target, weights, and the side of the split."""

import functools
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.errors import DataError
from core.base.progress import Progress, Watch
from core.data.column import Column
from core.data.computing import with_computed
from core.data.dataset import Dataset
from core.data.features import as_meant
from core.data.files import Hashes
from core.data.magnitude import check_weights
from core.data.plan import Plan
from core.data.roles import Task
from core.data.split import BY_PLACE
from core.data.splits.by_place import by_place, unit_hashes
from core.data.splits.splitting import for_validation
from core.data.table import Table
from core.parts.looking import FilesLook
from core.parts.times import time_order, times_of
from core.reading.pieces import TablePiece, pieces

_GROUPS = 0x6A0


@dataclass(frozen=True, eq=False)
class PreparedRows:
    """The rows of a piece that have a label and are not left out."""

    data: Dataset
    """Its labels are not known yet: they are all 0."""
    target: Column
    piece: TablePiece
    kept: Integers
    """Which rows of the piece they are."""
    times: Floats | None = None
    """When they were, if their time decides about their side."""

    @property
    def features(self) -> tuple[Column, ...]:
        """The columns to learn from."""
        return self.data.features

    @property
    def lines(self) -> Integers:
        """Their lines in the file."""
        return self.data.lines

    @property
    def validation(self) -> Mask:
        """Which of them are for validation."""
        return self.data.validation

    def hashes(self, stream: int) -> Hashes:
        """By their files and lines."""
        return self.piece.table.hashes(self.lines, stream)

    @property
    def weights(self) -> Floats | None:
        """What the weight column says; None without one."""
        plan = self.data.plan
        if plan is None or plan.weight is None:
            return None
        column = self.data.table.column(plan.weight)
        if not column.is_number:
            raise DataError(f"The weight {column.name!r} holds text. Choose a column of numbers.")
        values = np.asarray(column.values[self.data.rows], np.float64)
        if len(values) and values.any():
            check_weights(column.name, values, self.lines)
        return values

    @property
    def groups(self) -> Integers | None:
        """A number for every row, the same for rows of one group; None without groups."""
        split = self.data.split
        if split.group is None or self.data.plan is None:
            return None
        column = self.data.table.column(split.group).without(self.data.plan[split.group].missing)
        group = column.take(self.data.rows)
        return unit_hashes(self.piece.table, self.lines, group, _GROUPS).view(np.int64)


@dataclass(frozen=True, eq=False)
class Preparing:
    """How the rows of every file become rows to learn from."""

    look: FilesLook
    plan: Plan
    shape: Dataset
    """The dataset of the rows that were looked at: it has the features that all are to have."""
    cut: float | None = None
    """From when on rows are for validation, if their time decides: see `core.parts.timing`."""

    @classmethod
    def of(cls, look: FilesLook, plan: Plan) -> "Preparing":
        """By a plan; raise DataError for one that leaves out single rows.

        Their lines would be those of the rows that were looked at, not of the files.
        """
        if plan.excluded:
            raise DataError(
                "Single rows of several files cannot be left out before they are opened. Open "
                "them as they are, and exclude rows then."
            )
        plan = replace(plan, split=replace(plan.split, rule=BY_PLACE))
        return cls(look, plan, as_sampled(look.table, plan))

    def files(self, watch: Watch) -> "Iterator[tuple[int, Iterator[PreparedRows]]]":
        """Every file by its number, with its rows piece by piece."""
        for number, found in enumerate(progressing(self.look, watch)):
            yield number, (self.prepared(piece) for piece in found)

    def computed(self, table: Table, wanted: Collection[str | None] | None = None) -> Table:
        """A table with the columns that are computed; with none of them if none is wanted."""
        if wanted is not None and not set(wanted) & set(self.plan.computed):
            return table
        return with_computed(table, self.plan.columns, self.plan.computed).table

    def prepared(self, piece: TablePiece) -> PreparedRows:
        plan, shape = self.plan, self.shape
        table = self.computed(piece.table.respelled(plan.spellings))
        assert plan.target is not None
        target = table.column(plan.target).without(plan[plan.target].missing)
        kept = kept_rows(table, plan)
        times = self._times(table, kept)
        derived = tuple(c for d in shape.derivations for c in d.columns(table.column(d.source)))
        data = replace(
            shape,
            table=table,
            rows=kept,
            labels=np.zeros(len(kept), np.int64),
            validation=self._validation(table, kept, times),
            derived=derived,
            sample=None,
            notes=(),
        )
        meant = as_meant(target.take(kept), plan[plan.target], table.lines[kept])
        if shape.task is Task.REGRESSION and plan.task is Task.REGRESSION:
            meant = meant.as_numbers()
        return PreparedRows(data, meant, piece, kept, times)

    @functools.cached_property
    def time_order(self) -> str:
        """How the dates are written that tell when rows were."""
        return time_order(self.plan, self.shape.table)

    def _times(self, table: Table, kept: Integers) -> Floats | None:
        if self.plan.split.time is None:
            return None
        number = self.look.parts.names.index(table.name)
        return times_of(self.plan, self.time_order, number, table, kept)

    def _validation(self, table: Table, kept: Integers, times: Floats | None) -> Mask:
        split = self.plan.split
        if times is not None and split.share > 0:
            if self.cut is None:
                raise DataError(
                    "The latest rows of these data cannot be kept back here: all of them would "
                    "have to be sorted. Name a column that says which rows are for validation, or "
                    "let chance decide."
                )
            return np.asarray(times >= self.cut)
        if split.column is not None:
            column = table.column(split.column).without(self.plan[split.column].missing)
            return for_validation(column.take(kept).trimmed())
        if split.share <= 0:
            return np.zeros(len(kept), bool)
        group = None
        if split.group is not None:
            group = table.column(split.group).without(self.plan[split.group].missing).take(kept)
        return by_place(table, table.lines[kept], split, group)


def as_sampled(table: Table, plan: Plan) -> Dataset:
    """Some rows as a dataset by a plan; of some alone nobody knows which of all are the latest."""
    drawn = replace(plan, split=replace(plan.split, time=None, past_only=False))
    return replace(Dataset.from_table(table, plan=drawn), plan=plan, split=plan.split)


def kept_rows(table: Table, plan: Plan) -> Integers:
    """The rows of a table that have a label and are not left out."""
    assert plan.target is not None
    target = table.column(plan.target).without(plan[plan.target].missing)
    kept = np.flatnonzero(~target.missing)
    if not plan.set_aside:
        return kept
    names = target.as_categories()
    is_aside = np.array([*map(plan.set_aside.__contains__, names.categories), False], bool)
    return np.asarray(kept[~is_aside[names.values[kept]]])


def progressing(look: FilesLook, watch: Watch) -> Iterator[Iterator[TablePiece]]:
    """Every file piece by piece; `watch` is told how far all of them are."""
    sources = look.parts.sources
    sizes = [source.size for source in sources]
    total, before = sum(sizes), 0
    for source, size in zip(sources, sizes, strict=True):

        def told(progress: Progress, before: int = before, size: int = size) -> None:
            watch(Progress(before + size * progress.share, total, progress.words))

        yield pieces(source, look.schema, told)
        before += size
