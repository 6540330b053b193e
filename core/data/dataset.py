"""A Dataset: the rows with a label, the columns with a role, the task and the split."""

import enum
import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from core.arrays import Floats, Integers, Mask
from core.data.column import Column, number_text
from core.data.split import draw_split
from core.data.table import Table
from core.errors import DataError

VALIDATION_SHARE = 0.25
_MOST_CLASSES = 1000
_TARGET_WORDS = ("target", "class", "label", "outcome", "y")


class Role(enum.Enum):
    """What a column is used for."""

    FEATURE = "feature"
    TARGET = "target"
    WEIGHT = "weight"
    IGNORED = "ignored"


class Task(enum.Enum):
    """What is to be predicted."""

    TWO_CLASSES = "two classes"
    MANY_CLASSES = "many classes"
    REGRESSION = "regression"


@dataclass(frozen=True, eq=False)
class Dataset:
    """Immutable. A revision shares the table, the roles and the split of its parent.

    Rows are counted from 0 within the dataset, in the order of the file; `lines` tells the line
    each had in the file, which is its name for ever. `excluding` and `relabelled` take lines.

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
    validation_share: float
    seed: int
    notes: tuple[str, ...] = ()
    revision: int = 0

    @classmethod
    def from_frame(
        cls,
        frame: pd.DataFrame,
        target: str | None = None,
        *,
        weight: str | None = None,
        validation_share: float = VALIDATION_SHARE,
        seed: int = 0,
        name: str = "data",
        task: Task | None = None,
    ) -> "Dataset":
        """Make a dataset of a data frame; see `from_table`."""
        return cls.from_table(
            Table.from_frame(frame, name),
            target,
            weight=weight,
            validation_share=validation_share,
            seed=seed,
            task=task,
        )

    @classmethod
    def from_table(
        cls,
        table: Table,
        target: str | None = None,
        *,
        weight: str | None = None,
        validation_share: float = VALIDATION_SHARE,
        seed: int = 0,
        task: Task | None = None,
    ) -> "Dataset":
        """Decide the roles, the task and the split; without a target the likeliest is taken.

        A `task` says whether the target is classes or a number; without it the values decide.
        """
        if not 0 <= validation_share < 1:
            raise DataError(
                f"The validation share is {validation_share}: it must be at least 0 and below 1."
            )
        target = target or suggested_target(table)
        target_column = table.column(target)
        if weight == target:
            raise DataError(f"{target!r} cannot be both the target and the weight.")
        weight_column = table.column(weight) if weight else None
        rows = np.flatnonzero(~target_column.missing)
        if len(rows) == 0:
            raise DataError(
                f"No row of {table.name} has a value in the target {target!r}. Choose another one."
            )
        notes = []
        if len(rows) < len(table):
            notes.append(
                f"{len(table) - len(rows):,} rows without a value in {target!r} were set aside."
            )
        _check_weights(table, weight_column, rows)
        task, classes, labels = _read_target(target_column.take(rows), task)
        roles = {target: Role.TARGET} | ({weight: Role.WEIGHT} if weight else {})
        for column in table.columns:
            if column.name not in roles:
                why = _why_ignored(column)
                roles[column.name] = Role.IGNORED if why else Role.FEATURE
                notes += [f"{column.name!r} is left out: {why}."] if why else []
        features = tuple(
            column.take(rows) for column in table.columns if roles[column.name] is Role.FEATURE
        )
        strata = labels.astype(np.int64) if classes else _tenths(labels)
        validation = draw_split(features, strata, validation_share, seed)
        return cls(
            table, roles, task, classes, rows, labels, validation, validation_share, seed,
            tuple(notes),
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def name(self) -> str:
        """The name of the file, or the one given."""
        return self.table.name

    @functools.cached_property
    def lines(self) -> Integers:
        """The line of the file that each row came from."""
        return self.table.lines[self.rows]

    @functools.cached_property
    def target(self) -> str:
        """The name of the target column."""
        return next(name for name, role in self.roles.items() if role is Role.TARGET)

    @functools.cached_property
    def features(self) -> tuple[Column, ...]:
        """The columns to learn from, with the rows of this dataset."""
        return tuple(
            column.take(self.rows)
            for column in self.table.columns
            if self.roles[column.name] is Role.FEATURE
        )

    @functools.cached_property
    def weights(self) -> Floats:
        """The weight each row starts with: the weight column's, else 1."""
        for name, role in self.roles.items():
            if role is Role.WEIGHT:
                return self.table.column(name).values[self.rows].astype(np.float64)
        return np.ones(len(self))

    @functools.cached_property
    def has_validation(self) -> bool:
        """Whether there are validation rows to judge by: some, and not all of weight 0."""
        return bool(self.weights[self.validation].any())

    @functools.cached_property
    def class_counts(self) -> Integers:
        """How many rows each class has; empty for a regression."""
        if not self.classes:
            return np.empty(0, np.int64)
        return np.bincount(self.labels.astype(np.int64), minlength=len(self.classes))

    def label_text(self, row: int) -> str:
        """The label of a row as a person reads it."""
        if self.classes:
            return self.classes[int(self.labels[row])]
        return number_text(float(self.labels[row]))

    def rows_of(self, lines: Iterable[int]) -> Integers:
        """The rows that came from these lines; raise DataError for a line that has none."""
        wanted = np.asarray(list(lines), np.int64)
        found = np.searchsorted(self.lines, wanted)
        there = found < len(self)
        there[there] = self.lines[found[there]] == wanted[there]
        if not there.all():
            raise DataError(f"Line {wanted[~there][0]} of {self.name} is not in this data.")
        return found

    def excluding(self, lines: Iterable[int]) -> "Dataset":
        """A new revision without these rows."""
        keep = np.ones(len(self), bool)
        keep[self.rows_of(lines)] = False
        if not keep.any():
            raise DataError("Every row would be excluded. Keep at least one.")
        return replace(
            self,
            rows=self.rows[keep],
            labels=self.labels[keep],
            validation=self.validation[keep],
            revision=self.revision + 1,
        )

    def relabelled(self, labels: Mapping[int, str]) -> "Dataset":
        """A new revision in which these lines have these labels."""
        if not self.classes:
            raise DataError("Only classes can be relabelled, and this target is a number.")
        unknown = sorted(set(labels.values()) - set(self.classes))
        if unknown:
            raise DataError(
                f"{unknown[0]!r} is no class of {self.target!r}. The classes are: "
                f"{', '.join(self.classes)}."
            )
        changed = self.labels.copy()
        changed[self.rows_of(labels)] = [self.classes.index(label) for label in labels.values()]
        return replace(self, labels=changed, revision=self.revision + 1)

    def with_target(self, target: str) -> "Dataset":
        """The same table with another target: a dataset of its own, not a revision."""
        weight = next((name for name, role in self.roles.items() if role is Role.WEIGHT), None)
        return Dataset.from_table(
            self.table,
            target,
            weight=weight if weight != target else None,
            validation_share=self.validation_share,
            seed=self.seed,
        )


def suggested_target(table: Table) -> str:
    """The column that is most likely meant: by its name, else the last one with a few classes.

    >>> suggested_target(Table.from_frame(pd.DataFrame({"class": [0, 1], "age": [30, 40]})))
    'class'
    """
    if not table.columns:
        raise DataError(f"{table.name} has no columns.")
    for word in _TARGET_WORDS:
        for column in table.columns:
            if column.name.strip().lower() == word:
                return column.name
    for column in reversed(table.columns):
        if 2 <= column.distinct <= 20:
            return column.name
    return table.columns[-1].name


def _read_target(
    column: Column, task: Task | None
) -> tuple[Task, tuple[str, ...], Floats | Integers]:
    if task is Task.REGRESSION and not column.is_number:
        raise DataError(f"The target {column.name!r} holds text. Choose a column of numbers.")
    if task is Task.REGRESSION or (task is None and _is_measured(column)):
        return Task.REGRESSION, (), column.values.astype(np.float64)
    column = column.as_categories()
    present = np.unique(column.values)
    if len(present) > _MOST_CLASSES:
        raise DataError(
            f"The target {column.name!r} has {len(present):,} different values: more than "
            f"{_MOST_CLASSES:,} classes cannot be told apart. Choose another target."
        )
    texts = [column.categories[code] for code in present]
    order = _class_order(texts)
    place = np.empty(len(column.categories), np.int64)
    place[present[order]] = np.arange(len(present))
    found = Task.TWO_CLASSES if len(present) <= 2 else Task.MANY_CLASSES
    if task is Task.TWO_CLASSES and found is not task:
        raise DataError(f"The target {column.name!r} has {len(present):,} classes, not two.")
    return found, tuple(texts[i] for i in order), place[column.values]


def _is_measured(column: Column) -> bool:
    """Whether the values are numbers to be predicted rather than the names of classes."""
    if not column.is_number:
        return False
    values = np.unique(column.values)
    whole = bool(np.all(np.isfinite(values)) and np.all(values == np.floor(values)))
    return len(values) > 20 or (len(values) > 2 and not whole)


def _class_order(texts: list[str]) -> list[int]:
    """Numbers by value, everything else by name."""
    try:
        keys: list[float] | list[str] = [float(text) for text in texts]
    except ValueError:
        keys = texts
    return sorted(range(len(texts)), key=keys.__getitem__)


def _why_ignored(column: Column) -> str:
    present = len(column) - int(column.missing.sum())
    if present == 0:
        return "all its values are missing"
    if not column.is_number and present > 50 and column.distinct > 0.5 * present:
        return (
            f"{column.distinct:,} of its {present:,} values differ, as in an identifier or a text"
        )
    return ""


def _check_weights(table: Table, column: Column | None, rows: Integers) -> None:
    if column is None:
        return
    if not column.is_number:
        raise DataError(f"The weight {column.name!r} holds text. Choose a column of numbers.")
    values = column.values[rows]
    wrong = ~(np.isfinite(values) & (values >= 0))
    if wrong.any():
        line = table.lines[rows[wrong.argmax()]]
        raise DataError(
            f"The weight {column.name!r} on line {line} is missing, negative or not finite. "
            "Every row needs a weight of 0 or more."
        )
    if not values.any():
        raise DataError(f"Every weight in {column.name!r} is 0. Choose another column.")


def _tenths(values: Floats | Integers) -> Integers:
    """Which tenth of the values each one falls into: the strata of a regression."""
    return np.searchsorted(np.quantile(values, np.linspace(0.1, 0.9, 9)), values).astype(np.int64)
