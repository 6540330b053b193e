"""Parquet files, read by pyarrow: they know their own names and types."""

from collections.abc import Collection
from typing import Any

import numpy as np

from core.base.errors import DataError
from core.base.progress import Progress, Watch
from core.base.wording import grouped, number_text
from core.data.column import Column, Kind
from core.data.table import Origin, Table
from core.reading.drawn_rows import draw_rows
from core.reading.preview import Preview
from core.sources.layout import unique_names
from core.sources.source import Source

_EXACT = 2**53


def read_parquet(
    source: Source,
    *,
    as_text: Collection[str],
    watch: Watch,
    sample: int | None,
    seed: int,
) -> Table:
    """Every column and row; a row's line is its number with a header on line 1."""
    import pyarrow as pa

    file = opened(source)
    names, notes = unique_names(file.schema_arrow.names)
    unknown = [name for name in as_text if name not in names]
    if unknown:
        raise DataError(f"{source.name} has no column {unknown[0]!r} to read as text.")
    rows = file.metadata.num_rows
    if rows == 0 or not names:
        raise DataError(f"{source.name} has no rows. Choose a file with rows.")
    chosen = draw_rows(rows, sample, seed) if sample is not None else None
    batches, seen = [], 0
    for batch in file.iter_batches():
        if chosen is None:
            batches.append(batch)
        else:
            low, high = np.searchsorted(chosen, [seen, seen + len(batch)])
            batches.append(batch.take(pa.array(chosen[low:high] - seen)))
        seen += len(batch)
        watch(Progress(seen, rows, f"{grouped(seen)} rows"))
    table = pa.Table.from_batches(batches, file.schema_arrow)
    columns = tuple(
        arrow_column(name, table.column(place), name in as_text) for place, name in enumerate(names)
    )
    lines = np.arange(2, rows + 2) if chosen is None else chosen + 2
    path = source.path.resolve() if source.path is not None else None
    origin = Origin(source, source.fingerprint())
    return Table(source.name, columns, lines, path, origin, notes=notes)


def preview_parquet(source: Source, rows: int) -> Preview:
    """The first rows as texts, and the kinds by the types."""
    file = opened(source)
    names, notes = unique_names(file.schema_arrow.names)
    head = next(file.iter_batches(batch_size=max(1, rows)), None)
    columns = [] if head is None else [head.column(place) for place in range(len(names))]
    read = [arrow_column(name, column, False) for name, column in zip(names, columns, strict=False)]
    count = file.metadata.num_rows
    return Preview(
        source,
        names,
        tuple(
            tuple(column.text(row) for column in read)
            for row in range(len(head) if head is not None else 0)
        ),
        tuple(column.kind for column in read) if read else (Kind.NUMBER,) * len(names),
        tuple({} for _ in names),
        count,
        head is None or len(head) == count,
        source.size,
        source.size / max(1, count),
        None,
        {},
        notes,
    )


def opened(source: Source, as_codes: Collection[str] = ()) -> Any:
    """The file, its rows still to be read; raise DataError for a damaged one.

    Texts that are read as codes come as the file holds them: a number a row, and each text once.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return pq.ParquetFile(
            pa.BufferReader(source.content) if source.content is not None else source.path,
            read_dictionary=list(as_codes),
        )
    except (pa.ArrowException, OSError) as error:
        raise DataError(
            f"{source.name} is a damaged Parquet file. Write it again, or open a CSV."
        ) from error


def arrow_column(name: str, values: Any, as_text: bool) -> Column:
    """Numbers stay numbers, but for those that a float cannot hold; all else becomes texts."""
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = values.type
    is_number = pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)
    if pa.types.is_integer(kind) and len(values) and not as_text:
        ends = pc.min_max(values).as_py()
        is_number = max(abs(ends["min"] or 0), abs(ends["max"] or 0)) <= _EXACT
    if is_number and not as_text:
        is_single = pa.types.is_float32(kind)
        # numpy makes floats of them, and the copy that may be written into, in one go.
        held = pc.cast(values, pa.float64()) if pa.types.is_decimal(kind) else values
        numbers = np.array(held.to_numpy(zero_copy_only=False), np.float64)
        return Column(name, Kind.NUMBER, numbers, is_single=is_single)
    if pa.types.is_null(kind):
        return Column(name, Kind.NUMBER, np.full(len(values), np.nan))
    if not pa.types.is_dictionary(kind):
        try:
            values = values.dictionary_encode()
        except (pa.ArrowNotImplementedError, pa.ArrowInvalid):
            shown = [None if value is None else str(value) for value in values.to_pylist()]
            values = pa.chunked_array([pa.array(shown, pa.string())]).dictionary_encode()
    whole = values.combine_chunks() if isinstance(values, pa.ChunkedArray) else values
    if isinstance(whole, pa.ChunkedArray):
        whole = whole.unify_dictionaries().chunk(0)
    texts = [_text(value) for value in whole.dictionary.to_pylist()]
    codes = pc.fill_null(whole.indices, -1).to_numpy(zero_copy_only=False).astype(np.int64)
    categories = sorted({text for text in texts if text})
    place = {text: position for position, text in enumerate(categories)}
    lookup = np.array([*(place.get(text, -1) for text in texts), -1], np.int32)
    return Column(name, Kind.CATEGORY, lookup[codes], tuple(categories))


def _text(value: Any) -> str:
    if value is None:
        return ""
    return number_text(value) if isinstance(value, float) else str(value)
