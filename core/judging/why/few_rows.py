"""A few rows of raw columns: taken out of the data, put together, and mixed with one another."""

from collections.abc import Mapping, Sequence

import numpy as np

from core.base.arrays import Integers
from core.data.column import Column, Kind
from core.data.dataset import Dataset
from core.data.table import Table
from core.learning.model import Data, Model


def few_rows(model: Model, data: Data, rows: Integers) -> Table:
    """Some rows with the raw columns that a model needs, and no category that none of them has.

    >>> import core
    >>> data = core.example("ten points", validation_share=0)
    >>> model = core.fit(data, core.AdaBoost(rounds=3)).model
    >>> few_rows(model, data, np.array([4])).raw_row(0)
    ['8', '2']
    """
    if not isinstance(data, Dataset | Table):  # a frame; pandas itself is slow to load
        data = Table.from_frame(data)
    table = data.table if isinstance(data, Dataset) else data
    places = data.rows[rows] if isinstance(data, Dataset) else rows
    there = {column.name: column for column in table.columns}
    if any(name not in there for name in model.raw_names):
        model.raw_columns(data)  # says which columns are lacking
    columns = {name: _only_used(there[name].take(places)) for name in model.raw_names}
    for derivation in model.derivations:
        if derivation.source in columns:
            columns[derivation.source] = derivation.readable(columns[derivation.source])
    lines = np.asarray(table.lines[places])
    return Table(table.name, tuple(columns.values()), lines, files=table.files)


def joined(tables: Sequence[Table]) -> Table:
    """Tables of the same columns, one below the other."""
    columns = tuple(
        _stacked([table.columns[place] for table in tables])
        for place in range(len(tables[0].columns))
    )
    return Table(tables[0].name, columns, np.concatenate([table.lines for table in tables]))


def mixed(table: Table, places: Mapping[str, Integers]) -> Table:
    """Rows of which every column comes from a row of its own: `places[name]` of the table."""
    columns = tuple(column.take(places[column.name]) for column in table.columns)
    rows = len(columns[0]) if columns else 0
    return Table(table.name, columns, np.arange(rows, dtype=np.int64))


def _only_used(column: Column) -> Column:
    if column.is_number:
        return column
    used, places = np.unique(column.values, return_inverse=True)
    is_missing_there = bool(len(used) and used[0] < 0)
    names = tuple(column.categories[place] for place in used[is_missing_there:])
    return Column(column.name, Kind.CATEGORY, (places - is_missing_there).astype(np.int32), names)


def _stacked(columns: Sequence[Column]) -> Column:
    if len({column.kind for column in columns}) > 1:
        columns = [column.as_categories() for column in columns]
    name, kind = columns[0].name, columns[0].kind
    if kind is Kind.NUMBER:
        return Column(name, kind, np.concatenate([column.values for column in columns]))
    categories = tuple(sorted({text for column in columns for text in column.categories}))
    place = {text: number for number, text in enumerate(categories)}
    codes = [
        np.array([*(place[text] for text in column.categories), -1], np.int32)[column.values]
        for column in columns
    ]
    return Column(name, kind, np.concatenate(codes), categories)
