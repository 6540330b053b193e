"""Binning: every value becomes one byte, once.

Up to 254 different values are exact; more are cut into 254 parts of about equal counts, at
midpoints between neighbouring values. A missing value has a code of its own. Categories beyond
the 254 commonest, and categories unseen in training, share one code.
"""

import functools
import threading
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base import pool, room
from core.base.arrays import Codes, Floats, Integers, Mask
from core.data.column import Column
from core.data.column_on_disk import RowsOnDisk
from core.data.dataset import Dataset
from core.data.files import Hashes, place_hashes
from core.engine.codes import BINS, EDGE, HIGHEST, LOWEST, MISSING, MOST_VALUES, OTHER

SAMPLE = 200_000
"""From so many rows the edges of numbers are learned, of those with more values than codes."""
SAMPLE_STREAM = 0xB1
_TILE, _COPIED = 16_384, 1 << 22
Blocks = npt.NDArray[np.uint32]


@dataclass(frozen=True, eq=False)
class FeatureEncoder:
    """From the values of one feature to codes: by edges for numbers, by names for categories.

    A number's code is the count of edges below it, so `code <= k` means `value <= edges[k]`.
    """

    name: str
    is_category: bool
    edges: Floats
    categories: tuple[str, ...] = ()
    low: float = -np.inf
    """The smallest number seen in training; endless if it is not known."""
    high: float = np.inf

    @functools.cached_property
    def _padded(self) -> Floats:
        padded = np.full(BINS, np.inf)
        padded[: len(self.edges)] = self.edges
        return padded

    def _lookup(self, column: Column) -> Codes:
        """The code of each of a column's own categories; at the end that of a missing value."""
        place = {name: code for code, name in enumerate(self.categories)}
        codes = [place.get(name, OTHER) for name in column.categories]
        return np.array([*codes, MISSING], np.uint8)

    def encode(self, column: Column, rows: Integers, codes: Codes) -> None:
        """Write the codes of these rows of a column of the same kind."""
        from core.engine.kernels import binning as kernels

        chunk = pool.chunk_rows(len(rows))
        key = self._lookup(column) if self.is_category else self._padded

        def work(first: int, last: int) -> None:
            encode: Any = kernels.encode_categories if self.is_category else kernels.encode_numbers
            encode(column.values, rows, key, first * chunk, min(last * chunk, len(rows)), codes)

        pool.over_chunks(len(rows), work)


@dataclass(frozen=True, eq=False)
class Encoder:
    """The encoders of all features, in the order of the codes' rows."""

    features: tuple[FeatureEncoder, ...]

    @functools.cached_property
    def is_category(self) -> Mask:
        """Which features are categories."""
        return np.array([feature.is_category for feature in self.features], bool)

    def encode(self, columns: tuple[Column, ...], rows: Integers) -> Codes:
        """The codes of these rows, feature by feature."""
        codes = room.empty((len(self.features), len(rows)), np.uint8)
        for feature, column, out in zip(self.features, columns, codes, strict=True):
            feature.encode(column, rows, out)
        return codes


@dataclass(frozen=True, eq=False)
class Binned:
    """A dataset as codes, training rows first, validation rows behind them."""

    encoder: Encoder
    codes: Codes
    order: Integers
    training: int
    counts: Integers
    spans: Floats
    """Of each code of each number, among the training rows: its smallest and its largest value,
    and its edge (core.engine.codes). Cuts are put into the middle of gaps by these."""

    @functools.cached_property
    def usable(self) -> Mask:
        """Which features have at least two different codes among the training rows."""
        return np.asarray((self.counts > 0).sum(axis=1) > 1)

    def counts_with(self, weights: Floats) -> Integers:
        """How many of the training rows that have a weight have each code."""
        from core.engine.kernels.binning import count_weighted

        if np.all(weights > 0):
            return self.counts
        counts = np.zeros_like(self.counts)
        pool.over(
            len(counts),
            lambda first, last: count_weighted(self.codes, first, last, weights, counts),
        )
        return counts

    @functools.cached_property
    def tops(self) -> Integers:
        """One more than the highest code of a value, feature by feature."""
        present = self.counts[:, :MISSING] > 0
        return np.where(present.any(axis=1), MISSING - present[:, ::-1].argmax(axis=1), 0)

    @functools.cached_property
    def blocks(self) -> Blocks:
        """The codes of the usable features, four side by side."""
        return self.blocks_of(np.flatnonzero(self.usable))

    def blocks_of(self, features: Integers) -> Blocks:
        """The codes of some features, four side by side, a row a row.

        So a node of few rows reads a line or two of the cache for each of them.
        """
        blocks = room.empty((self.codes.shape[1], -(-len(features) // 4)), np.uint32)
        self._write_blocks(features, blocks)
        return blocks

    @functools.cached_property
    def columns_of_blocks(self) -> Blocks:
        """The same of the usable features, a row a block: for passes over most of the rows."""
        features = np.flatnonzero(self.usable)
        columns = room.empty((-(-len(features) // 4), self.codes.shape[1]), np.uint32)
        self._write_blocks(features, columns.T)
        return columns

    def _write_blocks(self, features: Integers, blocks: Blocks) -> None:
        from core.engine.kernels.binning import block_codes

        rows = len(blocks)

        def work(first: int, last: int) -> None:
            for tile in range(first, last):
                stop = min((tile + 1) * _TILE, rows)
                block_codes(self.codes, features, tile * _TILE, stop, blocks)

        pool.over(-(-rows // _TILE), work)

    def beside(self, rows: Integers) -> "Binned":
        """Some of the training rows side by side, with what is known of all of them."""
        codes = np.empty((len(self.codes), len(rows)), np.uint8)
        for own, of_all in zip(codes, self.codes, strict=True):
            own[:] = of_all[rows]
        return replace(self, codes=codes, order=np.arange(len(rows)), training=len(rows))

    def of_rows(self, codes: Codes, training: int) -> "Binned":
        """Other rows of the same columns, in an order of their own; so many are learned from."""
        order = np.arange(codes.shape[1])
        counts = counted(codes, training)
        return Binned(self.encoder, codes, order, training, counts, self.spans)


_cache: "weakref.WeakKeyDictionary[Dataset, Binned]" = weakref.WeakKeyDictionary()
_on_disk: "weakref.WeakKeyDictionary[RowsOnDisk, Binned]" = weakref.WeakKeyDictionary()
_lock = threading.Lock()


def binned(dataset: Dataset) -> Binned:
    """The dataset as codes; computed once and kept as long as the dataset."""
    with _lock:
        if dataset not in _cache:
            _cache[dataset] = _bin(dataset)
        return _cache[dataset]


def counted(codes: Codes, training: int) -> Integers:
    """How many training rows have each code, feature by feature."""
    from core.engine.kernels.binning import count_codes

    counts = np.zeros((len(codes), BINS), np.int64)
    pool.over(len(codes), lambda first, last: count_codes(codes, first, last, training, counts))
    return counts


def bin_columns(
    columns: tuple[Column, ...],
    order: Integers,
    training: int,
    hashes: Callable[[Integers], Hashes] = lambda rows: place_hashes("", rows, ()),
) -> Binned:
    """Columns as codes, their rows in this order; the first ones are learned from.

    Of many rows, the encoder learns from those whose hashes are the lowest.
    """
    rows = order[:training]
    sample = rows if training <= SAMPLE else rows[lowest(hashes(rows), SAMPLE)]
    learned: list[FeatureEncoder] = [None] * len(columns)  # type: ignore[list-item]
    spans = np.full((len(learned), 3, BINS), np.inf)

    def learn(first: int, last: int) -> None:
        for place in range(first, last):
            learned[place] = _learn(columns[place], rows, sample, spans[place])

    pool.over(len(learned), learn)
    encoder = Encoder(tuple(learned))
    codes = encoder.encode(columns, order)
    return Binned(encoder, codes, order, training, counted(codes, training), spans)


def keep(rows: RowsOnDisk, data: Binned) -> None:
    """Take codes that are there already for those of all rows of a table on the disk."""
    with _lock:
        _on_disk[rows] = data


def keep_for(dataset: Dataset, data: Binned) -> None:
    """Take codes that are there already for those of a dataset in memory."""
    with _lock:
        _cache[dataset] = data


def encode_as(dataset: Dataset, whole: Dataset) -> None:
    """Take the encoder of all rows for some of them, which are in memory with their values."""
    known = binned(whole)
    order, training = _training_first(dataset)
    codes = known.encoder.encode(dataset.features, order)
    counts = counted(codes, training)
    with _lock:
        _cache[dataset] = Binned(known.encoder, codes, order, training, counts, known.spans)


def _training_first(dataset: Dataset) -> tuple[Integers, int]:
    """The rows, those to learn from first, and how many these are."""
    sides = dataset.validation
    order = np.concatenate([np.flatnonzero(~sides), np.flatnonzero(sides)])
    return order, len(order) - int(sides.sum())


def _bin(dataset: Dataset) -> Binned:
    if dataset.on_disk is not None:
        return some_rows(_on_disk[dataset.on_disk], dataset.rows, dataset.validation)
    order, training = _training_first(dataset)
    return bin_columns(
        dataset.features,
        order,
        training,
        lambda rows: dataset.table.hashes(dataset.lines[rows], SAMPLE_STREAM),
    )


def _learn(column: Column, rows: Integers, sample: Integers, span: Floats) -> FeatureEncoder:
    """The encoder of a column; what is known of a number's codes is written into `span`."""
    if not column.is_number:
        counts = np.bincount(column.values[rows] + 1, minlength=len(column.categories) + 1)[1:]
        return category_encoder(column.name, column.categories, counts)
    from core.engine.kernels.binning import distinct_values, smallest_and_largest

    values = distinct_values(column.values, rows, MOST_VALUES)
    if len(values) <= MOST_VALUES:
        return number_encoder(column.name, values, span)
    low, high = smallest_and_largest(column.values, rows)
    return number_encoder(column.name, np.asarray(column.values[sample]), span, low, high)


def category_encoder(name: str, categories: Sequence[str], counts: Integers) -> FeatureEncoder:
    """The encoder of categories, sorted by name, that so many training rows have."""
    commonest = np.argsort(-counts, kind="stable")[:MOST_VALUES]
    kept = sorted(place for place in commonest if counts[place] > 0)
    return FeatureEncoder(name, True, np.empty(0), tuple(categories[place] for place in kept))


def number_encoder(
    name: str, values: Floats, span: Floats, low: float | None = None, high: float | None = None
) -> FeatureEncoder:
    """The encoder of the different values of a number, or of a sample of too many different ones.

    A sample comes with the smallest and the largest of all values; what is known of the codes is
    written into `span`.
    """
    values = np.sort(values[~np.isnan(values)])
    if len(values) == 0:
        return FeatureEncoder(name, False, values)
    if low is None or high is None:
        low, high = values[0], values[-1]
        cuts = np.arange(1, len(values))
    else:
        cuts = _quantiles(values)
    # Of a sample these are nearly the smallest and the largest of all rows.
    span[LOWEST, : len(cuts) + 1] = values[np.r_[0, cuts]]
    span[HIGHEST, : len(cuts) + 1] = values[np.r_[cuts - 1, -1]]
    span[EDGE, : len(cuts)] = edges = _between(values[cuts - 1], values[cuts])
    return FeatureEncoder(name, False, edges, (), float(low), float(high))


def lowest(hashes: Hashes, most: int) -> Integers:
    """The places of the lowest of these, so many at most, in their order."""
    if len(hashes) <= most:
        return np.arange(len(hashes))
    return np.sort(np.argpartition(hashes, most - 1)[:most])


def _quantiles(values: Floats) -> Integers:
    """Before which of the sorted values they are cut into parts of about equal counts."""
    places = np.arange(1, MOST_VALUES) * len(values) // MOST_VALUES
    heads, parts = np.unique(values[places], return_counts=True)
    # A value that fills several parts gets one of its own: a cut before it, and one behind it.
    before = np.searchsorted(values, heads[parts > 1], side="left")
    behind = np.searchsorted(values, heads, side="right")
    cuts = np.unique(np.concatenate([before, behind]))
    return np.asarray(cuts[(cuts > 0) & (cuts < len(values))])


def _between(low: Floats, high: Floats) -> npt.NDArray[np.float64]:
    """Edges with low <= edge < high, in the middle where there is one."""
    with np.errstate(invalid="ignore"):  # -inf and inf have no middle
        middle = low / 2 + high / 2
    return np.where((low <= middle) & (middle < high), middle, low)


def some_rows(whole: Binned, rows: Integers, validation: Mask) -> Binned:
    """Some of all rows, split as told: their codes are those that they have there.

    Without a difference it is the whole itself; else the codes are copied, where there is room.
    """
    training = len(rows) - int(np.count_nonzero(validation))
    if len(rows) == len(whole.order) and training == whole.training:
        is_same = not validation[whole.order[:training]].any()
        if is_same:
            return whole
    order: Integers = room.empty(len(rows), np.int64)
    order[:training] = np.flatnonzero(~validation)
    order[training:] = np.flatnonzero(validation)
    place: Integers = room.empty(len(whole.order), np.int64)
    place[whole.order] = np.arange(len(place))
    codes: Codes = room.empty((len(whole.codes), len(rows)), np.uint8)
    for start in range(0, len(rows), _COPIED):
        some = slice(start, start + _COPIED)
        at = place[rows[order[some]]]
        for own, of_all in zip(codes, whole.codes, strict=True):
            own[some] = of_all[at]
    return Binned(whole.encoder, codes, order, training, counted(codes, training), whole.spans)
