"""Guessing the encoding of a text from its bytes."""

import codecs
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from core.base.errors import DataError
from core.sources.source import Packing, Source

_HEAD = 1 << 16
_SPOTS = 6
_SPOT = 1 << 14
# Of bytes that Windows-1252 does not have, Latin-1 makes control characters.
_NOT_IN_CP1252 = b"\x81\x8d\x8f\x90\x9d"
_PAIRS = re.compile(rb"(?:[\x81-\x9f\xe0-\xfc][\x40-\xfc])+")
_BIG5 = re.compile(rb"(?:[\xa4-\xc6][\x40-\x7e\xa1-\xfe])+")
_WORDS = re.compile(rb"[A-Za-z\x80-\xff]+")
_MOST_ASCII = 0.4
"""In words of another script, so many letters of ASCII at most stand beside each beyond it."""
_TEXT_CONTROLS = b"\t\n\r\x0b\x0c\x1a\x1b\x00"
_MAGIC = {
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"%PDF": "a PDF document",
    b"\x7fELF": "a program",
    b"MZ\x90\x00": "a program",
    b"\xd0\xcf\x11\xe0": "an old Excel workbook",
    b"SQLite format 3\x00": "a database",
    b"7z\xbc\xaf": "a 7z archive",
    b"\xfd7zXZ": "an xz archive",
    b"BZh": "a bzip2 archive",
    b"\x28\xb5\x2f\xfd": "a zstd archive",
    b"ARROW1": "an Arrow file",
    b"{\\rtf": "a formatted text",
}
_OTHER_TEXTS = (
    (re.compile(rb"\s*(?:<!doctype html|<html|<table|<head|<meta)", re.IGNORECASE), "a web page"),
    (re.compile(rb"\s*<\?xml|\s*<[a-z]+[^>\n]*>\s*<", re.IGNORECASE), "an XML file"),
    (re.compile(rb"\s*(?:\[\s*)?\{\s*\"[^\"\n]*\"\s*:"), "a JSON file"),
    (re.compile(rb"(?:\s*%[^\n]*\n)*\s*@relation\b", re.IGNORECASE), "an ARFF file"),
)
"""Texts that hold tables in another way. Some programs call a web page a CSV or a workbook."""


@dataclass(frozen=True)
class Encoding:
    """An encoding, whether a byte-order mark stands first, and why it was chosen."""

    name: str
    has_mark: bool
    reason: str


def guess_encoding(source: Source) -> Encoding:
    """The encoding of a source; raise DataError if it is no text at all."""
    head = source.head(_HEAD)
    for magic, what in _MAGIC.items():
        if head.startswith(magic):
            raise DataError(f"{source.name} is {what}, not a text. Save the data as CSV.")
    if head.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        raise DataError(f"{source.name} is UTF-32 text. Save it as UTF-8, and open that.")
    for pattern, what in _OTHER_TEXTS:
        if pattern.match(head):
            raise DataError(
                f"{source.name} is {what}, not a CSV, whatever its name says. Open it in the "
                "program that it is for, and save the table as CSV."
            )
    if head.startswith(codecs.BOM_UTF8):
        return Encoding("utf-8", True, "a UTF-8 mark stands first")
    if head.startswith(codecs.BOM_UTF16_LE):
        return Encoding("utf-16-le", True, "a UTF-16 mark stands first")
    if head.startswith(codecs.BOM_UTF16_BE):
        return Encoding("utf-16-be", True, "a UTF-16 mark stands first")
    for name, zeros, others in (
        ("utf-16-le", head[1::2], head[::2]),
        ("utf-16-be", head[::2], head[1::2]),
    ):
        if _is_half_zero(zeros, others):
            return Encoding(name, False, "every other byte is zero")
    _refuse_binary(source.name, head)
    sample = [head, *_spots(source)]
    if all(_is_utf8(part, is_start=place == 0) for place, part in enumerate(sample)):
        is_ascii = all(part.isascii() for part in sample)
        reason = "plain ASCII as far as seen" if is_ascii else "all characters seen are valid UTF-8"
        return Encoding("utf-8", False, reason)
    content = b"".join(sample)
    if _is_japanese(sample):
        return Encoding("cp932", False, "not UTF-8, and pairs of bytes are Japanese characters")
    other = _in_another_script(sample)
    if other:
        return other
    if any(byte in content for byte in _NOT_IN_CP1252):
        return Encoding("latin-1", False, "not UTF-8, with bytes that Windows-1252 does not have")
    return Encoding("cp1252", False, "not UTF-8, so the usual older encoding")


def _is_half_zero(zeros: bytes, others: bytes) -> bool:
    """Whether ASCII characters seem to be written in two bytes each."""
    if len(zeros) < 2:
        return False
    return zeros.count(0) > 0.2 * len(zeros) and others.count(0) <= 0.01 * len(others)


def _refuse_binary(name: str, head: bytes) -> None:
    controls = Counter(byte for byte in head if byte < 32 and byte not in _TEXT_CONTROLS)
    if len(controls) >= 4 and sum(controls.values()) + head.count(0) > 0.02 * len(head):
        raise DataError(
            f"{name} is not a text: it holds bytes that no text has. Save the data as CSV, and "
            "open that."
        )


def _spots(source: Source) -> list[bytes]:
    """A few pieces from elsewhere; a packed file would have to be unpacked for them."""
    if source.packing is not Packing.PLAIN or source.size <= _HEAD + _SPOTS * _SPOT:
        return []
    step = (source.size - _HEAD) // _SPOTS
    return [source.piece(_HEAD + (n + 1) * step - _SPOT, _SPOT) for n in range(_SPOTS)]


def _is_utf8(part: bytes, is_start: bool) -> bool:
    """Whether this is UTF-8, a character cut at either end left out."""
    if not is_start:
        part = part.lstrip(bytes(range(0x80, 0xC0)))
    try:
        codecs.getincrementaldecoder("utf-8")().decode(part)
    except UnicodeDecodeError:
        return False
    return True


def _whole_lines(parts: list[bytes]) -> Iterator[bytes]:
    """The lines of the head and the spots; a spot may begin and end within a character."""
    for number, part in enumerate(parts):
        lines = part.split(b"\n")
        yield from lines[min(number, 1) : max(1, len(lines) - 1)]


def _is_japanese(parts: list[bytes]) -> bool:
    """Whether this is Shift-JIS.

    Its lead bytes are mostly ones that Western texts hardly have, and its characters stand beside
    one another, where the accents of Western texts stand alone.
    """
    pairs: Counter[tuple[bool, bool]] = Counter()
    for line in _whole_lines(parts):
        try:
            line.decode("cp932")
        except UnicodeDecodeError:
            return False
        for run in _PAIRS.findall(line):
            for lead in run[::2]:
                pairs[lead <= 0x9F, len(run) > 2] += 1
    total = sum(pairs.values())
    common = pairs[True, True] + pairs[True, False]
    beside = pairs[True, True] + pairs[False, True]
    return 2 * common > total and 2 * beside > total


def _in_another_script(parts: list[bytes]) -> Encoding | None:
    """The encoding of a text whose words have hardly a letter of ASCII; None for Western ones.

    There, bytes beyond ASCII stand beside one another. Cyrillic letters are single bytes from 0xC0
    on. Chinese (GB) and Korean ones are pairs from 0xA1 on: the common ones of Korean begin with
    0xB0 to 0xC8, those of Chinese up to 0xD7. Pairs of Big5 begin with 0xA4 to 0xC6, where Western
    texts have few letters, and often end in ASCII.
    """
    content = b"\n".join(_whole_lines(parts))
    pairs = b"".join(run for run in _BIG5.findall(content) if len(run) > 2)
    runs = re.findall(rb"[\x80-\xff]+", content)
    count = sum(map(len, runs))
    if sum(byte >= 0x80 for byte in pairs) > 0.8 * count and sum(
        byte < 0x80 for byte in pairs[1::2]
    ) > 0.05 * len(pairs):
        return _if_decodes("big5", content, "pairs of bytes are Chinese characters")
    words = [word for word in _WORDS.findall(content) if not word.isascii()]
    # In Größe too, two such letters stand side by side, but among others.
    if count < max(1, 2 * len(runs)) or sum(map(len, words)) > (1 + _MOST_ASCII) * count:
        return None
    high = b"".join(runs)
    if sum(byte >= 0xC0 or byte in b"\xa8\xb8" for byte in high) > 0.95 * count:
        return Encoding("cp1251", False, "not UTF-8, and letters beyond ASCII are as in Cyrillic")
    leads = [pair[0] for pair in re.findall(rb"[\x81-\xfe][\x40-\x7e\x80-\xfe]", content)]
    if sum(0xB0 <= lead <= 0xC8 for lead in leads) > 0.95 * len(leads):
        return _if_decodes("cp949", content, "pairs of bytes are Korean characters")
    return _if_decodes("gb18030", content, "pairs of bytes are Chinese characters")


def _if_decodes(name: str, content: bytes, why: str) -> Encoding | None:
    try:
        codecs.getincrementaldecoder(name)().decode(content)
    except UnicodeDecodeError:
        return None
    return Encoding(name, False, f"not UTF-8, and {why}")
