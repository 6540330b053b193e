"""Which column of a new file is which of the old one: by its name, else by its values."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Integers
from core.data.table import Table
from core.judging.reviewing.carrying.cell_marks import TableMarks, distinct, share_among

_SAMPLE = 2000
"""Values, or pairs of rows, that are looked at."""
_FEW_VALUES = 10
"""Columns with so few different values are told apart by rows alone."""
_OVERLAP = 0.5
_GAP = 0.2
"""By how much the best column must be better than the second."""
_AGREEMENT = 0.8
"""Cohen's kappa (1960) that two columns of matched rows must reach to be one column."""


@dataclass(frozen=True)
class ColumnPairs:
    """The columns that are in both files, by their names in the old and in the new one."""

    pairs: tuple[tuple[str, str], ...]
    removed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()

    @classmethod
    def by_name(cls, old: Table, new: Table) -> "ColumnPairs":
        """Those that are called the same, but for capitals and blanks.

        >>> import pandas as pd
        >>> files = [Table.from_frame(pd.DataFrame({n: [1] for n in own})) for own in ("aB", "bc")]
        >>> ColumnPairs.by_name(*files)
        ColumnPairs(pairs=(('B', 'b'),), removed=('a',), added=('c',))
        """
        same = [(name, name) for name in old.names if name in new.names]
        others = _plain(set(new.names) - {name for name, _ in same})
        own = _plain(set(old.names) - {name for name, _ in same})
        same += [(name, others[plain]) for plain, name in own.items() if plain in others]
        return cls((), tuple(old.names), tuple(new.names)).with_pairs(same)

    def with_pairs(self, more: Iterable[tuple[str, str]]) -> "ColumnPairs":
        """The same, and some more pairs."""
        added = tuple(more)
        first, second = {pair[0] for pair in added}, {pair[1] for pair in added}
        return ColumnPairs(
            (*self.pairs, *added),
            tuple(name for name in self.removed if name not in first),
            tuple(name for name in self.added if name not in second),
        )

    @property
    def renamed(self) -> tuple[tuple[str, str], ...]:
        """The columns with another name in the new file."""
        return tuple(pair for pair in self.pairs if pair[0] != pair[1])

    def new_name(self, old: str) -> str | None:
        """What a column of the old file is called in the new one; None if it is not there."""
        return dict(self.pairs).get(old)


def by_values(old: TableMarks, new: TableMarks, pairs: ColumnPairs) -> ColumnPairs:
    """Columns that are called otherwise and hold the same values, whatever the order of the rows.

    The share of the old column's different values that the new one has; the best pair on both
    sides, and clearly better than the second.
    """
    first = {name: distinct(old[name].all()) for name in pairs.removed}
    second = {name: distinct(new[name].all()) for name in pairs.added}
    wide = [name for name, values in first.items() if len(values) > _FEW_VALUES]
    drawn = {name: _drawn(first[name]) for name in wide}

    def share(one: str, other: str) -> float:
        return share_among(drawn[one], second[other])

    return pairs.with_pairs(_best(wide, list(second), share, _OVERLAP))


def by_rows(
    old: TableMarks, new: TableMarks, pairs: ColumnPairs, rows: Integers, others: Integers
) -> ColumnPairs:
    """Columns that are called otherwise and have the same values in rows that are known to match.

    Measured by Cohen's kappa (1960): agreement beyond what chance would bring about.
    """
    if len(rows) <= _FEW_VALUES:
        return pairs
    step = max(1, len(rows) // _SAMPLE)
    rows, others = rows[::step], others[::step]
    first = {name: old[name].at(rows) for name in pairs.removed}
    second = {name: new[name].at(others) for name in pairs.added}

    def beyond_chance(one: str, other: str) -> float:
        return kappa(first[one], second[other])

    return pairs.with_pairs(_best(list(first), list(second), beyond_chance, _AGREEMENT))


def kappa(
    one: "np.ndarray[tuple[int], np.dtype[np.uint64]]",
    other: "np.ndarray[tuple[int], np.dtype[np.uint64]]",
) -> float:
    """Agreement of two columns of marks beyond chance; 0 where chance explains all of it."""
    values, codes = np.unique(np.concatenate([one, other]), return_inverse=True)
    first, second = codes[: len(one)], codes[len(one) :]
    many = len(one)
    chance = float(
        np.bincount(first, minlength=len(values))
        / many
        @ (np.bincount(second, minlength=len(values)) / many)
    )
    agreed = float(np.mean(one == other))
    return (agreed - chance) / (1 - chance) if chance < 1 else 0.0


def _best(
    first: Sequence[str],
    second: Sequence[str],
    score: Callable[[str, str], float],
    least: float,
) -> Iterable[tuple[str, str]]:
    """The pairs in which each is the other's best, and clearly so."""
    if not first or not second:
        return []
    scores = np.array([[score(one, other) for other in second] for one in first])
    found = []
    for place, one in enumerate(first):
        best = int(scores[place].argmax())
        value = scores[place, best]
        rivals = np.concatenate([np.delete(scores[place], best), np.delete(scores[:, best], place)])
        if value >= least and value >= rivals.max(initial=-1.0) + _GAP:
            found.append((one, second[best]))
    return found


def _drawn(
    values: "np.ndarray[tuple[int], np.dtype[np.uint64]]",
) -> "np.ndarray[tuple[int], np.dtype[np.uint64]]":
    return values[:: max(1, len(values) // _SAMPLE)]


def _plain(names: Iterable[str]) -> dict[str, str]:
    """Names by what is left of them without capitals and blanks; those that are one then are out.

    >>> _plain(["Age ", "name", "NAME"])
    {'age': 'Age '}
    """
    found: dict[str, list[str]] = {}
    for name in sorted(names):
        found.setdefault("".join(name.casefold().split()), []).append(name)
    return {plain: own[0] for plain, own in found.items() if len(own) == 1}
