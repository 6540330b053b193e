"""Tables as no one should write them: each number gives the same file, everywhere and for ever.

A sound table is made first, of numbers, categories, dates and texts with a target; then a few
mutations are done to its values, its columns, its lines, the way it is written, or its bytes.
"""

import csv
import io
from collections.abc import Callable

import numpy as np

Cells = list[list[str]]
"""The header, then the rows."""
Random = np.random.Generator

TARGET, WEIGHT = "y", "weight"
HUGE = (
    "1e308",
    "-1e308",
    "1.7976931348623157e308",
    "1e309",
    "-1e400",
    "inf",
    "-inf",
    "1e-320",
    "5e-324",
    "-1e-310",
    "1e200",
    "-1e155",
    "1e100",
    "1e61",
    "1e31",
    "1e30",
    "1e-30",
    "3.5e38",
    "1e39",
    "1e-60",
    "1e-40",
    "9007199254740993",
    "18446744073709551616",
    "-0.0",
    "1e16",
    "0.1e-5",
)
ODD = (
    "",
    "NA",
    "nan",
    "NULL",
    "?",
    "-",
    "null",
    "N/A",
    "none",
    "#REF!",
    "0x1F",
    "1_000",
    "٣",
    "１２",
    "½",
    "1,5",
    "1.234,5",
    "1e",
    "e5",
    "+",
    "TRUE",
    "yes",
    "=1+1",
    "\x00",
    "\ufeff",
    "\u200b",
    "𝔘𝔫𝔦",
    "שלום",
    "a\u0301",
    "\r",
    "\n",
    "\t",
    '"',
    '""',
    "'",
    ";",
    "a,b",
    "|",
    "x" * 3000,
    " ",
    "  7 ",
    "$5",
    "5 %",
    "1.000.000",
    "1'000",
    "-",
    "\ud7ff",
    "\U0010ffff",
    "12345678901234567890123",
    "1e5e5",
    "Infinity",
    "--1",
    "5-",
    "(5)",
)
DATES = (
    "2024-02-30",
    "0000-00-00",
    "9999-12-31",
    "1/2/3",
    "31.12.1969",
    "0001-01-01",
    "2024-13-01",
    "292277026596-12-04",
    "-4713-11-24",
    "2024-01-01T25:61:61",
    "1e9-01-01",
    "30/02/24",
    "20240101",
    "2024-W01-1",
    "12:30",
    "1970-01-01 00:00:00.000000001",
    "99999999999",
)
WORDS = ("the", "quick", "brown", "fox", "jumps", "over", "lazy", "dog", "then", "sleeps", "warm")
NAMES = ("", " ", TARGET, "a", "b", "1", "3.5", "y=0", "column 2", "when (year)", "\n", "é" * 200,
         "a (2)", "<b>", "%s", "{0}", "NaN", "=SUM(A1)", WEIGHT, "prediction")  # fmt: skip


def mutated(number: int) -> bytes:
    """The file of this number."""
    random = np.random.default_rng([0xF11E, number])
    cells = _sound(random)
    for _ in range(random.integers(0, 4)):
        if not cells or not cells[0]:
            break
        _pick(random, VALUES)(cells, random)
    content = _written(cells, random)
    if random.random() < 0.3:
        content = _pick(random, BYTES)(content, random)
    return content


def _pick(random: Random, things):
    return things[random.integers(0, len(things))]


# -- sound tables ------------------------------------------------------------------------------


def _sound(random: Random) -> Cells:
    rows = int(_pick(random, (2, 5, 12, 16, 20, 30, 40)))
    columns = {}
    for name in "abcde"[: random.integers(1, 6)]:
        columns[name] = _pick(random, (_numbers, _numbers, _categories, _dates, _texts, _counts))(
            rows, random
        )
    first = np.array([float(len(text)) + (text > "3") for text in next(iter(columns.values()))])
    score = first + random.normal(size=rows)
    kind = random.integers(0, 4)
    if kind == 0:
        columns[TARGET] = [f"{value:.4g}" for value in score]
    else:
        classes = (2, 2, 4)[kind - 1]
        places = np.argsort(np.argsort(score)) * classes // rows
        columns[TARGET] = [("no", "yes", "perhaps", "never")[place] for place in places]
    if random.random() < 0.3:
        columns[WEIGHT] = [f"{value:.3g}" for value in random.exponential(size=rows) + 0.1]
    names = list(columns)
    if random.random() < 0.3:
        random.shuffle(names)
    return [names, *([columns[name][row] for name in names] for row in range(rows))]


def _numbers(rows: int, random: Random) -> list[str]:
    scale = 10.0 ** random.integers(-3, 6)
    return [f"{scale * value:.5g}" for value in random.normal(size=rows)]


def _counts(rows: int, random: Random) -> list[str]:
    return [str(value) for value in random.integers(0, 9, rows)]


def _categories(rows: int, random: Random) -> list[str]:
    return [_pick(random, ("red", "green", "blue", "Größe", "7")) for _ in range(rows)]


def _dates(rows: int, random: Random) -> list[str]:
    start = np.datetime64("2020-01-01")
    return [str(start + day) for day in random.integers(0, 2000, rows)]


def _texts(rows: int, random: Random) -> list[str]:
    return [" ".join(random.choice(WORDS, random.integers(3, 9))) for _ in range(rows)]


# -- what is done to values, columns and lines ---------------------------------------------------


def _some_cells(cells: Cells, random: Random, texts) -> None:
    if len(cells) < 2:
        return
    column = random.integers(0, len(cells[0]))
    for _ in range(random.integers(1, 6)):
        row = cells[random.integers(1, len(cells))]
        if len(row):
            place = column if random.random() < 0.7 else random.integers(0, len(row))
            row[min(place, len(row) - 1)] = _pick(random, texts)


def _some_huge(cells: Cells, random: Random) -> None:
    _some_cells(cells, random, HUGE)


def _some_odd(cells: Cells, random: Random) -> None:
    _some_cells(cells, random, ODD)


def _some_dates(cells: Cells, random: Random) -> None:
    _some_cells(cells, random, DATES)


def _whole_column(cells: Cells, place: int, text: Callable[[], str]) -> None:
    for row in cells[1:]:
        if place < len(row):
            row[place] = text()


def _place(cells: Cells, random: Random) -> int:
    """A column; the target or the weights rather often."""
    for name in (TARGET, WEIGHT):
        if name in cells[0] and random.random() < 0.35:
            return cells[0].index(name)
    return int(random.integers(0, len(cells[0])))


def _constant(cells: Cells, random: Random) -> None:
    text = _pick(random, (*HUGE, *ODD[:8], "7", "a"))
    _whole_column(cells, _place(cells, random), lambda: text)


def _huge_column(cells: Cells, random: Random) -> None:
    few = [_pick(random, HUGE) for _ in range(random.integers(2, 8))]
    _whole_column(cells, _place(cells, random), lambda: _pick(random, few))


SIZES = ((-320, 0), (-200, 0), (-70, 0), (-29, 0), (29, 0), (70, 0), (150, 0), (250, 0), (307, 0),
         (0, 1e15), (0, 1e12), (3, 1e19))  # fmt: skip


def _far_column(cells: Cells, random: Random) -> None:
    """All numbers of one size: tiny, huge, or far from 0 and close to one another."""
    power, offset = _pick(random, SIZES)
    _whole_column(
        cells, _place(cells, random), lambda: repr(offset + random.normal() * 10.0**power)
    )


def _mostly_missing(cells: Cells, random: Random) -> None:
    place, word = _place(cells, random), _pick(random, ("", "NA", "?"))
    for row in cells[1:]:
        if place < len(row) and random.random() < 0.9:
            row[place] = word


def _many_classes(cells: Cells, random: Random) -> None:
    most = int(_pick(random, (7, 12, len(cells))))
    names = iter(range(len(cells)))
    _whole_column(cells, _place(cells, random), lambda: f"k{next(names) % most}")


def _odd_weights(cells: Cells, random: Random) -> None:
    few = _pick(
        random,
        (
            ("0",),
            ("0", "1"),
            ("1e-320", "1"),
            ("1e308", "1"),
            ("1e60", "1e-60"),
            ("-1", "1"),
            ("", "1"),
            ("1e-59", "2e-59"),
            ("1e59",),
            ("1e-12", "1e12"),
            ("1", "1", "1", "1e9"),
        ),
    )
    place = cells[0].index(WEIGHT) if WEIGHT in cells[0] else int(random.integers(0, len(cells[0])))
    cells[0][place] = WEIGHT
    _whole_column(cells, place, lambda: _pick(random, few))


def _other_names(cells: Cells, random: Random) -> None:
    for _ in range(random.integers(1, 4)):
        cells[0][random.integers(0, len(cells[0]))] = _pick(random, NAMES)


def _repeated_header(cells: Cells, random: Random) -> None:
    cells.insert(int(random.integers(1, len(cells) + 1)), list(cells[0]))


def _few_rows(cells: Cells, random: Random) -> None:
    del cells[int(random.integers(1, 5)) :]


def _same_rows(cells: Cells, random: Random) -> None:
    if len(cells) < 2:
        return
    for _ in range(random.integers(1, 30)):
        row = list(cells[random.integers(1, len(cells))])
        if random.random() < 0.4 and row:
            row[random.integers(0, len(row))] = _pick(random, ("7", "yes", "no"))
        cells.append(row)


def _ragged(cells: Cells, random: Random) -> None:
    for _ in range(random.integers(1, 4)):
        row = cells[random.integers(0, len(cells))]
        if random.random() < 0.5:
            del row[random.integers(0, len(row) + 1) :]
        else:
            row += ["9"] * int(random.integers(1, 4))


def _no_header(cells: Cells, random: Random) -> None:
    del cells[0]


def _one_column(cells: Cells, random: Random) -> None:
    place = random.integers(0, len(cells[0]))
    cells[:] = [row[place : place + 1] for row in cells]


VALUES = (
    _some_huge,
    _some_huge,
    _some_odd,
    _some_dates,
    _constant,
    _huge_column,
    _far_column,
    _far_column,
    _mostly_missing,
    _many_classes,
    _odd_weights,
    _other_names,
    _repeated_header,
    _few_rows,
    _same_rows,
    _ragged,
    _no_header,
    _one_column,
)


# -- how it is written -----------------------------------------------------------------------------


def _written(cells: Cells, random: Random) -> bytes:
    separator = _pick(random, ",,,,,;\t|") if random.random() < 0.5 else ","
    ends = _pick(random, ("\n", "\n", "\r\n", "\r"))
    quoting = _pick(random, (csv.QUOTE_MINIMAL, csv.QUOTE_MINIMAL, csv.QUOTE_ALL))
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=separator, lineterminator=ends, quoting=quoting)
    for row in cells:
        writer.writerow(row)
    text = buffer.getvalue()
    if separator == ";" and random.random() < 0.5:
        text = text.replace(".", ",")
    if random.random() < 0.1:
        text = _pick(random, ("# a comment\n", "Report of May\n\n", "\n\n", "sep=;\n")) + text
    encoding = _pick(
        random, ("utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16", "latin-1", "cp1252")
    )
    return text.encode(encoding, "replace")


def _other_bytes(content: bytes, random: Random) -> bytes:
    changed = bytearray(content)
    for _ in range(random.integers(1, 6)):
        if changed:
            changed[random.integers(0, len(changed))] = random.integers(0, 256)
    return bytes(changed)


def _cut(content: bytes, random: Random) -> bytes:
    first, last = sorted(random.integers(0, len(content) + 1, 2).tolist())
    return _pick(random, (content[:first], content[first:], content[:first] + content[last:]))


def _mixed_lines(content: bytes, random: Random) -> bytes:
    lines = content.splitlines(keepends=True)
    for _ in range(random.integers(1, 6)):
        if lines:
            lines.insert(int(random.integers(0, len(lines))), _pick(random, lines))
            del lines[random.integers(0, len(lines))]
    return b"".join(lines)


def _twice(content: bytes, random: Random) -> bytes:
    return content + content


BYTES = (_other_bytes, _other_bytes, _cut, _mixed_lines, _twice)
