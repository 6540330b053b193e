"""What the XGBoost library is given to learn from: a matrix in memory, or its external memory.

A number takes four bytes there. Where that is too much, the rows are handed over some at a time;
the library makes bins of them and keeps these in files of its own, which it reads in every round
(Chen & Guestrin 2016, section 4.3). Its gradients, 8 bytes a row and class, stay in memory.
"""

import shutil
import tempfile
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base import cache_folder
from core.base.arrays import Codes, Floats, Integers
from core.engine.codes import BINS

MOST_BYTES = 1 << 30
"""A larger matrix is handed over some rows at a time, each chunk of so many bytes at most."""


class Matrix:
    """The rows that are learned from, as the library takes them."""

    def __init__(
        self,
        codes: Codes,
        places: npt.NDArray[np.float32],
        seen: Integers,
        target: npt.NDArray[Any],
        weights: Floats,
        offset: Floats | None,
        threads: int,
    ) -> None:
        import xgboost

        self._codes, self._places = codes, places
        size = 4 * len(codes) * len(seen)
        if size <= MOST_BYTES:
            self.data = xgboost.DMatrix(
                self._values(seen), target[seen], weight=weights[seen], nthread=threads
            )
            if offset is not None:
                self.data.set_base_margin(np.tile(offset, (len(seen), 1)))
            return
        folder = cache_folder.parts_folder()
        folder.mkdir(parents=True, exist_ok=True)
        # As long as this is there, so are its files; of a program that was killed the cache's own
        # cleaning takes them away, by this name.
        own = tempfile.mkdtemp(dir=folder, prefix=".writing-xgboost-")
        weakref.finalize(self, shutil.rmtree, own, ignore_errors=True)
        chunks = np.array_split(seen, -(-size // (MOST_BYTES // 4)))

        def given(number: int) -> dict[str, Any] | None:
            if number == len(chunks):
                return None
            rows = chunks[number]
            margin = {} if offset is None else {"base_margin": np.tile(offset, (len(rows), 1))}
            told = {"data": self._values(rows), "label": target[rows], "weight": weights[rows]}
            return told | margin

        self.data = xgboost.ExtMemQuantileDMatrix(
            _chunks(given, f"{own}/rows"), max_bin=BINS, nthread=threads
        )

    def _values(self, rows: Integers) -> npt.NDArray[np.float32]:
        values = np.empty((len(rows), len(self._codes)), np.float32)
        for feature, column in enumerate(self._codes):
            values[:, feature] = self._places[feature][column[rows]]
        return values


def _chunks(given: Callable[[int], dict[str, Any] | None], prefix: str) -> Any:
    """What hands chunks over to the library, as often as it asks for all of them."""
    import xgboost

    class Chunks(xgboost.DataIter):  # type: ignore[misc]
        """Chunk after chunk."""

        number = 0

        def next(self, input_data: Callable[..., Any]) -> bool:
            """Hand over the next one; False if there is none."""
            told = given(self.number)
            if told is None:
                return False
            input_data(**told)
            self.number += 1
            return True

        def reset(self) -> None:
            """Begin again."""
            self.number = 0

    return Chunks(cache_prefix=prefix)
