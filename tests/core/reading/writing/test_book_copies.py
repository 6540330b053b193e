"""Cleaned copies of books: only the decided cells differ; another library opens them."""

import io
import zipfile

import openpyxl
import pytest

from core import DataError, Excerpt
from core.reading.rewriting import cleaned_name, write_changed
from core.reading.tables import read_table
from core.reading.writing.formula_shift import shifted
from tests.core.reading.foreign.making import book, ods, ods_cell, ods_rows, sheet_xml, xls

CHAIN = (
    '<?xml version="1.0" encoding="UTF-8"?><calcChain '
    'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    '<c r="C2" i="1"/></calcChain>'
)


def shared(row, text=""):
    """A cell of a formula that the cells below share."""
    if text:
        return ("", f'<f t="shared" ref="C2:C5" si="0">{text}</f><v>1</v>')
    return ("", f'<f t="shared" si="0"/><v>{row}</v>')


@pytest.fixture
def sheet():
    rows = [
        ["id", "kind", "twice", "rate", "day"],
        [1, "a", shared(2, "A2*2"), 0.1, 45000],
        [2, "b", shared(3), 0.2, 45001],
        [3, "a", shared(4), 0.3, 45002],
        [4, "b", shared(5), None, 45003],
    ]
    return sheet_xml(rows, styles=[(3, 1), (4, 2)], more="<pageMargins/>")


@pytest.fixture
def path(sheet, tmp_path):
    path = tmp_path / "orders.xlsx"
    sheets = {
        "Orders": sheet,
        "Sums": sheet_xml([["total"], [("", "<f>SUM(Orders!A2:A5)</f><v>10</v>")]]),
    }
    path.write_bytes(
        book(
            sheets,
            formats=["0%", "dd.mm.yyyy"],
            more={"xl/calcChain.xml": CHAIN, "xl/extra.bin": b"\1\2"},
        )
    )
    return path


def parts(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_only_the_decided_cells_differ(path, tmp_path):
    table = read_table(path)
    out = tmp_path / "out.xlsx"
    told = write_changed(
        table,
        out,
        target="kind",
        excluded=[4],
        relabelled={3: "c & <d>"},
        cells={"rate": {3: "25", 5: "40"}, "day": {5: "2024-02-29"}, "id": {2: ""}},
    )
    before, after = parts(path), parts(out)
    changed = {name for name in before if before[name] != after.get(name)}
    assert changed == {"xl/worksheets/sheet1.xml", "xl/workbook.xml", "xl/calcChain.xml"}
    assert "xl/calcChain.xml" not in after
    made = openpyxl.load_workbook(out)
    rows = [[cell.value for cell in row] for row in made["Orders"]["A2:E5"]]
    assert rows[0][:2] == [None, "a"]
    assert rows[1][1] == "c & <d>"
    assert rows[1][3] == 0.25
    assert rows[2] == [None] * 5
    assert rows[3][3] == 0.4
    assert rows[3][4].isoformat() == "2024-02-29T00:00:00"
    assert made["Orders"]["D3"].number_format == "0%"
    assert made["Sums"]["A2"].value == "=SUM(Orders!A2:A5)"
    assert any("1 excluded row is emptied" in sentence for sentence in told)
    assert any("calculated again" in sentence for sentence in told)
    assert b'fullCalcOnLoad="1"' in after["xl/workbook.xml"]
    again = read_table(out)
    assert again.lines.tolist() == [2, 3, 5]


def test_a_shared_formula_whose_first_cell_goes_is_written_out(path, tmp_path):
    out = tmp_path / "out.xlsx"
    told = write_changed(read_table(path), out, target="kind", excluded=[2])
    made = openpyxl.load_workbook(out)["Orders"]
    assert [made[f"C{row}"].value for row in range(2, 6)] == [None, "=A3*2", "=A4*2", "=A5*2"]
    assert any("1 formula gave way" in sentence for sentence in told)


def test_a_formula_over_several_cells_is_refused(tmp_path):
    rows = [["x", "y"], [1, ("", '<f t="array" ref="B2:B3">A2:A3*2</f><v>2</v>')], [2, 4]]
    path = tmp_path / "a.xlsx"
    path.write_bytes(book({"S": sheet_xml(rows)}))
    with pytest.raises(DataError, match="formula over several cells"):
        write_changed(read_table(path), tmp_path / "out.xlsx", target="y", excluded=[2])
    assert not (tmp_path / "out.xlsx").exists()


def test_cells_under_merged_ones_stay_and_are_told(tmp_path):
    rows = [["region", "n"], ["north", 1], [None, 2]]
    path = tmp_path / "a.xlsx"
    merged = '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>'
    path.write_bytes(book({"S": sheet_xml(rows, more=merged)}))
    told = write_changed(
        read_table(path), tmp_path / "b.xlsx", target="n", cells={"region": {3: "x"}}
    )
    assert any("under merged ones" in sentence and "A3" in sentence for sentence in told)


def test_truths_stay_truths_and_prefixes_stay(tmp_path):
    rows = [["x", "ok"], [1, True], [2, False]]
    xml = sheet_xml(rows).replace("<row", "<x:row").replace("</row", "</x:row")
    xml = xml.replace("<c ", "<x:c ").replace("</c>", "</x:c>").replace("<v>", "<x:v>")
    xml = xml.replace("</v>", "</x:v>").replace(
        "<worksheet ",
        '<worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ',
    )
    path = tmp_path / "a.xlsx"
    path.write_bytes(book({"S": xml}))
    out = tmp_path / "b.xlsx"
    write_changed(read_table(path), out, target="ok", relabelled={3: "TRUE"})
    assert openpyxl.load_workbook(out)["S"]["B3"].value is True


def test_under_another_ending_the_table_is_written_anew(path, tmp_path):
    table = read_table(path)
    for name in ("out.csv", "out.parquet"):
        assert write_changed(table, tmp_path / name, target="kind", excluded=[2, 3]) == ()
        made = read_table(tmp_path / name)
        assert made.column("id").values.tolist() == [3, 4]
        assert made.column("rate").text(0) == "30"
    with pytest.raises(DataError, match=r"\.xlsx, \.csv or \.parquet"):
        write_changed(table, tmp_path / "out.sav", target="kind")


def test_an_open_document_is_taken_apart_where_it_repeats(tmp_path):
    repeated = '<table:table-row table:number-rows-repeated="3">{}</table:table-row>'
    twice = ods_cell(2, ' table:number-columns-repeated="2"')
    rows = ods_rows([["x", "y", "kind"], [1, 1, "a"]]) + repeated.format(twice + ods_cell("b"))
    path = tmp_path / "a.ods"
    path.write_bytes(ods({"Other": ods_rows([["q"], [1]]), "One": rows}))
    table = read_table(path, Excerpt(table="One"))
    out = tmp_path / "b.ods"
    told = write_changed(
        table, out, target="kind", excluded=[3], relabelled={4: "c<"}, cells={"y": {4: "7.5"}}
    )
    again = read_table(out, Excerpt(table="One"))
    assert again.lines.tolist() == [2, 4, 5]
    texts = [[column.text(row) for column in again.columns] for row in range(3)]
    assert texts == [["1", "1", "a"], ["2", "7.5", "c<"], ["2", "2", "b"]]
    assert [name for name in parts(path) if parts(path)[name] != parts(out)[name]] == [
        "content.xml"
    ]
    assert "emptied" in told[0]


def test_an_old_book_becomes_a_new_one_with_all_sheets(tmp_path):
    path = tmp_path / "a.xls"
    path.write_bytes(xls({"First": [["x", "k"], [1.0, "a"], [2.0, "b"]], "Second": [["z"], [9.0]]}))
    table = read_table(path)
    assert cleaned_name(table) == "a-cleaned.xlsx"
    out = tmp_path / "b.xlsx"
    told = write_changed(table, out, target="k", relabelled={3: "=1+1"}, cells={"x": {2: "5.5"}})
    made = openpyxl.load_workbook(out)
    assert [[cell.value for cell in row] for row in made["First"]["A1:B3"]] == [
        ["x", "k"],
        [5.5, "a"],
        [2, "=1+1"],
    ]
    assert made["First"]["B3"].data_type == "s" or made["First"]["B3"].value == "=1+1"
    assert made["Second"]["A2"].value == 9
    assert "without formulas" in told[0]


def test_a_new_workbook_marks_what_was_decided(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("id,day,kind\n1,2024-01-02,a\n2,2024-01-03,=b\n3,,a\n")
    import pandas as pd

    record = pd.DataFrame({"line": [3], "decision": ["relabel"]})
    out = tmp_path / "b.xlsx"
    write_changed(
        read_table(path), out, target="kind", excluded=[2], relabelled={3: "c"}, record=record
    )
    made = openpyxl.load_workbook(out)
    page = made["Data"]
    assert page.freeze_panes == "A2"
    assert page.auto_filter.ref == "A1:C3"
    assert page["C2"].value == "c"
    assert "was: =b" in page["C2"].comment.text
    assert page["C2"].fill.fgColor.rgb == "FFFFE699"
    assert page["C3"].comment is None
    assert page["B2"].value.isoformat() == "2024-01-03T00:00:00"
    assert page["A2"].data_type == "n"
    assert made["Decisions"]["A2"].value == 3


@pytest.mark.parametrize(
    ("formula", "moved"),
    [
        ("A1+$A1+A$1+$A$1", "B3+$A3+B$1+$A$1"),
        ("SUM(A1:B2)/COUNT(A:A)", "SUM(B3:C4)/COUNT(B:B)"),
        ("'Q1 A1'!A1&\"A1\"", "'Q1 A1'!B3&\"A1\""),
        ("Sheet1!A1*1E5+LOG10(A1)", "Sheet1!B3*1E5+LOG10(B3)"),
        ("Table1[A1]+TRUE", "Table1[A1]+TRUE"),
        ("SUM(1:2)", "SUM(3:4)"),
    ],
)
def test_references_move_with_their_cell(formula, moved):
    assert shifted(formula, 2, 1) == moved


def test_a_sheet_holds_only_so_many_rows():
    from core.reading.writing.workbook import check_size

    with pytest.raises(DataError, match="1,048,576 rows"):
        check_size(1_048_577, 3)


def test_the_archive_is_whole(path, tmp_path):
    out = tmp_path / "out.xlsx"
    write_changed(read_table(path), out, target="kind", relabelled={2: "z"})
    with zipfile.ZipFile(io.BytesIO(out.read_bytes())) as archive:
        assert archive.testzip() is None
