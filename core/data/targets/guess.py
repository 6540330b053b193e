"""Which column is likely meant as the target, and why: a person reads the reason and may disagree.

Three things speak for a column: its name (target, is_fraud, returned, price), its place (people put
the target last, some put it first) and its kind (yes and no, a few classes, the only such column).
Each has a weight, and the column with the largest sum is guessed. The weights are set by these
rules: a name that can mean nothing else outweighs all; a last column of yes and no outweighs an
amount anywhere but in the first place; a column that rows are told apart by needs more than its
place. Texts, dates, identifiers and columns of one value are never guessed as long as there is
anything else.
"""

from collections.abc import Sequence
from typing import NamedTuple

from core.base.errors import DataError
from core.base.wording import shortened
from core.data.column import Column
from core.data.column_plan import ColumnPlan
from core.data.identifying import FEW_ROWS, counts_up, sounds_like_identifier
from core.data.labels import MOST_CLASSES, is_measured
from core.data.roles import Meaning
from core.data.table import Table
from core.data.targets.answers import are_answers
from core.data.targets.words import (
    AMOUNTS,
    ATTRIBUTES,
    CALLED,
    EVENTS,
    HINTS,
    TELLING,
    WEAK_HINTS,
    words_in,
)

_LAST, _FIRST = 3.0, 1.75
_ONLY = 1.5
"""That no other column is of this kind."""
_TWO = 0.5
_FEW_CATEGORIES, _FEW_NUMBERS = 50, 20
_SPELLINGS = 50
"""Different texts that yes and no may be written in, slips of the pen among them."""
_NOTHING = "nothing in the file says which it is"
_LONGEST_NAME = 24


class _Reason(NamedTuple):
    weight: float
    words: str = ""


_NO_REASON = _Reason(0.0)
_ANSWERS = _Reason(2.5, "yes and no")
_SWITCH = _Reason(1.5, "0 and 1")
_CATEGORIES = _Reason(2.0, "a few categories")
_NUMBERS = _Reason(0.5, "a few numbers")
_MANY = _Reason(-1.0, "many categories")
_TELLING_KINDS = (_ANSWERS, _CATEGORIES)


def likeliest_target(table: Table, columns: dict[str, ColumnPlan]) -> tuple[str, str]:
    """The column that is most likely meant, and why, as it would follow a colon.

    >>> import pandas as pd
    >>> from core.data.guessing import understood
    >>> table = Table.from_frame(pd.DataFrame({"is_fraud": ["no", "yes"], "shop": ["a", "b"]}))
    >>> likeliest_target(table, understood(table))
    ('is_fraud', "its name says 'fraud'")
    """
    if not table.columns:
        raise DataError(f"{table.name} has no columns.")
    able = [each for each in table.columns if _may_be_target(each, columns[each.name].meaning)]
    if not able:
        return _least_unlikely(table, columns), _NOTHING
    kinds = [_kind(column) for column in able]
    guesses = [
        _Guess(
            column,
            _by_name(column),
            _place(column, table.columns, able),
            _Reason(_ONLY, f"the only column of {kind.words}")
            if kind in _TELLING_KINDS and kinds.count(kind) == 1
            else _NO_REASON,
            kind,
        )
        for column, kind in zip(able, kinds, strict=True)
    ]
    # Of equals the last one.
    best = max(reversed(guesses), key=lambda guess: guess.weight)
    return best.column.name, best.why


class _Guess(NamedTuple):
    """What speaks for one column."""

    column: Column
    name: _Reason
    place: _Reason
    only: _Reason
    kind: _Reason

    @property
    def weight(self) -> float:
        """To be the only one of a kind is as good as a place."""
        is_two = self.kind is _CATEGORIES and self.column.distinct_up_to(2) <= 2
        standing = max(self.place.weight, self.only.weight)
        return self.name.weight + standing + self.kind.weight + _TWO * is_two

    @property
    def why(self) -> str:
        """What speaks most for it."""
        told = max(self.place, self.name, key=lambda reason: reason.weight)
        if told.weight >= _LAST:
            is_counted = told is self.place and self.kind is not _NO_REASON
            return told.words + (f", with {self.column.distinct} values" if is_counted else "")
        if self.name.weight > 0 or self.only.weight > 0:
            return max(self.name, self.only, key=lambda reason: reason.weight).words
        if self.kind.weight > self.place.weight:
            return f"a column of {self.kind.words}"
        return self.place.words or _NOTHING


def _may_be_target(column: Column, meaning: Meaning) -> bool:
    """Whether a column is neither text, date nor identifier, and has more than one value."""
    if meaning not in (Meaning.CATEGORY, Meaning.NUMBER) or column.distinct_up_to(1) < 2:
        return False
    if column.is_number:
        return not counts_up(column)
    # Where all values of many rows differ, as names do, there is nothing to learn.
    is_named = len(column) >= FEW_ROWS and column.distinct >= len(column) - 1
    return not is_named and column.distinct <= MOST_CLASSES


def _by_name(column: Column) -> _Reason:
    name, words = column.name.strip(), words_in(column.name)
    attribute = -3.0 if not ATTRIBUTES.isdisjoint(words) else 0.0
    whole = f"its name is {shortened(name, _LONGEST_NAME)!r}"
    if name.lower() in CALLED:
        return _Reason(7.0, whole)
    has_classes = _has_classes(column, _FEW_CATEGORIES)
    for known, of_whole, of_word, fits in (
        (TELLING, 6.0, 5.0, True),
        (HINTS, 5.5, 1.5, has_classes),
        (AMOUNTS, 4.0, 3.5, is_measured(column)),
        (EVENTS, 3.0, 3.0, has_classes),
        (WEAK_HINTS, 1.5, 1.5, has_classes),
    ):
        if fits and name.lower() in known:
            return _Reason(of_whole + attribute, whole)
        said = [word for word in words if word in known]
        if fits and said:
            return _Reason(of_word + attribute, f"its name says {said[-1]!r}")
    return _Reason(attribute)


def _place(column: Column, all_columns: Sequence[Column], able: Sequence[Column]) -> _Reason:
    """Last of those that can be meant; first only if nothing at all is before it."""
    if column is able[-1]:
        return _Reason(_LAST, "the last column")
    if column is all_columns[0]:
        return _Reason(_FIRST, "the first column")
    return _NO_REASON


def _kind(column: Column) -> _Reason:
    if column.distinct_up_to(_SPELLINGS) <= _SPELLINGS:
        own = column.as_categories()
        if are_answers(zip(own.categories, own.counts.tolist(), strict=True)):
            return _SWITCH if column.is_number else _ANSWERS
    if column.is_number:
        return _NUMBERS if _has_classes(column, _FEW_NUMBERS) else _NO_REASON
    return _CATEGORIES if _has_classes(column, _FEW_CATEGORIES) else _MANY


def _has_classes(column: Column, most: int) -> bool:
    """Whether the values are classes, and this many at most."""
    return column.distinct_up_to(most) <= most and not is_measured(column)


def _least_unlikely(table: Table, columns: dict[str, ColumnPlan]) -> str:
    """The last column, but for texts, dates and identifiers if there is another."""
    usable = [
        column.name
        for column in table.columns
        if columns[column.name].meaning in (Meaning.CATEGORY, Meaning.NUMBER)
        and not sounds_like_identifier(column.name)
    ]
    return (usable or table.names)[-1]
