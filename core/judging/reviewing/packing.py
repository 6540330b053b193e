"""Whole numbers in JSON: a few as a list that a person can read, many packed into one text."""

import base64
import binascii
import zlib
from typing import Any

import numpy as np
import numpy.typing as npt

_FEW = 64
_MOST = 1 << 31
"""Bytes that a packed array may have at most: a text of a few letters must not fill the memory."""


def packed(numbers: npt.NDArray[Any]) -> list[int] | str:
    """Numbers of 64 bits as plain data: see `unpacked`.

    Differences are packed, as lines that follow one another differ by the same.

    >>> packed(np.array([2, 3]))
    [2, 3]
    >>> many = np.arange(1000)
    >>> len(packed(many)) < 200, np.array_equal(unpacked(packed(many), many.dtype), many)
    (True, True)
    """
    if len(numbers) <= _FEW:
        return list(numbers.tolist())
    plain = np.ascontiguousarray(numbers).view(np.uint64)
    steps = np.concatenate([plain[:1], np.diff(plain)]).astype("<u8")
    return base64.b64encode(zlib.compress(steps.tobytes(), 1)).decode("ascii")


def unpacked(plain: Any, kind: np.dtype[Any]) -> npt.NDArray[Any]:
    """The numbers again; raise ValueError for what is none."""
    if isinstance(plain, list):
        if not all(type(number) is int for number in plain):
            raise ValueError("These are no whole numbers.")
        try:
            return np.array(plain, kind)
        except OverflowError as error:
            raise ValueError("These numbers are too large.") from error
    try:
        unzip = zlib.decompressobj()
        content = unzip.decompress(base64.b64decode(plain, validate=True), _MOST)
    except (binascii.Error, zlib.error, TypeError) as error:
        raise ValueError("These numbers are damaged.") from error
    if not unzip.eof or len(content) % 8:
        raise ValueError("These numbers are damaged.")
    return np.cumsum(np.frombuffer(content, "<u8").astype(np.uint64)).view(kind)
