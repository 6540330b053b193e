"""Where predictions go, part by part: a CSV, a Parquet file or a workbook, by the name's ending."""

import contextlib
import csv
import io
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from core.base.errors import DataError
from core.base.files import written_whole
from core.reading.writing.csv_rows import csv_rows
from core.sources.formats import ENDINGS

Write = Callable[[Sequence[Any]], None]
"""Takes the Arrow arrays of some more rows."""


@contextlib.contextmanager
def opened(out: str | os.PathLike[str] | IO[bytes] | None, names: Sequence[str]) -> Iterator[Write]:
    """What writes rows with these columns; a file is written whole or not at all."""
    if out is None:
        yield lambda _columns: None
    elif not isinstance(out, str | os.PathLike):
        out.write(_header(names))
        yield lambda columns: _write_csv(out, columns)
    else:
        path = Path(out)
        ending = path.suffix.lower()
        if ending in ENDINGS and ending != ".xlsx":
            raise DataError(
                f"Predictions cannot be written to {path.name}. Choose a name that ends in .csv, "
                ".xlsx or .parquet."
            )
        kinds = {".xlsx": _workbook, ".parquet": _parquet}
        with kinds.get(ending, _csv)(path, names) as write:
            yield write


@contextlib.contextmanager
def _csv(path: Path, names: Sequence[str]) -> Iterator[Write]:
    with written_whole(path) as aside, aside.open("wb") as file:
        file.write(_header(names))
        yield lambda columns: _write_csv(file, columns)


@contextlib.contextmanager
def _parquet(path: Path, names: Sequence[str]) -> Iterator[Write]:
    import pyarrow.parquet as pq

    with written_whole(path) as aside, contextlib.ExitStack() as stack:
        writers: list[Any] = []

        def write(columns: Sequence[Any]) -> None:
            table = _table(columns, names)
            if not writers:
                writers.append(stack.enter_context(pq.ParquetWriter(str(aside), table.schema)))
            writers[0].write_table(table)

        yield write


@contextlib.contextmanager
def _workbook(path: Path, names: Sequence[str]) -> Iterator[Write]:
    import pyarrow as pa

    parts: list[Any] = []
    yield lambda columns: parts.append(_table(columns, names))
    if parts:
        from core.reading.writing.frames import write_frame

        write_frame(pa.concat_tables(parts).to_pandas(), path, "Predictions")


def _table(columns: Sequence[Any], names: Sequence[str]) -> Any:
    import pyarrow as pa

    return pa.Table.from_arrays(list(columns), list(names))


def _header(names: Sequence[str]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(names)
    return text.getvalue().encode()


def _write_csv(file: IO[bytes], columns: Sequence[Any]) -> None:
    """The rows as CSV, exact."""
    for text in csv_rows(columns):
        file.write(text)
