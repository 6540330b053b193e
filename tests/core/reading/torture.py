"""python -m tests.core.reading.torture FOLDER: a file for every way in which a CSV is hard."""

import gzip
import io
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

ROWS_THEN_NOT = 20_000
LONG_LINE = 5_000_000
WIDE = 2_000

_FILES: dict[str, Callable[[], bytes]] = {}


def make(name: str, folder: Path) -> Path:
    """Write one of the files."""
    path = folder / name
    path.write_bytes(_FILES[name]())
    return path


def names() -> list[str]:
    """The names of all files."""
    return list(_FILES)


def _file(name: str):
    def register(function: Callable[[], bytes]) -> Callable[[], bytes]:
        _FILES[name] = function
        return function

    return register


def _text(name: str, text: str, encoding: str = "utf-8") -> None:
    _FILES[name] = lambda: text.encode(encoding)


_text("semicolons.csv", "name;price;share\nred;1.234,56;0,5\nblue;12,5;1\ngreen;7;0,25\n")
_text("tabs.csv", "name\tprice\nred, dark\t1.5\nblue\t2\n")
_text("pipes.csv", "name|price|size\nred|1.5|3\nblue|2|4\n")
_text("spaces.txt", "  x    y  name\n  1  2.5  a\n 10  3.5  b\n\n100 4.5  c  \n")
_text(
    "quotes.csv",
    'id,text,n\n1,"two\nlines, and a comma",5\n2,"she said ""no""",6\n'
    '3,"a\r\nb\rc",7\n4,5" pipe,8\n',
)
for _name, _encoding in (
    ("utf8.csv", "utf-8"),
    ("utf8_mark.csv", "utf-8-sig"),
    ("utf16_mark.csv", "utf-16"),
    ("utf16_le.csv", "utf-16-le"),
    ("utf16_be.csv", "utf-16-be"),
    ("latin1.csv", "latin-1"),
):
    _text(_name, "Stadt,Größe\nMünchen,1\nKöln,2\nZürich,3\n", _encoding)
_text("windows1252.csv", "ville,prix\nŒuvre d’art,5 €\nCafé – thé,7 €\n", "cp1252")
_text("shift_jis.csv", "名前|値段|表示\n東京ソフト|1|あいう\n大阪のりんご|2|カタカナ\n", "cp932")
_text("lf.csv", "x,y\n1,a\n2,b\n")
_text("crlf.csv", "x,y\r\n1,a\r\n2,b\r\n")
_text("cr.csv", "x,y\r1,a\r2,b\r")
_text("mixed_breaks.csv", "x,y\r\n1,a\n2,b\r3,c\r\n\n4,d")
_text("no_final_break.csv", "x,y\n1,a\n2,b")
_text("empty.csv", "")
_text("blank.csv", "\n\n  \n")
_text("header_alone.csv", "x,y\n")
_text("one_column.csv", "x\n3\n1\n2\n")
_text("one_column_decimal_comma.csv", "x\n3,5\n1,25\n2,0\n")
_text("one_row.csv", "x,y\n1,a\n")
_text("ragged.csv", "x,y,z\n1,a,p\n2,b\n3,c,q,extra\n4,d,r,\n5\n6,e,s\n")
_text("nul.csv", "x,y\n1,a\0b\n2,c\n3,d\n")
_FILES["binary.csv"] = lambda: bytes(range(256)) * 64
_FILES["picture.csv"] = lambda: b"\x89PNG\r\n\x1a\n" + bytes(range(64))
_text("long_line.csv", "x,y\n1,a\n2," + "b" * LONG_LINE + "\n3,c\n")
_text("unclosed.csv", 'x,y\n1,a\n2,"b\n3,c\n')
_text(
    "wide.csv",
    "\n".join(",".join(f"{row}{place}" for place in range(WIDE)) for row in ("c", "1", "2")) + "\n",
)
_text("names.csv", "x,,x,x,x (2)\n1,2,3,4,5\n6,7,8,9,10\n")
_text(
    "strange_names.csv",
    '=SUM(A1:A2),"two\nlines",😀 face,שם,-\n1,2,3,4,a\n5,6,7,8,b\n',
)
_text(
    "numbers.csv",
    "plain,exp,inf,hex,arabic,zero,long,mixed\n"
    "1.5,1e5,inf,0x1F,٣,-0,9223372036854775808,1\n"
    "+2,2E-3,-inf,0x2A,٤,0,9223372036854775809,2\n",
)
_text("german_numbers.csv", "a;b\n1.234,56;1.000\n-7.654.321,5;12\n0,5;3.500\n")
_text("english_numbers.csv", 'a,b\n"1,234.56",x\n"7,654,321",y\n12,z\n')
_text("french_numbers.csv", "a;b\n1\u202f234,56;x\n12,5;y\n7\u202f654\u202f321;z\n")
_text("zeros.csv", "zip,n\n00742,1\n10115,2\n80331,3\n")
_text("missing.csv", "empty,na,number,country\n,NA,1,NA\n,NA,-,DE\n,n/a,3,None\n")
_text("truths.csv", "a,b,c\nyes,TRUE,0\nno,false,1\nTRUE,,yes\n0,True,no\n")
_text("comments.csv", "# made by a machine\n# on a Monday\nx,y\n1,a\n# a word\n2,b\n")
_text("hash_header.csv", "#id,y\n1,a\n2,b\n")
_text("preamble.csv", "Sales of the north\nprinted on 2024-01-02\n\nx;y;z\n1;a;2\n2;b;3\n3;c;4\n")
_text("padded_titles.csv", "Sales;;;\nprinted in 2024;;;\n\nx;y;z;w\n1;a;2;u\n2;;;\n3;c;4;v\n")
_text("no_header.csv", "5.1,3.5,setosa\n4.9,3.0,setosa\n6.3,3.3,virginica\n")
_text("row_names.csv", '"x" "y"\n"1" 5 "a"\n"2" 6 "b"\n"3" 7 "a"\n')
_text("one_class.csv", "x,target\n1,a\n2,a\n3,a\n")
_text("many_classes.csv", "x,target\n" + "".join(f"{n},c{n}\n" for n in range(10_000)))
_text("no_target.csv", "x,target\n1,\n2,\n3,\n")


@_file("then_not.csv")
def _then_not() -> bytes:
    rows = [f"{row}.50,{row % 3}" for row in range(ROWS_THEN_NOT)]
    return ("x,y\n" + "\n".join(rows) + "\nbroken,1\n7.50,2\n").encode()


@_file("late_latin1.csv")
def _late() -> bytes:
    rows = "".join(f"{row},plain\n" for row in range(60_000))
    return ("x,y\n" + rows).encode() + "60000,Köln\n".encode("latin-1") + rows.encode()


@_file("packed.csv.gz")
def _gzip() -> bytes:
    return gzip.compress(_FILES["lf.csv"]())


@_file("packed.csv.zip")
def _zip() -> bytes:
    return _zipped({"inside.csv": _FILES["lf.csv"]()})


@_file("two.zip")
def _two() -> bytes:
    return _zipped({"a.csv": b"x\n1\n", "b.csv": b"x\n1\n"})


@_file("workbook.csv")
def _workbook() -> bytes:
    return _zipped({"[Content_Types].xml": b"<x/>", "xl/workbook.xml": b"<x/>"})


@_file("cut.csv.gz")
def _cut() -> bytes:
    return gzip.compress(_FILES["then_not.csv"]())[:-2000]


@_file("table.parquet")
def _parquet() -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table(
        {
            "n": pa.array([1.5, None, 3.0]),
            "id": pa.array([2**60, 2**60 + 1, 7], pa.int64()),
            "t": ["b", "a", None],
            "yes": [True, False, True],
            "day": pa.array([0, 1, None], pa.date32()),
        }
    )
    file = io.BytesIO()
    pq.write_table(table, file)
    return file.getvalue()


def _zipped(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    for each in names():
        make(each, target)
