"""A checksum of what is learned from: it tells whether two datasets teach the same."""

import hashlib

import numpy as np

from core.data.column import Column
from core.data.dataset import Dataset


def data_checksum(data: Dataset) -> str:
    """SHA-256 over the columns, the labels, the weights and the split, whatever machine it is.

    >>> import core
    >>> data = core.example("moons")
    >>> data_checksum(data) == data_checksum(core.example("moons"))
    True
    >>> data_checksum(data) == data_checksum(data.excluding([2]))
    False
    """
    found = hashlib.sha256()
    for text in (data.target, data.task.value, *data.classes):
        _add_text(found, text)
    for values in (data.lines, data.labels, data.weights, data.validation):
        _add_values(found, values)
    for column in data.features:
        _add_column(found, column)
    return found.hexdigest()


def _add_column(found: "hashlib._Hash", column: Column) -> None:
    for text in (column.name, column.kind.value, *column.categories):
        _add_text(found, text)
    _add_values(found, column.values)


def _add_text(found: "hashlib._Hash", text: str) -> None:
    written = text.encode("utf-8", "surrogatepass")
    found.update(f"{len(written)}:".encode() + written)


def _add_values(
    found: "hashlib._Hash", values: np.ndarray[tuple[int, ...], np.dtype[np.generic]]
) -> None:
    kind = "<f8" if values.dtype.kind == "f" else "<i8"
    plain = np.ascontiguousarray(values, np.dtype(kind))
    # A missing number is any NaN: how its bits are set says nothing.
    if kind == "<f8":
        plain = np.where(np.isnan(plain), np.nan, plain) + 0.0
    found.update(f"{len(plain)}:".encode() + plain.tobytes())
