"""Whether a file that was changed is still written as it was before."""

from collections.abc import Iterable

from core.base.errors import DataError
from core.sources.dialect import Dialect
from core.sources.fields import records
from core.sources.layout import stream_encoding
from core.sources.source import Source

_HEAD = 1 << 16
_RECORDS = 20
"""The titles stand among the first records."""


def is_written_so(source: Source, dialect: Dialect, names: Iterable[str]) -> bool:
    r"""Whether a file, parted by a dialect, still has half of these columns among its titles.

    >>> file = Source.from_bytes(b"a;b;c\n1,5;2;3\n")
    >>> [is_written_so(file, Dialect(separator=sign), ["a", "b", "x"]) for sign in ";,"]
    [True, False]
    """
    wanted = {name.strip() for name in names}
    try:
        head = source.head(_HEAD, dialect.encoding)
    except (DataError, OSError):
        return False
    text = head.decode(stream_encoding(dialect), "replace").lstrip("\ufeff")
    for number, record in enumerate(records(text, dialect)):
        if 2 * len(wanted & {value.strip() for value in record.values}) >= len(wanted):
            return True
        if number == _RECORDS:
            break
    return False
