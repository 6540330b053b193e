"""The records of a CSV text, a piece at a time: for previews, single rows and rewriting.

The compiled kernel reads whole files by the same rules: a quote opens a field only at its start,
a doubled quote inside stands for one, or one behind a backslash if the dialect says so, what
follows the closing quote belongs to the field, and blank lines and comments are passed over.
"""

import functools
import re
from collections.abc import Iterator
from typing import NamedTuple

from core.sources.dialect import Dialect


class Field(NamedTuple):
    """A value, and where it stands in the text with its quotes."""

    value: str
    start: int
    stop: int
    is_quoted: bool
    has_rest: bool = False
    """Whether something follows the closing quote."""


class Record(NamedTuple):
    """The fields of a row; `stop` is after its line break, `line` that of its first character."""

    fields: tuple[Field, ...]
    line: int
    start: int
    stop: int
    is_closed: bool
    has_break: bool

    @property
    def values(self) -> list[str]:
        """The values of the fields."""
        return [field.value for field in self.fields]


def records(text: str, dialect: Dialect, line: int = 1) -> Iterator[Record]:
    r"""The records of a text; without a break at the end, the last may be half of one.

    >>> [record.values for record in records('a,"b, c"\n\n1,2\n', Dialect())]
    [['a', 'b, c'], ['1', '2']]
    """
    pattern, blank = _pattern(dialect), _blank(dialect)
    place = 0
    while place < len(text):
        passed = blank.match(text, place)
        if passed is not None and passed.end() > place:
            place = passed.end()
            line += 1
            continue
        record = _record(text, place, line, pattern, dialect)
        yield record
        line += _breaks(text, record)
        place = record.stop


def _record(text: str, start: int, line: int, pattern: re.Pattern[str], dialect: Dialect) -> Record:
    place = start
    if dialect.is_run:
        while place < len(text) and text[place] == " ":
            place += 1
    fields = []
    is_closed = True
    while True:
        found = pattern.match(text, place)
        assert found is not None  # every text matches
        inner, closing, rest, bare, end = found.group(1, 2, 3, 4, 5)
        if bare is None:
            rest = rest.rstrip(" ") if dialect.trims else rest
            value = _unescaped(inner, dialect) + rest
            is_closed = bool(closing)
        else:
            value = bare.strip(" ") if dialect.trims else bare
        fields.append(Field(value, place, found.start(5), bare is None, bool(rest)))
        place = found.end()
        is_last = not end.strip(" ") if dialect.is_run else end == ""
        if end[-1:] in ("\n", "\r") or (is_last and place == len(text)):
            return Record(tuple(fields), line, start, place, is_closed, end[-1:] in ("\n", "\r"))


def quoted_value(text: str, dialect: Dialect) -> str:
    """The value of a text that is one field and starts with a quote.

    Nearly always it ends with the closing quote, and every quote between is doubled: that needs no
    reading sign by sign, and files have millions of such texts.

    >>> quoted_value('"a ""b"" c"', Dialect())
    'a "b" c'
    """
    quote, inner = dialect.quote, text[1:-1]
    is_plain = not dialect.escape and len(text) > 1 and text.endswith(quote)
    if is_plain and quote not in inner.replace(quote * 2, ""):
        return inner.replace(quote * 2, quote)
    return next(records(text, dialect)).fields[0].value


def _unescaped(inner: str, dialect: Dialect) -> str:
    """What stands within quotes, as it is meant."""
    quote = dialect.quote
    if not dialect.escape:
        return inner.replace(quote * 2, quote)
    signs = rf"{re.escape(quote)}{re.escape(quote)}|{re.escape(dialect.escape)}(.)"
    return re.sub(signs, lambda found: found[1] or quote, inner, flags=re.DOTALL)


def quoted_as_needed(value: str, dialect: Dialect, always: bool = False) -> str:
    """A value as it must stand in the file to be read back; with quotes always, or if needed.

    >>> quoted_as_needed('a "b", c', Dialect())
    '"a ""b"", c"'
    """
    quote = dialect.quote
    special = ("\r", "\n", dialect.separator)
    is_needed = (
        any(mark in value for mark in special)
        or (quote and value.startswith(quote))
        or (dialect.trims and value.strip(" ") != value)
        or (dialect.comment and value.startswith(dialect.comment))
        or (dialect.is_run and not value)
    )
    if quote and (always or is_needed):
        value = value.replace(dialect.escape, dialect.escape * 2) if dialect.escape else value
        return quote + value.replace(quote, quote * 2) + quote
    return value


def _breaks(text: str, record: Record) -> int:
    """How many lines a record takes."""
    taken = text[record.start : record.stop]
    return taken.count("\n") + taken.count("\r") - taken.count("\r\n") + (not record.has_break)


@functools.lru_cache(maxsize=32)
def _pattern(dialect: Dialect) -> re.Pattern[str]:
    """A field and what ends it: groups inner, closing quote, rest, or bare; then the end."""
    separator, quote = re.escape(dialect.separator), re.escape(dialect.quote)
    bare = rf"[^{separator}\r\n]*"
    end = r"( *(?:\r\n|\n|\r)| +|\Z)" if dialect.is_run else rf"({separator}|\r\n|\n|\r|\Z)"
    if not quote:
        return re.compile(rf"(?:()()()(?!)|({bare})){end}")
    blanks = " *" if dialect.trims and not dialect.is_run else ""
    escape = re.escape(dialect.escape)
    apart = rf"{quote}{quote}|{escape}." if escape else rf"{quote}{quote}"
    never = rf"{escape}?\Z" if escape else r"\Z"
    within = rf"[^{quote}{escape}]*(?:(?:{apart})[^{quote}{escape}]*)*"
    return re.compile(
        rf"(?:{blanks}{quote}({within})({quote}|{never})({bare})|({bare})){end}", re.DOTALL
    )


@functools.lru_cache(maxsize=32)
def _blank(dialect: Dialect) -> re.Pattern[str]:
    """A blank line or a comment, with its break."""
    blanks = "".join({" ", "\t"} - ({dialect.separator} if not dialect.is_run else set()))
    comment = rf"{re.escape(dialect.comment)}[^\r\n]*|" if dialect.comment else ""
    return re.compile(rf"(?:{comment}[{blanks}]*)(?:\r\n|\n|\r|\Z)")
