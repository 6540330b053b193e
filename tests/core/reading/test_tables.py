"""Reading CSV files: every row knows its line, and what cannot be read is told in a sentence."""

import gzip

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import DataError, read_csv
from core.base import pool
from core.base.progress import Cancelled, Progress
from core.reading.tables import read_table
from core.sources.dialect import Dialect
from core.sources.source import Source


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
        ('x,y\n1,"a\n2,b\n', "On line 2 of data.csv a quote is opened and never closed. Close"),
        ('"x,y\n1,a\n2,b\n', "On line 1 of data.csv a quote is opened and never closed. Close"),
        ("x,y\n1,a,b,c\n2,b,d,e\n", "Every row of data.csv has more values than its header"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(written, content, sentence):
    with pytest.raises(DataError, match=sentence):
        read_table(written(content), Dialect())


@pytest.mark.parametrize("name", ["data.csv", "data.csv.gz", "data.zip"])
def test_a_packed_file_is_known_by_its_content(written, name):
    table = read_table(written(gzip.compress(b"x,y\n1,a\n"), name))
    assert table.names == ["x", "y"]


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
        ["a", "b", "b"],
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


def test_a_dialect_that_is_given_is_used(written):
    path = written("x;y\n1,5;a\n2,5;b\n")
    assert read_table(path, Dialect(separator=";")).column("x").categories == ("1,5", "2,5")
    data = read_csv(path, "y", dialect=Dialect(separator=";", decimal=","), validation_share=0)
    assert data.table.column("x").values.tolist() == [1.5, 2.5]


def test_columns_can_be_read_as_texts_exactly_as_written(written):
    path = written("code,n,land\n1.50,1,NA\n1.5,2,DE\n,3,NA\n")
    table = read_table(path, as_text=["code", "land"])
    assert table.column("code").categories == ("1.5", "1.50")
    assert table.column("code").missing.tolist() == [False, False, True]
    assert table.column("land").categories == ("DE", "NA")
    assert read_table(path).column("land").categories == ("DE",)
    with pytest.raises(DataError, match="data.csv has no column 'nowhere' to read as text"):
        read_table(path, as_text=["nowhere"])


def _long(rows=60_000, seed=0):
    """Some megabytes: numbers, categories, quotes with breaks in them, ragged rows, comments."""
    rng = np.random.default_rng(seed)
    lines = ["n,c,t,f,e"]
    for row in range(rows):
        kind = rng.integers(200)
        if kind == 0:
            lines.append(f'{row},"two\n\nlines, ""{row % 7}""",x,0,1')
        elif kind == 1:
            lines.append(f"{row},short")
        elif kind == 2:
            lines.append("text,a,b,c,d,too many")
        elif kind == 3:
            lines.append("")
        else:
            long = "12345678901234567890.5" if row % 5 == 0 else f"{row}e{row % 9}"
            lines.append(f"{row},ç{row % 11},é{row},{row * 0.1!r},{long}")
    return "\n".join(lines) + "\n"


def _same(one, other):
    assert one.names == other.names
    assert one.lines.tolist() == other.lines.tolist()
    assert one.origin.starts.tolist() == other.origin.starts.tolist()
    assert (one.problems, one.problem_count) == (other.problems, other.problem_count)
    for a, b in zip(one.columns, other.columns, strict=True):
        assert (a.kind, a.categories) == (b.kind, b.categories)
        np.testing.assert_array_equal(a.values, b.values)


def test_where_the_parts_are_cut_does_not_matter(monkeypatch):
    from core.reading import parsing

    source = Source.from_bytes(_long().encode())
    whole = read_table(source)
    assert whole.problem_count > 100
    assert [column.is_number for column in whole.columns] == [True, False, False, True, True]
    threads = pool.threads()
    try:
        for part, count in ((2000, 2), (77_777, 3)):
            monkeypatch.setattr(parsing, "_PART", part)
            monkeypatch.setattr(parsing, "WAVE_BYTES", 2 * part)
            pool.set_threads(count)
            _same(read_table(source), whole)
    finally:
        pool.set_threads(threads)


def test_a_file_of_plain_rows_reads_as_pandas_reads_it(written):
    rng = np.random.default_rng(3)
    frame = pd.DataFrame(
        {
            "small": rng.normal(size=5000) * 10.0 ** rng.integers(-30, 30, 5000),
            "whole": rng.integers(-(10**9), 10**9, 5000),
            "text": rng.choice(["a", "b c", 'q"q', "x,y", "two\nlines", "é"], 5000),
            "gaps": np.where(rng.random(5000) < 0.2, np.nan, rng.random(5000)),
        }
    )
    path = written(frame.to_csv(index=False))
    table = read_table(path)
    for name in ("small", "whole", "gaps"):
        np.testing.assert_array_equal(table.column(name).values, frame[name])
    text = table.column("text")
    assert [text.text(row) for row in range(5000)] == frame["text"].tolist()


def test_progress_is_told_and_can_end_the_reading(monkeypatch):
    from core.reading import parsing

    monkeypatch.setattr(parsing, "_PART", 1 << 14)
    monkeypatch.setattr(parsing, "WAVE_BYTES", 1 << 15)
    content = _long(20_000).encode()
    seen = []
    table = read_table(Source.from_bytes(content), watch=seen.append)
    assert (seen[0].done, seen[0].words) == (0, "0 rows")
    assert seen[-1] == Progress(len(content), len(content), f"{len(table):,} rows")
    assert [progress.done for progress in seen] == sorted(progress.done for progress in seen)
    assert len(seen) > 5
    assert seen[-1].share == 1

    def stop(progress):
        if progress.words != "0 rows":
            raise Cancelled

    told = []
    with pytest.raises(Cancelled):
        read_table(Source.from_bytes(content), watch=lambda p: (told.append(p), stop(p)))
    assert told[-1].done < len(content) / 2


def test_a_second_pass_counts_in_the_progress():
    content = _long(2000).encode()
    seen = []
    read_table(Source.from_bytes(content), sample=100, watch=seen.append)
    assert {progress.total for progress in seen} == {2 * len(content)}
    assert seen[-1].share == 1
    assert [progress.done for progress in seen] == sorted(progress.done for progress in seen)


def test_a_sample_is_drawn_uniformly_and_keeps_its_lines():
    text = "x,c\n" + "".join(f"{row},c{row % 50}\n" for row in range(2000))
    source = Source.from_bytes(text.encode())
    table = read_table(source, sample=300, seed=1)
    assert len(table) == 300
    assert table.lines.tolist() == (table.column("x").values + 2).tolist()
    assert table.lines.tolist() == sorted(set(table.lines.tolist()))
    assert set(table.column("c").categories) == {
        f"c{int(x) % 50}" for x in table.column("x").values
    }
    assert read_table(source, sample=300, seed=1).lines.tolist() == table.lines.tolist()
    assert read_table(source, sample=300, seed=2).lines.tolist() != table.lines.tolist()
    assert len(read_table(source, sample=5000)) == 2000
    # Each row is as likely as the others: 40 draws of 300 from 2000 give 6 on average.
    counts = np.zeros(2002)
    for seed in range(40):
        counts[read_table(source, sample=300, seed=seed).lines] += 1
    thirds = counts[2:].reshape(4, 500).sum(axis=1)
    np.testing.assert_allclose(thirds, 3000, rtol=0.1)
    with pytest.raises(DataError, match="A sample of 0 rows cannot be drawn"):
        read_table(source, sample=0)


def test_a_row_is_shown_as_written_and_as_understood_when_the_file_has_changed(written):
    path = written('n,t\n1.50,"a ""b"""\n\n007e1,c\n3\n')
    table = read_table(path)
    rows = [["1.50", 'a "b"'], ["007e1", "c"], ["3", ""]]
    assert [table.raw_row(row) for row in range(3)] == rows
    path.write_text("n,t\n9,z\n")
    assert table.raw_row(0) == ["1.5", 'a "b"']
    path.unlink()
    assert table.raw_row(1) == ["70", "c"]


def test_a_packed_row_is_shown_as_written(written):
    table = read_table(written(gzip.compress(b"n,t\n1.50,a\n2.50,b\n"), "data.csv.gz"))
    assert table.raw_row(1) == ["2.50", "b"]


def test_problems_are_counted_in_full_and_listed_in_part():
    text = "x,y\n" + "1\n" * 1500 + "2,a\n"
    table = read_table(Source.from_bytes(text.encode()), Dialect())
    assert (len(table), table.problem_count, len(table.problems)) == (1501, 1500, 1000)
    assert "1,500 rows have too few values: the others count as missing." in table.notes


def test_a_file_that_changes_while_it_is_read_is_refused(written):
    path = written("x,y\n1,a\n2,b\n")
    with pytest.raises(DataError, match="data.csv changed while it was read. Read it again."):
        read_table(path, watch=lambda _: path.write_text("x,y\n1,a\n"))


def test_a_decimal_comma_between_quotes_is_not_the_separator(written):
    path = written('x,y\n1,2\n"3,5",4\n')
    table = read_table(path, Dialect(decimal=","))
    assert table.column("x").values.tolist() == [1, 3.5]
    assert table.column("y").values.tolist() == [2, 4]


def test_exact_digits_are_kept_where_a_column_turns_out_to_hold_codes():
    rows = "".join(f"{row},{row}\n" for row in range(30_000))
    text = f"x,y\n{rows}007,12345678901234567890\n{rows}"
    table = read_table(Source.from_bytes(text.encode()))
    assert table.column("x").text(30_000) == "007"
    assert table.column("y").text(30_000) == "12345678901234567890"
    assert table.column("x").text(7) == "7"
    assert [note.split(":")[0] for note in table.notes] == [
        "'x' is read as text",
        "'y' is read as text",
    ]
