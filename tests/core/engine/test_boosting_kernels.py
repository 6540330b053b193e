"""The compiled stump search and histogram against brute force in plain numpy."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine.codes import BINS, MISSING, OTHER
from core.engine.kernels.binning import block_codes
from core.engine.kernels.blocks import add_rows, add_tile
from core.engine.kernels.boosting import best_stump, weigh_heavy, weigh_wrong

NUMBER_CODES = (0, 1, 2, 5, 253, MISSING)
CATEGORY_CODES = (0, 1, 2, 7, OTHER, MISSING)


@st.composite
def coded_rows(draw):
    """Codes of a few features, which of them are categories, and y w of every row."""
    rows = draw(st.integers(1, 10))
    is_category = draw(st.lists(st.booleans(), min_size=1, max_size=6))
    codes = [
        draw(
            st.lists(
                st.sampled_from(CATEGORY_CODES if category else NUMBER_CODES),
                min_size=rows,
                max_size=rows,
            )
        )
        for category in is_category
    ]
    # Small whole numbers: sums are exact, and ties and zeros are common.
    signed = draw(st.lists(st.integers(-3, 3), min_size=rows, max_size=rows))
    return np.array(codes, np.uint8), np.array(is_category), np.array(signed, float)


def tables(codes, signed):
    histogram, counts = np.zeros((len(codes), BINS)), np.zeros((len(codes), BINS), np.int64)
    for feature, column in enumerate(codes):
        np.add.at(histogram[feature], column, signed)
        np.add.at(counts[feature], column, 1)
    return histogram, counts


def spans_of(codes):
    """As if each code were its own value."""
    values = np.arange(BINS, dtype=float)
    return np.tile(np.stack([values, values, values + 0.5]), (len(codes), 1, 1))


def all_sides(column, is_category):
    """Every stump on a column: the side of each of its codes, both sides in use."""
    present = sorted(set(column.tolist()))
    for chosen in itertools.product([-1, 1], repeat=len(present)):
        values = [side for code, side in zip(present, chosen, strict=True) if code != MISSING]
        changes = sum(one != other for one, other in itertools.pairwise(values))
        if len(set(chosen)) == 2 and (is_category or changes <= 1):
            yield dict(zip(present, chosen, strict=True))


@settings(max_examples=40)
@given(coded_rows())
def test_the_search_finds_the_best_of_all_stumps(rows):
    codes, is_category, signed = rows
    histogram, counts = tables(codes, signed)
    sides = np.zeros(BINS, np.int8)
    feature, edge = best_stump(histogram, counts, is_category, spans_of(codes), sides)
    edges = [
        sum(value * stump[code] for code, value in zip(column.tolist(), signed, strict=True))
        for column, category in zip(codes, is_category, strict=True)
        for stump in all_sides(column, category)
    ]
    if not edges:
        assert (feature, edge) == (-1, 0.0)
        return
    assert edge == max(edges)
    votes = sides[codes[feature]]
    assert (signed * votes).sum() == edge
    assert set(votes) == {-1, 1}
    assert set(sides) == {-1, 1}
    if not is_category[feature]:
        assert (sides[1:MISSING] != sides[: MISSING - 1]).sum() == 1  # one threshold


def test_a_tie_goes_to_the_first_feature_and_the_lowest_threshold():
    codes = np.array([[0, 1, 2], [0, 1, 2]], np.uint8)
    sides = np.zeros(BINS, np.int8)
    histogram, counts = tables(codes, np.array([1.0, -1.0, 1.0]))
    feature, edge = best_stump(histogram, counts, np.zeros(2, bool), spans_of(codes), sides)
    assert (feature, edge, sides[:3].tolist()) == (0, 1.0, [1, -1, -1])


def test_unseen_categories_are_answered_as_by_all_rows_after_a_forced_change_of_sides():
    # Both categories lean the same way; the one that costs less changes sides, with most rows.
    codes = np.array([[0, 0, 1, 1, 1]], np.uint8)
    sides = np.zeros(BINS, np.int8)
    histogram, counts = tables(codes, np.array([1.0, 1.0, 0.5, 0.5, 0.5]))
    feature, edge = best_stump(histogram, counts, np.array([True]), spans_of(codes), sides)
    assert (feature, edge) == (0, 0.5)
    assert sides[[0, 1, 2, OTHER, MISSING]].tolist() == [1, -1, 1, 1, 1]


@pytest.mark.parametrize("is_category", [False, True])
def test_codes_without_training_rows_are_answered_as_by_all_rows(is_category):
    codes = np.array([[0, 0, 0, 1, 1]], np.uint8)
    signed = np.array([1.0, 1.0, 1.0, -1.0, -1.0])
    sides = np.zeros(BINS, np.int8)
    best_stump(*tables(codes, signed), np.array([is_category]), spans_of(codes), sides)
    assert sides[[0, 1, MISSING]].tolist() == [1, -1, 1]
    if is_category:
        assert sides[OTHER] == 1


def test_a_threshold_lies_in_the_middle_of_its_gap():
    codes = np.array([[0, 0, 9, 9]], np.uint8)
    sides = np.zeros(BINS, np.int8)
    signed = np.array([1.0, 1.0, -1.0, -1.0])
    best_stump(*tables(codes, signed), np.zeros(1, bool), spans_of(codes), sides)
    # The middle of 0 and 9 is 4.5, which is the edge of code 4.
    assert sides[:10].tolist() == [1] * 5 + [-1] * 5


def test_where_only_missing_values_part_all_values_are_on_one_side():
    codes = np.array([[3, 3, MISSING]], np.uint8)
    sides = np.zeros(BINS, np.int8)
    tabled = tables(codes, np.array([1.0, 1.0, -1.0]))
    best_stump(*tabled, np.zeros(1, bool), spans_of(codes), sides)
    assert set(sides[:254].tolist()) == {1}
    assert sides[MISSING] == -1


@pytest.mark.parametrize("features", [1, 3, 4, 5, 8, 9, 16, 21, 32])
@pytest.mark.parametrize("rows", [0, 1, 1023, 1024, 2500])
def test_a_histogram_sums_the_values_by_feature_and_code(features, rows):
    random = np.random.default_rng(rows + features)
    codes = random.integers(0, BINS, (features, 3000)).astype(np.uint8)
    chosen = random.permutation(3000)[:rows].astype(np.uint32)
    values = random.integers(-9, 9, rows)
    blocks = np.empty((3000, -(-features // 4)), np.uint32)
    block_codes(codes, np.arange(features), 0, 3000, blocks)
    histogram = np.zeros((4 * blocks.shape[1], BINS), np.int64)
    add_rows(np.ascontiguousarray(blocks.T), chosen, values, histogram)
    expected = tables(codes[:, chosen], values)[0]
    np.testing.assert_array_equal(histogram[:features], expected)
    # The same tile by tile, and gathered.
    gathered, room = np.zeros_like(histogram), np.empty((blocks.shape[1], 1024), np.uint32)
    for low in range(0, rows, 1024):
        here = slice(low, low + 1024)
        wide = np.uint64(blocks.shape[1])
        add_tile(blocks, np.uint64(0), wide, chosen[here], values[here], room, gathered)
    np.testing.assert_array_equal(gathered, histogram)


@given(st.integers(0, 10_000), st.booleans(), st.sampled_from([0.0, 1e-12, 1e-9, 1e-3]))
def test_wrong_rows_are_told_by_their_weights_unless_it_is_close(seed, is_even, nearest):
    random = np.random.default_rng(seed)
    rows, scale, back = 50, random.normal(scale=20.0), 2.0**30
    agreement = random.normal(size=rows)
    agreement[random.integers(rows)] = nearest * random.choice([-1, 1])
    labels = random.choice(np.array([-1, 1], np.int8), rows)
    weights = np.full(rows, 2.5) if is_even else random.integers(0, 4, rows).astype(float)
    signed = labels * weights / weights.sum() * np.exp(-agreement + scale)
    even = 2.5 if is_even else 0.0
    told = weigh_heavy(signed, weights, even, np.exp(scale) / weights.sum(), back)
    is_close = bool((np.abs(agreement[weights > 0]) < 1e-8).any())
    assert (told == -1) == is_close
    if not is_close:
        assert told == weigh_wrong(agreement, labels, weights, 1, back)
