"""How a run's settings were found, if that was by tuning: what was tried, and what it is worth.

A run keeps this, so that a report after a year can still tell it, and a script repeat it: seed,
spaces, rows and the number of steps are the whole plan; the clock decided only how many steps.
"""

import enum
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.base.errors import SettingsError
from core.base.intervals import Interval
from core.base.wording import count, duration, error_text, fixed, grouped
from core.learning.space import Space

if TYPE_CHECKING:
    from core.learning.ensemble import Ensemble


_NOBODY_KNOWS = Interval(math.nan, math.nan, math.nan)


class Gain(enum.Enum):
    """What tuning brought over the settings that it started from, on rows that it never saw."""

    BETTER = "better beyond chance"
    WORSE = "worse beyond chance"
    NONE = "no gain beyond chance"
    UNKNOWN = "not judged"


class JudgedOn(enum.Enum):
    """Which rows the reported error is of; none of them had a say in the choice."""

    VALIDATION = "validation"
    OUTER_FOLDS = "outer folds"
    NOTHING = "nothing"


@dataclass(frozen=True)
class Tried:
    """One trial: some settings, and the error that they were chosen or dropped by."""

    number: int
    """0 is what it started from."""
    settings: "Ensemble"
    rung: int
    """How far it came: trials that look bad on few folds and rounds, or rows, end early."""
    error: float
    """On folds of the training rows: the least of many is too good to be true."""
    spread: float
    """The standard error of that, over the folds."""
    seconds: float

    def plain(self) -> dict[str, Any]:
        """As plain data, ready for JSON."""
        return {
            "number": self.number,
            "settings": self.settings.plain(),
            "rung": self.rung,
            "error": self.error,
            "spread": self.spread if math.isfinite(self.spread) else None,
            "seconds": self.seconds,
        }

    @classmethod
    def from_plain(cls, plain: Any) -> "Tried":
        """Take it back from plain data."""
        from core.learning.ensemble import Ensemble

        spread = plain["spread"]
        return cls(
            _whole(plain["number"]),
            Ensemble.from_plain(plain["settings"]),
            _whole(plain["rung"]),
            _finite(plain["error"]),
            math.inf if spread is None else _finite(spread),
            _finite(plain["seconds"]),
        )


@dataclass(frozen=True)
class TuningWorth:
    """What the tuned settings, and those it started from, are worth on rows that had no say."""

    on: JudgedOn
    rows: int = 0
    folds: int = 0
    """How many outer folds judged the whole procedure."""
    error: Interval = _NOBODY_KNOWS
    start: Interval = _NOBODY_KNOWS
    """The error of the settings that it started from."""
    p: float = math.nan
    gain: Gain = Gain.UNKNOWN


@dataclass(frozen=True)
class Tuned:
    """The plan of a tuning, its trials, and its honest error."""

    spaces: tuple[Space, ...]
    seed: int
    steps: int
    """How many steps were done: with the seed and the spaces, this repeats the tuning."""
    most_rows: int
    """How many training rows it tried settings on at most."""
    rungs: int
    minutes: float
    """The budget; 0 if steps were counted instead."""
    seconds: float
    trials: tuple[Tried, ...]
    best: int
    """The number of the trial that was kept."""
    judged: TuningWorth
    is_share: bool
    """Whether errors are shares of wrong rows."""

    @property
    def chosen(self) -> Tried:
        """The trial that was kept."""
        return next(each for each in self.trials if each.number == self.best)

    @property
    def start(self) -> str:
        """What it is held against, in words."""
        settings = self.spaces[0].settings
        is_usual = settings.blinded() == type(settings)().blinded()
        if not is_usual:
            return "the settings it started from"
        return f"the defaults of {settings.title}" if len(self.spaces) > 1 else "the defaults"

    @property
    def sentence(self) -> str:
        """What tuning brought, and by which rows that is judged."""
        return " ".join([self._tried(), self._honest(), self._chosen_by()]).strip()

    @property
    def short(self) -> str:
        """Whether it was worth it, in one sentence."""
        told = f" ({_p_text(self.judged.p)})" if math.isfinite(self.judged.p) else ""
        return f"It was tuned over {count(len(self.trials), 'trial')}: {self.verdict}{told}."

    @property
    def verdict(self) -> str:
        """Whether it was worth it, in a few words.

        The one that says so plainly when it was not.
        """
        return {
            Gain.BETTER: f"better than {self.start} beyond chance",
            Gain.WORSE: f"worse than {self.start} beyond chance",
            Gain.NONE: f"no gain beyond chance over {self.start}",
            Gain.UNKNOWN: f"nothing is known of a gain over {self.start}",
        }[self.judged.gain]

    @property
    def judging(self) -> str:
        """Which rows judge, in a sentence."""
        rows = grouped(self.judged.rows)
        return {
            JudgedOn.VALIDATION: f"The error is that of {rows} validation rows, which tuning never "
            "saw.",
            JudgedOn.OUTER_FOLDS: f"There are no validation rows, so the whole tuning was done "
            f"again without each of {self.judged.folds} outer folds: the error is that of {rows} "
            "rows, each judged by a tuning that never saw it.",
            JudgedOn.NOTHING: "There are no validation rows, and it was stopped before any rows "
            "could judge it: its error on new rows is not known.",
        }[self.judged.on]

    def _tried(self) -> str:
        others = len(self.trials) - 1
        took = f"in {duration(self.seconds)}"
        if others < 1:
            return f"There was time for no trial: {self.start} stay."
        if self.best == 0:
            return f"Of {count(others, 'other setting')} tried {took}, none beat {self.start}."
        return f"Tuned: the best of {count(others + 1, 'setting')} tried {took}."

    def _honest(self) -> str:
        judged = self.judged
        if judged.on is JudgedOn.NOTHING:
            return self.judging
        where = (
            f"On {grouped(judged.rows)} validation rows, which tuning never saw,"
            if judged.on is JudgedOn.VALIDATION
            else f"By {judged.folds} outer folds, none of which its own tuning saw,"
        )
        if self.best == 0 and judged.on is JudgedOn.VALIDATION:
            return f"{where} the error is {self._text(judged.error)}."
        return (
            f"{where} the error is {self._text(judged.error)}, with {self.start} "
            f"{error_text(judged.start.share, self.is_share)}: {self.verdict} "
            f"({_p_text(judged.p)})."
        )

    def _chosen_by(self) -> str:
        chosen = self.chosen
        if len(self.trials) < 2 or self.best == 0:
            return ""
        return (
            f"It was chosen by {error_text(chosen.error, self.is_share)} on folds: the least of "
            "many, and so no estimate."
        )

    def _text(self, error: Interval) -> str:
        low, high = (error_text(end, self.is_share) for end in (error.low, error.high))
        return f"{error_text(error.share, self.is_share)} (95 % interval {low} to {high})"

    def plain(self) -> dict[str, Any]:
        """As plain data, ready for JSON."""
        judged = self.judged
        return {
            "spaces": [space.plain() for space in self.spaces],
            "seed": self.seed,
            "steps": self.steps,
            "most_rows": self.most_rows,
            "rungs": self.rungs,
            "minutes": self.minutes,
            "seconds": self.seconds,
            "trials": [each.plain() for each in self.trials],
            "best": self.best,
            "is_share": self.is_share,
            "judged": {
                "on": judged.on.value,
                "rows": judged.rows,
                "folds": judged.folds,
                "error": _interval_plain(judged.error),
                "start": _interval_plain(judged.start),
                "p": judged.p if math.isfinite(judged.p) else None,
                "gain": judged.gain.value,
            },
        }

    @classmethod
    def from_plain(cls, plain: Any) -> "Tuned":
        """Take it back from plain data; raise SettingsError or ValueError for anything else."""
        if not isinstance(plain, Mapping):
            raise SettingsError("What is saved about the tuning is not readable.")
        judged = plain["judged"]
        made = cls(
            tuple(Space.from_plain(each) for each in plain["spaces"]),
            _whole(plain["seed"]),
            _whole(plain["steps"]),
            _whole(plain["most_rows"]),
            _whole(plain["rungs"]),
            _finite(plain["minutes"]),
            _finite(plain["seconds"]),
            tuple(Tried.from_plain(each) for each in plain["trials"]),
            _whole(plain["best"]),
            TuningWorth(
                JudgedOn(judged["on"]),
                _whole(judged["rows"]),
                _whole(judged["folds"]),
                _interval(judged["error"]),
                _interval(judged["start"]),
                math.nan if judged["p"] is None else _finite(judged["p"]),
                Gain(judged["gain"]),
            ),
            bool(plain["is_share"]),
        )
        if not made.spaces or all(each.number != made.best for each in made.trials):
            raise ValueError("a tuning without what it kept")
        return made


def _p_text(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {fixed(p, 3) if p < 0.1 else fixed(p, 2)}"


def _interval_plain(interval: Interval) -> list[float | None]:
    ends = (interval.share, interval.low, interval.high)
    return [end if math.isfinite(end) else None for end in ends]


def _interval(plain: Any) -> Interval:
    share, low, high = (math.nan if end is None else _finite(end) for end in plain)
    return Interval(share, low, high)


def _whole(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError("not a count")
    return value


def _finite(value: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise ValueError("not a number")
    return float(value)
