"""CSV for a spreadsheet, which would take some texts for formulas and run them."""

import os

import pandas as pd

from core.base.files import written_whole

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def write_spreadsheet(frame: pd.DataFrame, path: str | os.PathLike[str]) -> None:
    """Write a CSV in which no text is a formula: such cells get an apostrophe in front.

    Numbers stay numbers. A UTF-8 mark stands first, so that spreadsheets show every letter.
    Data for programs is written elsewhere, and exactly.
    """
    safe = frame.copy()
    for place in range(safe.shape[1]):
        column = safe.iloc[:, place]
        if not pd.api.types.is_numeric_dtype(column.dtype):
            safe.isetitem(place, column.astype(object).map(protected).to_numpy())
    safe.columns = pd.Index([protected(str(name)) for name in frame.columns])
    with written_whole(path) as aside:
        safe.to_csv(aside, index=False, encoding="utf-8-sig")


def protected(value: object) -> object:
    """A text that would be a formula, with an apostrophe in front.

    >>> protected("=1+1"), protected("a=b"), protected(-1)
    ("'=1+1", 'a=b', -1)
    """
    if isinstance(value, str) and value.startswith(_FORMULA_STARTS):
        return "'" + value
    return value
