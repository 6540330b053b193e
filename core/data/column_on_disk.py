"""What is known of rows whose codes are on the disk, and whose values are in the files alone.

It belongs to the table: a revision has fewer rows, or other labels, and asks for those it has.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base import room
from core.base.arrays import Floats, Integers
from core.base.errors import DataError
from core.data.column import Column, Kind
from core.data.magnitude import usual_scale


class ColumnOnDisk(Column):
    """It knows its name and its kind; whoever needs the values of all rows is told why not."""

    def __init__(self, name: str, kind: Kind, rows: int) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "categories", ())
        object.__setattr__(self, "_rows", rows)

    def __repr__(self) -> str:
        return f"ColumnOnDisk({self.name!r}, {self.kind}, {len(self)})"

    def __len__(self) -> int:
        rows: int = self.__dict__["_rows"]
        return rows

    @property
    def values(self) -> npt.NDArray[np.float64] | npt.NDArray[np.int32]:
        """They are in the files, and not in memory."""
        raise DataError(
            f"The data are too large for memory: of {self.name!r} codes of one byte are kept, and "
            "this needs the values themselves. Take stumps or trees, or a file that fits."
        )


@dataclass(frozen=True, eq=False)
class RowsOnDisk:
    """The features, which have codes and no values, and mapped arrays of one number a row."""

    features: tuple[ColumnOnDisk, ...]
    own_weights: Floats | None = None
    """What the weight column says; None without one."""
    own_groups: Integers | None = None
    """A number for every row, the same for rows of one group; None without groups."""
    own_times: Floats | None = None
    """When each row was; None without a time."""

    def features_of(self, rows: Integers) -> tuple[ColumnOnDisk, ...]:
        """The columns to learn from, of some rows."""
        return tuple(ColumnOnDisk(each.name, each.kind, len(rows)) for each in self.features)

    def weights(self, rows: Integers) -> Floats:
        """The weight that each of these rows starts with."""
        if self.own_weights is not None:
            return usual_scale(_at(self.own_weights, rows))
        ones: Floats = room.empty(len(rows))
        ones[:] = 1.0
        return ones

    def groups(self, rows: Integers) -> Integers | None:
        """The groups of these rows."""
        return None if self.own_groups is None else _at(self.own_groups, rows)

    def times(self, rows: Integers) -> Floats | None:
        """When these rows were."""
        return None if self.own_times is None else _at(self.own_times, rows)


def _at(values: npt.NDArray[Any], rows: Integers) -> npt.NDArray[Any]:
    return values if len(rows) == len(values) else room.taken(values, rows)
