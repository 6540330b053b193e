"""Finding rows: a text, a line number, or comparisons such as `price > 30 and payment = card`."""

import operator
import re
from collections.abc import Callable

import numpy as np

from core import Dataset
from core.base.arrays import Mask
from core.data.column import Column, Kind

_COMPARISONS: dict[str, Callable[[np.ndarray, float], np.ndarray]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
}
_COMPARISON = re.compile(r"^\s*(?P<name>.+?)\s*(?P<sign><=|>=|!=|<|>|=)\s*(?P<value>.*?)\s*$")


def matching(dataset: Dataset, query: str) -> Mask:
    """Which rows fit: every part, joined by `and`, is a comparison or a text to be contained."""
    found = np.ones(len(dataset), bool)
    for part in re.split(r"\s+and\s+", query.strip(), flags=re.IGNORECASE):
        if part:
            found &= _matching_part(dataset, part)
    return found


def _matching_part(dataset: Dataset, part: str) -> Mask:
    match = _COMPARISON.match(part)
    if match is not None:
        columns = {column.name.casefold(): column for column in searchable(dataset)}
        column = columns.get(match["name"].casefold())
        if column is not None:
            return _compared(column, match["sign"], match["value"])
    return _containing(dataset, part)


def searchable(dataset: Dataset) -> list[Column]:
    """The line as a column of numbers, the target and every feature."""
    target = dataset.table.column(dataset.target).take(dataset.rows)
    line = Column("line", Kind.NUMBER, dataset.lines.astype(np.float64))
    return [line, target, *dataset.features]


def _compared(column: Column, sign: str, text: str) -> Mask:
    compare = _COMPARISONS[sign]
    if column.is_number:
        try:
            return compare(column.values, float(text)) & ~column.missing
        except ValueError:
            return column.missing if sign == "=" and not text else np.zeros(len(column), bool)
    names = [*(name.casefold() == text.casefold() for name in column.categories), False]
    fits = np.array(names)[column.values] if text else column.missing
    if sign == "=":
        return fits
    return ~fits if sign == "!=" else np.zeros(len(column), bool)


def _containing(dataset: Dataset, text: str) -> Mask:
    """The rows of this line, or with the text in a category or the number as a value."""
    wanted, number = text.casefold().strip(), _number(text)
    found = np.zeros(len(dataset), bool)
    for column in searchable(dataset):
        if column.is_number:
            if number is not None:
                found |= column.values == number
        else:
            holds = np.array([wanted in name.casefold() for name in column.categories] + [False])
            found |= holds[column.values]
    return found


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None
