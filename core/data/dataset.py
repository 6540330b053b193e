"""A Dataset: the rows with a label, the columns with a role, the task and the split."""

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

import numpy as np

from core.base import room
from core.base.arrays import Floats, Integers, Mask
from core.base.ascending import places_among
from core.base.errors import DataError
from core.base.wording import count, grouped, number_text
from core.data import revising
from core.data.changes import Changes, NewValues
from core.data.column import Column
from core.data.column_on_disk import RowsOnDisk
from core.data.computing import Expressions, needed_for, with_computed
from core.data.derived.computed_column import ComputedColumn
from core.data.derived.derivation import Derivation, OfOneColumn
from core.data.features import as_meant, derivations_of
from core.data.labels import Labels
from core.data.magnitude import MOST, check_target, check_weights, usual_scale
from core.data.plan import Plan
from core.data.roles import Meaning, Role, Task
from core.data.split import FILE_ORDER, USUAL_SPLIT, Split, SplitWords
from core.data.splits.grouping import group_numbers
from core.data.splits.splitting import Rows, split_rows, times_in
from core.data.table import Table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Dataset", "Role", "Split", "Task"]


@dataclass(frozen=True, eq=False)
class Dataset:
    """Immutable. A revision shares the table, the roles and the split of its parent.

    Rows are counted from 0 within the dataset, in the order of the file; `lines` tells the line
    each had in the file, which is its name for ever. `excluding` and `relabelled` take lines.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"x": [1, 2, 3, 4], "y": ["a", "a", "b", "b"]})
    >>> data = Dataset.from_frame(frame, target="y", validation_share=0)
    >>> data.classes, data.lines.tolist(), data.labels.tolist()
    (('a', 'b'), [2, 3, 4, 5], [0, 0, 1, 1])
    >>> data.relabelled({4: "a"}).excluding([2]).labels.tolist()
    [0, 0, 1]
    """

    table: Table
    roles: Mapping[str, Role]
    task: Task
    classes: tuple[str, ...]
    rows: Integers
    labels: Floats | Integers
    validation: Mask
    split: Split = USUAL_SPLIT
    notes: tuple[str, ...] = ()
    revision: int = 0
    plan: Plan | None = None
    """What was decided about the table; None for a dataset that was made of no file."""
    derivations: tuple[OfOneColumn, ...] = ()
    """How dates and texts of the table become columns to learn from."""
    derived: tuple[Column, ...] = ()
    """The derived columns, of all rows of the table, one behind the other."""
    first_labels: Floats | Integers | None = None
    """The labels that the rows were read with; None as long as none has another one."""
    computed: tuple[ComputedColumn, ...] = ()
    """How the last columns of the table are computed, each behind those that it uses."""
    sample: "Dataset | None" = None
    """A fair sample of the rows, if the values of all of them are not in memory."""
    on_disk: RowsOnDisk | None = None
    """What is known of all rows of the table then."""

    @classmethod
    def from_frame(
        cls,
        frame: "pd.DataFrame",
        target: str | None = None,
        *,
        weight: str | None = None,
        name: str = "data",
        task: Task | None = None,
        columns: Expressions | None = None,
        **split: Unpack[SplitWords],
    ) -> "Dataset":
        """Make a dataset of a data frame; see `from_table`."""
        table = Table.from_frame(frame, name)
        return cls.from_table(table, target, weight=weight, task=task, columns=columns, **split)

    @classmethod
    def from_table(
        cls,
        table: Table,
        target: str | None = None,
        *,
        weight: str | None = None,
        plan: Plan | None = None,
        task: Task | None = None,
        columns: Expressions | None = None,
        **split: Unpack[SplitWords],
    ) -> "Dataset":
        """Make a dataset as planned; without a plan, or a target, the likeliest is taken.

        New `columns` are computed by expressions, such as {"each": "price / rooms"}; the target may
        be one of them. A `target`, a `weight`, a `task` and the words about the split
        (`validation_share`, `seed`, `validation_column`, `time`, `group`, `past_only`) overrule the
        plan. The split is drawn from the labels of the file before any row is left out, so that
        leaving rows out moves no other row.

        >>> import pandas as pd
        >>> day = pd.DataFrame({"day": [1, 2, 3, 4], "x": [4, 3, 1, 2], "y": list("abab")})
        >>> Dataset.from_frame(day, "y", time="day", validation_share=0.5).validation.tolist()
        [False, False, True, True]
        """
        plan = _settled(table, plan, target, weight, task, columns or {}, split)
        made = with_computed(table.respelled(plan.spellings), plan.columns, plan.computed)
        table = made.table
        column = _target(table, plan)
        labelled = np.flatnonzero(~column.missing)
        kept = _kept(table, plan, labelled, column)
        if len(kept) == 0:
            raise DataError("Every row is left out. Keep at least one.")
        target_values = as_meant(_taken(column, kept), plan[column.name], _lines(table, kept))
        labels = Labels.read(target_values, plan.task, plan.positive)
        _check_numbers(table, plan, kept, labels)
        # By the file's own labels: to merge spellings moves no row to the other side.
        own = table if column.name in table.computed else table.as_read
        strata = _strata(_taken(own.column(column.name), labelled), labels.task)
        validation, told = split_rows(Rows(table, plan, labelled, strata))
        if len(kept) < len(labelled):
            validation = validation[np.searchsorted(labelled, kept)]
        derivations = derivations_of(table, plan, kept, validation, labels)
        data = cls(
            table,
            plan.roles,
            labels.task,
            labels.classes,
            kept,
            labels.values,
            validation,
            plan.split,
            (*_notes(table, plan, labelled, kept, labels), *made.notes, *told),
            0,
            plan,
            derivations,
            tuple(c for d in derivations for c in d.columns(table.column(d.source))),
            computed=made.derivations,
        )
        _ = data.features, data.times  # what cannot be read is refused now
        return data

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def in_memory(self) -> "Dataset":
        """The rows whose values can be looked at: all, or the fair sample of data in parts."""
        return self.sample or self

    @property
    def name(self) -> str:
        """The name of the file, or the one given."""
        return self.table.name

    @property
    def validation_share(self) -> float:
        """The share of the rows that was to be kept back for validation."""
        return self.split.share

    @property
    def seed(self) -> int:
        """What the split was drawn by."""
        return self.split.seed

    @functools.cached_property
    def groups(self) -> Integers | None:
        """A number for every row, the same for rows of one group; None without groups.

        Numbered by the whole table: revisions with other rows have the same numbers.
        """
        name = self.split.group
        if name is None:
            return None
        if self.on_disk is not None:
            return self.on_disk.groups(self.rows)
        missing = self.plan[name].missing if self.plan else ()
        return group_numbers(self.table.column(name).without(missing))[self.rows]

    @functools.cached_property
    def times(self) -> Floats | None:
        """When each row was, as a number that grows; NaN where nobody knows. None without a time.

        The lines of the file where these tell the time, see `Split`.
        """
        name = self.split.time
        if name is None:
            return None
        if name == FILE_ORDER:
            return self.rows.astype(np.float64)
        if self.on_disk is not None:
            return self.on_disk.times(self.rows)
        planned = self.plan[name] if self.plan else None
        column = self.table.column(name).without(planned.missing if planned else ())
        return times_in(column, planned.date_order if planned else "")[self.rows]

    @functools.cached_property
    def lines(self) -> Integers:
        """The line of the file that each row came from."""
        lines = self.table.lines
        return lines if len(lines) == len(self.rows) else room.taken(lines, self.rows)

    @functools.cached_property
    def target(self) -> str:
        """The name of the target column."""
        return next(name for name, role in self.roles.items() if role is Role.TARGET)

    @functools.cached_property
    def features(self) -> tuple[Column, ...]:
        """The columns to learn from, with the rows of this dataset."""
        if self.on_disk is not None:
            return self.on_disk.features_of(self.rows)
        found = []
        derived = {column.name: column for column in self.derived}
        names = {derivation.source: derivation.names for derivation in self.derivations}
        for column in self.table.columns:
            if self.roles[column.name] is not Role.FEATURE:
                continue
            planned = self.plan[column.name] if self.plan else None
            if planned and planned.meaning in (Meaning.DATE, Meaning.TEXT):
                found += [_taken(derived[n], self.rows) for n in names.get(column.name, ())]
            else:
                found.append(as_meant(_taken(column, self.rows), planned, self.lines))
        return tuple(found)

    @property
    def all_derivations(self) -> tuple[Derivation, ...]:
        """How the features come from the columns of a file, each behind those that it needs."""
        sources = {derivation.source for derivation in self.derivations}
        names = (column.name for column in self.features)
        return (*needed_for({*names, *sources}, self.computed), *self.derivations)

    @property
    def target_derivations(self) -> tuple[Derivation, ...]:
        """How the target comes from the columns of a file; none if it is one of them."""
        return needed_for({self.target}, self.computed)

    @functools.cached_property
    def weights(self) -> Floats:
        """The weight each row starts with: the weight column's, see `usual_scale`, else 1."""
        if self.on_disk is not None:
            return self.on_disk.weights(self.rows)
        for name, role in self.roles.items():
            if role is Role.WEIGHT:
                return usual_scale(self.table.column(name).values[self.rows].astype(np.float64))
        return np.ones(len(self))

    @property
    def is_weighed(self) -> bool:
        """Whether a column tells how much each row counts."""
        if self.on_disk is not None:
            return self.on_disk.own_weights is not None
        return Role.WEIGHT in self.roles.values()

    @functools.cached_property
    def validation_rows(self) -> int:
        """How many rows are kept back for validation."""
        return int(np.count_nonzero(self.validation))

    @functools.cached_property
    def has_training(self) -> bool:
        """Whether there are training rows to learn from: some, and not all of weight 0."""
        return bool(((self.weights > 0) & ~self.validation).any())

    @functools.cached_property
    def has_validation(self) -> bool:
        """Whether there are validation rows to judge by: some, and not all of weight 0."""
        return bool(((self.weights > 0) & self.validation).any())

    @functools.cached_property
    def class_counts(self) -> Integers:
        """How many rows each class has; empty for a regression."""
        if not self.classes:
            return np.empty(0, np.int64)
        return np.bincount(self.labels.astype(np.int64), minlength=len(self.classes))

    @functools.cached_property
    def judging_labels(self) -> Floats | Integers:
        """The labels, those of validation rows as they were read: see `core.learning.counting`."""
        if self.first_labels is None:
            return self.labels
        return room.chosen(self.validation, self.first_labels, self.labels)

    def label_text(self, row: int) -> str:
        """The label of a row as a person reads it."""
        return self.said(float(self.labels[row]))

    def where(self, row: int) -> str:
        """The place of a row as a person reads it: its line, and its file where there are some."""
        return self.table.where(int(self.lines[row]))

    def said(self, label: float) -> str:
        """A label, the number of a class or a number itself, as a person reads it."""
        return self.classes[int(label)] if self.classes else number_text(label)

    def rows_of(self, lines: Iterable[int] | Integers) -> Integers:
        """The rows that came from these lines; raise DataError for a line that has none."""
        wanted = np.asarray(lines if isinstance(lines, np.ndarray) else list(lines), np.int64)
        found, is_there = places_among(self.lines, wanted)
        if not is_there.all():
            line = grouped(wanted[~is_there][0])
            raise DataError(f"Line {line} of {self.name} is not in this data.")
        return found

    def excluding(self, lines: Iterable[int] | Integers) -> "Dataset":
        """A new revision without these rows."""
        keep = np.ones(len(self), bool)
        keep[self.rows_of(lines)] = False
        if not keep.any():
            raise DataError("Every row would be excluded. Keep at least one.")
        return replace(self.only(keep), revision=self.revision + 1)

    def only(self, keep: Mask) -> "Dataset":
        """Some of the rows, as they are: a part, not a revision."""
        first = self.first_labels
        return replace(
            self,
            rows=room.kept(self.rows, keep),
            labels=room.kept(self.labels, keep),
            validation=room.kept(self.validation, keep),
            first_labels=None if first is None else room.kept(first, keep),
            sample=self.sample and revising.of_sample(self, self.sample, keep),
        )

    def relabelled(self, labels: Mapping[int, str] | NewValues) -> "Dataset":
        """A new revision in which these lines have these labels."""
        return revising.relabelled(self, NewValues.of(labels))

    def labelled(self, labels: Mapping[int, str] | NewValues) -> "Dataset":
        """A new revision with rows that had no label: they are learned from, and judge nothing.

        >>> import pandas as pd
        >>> frame = pd.DataFrame({"x": [1, 2, 3, 4, 5], "y": ["a", "a", None, "b", "b"]})
        >>> data = Dataset.from_frame(frame, target="y", validation_share=0)
        >>> data.unlabelled.tolist(), data.labelled({4: "b"}).lines.tolist()
        ([4], [2, 3, 4, 5, 6])
        """
        return revising.labelled(self, NewValues.of(labels))

    def with_cells(self, cells: Mapping[str, Mapping[int, str] | NewValues]) -> "Dataset":
        """A new revision in which some cells have other values; an empty text is a missing one.

        >>> import pandas as pd
        >>> frame = pd.DataFrame({"x": [1, 2, 3, 4], "y": ["a", "a", "b", "b"]})
        >>> data = Dataset.from_frame(frame, target="y", validation_share=0)
        >>> data.with_cells({"x": {3: "20"}}).features[0].values.tolist()
        [1.0, 20.0, 3.0, 4.0]
        """
        return revising.with_cells(self, {name: NewValues.of(new) for name, new in cells.items()})

    def changed(self, changes: Changes) -> "Dataset":
        """The revision that differs in these from the data as they are."""
        return revising.changed(self, changes)

    @functools.cached_property
    def unlabelled(self) -> Integers:
        """The lines of the rows that have no label, and are not left out for another reason."""
        return revising.unlabelled(self)

    def with_target(self, target: str) -> "Dataset":
        """The same table with another target: a dataset of its own, not a revision."""
        return Dataset.from_table(self.table.as_read, target, plan=self._known_plan)

    def with_weight(self, weight: str | None) -> "Dataset":
        """The same table with the weights of another column, or of none: a dataset of its own."""
        return Dataset.from_table(self.table.as_read, plan=self._known_plan.with_weight(weight))

    def with_split(self, split: Split) -> "Dataset":
        """The same table split in another way: a dataset of its own, not a revision."""
        return Dataset.from_table(self.table.as_read, plan=self._known_plan.with_split(split))

    @property
    def _known_plan(self) -> Plan:
        """What it was made by."""
        return self.plan or Plan.suggested(self.table.as_read, self.target).with_split(self.split)


def _settled(
    table: Table,
    plan: Plan | None,
    target: str | None,
    weight: str | None,
    task: Task | None,
    columns: Expressions,
    split: SplitWords,
) -> Plan:
    """The plan with what overrules it."""
    computed = {*columns, *(plan.computed if plan else ())}
    for name in (target, weight):
        if name is not None and name not in computed:
            table.column(name)
    if plan is None:
        plan = Plan.suggested(table, target, columns)
    else:
        plan = plan.fitted(table).computing_all(columns)
    if target is not None:
        plan = plan.with_target(target)
    if weight is not None:
        plan = plan.with_weight(weight)
    changed = plan.split.changed(**split)
    for name in changed.names:
        if name not in computed:
            table.column(name)
    plan = plan.with_split(changed)
    return plan if task is None else plan.with_task(task)


def _target(table: Table, plan: Plan) -> Column:
    """The target, of which some rows at least have a value."""
    if plan.target is None:
        raise DataError("No column is the target. Choose the one to predict.")
    column = table.column(plan.target).without(plan[plan.target].missing)
    if column.missing.all():
        raise DataError(
            f"No row of {table.name} has a value in the target {column.name!r}. Choose another one."
        )
    return column


def _kept(table: Table, plan: Plan, rows: Integers, target: Column) -> Integers:
    """Those of these rows that the plan leaves in."""
    if not plan.excluded and not plan.set_aside:
        return rows
    kept = np.ones(len(rows), bool)
    if plan.excluded:
        lines = np.array(sorted(plan.excluded), np.int64)
        if not (known := np.isin(lines, table.lines)).all():
            raise DataError(f"Line {lines[~known][0]} of {table.name} is not in this data.")
        kept &= ~np.isin(table.lines[rows], lines)
    if plan.set_aside:
        names = target.as_categories()
        is_aside = np.array([name in plan.set_aside for name in names.categories], bool)
        kept &= ~is_aside[names.values[rows]]
    return rows[kept]


def _taken(column: Column, rows: Integers) -> Column:
    """The column with these rows, which are in order; the column itself if they are all of them."""
    return column if len(rows) == len(column) else column.take(rows)


def _lines(table: Table, rows: Integers) -> Integers:
    """The lines of these rows, which are in order; those of the table if they are all of them."""
    return table.lines if len(rows) == len(table) else table.lines[rows]


def _strata(target: Column, task: Task) -> Integers:
    """What is to have its share on both sides: the classes, or the tenths of a number."""
    if task is Task.REGRESSION:
        return _tenths(target.numbers_in())
    return target.as_categories().values.astype(np.int64)


def _notes(
    table: Table, plan: Plan, labelled: Integers, kept: Integers, labels: Labels
) -> Iterable[str]:
    if len(labelled) < len(table):
        missing, where = len(table) - len(labelled), f"without a value in {plan.target!r}"
        yield f"{count(missing, f'row {where} was', f'rows {where} were')} set aside."
    if len(kept) < len(labelled):
        yield f"{count(len(labelled) - len(kept), 'row is', 'rows are')} left out as decided."
    if len(labels.classes) == 1:
        yield (
            f"{plan.target!r} has only the value {labels.classes[0]!r}, so there is nothing to "
            "tell apart. Choose another target."
        )
    yield from merged_spellings(table, plan)
    for name, column in plan.columns.items():
        if column.role is Role.IGNORED and column.why:
            yield f"{name!r} is left out: {column.why}."
        elif column.role is Role.FEATURE and column.meaning is Meaning.DATE and column.why:
            yield f"{name!r} holds dates: {column.why}."


def merged_spellings(table: Table, plan: Plan) -> Iterable[str]:
    """What is read as another text than the file has, a sentence a column."""
    for name, spellings in plan.spellings.items():
        if name not in table.names:
            continue
        column = table.as_read.column(name).as_categories()
        rows = dict(zip(column.categories, column.counts.tolist(), strict=True))
        told = [
            f"{' and '.join(repr(text) for text, to in spellings.items() if to == into)} as "
            f"{into!r}"
            for into in dict.fromkeys(spellings.values())
        ]
        many = count(sum(rows.get(text, 0) for text in spellings), "row")
        yield f"Spellings of {name!r} are merged, {many}: {', '.join(told)}."


def _check_numbers(table: Table, plan: Plan, rows: Integers, labels: Labels) -> None:
    """Refuse weights and numbers to predict that cannot be computed with."""
    if labels.task is Task.REGRESSION:
        values = np.asarray(labels.values, np.float64)
        check_target(str(plan.target), values, table.lines[rows])
    if plan.weight is not None:
        column = table.column(plan.weight)
        if not column.is_number:
            raise DataError(f"The weight {column.name!r} holds text. Choose a column of numbers.")
        check_weights(column.name, np.asarray(column.values[rows], np.float64), table.lines[rows])


def _tenths(values: Floats) -> Integers:
    """Which tenth of the values each one falls into: the strata of a regression."""
    # Rows that are left out may have any number; between huge ones there is no middle.
    values = np.clip(values, -MOST, MOST)
    edges = np.nanquantile(values, np.linspace(0.1, 0.9, 9))
    return np.searchsorted(edges, values).astype(np.int64)
