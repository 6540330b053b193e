"""A dialect: validated, and kept as plain JSON."""

import json

import pytest

from core import DataError
from core.sources.dialect import Dialect


@pytest.mark.parametrize(
    "dialect",
    [
        Dialect(),
        Dialect(
            separator=";",
            quote="'",
            decimal=",",
            thousands="\u202f",
            encoding="cp932",
            has_mark=True,
            has_header=False,
            skip=3,
            comment="//",
            missing=("x",),
            missing_numbers=(),
        ),
    ],
)
def test_a_dialect_goes_through_json(dialect):
    assert Dialect.from_plain(json.loads(json.dumps(dialect.plain()))) == dialect


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"separator": ""}, "The separator '' cannot be used"),
        ({"separator": ",,"}, "Give one character"),
        ({"separator": "é"}, "cannot be used"),
        ({"separator": "\n"}, "cannot be used"),
        ({"quote": "x"}, "The quote 'x' is not known. There are: double quote, single quote"),
        ({"separator": "'", "quote": "'"}, "The separator and the quote are the same"),
        (
            {"decimal": ",", "thousands": ","},
            "The decimal mark and the thousands mark are the same",
        ),
        ({"encoding": "rot13"}, "The encoding 'rot13' is not known. There are: UTF-8"),
        ({"skip": -1}, "-1 lines cannot be skipped"),
        ({"comment": "#\n"}, "A comment starts within a line"),
    ],
)
def test_what_cannot_be_a_dialect_is_refused(options, sentence):
    with pytest.raises(DataError, match=sentence):
        Dialect(**options)


@pytest.mark.parametrize(
    ("plain", "sentence"),
    [
        ({"skip": "1"}, "The dialect's skip cannot be '1'"),
        ({"skip": True}, "The dialect's skip cannot be True"),
        ({"missing": "NA"}, "The dialect's missing cannot be 'NA'"),
        ({"missing": [1]}, "The dialect's missing cannot be"),
        ({"colour": "red"}, "A dialect has no 'colour'"),
    ],
)
def test_what_is_no_dialect_in_a_file_is_refused(plain, sentence):
    with pytest.raises(DataError, match=sentence):
        Dialect.from_plain(plain)


def test_some_words_are_missing_only_among_numbers():
    dialect = Dialect()
    words = ["", "  ", "NA", " NA ", "-", "None", "none", "no"]
    assert [dialect.is_missing(word) for word in words] == [True] * 4 + [False] * 4
    assert [dialect.is_missing(word, among_numbers=True) for word in words] == [True] * 7 + [False]
