"""Which rows are for validation: drawn by chance, or told by a column, or by time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.base import pool
from core.base.arrays import Floats, Integers, Mask
from core.base.errors import DataError
from core.base.wording import count, grouped
from core.data.column import Column
from core.data.derived.dates import dates_of, guessed_order
from core.data.plan import Plan
from core.data.roles import Role
from core.data.split import FILE_ORDER, Split
from core.data.splits.by_place import by_place
from core.data.splits.copies import accidental_copies
from core.data.splits.grouping import group_numbers, rarest_stratum
from core.data.splits.sameness import groups, row_hashes
from core.data.table import Table

_STREAM = 0x5EED
_FEW_STRATA = 16
_FOR_VALIDATION = frozenset(
    (
        "yes",
        "y",
        "true",
        "t",
        "1",
        "test",
        "testing",
        "tests",
        "validation",
        "validate",
        "valid",
        "val",
        "dev",
        "development",
        "holdout",
        "hold-out",
        "held out",
        "held-out",
        "eval",
        "evaluation",
        "oos",
        "out of sample",
        "out-of-sample",
        "ja",
        "wahr",
    )
)
_FOR_TRAINING = frozenset(
    (
        "no",
        "n",
        "false",
        "f",
        "0",
        "train",
        "training",
        "trained",
        "tr",
        "fit",
        "fitting",
        "learn",
        "learning",
        "in sample",
        "in-sample",
        "nein",
        "falsch",
    )
)


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows that are to be split: all that have a label."""

    table: Table
    plan: Plan
    places: Integers
    """Where they stand in the table."""
    strata: Integers
    """What is to have its share on both sides."""

    def column(self, name: str) -> Column:
        """A column of the table with these rows, values that count as missing left out."""
        column = self.table.column(name).without(self.plan[name].missing)
        return column if len(self.places) == len(column) else column.take(self.places)


def split_rows(rows: Rows) -> tuple[Mask, tuple[str, ...]]:
    """Mark the rows that are for validation, and what a person should know about it."""
    split = rows.plan.split
    if split.column is not None:
        return _told(rows, split.column), tuple(_column_notes(rows, split))
    if split.share <= 0:
        return np.zeros(len(rows.places), bool), ()
    if split.time is not None:
        return _by_time(rows, split)
    if split.is_by_place:
        group = None if split.group is None else rows.column(split.group)
        return by_place(rows.table, rows.table.lines[rows.places], split, group), ()
    if split.group is not None:
        return _by_group(rows, split)
    features = [
        rows.column(column.name)
        for column in rows.table.columns
        if rows.plan[column.name].role is Role.FEATURE
    ]
    if split.keeps_labels_together:
        # Numbered by first appearance: the draw depends on the rows, not on their hashes.
        unit = groups(row_hashes(features, rows.strata))
        return drawn(unit, rows.strata, split.share, split.seed), ()
    return draw_split(features, rows.strata, split.share, split.seed), ()


# By chance


def draw_split(features: Sequence[Column], strata: Integers, share: float, seed: int) -> Mask:
    """Mark `share` of each stratum's rows for validation, accidental copies all on one side.

    >>> import pandas as pd
    >>> strata = np.repeat([0, 1], [40, 20])
    >>> column = Column.from_series("x", pd.Series(range(60)))
    >>> chosen = draw_split((column,), strata, 0.25, seed=0)
    >>> int(chosen[:40].sum()), int(chosen[40:].sum())
    (10, 5)
    """
    if share <= 0 or len(strata) == 0:
        return np.zeros(len(strata), bool)
    return drawn(accidental_copies(features), strata, share, seed)


def drawn(unit: Integers | None, strata: Integers, share: float, seed: int) -> Mask:
    """Mark `share` of each stratum's rows, the rows of one unit all on one side."""
    if len(strata) == 0:
        return np.zeros(0, bool)
    # A stream of its own: data made with the plain seed must not decide about its split.
    stream = np.random.default_rng([_STREAM, seed])
    if unit is None:
        return _lowest(stream.random(len(strata)), strata, share)
    stratum, size = rarest_stratum(unit, strata), np.bincount(unit)
    order = _drawn_order(stream.random(len(size)), stratum)
    stratum, size = stratum[order], size[order]
    total = np.bincount(stratum, size).astype(np.int64)
    rows_before = np.concatenate([[0], np.cumsum(size)])
    stratum_start = np.cumsum(total) - total
    within = rows_before[1:] - stratum_start[stratum]
    chosen = np.empty(len(size), bool)
    # A unit is taken while its middle lies inside the share: the error is half a unit at most.
    chosen[order] = within - size / 2 < share * total[stratum]
    return np.asarray(chosen[unit])


def _lowest(drawn: Floats, stratum: Integers, share: float) -> Mask:
    """Mark in each stratum the rows that drew the lowest numbers: as units of one row each.

    The highest of these is found without sorting, which of millions of rows takes far longer.
    """
    short, sizes = _small(stratum), np.bincount(stratum)
    chosen = np.zeros(len(drawn), bool)
    if len(sizes) <= _FEW_STRATA:

        def choose(first: int, last: int) -> None:
            for each in range(first, last):
                is_own = short == each
                np.copyto(chosen, drawn <= _highest(drawn[is_own], share), where=is_own)

    else:
        parts = np.split(np.argsort(short, kind="stable"), np.cumsum(sizes)[:-1])

        def choose(first: int, last: int) -> None:
            for rows in parts[first:last]:
                chosen[rows] = drawn[rows] <= _highest(drawn[rows], share)

    pool.over(len(sizes), choose)
    return chosen


def _highest(drawn: Floats, share: float) -> float:
    """The highest of the lowest numbers, whose places are the share; the numbers get moved."""
    # The middle of the last row taken lies inside the share.
    inside = share * len(drawn)
    wanted = int(inside) + (int(inside) + 0.5 < inside)
    if not wanted:
        return -np.inf
    drawn.partition(wanted - 1)
    return float(drawn[wanted - 1])


def _drawn_order(drawn: Floats, stratum: Integers) -> Integers:
    """Sorted by stratum, and within it by what was drawn."""
    order = np.argsort(drawn)
    return order[np.argsort(_small(stratum)[order], kind="stable")]


def _small(stratum: Integers) -> npt.NDArray[np.int16] | Integers:
    """Short numbers are sorted by counting them."""
    return stratum.astype(np.int16) if stratum.max() < 1 << 15 else stratum


# By group


def _by_group(rows: Rows, split: Split) -> tuple[Mask, tuple[str, ...]]:
    assert split.group is not None
    column = rows.column(split.group)
    unit = group_numbers(column)
    sizes = np.bincount(unit)
    if len(sizes) < 2:
        raise DataError(
            f"Every row has the same value in {split.group!r}, so no group can be kept back for "
            "validation. Choose another group."
        )
    chosen = _filled(drawn(unit, rows.strata, split.share, split.seed), unit, sizes, split)
    return chosen, tuple(_group_notes(column, split.group))


def _filled(chosen: Mask, unit: Integers, sizes: Integers, split: Split) -> Mask:
    """As many groups more as the share has room for: a stratum of one group gives none by itself.

    At least one group is for validation, and one is not.
    """
    is_chosen = np.zeros(len(sizes), bool)
    is_chosen[unit[chosen]] = True
    room = split.share * len(unit) - sizes[is_chosen].sum()
    order = np.random.default_rng([_STREAM, split.seed, 1]).permutation(np.flatnonzero(~is_chosen))
    reached = np.cumsum(sizes[order]) - sizes[order] / 2
    is_chosen[order[reached <= room]] = True
    if not is_chosen.any():
        is_chosen[np.argmin(sizes)] = True
    if is_chosen.all():
        is_chosen[np.argmax(sizes)] = False
    return is_chosen[unit]


def _group_notes(column: Column, name: str) -> Iterator[str]:
    missing = int(column.missing.sum())
    if missing:
        rows = count(missing, "row has", "rows have")
        yield f"{rows} no value in the group {name!r}: each is a group of its own."


# By a column


def _told(rows: Rows, name: str) -> Mask:
    chosen = for_validation(rows.column(name))
    if chosen.all() or not chosen.any():
        which = "Every row" if chosen.any() else "No row"
        raise DataError(
            f"{which} is for validation by {name!r}. Write yes or test for some rows, and no or "
            "train for others, or choose another column."
        )
    return chosen


def for_validation(column: Column) -> Mask:
    """Which rows a column says are for validation; raise DataError for a word that says neither."""
    column = column.as_categories()
    meant = []
    for place, text in enumerate(column.categories):
        word = " ".join(text.lower().replace("_", " ").split())
        if word not in _FOR_VALIDATION | _FOR_TRAINING:
            if not (column.values == place).any():
                meant.append(False)  # in rows without a label alone
                continue
            raise DataError(
                f"{column.name!r} cannot say which rows are for validation: {text!r} is neither "
                "yes nor no, neither 1 nor 0, and neither train nor test. Write it so, or choose "
                "another column."
            )
        meant.append(word in _FOR_VALIDATION)
    return np.array([*meant, False], bool)[column.values]


def _column_notes(rows: Rows, split: Split) -> Iterator[str]:
    assert split.column is not None
    missing = int(rows.column(split.column).missing.sum())
    if missing:
        what = count(missing, "row has", "rows have")
        yield f"{what} no value in {split.column!r}, and {_are(missing)} trained on."
    if split.group is None:
        return
    column = rows.column(split.group)
    unit, chosen = group_numbers(column), _told(rows, split.column)
    both = np.bincount(unit, chosen) % np.bincount(unit) > 0
    if both.any():
        yield (
            f"{grouped(int(both.sum()))} of the groups by {split.group!r} have rows on both "
            "sides, as "
            f"{split.column!r} says: the validation error may be too low."
        )
    yield from _group_notes(column, split.group)


# By time


def _by_time(rows: Rows, split: Split) -> tuple[Mask, tuple[str, ...]]:
    assert split.time is not None
    times, notes = _times(rows, split.time)
    if split.group is not None:
        column = rows.column(split.group)
        unit = group_numbers(column)
        notes += tuple(_group_notes(column, split.group))
        last = np.full(int(unit.max()) + 1, -np.inf)
        np.maximum.at(last, unit, np.where(np.isnan(times), -np.inf, times))
        times = last[unit]
        times[np.isneginf(times)] = np.nan
    return latest(times, split.share, split.time), notes


def _times(rows: Rows, name: str) -> tuple[Floats, tuple[str, ...]]:
    """When each row was, as a number that grows; NaN for a row that does not tell."""
    if name == FILE_ORDER:
        return np.arange(len(rows.places), dtype=np.float64), ()
    times = times_in(rows.column(name), rows.plan[name].date_order)
    unknown = int(np.isnan(times).sum())
    if not unknown:
        return times, ()
    what = count(unknown, "row has", "rows have")
    return times, (f"{what} no time in {name!r}, and {_are(unknown)} trained on.",)


def times_in(column: Column, order: str = "") -> Floats:
    """What a column of dates or numbers says, as numbers that grow; NaN where it says nothing.

    >>> import pandas as pd
    >>> days = Column.from_series("day", pd.Series(["2024-03-02", "2024-03-01", None]))
    >>> np.diff(times_in(days)).tolist()
    [-86400.0, nan]
    """
    if column.is_number and not order:
        return np.where(np.isfinite(column.values), column.values, np.nan)
    if not order:
        numbers = column.numbers_in()
        if (np.isnan(numbers) == column.missing).all():
            return numbers
        guess = guessed_order(column.categories)
        if guess is None:
            row = int((np.isnan(numbers) & ~column.missing).argmax())
            raise DataError(
                f"{column.name!r} cannot tell which rows are the latest: {column.text(row)!r} is "
                "neither a number nor a date. Choose a column of dates or numbers, or "
                f"{FILE_ORDER!r} for the last lines of the file."
            )
        order = guess.order
    dates, places = dates_of(column, order)
    seconds = np.where(np.isnat(dates), np.nan, dates.astype("M8[s]").astype(np.int64))
    return np.asarray(seconds[places], np.float64)


def latest(times: Floats, share: float, name: str) -> Mask:
    """Mark the latest `share` of the rows, those of one time all on one side.

    >>> latest(np.array([1.0, 5, 4, 5, 2, 3, 0, 1]), 0.25, "day").tolist()
    [False, True, False, True, False, False, False, False]
    """
    known, unit = np.unique(times, return_inverse=True)
    sizes = np.bincount(unit, minlength=len(known))
    # NaN, if there is one, is the last: rows without a time are not the latest.
    counted = int((~np.isnan(known)).sum())
    if counted < 2:
        raise DataError(
            f"{name!r} has the same value in every row that has one, so none is the latest. "
            "Choose another column."
        )
    from_end = np.cumsum(sizes[:counted][::-1])[::-1]
    chosen = np.zeros(len(known), bool)
    chosen[:counted] = from_end - sizes[:counted] / 2 < share * len(times)
    chosen[counted - 1] = True  # some rows judge, and ...
    chosen[0] = False  # ... some teach
    return np.asarray(chosen[unit])


def _are(number: int) -> str:
    return "is" if number == 1 else "are"
