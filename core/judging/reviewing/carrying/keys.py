"""Key columns: those that name a row in both files, guessed, and checked by the other columns.

That the values of a column differ makes no key yet: a running number that every export counts anew
would match each row with a stranger. The rows that a key brings together have to agree in the
other columns far more than rows that are brought together by chance.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Integers
from core.base.progress import Progress, Watch, unwatched
from core.data.identifying import sounds_like_identifier
from core.judging.reviewing.carrying.cell_marks import TableMarks, distinct
from core.judging.reviewing.carrying.joining import Join
from core.judging.reviewing.carrying.nearest import Nearest

Key = tuple[tuple[str, str], ...]
"""The columns of a key, by their names in the old and in the new file."""

_UNIQUE = 0.98
"""The share of the rows that a key has to tell apart, in each file."""
_AGREEMENT = 0.5
"""How much of the disagreement of chance pairs has to be gone, over all other columns."""
_SAMPLE = 20_000
_PAIRS = 2_000
_COMBINED = 6
"""So many columns, those with the most values, are tried together."""
_MOST_COLUMNS = 3
_FEW = 3
_CHANGED = 0.05
"""The share of the rows that a key does not find, and that are there nevertheless, that is too much
for a key.
"""
_MORE_THAN_CONTENT = 0.02
"""Several columns that happen to tell rows apart are a key only if they find so many more rows than
equal values do: measurements that happen to differ name nothing.
"""


@dataclass(frozen=True)
class GuessedKey:
    """A key that was found, and the columns that number rows and are none."""

    key: Key
    renumbered: tuple[str, ...]
    """Columns of the old file with a value of its own for nearly each row, which name no row."""


def guess_key(
    old: TableMarks,
    new: TableMarks,
    pairs: Sequence[tuple[str, str]],
    target: str,
    watch: Watch = unwatched,
) -> GuessedKey:
    """The columns that name the rows in both files: one, else two or three together; or none.

    The target is never part of a key: it is what people change.
    """
    usable = [
        pair
        for pair in pairs
        if pair[0] != target and old[pair[0]].is_discrete and new[pair[1]].is_discrete
    ]
    sample = _sample(len(new))
    many = {pair: len(distinct(new[pair[1]].at(sample))) for pair in usable}
    single = [pair for pair in usable if many[pair] >= _UNIQUE * len(sample)]
    refused: list[str] = []
    found: list[tuple[float, float, bool, int, Key]] = []
    for place, pair in enumerate(single):
        watch(Progress(place, len(single) + 1, "looking for key columns"))
        score = _score(old, new, pairs, (pair,), target)
        if score is None:
            refused += [pair[0]] if _is_unique(new, (pair,)) else []
        else:
            found.append(
                (-score[0], -score[1], not sounds_like_identifier(pair[0]), place, (pair,))
            )
    if found:
        return GuessedKey(min(found)[-1], tuple(refused))
    rest = [pair for pair in usable if pair[0] not in refused and many[pair] > 1]
    rest.sort(key=lambda pair: -many[pair])
    by_content = _equal_share(old, new, [pair for pair in pairs if pair[0] not in refused], target)
    for key in _combinations(rest[:_COMBINED]):
        watch(Progress(0, 0, "looking for key columns"))
        marks = new.rows([name for _, name in key], sample)
        if len(distinct(marks)) >= _UNIQUE * len(sample):
            score = _score(old, new, pairs, key, target)
            if score is not None and score[0] >= by_content + _MORE_THAN_CONTENT:
                return GuessedKey(key, tuple(refused))
    return GuessedKey((), tuple(refused))


def agreement(
    old: TableMarks,
    new: TableMarks,
    columns: Sequence[tuple[str, str]],
    rows: Integers,
    others: Integers,
) -> float:
    """By how much pairs of rows agree beyond chance, over some columns: 1 is wholly, 0 not at all.

    Chance is what the same rows agree when each is held against its neighbour's partner.
    """
    step = max(1, len(rows) // _PAIRS)
    rows, others = rows[::step], others[::step]
    if not columns or not len(rows):
        return 1.0
    agreed = chance = 0.0
    for first, second in columns:
        one, other = old[first].at(rows), new[second].at(others)
        agreed += float(np.mean(one == other))
        chance += float(np.mean(one == np.roll(other, 1))) if len(rows) > 1 else 0.0
    agreed, chance = agreed / len(columns), chance / len(columns)
    return (agreed - chance) / (1 - chance) if chance < 1 else 1.0


def _score(
    old: TableMarks,
    new: TableMarks,
    pairs: Sequence[tuple[str, str]],
    key: Key,
    target: str,
) -> tuple[float, float] | None:
    """The share of rows that a key brings together, and how well they agree; None if it is none."""
    if not (_is_unique(new, key) and _is_unique(old, key, of_old=True)):
        return None
    join = Join.of(old.rows([pair[0] for pair in key]), new.rows([pair[1] for pair in key]))
    partner = join.single()
    rows = np.flatnonzero(partner >= 0)
    others = [pair for pair in pairs if pair not in key and pair[0] != target]
    others = others or [pair for pair in pairs if pair not in key]
    if not len(rows):
        return None
    agreed = agreement(old, new, others, rows, partner[rows])
    if agreed < _AGREEMENT or _changes(old, new, pairs, join):
        return None
    return round(len(rows) / max(1, len(old)), 2), round(agreed, 1)


def _changes(
    old: TableMarks, new: TableMarks, pairs: Sequence[tuple[str, str]], join: Join
) -> bool:
    """Whether rows that a key does not find are found without it: then its own values change.

    What names a row stays. Measurements that happen to differ in every row do not.
    """
    rows = np.flatnonzero(~join.is_known)
    others = np.flatnonzero(join.count_old[join.codes_new] == 0)
    rows = rows[:: max(1, len(rows) // _PAIRS)]
    if len(rows) < _FEW or len(others) < _FEW:
        return False
    found, _ = Nearest(old, new, pairs).find(rows, others)
    return int(np.count_nonzero(found >= 0)) > _CHANGED * min(len(rows), len(others))


def _equal_share(
    old: TableMarks, new: TableMarks, pairs: Sequence[tuple[str, str]], target: str
) -> float:
    """The share of the old rows of which the new file has the same, but for the label."""
    columns = [pair for pair in pairs if pair[0] != target]
    if not columns:
        return 0.0
    join = Join.of(old.rows([own for own, _ in columns]), new.rows([own for _, own in columns]))
    return float(np.mean(join.is_known)) if len(old) else 0.0


def _is_unique(marked: TableMarks, key: Key, of_old: bool = False) -> bool:
    names = [pair[0 if of_old else 1] for pair in key]
    marks = marked.rows(names)[~marked.is_missing(names)]
    return len(marks) > 0 and len(distinct(marks)) >= _UNIQUE * len(marks)


def _combinations(pairs: Sequence[tuple[str, str]]) -> Iterator[Key]:
    for many in range(2, _MOST_COLUMNS + 1):
        yield from itertools.combinations(pairs, many)


def _sample(many: int) -> Integers:
    if many <= _SAMPLE:
        return np.arange(many)
    return np.sort(np.random.default_rng(0).choice(many, _SAMPLE, replace=False))
