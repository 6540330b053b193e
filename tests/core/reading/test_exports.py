"""Files that programs in many places write are read as they are meant."""

import pytest

from core import DataError
from core.checks.findings import findings
from core.data.plan import Plan
from core.reading.preview import preview
from core.reading.tables import read_table
from core.sources.dialect import Dialect
from core.sources.layout import unique_names
from core.sources.source import Source
from core.sources.spellings import number_part, spelling_of
from tests.core.reading.exports import EXPORTS, Y, rows
from tests.core.reading.test_torture import values


def source(text: str, encoding: str = "utf-8") -> Source:
    return Source.from_bytes(text.encode(encoding))


@pytest.mark.parametrize("name", EXPORTS)
def test_an_export_reads_as_it_is_meant(name):
    export = EXPORTS[name]
    content = source(export.text, export.encoding)
    table = read_table(content)
    assert values(table) == export.columns
    assert list(preview(content).names) == table.names
    # What was guessed, given again, reads the same: a saved session does so.
    assert table.origin is not None
    assert values(read_table(content, table.origin.dialect)) == export.columns


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "<html><body><p>no table, only words</p></body></html>",
            "is a web page, not a CSV",
        ),
        ('<?xml version="1.0"?>\n<rows><row a="1"/></rows>\n', "is an XML file"),
        ('{"a": broken, "b": 2}', "is a JSON file"),
        ("% made up\n@relation x\n@attribute a numeric\n@data\n1\n", "is an ARFF file"),
        ("{\\rtf1 a,b}", "is a formatted text"),
    ],
)
def test_other_texts_are_refused_by_name(text, sentence):
    with pytest.raises(DataError, match=sentence):
        read_table(source(text))


def test_another_width_of_characters_is_refused():
    with pytest.raises(DataError, match="UTF-32 text. Save it as UTF-8"):
        read_table(source("a,b\n1,2\n", "utf-32"))


def test_how_numbers_were_read_is_told():
    table = read_table(source(EXPORTS["dollars"].text))
    assert table.notes == ("'amount' is read as numbers: '-$2,300.00' as -2300.",)
    assert "'0:30:00' as 0.5 hours" in read_table(source("d,y\n0:30:00,1\n")).notes[0]
    assert table.raw_row(0) == ["$1,200.50", "yes"]


def test_numbers_with_signs_can_be_had_as_written():
    table = read_table(source(EXPORTS["percent"].text), as_text=["a"])
    assert values(table)["a"] == ["10 %", "11 %", "12 %", "n/a"]


def test_a_word_among_numbers_of_another_notation_has_a_remedy():
    export = EXPORTS["a word among German numbers"]
    table = read_table(source(export.text))
    assert table.notes == ("'a' is read as text: 'n.v.' on line 14 is no number.",)
    plan = Plan.suggested(table, "y")
    finding = next(f for f in findings(table, plan) if f.columns == ("a",))
    assert finding.sentence == (
        "'a' was taken for categories: it holds numbers, but also 'n.v.' on line 14."
    )
    column = finding.remedy.applied(plan)["a"]
    assert (column.meaning.value, column.missing) == ("number", ("n.v.",))


def test_rows_that_are_none_are_listed():
    table = read_table(source(EXPORTS["files put together"].text))
    assert [(problem.line, problem.what) for problem in table.problems] == [
        (6, "the header once more: the row was set aside")
    ]
    assert table.lines.tolist() == [2, 3, 4, 5, 7, 8, 9, 10]
    table = read_table(source(EXPORTS["a source below"].text))
    assert [problem.line for problem in table.problems] == [7]


def test_a_last_row_that_is_only_short_stays():
    table = read_table(source("a,b,y\n1,x,p\n2,y,q\n3,z\n"))
    assert table.lines.tolist() == [2, 3, 4]


@pytest.mark.parametrize(
    "text",
    [
        "name      city      amount\nAnn Lee   New York      10\nBob       Rome           5\n",
        '"a,b,y"\n"1,x,no"\n"2,y,yes"\n',
    ],
    ids=["fixed width", "whole lines in quotes"],
)
def test_lines_that_may_hold_more_than_one_value_are_told(text):
    assert preview(source(text)).notes[0].startswith("Every line is read as one value. If a sign")
    assert preview(source("note\nall well\nnot so\n")).notes == ()


def test_names_that_are_missing_are_told_together():
    text = rows("a,y,,,", list("1234"), Y, [""] * 4, [""] * 4, [""] * 4)
    assert preview(source(text)).notes == (
        "Columns 3 to 5 have no name and are called 'column 3' to 'column 5'.",
    )


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["1.234,5 €", "2 €"], (1234.5, 2.0)),
        (["12 m/s", "-3 m/s"], (12.0, -3.0)),
        (["USD 5", "USD 1,000"], (5.0, 1000.0)),
        (["EUR5", "EUR1,000"], (5.0, 1000.0)),
        (["MRN200652", "MRN959184"], None),
        (["36 months", "60 months"], (36.0, 60.0)),
        (["5", "(6)"], (5.0, -6.0)),
        (["1e3", "2E-1"], (1000.0, 0.2)),
        (["(5", "6)"], None),
        (["--5", "6"], None),
        (["$5", "€6"], None),
        (["007 kg", "008 kg"], None),
        (["555 123 456", "111 222 333"], None),
        (["1,5", "2,5"], None),
        (["1st", "2nd"], None),
        (["13:00 PM", "1:00 PM"], None),
        (["<=50K", ">50K"], None),
        (["5 -", "( 6 )"], (-5.0, -6.0)),
        (["1" * 5000, "2"], None),
        ([], None),
    ],
)
def test_what_counts_as_a_number(texts, expected):
    found = spelling_of(texts, Dialect())
    assert (found and found.values) == expected


@pytest.mark.parametrize("other", ["XYZ7", "ABC 7 kg", "7 kg"])
def test_what_is_told_by_the_signs_around_numbers_is_kept(other):
    codes = [f"ABC{number}" for number in range(50)] + [other]
    table = read_table(source(rows("code,y", codes, ["a"] * 51)))
    assert table.column("code").categories == tuple(sorted(codes))


@pytest.mark.parametrize("text", ["1{} !", "({}1 !", "1{} kg !", "-{} $ !"])
def test_a_long_row_of_blanks_takes_no_time(text):
    """With a way for every blank to be read in three, these would take some hours."""
    assert number_part(text.format(" " * 20_000)) == ""


def test_many_names_that_are_the_same_are_told_apart():
    names, notes = unique_names(["x"] * 20_000)
    assert names[0] == "x"
    assert names[1:] == tuple(f"x ({number})" for number in range(2, 20_001))
    assert len(notes) == 19_999


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        ("Größe", "cp1252"),
        ("Maßgröße;Füße", "cp1252"),
        ("città;è", "cp1252"),
        ("date créée", "cp1252"),
        ("süß", "cp1252"),
        ("°C;µg/m³", "cp1252"),
        ("Город;Имя", "cp1251"),
        ("姓名;城市", "gb18030"),
        ("이름;도시", "cp949"),
    ],
)
def test_a_header_that_alone_has_letters_beyond_ascii_tells_the_encoding(head, encoding):
    values = ";".join("1" for _ in head.split(";"))
    table = read_table(source(f"{head}\n{values}\n{values}\n", encoding))
    assert table.names == head.split(";")
    assert table.origin.dialect.encoding == encoding
