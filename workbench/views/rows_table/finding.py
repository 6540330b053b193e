"""Finding rows: a text, a line number, or comparisons such as `price > 30 and payment = card`."""

import difflib
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core import Dataset
from core.base.arrays import Mask
from core.base.numerals import typed_number
from core.data.column import Column, Kind

_COMPARISONS: dict[str, Callable[[np.ndarray, float], np.ndarray]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
}
EXAMPLES = "Search for a text, a line, or as in: price > 30 and payment = card."
"""What is understood, in a sentence."""
_COMPARISON = re.compile(r"^\s*(?P<name>.+?)\s*(?P<sign><=|>=|!=|<|>|=)\s*(?P<value>.*?)\s*$")


@dataclass(frozen=True, eq=False)
class Search:
    """Which rows fit what is searched for, and what could not be understood of it."""

    fits: Mask
    problem: str = ""
    """In a sentence, with what would be understood; empty if all was."""


def matching(dataset: Dataset, query: str) -> Search:
    """The rows that fit every part, joined by `and`: a comparison, or a text to be contained."""
    found, problems = np.ones(len(dataset), bool), []
    for part in re.split(r"\s+and\s+", query.strip(), flags=re.IGNORECASE):
        if part:
            own = _matching_part(dataset, part)
            found &= own.fits
            problems += [own.problem] if own.problem else []
    if not problems and query.strip() and not found.any():
        problems = [f"No row has {query.strip()!r}. {EXAMPLES}"]
    return Search(found, " ".join(problems))


def _matching_part(dataset: Dataset, part: str) -> Search:
    match = _COMPARISON.match(part)
    if match is None:
        return Search(_containing(dataset, part))
    columns = {column.name.casefold(): column for column in searchable(dataset)}
    column = columns.get(match["name"].casefold())
    if column is not None:
        return _compared(column, match["sign"], match["value"])
    as_text = _containing(dataset, part)  # a text may hold such a sign itself
    if as_text.any():
        return Search(as_text)
    near = difflib.get_close_matches(match["name"].casefold(), columns, 1)
    meant = f" Is {columns[near[0]].name!r} meant?" if near else f" {EXAMPLES}"
    return Search(as_text, f"There is no column {match['name']!r}.{meant}")


def searchable(dataset: Dataset) -> list[Column]:
    """The line as a column of numbers, the target, every feature, and what else the file has."""
    target = dataset.table.column(dataset.target).take(dataset.rows)
    line = Column("line", Kind.NUMBER, dataset.lines.astype(np.float64))
    known = {dataset.target, *(column.name for column in dataset.features)}
    others = [column for column in dataset.table.columns if column.name not in known]
    return [line, target, *dataset.features, *(column.take(dataset.rows) for column in others)]


def _compared(column: Column, sign: str, text: str) -> Search:
    compare, nothing = _COMPARISONS[sign], np.zeros(len(column), bool)
    if not text:  # nothing stands for a missing value
        if sign in ("=", "!="):
            return Search(column.missing if sign == "=" else ~column.missing)
        return Search(nothing, f"What is {column.name!r} to be compared with? Type a value.")
    if column.is_number:
        number = _number(text)
        if number is None:
            return Search(nothing, f"{text!r} is no number, and {column.name!r} holds numbers.")
        return Search(compare(column.values, number) & ~column.missing)
    if sign not in ("=", "!="):
        return Search(nothing, f"{column.name!r} holds texts: compare it by = or !=.")
    names = [*(name.casefold() == text.casefold() for name in column.categories), False]
    fits = np.array(names)[column.values]
    problem = ""
    if not any(names):
        near = difflib.get_close_matches(text, column.categories, 1)
        meant = f" Is {near[0]!r} meant?" if near else ""
        problem = f"No row has {text!r} in {column.name!r}.{meant}"
    return Search(fits if sign == "=" else ~fits, problem)


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
        return float(typed_number(text))
    except ValueError:
        return None
