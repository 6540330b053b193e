"""What a person is asked to predict: a number, a choice, rows, or a curve.

    number from LOW to HIGH [by STEP] [as percent]
    one of WORD | WORD | …
    rows N
    curve to round N up to HIGH

Each says in words how far a guess is from the truth (predict first, then see: Kim, Reinecke &
Hullman 2017).
"""

import abc
import math
import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.base.errors import DataError
from core.base.wording import count, fixed, percent
from core.teaching.values import Value

_NUMBER = r"-?\d*\.?\d+"


@dataclass(frozen=True)
class Gap:
    """How far a guess is from the truth."""

    words: str
    is_near: bool


class LessonAsk(abc.ABC):
    """Something to predict."""

    @property
    @abc.abstractmethod
    def wanted(self) -> str:
        """What a guess is, for a reader."""

    @abc.abstractmethod
    def check(self, value: object) -> Value:
        """A guess of plain data; raise DataError if it cannot be one."""

    @abc.abstractmethod
    def said(self, value: Value) -> str:
        """A value in words."""

    @abc.abstractmethod
    def gap(self, guess: Value, truth: Value) -> Gap:
        """How far off it is."""

    def without(self, truth: Value) -> str:
        """The truth, for a person who gave no guess."""
        return f"You gave no guess. It is {self.said(truth)}."


@dataclass(frozen=True)
class NumberAsk(LessonAsk):
    """A number on a slider."""

    low: float
    high: float
    step: float
    is_percent: bool = False

    @property
    def digits(self) -> int:
        """How many digits after the point a guess has.

        >>> NumberAsk(0, 1, 0.01).digits, NumberAsk(0, 12, 1).digits
        (2, 0)
        """
        return max(0, -math.floor(math.log10(self.step) + 1e-9))

    @property
    def wanted(self) -> str:
        """A number, and its range."""
        if self.is_percent:
            return f"A number from {percent(self.low, 0)} to {percent(self.high, 0)}."
        low, high = (fixed(own, self.digits) for own in (self.low, self.high))
        return f"A number from {low} to {high}."

    def check(self, value: object) -> Value:
        """A number within the range."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise DataError("The guess is no number.")
        if not self.low <= value <= self.high:
            raise DataError(f"The guess is {value}: from {self.low} to {self.high} is asked for.")
        return float(value)

    def said(self, value: Value) -> str:
        """The number."""
        assert isinstance(value, float)
        if self.is_percent:
            return percent(value)
        is_round = abs(value - round(value, self.digits)) < 10.0 ** -(self.digits + 2)
        return fixed(value, self.digits + (not is_round))

    def gap(self, guess: Value, truth: Value) -> Gap:
        """By how much, and in which direction."""
        assert isinstance(guess, float)
        assert isinstance(truth, float)
        off = guess - truth
        if abs(off) <= self.step / 2 + 1e-12:
            return Gap(f"You said {self.said(guess)}, and it is {self.said(truth)}.", True)
        away = percent(abs(off)) if self.is_percent else fixed(abs(off), self.digits)
        points = away.replace(" %", " points") if self.is_percent else away
        word = "too high" if off > 0 else "too low"
        said = f"You said {self.said(guess)}; it is {self.said(truth)}: {points} {word}."
        return Gap(said, abs(off) <= (self.high - self.low) / 20)


@dataclass(frozen=True)
class ChoiceAsk(LessonAsk):
    """One of some words."""

    words: tuple[str, ...]

    @property
    def wanted(self) -> str:
        """The words."""
        return f"One of: {', '.join(self.words)}."

    def check(self, value: object) -> Value:
        """One of them."""
        if not isinstance(value, str) or value not in self.words:
            raise DataError(f"The guess is none of: {', '.join(self.words)}.")
        return value

    def said(self, value: Value) -> str:
        """The word."""
        return str(value)

    def gap(self, guess: Value, truth: Value) -> Gap:
        """Right or not."""
        if guess == truth:
            return Gap(f"You said {guess}, and so it is.", True)
        return Gap(f"You said {guess}. The answer is {truth}.", False)


@dataclass(frozen=True)
class RowsAsk(LessonAsk):
    """Some rows, by a click or by their lines."""

    many: int

    @property
    def wanted(self) -> str:
        """How many rows."""
        return f"{count(self.many, 'row').capitalize()}."

    def check(self, value: object) -> Value:
        """Lines of rows."""
        if not isinstance(value, list | tuple) or not all(type(each) is int for each in value):
            raise DataError("The guess is no list of lines.")
        return tuple(sorted({int(each) for each in value if each > 0}))

    def said(self, value: Value) -> str:
        """The lines."""
        assert isinstance(value, tuple)
        word = "line" if len(value) == 1 else "lines"
        return f"{word} {', '.join(str(line) for line in value)}" if value else "no line"

    def gap(self, guess: Value, truth: Value) -> Gap:
        """How many of them."""
        assert isinstance(guess, tuple)
        assert isinstance(truth, tuple)
        right = set(guess) & set(truth)
        many = f"{len(right)} of {count(len(guess), 'row')} right"
        if set(guess) == set(truth):
            return Gap(f"All {count(len(truth), 'row')} right: {self.said(truth)}.", True)
        listed = f" They are {self.said(truth)}." if len(truth) <= 12 else ""
        return Gap(f"You had {many}.{listed}", len(right) * 2 >= len(guess) > 0)


@dataclass(frozen=True)
class CurveAsk(LessonAsk):
    """An error over the rounds, drawn, or typed at three rounds."""

    rounds: int
    high: float

    @property
    def marks(self) -> tuple[int, int, int]:
        """The three rounds at which it can be typed.

        >>> CurveAsk(100, 0.5).marks, CurveAsk(3, 0.5).marks
        ((1, 50, 100), (1, 2, 3))
        """
        return 1, max(1, round((self.rounds + 0.01) / 2)), self.rounds

    @property
    def wanted(self) -> str:
        """Over how many rounds."""
        return f"A curve of the error over {count(self.rounds, 'round')}."

    def check(self, value: object) -> Value:
        """A value for each round."""
        if not isinstance(value, list | tuple) or len(value) != self.rounds:
            raise DataError(f"The guess is no curve of {count(self.rounds, 'round')}.")
        if not all(isinstance(each, int | float) and 0 <= each <= 1 for each in value):
            raise DataError("The guess has values that are no errors, from 0 to 1.")
        return tuple(float(each) for each in value)

    def through(self, values: tuple[float, float, float]) -> tuple[float, ...]:
        """The curve through values at the three rounds, straight between them."""
        rounds = np.arange(1, self.rounds + 1)
        at = dict(zip(self.marks, values, strict=True))
        return tuple(np.interp(rounds, list(at), list(at.values())).tolist())

    def said(self, value: Value) -> str:
        """Its values at three rounds."""
        assert isinstance(value, tuple)
        own = [f"{percent(float(value[mark - 1]))} after round {mark}" for mark in self.marks]
        return ", ".join(dict.fromkeys(own))

    def gap(self, guess: Value, truth: Value) -> Gap:
        """How far it lies off on average, and where it ends."""
        assert isinstance(guess, tuple)
        assert isinstance(truth, tuple)
        rounds = min(len(guess), len(truth))
        off = np.asarray(guess[:rounds]) - np.asarray(truth[:rounds])
        mean = float(np.abs(off).mean())
        points = percent(mean).replace(" %", " points")
        words = f"Your curve is {points} off on average. It is {self.said(truth)}."
        return Gap(words, mean <= self.high / 20)


def _number(rest: str) -> LessonAsk:
    found = re.fullmatch(
        rf"from ({_NUMBER}) to ({_NUMBER})(?: by ({_NUMBER}))?( as percent)?", rest
    )
    if not found:
        raise DataError("A number is asked for as in: number from 0 to 0.5 by 0.01.")
    low, high = float(found[1]), float(found[2])
    step = float(found[3]) if found[3] else 0.01
    if not (low < high and 0 < step <= high - low):
        raise DataError("The range must run upwards, and the step fit into it.")
    return NumberAsk(low, high, step, bool(found[4]))


def _one(rest: str) -> LessonAsk:
    words = tuple(word.strip() for word in rest.removeprefix("of ").split("|"))
    if len(words) < 2 or not all(words) or len(set(words)) < len(words):
        raise DataError("A choice has two or more different words, as in: one of bias | variance.")
    return ChoiceAsk(words)


def _rows(rest: str) -> LessonAsk:
    if not re.fullmatch(r"[1-9]\d?", rest):
        raise DataError("Rows are asked for by how many, as in: rows 3.")
    return RowsAsk(int(rest))


def _curve(rest: str) -> LessonAsk:
    found = re.fullmatch(rf"to round ([1-9]\d{{0,3}}) up to ({_NUMBER})", rest)
    if not found or not 0 < float(found[2]) <= 1:
        raise DataError("A curve is asked for as in: curve to round 50 up to 0.5.")
    return CurveAsk(int(found[1]), float(found[2]))


ASKS: dict[str, Callable[[str], LessonAsk]] = {
    "number": _number,
    "one": _one,
    "rows": _rows,
    "curve": _curve,
}


def ask_from(words: str) -> LessonAsk:
    """What words ask for; raise DataError with what is wrong about them.

    >>> ask_from("number from 0 to 0.5 by 0.01").gap(0.3, 0.2143).words
    'You said 0.30; it is 0.214: 0.09 too high.'
    >>> ask_from("one of bias | variance").gap("bias", "variance").words
    'You said bias. The answer is variance.'
    """
    word, _, rest = words.strip().partition(" ")
    if word not in ASKS:
        raise DataError(f"{word!r} cannot be asked for. There are: {', '.join(ASKS)}.")
    return ASKS[word](rest.strip())
