"""Taking the live part of a page apart, as a browser does, written once more."""

import base64
import json
import re
import zlib

import numpy as np


def block_of(page):
    """The block of a page."""
    (text,) = re.findall(r'<script type="application/json" id="block">(.*?)</script>', page)
    return json.loads(text)


def unpacked(table):
    """A packed table, a round a row; NaN where there is no number."""
    plain = np.frombuffer(zlib.decompress(base64.b64decode(table["data"])), np.uint8)
    low, high = plain.reshape(2, -1, table["width"]).astype(np.int64)
    folded = low + 256 * high
    change = np.where(folded % 2, -(folded + 1) // 2, folded // 2)
    counts = (np.cumsum(change, axis=0) + 2**15) % 2**16 - 2**15
    return np.where(counts == -(2**15), np.nan, counts * table["step"])
