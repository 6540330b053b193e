"""The second pass over all files: every value becomes a byte, in arrays that lie in files."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base import room
from core.base.arrays import Codes, Floats, Integers, Mask
from core.base.errors import DataError
from core.base.progress import Watch
from core.data.column import Column
from core.data.roles import Task
from core.data.split import FILE_ORDER
from core.parts.prepared import PreparedRows, Preparing
from core.parts.sizes import row_bytes
from core.parts.summing import FilesSummary

CODES, LABELS, LINES, ORDER = "codes", "labels", "lines", "order"
VALIDATION, WEIGHTS, GROUPS, TIMES = "validation", "weights", "groups", "times"


def needed_bytes(preparing: Preparing, summary: FilesSummary) -> int:
    """How much room the codes take."""
    return summary.rows * row_bytes(preparing.plan, len(summary.encoder.features))


def encode(preparing: Preparing, summary: FilesSummary, folder: Path, watch: Watch) -> None:
    """Write the codes of all rows, training rows first, and what else is known of each row."""

    def made(name: str, dtype: npt.DTypeLike, *shape: int) -> npt.NDArray[Any]:
        path = folder / f"{name}.npy"
        made = np.lib.format.open_memmap(path, "w+", dtype, shape)
        room.reserve(path)
        return made

    into = EncodedRows(made, preparing, summary)
    for number, rows in preparing.files(watch):
        for own in rows:
            into.add(summary.files.before[number], own)
    into.finish()


class EncodedRows:
    """Arrays of rows, filled from front to back; codes on both sides of the split."""

    def __init__(
        self,
        made: Callable[..., npt.NDArray[Any]],
        preparing: Preparing,
        summary: FilesSummary,
    ) -> None:
        """`made` gives room for an array: by its name, its kind and its shape."""
        self._summary = summary
        rows, plan = summary.rows, preparing.plan
        is_number = summary.labels.task is Task.REGRESSION
        self._codes: Codes = made(CODES, np.uint8, len(summary.encoder.features), rows)
        self._labels = made(LABELS, np.float64 if is_number else np.int64, rows)
        self._lines: Integers = made(LINES, np.int64, rows)
        self._order: Integers = made(ORDER, np.int64, rows)
        self._validation: Mask = made(VALIDATION, np.bool_, rows)
        self._weights: Floats | None = made(WEIGHTS, np.float64, rows) if plan.weight else None
        self._groups: Integers | None = made(GROUPS, np.int64, rows) if plan.split.group else None
        has_times = plan.split.time not in (None, FILE_ORDER)
        self._times: Floats | None = made(TIMES, np.float64, rows) if has_times else None
        self._row, self._ends = 0, [0, summary.training]

    def add(self, before: int, own: PreparedRows) -> None:
        """Write the rows of a piece behind those that are there."""
        count = len(own.lines)
        if self._row + count > self._summary.rows:
            raise _changed()
        here = slice(self._row, self._row + count)
        self._lines[here] = own.lines + before
        self._validation[here] = own.validation
        self._labels[here] = labels_of(own.target, self._summary)
        if self._weights is not None:
            self._weights[here] = own.weights
        if self._groups is not None and (groups := own.groups) is not None:
            self._groups[here] = groups
        if self._times is not None and own.times is not None:
            self._times[here] = own.times
        sides = np.flatnonzero(~own.validation), np.flatnonzero(own.validation)
        codes = self._summary.encoder.encode(own.features, np.concatenate(sides))
        for side, rows in enumerate(sides):
            end = self._ends[side] + len(rows)
            if end > (self._summary.rows if side else self._summary.training):
                raise _changed()
            there = slice(self._ends[side], end)
            self._codes[:, there] = codes[:, len(sides[0]) :] if side else codes[:, : len(rows)]
            self._order[there] = rows + self._row
            self._ends[side] = end
        self._row += count

    def finish(self) -> None:
        """Raise DataError if the files have fewer rows by now."""
        if self._row < self._summary.rows:
            raise _changed()


def labels_of(target: Column, summary: FilesSummary) -> Floats | Integers:
    labels = summary.labels
    if labels.task is Task.REGRESSION:
        return np.asarray(target.as_numbers().values, np.float64)
    named = target.as_categories().trimmed()
    place = {name: code for code, name in enumerate(labels.classes)}
    try:
        lookup = np.array([*(place[name] for name in named.categories), 0], np.int64)
    except KeyError:
        raise _changed() from None
    return lookup[named.values]


def _changed() -> DataError:
    return DataError("The files changed while they were read. Open them again.")


def arrays(folder: Path) -> dict[str, npt.NDArray[Any]]:
    """The arrays of an entry by name, mapped."""
    return {path.stem: room.mapped(path) for path in sorted(folder.glob("*.npy"))}
