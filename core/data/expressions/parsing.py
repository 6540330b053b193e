"""From words to an expression, by recursive descent.

either     = both {"or" both}                      loosest
both       = negated {"and" negated}
negated    = "not" negated | comparison
comparison = sum [("=" | "!=" | "<" | "<=" | ">" | ">=") sum]
sum        = product {("+" | "-") product}
product    = signed {("*" | "/" | "%") signed}
signed     = "-" signed | power
power      = atom ["^" signed]                     tightest
atom       = number | text | "missing" | name | name "(" [either {"," either}] ")"
           | "(" either ")"
"""

import functools
from collections.abc import Callable

from core.data.expressions.error import ExpressionError
from core.data.expressions.lexing import Word, WordSort, words_in
from core.data.expressions.syntax import Call, Expression, Name, NoValue, Number, Place, Text

MOST_DEEP = 200
"""So far parts may lie in one another: whoever walks them needs a stack for each."""
_MOST_BRACKETS = 40
"""So far brackets may: to read one takes a stack of several."""
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
KEYWORDS = frozenset(("and", "or", "not", "missing"))
MINUS = "negative"
"""What the function of the sign before a number is called."""
_MOST_ARGUMENTS = 100


@functools.lru_cache(maxsize=512)
def parse(text: str) -> Expression:
    """The expression that a text writes; raise ExpressionError, with the place, for any other.

    >>> parse("price / (rooms + 1)").names
    ('price', 'rooms')
    """
    return _Parser(text).whole()


class _Parser:
    """Walks over the words of one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._words = words_in(text)
        self._place = 0
        self._depth = 0
        self._depths: dict[int, int] = {}
        """How deep each part is, by its identity: parts stay alive in what they are part of."""

    def whole(self) -> Expression:
        if self._word.sort is WordSort.END:
            raise self._wrong("Write an expression, such as price / rooms.", self._word)
        found = self._either()
        word = self._word
        if word.sort is WordSort.END:
            return found
        if word.value == ",":
            sentence = (
                "A comma stands only between what a function is given. A number is written with a "
                "point, as 1.5."
            )
        elif word.value == ")":
            sentence = "This ) closes nothing. Take it away, or write a ( before."
        elif word.value in COMPARISONS:
            sentence = "Only two values can be compared. Write a < b and b < c for three."
        else:
            sentence = (
                f"An operator is missing before {self._shown(word)}: write +, -, *, /, a "
                "comparison, and or or. A name with blanks stands in [brackets]."
            )
        raise self._wrong(sentence, word)

    # From the loosest to the tightest

    def _either(self) -> Expression:
        self._go_deeper()
        found = self._chain(self._both, ("or",), WordSort.NAME)
        self._depth -= 1
        return found

    def _both(self) -> Expression:
        return self._chain(self._negated, ("and",), WordSort.NAME)

    def _negated(self) -> Expression:
        if not self._is_next(("not",), WordSort.NAME):
            return self._comparison()
        return self._prefix("not", self._negated)

    def _comparison(self) -> Expression:
        left = self._sum()
        if not self._is_next(COMPARISONS, WordSort.MARK):
            return left
        word = self._take()
        return self._call(word.value, (left, self._sum()), word)

    def _sum(self) -> Expression:
        return self._chain(self._product, ("+", "-"), WordSort.MARK)

    def _product(self) -> Expression:
        return self._chain(self._signed, ("*", "/", "%"), WordSort.MARK)

    def _signed(self) -> Expression:
        if not self._is_next(("-",), WordSort.MARK):
            return self._power()
        return self._prefix(MINUS, self._signed)

    def _power(self) -> Expression:
        base = self._atom()
        if not self._is_next(("^",), WordSort.MARK):
            return base
        word = self._take()
        self._go_deeper()
        made = self._call("^", (base, self._signed()), word)
        self._depth -= 1
        return made

    def _atom(self) -> Expression:
        word = self._take()
        at = (word.start, word.stop)
        if word.sort is WordSort.NUMBER:
            value = float(word.value)
            if value == float("inf"):
                raise self._wrong("This number is too large to compute with.", word)
            return Number(value, at=at)
        if word.sort is WordSort.TEXT:
            return Text(word.value, at=at)
        if word.sort is WordSort.QUOTED:
            return Name(word.value, at=at)
        if word.sort is WordSort.NAME and word.value.lower() not in KEYWORDS - {"missing"}:
            if self._is_next(("(",), WordSort.MARK):
                return self._called(word)
            return NoValue(at=at) if word.value.lower() == "missing" else Name(word.value, at=at)
        if word.value == "(" and word.sort is WordSort.MARK:
            found = self._either()
            self._close(word)
            return found
        raise self._lacking(word)

    def _called(self, word: Word) -> Expression:
        opening = self._take()
        given: list[Expression] = []
        if not self._is_next((")",), WordSort.MARK):
            given.append(self._either())
            while self._is_next((",",), WordSort.MARK):
                self._take()
                given.append(self._either())
                if len(given) > _MOST_ARGUMENTS:
                    raise self._wrong(
                        f"No function is given more than {_MOST_ARGUMENTS} values.", word
                    )
        self._close(opening)
        return self._call(word.value.lower(), tuple(given), word, self._words[self._place - 1].stop)

    # Steps

    def _chain(
        self, tighter: Callable[[], Expression], signs: tuple[str, ...], sort: WordSort
    ) -> Expression:
        """Operators of one strength, the left one first."""
        found = tighter()
        while self._is_next(signs, sort):
            word = self._take()
            found = self._call(word.value.lower(), (found, tighter()), word)
        return found

    def _prefix(self, function: str, tighter: Callable[[], Expression]) -> Expression:
        word = self._take()
        self._go_deeper()
        made = self._call(function, (tighter(),), word)
        self._depth -= 1
        return made

    def _call(
        self, function: str, given: tuple[Expression, ...], word: Word, stop: int = 0
    ) -> Expression:
        places: list[Place] = [(word.start, max(word.stop, stop)), *(part.at for part in given)]
        at = min(start for start, _ in places), max(end for _, end in places)
        made = Call(function, given, at=at, word=(word.start, word.stop))
        deep = 1 + max((self._depths.get(id(part), 0) for part in given), default=0)
        self._depths[id(made)] = deep
        if deep > MOST_DEEP:
            raise self._too_deep(word)
        return made

    @property
    def _word(self) -> Word:
        return self._words[self._place]

    def _is_next(self, values: tuple[str, ...], sort: WordSort) -> bool:
        return self._word.sort is sort and self._word.value.lower() in values

    def _take(self) -> Word:
        word = self._word
        if word.sort is not WordSort.END:
            self._place += 1
        return word

    def _close(self, opening: Word) -> None:
        word = self._take()
        if word.value == ")" and word.sort is WordSort.MARK:
            return
        if word.sort is WordSort.END:
            raise self._wrong("This ( is never closed. Write a ) where it ends.", opening)
        raise self._wrong(f"A comma or a ) is missing before {self._shown(word)}.", word)

    def _go_deeper(self) -> None:
        self._depth += 1
        if self._depth > _MOST_BRACKETS:
            raise self._too_deep(self._word)

    # Sentences

    def _lacking(self, word: Word) -> ExpressionError:
        if word.sort is WordSort.END:
            return self._wrong("Something is missing at the end: a column or a number.", word)
        if word.value in ("*", "/", "%", "^", *COMPARISONS):
            return self._wrong(f"A value is missing before {word.value}.", word)
        return self._wrong(
            f"A column, a number or a text is expected here, and not {self._shown(word)}.", word
        )

    def _too_deep(self, word: Word) -> ExpressionError:
        return self._wrong(
            "Too many operators or brackets lie in one another here. Take the expression apart "
            "into several columns that use one another.",
            word,
        )

    def _shown(self, word: Word) -> str:
        return "the end" if word.sort is WordSort.END else self._text[word.start : word.stop][:40]

    def _wrong(self, sentence: str, word: Word) -> ExpressionError:
        return ExpressionError(sentence, self._text, word.start, word.stop)
