"""The columns whose cells are judged, as numbers or as places of categories, and what is left out.

A number that has few different values is judged as a category: its values are named, not measured.
"""

import enum
import functools
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from core.base.arrays import Floats, Mask
from core.base.wording import count, grouped, number_text
from core.data.column import Column, Kind
from core.data.column_plan import ColumnPlan
from core.data.dataset import Dataset
from core.data.derived.date_texts import MIXED, PER_SECOND
from core.data.derived.dates import DateParts, dates_of
from core.data.features import as_meant
from core.data.roles import Meaning, Role
from core.judging.cells.scale import ColumnScale

_FEW_VALUES = 8
"""Numbers nearly all of which are among so few are judged as categories."""
_NEARLY_ALL = 0.98
_SPIKE = 0.25
_LEAST_CELLS = 20
_MOST_CATEGORIES = 60
_MOST_CELLS = 20_000_000
"""Beyond, whole columns are left out, the last ones first."""
_DIGITS = 4


class CellKind(enum.Enum):
    """What the cells of a column are."""

    NUMBER = "number"
    DATE = "date"
    CATEGORY = "category"


@dataclass(frozen=True, eq=False)
class CellColumn:
    """One column: a number for each row, NaN where it is missing.

    A date is the days since 1970, a category its place in `names`.
    """

    name: str
    kind: CellKind
    values: Floats
    names: tuple[str, ...] = ()
    order: str = ""
    """How dates are written."""
    is_judged: bool = True
    """Else it only helps to explain others."""
    is_target: bool = False
    """Whether it is the number to predict, which no row can do without."""
    spike: float = np.nan
    """A number that very many rows have, as 0 where something is seldom; NaN without one.

    It is no measurement like the others: its cells count as missing here, and are not judged."""
    has_spike: Mask | None = None
    """The rows that have it."""

    @functools.cached_property
    def missing(self) -> Mask:
        """Where a value is missing."""
        return np.isnan(self.values)

    def rows_with(self, value: float) -> Mask:
        """The rows that have a number, the spike among them."""
        if self.has_spike is not None and value == self.spike:
            return self.has_spike
        return np.asarray(self.values == value)

    @property
    def is_category(self) -> bool:
        """Whether its values are places of names."""
        return self.kind is CellKind.CATEGORY

    @functools.cached_property
    def scale(self) -> ColumnScale:
        """The scale of its numbers."""
        known = self.values[~self.missing]
        return ColumnScale.of(known if len(known) else np.zeros(1))

    @functools.cached_property
    def step(self) -> float:
        """How finely its numbers are told apart: the usual distance of neighbours, on the scale."""
        distinct = np.unique(self.scale(self.values[~self.missing]))
        return float(np.median(np.diff(distinct))) if len(distinct) > 1 else 0.0

    @functools.cached_property
    def decimals(self) -> int:
        """How many decimals most of its numbers have."""
        known = self.values[~self.missing][:2000]
        places = [len(number_text(value).partition(".")[2]) for value in known.tolist()]
        return int(np.quantile(places, 0.75)) if places else 0

    def as_column(self, values: Floats) -> Column:
        """Some values of it as the engine takes them."""
        if not self.is_category:
            return Column(self.name, Kind.NUMBER, np.ascontiguousarray(values))
        codes = np.where(np.isnan(values), -1, values).astype(np.int32)
        return Column(self.name, Kind.CATEGORY, codes, self.names)

    def text(self, value: float) -> str:
        """A value as it would stand in the file; empty if it is missing."""
        if np.isnan(value):
            return ""
        if self.is_category:
            return self.names[int(value)]
        if self.kind is CellKind.DATE:
            return _date_text(value, self.order)
        return number_text(round(float(value), 12) if abs(value) < 1e6 else float(value))

    def rounded(self, value: float) -> float:
        """A value that was computed, with no more digits than the column has."""
        if np.isnan(value) or self.is_category:
            return value
        if self.kind is CellKind.DATE:
            return float(round(value))
        least = 10.0 ** (-self.decimals)
        telling = 10.0 ** (np.floor(np.log10(abs(value))) - _DIGITS + 1) if value else least
        return float(round(value / max(least, telling)) * max(least, telling))


@dataclass(frozen=True, eq=False)
class CellTable:
    """The columns of a dataset in the order of the file, one value a row of the dataset each."""

    columns: tuple[CellColumn, ...]
    left_out: tuple[str, ...]
    """In sentences, which columns are not judged and why."""

    @classmethod
    def of(cls, data: Dataset) -> "CellTable":
        """The judged columns, then those that only help: the classes, and the place in the file."""
        found, left_out = [], []
        for name in data.table.names:
            column = _cell_column(data, name)
            if column is None:
                continue
            if isinstance(column, str):
                left_out.append(column)
            else:
                found.append(column)
        most = max(2, _MOST_CELLS // max(1, len(data)))
        if len(found) > most:
            left_out.append(
                f"The last {count(len(found) - most, 'column')} of {grouped(len(found))} "
                "were not judged: "
                "the table is too large. Ignore columns that do not matter, and look again."
            )
        helpers = _helpers(data) if found else ()
        return cls((*found[:most], *helpers), tuple(left_out))

    @property
    def judged(self) -> int:
        """How many columns are judged: the first ones."""
        return sum(column.is_judged for column in self.columns)

    def matrix(self) -> Floats:
        """All values, a column a column."""
        return np.column_stack([column.values for column in self.columns])


def _cell_column(data: Dataset, name: str) -> CellColumn | str | None:
    """A column to be judged, a sentence why it is not, or None where nobody would expect it."""
    if name in data.table.computed:  # no cell of the file, and a copy of what others hold
        return None
    role = data.roles[name]
    is_number_target = role is Role.TARGET and not data.classes
    if is_number_target:
        target = _named(_numbers(name, np.asarray(data.labels, np.float64)))
        return replace(target, is_target=True) if isinstance(target, CellColumn) else target
    if role is not Role.FEATURE:
        return None
    planned = data.plan[name] if data.plan else None
    column = data.table.column(name)
    column = column if len(column) == len(data) else column.take(data.rows)
    if planned is not None and planned.meaning is Meaning.DATE:
        return _dates(data, column, planned)
    if planned is not None and planned.meaning in (Meaning.TEXT, Meaning.IDENTIFIER):
        return f"{name!r} is not judged: texts and identifiers have no value that would fit."
    meant = as_meant(column, planned, data.lines)
    if meant.is_number:
        return _named(_numbers(name, np.asarray(meant.values, np.float64)))
    return _categories(meant)


def _dates(data: Dataset, column: Column, planned: ColumnPlan) -> CellColumn | str | None:
    own = [each for each in data.derivations if each.source == column.name]
    if not own or not isinstance(own[0], DateParts):
        return None
    dates, places = dates_of(column.without(planned.missing), own[0].order)
    days = dates.astype("M8[s]").astype(np.int64) / 86_400
    days[np.isnat(dates)] = np.nan
    return _enough(CellColumn(column.name, CellKind.DATE, days[places], order=own[0].order))


def _numbers(name: str, values: Floats) -> CellColumn:
    return CellColumn(name, CellKind.NUMBER, np.where(np.isfinite(values), values, np.nan))


def _named(column: CellColumn) -> CellColumn | str | None:
    """A column of numbers; as categories if nearly all of them are among a few."""
    known = column.values[~column.missing]
    numbers, counts = np.unique(known, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    covered = counts[order[:_FEW_VALUES]].sum()
    if len(known) and covered >= _NEARLY_ALL * len(known) and len(numbers) <= _MOST_CATEGORIES:
        places = np.searchsorted(numbers, column.values).astype(np.float64)
        places[column.missing] = np.nan
        names = tuple(number_text(float(number)) for number in numbers)
        return _enough(replace(column, kind=CellKind.CATEGORY, values=places, names=names))
    if len(known) and counts.max() >= _SPIKE * len(known):
        spike = float(numbers[counts.argmax()])
        has_spike = column.values == spike
        values = np.where(has_spike, np.nan, column.values)
        column = replace(column, values=values, spike=spike, has_spike=has_spike)
    return _enough(column)


def _categories(column: Column) -> CellColumn | str | None:
    used = np.flatnonzero(np.bincount(column.values[~column.missing]) > 0)
    if len(used) > _MOST_CATEGORIES:
        return f"{column.name!r} is not judged: it has {grouped(len(used))} different categories."
    names = tuple(column.categories[place] for place in used)
    values = np.searchsorted(used, column.values).astype(np.float64)
    values[column.missing] = np.nan
    return _enough(CellColumn(column.name, CellKind.CATEGORY, values, names))


def _enough(column: CellColumn) -> CellColumn | None:
    """The column, if it has enough values, and not all the same."""
    known = column.values[~column.missing]
    return column if len(known) >= _LEAST_CELLS and known.min() < known.max() else None


def _helpers(data: Dataset) -> Iterator[CellColumn]:
    """What helps to explain cells and is no cell to judge."""
    if data.classes:
        labels = data.labels.astype(np.float64)
        yield CellColumn("", CellKind.CATEGORY, labels, data.classes, is_judged=False)
    place = np.arange(len(data), dtype=np.float64)
    yield CellColumn(" ", CellKind.NUMBER, place, is_judged=False)


def _date_text(days: float, order: str) -> str:
    """A date in the order in which the column writes dates; of several, the first."""
    if order in PER_SECOND:
        return number_text(float(round(days * 86_400 * PER_SECOND[order])))
    whole = np.datetime64("1970-01-01", "s") + np.timedelta64(round(days * 86_400), "s")
    year, month, day = str(whole.astype("M8[D]")).split("-")
    parts = {"year": year, "month": month, "day": day}
    text = MIXED[order][0] if order in MIXED else order
    for name, value in parts.items():
        text = text.replace(name, value)
    return text
