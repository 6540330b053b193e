"""Decisions as a CSV file: one row each, exact, and read back only if they fit the data."""

import csv
import os
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.ascending import place_among
from core.base.errors import DataError
from core.base.files import written_whole
from core.base.person import tidy_name
from core.data.dataset import Dataset
from core.data.files import Files
from core.data.revising import check_classes
from core.data.row_marks import row_marks
from core.judging.reviewing.decision import Decision, Note, Verb

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("line", "verb", "given", "new label", "reason", "note", "time")
ROW = "row"
"""The mark of the row (core.data.row_marks); files that were written before have none."""
BY = "by"
"""Who decided; files that were written before do not tell."""
CELL = ("column", "new value")
"""What is set, if cells are: files without such decisions have none."""
FILE = "file"
"""The file of a line, if the data have several; the line is that of the file then."""
TOGETHER = "together"
"""Whether it was decided with other rows at once; files without such decisions have none."""
_YES = "yes"


def write_decisions(
    path: str | os.PathLike[str], done: Iterable[Decision | Note], base: Dataset
) -> None:
    """Write decisions, and notes on rows that nothing is decided about, whole or not at all."""
    done = list(done)
    rows = base.table.rows_of(each.line for each in done)
    cell = CELL if any(getattr(each, "column", "") for each in done) else ()
    together = (TOGETHER,) if any(getattr(each, TOGETHER, False) for each in done) else ()
    with (
        written_whole(path) as aside,
        aside.open("w", encoding="utf-8", errors="surrogatepass", newline="") as file,
    ):
        writer = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
        files = base.table.files
        writer.writerow((*COLUMNS, ROW, BY, *cell, *together, *((FILE,) if files else ())))
        # A mark on the disk is that of the place, which is told anyway.
        is_marked = not base.table.is_on_disk
        marks = row_marks(base.table, rows).tolist() if is_marked else [None] * len(done)
        for each, mark in zip(done, marks, strict=True):
            given = given_text(base, each.line, getattr(each, "column", ""))
            extra = (getattr(each, "column", ""), getattr(each, "value", "") or "") if cell else ()
            how = (_YES if getattr(each, TOGETHER, False) else "",) if together else ()
            own = "" if mark is None else f"{mark:016x}", each.by
            name, line = files.place(each.line) if files else ("", each.line)
            where = (name,) if files else ()
            writer.writerow([line, *_texts(each, given), *own, *extra, *how, *where])


def decisions_frame(done: Iterable[Decision | Note], base: Dataset) -> "pd.DataFrame":
    """What was decided, for people: a row each, with the value that the file has."""
    rows = [
        {
            "line": each.line,
            "column": getattr(each, "column", "") or base.target,
            "decision": each.verb.value if isinstance(each, Decision) else "note",
            "given": given_text(base, each.line, getattr(each, "column", "")),
            "now": (each.label or each.value or "") if isinstance(each, Decision) else "",
            "reason": each.reason if isinstance(each, Decision) else "",
            "note": each.note if isinstance(each, Decision) else each.text,
            "by": getattr(each, "by", ""),
        }
        for each in done
    ]
    import pandas as pd  # slow to load

    return pd.DataFrame(rows)


def given_text(base: Dataset, line: int, column: str = "") -> str:
    """What the file gives a row: its label, or the value of a cell; nothing without a label."""
    table = base.table.as_read
    if column and (column != base.target or base.classes):
        return table.column(column).text(int(table.rows_of([line])[0]))
    row = place_among(base.lines, line)
    return "" if row is None else base.label_text(row)


def _texts(done: Decision | Note, given: str) -> tuple[str, ...]:
    when = datetime.fromtimestamp(done.when, UTC).isoformat(timespec="microseconds")
    if isinstance(done, Note):
        return "", given, "", "", done.text, when
    return done.verb.value, given, done.label or "", done.reason, done.note, when


def read_decisions(path: str | os.PathLike[str], base: Dataset) -> tuple[Decision | Note, ...]:
    """Read decisions about these data; raise DataError, in a sentence, if they are about others.

    Whether their rows still have the values that they had is seen when they are taken.

    >>> import core, tempfile
    >>> data = core.example("ten points")
    >>> file = Path(tempfile.mkdtemp()) / "decisions.csv"
    >>> write_decisions(file, [Decision(7, Verb.RELABEL, "+", "a slip", when=0.5, by="Anna")], data)
    >>> print(file.read_text().splitlines()[1])
    7,"relabel","-","+","a slip","","1970-01-01T00:00:00.500000+00:00","a81603c3a76ec709","Anna"
    >>> read_decisions(file, data)[0].by
    'Anna'
    """
    path = Path(path)
    step = _each(path, base)
    labels = {
        each.line: each.label
        for each in step
        if isinstance(each, Decision) and each.verb is Verb.RELABEL and each.label
    }
    if labels:
        check_classes(base, labels.values())
    return step


def listed_decisions(path: str | os.PathLike[str]) -> tuple[Decision | Note, ...]:
    """Read decisions about data that are not at hand: all that is known of a row is its mark."""
    return _each(Path(path), None)


def is_decisions_file(path: str | os.PathLike[str]) -> bool:
    """Whether a file is one of decisions, by its first line."""
    try:
        next(_rows(Path(path)), None)
    except (DataError, OSError, csv.Error, UnicodeError):
        return False
    return True


def _each(path: Path, base: Dataset | None) -> tuple[Decision | Note, ...]:
    """The decisions of a file, each once; checked against the data, if these are at hand."""
    read: dict[tuple[int, str], Decision | Note] = {}
    try:
        for number, fields in _rows(path):
            where = f"Line {number} of {path.name}"
            fields["line"] = str(_placed(where, fields, base))
            if base is not None:
                _check_given(where, fields, base)
                if base.table.is_on_disk:
                    fields[ROW] = ""  # of values that are not at hand
            done = _read(where, fields)
            key = done.line, getattr(done, "column", "")
            if key in read:
                raise DataError(f"{path.name} has two decisions about line {done.line}. Keep one.")
            read[key] = done
    except OSError as error:
        raise DataError(f"{path.name} cannot be read ({error.strerror}).") from error
    except (csv.Error, UnicodeError) as error:
        raise DataError(f"{path.name} is no CSV file of decisions ({error}).") from error
    return tuple(read.values())


def _rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    with path.open(encoding="utf-8-sig", errors="surrogatepass", newline="") as file:
        reader = csv.reader(file, strict=True)
        heading = next(reader, [])
        missing = [name for name in COLUMNS if name not in heading]
        if missing:
            raise DataError(
                f"{path.name} has no column {missing[0]!r}. Decisions have the columns "
                f"{', '.join(COLUMNS)}."
            )
        for fields in reader:
            if len(fields) != len(heading):
                raise DataError(
                    f"Line {reader.line_num} of {path.name} has {len(fields)} values, and the "
                    f"first line names {len(heading)}."
                )
            yield reader.line_num, dict(zip(heading, fields, strict=True))


def _check_given(where: str, fields: Mapping[str, str], base: Dataset) -> None:
    """Refuse a row of the file that is about other data."""
    line, column = _line(where, fields["line"]), fields.get(CELL[0], "")
    is_open = place_among(base.unlabelled, line) is not None
    if not (place_among(base.lines, line) is not None or is_open or column):
        base.rows_of([line])  # says that there is none
    given = given_text(base, line, column)
    if fields["given"] != given:
        raise DataError(
            f"{where} says that {base.table.where(line)} is given {fields['given']!r}; in "
            f"{base.name} it is "
            f"{given!r}. These decisions are about other data."
        )


def _placed(where: str, fields: Mapping[str, str], base: Dataset | None) -> int:
    """The line of a decision in the data: that of its file, behind those of the files before."""
    line, name = _line(where, fields["line"]), fields.get(FILE, "")
    if not name:
        return line
    if base is None:
        raise DataError(
            f"{where} is about the file {name}, one of several. Give these, too: without them it "
            "cannot be told which row is meant."
        )
    files = base.table.files or Files((base.table.name,))
    if name not in files.names:
        raise DataError(
            f"{where} is about {name}, which is none of the files of {base.name}. These decisions "
            "are about other data."
        )
    return files.line(name, line)


def _read(where: str, fields: Mapping[str, str]) -> Decision | Note:
    """One row of the file."""
    line, verb = _line(where, fields["line"]), fields["verb"].strip().lower()
    column, mark = fields.get(CELL[0], ""), _mark(where, fields.get(ROW, ""))
    when, by = _time(where, fields["time"]), tidy_name(fields.get(BY, ""))
    if not verb:
        return Note(line, fields["note"], when, mark, by)
    known = [each.value for each in Verb]
    if verb not in known:
        raise DataError(f"{where} has {verb!r}: a decision is one of {', '.join(known)}.")
    label, value = fields["new label"] or None, fields.get(CELL[1], "") if column else None
    return Decision(
        line,
        Verb(verb),
        label,
        fields["reason"],
        fields["note"],
        when,
        mark,
        column,
        value,
        by,
        fields.get(TOGETHER, "").strip().lower() == _YES,
    )


def _mark(where: str, text: str) -> str:
    try:
        int(text or "0", 16)
    except ValueError:
        raise DataError(f"{where} has {text!r} where the mark of a row belongs.") from None
    return text


def _line(where: str, text: str) -> int:
    if not (text.strip().isascii() and text.strip().isdigit()):
        raise DataError(f"{where} has {text!r} where the number of a line belongs.")
    return int(text)


def _time(where: str, text: str) -> float:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise DataError(
            f"{where} has the time {text!r}: a time is such as 2026-01-31T09:30:00+00:00."
        ) from None
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()
