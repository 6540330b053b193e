"""Where a line may end: within long names, but not between a number and its percent sign."""

import re

_LONG_WORD = re.compile(r"\S{21,}")
_PIECE = re.compile(r"[^\W_]{1,16}[\W_]*|[\W_]{1,16}")
_P_IS = "p\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}"
_BREAK = "\u200b"
"""Nothing to be seen: a line may end here."""


def unparted(text: str) -> str:
    """The same text, in which no line ends before a percent sign or within `p = 0.03`.

    >>> unparted("13.4 % of 7") == "13.4\N{NO-BREAK SPACE}% of 7"
    True
    """
    return text.replace(" %", "\N{NO-BREAK SPACE}%").replace("p = ", _P_IS)


def breakable(text: str) -> str:
    """The same text, whose long words may be broken between their parts.

    >>> breakable("a short_one"), len(breakable("price_of_all_articles_in_euro"))
    ('a short_one', 34)
    """
    return _LONG_WORD.sub(lambda found: _BREAK.join(_PIECE.findall(found.group())), text)
