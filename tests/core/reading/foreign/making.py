"""Hand-made files of other programs, as small as can be: what no writer would write, too."""

import io
import struct
import zipfile
from xml.sax.saxutils import escape

from core.sources.excerpt import column_letters

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_LINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def zipped(parts):
    """An archive of these parts."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return made.getvalue()


def cell(row, column, value, style=None):
    """A cell of a sheet: a number, a text, or XML that starts with <."""
    name = f"{column_letters(column)}{row + 1}"
    look = f' s="{style}"' if style is not None else ""
    if isinstance(value, tuple):
        kind, inner = value
        return f'<c r="{name}"{look}{kind}>{inner}</c>'
    if isinstance(value, bool):
        return f'<c r="{name}"{look} t="b"><v>{int(value)}</v></c>'
    if isinstance(value, int | float):
        return f'<c r="{name}"{look}><v>{value!r}</v></c>'
    return f'<c r="{name}"{look} t="inlineStr"><is><t>{escape(value)}</t></is></c>'


def rows_xml(rows, styles=(), top=0):
    """Rows of cells; None is no cell at all."""
    made = []
    for row, values in enumerate(rows, top):
        cells = "".join(
            cell(row, column, value, dict(styles).get(column) if row > top else None)
            for column, value in enumerate(values)
            if value is not None
        )
        made.append(f'<row r="{row + 1}">{cells}</row>')
    return "".join(made)


def sheet_xml(rows, styles=(), top=0, more="", before=""):
    """A sheet with these rows."""
    data = f"<sheetData>{rows_xml(rows, styles, top)}</sheetData>"
    return f"{_XML}<worksheet {MAIN}>{before}{data}{more}</worksheet>"


def book(sheets, *, hidden=(), formats=(), more=None, properties="", after_sheets=""):
    """A workbook: by the name of a sheet its XML; `formats` are codes of styles 1, 2, ..."""
    names = list(sheets)
    state = dict.fromkeys(hidden, ' state="hidden"')
    listed = "".join(
        f'<sheet name="{escape(name)}" sheetId="{n}" r:id="rId{n}"{state.get(name, "")}/>'
        for n, name in enumerate(names, 1)
    )
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    overrides = "".join(
        f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="{kind}.worksheet+xml"/>'
        for n in range(1, len(names) + 1)
    )
    links = "".join(
        f'<Relationship Id="rId{n}" Type="{_LINK}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in range(1, len(names) + 1)
    )
    codes = "".join(
        f'<numFmt numFmtId="{200 + n}" formatCode="{escape(code, {chr(34): "&quot;"})}"/>'
        for n, code in enumerate(formats)
    )
    xfs = "".join(f'<xf numFmtId="{200 + n}" applyNumberFormat="1"/>' for n in range(len(formats)))
    parts = {
        "[Content_Types].xml": _XML
        + '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{kind}.styles+xml"/>{overrides}</Types>',
        "_rels/.rels": _XML
        + '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="rId1" Type="{_LINK}/officeDocument" Target="xl/workbook.xml"/>'
        "</Relationships>",
        "xl/workbook.xml": _XML + f'<workbook {MAIN} xmlns:r="{_LINK}">{properties}'
        f"<sheets>{listed}</sheets>{after_sheets}</workbook>",
        "xl/_rels/workbook.xml.rels": _XML
        + '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'{links}<Relationship Id="rId99" Type="{_LINK}/styles" Target="styles.xml"/>'
        "</Relationships>",
        "xl/styles.xml": _XML + f"<styleSheet {MAIN}>"
        f'<numFmts count="{len(formats)}">{codes}</numFmts>'
        "<fonts><font/></fonts><fills><fill><patternFill/></fill></fills><borders><border/></borders>"
        '<cellStyleXfs><xf numFmtId="0"/></cellStyleXfs>'
        f'<cellXfs><xf numFmtId="0"/>{xfs}</cellXfs>'
        '<cellStyles><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
    }
    parts |= {f"xl/worksheets/sheet{n}.xml": sheets[name] for n, name in enumerate(names, 1)}
    return zipped(parts | (more or {}))


_ODS = (
    '<?xml version="1.0" encoding="UTF-8"?><office:document-content '
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2">'
    "<office:body><office:spreadsheet>{}</office:spreadsheet></office:body>"
    "</office:document-content>"
)


def ods_cell(value, more=""):
    """A cell of an OpenDocument sheet."""
    if value is None:
        return f"<table:table-cell{more}/>"
    if isinstance(value, str):
        told, shown = 'office:value-type="string"', escape(value)
    else:
        told, shown = f'office:value-type="float" office:value="{value}"', f"{value}"
    return f"<table:table-cell{more} {told}><text:p>{shown}</text:p></table:table-cell>"


def ods(tables):
    """An OpenDocument spreadsheet: by the name of a sheet the XML of its rows."""
    body = "".join(
        f'<table:table table:name="{escape(name)}">{rows}</table:table>'
        for name, rows in tables.items()
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    listed = (
        '<?xml version="1.0"?><manifest:manifest '
        'xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/>'
        "</manifest:manifest>"
    )
    return zipped(
        {"mimetype": kind, "content.xml": _ODS.format(body), "META-INF/manifest.xml": listed}
    )


def ods_rows(rows):
    """Rows of plain cells."""
    return "".join(
        f"<table:table-row>{''.join(map(ods_cell, row))}</table:table-row>" for row in rows
    )


def xls(sheets):
    """An Excel 97 workbook (BIFF8 in a compound file): by the name of a sheet its rows."""
    bodies = {name: _biff_sheet(rows) for name, rows in sheets.items()}
    start = _record(0x809, struct.pack("<HHHHII", 0x600, 5, 0, 0, 0, 0))
    size = len(start) + sum(4 + 8 + len(name) for name in sheets) + 4
    heads, place = b"", size
    for name, body in bodies.items():
        named = struct.pack("<IHBB", place, 0, len(name), 0) + name.encode("latin-1")
        heads += _record(0x85, named)
        place += len(body)
    return _compound("Workbook", start + heads + _record(0x0A, b"") + b"".join(bodies.values()))


def _record(kind, content):
    return struct.pack("<HH", kind, len(content)) + content


def _biff_sheet(rows):
    made = _record(0x809, struct.pack("<HHHHII", 0x600, 0x10, 0, 0, 0, 0))
    width = max(map(len, rows), default=0)
    made += _record(0x200, struct.pack("<IIHHH", 0, len(rows), 0, width, 0))
    for row, values in enumerate(rows):
        for column, value in enumerate(values):
            at = struct.pack("<HHH", row, column, 0)
            if isinstance(value, int | float):
                made += _record(0x203, at + struct.pack("<d", value))
            elif value is not None:
                text = struct.pack("<HB", len(value), 0) + value.encode("latin-1")
                made += _record(0x204, at + text)
    return made + _record(0x0A, b"")


def _compound(name, content):
    """A compound file that holds one stream."""
    content = content.ljust(4096, b"\0")
    content += b"\0" * (-len(content) % 512)
    sectors = len(content) // 512
    free, end, table = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
    # Sector 0 is the table of sectors, 1 the directory, then comes the stream.
    chain = [table, end, *range(3, sectors + 2), end]
    assert len(chain) <= 128
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 16
    head += struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + b"\0" * 6
    head += struct.pack("<IIIIIIIII", 0, 1, 1, 0, 4096, end, 0, end, 0)
    head += struct.pack("<109I", 0, *[free] * 108)

    def entry(text, kind, child, start, size):
        named = text.encode("utf-16-le")
        made = named.ljust(64, b"\0") + struct.pack("<HBB", len(named) + 2, kind, 1)
        made += struct.pack("<III", free, free, child) + b"\0" * 36
        return made + struct.pack("<IQ", start, size)

    listed = entry("Root Entry", 5, 1, end, 0) + entry(name, 2, free, 2, len(content))
    listed += b"\0" * 256
    fat = struct.pack("<128I", *chain, *[free] * (128 - len(chain)))
    return head + fat + listed + content
