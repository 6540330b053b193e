"""What may be odd about rows: the same one twice, and the same features with different labels."""

import re
from collections.abc import Iterator

import numpy as np

from core.base.arrays import Integers
from core.base.wording import count, grouped
from core.checks.finding import Finding, FindingKind
from core.checks.remedies import ExcludeRows
from core.data.column import Column, Kind
from core.data.dataset import Dataset
from core.data.splits.copies import accidental_copies
from core.data.splits.sameness import first_rows, groups, row_hashes

_LAST_ROWS = 3
_TOTAL = re.compile(
    r"(?:grand |sub)?totals?|(?:total|somme|suma|sum|gesamt|insgesamt|summe|gesamtsumme|totale|"
    r"zwischensumme|total g[ée]n[ée]ral|итого|合計|总计|average|mean|mittelwert|durchschnitt)",
    re.IGNORECASE,
)


def found(data: Dataset) -> Iterator[Finding]:
    """A sum below the rows, copies of rows, and contradictions."""
    yield from _totals(data)
    if not data.features:
        return
    unit = accidental_copies(data.features)
    if unit is not None:
        yield from _copies(data, unit)
    group = groups(row_hashes(data.features, np.zeros(len(data), np.int64)))
    if group is not None:
        yield from _contradictions(data, group, unit)


def _totals(data: Dataset) -> Iterator[Finding]:
    """The last rows, where a word says that they are made of the others."""
    last = data.rows[-_LAST_ROWS:]
    said: dict[int, str] = {}
    for column in data.table.columns:
        texts = {int(row): column.text(int(row)).strip(" :") for row in last}
        said |= {
            row: text
            for row, text in texts.items()
            if not column.is_number and _TOTAL.fullmatch(text)
        }
    if not 0 < len(said) < len(data) or len(set(said.values())) < len(said):
        return
    lines = tuple(data.table.lines[sorted(said)].tolist())
    what = count(len(lines), "row at the end seems", "rows at the end seem")
    yield Finding.about_lines(
        FindingKind.TOTAL,
        f"{what} to sum up the others: line {grouped(lines[0])} says {said[min(said)]!r}.",
        lines,
        ExcludeRows(lines, "it" if len(lines) == 1 else "them"),
    )


def _copies(data: Dataset, unit: Integers) -> Iterator[Finding]:
    """Accidental copies: rows with the features and the label of an earlier row."""
    label = Column("", Kind.NUMBER, data.labels.astype(np.float64))
    same = groups(row_hashes([label], unit))
    if same is None:
        return
    first = first_rows(same)
    copies = np.flatnonzero(first < np.arange(len(data)))
    lines = tuple(data.lines[copies].tolist())
    is_drawn = data.validation.any() and not data.split.names and data.split.time is None
    side = " Copies stay together, in training or in validation." if is_drawn else ""
    yield Finding.about_lines(
        FindingKind.SAME_ROW,
        f"{count(len(lines), 'row is a copy', 'rows are copies')} of an earlier row, as line "
        f"{grouped(lines[0])} is of line {grouped(data.lines[first[copies[0]]])}.{side}",
        lines,
        ExcludeRows(lines, "the copies"),
    )


def _contradictions(data: Dataset, group: Integers, unit: Integers | None) -> Iterator[Finding]:
    """Rows with the features of another row and a different label: a number may well differ.

    Nobody should exclude rows that repeat by nature: that some differ then is no mistake.
    """
    first = first_rows(group)
    differs = data.labels != data.labels[first]
    if not data.classes or not differs.any():
        return
    is_split = np.zeros(int(group.max()) + 1, bool)
    is_split[group[differs]] = True
    lines = tuple(data.lines[is_split[group]].tolist())
    is_accident = unit is not None and bool((np.bincount(unit)[unit] > 1)[is_split[group]].all())
    other = int(differs.argmax())
    yield Finding.about_lines(
        FindingKind.CONTRADICTION,
        f"{grouped(len(lines))} rows agree in all features with a row that has another "
        "label, such as "
        f"lines {grouped(data.lines[first[other]])} and {grouped(data.lines[other])}: "
        "nothing in the data tells "
        "them apart.",
        lines,
        ExcludeRows(lines) if is_accident else None,
    )
