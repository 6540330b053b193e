"""Principal components: the two directions in which the rows differ most.

Numbers are standardised: less their mean, divided by their deviation, 0 where missing; beyond ten
deviations, infinities included, they count as ten. The commonest categories of a column become
columns of their own, (1 - p)/√p where a row has the category and -√p where not, p being its share:
so that a column of categories weighs about as much as its number of categories less one (Pagès
2004). The components are the leading eigenvectors of the covariances (Pearson 1901; Hotelling
1933).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.errors import DataError
from core.data.column import Column
from core.data.dataset import Dataset
from core.engine.libraries import one_thread
from core.engine.matrix import mean_and_deviation

MOST_CATEGORIES = 12
"""How many categories of one column have a column of their own."""
_FAR = 10.0
_BLOCK = 8192
_MOST_PRODUCTS = 2e10
"""Covariances are summed over as many rows as this allows: some seconds' work at most."""


@dataclass(frozen=True, eq=False)
class Projection:
    """Every row's place along the first two components."""

    places: Floats
    """A row a row, a column a component."""
    shares: tuple[float, float]
    """The share of all variance that each component has."""
    names: tuple[str, ...]
    """What the components are made of: columns, and categories as "column = category"."""
    loadings: Floats
    """How much of each is in each component, a row a component; each of length 1."""


def projection(dataset: Dataset) -> Projection:
    """The first two principal components of a dataset's features.

    >>> import core
    >>> found = projection(core.example("moons"))
    >>> found.places.shape, found.names, bool(abs(sum(found.shares) - 1) < 1e-9)
    ((500, 2), ('x', 'y'), True)
    """
    parts = [part for column in dataset.features for part in _parts(column)]
    if not parts:
        raise DataError("No column differs from row to row, so there are no components to show.")
    rows, width = len(dataset), len(parts)
    learned = _sample(rows, int(max(1000, _MOST_PRODUCTS // width**2)))
    with one_thread():
        products = np.zeros((width, width))
        for block in _blocks(parts, learned):
            products += block.T @ block
        values, vectors = np.linalg.eigh(products / len(learned))
        loadings = np.zeros((2, width))
        leading = vectors[:, ::-1][:, :2].T
        loadings[: len(leading)] = leading
        # An eigenvector's sign is anyone's choice: its largest part is positive.
        signs = np.sign(loadings[np.arange(2), np.abs(loadings).argmax(axis=1)])
        loadings *= np.where(signs == 0, 1, signs)[:, None]
        everything = np.arange(rows)
        places = np.concatenate([block @ loadings.T for block in _blocks(parts, everything)])
    total = float(values.sum())
    found = np.zeros(2)
    found[: min(2, width)] = values[::-1][:2] / total
    names = tuple(part.name for part in parts)
    return Projection(places, (float(found[0]), float(found[1])), names, loadings)


@dataclass(frozen=True, eq=False)
class _Part:
    """One column of the matrix: a standardised number, or a category."""

    name: str
    column: Column
    middle: float
    scale: float
    code: int = -1

    def values(self, rows: Integers) -> Floats:
        own = self.column.values[rows]
        if not self.column.is_number:
            return np.asarray((own == self.code) / self.scale - self.middle)
        with np.errstate(over="ignore", invalid="ignore"):
            placed = np.clip((own - self.middle) / self.scale, -_FAR, _FAR)
        return np.asarray(np.nan_to_num(placed))


def _parts(column: Column) -> Iterator[_Part]:
    if column.is_number:
        known = np.asarray(column.values[np.isfinite(column.values)], np.float64)
        mean, deviation = mean_and_deviation(known, np.ones(len(known)))
        if deviation > 0:
            yield _Part(column.name, column, mean, deviation)
        return
    codes = column.values[column.values >= 0]
    counts = np.bincount(codes, minlength=len(column.categories))
    for code in np.argsort(-counts, kind="stable")[:MOST_CATEGORIES].tolist():
        share = counts[code] / len(column)
        if 0 < share < 1:
            name = f"{column.name} = {column.categories[code]}"
            yield _Part(name, column, float(np.sqrt(share)), float(np.sqrt(share)), code)


def _blocks(parts: list[_Part], rows: Integers) -> Iterator[Floats]:
    for start in range(0, len(rows), _BLOCK):
        some = rows[start : start + _BLOCK]
        yield np.column_stack([part.values(some) for part in parts])


def _sample(rows: int, most: int) -> Integers:
    if rows <= most:
        return np.arange(rows)
    return np.sort(np.random.default_rng(0).choice(rows, most, replace=False))
