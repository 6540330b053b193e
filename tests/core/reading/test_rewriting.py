"""The cleaned file: untouched rows byte for byte, decided ones as decided, or nothing at all."""

import gzip
import zipfile

import pandas as pd
import pyarrow.parquet as pq
import pytest

from core import DataError
from core.data.table import Table
from core.reading.rewriting import write_changed
from core.reading.spreadsheet import write_spreadsheet
from core.reading.tables import read_table
from core.sources.dialect import Dialect
from core.sources.source import Source
from tests.core.reading import torture

TEXT = (
    "# a word\r\n"
    'id;label;"note"\r\n'
    "1;yes;'plain'\r\n"
    "\r\n"
    '2;"no";"two\nlines; ""q"""\r\n'
    "3;yes;\r\n"
    "# another\r\n"
    "4;no"
)


@pytest.fixture
def cleaned(tmp_path):
    """Write a file, clean it, and give the bytes of the new one."""

    def clean(content, target, name="out.csv", encoding="utf-8", dialect=None, **decisions):
        path = tmp_path / "in.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode(encoding))
        table = read_table(path, dialect)
        out = tmp_path / name
        write_changed(table, out, target=target, **decisions)
        return out.read_bytes()

    return clean


def test_decisions_change_their_lines_and_nothing_else(cleaned):
    made = cleaned(TEXT, "label", excluded=[3], relabelled={5: "yes", 7: 'a;"b"', 9: "maybe"})
    assert made.decode() == (
        "# a word\r\n"
        'id;label;"note"\r\n'
        "\r\n"
        '2;"yes";"two\nlines; ""q"""\r\n'
        '3;"a;""b""";\r\n'
        "# another\r\n"
        "4;maybe"
    )


def test_cells_of_any_column_are_set_and_nothing_else(cleaned):
    made = cleaned(
        TEXT, "label", excluded=[9], relabelled={5: "yes"},
        cells={"note": {3: "new; note", 5: "one", 7: "x"}, "id": {3: "10", 5: ""}},
    )  # fmt: skip
    assert made.decode() == (
        "# a word\r\n"
        'id;label;"note"\r\n'
        '10;yes;"new; note"\r\n'
        "\r\n"
        ';"yes";"one"\r\n'
        "3;yes;x\r\n"
        "# another\r\n"
    )


def test_an_excluded_line_needs_no_label(cleaned):
    assert cleaned("x,y\n1,a\n2,b\n", "y", excluded=[2], relabelled={2: "b"}) == b"x,y\n2,b\n"


def test_the_encoding_and_the_mark_stay(cleaned):
    text = "x,y\n1,Köln\n2,Bonn\n"
    for encoding in ("utf-8-sig", "utf-16", "cp1252"):
        made = cleaned(text.encode(encoding), "y", relabelled={3: "Zürich"})
        assert made == text.replace("Bonn", "Zürich").encode(encoding)


def test_a_row_that_ends_early_gets_its_label(cleaned):
    made = cleaned("x,y,z\n1,a,p\n2\n3,b,q\n", "z", relabelled={3: "new"})
    assert made == b"x,y,z\n1,a,p\n2,,new\n3,b,q\n"


def test_a_number_is_written_as_the_file_writes_numbers(cleaned):
    made = cleaned("x;y\n1;2,50\n2;3,50\n", "y", relabelled={2: "7.25"})
    assert made == b"x;y\n1;7,25\n2;3,50\n"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"relabelled": {2: "東京"}}, "cannot be written as Windows-1252"),
        ({"relabelled": {9: "a"}}, "Line 9 of in.csv is not in this data"),
        ({"excluded": [1]}, "Line 1 of in.csv is not in this data"),
        (
            {"relabelled": {2: "a,b"}, "dialect": Dialect(quote="", encoding="cp1252")},
            "holds a separator, and the file has no quotes",
        ),
    ],
)
def test_what_cannot_be_written_is_refused(cleaned, tmp_path, options, sentence):
    with pytest.raises(DataError, match=sentence):
        cleaned("x,y\n1,Köln\n2,Bonn\n".encode("cp1252"), "y", **options)
    assert not (tmp_path / "out.csv").exists()


def test_a_file_that_has_changed_is_not_rewritten(tmp_path):
    path = tmp_path / "in.csv"
    path.write_text("x,y\n1,a\n2,b\n")
    table = read_table(path)
    path.write_text("x,y\n9,z\n1,a\n2,b\n")
    (tmp_path / "out.csv").write_text("before")
    with pytest.raises(DataError, match=r"in.csv has changed since it was read.* Open it again"):
        write_changed(table, tmp_path / "out.csv", target="y", excluded=[2])
    assert (tmp_path / "out.csv").read_text() == "before"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["in.csv", "out.csv"]


def test_a_name_tells_the_packing(cleaned, tmp_path):
    text = "x,y\n1,a\n2,b\n"
    assert gzip.decompress(cleaned(text, "y", "out.csv.gz", excluded=[2])) == b"x,y\n2,b\n"
    cleaned(gzip.compress(text.encode()), "y", "out.csv.zip", excluded=[2])
    with zipfile.ZipFile(tmp_path / "out.csv.zip") as archive:
        assert archive.namelist() == ["out.csv"]
        assert archive.read("out.csv") == b"x,y\n2,b\n"
    assert cleaned(gzip.compress(text.encode()), "y", "plain.csv", excluded=[2]) == b"x,y\n2,b\n"


def test_rows_that_are_not_in_a_sample_stay(tmp_path):
    text = "x,y\n" + "".join(f"{row},a\n" for row in range(100))
    table = read_table(Source.from_bytes(text.encode()), sample=10)
    line = int(table.lines[0])
    write_changed(table, tmp_path / "out.csv", target="y", excluded=[line])
    assert (tmp_path / "out.csv").read_text() == text.replace(f"\n{line - 2},a\n", "\n")


def test_a_frame_is_written_as_plain_csv(tmp_path):
    frame = pd.DataFrame({"n": [1, 2, None], "x": [0.5, 1.0, 2.0], "y": ["a", None, "b,c"]})
    table = Table.from_frame(frame)
    write_changed(table, tmp_path / "out.csv", target="y", excluded=[2], relabelled={3: "new"})
    assert (tmp_path / "out.csv").read_text() == 'n,x,y\n2,1.0,new\n,2.0,"b,c"\n'
    write_changed(table, tmp_path / "out.parquet", target="x", relabelled={3: "9.5"})
    assert pq.read_table(tmp_path / "out.parquet")["x"].to_pylist() == [0.5, 9.5, 2.0]


def test_parquet_keeps_its_types(tmp_path):
    path = torture.make("table.parquet", tmp_path)
    table = read_table(path)
    out = tmp_path / "out.parquet"
    write_changed(table, out, target="t", excluded=[2], relabelled={4: "c"})
    before, after = pq.read_table(path), pq.read_table(out)
    assert after.schema.types == before.schema.types
    assert after["t"].to_pylist() == ["a", "c"]
    assert after["id"].to_pylist() == before["id"].to_pylist()[1:]
    write_changed(table, tmp_path / "out.csv", target="t", excluded=[2, 3])
    assert (tmp_path / "out.csv").read_text() == "n,id,t,yes,day\n3.0,7,,True,\n"
    with pytest.raises(DataError, match="holds values of the type double"):
        write_changed(table, out, target="n", relabelled={2: "word"})


def test_a_spreadsheet_gets_no_formulas(tmp_path):
    frame = pd.DataFrame({"=name": ["=1+1", "@x", "\tq", "-5", "plain"], "n": [-1, 2, 3, 4, 5]})
    path = tmp_path / "out.csv"
    write_spreadsheet(frame, path)
    assert path.read_bytes().startswith("\ufeff'=name,n\n'=1+1,-1\n'@x,2\n".encode())
    back = pd.read_csv(path)
    assert back["'=name"].tolist() == ["'=1+1", "'@x", "'\tq", "'-5", "plain"]
    assert back["n"].tolist() == [-1, 2, 3, 4, 5]
    assert frame["=name"][0] == "=1+1"


@pytest.mark.timeout(30)  # looking through all excluded lines for each label took hours
def test_very_many_decisions_are_written_at_once(tmp_path):
    rows = 100_000
    table = Table.from_frame(pd.DataFrame({"x": range(rows), "y": "no"}))
    lines = table.lines.tolist()
    relabelled = dict.fromkeys(lines[rows // 4 :], "yes")
    write_changed(
        table, tmp_path / "out.csv", target="y", excluded=lines[: rows // 2], relabelled=relabelled
    )
    found = pd.read_csv(tmp_path / "out.csv")
    assert len(found) == rows // 2
    assert set(found["y"]) == {"yes"}
