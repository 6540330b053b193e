"""The report about a tuning: its sentence, how it was judged, and everything that was tried."""

import math
from dataclasses import dataclass

from core.base.wording import count, duration, error_text, grouped
from core.judging.tuning.words import kind_title, titles, what_differs
from core.learning.tuned import Tried, Tuned


@dataclass(frozen=True)
class TrialTold:
    """A trial in texts."""

    number: int
    settings: str
    rung: str
    error: str
    is_kept: bool


@dataclass(frozen=True)
class TuningTold:
    """What there is to tell of a tuning."""

    sentence: str
    judging: str
    facts: tuple[tuple[str, str], ...]
    ranges: tuple[tuple[str, str, str], ...]
    """Ensemble, setting, and what was tried of it."""
    trials: tuple[TrialTold, ...]


def tuning_told(tuned: Tuned) -> TuningTold:
    """What a tuning came to, ready for the page."""
    facts = (
        ("Tried", titles([space.settings for space in tuned.spaces])),
        ("Trials", grouped(len(tuned.trials))),
        ("Took", duration(tuned.seconds)),
        ("To repeat it", f"{count(tuned.steps, 'step')}, seed {tuned.seed}"),
        ("Training rows at most", grouped(tuned.most_rows)),
    )
    ranges = tuple(
        (kind_title(space.settings), dimension.title, dimension.range)
        for space in tuned.spaces
        for dimension in space.dimensions
    )
    trials = tuple(_trial(tuned, each) for each in tuned.trials)
    return TuningTold(tuned.sentence, tuned.judging, facts, ranges, trials)


def _trial(tuned: Tuned, each: Tried) -> TrialTold:
    error = error_text(each.error, tuned.is_share)
    if math.isfinite(each.spread):
        error += f" ± {error_text(each.spread, tuned.is_share)}"
    return TrialTold(
        each.number,
        what_differs(each.settings, [space.settings for space in tuned.spaces]),
        f"{each.rung} of {tuned.rungs}",
        error,
        each.number == tuned.best,
    )
