"""A row of a dataset with other values: what its features are then."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from core.base.arrays import Floats
from core.data.column import Column
from core.data.computing import computed_anew
from core.data.dataset import Dataset
from core.data.table import Table


def features_with(dataset: Dataset, row: int, values: Mapping[str, str]) -> Floats:
    """The features of a row, if its raw columns had these values; an empty text is a missing one.

    A number as it is, a category by its place; NaN for what is missing or was never seen.

    >>> import core
    >>> data = core.example("ten points", validation_share=0)
    >>> features_with(data, 4, {"x1": "3"}).tolist()
    [3.0, 2.0]
    """
    found = [_value(column, row) for column in dataset.features]
    place = {column.name: number for number, column in enumerate(dataset.features)}
    for name, text in values.items():
        if name in place:
            found[place[name]] = _read(dataset.features[place[name]], text)
    one = _with_values(dataset, row, values)
    for name in dataset.table.computed:
        if name in place:
            own = dataset.features[place[name]]
            found[place[name]] = _read(own, one.column(name).text(0))
    for derivation in dataset.derivations:
        if derivation.source in values or derivation.source in dataset.table.computed:
            for column in derivation.columns(one.column(derivation.source)):
                found[place[column.name]] = _value(column, 0)
    return np.array(found)


def _with_values(dataset: Dataset, row: int, values: Mapping[str, str]) -> Table:
    """The row alone, with these values, and with what is computed from them."""
    table = dataset.table
    columns = []
    for column in table.columns:
        own = column.take(dataset.rows[[row]])
        if column.name in values and column.name not in table.computed:
            own = own.changed(np.array([0]), np.array([0]), [values[column.name]])
        columns.append(own)
    one = replace(table, columns=tuple(columns), lines=table.lines[dataset.rows[[row]]])
    return computed_anew(
        one, dataset.computed, dataset.plan.columns if dataset.plan else None, values
    )


def _value(column: Column, row: int) -> float:
    return np.nan if column.missing[row] else float(column.values[row])


def _read(column: Column, text: str) -> float:
    if not text:
        return np.nan
    if column.is_number:
        return float(text)
    return float(column.categories.index(text)) if text in column.categories else np.nan
