"""Every hard file of another program gives the table that a person sees, or a good sentence."""

import datetime
import json
import sqlite3
import struct
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
import xlsxwriter

from core import DataError, Excerpt
from core.reading.tables import read_table
from tests.core.reading.foreign.making import (
    book,
    ods,
    ods_cell,
    ods_rows,
    sheet_xml,
    xls,
    zipped,
)

ROWS = [["id", "size", "kind"], [1, 2.5, "a"], [2, 3.5, "b"]]
FORMULA = "<f>B2*2</f><v>5</v>"


@pytest.fixture
def read(tmp_path):
    """Read bytes under a name: the line and the texts of every row."""

    def run(content, name, excerpt=None):
        path = tmp_path / name
        path.write_bytes(content)
        return seen(read_table(path, excerpt))

    return run


def seen(table):
    """What is compared: names, lines, texts and notes."""
    rows = [tuple(column.text(row) for column in table.columns) for row in range(len(table))]
    return Seen(table.names, table.lines.tolist(), rows, table)


class Seen:
    def __init__(self, names, lines, rows, table):
        self.names, self.lines, self.rows, self.table = names, lines, rows, table
        self.notes = " ".join(table.notes)

    def column(self, name):
        return [row[self.names.index(name)] for row in self.rows]


def refused(read, content, name, *words, excerpt=None):
    with pytest.raises(DataError) as caught:
        read(content, name, excerpt)
    sentence = str(caught.value)
    assert all(word in sentence for word in words), sentence
    assert sentence.endswith(".")
    assert "Traceback" not in sentence


# Books


def test_a_plain_sheet(read):
    found = read(book({"Orders": sheet_xml(ROWS)}), "a.xlsx")
    assert found.names == ["id", "size", "kind"]
    assert found.lines == [2, 3]
    assert found.rows == [("1", "2.5", "a"), ("2", "3.5", "b")]
    assert found.table.column("size").is_number


def test_rows_keep_the_number_that_the_sheet_shows(read):
    rows = [["Sales of the north"], [], ["x", "y"], [1, "a"], [], [2, "b"]]
    found = read(book({"S": sheet_xml(rows)}), "a.xlsx")
    assert (found.names, found.lines) == (["x", "y"], [4, 6])
    assert found.table.origin.excerpt.header_row == 3


def test_a_header_row_and_a_range_can_be_said(read):
    rows = [["x", "y", "z"], [1, 2, 3], [4, 5, 6], [7, 8, 9]]
    content = book({"S": sheet_xml(rows)})
    found = read(content, "a.xlsx", Excerpt(header_row=0))
    assert (found.names, found.lines) == (["column 1", "column 2", "column 3"], [1, 2, 3, 4])
    found = read(content, "a.xlsx", Excerpt(area="B1:C3"))
    assert (found.names, found.lines, found.rows[-1]) == (["y", "z"], [2, 3], ("5", "6"))
    refused(read, content, "a.xlsx", "F9:G10", "is empty", excerpt=Excerpt(area="F9:G10"))
    refused(read, content, "a.xlsx", "Row 9", "header row", excerpt=Excerpt(header_row=9))


def test_hidden_sheets_are_read_when_they_are_asked_for(read):
    sheets = {"Old": sheet_xml([["a"], [1]]), "New": sheet_xml([["b"], [2]])}
    content = book(sheets, hidden=["Old"])
    assert read(content, "a.xlsx").names == ["b"]
    assert read(content, "a.xlsx", Excerpt(table="old")).names == ["a"]
    refused(read, content, "a.xlsx", "no sheet 'Nope'", "Old, New", excerpt=Excerpt(table="Nope"))


def test_the_first_sheet_with_rows_is_taken(read):
    sheets = {"Cover": sheet_xml([["Read me"]]), "Data": sheet_xml(ROWS)}
    assert read(book(sheets), "a.xlsx").table.origin.excerpt.table == "Data"


def test_notes_that_are_tiny_beside_a_table_are_not_taken_for_it(read):
    notes = sheet_xml([["Read me"], ["Do not edit"]], before='<dimension ref="A1:A2"/>')
    many = [["a", "b"], *([number, number] for number in range(200))]
    table = sheet_xml(many, before='<dimension ref="A1:B201"/>')
    found = read(book({"Notes": notes, "Data": table}), "a.xlsx")
    assert found.table.origin.excerpt.table == "Data"
    alike = read(book({"One": sheet_xml(ROWS), "Other": table}), "a.xlsx")
    assert alike.table.origin.excerpt.table == "One"


def test_days_are_counted_from_1904_where_the_book_says_so(read):
    sheet = sheet_xml([["day"], [1.0], [366.0]], styles=[(0, 1)])
    usual = read(book({"S": sheet}, formats=["yyyy-mm-dd"]), "a.xlsx")
    later = read(
        book({"S": sheet}, formats=["yyyy-mm-dd"], properties='<workbookPr date1904="1"/>'),
        "b.xlsx",
    )
    assert later.column("day") == ["1904-01-02", "1905-01-01"]
    assert usual.column("day")[1] == "1900-12-31"


def test_percents_are_read_as_they_are_shown(read):
    sheet = sheet_xml([["rate"], [0.07], [0.155], [1.0]], styles=[(0, 1)])
    found = read(book({"S": sheet}, formats=["0.0%"]), "a.xlsx")
    assert found.column("rate") == ["7", "15.5", "100"]
    assert "percent" in found.notes


def test_a_percent_sign_in_quotes_is_no_percent(read):
    sheet = sheet_xml([["rate"], [0.07], [0.155]], styles=[(0, 1)])
    assert read(book({"S": sheet}, formats=['0.0" %"']), "a.xlsx").column("rate")[0] == "0.07"


def test_currencies_are_numbers(read):
    sheet = sheet_xml([["price"], [1200.5], [7.0]], styles=[(0, 1)])
    found = read(book({"S": sheet}, formats=['"$"#,##0.00']), "a.xlsx")
    assert found.column("price") == ["1200.5", "7"]


def test_errors_are_missing_and_told(read):
    error = (' t="e"', "<v>#DIV/0!</v>")
    found = read(book({"S": sheet_xml([["x", "y"], [1, error], [2, 4]])}), "a.xlsx")
    assert found.column("y") == ["", "4"]
    assert "1 cell holds an error" in found.notes
    assert "B2" in found.notes


def test_a_formula_has_its_value_and_one_that_was_never_calculated_none(read):
    rows = [["x", "y", "z"], [1, ("", FORMULA), ("", "<f>A2</f>")], [2, 7, ("", "<f>A3</f><v/>")]]
    found = read(book({"S": sheet_xml(rows)}), "a.xlsx")
    assert found.column("y") == ["5", "7"]
    assert found.column("z") == ["", ""]
    assert "2 formulas were never calculated (the first is in C2)" in found.notes


def test_truths_and_texts_and_numbers_in_one_column(read):
    found = read(
        book({"S": sheet_xml([["b", "m"], [True, 1], [False, "n/a"], [True, "x"]])}), "a.xlsx"
    )
    assert found.column("b") == ["TRUE", "FALSE", "TRUE"]
    assert found.column("m") == ["1", "", "x"]


def test_numbers_stored_as_texts_are_numbers_and_codes_stay(read):
    rows = [["n", "zip", "money"], ["12", "007", "$1,200.50"], ["7", "010", "$7.00"]]
    found = read(book({"S": sheet_xml(rows)}), "a.xlsx")
    assert [found.table.column(name).is_number for name in ("n", "zip", "money")] == [
        True,
        False,
        True,
    ]
    assert found.column("zip") == ["007", "010"]
    assert "leading zeros" in found.notes


def test_merged_cells_speak_for_all_their_rows(read):
    rows = [["region", "n"], ["north", 1], [None, 2], ["south", 3]]
    merged = '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>'
    found = read(book({"S": sheet_xml(rows, more=merged)}), "a.xlsx")
    assert found.column("region") == ["north", "north", "south"]


def test_two_header_rows_under_merged_cells(read):
    rows = [["id", "2023", None], [None, "Q1", "Q2"], [1, 5, 6], [2, 7, 8]]
    merged = '<mergeCells><mergeCell ref="B1:C1"/></mergeCells>'
    found = read(book({"S": sheet_xml(rows, more=merged)}), "a.xlsx")
    assert found.names == ["id", "2023 Q1", "2023 Q2"]
    assert found.lines == [3, 4]
    plain = read(book({"S": sheet_xml(rows)}), "b.xlsx", Excerpt(has_second_header=True))
    assert plain.names == ["id", "2023 Q1", "Q2"]


@pytest.mark.parametrize(
    ("rows", "words"),
    [([], "empty"), ([["x", "y"]], "no rows below")],
    ids=["empty", "header alone"],
)
def test_sheets_without_rows(read, rows, words):
    refused(read, book({"S": sheet_xml(rows)}), "a.xlsx", words)


def test_the_widest_sheet(read):
    width = 16_384
    rows = [[f"c{place}" for place in range(width)], list(range(width))]
    found = read(book({"S": sheet_xml(rows)}), "a.xlsx")
    assert len(found.names) == width
    assert found.rows[0][-1] == str(width - 1)


def test_very_long_texts(read):
    text = "x" * 32_767
    assert read(book({"S": sheet_xml([["t"], [text], ["y"]])}), "a.xlsx").column("t") == [text, "y"]


def test_a_book_of_charts_alone(read, tmp_path):
    path = tmp_path / "made.xlsx"
    with xlsxwriter.Workbook(str(path)) as made:
        chart = made.add_chart({"type": "line"})
        chart.add_series({"values": "=Chart!$A$1:$A$2"})
        made.add_chartsheet("Chart").set_chart(chart)
    refused(read, path.read_bytes(), "a.xlsx", "only charts")


def test_a_book_with_macros_is_read_and_none_is_run(read):
    content = book({"S": sheet_xml(ROWS)}, more={"xl/vbaProject.bin": b"\0" * 100})
    assert read(content, "a.xlsm").names == ["id", "size", "kind"]


def test_a_cut_archive_and_a_hollow_one(read):
    whole = book({"S": sheet_xml(ROWS)})
    refused(read, whole[: len(whole) // 2], "a.xlsx", "damaged")
    hollow = zipped({"[Content_Types].xml": "<x/>", "xl/workbook.xml": "<x/>"})
    refused(read, hollow, "a.xlsx", "damaged Excel workbook")


def test_what_unpacks_to_fill_a_memory_is_refused_unread(read):
    filler = b" " * (1 << 20)
    import io
    import zipfile

    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("[Content_Types].xml", "<x/>")
        with archive.open("xl/workbook.xml", "w", force_zip64=True) as part:
            part.write(filler)
    content = bytearray(made.getvalue())
    # What the archive says of the size of a part is all that is looked at before it is unpacked.
    at = content.rindex(b"PK\x01\x02")
    content[at + 24 : at + 28] = struct.pack("<I", 0xFFFF0000)
    refused(read, bytes(content), "a.xlsx", "times its size")


def test_declared_entities_are_refused(read):
    content = book({"S": sheet_xml(ROWS)})
    import io
    import zipfile

    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    bomb = b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    head, rest = parts["xl/workbook.xml"].split(b"\n", 1)
    parts["xl/workbook.xml"] = head + bomb + rest
    with pytest.raises(DataError):
        read(zipped(parts), "a.xlsx")


def test_a_book_with_a_password(read):
    content = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600
    content += "EncryptedPackage".encode("utf-16-le") + b"\0" * 600
    refused(read, content, "a.xlsx", "locked by a password")
    refused(read, content.replace(b"E\0n\0c\0", b"X\0n\0c\0"), "a.doc", "no spreadsheet")


def test_an_old_book(read):
    content = xls({"First": ROWS, "Second": [["z"], [9.0]]})
    found = read(content, "a.xls")
    assert (found.names, found.rows[0]) == (["id", "size", "kind"], ("1", "2.5", "a"))
    assert read(content, "a.xls", Excerpt(table="Second")).rows == [("9",)]
    refused(read, content[:1500], "a.xls", "damaged")


def test_an_open_document(read):
    repeated = '<table:table-row table:number-rows-repeated="3">{}</table:table-row>'
    rows = ods_rows([["x", "y"], [1, "a"]]) + repeated.format(ods_cell(2) + ods_cell("b"))
    found = read(ods({"One": rows, "Two": ods_rows([["z"], [5]])}), "a.ods")
    assert found.rows == [("1", "a"), ("2", "b"), ("2", "b"), ("2", "b")]
    assert found.lines == [2, 3, 4, 5]
    refused(
        read,
        zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": ""}),
        "a.ods",
        "document",
    )


# Under a wrong name


def test_a_text_that_is_called_a_book(read):
    found = read(b"x,y\n1,a\n2,b\n", "a.xlsx")
    assert found.names == ["x", "y"]
    assert "a text, read as CSV" in found.notes


def test_a_book_that_is_called_a_text(read):
    found = read(book({"S": sheet_xml(ROWS)}), "a.csv")
    assert found.rows[0] == ("1", "2.5", "a")
    assert "Excel workbook" in found.notes


def test_a_web_page_that_is_called_a_book(read):
    page = (
        "<html><head><meta charset=utf-8></head><body><table><tr><td>menu</td></tr></table>"
        "<table><tr><th>name</th><th>price</th></tr>"
        "<tr><td>Caf&eacute;</td><td>1,200.50 €</td></tr>"
        "<tr><td rowspan=2>two</td><td>7.00 €</td></tr>"
        "<tr><td>8.00 €</td></tr></table></body></html>"
    )
    found = read(page.encode(), "export.xls")
    assert found.rows == [("Café", "1200.5"), ("two", "7"), ("two", "8")]
    assert found.lines == [2, 3, 4]


# JSON


def test_lines_of_objects(read):
    lines = [
        '{"a": 1, "b": {"c": "x", "d": [1, 2]}}',
        "",
        '{"b": {"c": null}, "e": true, "a": 2}',
        "{broken",
        '{"a": 3}',
    ]
    found = read("\n".join(lines).encode(), "a.jsonl")
    assert found.names == ["a", "b.c", "b.d", "e"]
    assert found.lines == [1, 3, 5]
    assert found.rows == [("1", "x", "[1, 2]", ""), ("2", "", "", "TRUE"), ("3", "", "", "")]
    assert [(each.line, each.what) for each in found.table.problems] == [
        (4, "no whole JSON object: it was set aside")
    ]


@pytest.mark.parametrize("wrapped", [False, True])
def test_a_list_of_objects(read, wrapped):
    rows = [{"a": n, "big": 2**60 + n} for n in range(3)]
    content = json.dumps({"made": "today", "rows": rows} if wrapped else rows, indent=2)
    found = read(content.encode(), "a.json")
    assert found.lines == [1, 2, 3]
    assert found.column("big") == [str(2**60 + n) for n in range(3)]


def test_json_without_rows(read):
    refused(read, b'[{"a": 1}, {"a": 2', "a.json", "no whole JSON file")
    refused(read, b"{}\n{}\n", "a.jsonl", "no rows")
    refused(read, b'{"a": 1}\nx\ny\n', "a.jsonl", "Line 2")


# Databases


def test_codes_before_the_table_are_not_taken_for_it(tmp_path):
    path = tmp_path / "bank.db"
    with sqlite3.connect(path) as made:
        made.execute("CREATE TABLE branches (code, town)")
        made.executemany("INSERT INTO branches VALUES (?, ?)", [("A", "Ulm"), ("B", "Kiel")])
        made.execute("CREATE TABLE loans (x, y)")
        made.executemany("INSERT INTO loans VALUES (?, ?)", [(n, n % 2) for n in range(200)])
    made.close()
    assert read_table(path).names == ["x", "y"]
    assert read_table(path, Excerpt("branches")).names == ["code", "town"]


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "a.db"
    with sqlite3.connect(path) as made:
        made.execute("CREATE TABLE empty (x)")
        made.execute("CREATE TABLE t (x INTEGER, y TEXT, photo BLOB)")
        made.executemany(
            "INSERT INTO t VALUES (?, ?, ?)", [(n, f"{n % 3}", b"\1\2") for n in range(5)]
        )
        made.execute("DELETE FROM t WHERE x = 1")
        made.execute("CREATE VIEW double AS SELECT 2 * x AS z FROM t")
        made.execute('CREATE TABLE "odd \'name""" (k TEXT PRIMARY KEY, v) WITHOUT ROWID')
        made.execute('INSERT INTO "odd \'name""" VALUES (\'q\', 1)')
    made.close()
    return path


def test_a_table_of_sqlite_keeps_its_row_numbers(database):
    found = seen(read_table(database))
    assert found.names == ["x", "y"]
    assert found.lines == [1, 3, 4, 5]
    assert found.table.column("y").is_number
    assert "'photo' holds binary values" in found.notes


def test_views_and_tables_without_row_numbers(database):
    assert seen(read_table(database, Excerpt(table="double"))).lines == [1, 2, 3, 4]
    assert seen(read_table(database, Excerpt(table="odd 'name\""))).rows == [("q", "1")]
    with pytest.raises(DataError, match="has no rows"):
        read_table(database, Excerpt(table="empty"))
    with pytest.raises(DataError, match="no table 'nope'"):
        read_table(database, Excerpt(table="nope"))


def test_a_database_is_left_without_a_trace(database):
    before = database.read_bytes()
    read_table(database)
    assert database.read_bytes() == before
    assert [path.name for path in database.parent.iterdir()] == [database.name]


def test_a_database_with_unfinished_changes(database):
    # In a process of its own: whoever closes a file gives up all locks of the process on it.
    script = (
        "import sqlite3, sys; w = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "w.execute('BEGIN EXCLUSIVE'); w.execute('DELETE FROM t');"
        "print('ready', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", script, str(database)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as writer:
        assert writer.stdout.readline().strip() == b"ready"
        database.with_name(database.name + "-journal").touch()
        with pytest.raises(DataError, match="another program"):
            read_table(database)
        writer.stdin.close()


def test_a_database_without_tables_and_a_damaged_one(database, tmp_path):
    none = tmp_path / "none.db"
    with sqlite3.connect(none) as made:
        made.execute("CREATE TABLE t (x)")
        made.execute("DROP TABLE t")
    made.close()
    with pytest.raises(DataError, match="has no tables"):
        read_table(none)
    content = bytearray(database.read_bytes())
    content[100:4096] = b"\xff" * 3996
    database.write_bytes(content)
    with pytest.raises(DataError, match="damaged SQLite"):
        read_table(database)


def test_duckdb(tmp_path):
    import duckdb

    path = tmp_path / "a.duckdb"
    with duckdb.connect(str(path)) as made:
        made.execute(
            "CREATE TABLE t AS SELECT i AS x, i / 2.0 AS y, 'k' || (i % 2) AS k, "
            "DATE '2024-01-01' + i::INT AS d FROM range(5) r(i)"
        )
        made.execute("CREATE VIEW v AS SELECT * FROM read_csv('/etc/passwd')")
    found = seen(read_table(path))
    assert found.lines == [1, 2, 3, 4, 5]
    assert found.rows[1] == ("1", "0.5", "k1", "2024-01-02")
    with pytest.raises(DataError):
        read_table(path, Excerpt(table="v"))  # no way to another file
    content = bytearray(path.read_bytes())
    content[12:20] = struct.pack("<Q", 9999)
    path.write_bytes(content)
    with pytest.raises(DataError, match="another version|damaged"):
        read_table(path)
    path.write_bytes(bytes(content[:3000]))
    with pytest.raises(DataError, match="damaged|another version"):
        read_table(path)


# Statistics


@pytest.fixture
def survey():
    return pd.DataFrame(
        {
            "sex": [1.0, 2.0, 1.0, np.nan],
            "age": [30.0, 99.0, 41.0, 55.0],
            "name": ["a", "", "c", "1"],
            "day": [datetime.date(2024, 1, n) for n in range(1, 5)],
        }
    )


LABELS = {"sex": {1.0: "male", 2.0: "female"}, "age": {99.0: "refused"}}


def test_spss_with_labels_and_values_declared_missing(survey, tmp_path):
    import pyreadstat

    path = tmp_path / "a.sav"
    pyreadstat.write_sav(survey, path, variable_value_labels=LABELS, missing_ranges={"age": [99]})
    found = seen(read_table(path))
    assert found.column("sex") == ["male", "female", "male", ""]
    assert found.column("age") == ["30", "", "41", "55"]
    assert found.column("name") == ["a", "", "c", "1"]
    assert found.column("day")[0] == "2024-01-01"
    assert found.lines == [1, 2, 3, 4]
    assert seen(read_table(path, Excerpt(has_codes=True))).column("sex") == ["1", "2", "1", ""]


def test_stata_with_labels(survey, tmp_path):
    import pyreadstat

    path = tmp_path / "a.dta"
    labels = {"sex": {1: "male", 2: "female"}, "age": {99: "refused"}}
    whole = survey.assign(age=survey.age.astype(int))
    pyreadstat.write_dta(whole, path, variable_value_labels=labels)
    found = seen(read_table(path))
    assert found.column("sex") == ["male", "female", "male", ""]
    assert found.column("age") == ["30", "99", "41", "55"]
    assert "'age' has labels for some of its values (99: 'refused')" in found.notes
    path.write_bytes(path.read_bytes()[:900])
    with pytest.raises(DataError, match="damaged Stata"):
        read_table(path)


def test_sas_transport_and_a_damaged_native_file(survey, tmp_path):
    import pyreadstat

    path = tmp_path / "a.xpt"
    pyreadstat.write_xport(survey.drop(columns="day"), path)
    found = seen(read_table(path))
    assert found.column("age") == ["30", "99", "41", "55"]
    native = tmp_path / "a.sas7bdat"
    mark = bytes.fromhex("c2ea8160b31411cfbd92080009c7318c181f1011")
    native.write_bytes(b"\0" * 12 + mark + b"\0" * 4000)
    with pytest.raises(DataError, match="damaged SAS"):
        read_table(native)
