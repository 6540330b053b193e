"""Which rows and rounds a page carries where there are too many, and how it says so."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Integers
from core.base.wording import count, grouped
from core.judging.auditing.result import Audit
from core.learning.run import Run

MOST_ROWS, MOST_ROUNDS = 2000, 200
_MOST_SUSPECTS, _MOST_DECIDED = 1000, 500


@dataclass(frozen=True, eq=False)
class Carried:
    """The lines of the rows that a page carries, the most suspicious first, and their places."""

    lines: Integers
    places: Integers
    """Of each its place in the ranking of all rows, 1 for the first."""
    sentence: str
    """Which rows these are."""


def carried_rows(run: Run, audit: Audit | None, decided: Iterable[int]) -> Carried:
    """The most suspicious rows, those that somebody decided about, and a sample of the others."""
    ranked = _ranked(run, audit)
    outside = np.setdiff1d(np.array(sorted(set(decided)), np.int64), ranked)
    ranked = np.concatenate([ranked, outside])
    if len(ranked) <= MOST_ROWS:
        told = f"All {count(len(ranked), 'row')} can be looked at here."
        return Carried(ranked, np.arange(1, len(ranked) + 1), told)
    suspects = np.arange(_MOST_SUSPECTS)
    others = np.arange(_MOST_SUSPECTS, len(ranked))
    own = others[np.isin(ranked[others], np.fromiter(decided, np.int64))][:_MOST_DECIDED]
    others = np.setdiff1d(others, own)
    room = MOST_ROWS - len(suspects) - len(own)
    sample = np.random.default_rng(0).choice(others, room, replace=False)
    chosen = np.sort(np.concatenate([suspects, own, sample]))
    more = f"{count(len(own), 'other')} that something was decided about, " if len(own) else ""
    told = (
        f"Of {count(len(ranked), 'row')}, {grouped(len(chosen))} can be looked at here: the "
        f"{grouped(len(suspects))} most suspicious, {more}and a sample of {grouped(room)} "
        "of the rest."
    )
    return Carried(ranked[chosen], chosen + 1, told)


def carried_rounds(total: int) -> Integers:
    """The start and all rounds, or so many of them, evenly, with the last.

    >>> carried_rounds(3).tolist(), len(carried_rounds(1000)), int(carried_rounds(1000)[-1])
    ([0, 1, 2, 3], 201, 1000)
    """
    return np.linspace(0, total, min(total, MOST_ROUNDS) + 1).round().astype(np.int64)


def _ranked(run: Run, audit: Audit | None) -> Integers:
    """The lines of all rows, most suspicious first; those that nobody audited come last."""
    data = run.dataset
    if audit is None:
        return data.lines[run.history.ranked()]
    ranked = audit.dataset.lines[audit.ranked]
    return np.concatenate([ranked, data.lines[~np.isin(data.lines, ranked)]])
