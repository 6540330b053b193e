"""Texts: which of their words tell most about the target, as columns of yes and no."""

import collections
import functools
import re
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.base.arrays import Floats, Integers
from core.data.column import Column, Kind
from core.data.derived.derivation import OfOneColumn

MOST_WORDS = 50
LEAST_ROWS = 5
_MOST_ROWS = 50_000
"""Enough rows to choose words from."""
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_ANSWERS = ("no", "yes")


@dataclass(frozen=True)
class Words(OfOneColumn):
    """Whether a text contains a word, whatever its case; a missing text says nothing.

    >>> texts = ("Free entry!", "see you")
    >>> column = Column("message", Kind.CATEGORY, np.array([1, 0, -1], np.int32), texts)
    >>> free, = Words("message", ("free",)).columns(column)
    >>> free.name, [free.text(row) for row in range(3)]
    ("message: contains 'free'", ['no', 'yes', ''])
    """

    kind: ClassVar[str] = "words"
    is_text: ClassVar[bool] = True

    words: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the derived columns."""
        return tuple(f"{self.source}: contains {word!r}" for word in self.words)

    def check(self) -> None:
        """Raise ValueError for too many words, and for one that is none or stands there twice."""
        are_words = all(words_of(word) == [word] for word in self.words)
        are_some = 1 <= len(self.words) == len(set(self.words)) <= MOST_WORDS
        if not are_some or not are_words:
            raise ValueError("words that are none")

    def columns(self, source: Column) -> tuple[Column, ...]:
        """Whether each text contains each word."""
        source = source.as_categories()
        place = {word: number for number, word in enumerate(self.words)}
        # The last line is for a missing text.
        contains = np.zeros((len(source.categories) + 1, len(self.words)), np.int32)
        contains[-1] = -1
        having: list[int] = []
        which: list[int] = []
        for number, text in enumerate(source.categories):
            found = place.keys() & words_of(text)
            having += [number] * len(found)
            which += [place[word] for word in found]
        contains[having, which] = 1
        return tuple(
            Column(name, Kind.CATEGORY, contains[source.values, number], _ANSWERS)
            for number, name in enumerate(self.names)
        )

    @classmethod
    def most_telling(
        cls, source: Column, rows: Integers, labels: Floats | Integers, classes: int
    ) -> "Words":
        """The words that tell most about the labels of these rows.

        For classes they are ranked by the chi-square statistic of word and class (Yang and
        Pedersen 1997), for numbers by the squared correlation. A word needs at least
        `LEAST_ROWS` rows with it, and as many without it.
        """
        if len(rows) > _MOST_ROWS:
            chosen = np.random.default_rng(0).choice(len(rows), _MOST_ROWS, replace=False)
            rows, labels = rows[np.sort(chosen)], labels[np.sort(chosen)]
        places = _rows_of_words(source.as_categories(), rows)
        most = int((~source.missing[rows]).sum()) - LEAST_ROWS
        common = {word: np.array(found) for word, found in places.items() if len(found) <= most}
        whole = labels.astype(np.int64)
        totals = np.bincount(whole, minlength=classes) if classes else whole
        told = functools.partial(_chi_square, labels=whole, totals=totals)
        if not classes:
            told = functools.partial(_squared_correlation, labels=labels.astype(np.float64))
        score = {word: told(found) for word, found in common.items()}
        # Of words that tell the same the first of the alphabet: the order of rows decides nothing.
        ranked = sorted(score, key=lambda word: (-score[word], word))
        return cls(source.name, tuple(ranked[:MOST_WORDS]))


def words_of(text: str) -> list[str]:
    """The words of a text, in lower case.

    >>> words_of("Don't panic: 42 TOWELS")
    ["don't", 'panic', '42', 'towels']
    """
    return _WORD.findall(text.casefold())


def _rows_of_words(column: Column, rows: Integers) -> dict[str, list[int]]:
    """For every word that enough rows have, the places of those rows."""
    places: collections.defaultdict[str, list[int]] = collections.defaultdict(list)
    for place, code in enumerate(column.values[rows]):
        if code >= 0:
            for word in set(words_of(column.categories[code])):
                places[word].append(place)
    return {word: found for word, found in places.items() if len(found) >= LEAST_ROWS}


def _chi_square(found: Integers, labels: Integers, totals: Integers) -> float:
    """The sum over word or not, and class, of (observed - expected)^2 / expected."""
    having = np.bincount(labels[found], minlength=len(totals))[totals > 0]
    totals = totals[totals > 0]
    expected = totals * (len(found) / len(labels))
    # Without the word the difference is the same, and the expectation the rest.
    difference = (having - expected) ** 2
    return float((difference / expected + difference / (totals - expected)).sum())


def _squared_correlation(found: Integers, labels: Floats) -> float:
    centred = labels - labels.mean()
    spread = float(centred @ centred)
    count = len(found)
    shared = float(centred[found].sum()) ** 2
    return shared / (spread * count * (1 - count / len(labels))) if spread else 0.0
