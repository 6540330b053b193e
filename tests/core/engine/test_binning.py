"""From values to codes: exact up to 254 values, in order, and whole in all corners."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.data.column import Column
from core.engine.binning import _learn, binned
from core.engine.codes import BINS, MISSING, MOST_VALUES, OTHER
from tests.core.helpers import dataset

FLOATS = st.floats(allow_nan=True, allow_infinity=True)


def learned(values):
    """The encoder that these values teach, and their codes."""
    column = Column.from_series("x", pd.Series(values))
    rows = np.arange(len(column))
    encoder = _learn(column, rows, rows, np.empty((3, BINS)))
    return encoder, encoded(encoder, values)


def encoded(encoder, values):
    kind = object if encoder.is_category else float
    column = Column.from_series("x", pd.Series(values, dtype=kind))
    codes = np.empty(len(column), np.uint8)
    encoder.encode(column, np.arange(len(column)), codes)
    return codes


def assert_codes_follow_the_edges(encoder, values, codes):
    values, codes = np.asarray(values), codes.astype(int)
    there = ~np.isnan(values)
    assert (codes[~there] == MISSING).all()
    for k, edge in enumerate(encoder.edges):
        np.testing.assert_array_equal(codes[there] <= k, values[there] <= edge)
    assert codes[there].max(initial=0) <= len(encoder.edges) < MOST_VALUES


@settings(max_examples=40)
@given(st.lists(FLOATS, min_size=1, max_size=60))
def test_few_values_have_a_code_each_in_the_order_of_the_values(values):
    _, codes = learned(np.array(values))
    distinct = sorted({value for value in values if not np.isnan(value)})
    place = {value: code for code, value in enumerate(distinct)}
    assert codes.tolist() == [place.get(value, MISSING) for value in values]


@settings(max_examples=40)
@given(st.lists(FLOATS, min_size=1, max_size=60), st.lists(FLOATS, min_size=1, max_size=60))
def test_a_code_up_to_k_means_a_value_up_to_edge_k(values, others):
    encoder, codes = learned(np.array(values))
    assert_codes_follow_the_edges(encoder, values, codes)
    assert_codes_follow_the_edges(encoder, others, encoded(encoder, others))


@pytest.mark.parametrize("slope", [0.0, 1.0, 4.0])
@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_codes_follow_the_edges_of_even_and_of_lopsided_values(slope, offset):
    drawn = np.random.default_rng(0).normal(size=5000)
    values = offset + (np.exp(slope * drawn) if slope else drawn)
    encoder, codes = learned(values)
    assert len(encoder.edges) > 200
    assert_codes_follow_the_edges(encoder, values, codes)
    beyond = np.array([-np.inf, np.inf, np.nan, -1e300, 1e300, *encoder.edges])
    assert_codes_follow_the_edges(encoder, beyond, encoded(encoder, beyond))


@pytest.mark.parametrize("distinct", [1, 2, 253, 254])
def test_up_to_254_values_are_exact(distinct):
    values = np.random.default_rng(0).permutation(np.repeat(np.arange(distinct) * 0.1, 5))
    encoder, codes = learned(values)
    assert len(encoder.edges) == distinct - 1
    np.testing.assert_array_equal(codes, np.round(values / 0.1))
    middles = (np.arange(distinct - 1) + 0.5) * 0.1
    assert encoder.edges == pytest.approx(middles)


@pytest.mark.parametrize("rows", [255, 1_000, 50_000, 300_000])
def test_more_values_are_cut_into_254_parts_of_about_equal_counts(rows):
    values = np.random.default_rng(0).normal(size=rows)
    encoder, codes = learned(values)
    assert_codes_follow_the_edges(encoder, values, codes)
    counts = np.bincount(codes)
    assert len(counts) == MOST_VALUES
    # Past 200,000 rows the edges come from a sample, and parts differ by chance.
    slack = 1 if rows <= 200_000 else 0.35 * rows / MOST_VALUES
    assert np.abs(counts - rows / MOST_VALUES).max() <= slack + 1


@pytest.mark.parametrize("where", ["low", "middle", "high"])
def test_a_value_that_fills_half_the_rows_stays_whole(where):
    others = np.random.default_rng(0).random(5_000)
    heavy = {"low": -1.0, "middle": 0.5, "high": 2.0}[where]
    values = np.concatenate([np.full(5_000, heavy), others])
    encoder, codes = learned(values)
    assert_codes_follow_the_edges(encoder, values, codes)
    counts = np.bincount(codes, minlength=MOST_VALUES)
    assert counts[codes[0]] <= 5_000 + 2 * 10_000 / MOST_VALUES
    assert np.delete(counts, codes[0]).max() <= 2 * 10_000 / MOST_VALUES
    assert (counts > 0).sum() > 100


def test_adjacent_floats_are_told_apart():
    values = [1.0]
    for _ in range(20):
        values.append(np.nextafter(values[-1], 2))
    values += [0.0, 5e-324, 1e-323, -5e-324]
    _, codes = learned(np.array(values))
    np.testing.assert_array_equal(codes, np.argsort(np.argsort(values)))


def test_both_zeros_are_one_value():
    _, codes = learned(np.array([0.0, -0.0, 1.0]))
    assert codes.tolist() == [0, 0, 1]


def test_infinities_and_missing_values_have_their_own_codes():
    encoder, codes = learned(np.array([-np.inf, -1e308, 1e308, np.inf, np.nan]))
    assert codes.tolist() == [0, 1, 2, 3, MISSING]
    assert encoded(encoder, [0.0, -np.inf, np.nan]).tolist() == [1, 0, MISSING]
    assert learned(np.array([-np.inf, np.inf]))[1].tolist() == [0, 1]


def test_categories_are_coded_by_name_and_unseen_ones_share_a_code():
    encoder, codes = learned(["b", "a", None, "b", "c"])
    assert encoder.categories == ("a", "b", "c")
    assert codes.tolist() == [1, 0, MISSING, 1, 2]
    assert encoded(encoder, ["z", "c", None, "a"]).tolist() == [OTHER, 2, MISSING, 0]


def test_categories_beyond_the_254_commonest_share_a_code():
    names = [f"{number:03}" for number in range(300)]
    common, rare = names[46:], names[:46]
    encoder, codes = learned(common * 2 + rare)
    assert encoder.categories == tuple(common)
    assert sorted(set(codes[: 2 * MOST_VALUES])) == list(range(MOST_VALUES))
    assert set(codes[2 * MOST_VALUES :]) == {OTHER}


def test_only_training_rows_teach_and_they_come_first():
    data = dataset({"x": np.arange(40.0), "c": [f"c{i % 9}" for i in range(40)]}, "ab" * 20, 0.25)
    found = binned(data)
    assert not data.validation[found.order[: found.training]].any()
    assert data.validation[found.order[found.training :]].all()
    assert sorted(found.order) == list(range(40))
    edges = found.encoder.features[0].edges
    training = np.sort(data.features[0].values[~data.validation])
    assert edges == pytest.approx((training[1:] + training[:-1]) / 2)
    for counts, codes in zip(found.counts, found.codes, strict=True):
        expected = np.bincount(codes[: found.training], minlength=256)
        np.testing.assert_array_equal(counts, expected)


def test_a_category_that_only_validation_rows_have_is_unseen():
    names = np.array(["a", "b"] * 20, dtype=object)
    columns = {"c": names, "x": range(40)}
    where = dataset(columns, "ab" * 20, 0.25).validation
    names = np.where(where, "new", names)
    data = dataset({"c": names, "x": range(40)}, "ab" * 20, 0.25)
    np.testing.assert_array_equal(data.validation, where)
    found = binned(data)
    assert set(found.codes[0, found.training :]) == {OTHER}
    assert found.encoder.features[0].categories == ("a", "b")


def test_a_dataset_is_binned_once():
    data = dataset({"x": [1, 2, 3]}, "aab")
    assert binned(data) is binned(data)
    assert binned(data) is not binned(data.excluding([2]))


@pytest.mark.parametrize(
    ("values", "usable"),
    [([1, 2, 3], True), ([1, 1, 1], False), ([1, 1, None], True), (["a", "a", "a"], False)],
)
def test_a_feature_is_usable_if_training_rows_differ_in_it(values, usable):
    assert binned(dataset({"x": values}, "aab")).usable.tolist() == [usable]
