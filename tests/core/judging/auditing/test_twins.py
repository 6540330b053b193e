"""Twins: by hand, and against a plain search."""

import numpy as np
import pandas as pd
from hypothesis import given

from core.judging.auditing.twins import Twins
from tests.core.helpers import dataset, small_data
from tests.core.judging.auditing.made_up import line


def found(xs, labels, **more):
    return Twins.of(dataset({"x": xs, **more}, labels)).contradicted.tolist()


def test_who_stands_alone_against_more_is_contradicted_and_of_two_both():
    assert found([1, 1, 1, 2, 2, 3], "aabaab") == [False, False, True, False, False, False]
    assert found([1, 1, 2], "aba") == [True, True, False]
    assert found([1, 1, 1, 1, 1], "aabbc") == [True] * 5


def test_rows_that_do_not_count_contradict_nobody():
    data = dataset({"x": [1, 1, 2, 2]}, "abab")
    counts = np.array([True, False, False, False])
    assert Twins.of(data, counts).contradicted.tolist() == [False, True, False, False]


def test_of_two_twins_the_more_suspicious_one_leads():
    data = dataset({"x": [1, 1, 2, 2, 2, *range(10, 90)]}, [*"ababb", *"ab" * 40])
    twins, counts = Twins.of(data), np.ones(85, bool)
    suspicion = np.array([0.7, 0.9, 0.6, 0.1, 0.2, *[0.0] * 80])
    leading = twins.leading(suspicion, data.labels, counts)
    assert np.flatnonzero(leading).tolist() == [1, 2]
    suspicion[0] = 0.9
    assert np.flatnonzero(twins.leading(suspicion, data.labels, counts)).tolist() == [0, 1, 2]
    counts[1] = False  # then it stands in nobody's way
    suspicion[0] = 0.7
    assert np.flatnonzero(twins.leading(suspicion, data.labels, counts)).tolist() == [0, 1, 2]


def test_missing_values_are_like_one_another_and_0_is_like_minus_0():
    assert found([np.nan, np.nan, 1.0], "aba") == [True, True, False]
    assert found([0.0, -0.0, 1.0], "aba") == [True, True, False]
    names = pd.Series(["u", None, None, "u"], dtype=object)
    assert found([1, 1, 1, 1], "aabb", name=names) == [True] * 4


def test_rows_that_differ_anywhere_are_no_twins():
    assert found([1, 1], "ab", other=[5, 6]) == [False, False]


def test_where_contradictions_are_usual_nobody_comes_first():
    few = Twins.of(dataset({"x": [*range(30), 0]}, "ab" * 15 + "b"))
    assert np.flatnonzero(few.come_first).tolist() == [0, 30]
    usual = Twins.of(dataset({"x": [1, 1, 2, 2] * 5}, "ab" * 10))
    assert usual.contradicted.all()
    assert not usual.come_first.any()


def test_the_rows_of_the_same_values():
    twins = Twins.of(dataset({"x": [7, 8, 7, 7]}, "abba"))
    assert twins.of_row(0).tolist() == [2, 3]
    assert twins.of_row(1).tolist() == []


def test_numbers_do_not_contradict_one_another():
    assert not Twins.of(line(50)[0]).contradicted.any()


@given(small_data(validation_share=0))
def test_as_a_plain_search_finds_them(data):
    columns = [(column.values + 0.0, column.missing) for column in data.features]

    def same(a, b):
        return all(
            (missing[a] and missing[b])
            or (not missing[a] and not missing[b] and values[a] == values[b])
            for values, missing in columns
        )

    rows, twins = range(len(data)), Twins.of(data)
    for row in rows:
        labels = [data.labels[other] for other in rows if same(row, other)]
        own = labels.count(data.labels[row])
        is_beaten = any(labels.count(label) >= own for label in set(labels) - {data.labels[row]})
        assert twins.contradicted[row] == is_beaten
