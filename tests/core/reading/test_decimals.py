"""Reading numbers from bytes: the nearest float of what stands there, as Python reads it."""

import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.reading.kernels.decimals import (
    CODE,
    HARD,
    MISSING,
    NUMBER,
    TEXT,
    read_grouped,
    read_number,
)


def as_bytes(text):
    """As files are read: for an array that must not be written to, all would be compiled anew."""
    return np.array(bytearray(text))


def read(text, decimal=".", thousands=""):
    data = as_bytes(text.encode() + bytes(8))
    length = len(text.encode())
    if thousands:
        marks = as_bytes(thousands.encode())
        return read_grouped(data, 0, length, ord(decimal), marks, np.empty(64, np.uint8))
    return read_number(data, np.uint64(0), np.uint64(length), ord(decimal))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("1", NUMBER), ("-1.5", NUMBER), (" 2\t", NUMBER), ("1e5", NUMBER), ("+3", NUMBER),
        (".5", NUMBER), ("5.", NUMBER), ("00.5", NUMBER), ("inf", NUMBER), ("-Infinity", NUMBER),
        ("", MISSING), ("  ", MISSING),
        ("007", CODE), ("-01", CODE), ("9007199254740993", CODE), ("1" * 30, CODE),
        ("nan", TEXT), ("0x1F", TEXT), ("1_0", TEXT), ("-", TEXT), (".", TEXT), ("1e", TEXT),
        ("1e+", TEXT), ("1.2.3", TEXT), ("1 2", TEXT), ("٣", TEXT), ("infinite", TEXT),
        ("123456789012345678901.5", HARD), ("1e400", HARD), ("5e-324", HARD),
    ],
)  # fmt: skip
def test_what_a_text_is(text, what):
    value, found = read(text)
    assert found == what
    if what == NUMBER:
        assert value == float(text)


@pytest.mark.parametrize(
    ("text", "decimal", "thousands", "value"),
    [
        ("1.234,56", ",", ".", 1234.56), ("1,234.56", ".", ",", 1234.56), ("1 234", ",", " ", 1234),
        ("1\u202f234,5", ",", "\u202f", 1234.5), ("-7.654.321", ",", ".", -7654321),
        ("12,5", ",", ".", 12.5), ("1234", ".", ",", 1234),
        ("12,34", ".", ",", None), ("1.23,5", ",", ".", None), ("1,,234", ".", ",", None),
        (",123", ".", ",", None), ("1,234,", ".", ",", None), ("0,123", ".", ",", None),
    ],
)  # fmt: skip
def test_thousands_stand_between_groups_of_three(text, decimal, thousands, value):
    found, what = read(text, decimal, thousands)
    if value is None:
        assert what in (TEXT, CODE)
    else:
        assert (found, what) == (value, NUMBER)


def check(text):
    value, what = read(text)
    if what == NUMBER:
        assert struct.pack("d", value) == struct.pack("d", float(text))
    return what


@given(st.floats(allow_nan=False))
@settings(max_examples=200)
def test_a_float_reads_back_to_the_bit(value):
    check(repr(value))


@given(st.integers(0, 2**64 - 1), st.integers(-342, 308))
@settings(max_examples=400)
def test_any_digits_and_any_exponent_give_the_nearest_float(digits, exponent):
    check(f"{digits}e{exponent}")


@given(st.integers(1, 2**53 - 1), st.integers(-60, 60))
@settings(max_examples=200)
def test_values_half_way_between_floats_go_to_the_even_one(mantissa, shift):
    """The middle of two neighbours, where all its digits fit."""
    middle = (2 * (mantissa | 1 << 52) + 1) * 2 ** max(shift, 0)
    check(f"{middle}.0")
    check(f"{middle}e0")


def test_most_floats_need_no_help():
    rng = np.random.default_rng(0)
    texts = [
        repr(float(value)) for value in rng.normal(size=1000) * 10.0 ** rng.integers(-9, 9, 1000)
    ]
    assert all(check(text) == NUMBER for text in texts)
