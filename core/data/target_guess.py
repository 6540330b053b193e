"""Which column is likely meant as the target, and why: a person reads the reason and may disagree.

Names tell most (target, label, fraud), then being the last column with a few values, then a number
that people predict (price, rent), then answers of yes and no. Texts, dates, identifiers and columns
of one value are never guessed as long as there is anything else.
"""

import re
from collections.abc import Callable, Iterable, Sequence

from core.base.errors import DataError
from core.base.wording import shortened
from core.data.column import Column
from core.data.column_plan import ColumnPlan
from core.data.identifying import FEW_ROWS, counts_up, sounds_like_identifier
from core.data.labels import MOST_CLASSES, is_measured
from core.data.roles import Meaning
from core.data.table import Table

_NAMES = (
    "target",
    "class",
    "label",
    "outcome",
    "response",
    "result",
    "status",
    "species",
    "diagnosis",
    "churn",
    "survived",
    "fraud",
    "spam",
    "default",
)
"""Names of targets, the likeliest first."""
_TELLING = frozenset(
    ("target", "label", "outcome", "diagnosis", "churn", "churned", "fraud", "spam", "default")
)
"""Words that make a target of a longer name: is_fraud."""
_HINTS = frozenset(("class", "status", "result", "response", "quality", "grade"))
"""Words that make one of a longer name where nothing else does: loan_status."""
_AMOUNTS = frozenset(
    (
        *("price", "prices", "cost", "costs", "charges", "salary", "wage", "revenue", "sales"),
        *(
            "rent",
            "demand",
            "load",
            "consumption",
            "yield",
            "verbrauch",
            "ertrag",
            "preis",
            "miete",
            "kaufpreis",
            "kaltmiete",
            "gehalt",
            "umsatz",
        ),
    )
)
"""Numbers that people predict."""
_ATTRIBUTES = frozenset(
    (
        *("district", "region", "city", "country", "state", "county", "location", "area", "zip"),
        *("neighbourhood", "neighborhood", "street", "place", "name", "sex", "gender", "color"),
        *(
            "colour",
            "brand",
            "holiday",
            "weekend",
            "weekday",
            "month",
            "hour",
            "season",
            "feiertag",
        ),
        *("bezirk", "stadt", "ort", "land", "stadtteil", "geschlecht", "farbe"),
    )
)
"""Words for what rows are told apart by, and hardly ever predicted."""
_ANSWERS = frozenset(
    (
        *("yes", "no", "y", "n", "true", "false", "t", "f", "ja", "nein", "oui", "non"),
        *("si", "sí", "0", "1"),
    )
)
_FEW_CLASSES, _FEW_CATEGORIES, _FEW_NUMBERS = 10, 50, 20
_SPELLINGS = 8
"""Of two answers: yes, Yes, YES and so on."""
_NOTHING = "nothing in the file says which it is"
_LONGEST_NAME = 24


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
    return (
        _by_whole_name(able)
        or _by_word(able, _TELLING)
        or _as_last(able, lambda column: _has_classes(column, 2) or _is_answer(column))
        or _by_word(able, _HINTS, lambda column: _has_classes(column, _FEW_CATEGORIES))
        or _by_word(able, _AMOUNTS, is_measured)
        or _as_last(able, lambda column: not column.is_number and _is_plain_class(column))
        or _last(able, _is_answer, "the last column of yes and no")
        or _last(able, _is_plain_class, "the last column of a few categories")
        or _by_name_of(able, "y")
        or _last(able, _has_few_numbers, "the last column of a few numbers")
        or _last(able, lambda _column: True, "the last column to learn")
        or (_least_unlikely(table, columns), _NOTHING)
    )


def _may_be_target(column: Column, meaning: Meaning) -> bool:
    """Whether a column is neither text, date nor identifier, and has more than one value."""
    if meaning not in (Meaning.CATEGORY, Meaning.NUMBER) or column.distinct_up_to(1) < 2:
        return False
    if column.is_number:
        return not counts_up(column)
    # Where all values of many rows differ, as names do, there is nothing to learn.
    is_named = len(column) >= FEW_ROWS and column.distinct >= len(column) - 1
    return not is_named and column.distinct <= MOST_CLASSES


def _by_whole_name(columns: Sequence[Column]) -> tuple[str, str] | None:
    return next((found for word in _NAMES if (found := _by_name_of(columns, word))), None)


def _by_name_of(columns: Sequence[Column], word: str) -> tuple[str, str] | None:
    for column in columns:
        if column.name.strip().lower() == word:
            return column.name, f"its name is {shortened(column.name.strip(), _LONGEST_NAME)!r}"
    return None


def _by_word(
    columns: Iterable[Column],
    words: frozenset[str],
    fits: Callable[[Column], bool] = lambda _column: True,
) -> tuple[str, str] | None:
    for column in reversed(list(columns)):
        said = [word for word in words_in(column.name) if word in words]
        if said and fits(column):
            return column.name, f"its name says {said[-1]!r}"
    return None


def _as_last(columns: Sequence[Column], fits: Callable[[Column], bool]) -> tuple[str, str] | None:
    if not columns or not fits(columns[-1]):
        return None
    return columns[-1].name, f"the last column, with {columns[-1].distinct} values"


def _last(
    columns: Sequence[Column], fits: Callable[[Column], bool], why: str
) -> tuple[str, str] | None:
    found = next((column for column in reversed(columns) if fits(column)), None)
    return None if found is None else (found.name, why)


def _has_classes(column: Column, most: int) -> bool:
    """Whether the values are classes, and this many at most."""
    return column.distinct_up_to(most) <= most and not is_measured(column)


def _is_plain_class(column: Column) -> bool:
    """Whether the values are a few categories, and not what rows are told apart by."""
    is_attribute = not _ATTRIBUTES.isdisjoint(words_in(column.name))
    return not column.is_number and not is_attribute and _has_classes(column, _FEW_CATEGORIES)


def _is_answer(column: Column) -> bool:
    """Whether the values are two answers, however they are spelled, and the name asks for them."""
    is_attribute = not _ATTRIBUTES.isdisjoint(words_in(column.name))
    if is_attribute or not 2 <= column.distinct_up_to(_SPELLINGS) <= _SPELLINGS:
        return False
    own = column.as_categories()
    used = {
        text.strip().lower() for text, rows in zip(own.categories, own.counts, strict=True) if rows
    }
    return len(used) == 2 and used <= _ANSWERS


def _has_few_numbers(column: Column) -> bool:
    return column.is_number and column.distinct_up_to(_FEW_NUMBERS) <= _FEW_NUMBERS


def _least_unlikely(table: Table, columns: dict[str, ColumnPlan]) -> str:
    """The last column, but for texts, dates and identifiers if there is another."""
    usable = [
        column.name
        for column in table.columns
        if columns[column.name].meaning in (Meaning.CATEGORY, Meaning.NUMBER)
        and not sounds_like_identifier(column.name)
    ]
    return (usable or table.names)[-1]


def words_in(name: str) -> list[str]:
    """The words of a column's name, small.

    >>> words_in("loanStatus"), words_in("is_fraud"), words_in("SalePrice 2020")
    (['loan', 'status'], ['is', 'fraud'], ['sale', 'price', '2020'])
    """
    return [word.lower() for word in re.findall(r"[^\W\d_]?[a-zäöüß]+|[A-ZÄÖÜ]+|\d+", name)]
