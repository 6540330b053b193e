"""The target of some rows as labels: numbers to be predicted, or the places of classes."""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.errors import DataError
from core.base.wording import grouped
from core.data.column import Column
from core.data.roles import Task

MOST_CLASSES = 1000
_FEW_NUMBERS = 20
_POSITIVE = frozenset(
    (
        "yes",
        "true",
        "positive",
        "pos",
        "ja",
        "oui",
        "si",
        "sí",
        "fraud",
        "fraudulent",
        "spam",
        "disease",
        "diseased",
        "case",
        "abnormal",
        "defect",
        "defective",
        "anomaly",
        "attack",
        "churned",
        "failure",
    )
)


@dataclass(frozen=True, eq=False)
class Labels:
    """What is to be predicted: the classes in their order, and a label for every row."""

    task: Task
    classes: tuple[str, ...]
    values: Floats | Integers

    @classmethod
    def read(cls, column: Column, task: Task | None, positive: str | None = None) -> "Labels":
        """Read a target without missing values; without a task the values decide.

        Of two classes the second is the positive one: the one named, else the one that a
        well-known word stands for, else the last by number or name.

        >>> import pandas as pd
        >>> Labels.read(Column.from_series("y", pd.Series(["ja", "nein"])), None).classes
        ('nein', 'ja')
        """
        if task is Task.REGRESSION:
            column = _numbers(column)
        if task is Task.REGRESSION or (task is None and is_measured(column)):
            if positive is not None:
                raise DataError(f"{column.name!r} is a number, so it has no positive class.")
            return cls(Task.REGRESSION, (), np.asarray(column.values, np.float64))
        column = column.as_categories()
        present = np.flatnonzero(np.bincount(column.values, minlength=len(column.categories)))
        if len(present) > MOST_CLASSES:
            raise DataError(
                f"The target {column.name!r} has {grouped(len(present))} different values: "
                "more than "
                f"{grouped(MOST_CLASSES)} classes cannot be told apart. Choose another target."
            )
        found = Task.TWO_CLASSES if len(present) <= 2 else Task.MANY_CLASSES
        if task is Task.TWO_CLASSES and found is not task:
            raise DataError(
                f"The target {column.name!r} has {grouped(len(present))} classes, not two."
            )
        texts = [column.categories[code] for code in present]
        order = _class_order(texts, column.name, positive)
        place = np.empty(len(column.categories), np.int64)
        place[present[order]] = np.arange(len(present))
        return cls(found, tuple(texts[i] for i in order), place[column.values])


def is_measured(column: Column) -> bool:
    """Whether the values are numbers to be predicted rather than the names of classes."""
    if not column.is_number:
        return False
    if column.distinct_up_to(_FEW_NUMBERS) > _FEW_NUMBERS:
        return True
    values = np.unique(column.values)
    whole = bool(np.all(np.isfinite(values)) and np.all(values == np.floor(values)))
    return len(values) > 2 and not whole


def _numbers(column: Column) -> Column:
    try:
        return column.as_numbers()
    except ValueError:
        raise DataError(
            f"The target {column.name!r} holds text. Choose a column of numbers."
        ) from None


def _class_order(texts: list[str], name: str, positive: str | None) -> list[int]:
    """Numbers by value, everything else by name; of two the positive one is the second."""
    try:
        keys: list[float] | list[str] = [float(text) for text in texts]
    except ValueError:
        keys = texts
    order = sorted(range(len(texts)), key=keys.__getitem__)
    if positive is not None:
        if len(texts) != 2 or positive not in texts:
            raise DataError(
                f"{positive!r} cannot be the positive class of {name!r}, which has "
                f"{grouped(len(texts))}: {', '.join(texts[:8])}. Choose one of two."
            )
        return sorted(order, key=lambda place: texts[place] == positive)
    well_known = [text.strip().lower() in _POSITIVE for text in texts]
    if len(texts) == 2 and sum(well_known) == 1:
        return sorted(order, key=well_known.__getitem__)
    return order
