"""Long words that may be broken: names of columns would make every label as wide as they are."""

import re

_LONG_WORD = re.compile(r"\S{21,}")
_PIECE = re.compile(r"[^\W_]{1,16}[\W_]*|[\W_]{1,16}")
_BREAK = "\u200b"
"""Nothing to be seen: a line may end here."""


def breakable(text: str) -> str:
    """The same text, whose long words may be broken between their parts.

    >>> breakable("a short_one"), len(breakable("price_of_all_articles_in_euro"))
    ('a short_one', 34)
    """
    return _LONG_WORD.sub(lambda found: _BREAK.join(_PIECE.findall(found.group())), text)
