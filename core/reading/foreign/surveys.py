"""Files of Stata, SPSS and SAS, read by pyreadstat, with the labels that people gave to codes."""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from core.base.errors import DataError
from core.base.wording import number_text
from core.reading.foreign.found import Found, ReadAsk, counted
from core.reading.foreign.values import cells
from core.sources.formats import Format
from core.sources.layout import unique_names

_SECOND_TRY = "WINDOWS-1252"


def read(ask: ReadAsk) -> Found:
    """Every row, counted from 1. What a person declared missing there is missing."""
    import pyreadstat

    try:
        values, about = _loaded(ask)
    except (pyreadstat.ReadstatError, pyreadstat.PyreadstatError, OSError, ValueError) as error:
        raise DataError(
            f"{ask.name} is a damaged {ask.kind.about.title} ({error}). Save it again in its "
            "program, or export a CSV there."
        ) from error
    rows = max((len(column) for column in values.values()), default=0)
    if not rows:
        raise DataError(f"{ask.name} has no rows. Choose a file with rows.")
    names, notes = unique_names(list(values))
    labels: Mapping[str, Mapping[Any, str]] = about.variable_value_labels or {}
    arrays, told = [], []
    for name, column in zip(names, values.values(), strict=True):
        known = {} if ask.excerpt.has_codes else labels.get(name, {})
        array, note = _array(name, column, known)
        arrays.append(array)
        told += [note] if note else []
    return Found(names, tuple(arrays), counted(rows), ask.excerpt, notes=(*notes, *told))


def _loaded(ask: ReadAsk) -> tuple[dict[str, Any], Any]:
    import pyreadstat

    reader = _reader(ask)
    try:
        values, about = reader(str(ask.path), output_format="dict")
    except (UnicodeDecodeError, pyreadstat.ReadstatError) as error:
        if isinstance(error, pyreadstat.ReadstatError) and "convert" not in str(error):
            raise
        values, about = reader(str(ask.path), output_format="dict", encoding=_SECOND_TRY)
    return values, about


def _reader(ask: ReadAsk) -> Callable[..., tuple[dict[str, Any], Any]]:
    import pyreadstat

    with ask.path.open("rb") as file:
        start = file.read(100)
    name = "read_dta"
    if ask.kind is Format.SPSS:
        name = "read_sav" if start.startswith(b"$FL") else "read_por"
    elif ask.kind is Format.SAS:
        name = "read_xport" if start.startswith(b"HEADER") else "read_sas7bdat"
    reader: Callable[..., tuple[dict[str, Any], Any]] = getattr(pyreadstat, name)
    return reader


def _array(name: str, column: Any, labels: Mapping[Any, str]) -> tuple[Any, str]:
    """A column, by its labels where every value has one, and a note where only some have."""
    values = _plain(column)
    there = {value for value in values if value is not None}
    if labels and there and there <= set(labels):
        return cells([None if value is None else labels[value] for value in values]), ""
    note = ""
    if labels and there & set(labels):
        code = next(iter(there & set(labels)))
        shown = number_text(float(code)) if isinstance(code, int | float) else str(code)
        note = f"{name!r} has labels for some of its values ({shown}: {labels[code]!r}): not used."
    return cells(values), note


def _plain(column: Any) -> list[Any]:
    """Values with None where nothing is."""
    array = np.asarray(column)
    if array.dtype.kind == "f":
        return [None if math.isnan(value) else value for value in array.tolist()]
    return [None if _is_nothing(value) else value for value in array.tolist()]


def _is_nothing(value: Any) -> bool:
    return value is None or value == "" or (isinstance(value, float) and math.isnan(value))
