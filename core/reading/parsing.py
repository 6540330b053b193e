"""From the bytes of a CSV to columns of numbers and of texts, in waves of a few megabytes.

The bytes of a wave are cut at line breaks and parsed side by side, each part as if a row started
there. Where the part before ends elsewhere (a break stood inside quotes) the part is parsed again
from the right place, so the result never depends on where the cuts were.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base import pool
from core.base.arrays import Floats, Integers, Mask
from core.base.errors import DataError
from core.base.wording import grouped
from core.reading.growing import GrowingColumn, append_all
from core.reading.kernels.arguments import (
    ByteDialect,
    NoteRoom,
    Numerals,
    ValueRoom,
    WantedColumns,
)
from core.reading.numerals import number_of
from core.sources.dialect import LEADS, Dialect
from core.sources.fields import quoted_value, records
from core.sources.layout import TextLayout, encoding_sentence, stream_encoding, unclosed_sentence
from core.sources.source import Source, Stream

SKIPPED, NUMBERS, TEXTS = 0, 1, 2
TOO_FEW, TOO_MANY = 0, 1
_PART = 4 << 20
_PARTS_PER_THREAD = 1
WAVE_BYTES = _PART * _PARTS_PER_THREAD  # per thread
_PADDING = 8
_LONGEST_ROW = 1 << 28
_ENTRIES = 1 << 15
_LISTED = 1000

Codes = npt.NDArray[np.int32]


class NotThisEncodingError(DataError):
    """Bytes that the encoding does not have, found on a line."""


@dataclass(frozen=True)
class Ragged:
    """A row with too few or too many values."""

    line: int
    fields: int
    is_set_aside: bool


@dataclass(frozen=True)
class Spoiled:
    """The first value of a column that was to hold numbers, and does not."""

    line: int
    text: str
    is_code: bool


@dataclass
class Parsed:
    """What was found, in the order of the file."""

    numbers: list[GrowingColumn[np.float64]]
    codes: list[GrowingColumn[np.int32]]
    """The texts of a column by their entries in the piece of the file that they come from."""
    rows: int = 0
    seen: int = 0
    starts: GrowingColumn[np.int64] = field(default_factory=lambda: GrowingColumn(np.int64))
    lengths: GrowingColumn[np.int32] = field(default_factory=lambda: GrowingColumn(np.int32))
    lines: GrowingColumn[np.int64] = field(default_factory=lambda: GrowingColumn(np.int64))
    pieces: list["_Piece"] = field(default_factory=list)
    texts: list[dict[str, int]] = field(default_factory=list)
    ragged: list[Ragged] = field(default_factory=list)
    ragged_count: int = 0
    set_aside: int = 0
    spoiled: dict[int, Spoiled] = field(default_factory=dict)
    next_line: int = 1
    """The line behind the last row."""
    next_byte: int = 0
    """The byte behind it."""

    def append(self, taken: Sequence["_Taken"], share: float) -> None:
        """Take in what a wave gave; `share` of the file is read by then."""
        if taken:
            columns: list[GrowingColumn[Any]] = [
                *self.numbers,
                *self.codes,
                self.starts,
                self.lengths,
                self.lines,
            ]
            append_all(columns, list(zip(*(each.blocks() for each in taken), strict=True)), share)

    def placed(self, slot: int, places: Codes) -> Codes:
        """The values of a column of texts, each by the place that its text is given."""
        nothing = np.full(1, -1, np.int32)
        places = np.concatenate([places, nothing])
        codes = self.codes[slot].values()
        found, first = np.empty(len(codes), np.int32), 0
        for piece in self.pieces:
            # Entries of other columns get any place: no row of this one has them.
            lookup = np.concatenate([places.take(piece.known, mode="clip"), nothing])
            found[first : first + piece.rows] = lookup[codes[first : first + piece.rows]]
            first += piece.rows
        return found


@dataclass
class _Piece:
    """Texts of one call of the kernel. `known` tells an entry's place in its column's texts."""

    rows: int
    known: Codes


@dataclass
class _Taken:
    """What is kept of one call of the kernel: places and lines are those of the file."""

    numbers: Floats
    codes: Codes
    starts: Integers
    lengths: Codes
    lines: Integers

    def of(self, rows: Integers) -> "_Taken":
        """The same of these rows alone."""
        numbers, codes = self.numbers[:, rows], self.codes[:, rows]
        return _Taken(numbers, codes, self.starts[rows], self.lengths[rows], self.lines[rows])

    def blocks(self) -> list[npt.NDArray[Any]]:
        """A block a column, in the order of `Parsed.append`."""
        return [*self.numbers, *self.codes, self.starts, self.lengths, self.lines]


@dataclass
class _Raw:
    """What one call of the kernel gave, places and lines still those of the wave's part."""

    rows: int
    end: int
    passed: int
    is_unclosed: bool
    numbers: Floats
    codes: Codes
    starts: Integers
    lengths: Codes
    lines: Codes
    entries: Integers
    hard: Integers
    ragged: Integers
    spoiled: Integers


class Parser:
    """Parses a source once; `kinds` says per column whether it is numbers, texts or skipped."""

    def __init__(
        self, source: Source, dialect: Dialect, layout: TextLayout, kinds: Sequence[int]
    ) -> None:
        self._source = source
        self._dialect = dialect
        self._layout = layout
        self._kinds = np.asarray(kinds, np.int8)
        self._slots = np.zeros(len(kinds), np.int32)
        for kind in (NUMBERS, TEXTS):
            chosen = self._kinds == kind
            self._slots[chosen] = np.arange(chosen.sum())
        self._encoding = stream_encoding(dialect)
        words = [
            word.encode(self._encoding, "replace")
            for word in (*dialect.missing, *dialect.missing_numbers)
        ]
        self._bytes = ByteDialect(
            separator=ord(dialect.separator),
            quote=ord(dialect.quote) if dialect.quote else -1,
            escape=ord(dialect.escape) if dialect.escape else -1,
            is_run=dialect.is_run,
            trims=dialect.trims and not dialect.is_run,
            leads=_leads(dialect.encoding),
            comment=_bytes(dialect.comment.encode(self._encoding, "replace")),
        )
        self._numerals = Numerals(
            decimal=ord(dialect.decimal),
            thousands=_bytes(dialect.thousands.encode(self._encoding, "replace")),
            words=_bytes(b"".join(words)),
            bounds=np.cumsum([0, *map(len, words)]).astype(np.int64),
        )
        self._found = self._nothing_found()
        self._is_kept = True
        self._rooms: dict[int, tuple[ValueRoom, NoteRoom]] = {}

    def parse(self, watch: Callable[[int, int], object], chosen: Integers | None = None) -> Parsed:
        """Parse all; `watch(bytes consumed, rows)` is called often. Keep only `chosen` rows."""
        for _ in self._waves(watch, chosen):
            pass
        return self._found

    def pieces(
        self, watch: Callable[[int, int], object], stop: int | None = None
    ) -> Iterator[Parsed]:
        """The same piece by piece, some megabytes each: nothing of an earlier one is kept.

        They end with the last row that starts before the byte `stop`.
        """
        self._is_kept = False
        for _ in self._waves(watch, None, stop):
            found = self._found
            self._found = self._nothing_found()
            yield found

    def _nothing_found(self) -> Parsed:
        numbers, texts = (int((self._kinds == kind).sum()) for kind in (NUMBERS, TEXTS))
        return Parsed(
            [GrowingColumn(np.float64) for _ in range(numbers)],
            [GrowingColumn(np.int32) for _ in range(texts)],
            texts=[{} for _ in range(texts)],
        )

    def _waves(
        self,
        watch: Callable[[int, int], object],
        chosen: Integers | None,
        stop: int | None = None,
    ) -> Iterator[None]:
        with self._source.open(self._dialect.encoding) as stream:
            stream.skip(self._layout.start)
            yield from self._waves_of(stream, watch, chosen, stop)

    def _waves_of(
        self,
        stream: Stream,
        watch: Callable[[int, int], object],
        chosen: Integers | None,
        stop: int | None,
    ) -> Iterator[None]:
        wave = WAVE_BYTES * pool.threads()
        buffer = np.empty(wave + _PADDING, np.uint8)
        offset, line, filled, seen = self._layout.start, self._layout.line, 0, 0
        while True:
            if len(buffer) - _PADDING < filled + wave // 2:
                buffer = np.concatenate([buffer[:filled], np.empty(filled + wave, np.uint8)])
            room = len(buffer) - _PADDING - filled
            count = stream.readinto(buffer.data[filled : filled + room])
            is_final = count < room
            size = filled + count
            wanted = size if stop is None else max(0, min(size, stop - offset))
            buffer[size : size + _PADDING] = ord("\n")
            end = 0
            taken = []
            for raw in self._parts(buffer, wanted, size, is_final):
                taken.append(self._take(raw, buffer, offset, line, seen, chosen))
                line += raw.passed
                seen += raw.rows
                end = raw.end
                if raw.is_unclosed and (is_final or size - end > _LONGEST_ROW):
                    raise DataError(unclosed_sentence(self._source.name, line))
            is_last = is_final or not self._is_kept
            read = 1.0 if is_last else stream.consumed / max(1, self._source.size)
            self._found.append(taken, read)
            self._found.next_line, self._found.next_byte = line, offset + end
            watch(stream.consumed, seen)
            yield
            if is_final or (stop is not None and offset + end >= stop):
                return
            if size - end > _LONGEST_ROW:
                raise DataError(
                    f"Line {grouped(line)} of {self._source.name} is longer than "
                    f"{_LONGEST_ROW >> 20} MB. Check its quotes and its line breaks."
                )
            offset += end
            filled = size - end
            buffer[:filled] = buffer[end:size].copy()

    def _parts(
        self, buffer: npt.NDArray[np.uint8], wanted: int, size: int, is_final: bool
    ) -> list[_Raw]:
        """Parse the rows of a wave that start before a place, in parts side by side.

        Every piece stands in the order of the file.
        """
        from core.reading.kernels.lines import after_break

        cuts = [0]
        while cuts[-1] < wanted:
            cut = int(after_break(buffer, min(cuts[-1] + _PART, size), size))
            cuts.append(min(cut, wanted))
        parts: list[list[_Raw]] = [[] for _ in cuts[1:]]

        def work(first: int, last: int) -> None:
            for place in range(first, last):
                parts[place] = self._part(
                    buffer, cuts[place], cuts[place + 1], size, is_final, place
                )

        pool.over(len(parts), work, one_by_one=True)
        pieces: list[_Raw] = []
        end = 0
        for start, stop, part in zip(cuts, cuts[1:], parts, strict=False):
            if end >= stop:
                continue
            if end != start:
                part = self._part(buffer, end, stop, size, is_final)  # noqa: PLW2901
            pieces += part
            end = part[-1].end
            if end < stop:
                break  # half a row, or a quote that nothing in this wave closes
        return pieces

    def _part(
        self,
        buffer: npt.NDArray[np.uint8],
        start: int,
        stop: int,
        size: int,
        is_final: bool,
        place: int | None = None,
    ) -> list[_Raw]:
        pieces: list[_Raw] = []
        while True:
            # What a part needs at first is kept for the next wave: fresh memory has to be fetched.
            rooms = self._rooms_of(stop - start, None if pieces else place)
            piece = self._piece(buffer, start, stop, size, is_final, rooms)
            pieces.append(piece)
            if piece.end >= stop or piece.end == start or piece.is_unclosed:
                return pieces
            start = piece.end

    def _rooms_of(self, size: int, place: int | None) -> tuple[ValueRoom, NoteRoom]:
        """Room for what so many bytes hold; that of a place is used again and again."""
        rows = int(1.2 * size / self._layout.row_bytes) + 64
        kept = self._rooms.get(place) if place is not None else None
        if kept is None or len(kept[0].starts) < rows:
            values = self._value_room(rows)
            kept = values, self._note_room(rows)
            if place is not None:
                self._rooms[place] = kept
            return kept
        kept[1].table.fill(0)
        kept[1].spoiled.fill(-1)
        return kept

    def _piece(
        self,
        buffer: npt.NDArray[np.uint8],
        start: int,
        stop: int,
        size: int,
        is_final: bool,
        rooms: tuple[ValueRoom, NoteRoom],
    ) -> _Raw:
        from core.reading.kernels.lines import parse_rows

        values, notes = rooms
        rows, end, passed, is_unclosed, entries, hard, ragged = parse_rows(
            buffer,
            start,
            stop,
            size,
            is_final,
            self._bytes,
            self._numerals,
            WantedColumns(self._kinds, self._slots),
            values,
            notes,
        )
        return _Raw(
            rows=rows,
            end=end,
            passed=passed,
            is_unclosed=is_unclosed,
            numbers=values.numbers[:, :rows],
            codes=values.codes[:, :rows],
            starts=values.starts[:rows],
            lengths=values.lengths[:rows],
            lines=values.lines[:rows],
            entries=notes.entries[:entries],
            hard=notes.hard[:hard],
            ragged=notes.ragged[:ragged],
            spoiled=notes.spoiled,
        )

    def _value_room(self, rows: int) -> ValueRoom:
        return ValueRoom(
            numbers=np.empty((int((self._kinds == NUMBERS).sum()), rows)),
            codes=np.empty((int((self._kinds == TEXTS).sum()), rows), np.int32),
            starts=np.empty(rows, np.int64),
            lengths=np.empty(rows, np.int32),
            lines=np.empty(rows, np.int32),
        )

    def _note_room(self, rows: int) -> NoteRoom:
        width = len(self._kinds)
        most = 1 << max(_ENTRIES, 2 * width).bit_length()
        return NoteRoom(
            entries=np.empty((most, 4), np.int64),
            table=np.zeros(2 * most, np.int32),
            hard=np.empty((most, 4), np.int64),
            ragged=np.empty((rows, 5), np.int64),
            spoiled=np.full((width, 3), -1, np.int64),
        )

    def _take(
        self,
        raw: _Raw,
        buffer: npt.NDArray[np.uint8],
        offset: int,
        line: int,
        seen: int,
        chosen: Integers | None,
    ) -> _Taken:
        """Understand a piece's texts, count its places and lines from the start of the file.

        Gives what is kept of its rows.
        """
        found, view = self._found, buffer.data
        known = np.empty(len(raw.entries), np.int32)
        texts = {
            column: found.texts[self._slots[column]]
            for column in np.flatnonzero(self._kinds == TEXTS).tolist()
        }
        low = int(raw.entries[:, 1].min()) if len(raw.entries) else 0
        block = bytes(view[low : raw.end])
        for place, (name, first, length) in enumerate(raw.entries[:, :3].tolist()):
            column, flag = divmod(name, 2)
            content = block[first - low : first - low + length]
            known_texts = texts[column]
            text = self._text(content, flag, first, line, raw)
            known[place] = known_texts.setdefault(text, len(known_texts))
        for column, row, first, length in raw.hard.tolist():
            text = self._text(bytes(view[first : first + length]), 0, first, line, raw)
            raw.numbers[self._slots[column], row] = number_of(text, self._dialect)
        for column in np.flatnonzero(raw.spoiled[:, 0] >= 0).tolist():
            if column not in found.spoiled:
                at, first, is_code = raw.spoiled[column].tolist()
                text = self._field(view, first)
                found.spoiled[column] = Spoiled(line + at, text, bool(is_code))
        for what, _, _, at, fields in raw.ragged.tolist():
            found.ragged_count += 1
            found.set_aside += what == TOO_MANY
            if len(found.ragged) < _LISTED:
                found.ragged.append(Ragged(line + at, fields, what == TOO_MANY))
        kept = _Taken(
            raw.numbers,
            raw.codes,
            raw.starts + offset,
            raw.lengths,
            np.add(raw.lines, line, dtype=np.int64),
        )
        if chosen is not None:
            low, high = np.searchsorted(chosen, [seen, seen + raw.rows])
            kept = kept.of(chosen[low:high] - seen)
        found.seen += raw.rows
        found.rows += len(kept.starts)
        found.pieces.append(_Piece(len(kept.starts), known))
        return kept

    def _text(self, content: bytes, flag: int, first: int, line: int, raw: _Raw) -> str:
        try:
            text = content.decode(self._encoding)
        except UnicodeDecodeError as error:
            row = int(np.searchsorted(raw.starts, first, "right")) - 1
            at = line + int(raw.lines[max(row, 0)])
            raise NotThisEncodingError(
                encoding_sentence(self._source.name, at, self._dialect)
            ) from error
        return quoted_value(text, self._dialect) if flag else text

    def _field(self, view: memoryview, first: int, most: int = 200) -> str:
        """The value that starts here, or the start of it."""
        text = bytes(view[first : first + most]).decode(self._encoding, "replace")
        found = next(iter(records(text, self._dialect)), None)
        value = found.fields[0].value if found is not None else ""
        return value.split(self._dialect.quote)[0] if self._dialect.quote else value


def _leads(encoding: str) -> Mask:
    """For each byte, whether it takes the next one with it."""
    leads = np.zeros(256, bool)
    for bytes_ in LEADS.get(encoding, ()):
        leads[bytes_.start : bytes_.stop] = True
    return leads


def _bytes(content: bytes) -> npt.NDArray[np.uint8]:
    return np.frombuffer(content, np.uint8).copy()
