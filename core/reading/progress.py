"""How far a reading is, the way to end it, and the rows of a sample."""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Integers
from core.base.errors import DataError

_STREAM = 0x5A3


class Cancelled(Exception):  # noqa: N818 - nothing went wrong
    """Raised by a progress callback to end the reading; it goes through unchanged."""


@dataclass(frozen=True)
class Progress:
    """How far the reading is, in bytes of the file as it lies there, and rows of this pass.

    A sample, or numbers that turn out to be texts, take a second pass: `total` counts both.
    """

    done: int
    total: int
    rows: int

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return min(1.0, self.done / self.total) if self.total else 1.0


def draw_rows(rows: int, sample: int, seed: int) -> Integers | None:
    """Which rows are in a sample, drawn uniformly by the seed; None if all are."""
    if sample < 1:
        raise DataError(f"A sample of {sample} rows cannot be drawn. Ask for 1 or more.")
    if sample >= rows:
        return None
    # A stream of its own: data made with the plain seed must not decide about its sample.
    drawn = np.random.default_rng([_STREAM, seed]).choice(
        rows, sample, replace=False, shuffle=False
    )
    return np.sort(drawn)
