"""What an audit says of the labels, in words that hold."""

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.base.intervals import Interval
from core.base.wording import between, count, grouped, percent

if TYPE_CHECKING:
    from core.judging.auditing.result import Audit

_HARDLY = 0.005
"""Below this share of wrong labels, nobody would call the labels noisy."""
_MUCH = 0.25
"""Judges cannot tell so much noise from classes of which no column says more."""
_UNSEEN = 0.02
"""Where more may be wrong, though hardly any looks so, it is told where they would be."""
_LEAST_SHOWN = 0.001
"""A share that may be less is never shown as nothing."""


class Told(enum.Enum):
    """What can be told of the labels."""

    NOTHING = "nothing"
    """There was nobody to judge, or the judges are no better than guessing."""
    GOOD = "good"
    """Hardly any looks wrong."""
    FEW = "few"
    """Some look wrong, and there may be hardly any: that explains nothing else."""
    NOISY = "noisy"
    """Some look wrong, surely so many that it matters."""


@dataclass(frozen=True)
class AuditedLabels:
    """The labels of a dataset, as its audit sees them."""

    told: Told
    what: str
    """What is judged: labels, or numbers."""
    share: Interval | None
    """The share that looks wrong, with its 90 % interval; None where it cannot be told."""
    count: int
    """How many rows are flagged."""
    sentence: str
    """How many look wrong, or why that cannot be told."""
    flagged: str
    """How many rows are flagged, what that is worth, and how many nobody judged."""

    @classmethod
    def of(cls, audit: "Audit") -> "AuditedLabels":
        """What an audit says."""
        what = "label" if audit.dataset.classes else "number"
        if why := _why_nothing(audit):
            told, share = Told.NOTHING, None
            sentence = f"Which {what}s are wrong cannot be told: {why}."
        else:
            told, share = _told(audit)
            sentence = _sentence(audit, told, share, what)
        return cls(told, f"{what}s", share, audit.count, sentence, _flagged(audit, told))

    @property
    def short(self) -> str:
        """The estimate in a few words, without its interval."""
        if self.share is None:
            return "cannot be told"
        if self.told is Told.GOOD:
            return f"at most {percent(self.share.high)} wrong"
        return f"about {percent(self.share.share, _digits(self.share))} wrong"

    @property
    def bounds(self) -> str:
        """The interval of the estimate; empty where there is none, or the estimate is a bound."""
        if self.share is None or self.told is Told.GOOD:
            return ""
        return _bounds(self.share)


def _told(audit: "Audit") -> tuple[Told, Interval]:
    noise = audit.noise
    if noise.estimate < _HARDLY:
        return Told.GOOD, Interval(noise.estimate, noise.low, max(noise.high, _LEAST_SHOWN))
    share = Interval(noise.estimate, noise.low, noise.high)
    return Told.FEW if noise.low < _HARDLY else Told.NOISY, share


def _sentence(audit: "Audit", told: Told, share: Interval, what: str) -> str:
    if told is Told.GOOD and audit.dataset.classes and share.high > _UNSEEN:
        return (
            f"Hardly any {what} looks wrong, by estimate; where classes meet, up to "
            f"{percent(share.high)} of all may be wrong without looking so."
        )
    if told is Told.GOOD:
        return f"Hardly any {what} looks wrong: at most {percent(share.high)}, by estimate."
    return (
        f"About {percent(share.share, _digits(share))} of the {what}s look wrong, by estimate "
        f"({_bounds(share)}){_overlap(audit)}"
    )


def _bounds(share: Interval) -> str:
    return between(percent(share.low, _digits(share)), percent(share.high, _digits(share)))


def _digits(share: Interval) -> int:
    """As many as the estimate is worth."""
    return 1 if share.share < 0.095 else 0


def _overlap(audit: "Audit") -> str:
    """How the sentence ends: where judges cannot tell errors from classes that overlap, with it."""
    noise = audit.noise
    if audit.dataset.classes and noise.low < _HARDLY and noise.high > _MUCH:
        return "; the classes overlap, so that errors and chance can hardly be told apart."
    if audit.dataset.classes and noise.estimate > _MUCH:
        return "; so many may as well be classes that overlap."
    return "."


def _flagged(audit: "Audit", told: Told) -> str:
    """How many rows are flagged, and how many of them are right after all."""
    return _worth(audit, told) + _not_judged(audit)


def _not_judged(audit: "Audit") -> str:
    """How many rows nobody judged; empty if there are none."""
    many = 0 if audit.judged is None else int((~audit.judged).sum())
    if not many:
        return ""
    told = f" {count(many, 'row is', 'rows are')} not judged, and last in the order: "
    if audit.sample is None:
        return f"{told}no judge knew enough earlier rows."
    sample = grouped(audit.sample)
    return f"{told}the audit was of a sample of {sample} rows, whose estimates hold for all."


def _worth(audit: "Audit", told: Told) -> str:
    flagged = audit.count
    if flagged == 0:
        if told in (Told.NOTHING, Told.GOOD):
            return "No single row is flagged."
        return (
            "No single row is flagged: of none is a wrong label likely enough to tell it from "
            "chance. The most suspicious come first all the same."
        )
    rows = count(flagged, "row is", "rows are")
    they = "it is" if flagged == 1 else "they are"
    if told is Told.NOTHING:
        return f"{rows} flagged for a look, and nothing says that {they} wrong."
    right = audit.false_discovery(flagged)
    if right >= 0.995:
        return f"{rows} flagged for a look; {they} most likely right."
    if flagged == 1:
        return f"{rows} flagged; at {percent(right, 0)} it is right after all, by estimate."
    return f"{rows} flagged; about {percent(right, 0)} of these are right after all, by estimate."


def _why_nothing(audit: "Audit") -> str:
    """Why nothing can be told of the labels; empty if something can."""
    if not audit.opinions:
        return "there is too little to learn from"
    if not audit.can_tell:
        return "judges that never saw a row are hardly better than guessing"
    return ""
