"""Sums over rows are the same bits however the rows are cut into pieces."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base import pool
from core.engine.growing import grids, levels, pieces
from core.engine.growing.ground import alone
from core.engine.growing.grower import Criterion, Growth, grow_numbers
from core.engine.kernels.growing.arguments import RowValues
from core.engine.kernels.growing.histograms import fill, fill_packed
from core.engine.kernels.growing.rounding import unpack
from tests.core.engine.test_growing_levels import problem


def _pairs(rows, seed, far):
    """Weights and slopes; one row may be far larger than the others."""
    random = np.random.default_rng(seed)
    pairs = np.column_stack([random.random(rows), random.normal(size=rows)])
    pairs[random.integers(rows)] *= far
    return pairs


def _packed_sums(data, pairs, rows, parts):
    """The histograms of all features, added up over parts of the rows."""
    sizes = grids.Sizes.of(pairs, alone)
    packed = grids.packed(pairs, sizes, len(pairs), True, alone)
    blocks = data.blocks
    sums = np.zeros((4 * blocks.shape[1], 256, 2), np.int64)
    for part in np.split(rows, parts):
        own = np.empty_like(sums)
        fill_packed(blocks, 0, blocks.shape[1], part, packed, own)
        sums += own
    return sums, packed


@given(st.integers(0, 1000), st.lists(st.integers(0, 3000), max_size=4), st.sampled_from([1, 1e6]))
def test_histograms_of_parts_add_up_to_the_histogram_of_all_rows(seed, cuts, far):
    data, pairs = problem(2).data, _pairs(3000, seed, far)
    rows = np.random.default_rng(seed).permutation(3000).astype(np.uint32)
    whole, packed = _packed_sums(data, pairs, rows, [])
    assert bool(len(packed.narrow)) == (far == 1)
    assert np.array_equal(whole, _packed_sums(data, pairs, rows, sorted(cuts))[0])
    units = grids.Sizes.of(pairs, alone).units(3000)
    values = RowValues(pairs, np.empty(0), np.empty(0, np.int64), 2, units)
    usable, floats = np.flatnonzero(data.usable), []
    for parts in ([], sorted(cuts)):
        sums = np.zeros((len(usable), 256, 3))
        for part in np.split(rows, parts):
            own = np.empty_like(sums)
            fill(data.codes, usable, 0, len(usable), part, values, own)
            sums += own
        floats.append(sums)
    assert np.array_equal(*floats)


@pytest.mark.parametrize("far", [1, 1e6])
def test_whole_numbers_stand_for_the_values(far):
    data, pairs = problem(2).data, _pairs(3000, 0, far)
    whole, packed = _packed_sums(data, pairs, np.arange(3000, dtype=np.uint32), [])
    for place, feature in enumerate(np.flatnonzero(data.usable)):
        sums = np.empty((256, 3))
        unpack(whole[place], packed, sums)
        codes, counts = data.codes[feature], np.bincount(data.codes[feature], minlength=256)
        assert np.array_equal(sums[:, 2], counts)
        for column in range(2):
            expected = np.bincount(codes, pairs[:, column], 256)
            # Each row is rounded by half a unit at most.
            assert np.all(np.abs(sums[:, column] - expected) <= packed.units[column] * counts)


@pytest.mark.parametrize("far", [1, 1e6])
def test_trees_do_not_depend_on_threads_nor_on_pieces(monkeypatch, far):
    monkeypatch.setattr(levels, "_MANY_ROWS", 200)
    monkeypatch.setattr(levels, "_MANY_PACKED", 60)
    given_, pairs = problem(2), _pairs(3000, 1, far)
    rows, growth = np.arange(3000, dtype=np.uint32), Growth(Criterion.NUMBERS, depth=6)
    trees = []
    before = pool.threads()
    try:
        for threads, piece in ((1, 32_768), (2, 500), (4, 77)):
            pool.set_threads(threads)
            monkeypatch.setattr(pieces, "_PIECE", piece)
            trees.append(grow_numbers(given_.data, growth, rows, pairs))
    finally:
        pool.set_threads(before)
    for tree in trees[1:]:
        assert np.array_equal(tree.stats, trees[0].stats)
        assert np.array_equal(tree.gains, trees[0].gains)
        assert np.array_equal(tree.threshold, trees[0].threshold)
