"""A column of data in parts: its codes are on the disk, and its values in the files alone."""

import numpy as np
import numpy.typing as npt

from core.base.errors import DataError
from core.data.column import Column, Kind


class ColumnOnDisk(Column):
    """It knows its name and its kind; whoever needs the values of all rows is told why not."""

    def __init__(self, name: str, kind: Kind, rows: int) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "categories", ())
        object.__setattr__(self, "_rows", rows)

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
