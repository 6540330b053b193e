"""A Parquet file with some of its rows left out or changed: a row group at a time."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from core.base.arrays import Integers, Mask
from core.base.errors import DataError
from core.data.table import Table
from core.reading.parquet import opened
from core.sources.source import Source


def write_changed_groups(
    table: Table,
    source: Source,
    gone: Integers,
    changed: Mapping[int, Mapping[int, str]],
    path: Path,
) -> None:
    """Write the file's own columns and types, without some rows of a table and with other values.

    `changed` has the new texts by the place of the column and the row. The table may have some of
    the rows only; it is the lines that tell where they stand.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = opened(source)
    at = table.lines - 2
    rows_of = {place: np.array(sorted(texts), np.int64) for place, texts in changed.items()}
    schema = file.schema_arrow
    for place in changed:
        field = schema.field(place)
        schema = schema.set(place, field.with_type(_plain(field.type)))
    with pq.ParquetWriter(path, schema) as writer:
        start = 0
        for number in range(file.metadata.num_row_groups):
            group = file.read_row_group(number)
            stop = start + len(group)
            for place, rows in rows_of.items():
                own = rows[(at[rows] >= start) & (at[rows] < stop)]
                mask = np.zeros(len(group), bool)
                mask[at[own] - start] = True
                texts = [changed[place][row] or None for row in own.tolist()]
                column = _column(group.column(place), mask, texts, table.names[place])
                group = group.set_column(place, schema.field(place), column)
            keep = np.ones(len(group), bool)
            left_out = at[gone]
            keep[left_out[(left_out >= start) & (left_out < stop)] - start] = False
            writer.write_table(group.filter(pa.array(keep)))
            start = stop


def _plain(kind: Any) -> Any:
    import pyarrow as pa

    return kind.value_type if pa.types.is_dictionary(kind) else kind


def _column(column: Any, mask: Mask, new: list[str | None], name: str) -> Any:
    """A column with other values where the mask says so."""
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = _plain(column.type)
    try:
        values = pc.cast(pa.array(new, pa.string()), kind)
    except pa.ArrowException as error:
        raise DataError(
            f"The column {name!r} holds values of the type {kind}, and one of the new ones is "
            "none. Write a CSV instead."
        ) from error
    return pc.replace_with_mask(pc.cast(column.combine_chunks(), kind), pa.array(mask), values)
