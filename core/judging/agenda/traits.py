"""What rows of a ranking have in common: a decision about one tells something of those alike."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.judging.causes.result import Cause, Causes
from core.judging.ranking import Ranking

NONE = -1
"""The code of rows that have no part in a trait."""
_SURE = 1e-3
"""Nobody is believed to be surer than this before a person has looked."""


@dataclass(frozen=True)
class Spreads:
    """How far the log odds of rows of unlike codes are expected to lie apart: standard deviations.

    The benchmark of the review tells what they are worth on tables that had no say in them.
    """

    pair: float = 0.7
    given: float = 0.5
    cause: float = 1.0


USUAL = Spreads()


@dataclass(frozen=True, eq=False)
class Trait:
    """One way in which rows are alike."""

    codes: Integers
    """What each row is, a number; see `NONE`."""
    words: Callable[[int], str]
    """How the rows of a code are called: "'yes' that look like 'no'"."""
    spread: float
    """How far the log odds of rows with different codes are expected to lie apart."""
    is_told: bool = True
    """Whether a person reads what was learned of it; of what is told by another one, not."""


@dataclass(frozen=True, eq=False)
class Traits:
    """What is known of all rows of a ranking: how likely each is wrong, and which are alike."""

    odds: Floats
    """The log odds that a row is wrong, by the judges."""
    all: tuple[Trait, ...]
    """The one with the most codes first."""

    @classmethod
    def of(
        cls, ranking: Ranking, causes: Causes | None = None, spreads: Spreads = USUAL
    ) -> "Traits":
        """Those of an audit's rows; a ranking without an audit has none, which is an error."""
        assert ranking.audit is not None
        wrong = np.clip(ranking.audit.wrong, _SURE, 1 - _SURE)
        odds = np.log(wrong) - np.log1p(-wrong)
        alike = (_of_classes if ranking.dataset.classes else _of_numbers)(ranking, spreads)
        found = causes.found if causes is not None else ()
        caused = (_of_cause(ranking, cause, spreads.cause) for cause in found)
        return cls(odds, (*alike, *caused))


def _of_classes(ranking: Ranking, spreads: Spreads) -> tuple[Trait, ...]:
    """Which class looks like which: of rows that the judges would label as they are, nothing."""
    data = ranking.dataset
    names, given = data.classes, data.labels.astype(np.int64)
    suggested = ranking.suggested.astype(np.int64)

    def pair(code: int) -> str:
        own, other = divmod(code, len(names))
        return f"'{names[own]}' that look like '{names[other]}'"

    differs = suggested != given
    return (
        Trait(np.where(differs, given * len(names) + suggested, NONE), pair, spreads.pair),
        Trait(np.where(differs, given, NONE), names.__getitem__, spreads.given, is_told=False),
    )


def _of_numbers(ranking: Ranking, spreads: Spreads) -> tuple[Trait, ...]:
    """A number is too high or too low: there are no classes to be taken for one another."""
    is_low = ranking.suggested > ranking.dataset.labels.astype(np.float64)
    name = ranking.dataset.target
    words = (f"{name} that looks too high", f"{name} that looks too low")
    return (Trait(is_low.astype(np.int64), lambda code: words[code], spreads.pair),)


def _of_cause(ranking: Ranking, cause: Cause, spread: float) -> Trait:
    codes = np.where(np.isin(ranking.dataset.lines, cause.lines), 0, NONE)
    return Trait(codes, lambda _code: f"rows with {cause.rule}", spread)
