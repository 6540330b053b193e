"""Every hard file reads right, or is refused in a sentence that names the line and the remedy."""

import math

import numpy as np
import pytest

from core import DataError, read_csv
from core.reading.tables import read_table
from tests.core.reading import torture

NAN = math.nan


@pytest.fixture
def read(tmp_path):
    return lambda name, **options: read_table(torture.make(name, tmp_path), **options)


def values(table):
    """Columns as lists: numbers as floats, texts as written, None where missing."""
    return {
        column.name: [
            None
            if column.missing[row]
            else float(column.values[row])
            if column.is_number
            else column.text(row)
            for row in range(len(column))
        ]
        for column in table.columns
    }


X, Y = [1.0, 2.0], ["a", "b"]
CITIES = {"Stadt": ["München", "Köln", "Zürich"], "Größe": [1.0, 2.0, 3.0]}
EXPECTED = {
    "semicolons.csv": {
        "name": ["red", "blue", "green"], "price": [1234.56, 12.5, 7.0], "share": [0.5, 1.0, 0.25],
    },
    "tabs.csv": {"name": ["red, dark", "blue"], "price": [1.5, 2.0]},
    "pipes.csv": {"name": ["red", "blue"], "price": [1.5, 2.0], "size": [3.0, 4.0]},
    "spaces.txt": {"x": [1.0, 10.0, 100.0], "y": [2.5, 3.5, 4.5], "name": ["a", "b", "c"]},
    "quotes.csv": {
        "id": [1.0, 2.0, 3.0, 4.0],
        "text": ["two\nlines, and a comma", 'she said "no"', "a\r\nb\rc", '5" pipe'],
        "n": [5.0, 6.0, 7.0, 8.0],
    },
    "utf8.csv": CITIES, "utf8_mark.csv": CITIES, "utf16_mark.csv": CITIES, "utf16_le.csv": CITIES,
    "utf16_be.csv": CITIES, "latin1.csv": CITIES,
    "windows1252.csv": {"ville": ["Œuvre d’art", "Café – thé"], "prix": [5.0, 7.0]},
    "shift_jis.csv": {
        "名前": ["東京ソフト", "大阪のりんご"], "値段": [1.0, 2.0], "表示": ["あいう", "カタカナ"],
    },
    "lf.csv": {"x": X, "y": Y}, "crlf.csv": {"x": X, "y": Y}, "cr.csv": {"x": X, "y": Y},
    "mixed_breaks.csv": {"x": [1.0, 2.0, 3.0, 4.0], "y": ["a", "b", "c", "d"]},
    "no_final_break.csv": {"x": X, "y": Y},
    "one_column.csv": {"x": [3.0, 1.0, 2.0]},
    "one_column_decimal_comma.csv": {"x": [3.5, 1.25, 2.0]},
    "one_row.csv": {"x": [1.0], "y": ["a"]},
    "ragged.csv": {
        "x": [1.0, 2.0, 4.0, 5.0, 6.0], "y": ["a", "b", "d", None, "e"],
        "z": ["p", None, "r", None, "s"],
    },
    "nul.csv": {"x": [1.0, 2.0, 3.0], "y": ["a\0b", "c", "d"]},
    "names.csv": {
        "x": [1.0, 6.0], "column 2": [2.0, 7.0], "x (3)": [3.0, 8.0], "x (4)": [4.0, 9.0],
        "x (2)": [5.0, 10.0],
    },
    "strange_names.csv": {
        "=SUM(A1:A2)": [1.0, 5.0], "two\nlines": [2.0, 6.0], "😀 face": [3.0, 7.0],
        "שם": [4.0, 8.0], "-": ["a", "b"],
    },
    "numbers.csv": {
        "plain": [1.5, 2.0], "exp": [1e5, 2e-3], "inf": [math.inf, -math.inf],
        "hex": ["0x1F", "0x2A"], "arabic": ["٣", "٤"], "zero": [0.0, 0.0],
        "long": ["9223372036854775808", "9223372036854775809"], "mixed": X,
    },
    "german_numbers.csv": {"a": [1234.56, -7654321.5, 0.5], "b": [1000.0, 12.0, 3500.0]},
    "english_numbers.csv": {"a": [1234.56, 7654321.0, 12.0], "b": ["x", "y", "z"]},
    "french_numbers.csv": {"a": [1234.56, 12.5, 7654321.0], "b": ["x", "y", "z"]},
    "zeros.csv": {"zip": ["00742", "10115", "80331"], "n": [1.0, 2.0, 3.0]},
    "missing.csv": {
        "empty": [None] * 3, "na": [None] * 3, "number": [1.0, None, 3.0],
        "country": [None, "DE", "None"],
    },
    "truths.csv": {
        "a": ["yes", "no", "TRUE", "0"], "b": ["TRUE", "false", None, "True"],
        "c": ["0", "1", "yes", "no"],
    },
    "comments.csv": {"x": X, "y": Y},
    "hash_header.csv": {"#id": X, "y": Y},
    "preamble.csv": {"x": [1.0, 2.0, 3.0], "y": ["a", "b", "c"], "z": [2.0, 3.0, 4.0]},
    "padded_titles.csv": {
        "x": [1.0, 2.0, 3.0], "y": ["a", None, "c"], "z": [2.0, None, 4.0], "w": ["u", None, "v"],
    },
    "no_header.csv": {
        "column 1": [5.1, 4.9, 6.3], "column 2": [3.5, 3.0, 3.3],
        "column 3": ["setosa", "setosa", "virginica"],
    },
    "row_names.csv": {"column 1": [1.0, 2.0, 3.0], "x": [5.0, 6.0, 7.0], "y": ["a", "b", "a"]},
    "packed.csv.gz": {"x": X, "y": Y},
    "packed.csv.zip": {"x": X, "y": Y},
    "table.parquet": {
        "n": [1.5, None, 3.0], "id": [str(2**60), str(2**60 + 1), "7"], "t": ["b", "a", None],
        "yes": ["True", "False", "True"], "day": ["1970-01-01", "1970-01-02", None],
    },
}  # fmt: skip
LINES = {
    "quotes.csv": [2, 4, 5, 8],
    "mixed_breaks.csv": [2, 3, 4, 6],
    "ragged.csv": [2, 3, 5, 6, 7],
    "comments.csv": [4, 6],
    "preamble.csv": [5, 6, 7],
    "padded_titles.csv": [5, 6, 7],
    "no_header.csv": [1, 2, 3],
    "strange_names.csv": [3, 4],
    "spaces.txt": [2, 3, 5],
    "cr.csv": [2, 3],
}
REFUSED = {
    "empty.csv": "empty.csv is empty. Choose a file with a header and rows.",
    "blank.csv": "blank.csv is empty.",
    "header_alone.csv": "header_alone.csv has a header but no rows.",
    "binary.csv": "binary.csv is not a text: .* Save the data as CSV",
    "picture.csv": "picture.csv is a picture, not a text. Save the data as CSV.",
    "unclosed.csv": "On line 3 of unclosed.csv a quote is opened and never closed. Close it",
    "two.zip": r"two.zip holds 2 files \(a.csv, b.csv\). Unpack it, and open one of them.",
    "workbook.csv": "workbook.csv is a damaged Excel workbook",
    "cut.csv.gz": "cut.csv.gz is a damaged archive",
}
BY_HAND = {
    "long_line.csv",
    "wide.csv",
    "then_not.csv",
    "late_latin1.csv",
    "one_class.csv",
    "many_classes.csv",
    "no_target.csv",
}


def test_every_file_has_a_test():
    assert set(torture.names()) == set(EXPECTED) | set(REFUSED) | BY_HAND


@pytest.mark.parametrize("name", EXPECTED)
def test_a_hard_file_reads_right(read, name):
    table = read(name)
    assert values(table) == EXPECTED[name]
    if name in LINES:
        assert table.lines.tolist() == LINES[name]


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_table_is_refused_in_a_sentence(read, name):
    with pytest.raises(DataError, match=REFUSED[name]):
        read(name)


def test_ragged_rows_are_listed(read):
    table = read("ragged.csv")
    assert [(problem.line, problem.what) for problem in table.problems] == [
        (3, "2 values for 3 columns: the others are missing"),
        (4, "4 values for 3 columns: the row was set aside"),
        (6, "1 value for 3 columns: the others are missing"),
    ]
    assert table.problem_count == 3


def test_a_long_line_is_read(read):
    table = read("long_line.csv")
    assert table.lines.tolist() == [2, 3, 4]
    assert [len(text) for text in table.raw_row(1)] == [1, torture.LONG_LINE]


def test_many_columns_are_read(read):
    table = read("wide.csv")
    assert len(table.columns) == torture.WIDE
    assert table.names[-1] == f"c{torture.WIDE - 1}"
    last = torture.WIDE - 1
    np.testing.assert_array_equal(table.columns[-1].values, [int(f"1{last}"), int(f"2{last}")])


def test_numbers_that_end_late_stay_as_written(read):
    table = read("then_not.csv")
    column = table.column("x")
    assert [column.text(row) for row in (0, 1, 19_999, 20_000, 20_001)] == [
        "0.50",
        "1.50",
        "19999.50",
        "broken",
        "7.50",
    ]
    assert "'x' is read as text: 'broken' on line 20,002 is no number." in table.notes


def test_an_encoding_that_shows_late_is_found(read):
    table = read("late_latin1.csv")
    assert table.column("y").categories == ("Köln", "plain")
    assert table.lines[60_000] == 60_002


def test_names_that_were_changed_are_told(read):
    assert read("names.csv").notes == (
        "Column 2 has no name and is called 'column 2'.",
        "Column 3 is called 'x (3)': there is another 'x'.",
        "Column 4 is called 'x (4)': there is another 'x'.",
    )


@pytest.mark.parametrize(
    ("name", "classes"), [("one_class.csv", 1), ("many_classes.csv", 10_000), ("no_target.csv", 0)]
)
def test_hard_targets_read_or_give_a_sentence(tmp_path, name, classes):
    path = torture.make(name, tmp_path)
    assert read_table(path).column("target").distinct == classes
    try:
        read_csv(path, "target")
    except DataError as error:
        assert str(error).endswith(".")
