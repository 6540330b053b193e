"""DuckDB databases: opened for reading only, with no way to any other file."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core.base.errors import DataError
from core.reading.foreign.found import Found, ReadAsk, TablePart, counted
from core.reading.foreign.sqlite import part_named
from core.sources.layout import unique_names

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_CLOSED: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": "false",
    "autoload_known_extensions": "false",
    "autoinstall_known_extensions": "false",
    "allow_unsigned_extensions": "false",
}


def read(ask: ReadAsk) -> Found:
    """One table or view, in its own order; rows are counted from 1."""
    import duckdb

    try:
        with duckdb.connect(str(ask.path), read_only=True, config=_CLOSED) as database:
            return _read(ask, database)
    except duckdb.Error as error:
        text = str(error).splitlines()[0]
        if "set lock" in text.lower():
            raise DataError(
                f"{ask.name} is open in another program. Close it there, and try again."
            ) from error
        if "version" in text.lower() or "newer" in text.lower():
            raise DataError(
                f"{ask.name} was written by another version of DuckDB than {duckdb.__version__}. "
                "Export the table as Parquet there (COPY ... TO), and open that."
            ) from error
        raise DataError(
            f"{ask.name} is a damaged DuckDB database, or cannot be read here ({text[:200]}). "
            "Export the table as Parquet, and open that."
        ) from error


def _read(ask: ReadAsk, database: "DuckDBPyConnection") -> Found:
    found = database.execute(
        "SELECT schema_name, table_name, estimated_size, column_count, '' FROM duckdb_tables() "
        "WHERE NOT internal UNION ALL "
        "SELECT schema_name, view_name, NULL, column_count, 'view' FROM duckdb_views() "
        "WHERE NOT internal"
    ).fetchall()
    schemas = {schema for schema, *_ in found}
    named = {
        (name if len(schemas) == 1 else f"{schema}.{name}"): (schema, name)
        for schema, name, *_ in found
    }
    parts = tuple(
        TablePart(shown, rows, columns, remark)
        for shown, (_, _, rows, columns, remark) in zip(named, found, strict=True)
    )
    if not parts:
        raise DataError(f"{ask.name} has no tables. Open another database.")
    chosen = part_named(parts, ask)
    where = ".".join('"' + part.replace('"', '""') + '"' for part in named[chosen.name])
    table: Any = database.execute(f"SELECT * FROM {where}").to_arrow_table()
    if not len(table) or not table.column_names:
        raise DataError(f"The table {chosen.name!r} of {ask.name} has no rows. Choose another one.")
    names, notes = unique_names(table.column_names)
    return Found(
        names,
        tuple(table.columns),
        counted(len(table)),
        replace(ask.excerpt, table=chosen.name),
        parts,
        notes,
    )
