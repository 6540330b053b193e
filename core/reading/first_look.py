"""A first look at a file: its first rows, what they seem to mean, and whether all of it fits."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.base.errors import DataError
from core.base.progress import Watch, unwatched
from core.data.column import Column, Kind
from core.data.plan import Plan
from core.data.table import Table
from core.reading.columns import as_spelled
from core.reading.memory import Need, needed
from core.reading.numerals import Sort, number_of, sort_of
from core.reading.preview import Preview, preview
from core.sources.dialect import Dialect
from core.sources.excerpt import Manner
from core.sources.source import Source

_MOST_CELLS = 20_000


@dataclass(frozen=True, eq=False)
class FirstLook:
    """What is known of a file before it is read."""

    preview: Preview
    plan: Plan
    """What the first rows alone suggest."""
    need: Need

    @classmethod
    def at(
        cls, source: Source, manner: Manner | None = None, watch: Watch = unwatched
    ) -> "FirstLook":
        """Look at the first part of a source; what is not said about its reading is guessed."""
        seen = preview(source, manner, watch=watch)
        return cls(seen, Plan.suggested(first_rows(seen)), needed(source, seen))


def first_rows(seen: Preview) -> Table:
    """The rows of a preview as a table."""
    if not seen.rows:
        raise DataError(f"{seen.source.name} has a header but no rows.")
    rows = seen.rows[: max(2, _MOST_CELLS // max(1, len(seen.names)))]
    dialect = seen.dialect or Dialect()
    columns = []
    for place, (name, kind) in enumerate(zip(seen.names, seen.kinds, strict=True)):
        texts = [row[place] if place < len(row) else "" for row in rows]
        if kind is Kind.NUMBER:
            columns.append(Column(name, kind, _numbers(texts, dialect)))
        else:
            known = [None if dialect.is_missing(text) else text for text in texts]
            column = Column.from_series(name, pd.Series(known, dtype=object))
            columns.append(as_spelled(column, dialect)[0])
    return Table(seen.source.name, tuple(columns), np.arange(2, len(rows) + 2))


def _numbers(texts: list[str], dialect: Dialect) -> np.ndarray:
    is_number = [sort_of(text, dialect) is Sort.NUMBER for text in texts]
    return np.array(
        [
            number_of(text, dialect) if known else np.nan
            for text, known in zip(texts, is_number, strict=True)
        ]
    )
