"""Guessing the dialect: right on nearly all of a fixed set, each guess with its reason."""

import csv

import pytest

from core import DataError
from core.reading.sniffing import guess, sniff
from core.sources.dialect import Dialect
from core.sources.source import Source
from tests.core.reading.dialects import random_file

FILES = 200


def is_right(guessed: Dialect, true: Dialect, content: str) -> bool:
    """Whether the file reads the same: what it does not show cannot be guessed."""
    same_text = content.encode(true.encoding) == content.encode(guessed.encoding, "replace")
    marks = [(guessed.decimal, true.decimal), (guessed.thousands, true.thousands)]
    return (
        (guessed.separator, guessed.has_header, guessed.has_mark, guessed.comment)
        == (true.separator, true.has_header, true.has_mark, true.comment)
        and same_text
        and all(ours == theirs or theirs not in content for ours, theirs in marks)
    )


@pytest.fixture(scope="module")
def guessed():
    """Random files, each with its text and the dialect that is guessed for it."""
    files = [random_file(seed) for seed in range(FILES)]
    texts = [file.content.decode(file.dialect.encoding).removeprefix("\ufeff") for file in files]
    dialects = [sniff(Source.from_bytes(file.content)) for file in files]
    return list(zip(files, texts, dialects, strict=True))


def test_dialects_are_guessed_right(guessed):
    wrong = [
        seed
        for seed, (file, text, dialect) in enumerate(guessed)
        if not is_right(dialect, file.dialect, text)
    ]
    assert len(wrong) <= 0.05 * FILES, wrong


def test_separators_are_guessed_better_than_by_the_standard_library(guessed):
    ours = theirs = 0
    for file, text, dialect in guessed:
        ours += dialect.separator == file.dialect.separator
        try:
            theirs += csv.Sniffer().sniff(text).delimiter == file.dialect.separator
        except csv.Error:
            continue
    assert ours > theirs


@pytest.mark.parametrize(
    ("text", "part", "reason"),
    [
        ("x;y\n1,5;a\n2,5;b\n", "separator", "semicolon, once on every line"),
        ("x;y\n1,5;a\n2,5;b\n", "decimal mark", "comma, as in 1,5"),
        ("a;b\n1.234,5;x\n2;y\n", "thousands mark", "point, as in 1.234,5"),
        ("x\n1\n2\n", "separator", "no separator found: one column"),
        ("x,y\n1,a\n2,b\n", "header", "the first row differs from the others"),
        ("1,2\n3,4\n5,6\n", "header", "the first row looks like the others"),
        ("x,y\n1,a\n2,b\n", "encoding", "plain ASCII as far as seen"),
        ("# word\nx,y\n1,a\n", "comments", "1 of the first lines starts with #"),
        (
            "A title\nx,y,z\n1,a,b\n2,b,c\n",
            "skipped lines",
            "1 line before the first row of 3 values",
        ),
        ('x,y\n1,"a"\n2,b\n', "quote", "around 1 value of the first rows"),
    ],
)
def test_every_guess_has_a_reason(text, part, reason):
    guessed = guess(Source.from_bytes(text.encode()))
    assert guessed.reasons[part] == reason
    assert set(guessed.reasons) == set(guessed.dialect.described())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("country,2019,2020,2021\nA,1,2,3\nB,4,5,6\n", {"has_header": True}),
        ("a,b\nc,d\na,d\nc,b\n", {"has_header": False}),
        ("name,city\nAnn,Rome\nBob,Oslo\n", {"has_header": True}),
        ("x,y\n'a, b',1\n'c, d',2\n", {"quote": "'", "separator": ","}),
        ("note\nhello, world\nred; blue\nplain\n", {"separator": "\t"}),
        ("name\nJohn Smith\nJane Doe\n", {"separator": ","}),
        ("a\tb\n1,234\t5.5\n2,345\t6.5\n", {"decimal": ".", "thousands": ","}),
        ("t;v\n08:30;1\n09:45;2\n", {"separator": ";"}),
        ("d,v\n2024-01-02,1\n2024-01-03,2\n", {"separator": ",", "has_header": True}),
        ('a,b\n"x;y;z",1\n"p;q;r",2\n', {"separator": ","}),
        ("#id,y\n1,a\n2,b\n", {"comment": ""}),
    ],
)
def test_known_traps(text, expected):
    dialect = sniff(Source.from_bytes(text.encode()))
    assert {name: getattr(dialect, name) for name in expected} == expected


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"%PDF-1.7 ...", "clipboard is a PDF document, not a text. Save the data as CSV."),
        (b"SQLite format 3\x00...", "is a database"),
        (bytes(range(1, 32)) * 10, "is not a text: it holds bytes that no text has"),
    ],
)
def test_what_is_no_text_is_refused(content, sentence):
    with pytest.raises(DataError, match=sentence):
        guess(Source.from_bytes(content))
