"""Reading CSV files: every row knows its line, and what cannot be read is told in a sentence."""

import gzip

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import DataError, read_csv
from core.data.reading import read_table


@pytest.fixture
def written(tmp_path):
    """Write a file and give its path."""

    def write(content, name="data.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("x,y\n1,a\n2,b\n", [2, 3]),
        ("x,y\n1,a\n2,b", [2, 3]),
        ("x,y\r\n1,a\r\n2,b\r\n", [2, 3]),
        ("x,y\r\n1,a\r\n\r\n2,b\r\n", [2, 4]),
        ("x,y\r1,a\r\r2,b\r", [2, 4]),
        ("\ufeffx,y\n1,a\n\n2,b\n", [2, 4]),
        ("x,y\n1,a\n\n\n2,b\n\n", [2, 5]),
        ("\n\nx,y\n1,a\n2,b\n", [4, 5]),
        ("x,y\n1,a\n \t \n2,b\n", [2, 4]),
        ('x,y\n1,"a\nb\nc"\n2,b\n', [2, 5]),
        ('x,y\n"1","a ""quoted""\n\n"\n2,b\n', [2, 5]),
        ('x\n""\n"b"\n\n"c"\n', [2, 3, 5]),
    ],
)
def test_a_row_knows_the_line_that_it_starts_on(written, text, lines):
    assert read_table(written(text)).lines.tolist() == lines


@given(st.lists(st.sampled_from(["plain", "blank", "two lines", "three lines"]), min_size=1))
def test_a_row_knows_its_line_in_any_file(tmp_path_factory, parts):
    text, lines, line = "x,y\n", [], 2
    for part in parts:
        breaks = {"plain": 0, "two lines": 1, "three lines": 2}.get(part)
        if breaks is None:
            text += "\n"
            line += 1
            continue
        text += f'{line},"a{chr(10) * breaks}"\n'
        lines.append(line)
        line += 1 + breaks
    path = tmp_path_factory.mktemp("lines") / "data.csv"
    path.write_text(text)
    if not lines:
        with pytest.raises(DataError, match="has a header but no rows"):
            read_table(path)
        return
    table = read_table(path)
    assert table.lines.tolist() == table.column("x").values.tolist() == lines


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "data.csv is empty. Choose a file with a header and rows."),
        ("\n\n", "data.csv is empty"),
        ("x,y\n", "data.csv has a header but no rows."),
        ("x,y\n1,a\n2,b,c\n", "not a well-formed CSV: Expected 2 fields in line 3, saw 3."),
        ("x,y\n1,a,3\n2,b\n", "has rows with more values than its header has names"),
        ('x,y\n1,"a\n2,b\n', "not a well-formed CSV: EOF inside string"),
        ('x,y\n1,"' + "a\n" * 100_000 + '"\n2,b\n', "not a well-formed CSV: field larger than"),
        ("x,y\n1,é\n".encode("latin-1"), "data.csv is not UTF-8 text. Save it as UTF-8 CSV."),
        ("x,y\n1,a\n".encode("utf-16"), "data.csv is not UTF-8 text"),
        (gzip.compress(b"x,y\n1,a\n"), "data.csv is not UTF-8 text"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(written, content, sentence):
    with pytest.raises(DataError, match=sentence):
        read_table(written(content))


@pytest.mark.parametrize("name", ["data.csv.gz", "data.zip"])
def test_a_packed_file_is_not_read_by_its_name(written, name):
    with pytest.raises(DataError, match="is not UTF-8 text"):
        read_table(written(gzip.compress(b"x,y\n1,a\n"), name))


def test_a_missing_file_and_a_folder_are_refused_in_a_sentence(tmp_path):
    with pytest.raises(DataError, match=r"There is no file .*nowhere.csv. Check the name"):
        read_table(tmp_path / "nowhere.csv")
    with pytest.raises(DataError, match=r"is a folder. Choose a CSV file in it."):
        read_table(tmp_path)


def test_values_stay_as_they_stand_in_the_file(written):
    table = read_table(written("n,t,m,s\n1.5,TRUE,true, a\n,FALSE,,b\n-2e3,TRUE,false,b\n"))
    texts = [[column.text(row) for row in range(3)] for column in table.columns]
    assert texts == [
        ["1.5", "", "-2000"],
        ["TRUE", "FALSE", "TRUE"],
        ["true", "", "false"],
        [" a", "b", "b"],
    ]


def test_a_file_is_read_and_never_touched(written):
    path = written("x,y\n1,a\n2,b\n3,a\n4,b\n")
    before = (path.read_bytes(), path.stat().st_mtime_ns)
    data = read_csv(path, "y", validation_share=0.5, seed=1)
    data.relabelled({2: "b"}).excluding([3])
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert data.table.path == path.resolve()
    assert (data.name, data.target, data.seed) == ("data.csv", "y", 1)
    assert data.validation.sum() == 2


def test_without_a_target_the_likeliest_is_taken(written):
    path = written("label,x\na,1\nb,2\n")
    assert read_csv(path).target == "label"
    assert read_csv(path, weight="x").weights.tolist() == [1, 2]


def test_rows_with_too_few_values_have_missing_ones(written):
    table = read_table(written("x,y\n1\n2,b\n"))
    assert table.column("y").missing.tolist() == [True, False]
    np.testing.assert_array_equal(table.column("x").values, [1, 2])
