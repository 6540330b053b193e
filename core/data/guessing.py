"""What a column means, guessed from its name, its values and the rest of the table."""

from collections.abc import Iterable

from core.base.errors import DataError
from core.base.wording import count
from core.data.column import Column
from core.data.column_plan import ColumnPlan
from core.data.derived.bag_of_words import words_of
from core.data.derived.dates import DateGuess, guessed_order
from core.data.identifying import FEW_ROWS, all_differ, sounds_like_identifier
from core.data.roles import Meaning, Role
from core.data.table import Table

_TARGET_WORDS = (
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
_FEW_CATEGORIES, _FEW_NUMBERS = 50, 20
_MANY_VALUES = 50
_TEXT_WORDS = 4
_SAMPLE = 500


def understood(table: Table) -> dict[str, ColumnPlan]:
    """How each column is understood, and whether it is left out."""
    dates = _guessed_dates(table.columns)
    return {column.name: _understood(column, dates.get(column.name)) for column in table.columns}


def likeliest_target(table: Table, columns: dict[str, ColumnPlan]) -> str:
    """The column that is most likely meant: by its name, else the last one with a few values."""
    if not table.columns:
        raise DataError(f"{table.name} has no columns.")
    names = {column.name.strip().lower(): column.name for column in reversed(table.columns)}
    for word in _TARGET_WORDS:
        if word in names:
            return names[word]

    def last_of(meaning: Meaning, most: int) -> str | None:
        for column in reversed(table.columns):
            if columns[column.name].meaning is not meaning:
                continue
            # Where all values of many rows differ, as names do, there is nothing to learn.
            named = not column.is_number and len(column) >= FEW_ROWS
            if 2 <= column.distinct_up_to(most) <= min(most, len(column) - named):
                return column.name
        return None

    # A y beside an x is a coordinate as often as a target: categories come before it.
    return (
        last_of(Meaning.CATEGORY, _FEW_CATEGORIES)
        or names.get("y")
        or last_of(Meaning.NUMBER, _FEW_NUMBERS)
        or table.columns[-1].name
    )


def _understood(column: Column, date: DateGuess | None) -> ColumnPlan:
    meaning, why = _meaning(column, date)
    order = date.order if date else ""
    if column.missing.all():
        return ColumnPlan(meaning, Role.IGNORED, "all its values are missing", order)
    return ColumnPlan(meaning, meaning.usual_role, why, order)


def _meaning(column: Column, date: DateGuess | None) -> tuple[Meaning, str]:
    if date:
        return Meaning.DATE, date.why
    if column.is_number:
        if sounds_like_identifier(column.name) and all_differ(column):
            return Meaning.IDENTIFIER, "all its numbers differ, and its name is an identifier's"
        return Meaning.NUMBER, "its values are numbers"
    values = column.distinct_up_to(len(column))
    present = len(column) - int(column.missing.sum())
    if values > _MANY_VALUES:
        words = _mean_words(column)
        if words >= _TEXT_WORDS and values > 0.2 * present:
            return Meaning.TEXT, f"texts of {words:.0f} words, {values:,} of them different"
        if values > 0.5 * present:
            why = f"{values:,} of its {present:,} values differ, as in an identifier"
            return Meaning.IDENTIFIER, why
    return Meaning.CATEGORY, count(values, "value", "different values")


def _mean_words(column: Column) -> float:
    sample = column.categories[:: max(1, len(column.categories) // _SAMPLE)]
    return sum(len(words_of(text)) for text in sample) / max(1, len(sample))


def _guessed_dates(columns: Iterable[Column]) -> dict[str, DateGuess]:
    texts = {column.name: column.categories for column in columns if column.categories}
    guesses = {name: guess for name in texts if (guess := guessed_order(texts[name]))}
    # Where a column leaves it open whether the day or the month comes first, another may tell.
    decided = frozenset(guess.order for guess in guesses.values() if not guess.other)
    for name, guess in guesses.items():
        if guess.other in decided:
            guesses[name] = guessed_order(texts[name], decided) or guess
    return guesses
