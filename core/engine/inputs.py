"""Rows ready to be learned from or predicted: their codes, and their raw columns."""

import functools
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Codes, Integers
from core.data.column import Column
from core.engine.binning import Binned, Encoder


@dataclass(frozen=True, eq=False)
class Inputs:
    """Some rows of some columns; codes are made when first asked for."""

    encoder: Encoder
    columns: tuple[Column, ...]
    rows: Integers

    @classmethod
    def of(cls, data: Binned, columns: tuple[Column, ...]) -> "Inputs":
        """A binned dataset's rows, in its order, with the codes that are there already."""
        inputs = cls(data.encoder, columns, data.order)
        inputs.__dict__["codes"] = data.codes
        return inputs

    def __len__(self) -> int:
        return len(self.rows)

    @functools.cached_property
    def codes(self) -> Codes:
        """The codes, feature by feature."""
        return self.encoder.encode(self.columns, self.rows)

    def take(self, places: Integers) -> "Inputs":
        """Some of the rows."""
        return Inputs(self.encoder, self.columns, np.asarray(self.rows[places]))
