"""From text to words: numbers, texts in double quotes, names, and marks."""

import enum
import re
from dataclasses import dataclass

from core.data.expressions.error import ExpressionError

MOST_LETTERS = 2000
"""A longer text is none that a person wrote into one line."""


class WordSort(enum.Enum):
    """What a word is."""

    NUMBER = "number"
    TEXT = "text"
    NAME = "name"
    QUOTED = "quoted name"
    MARK = "mark"
    END = "end"


@dataclass(frozen=True)
class Word:
    """A word of an expression, and where it stands."""

    sort: WordSort
    value: str
    start: int
    stop: int


_WORDS = re.compile(
    r"""
      (?P<blank>\s+)
    | (?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
    | "(?P<text>(?:[^"]|"")*)"
    | '(?P<single>(?:[^']|'')*)'
    | \[(?P<bracket>(?:[^\]]|\]\])*)\]
    | (?P<name>[^\W\d]\w*(?:\.\w+)*)
    | (?P<mark><=|>=|<>|!=|==|[-+*/%^(),=<>])
    """,
    re.VERBOSE,
)
_DOUBLED = {"text": '"', "single": "'", "bracket": "]"}
_SORTS = {
    "number": WordSort.NUMBER,
    "text": WordSort.TEXT,
    "single": WordSort.QUOTED,
    "bracket": WordSort.QUOTED,
    "name": WordSort.NAME,
    "mark": WordSort.MARK,
}
_SAME = {"==": "=", "<>": "!="}
_UNCLOSED = {
    '"': "A text begins here and never ends. Write a double quote behind it.",
    "'": "The name of a column begins here and never ends. Write a single quote behind it.",
    "[": "The name of a column begins here and never ends. Write a ] behind it.",
}


def words_in(text: str) -> list[Word]:
    """The words of an expression, an end behind them; raise ExpressionError for what is none.

    >>> [word.value for word in words_in("'unit price' / rooms")]
    ['unit price', '/', 'rooms', '']
    """
    if len(text) > MOST_LETTERS:
        raise ExpressionError(
            f"An expression has at most {MOST_LETTERS} letters. Take it apart into several columns "
            "that use one another.",
            text,
            MOST_LETTERS,
            len(text),
        )
    found, place = [], 0
    while place < len(text):
        match = _WORDS.match(text, place)
        if match is None:
            raise _no_word(text, place)
        kind = str(match.lastgroup)
        if kind != "blank":
            value = match[kind]
            if kind in _DOUBLED:
                value = value.replace(2 * _DOUBLED[kind], _DOUBLED[kind])
            found.append(Word(_SORTS[kind], _SAME.get(value, value), place, match.end()))
        place = match.end()
    return [*found, Word(WordSort.END, "", len(text), len(text) + 1)]


def _no_word(text: str, place: int) -> ExpressionError:
    letter = text[place]
    sentence = _UNCLOSED.get(letter)
    stop = len(text) if sentence else place + 1
    if sentence is None and letter in "“”„‘’`":
        sentence = (
            f'{letter} is no quote here. Texts stand in "double quotes", names of columns in '
            "'single' ones."
        )
    if sentence is None and letter in "&|!":
        words = {"&": "and, or join() for texts", "|": "or", "!": "not"}
        sentence = f"{letter} has no meaning here. Write {words[letter]}."
    if sentence is None:
        sentence = (
            f"{letter!r} has no meaning here. If it belongs to the name of a column, write the "
            "name in [brackets]."
        )
    return ExpressionError(sentence, text, place, stop)
