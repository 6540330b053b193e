"""The data that a lesson can open by a name: the bundled examples, and small ones of its own."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from core.base.errors import DataError
from core.reading.examples import EXAMPLES

if TYPE_CHECKING:
    from core.data.dataset import Dataset


def four_rows() -> pd.DataFrame:
    """Four rows of which a stump gets one wrong, wherever it cuts."""
    return pd.DataFrame({"x": [1, 2, 3, 4], "label": ["+", "-", "+", "+"]})


def many_rows() -> pd.DataFrame:
    """7,337 rows and one question, which gets 1,126 of them wrong."""
    counts = {("yes", "+"): 3000, ("yes", "-"): 563, ("no", "-"): 3211, ("no", "+"): 563}
    rows = [pair for pair, many in counts.items() for _ in range(many)]
    order = np.random.default_rng(1).permutation(len(rows))
    return pd.DataFrame([rows[place] for place in order], columns=["answer", "label"])


def xor_corners() -> pd.DataFrame:
    """Exclusive or at the four corners of a square: no question about one column helps."""
    rows = [(0, 0, "-"), (0, 1, "+"), (1, 0, "+"), (1, 1, "-")]
    return pd.DataFrame(rows, columns=["x1", "x2", "label"])


_OWN: dict[str, Callable[[], pd.DataFrame]] = {
    "four rows": four_rows,
    "7337 rows": many_rows,
    "xor corners": xor_corners,
}
NAMES = (*_OWN, *(example.name for example in EXAMPLES))
"""All that can be opened."""


def open_table(name: str, validation_share: float | None) -> "Dataset":
    """The data of a name, with a share for validation, or the usual one.

    >>> len(open_table("four rows", 0.0)), len(open_table("7337 rows", 0.0))
    (4, 7337)
    """
    from core.data.dataset import Dataset
    from core.data.split import SplitWords
    from core.reading.examples import example

    split = (
        SplitWords() if validation_share is None else SplitWords(validation_share=validation_share)
    )
    if name in _OWN:
        return Dataset.from_frame(_OWN[name](), "label", name=name, **split)
    return example(name, **split)


def check_name(name: str) -> str:
    """The name, if there are such data; raise DataError with the names there are."""
    if name not in NAMES:
        raise DataError(f"There are no data {name!r}. A lesson can open: {', '.join(NAMES)}.")
    return name
