"""What a column means, guessed from its name, its values and the rest of the table."""

from collections.abc import Iterable

from core.base.wording import count, grouped
from core.data.column import Column
from core.data.column_plan import ColumnPlan
from core.data.derived.bag_of_words import words_of
from core.data.derived.dates import DateGuess, guessed_order
from core.data.identifying import nearly_all_differ, sounds_like_identifier
from core.data.roles import Meaning, Role
from core.data.table import Table

_MANY_VALUES = 50
_TEXT_WORDS = 4
_SAMPLE = 500


def understood(table: Table) -> dict[str, ColumnPlan]:
    """How each column is understood, and whether it is left out."""
    dates = _guessed_dates(table.columns)
    return {column.name: _understood(column, dates.get(column.name)) for column in table.columns}


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
        if sounds_like_identifier(column.name) and nearly_all_differ(column):
            return (
                Meaning.IDENTIFIER,
                "nearly all its numbers differ, and its name is an identifier's",
            )
        return Meaning.NUMBER, "its values are numbers"
    values = column.distinct_up_to(len(column))
    present = len(column) - int(column.missing.sum())
    if values > _MANY_VALUES:
        words = _mean_words(column)
        if words >= _TEXT_WORDS and values > 0.2 * present:
            return Meaning.TEXT, f"texts of {words:.0f} words, {grouped(values)} of them different"
        if values > 0.5 * present:
            why = f"{grouped(values)} of its {grouped(present)} values differ, as in an identifier"
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
