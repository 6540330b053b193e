"""Whatever is written in some dialect reads back equal, and comes out byte for byte the same."""

import tempfile
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from core.reading.numerals import Sort, number_of, sort_of
from core.reading.rewriting import write_changed
from core.reading.tables import read_table
from core.sources.dialect import Dialect
from core.sources.fields import quoted_as_needed, quoted_value, records
from core.sources.source import Source
from tests.core.reading.dialects import number, random_file

TEXTS = st.text(
    st.sampled_from("ab ,;\t|\"'\\#é0\n\r-.x")
    | st.characters(codec="utf-8", exclude_characters="\0"),
    max_size=6,
)
DIALECTS = st.builds(
    Dialect,
    separator=st.sampled_from([",", ";", "\t", "|"]),
    quote=st.sampled_from(['"', "'"]),
    escape=st.sampled_from(["", "\\"]),
    trims=st.booleans(),
    encoding=st.sampled_from(["utf-8", "utf-16-le", "utf-16-be"]),
    has_mark=st.booleans(),
    comment=st.sampled_from(["", "#"]),
)
BREAKS = st.sampled_from(["\n", "\r\n", "\r"])


@st.composite
def tables(draw):
    """Texts in a dialect, as bytes, with some always in quotes."""
    dialect = draw(DIALECTS)
    width = draw(st.integers(2, 4))
    rows = draw(st.lists(st.lists(TEXTS, min_size=width, max_size=width), min_size=1, max_size=8))
    break_ = draw(BREAKS)
    always = draw(st.booleans())
    names = [f"c{place}" for place in range(width)]
    lines = [names, *rows]
    text = break_.join(
        dialect.separator.join(quoted_as_needed(value, dialect, always) for value in line)
        for line in lines
    )
    text += draw(st.sampled_from(["", break_]))
    mark = "\ufeff" if dialect.has_mark else ""
    return dialect, rows, (mark + text).encode(dialect.encoding)


@given(st.text(st.sampled_from("a\"' \\"), max_size=8), DIALECTS)
@settings(max_examples=300, deadline=None)
def test_a_text_in_quotes_is_the_one_that_the_reader_of_records_gives(rest, dialect):
    text = dialect.quote + rest
    assert quoted_value(text, dialect) == next(records(text, dialect)).fields[0].value


@given(tables())
@settings(max_examples=150, deadline=None)
def test_texts_read_back_as_written(written):
    dialect, rows, content = written
    names = [f"c{place}" for place in range(len(rows[0]))]
    table = read_table(Source.from_bytes(content), dialect, as_text=names)
    assert table.problem_count == 0
    assert [table.raw_row(row) for row in range(len(table))] == rows
    for place, column in enumerate(table.columns):
        expected = [row[place] if row[place].strip(" \t") else "" for row in rows]
        assert [column.text(row) for row in range(len(table))] == expected


@given(st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_numbers_and_words_read_back_equal_in_any_dialect(seed):
    written = random_file(seed)
    table = read_table(Source.from_bytes(written.content), written.dialect)
    if written.dialect.has_header:
        assert table.names == written.names
    for column, expected in zip(table.columns, written.columns, strict=True):
        if isinstance(expected[0], float):
            np.testing.assert_array_equal(column.values, expected)
        else:
            assert [column.text(row) for row in range(len(table))] == expected


@given(tables(), st.sampled_from(["out.csv", "out.csv.gz"]))
@settings(max_examples=60, deadline=None)
def test_a_cleaned_file_without_decisions_is_the_same_bytes(written, name):
    dialect, _, content = written
    source = Source.from_bytes(content)
    table = read_table(source, dialect)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        write_changed(table, path, target="c0")
        assert Source.from_path(path).head(10**6) == content


@given(st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_a_cleaned_file_differs_in_the_decided_lines_only(seed):
    written = random_file(seed)
    dialect = written.dialect
    table = read_table(Source.from_bytes(written.content), dialect)
    rng = np.random.default_rng(seed)
    lines = rng.choice(table.lines, 4, replace=False).tolist()
    gone, changed = lines[:2], lines[2:]
    place = next(p for p, values in enumerate(written.columns) if isinstance(values[0], str))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "out.csv"
        write_changed(
            table,
            path,
            target=table.names[place],
            excluded=gone,
            relabelled=dict.fromkeys(changed, "new"),
        )
        text = path.read_bytes().decode(dialect.encoding).removeprefix("\ufeff")
    before = written.content.decode(dialect.encoding).removeprefix("\ufeff")
    expected = []
    for record in records(before, dialect):
        values = record.values
        if record.line in gone:
            continue
        if record.line in changed:
            values[place] = "new"
        expected.append(values)
    assert [record.values for record in records(text, dialect)] == expected


@given(
    st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**25), 10**25),
    st.sampled_from([(".", ""), (",", ""), (",", "."), (".", ","), (",", "\u202f")]),
)
def test_the_kernel_and_the_rules_agree_about_numbers(value, marks):
    dialect = Dialect(separator=";", decimal=marks[0], thousands=marks[1])
    text = repr(value).replace(".", dialect.decimal)
    _agree(text, dialect)
    if isinstance(value, int):
        _agree(number(value, 0, dialect), dialect)


@given(
    st.text(st.sampled_from("0123456789.,+-eE inf"), max_size=9),
    st.sampled_from([(".", ""), (",", ""), (",", "."), (".", ","), (",", " ")]),
)
@settings(max_examples=400)
def test_the_kernel_and_the_rules_agree_about_texts(text, marks):
    _agree(text, Dialect(separator=";", decimal=marks[0], thousands=marks[1]))


def _agree(text, dialect):
    """Read as part of a column that the sample takes for numbers, and alone."""
    from core.reading.parsing import NUMBERS, Parser
    from core.sources.layout import read_layout

    source = Source.from_bytes(f"x;y\n{text};1\n".encode())
    found = Parser(source, dialect, read_layout(source, dialect), [NUMBERS, NUMBERS]).parse(
        lambda done, rows: None
    )
    sort = sort_of(text, dialect)
    value = float(found.numbers[0].values()[0])
    if sort is Sort.NUMBER:
        assert value == number_of(text, dialect)
        assert 0 not in found.spoiled
    else:
        assert np.isnan(value)
        assert (0 in found.spoiled) == (sort in (Sort.CODE, Sort.TEXT))
        if 0 in found.spoiled:
            assert found.spoiled[0].is_code == (sort is Sort.CODE)
